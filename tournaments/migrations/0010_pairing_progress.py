"""How far a pairing is, beside the round that it makes."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_desk")]

    operations = [
        migrations.CreateModel(
            name="PairingProgress",
            fields=[
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="progress",
                        serialize=False,
                        to="tournaments.round",
                    ),
                ),
                ("percent", models.PositiveSmallIntegerField()),
                ("told_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("percent__range", (0, 100))), name="progress_is_percent"
                    )
                ],
            },
        ),
    ]
