"""What Django's constraints cannot say: triggers and composite keys. The words are in ``guards.sql``."""

from pathlib import Path

from django.db import migrations

FORWARD = (Path(__file__).parent / "guards.sql").read_text(encoding="utf-8")
BACKWARD = """
ALTER TABLE tournaments_seat DROP CONSTRAINT seat_round_is_its_tables;
ALTER TABLE tournaments_entry DROP CONSTRAINT entry_team_is_its_tournaments;
DROP TRIGGER tournaments_result_guard ON tournaments_result;
DROP TRIGGER tournaments_version_guard ON tournaments_tournament;
DROP TRIGGER tournaments_version_told ON tournaments_tournament;
DROP FUNCTION tournaments_result_guard();
DROP FUNCTION tournaments_version_guard();
DROP FUNCTION tournaments_version_told();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
