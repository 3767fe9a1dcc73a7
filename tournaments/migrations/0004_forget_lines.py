"""Erasing a person leaves what was said of others: the program finds the lines, and writes each by itself."""

from __future__ import annotations

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_waiting_since")]

    operations = [migrations.RunSQL((Path(__file__).parent / "forget_lines.sql").read_text(encoding="utf-8"))]
