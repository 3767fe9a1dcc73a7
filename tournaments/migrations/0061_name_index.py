"""The index of names by which a search of the whole site finds players. Its triggers are in ``names.sql``."""

from __future__ import annotations

from pathlib import Path

import django.contrib.postgres.indexes
import django.db.models.deletion
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models

NAMES = (Path(__file__).parent / "names.sql").read_text(encoding="utf-8")
GONE = """
DROP TRIGGER name_unread ON tournaments_player;
DROP TRIGGER name_changed ON tournaments_player;
DROP FUNCTION viertal_name_unread();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0060_person_pages")]

    operations = [
        TrigramExtension(),
        migrations.CreateModel(
            name="NameIndex",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="tournaments.player",
                    ),
                ),
                ("words", models.TextField(blank=True, default="")),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(
                        fields=["words"], name="name_index_words", opclasses=["gin_trgm_ops"]
                    ),
                    models.Index(condition=models.Q(("words", "")), fields=["player"], name="name_index_unread"),
                ],
            },
        ),
        migrations.RunSQL(NAMES, GONE),
    ]
