from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

NO_CONDITIONS = Q(born_from=None, born_to=None, rating_from=None, rating_to=None, club="", mark="")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0054_sheet_photos")]

    operations = [
        migrations.AddField(
            "prizelist",
            "teams",
            models.BooleanField(
                default=False,
                help_text="By the standings of the teams. Such a list has no conditions.",
                verbose_name="for teams",
            ),
        ),
        migrations.AddConstraint(
            "prizelist",
            models.CheckConstraint(
                condition=Q(teams=False) | NO_CONDITIONS,
                name="prize_list_teams",
                violation_error_message="A list of prizes for teams has no conditions.",
            ),
        ),
    ]
