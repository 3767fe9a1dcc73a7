from django.db import migrations, models

# Whoever enters a person, by whatever way, waits for who is changing that person, and the other way round: the foreign
# key alone is looked at when the transaction ends, which is too late to decide who may change them.
HELD = """
CREATE FUNCTION viertal_person_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM tournaments_player WHERE id = NEW.player_id FOR KEY SHARE;
    RETURN NEW;
END $$;
CREATE TRIGGER person_held BEFORE INSERT OR UPDATE OF player_id ON tournaments_entry
    FOR EACH ROW EXECUTE FUNCTION viertal_person_held();
CREATE TRIGGER person_held BEFORE INSERT OR UPDATE OF player_id ON tournaments_waiting
    FOR EACH ROW EXECUTE FUNCTION viertal_person_held();
"""
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
