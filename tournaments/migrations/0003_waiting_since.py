"""When each entry came: places and the waiting list go by it, however often somebody was moved."""

from __future__ import annotations

from pathlib import Path

from django.db import migrations, models
from django.utils import timezone

SINCE = models.DateTimeField(default=timezone.now, editable=False)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_guards")]

    operations = [
        migrations.AlterModelOptions(
            name="registration",
            options={
                "ordering": ("since", "id"),
                "verbose_name": "registration",
                "verbose_name_plural": "registrations",
            },
        ),
        migrations.AlterModelOptions(
            name="waiting",
            options={
                "ordering": ("since", "id"),
                "verbose_name": "player on the waiting list",
                "verbose_name_plural": "players on the waiting list",
            },
        ),
        migrations.AddField(model_name="entry", name="since", field=SINCE.clone()),
        migrations.AddField(model_name="registration", name="since", field=SINCE.clone()),
        migrations.AlterField(model_name="waiting", name="since", field=SINCE.clone()),
        migrations.RunSQL(
            (Path(__file__).parent / "since.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop
        ),
    ]
