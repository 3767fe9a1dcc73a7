"""A Swiss is paired by the rules in force since 1 February 2026 from now on. What began before was paired by the rules
before those, and keeps them: that is written down in its options. What has not begun follows the rules in force."""

from django.db import migrations


def keep_the_edition_it_began_with(apps, schema_editor):
    begun = apps.get_model("tournaments", "Tournament").objects.exclude(state="planned")
    for tournament in begun.filter(system="swiss"):
        if "edition" not in tournament.pairing_options:
            tournament.pairing_options["edition"] = "2018"
            tournament.save(update_fields=["pairing_options"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_proposed_teams")]

    operations = [migrations.RunPython(keep_the_edition_it_began_with, migrations.RunPython.noop)]
