"""What went wrong with a printed document was kept as a text; from now on it is a code with parameters.

The texts that are there stay as they stand.
"""

from django.db import migrations, models

import tournaments.models.fields

FORWARD = """
UPDATE tournaments_printjob SET problem = CASE WHEN problem = '' THEN NULL ELSE
    jsonb_build_object('code', 'plain', 'params', jsonb_build_object('text', problem))::text END
"""
BACKWARD = "UPDATE tournaments_printjob SET problem = coalesce(problem::jsonb #>> '{params,text}', problem, '')"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_lists_as_they_come")]

    operations = [
        migrations.AlterField("printjob", "problem", models.TextField(null=True, blank=True)),
        migrations.RunSQL(FORWARD, BACKWARD),
        migrations.AlterField("printjob", "problem", tournaments.models.fields.NoticeField(null=True, blank=True)),
    ]
