"""A row of stored standings calls its pairing number ``player``, as the event document and the API do.

Rows of an earlier shape are computed again soon; until then pages read them, so they are renamed as well.
"""

from __future__ import annotations

from django.db import migrations

RENAME = """
UPDATE tournaments_standings
SET shape = CASE shape WHEN {from_shape} THEN {to_shape} ELSE shape END, body = jsonb_set(body, '{{rows}}', (
    SELECT coalesce(jsonb_agg((line.value - '{old}') || jsonb_build_object('{new}', line.value -> '{old}')
                              ORDER BY line.ordinality), '[]')
    FROM jsonb_array_elements(body -> 'rows') WITH ORDINALITY AS line))
WHERE body @? '$.rows[*].{old}' OR shape = {from_shape}
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_whose_people")]

    operations = [
        migrations.RunSQL(
            RENAME.format(old="number", new="player", from_shape=2, to_shape=3),
            RENAME.format(old="player", new="number", from_shape=3, to_shape=2),
        )
    ]
