"""The colour of a club is any colour; the five that there were become the colours that they looked like by day."""

import django.core.validators
from django.db import migrations, models

FORWARD = """
UPDATE tournaments_club SET accent = CASE accent
    WHEN 'blue' THEN '#1a4f9c' WHEN 'green' THEN '#1f6632' WHEN 'red' THEN '#9c2520'
    WHEN 'purple' THEN '#663399' WHEN 'brown' THEN '#6f4415' ELSE '' END
WHERE accent <> '';
SET CONSTRAINTS ALL IMMEDIATE
"""
BACK = """
UPDATE tournaments_club SET accent = CASE accent
    WHEN '#1a4f9c' THEN 'blue' WHEN '#1f6632' THEN 'green' WHEN '#9c2520' THEN 'red'
    WHEN '#663399' THEN 'purple' WHEN '#6f4415' THEN 'brown' ELSE '' END
WHERE accent <> '';
SET CONSTRAINTS ALL IMMEDIATE
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0056_club_words")]

    operations = [
        migrations.RemoveConstraint("club", "club_accent"),
        migrations.RunSQL(FORWARD, BACK),
        migrations.AlterField(
            "club",
            "accent",
            models.CharField(
                blank=True,
                default="",
                help_text=(
                    "Of the links and buttons on the pages of the club and of its tournaments, and on paper. Where it "
                    "could not be read it is made darker by day and lighter by night."
                ),
                max_length=7,
                validators=[django.core.validators.RegexValidator("^#[0-9a-f]{6}$")],
                verbose_name="colour",
            ),
        ),
        migrations.AddConstraint(
            "club",
            models.CheckConstraint(
                condition=models.Q(("accent", ""), ("accent__regex", "^#[0-9a-f]{6}$"), _connector="OR"),
                name="club_accent",
            ),
        ),
    ]
