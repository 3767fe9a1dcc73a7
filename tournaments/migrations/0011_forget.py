"""Deleted data leave the log too. The functions are in ``forget.sql``."""

from pathlib import Path

from django.db import migrations

FORWARD = (Path(__file__).parent / "forget.sql").read_text(encoding="utf-8")
BACKWARD = "DROP FUNCTION viertal_forget(bigint, text[], text);"


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0010_pairing_progress")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
