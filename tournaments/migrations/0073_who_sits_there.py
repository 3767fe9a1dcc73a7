"""The points that a table can have depend on who has which seats, and so does the database's guard.

What was allowed so far is forgotten: results that are there are not checked again, and the engine allows each new one.
"""

from pathlib import Path

from django.db import migrations


HERE = Path(__file__).parent


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0072_finalists'),
    ]

    operations = [
        migrations.RunSQL(
            (HERE / "seated_points.sql").read_text(encoding="utf-8"),
            (HERE / "columns.sql").read_text(encoding="utf-8"),
        ),
        migrations.RunSQL("DELETE FROM tournaments_possiblepoints", migrations.RunSQL.noop),
    ]
