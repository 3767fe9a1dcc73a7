"""Possible points are those of a seating: which seat has which, and who has two of them."""

from __future__ import annotations

from pathlib import Path

from django.db import migrations

FOLDER = Path(__file__).parent


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_wallboard")]

    operations = [
        migrations.RunSQL((FOLDER / f"{name}.sql").read_text(encoding="utf-8"))
        for name in ("result_guard", "possible_points")
    ]
