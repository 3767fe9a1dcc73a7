"""People belong to the tournament that entered them first. The triggers are in ``people.sql``."""

from pathlib import Path

from django.db import migrations, models

HELD = (Path(__file__).parent / "people.sql").read_text(encoding="utf-8")
LET_GO = """
DROP TRIGGER person_held ON tournaments_entry;
DROP TRIGGER person_held ON tournaments_waiting;
DROP FUNCTION viertal_person_held();
"""

# The log tells what people did; to whom a person belongs from now on is none of that.
QUIET = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_trigger WHERE tgname = 'viertal_log_update' AND tgrelid = 'tournaments_player'::regclass) THEN
        ALTER TABLE tournaments_player %s TRIGGER viertal_log_update;
    END IF;
END $$
"""


def first_entered(apps, schema_editor):
    """People belong to the tournament that entered them first; who is in none belongs to the register alone."""
    schema_editor.execute(QUIET % "DISABLE")
    schema_editor.execute("""
        UPDATE tournaments_player p SET home_id = first.tournament_id
        FROM (SELECT DISTINCT ON (player_id) player_id, tournament_id FROM (
                SELECT player_id, tournament_id, id, 0 AS waits FROM tournaments_entry
                UNION ALL SELECT player_id, tournament_id, id, 1 FROM tournaments_waiting
            ) AS rows ORDER BY player_id, waits, id) AS first
        WHERE first.player_id = p.id
    """)
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    schema_editor.execute(QUIET % "ENABLE")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_plain_labels")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="home",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=models.deletion.SET_NULL,
                related_name="people",
                to="tournaments.tournament",
            ),
        ),
        migrations.RunPython(first_entered, migrations.RunPython.noop),
        migrations.RunSQL(HELD, LET_GO),
    ]
