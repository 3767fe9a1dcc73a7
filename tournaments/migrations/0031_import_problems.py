"""What was wrong with an import was kept as a text; from now on it is a code with parameters.

The texts that are there stay as they stand.
"""

from django.db import migrations, models

import tournaments.models.fields

KINDS = ("eventimport", "playerimport")

FORWARD = """
UPDATE tournaments_{kind} SET problem = CASE WHEN problem = '' THEN NULL ELSE
    jsonb_build_object('code', 'plain', 'params', jsonb_build_object('text', problem))::text END
"""
BACKWARD = "UPDATE tournaments_{kind} SET problem = coalesce(problem::jsonb #>> '{{params,text}}', problem, '')"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_short_tables")]

    operations = [
        *(migrations.AlterField(kind, "problem", models.TextField(null=True, blank=True)) for kind in KINDS),
        *(migrations.RunSQL(FORWARD.format(kind=kind), BACKWARD.format(kind=kind)) for kind in KINDS),
        *(
            migrations.AlterField(kind, "problem", tournaments.models.fields.NoticeField(null=True, blank=True))
            for kind in KINDS
        ),
    ]
