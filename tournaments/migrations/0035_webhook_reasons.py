"""Why a webhook was switched off was kept as a text, always in English; from now on it is a code."""

from django.db import migrations, models

import tournaments.models.fields

GONE = "It answered that it is gone (410)."
SILENT = "It did not answer for two days."

FORWARD = f"""
UPDATE tournaments_webhook SET stopped_because = CASE stopped_because
    WHEN '' THEN NULL
    WHEN '{GONE}' THEN '{{"code": "webhook-gone", "params": {{}}}}'
    WHEN '{SILENT}' THEN '{{"code": "webhook-silent", "params": {{}}}}'
    ELSE jsonb_build_object('code', 'plain', 'params', jsonb_build_object('text', stopped_because))::text END
"""
BACKWARD = f"""
UPDATE tournaments_webhook SET stopped_because = CASE stopped_because::jsonb ->> 'code'
    WHEN 'webhook-gone' THEN '{GONE}'
    WHEN 'webhook-silent' THEN '{SILENT}'
    ELSE left(coalesce(stopped_because::jsonb #>> '{{params,text}}', ''), 200) END
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_print_problems")]

    operations = [
        migrations.AlterField(
            "webhook", "stopped_because", models.TextField("stopped because", null=True, blank=True, editable=False)
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
        migrations.AlterField(
            "webhook",
            "stopped_because",
            tournaments.models.fields.NoticeField("stopped because", null=True, blank=True, editable=False),
        ),
    ]
