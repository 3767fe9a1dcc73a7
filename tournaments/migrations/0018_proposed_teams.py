from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Teams that a card of the setup made are told apart from those that a person named; and a pairing's failure is
    one of a version of the tournament."""

    dependencies = [("tournaments", "0017_standings_shape")]

    operations = [
        migrations.AddField(
            model_name="team", name="proposed", field=models.BooleanField(default=False, editable=False)
        ),
        migrations.AddField(
            model_name="round",
            name="failed_version",
            field=models.PositiveBigIntegerField(
                blank=True, help_text="The tournament's version when the pairing failed.", null=True
            ),
        ),
    ]
