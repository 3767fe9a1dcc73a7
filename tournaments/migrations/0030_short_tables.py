"""The short tables of a complete schedule need only be even at the end from now on, unless the options say more.

What began before shares them out in turn, and keeps that: it is written down in its options.
"""

from django.db import migrations


def keep_turns(apps, schema_editor):
    begun = apps.get_model("tournaments", "Tournament").objects.exclude(state="planned")
    for tournament in begun.filter(system="tables"):
        if "leftover" not in tournament.pairing_options:
            tournament.pairing_options["leftover"] = "threes"
            tournament.save(update_fields=["pairing_options"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_plainer_words")]

    operations = [migrations.RunPython(keep_turns, migrations.RunPython.noop)]
