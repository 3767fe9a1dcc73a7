"""Team challenges, whist and matches of pairs are team games from now on (QC 2.3). What began before was played, and
recorded, by everyone for themselves: that is written down in its options. What has not begun follows the rule."""

from django.db import migrations

SYSTEMS = ["double-team", "triple-team", "whist", "team-berger"]


def keep_what_was_played(apps, schema_editor):
    begun = apps.get_model("tournaments", "Tournament").objects.exclude(state="planned")
    for tournament in begun.filter(game="quatro-chess", system__in=SYSTEMS, table_size=4):
        if "teams" not in tournament.options:
            tournament.options["teams"] = None
            tournament.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_plain_words")]

    operations = [migrations.RunPython(keep_what_was_played, migrations.RunPython.noop)]
