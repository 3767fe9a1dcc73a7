"""The demonstration: clubs that are invented, the state of the town, and that what is theirs may go."""

from __future__ import annotations

from pathlib import Path

from django.db import migrations, models

FOLDER = Path(__file__).parent
FILES = "demonstration", "clubs"  # the function of the clubs is said anew: it knows the invented ones now


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_forget_lines")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="demonstration",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.CreateModel(
            name="Demonstration",
            fields=[
                ("only", models.BooleanField(default=True, editable=False, primary_key=True, serialize=False)),
                ("missing", models.PositiveSmallIntegerField(default=0)),
                ("playing", models.BooleanField(default=True)),
                ("watched_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(only=True), name="demonstration_once"),
                ]
            },
        ),
        *(migrations.RunSQL((FOLDER / f"{name}.sql").read_text(encoding="utf-8")) for name in FILES),
    ]
