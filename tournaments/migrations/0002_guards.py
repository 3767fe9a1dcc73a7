"""What Django cannot say of the schema: the log, guards and messages, in files of SQL that say each function once."""

from __future__ import annotations

from pathlib import Path

from django.db import migrations

FOLDER = Path(__file__).parent
NAMES = "result_guard guards log forget reports outbox desk addresses people registers names"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_schema")]

    operations = [migrations.RunSQL((FOLDER / f"{name}.sql").read_text(encoding="utf-8")) for name in NAMES.split()]
