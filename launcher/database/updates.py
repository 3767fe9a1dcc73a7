"""The last update of the data, so that it can be taken back: its versions, and the backup from before.

It stands in `update.json` of the data folder, where an older Viertal reads it, too, and a restore does not reach it:
`version` used the data last; `update` has `from`, `to`, `backup` (empty where no data were migrated), `applied` (how
many migrations that backup has), `all` (how many the newer version has) and `done`.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from config.data_folder import DataFolder
from launcher.database import dumps

APP = Path(__file__).resolve().parents[2]


def begin(folder: DataFolder, env: Mapping[str, str], applied: int, to_apply: int) -> Path:
    """Write a backup of data that are about to be migrated; return it. BackupTrouble where it cannot be made.

    Where an update was broken off between two migrations, its backup stays the one from before. ``applied`` counts the
    migrations that the data have, ``to_apply`` those that are to come.
    """
    known = folder.recorded_update()
    update = known.get("update")
    half_way = update and not update["done"] and update["applied"] < applied < update["all"]
    if update and half_way and Path(update["backup"]).exists():
        return Path(update["backup"])
    file, before = dumps.name(folder, "before-update", env), known.get("version", "")
    dumps.backup(env["DATABASE_URL"], file)
    update = {"from": before, "to": version(), "backup": str(file), "applied": applied}
    folder.record_update(version=before, update=update | {"all": applied + to_apply, "done": False})
    dumps.sync(folder.root)  # a power cut between the first migration and this would leave an update that nobody knows
    return file


def end(folder: DataFolder) -> None:
    """Write down that this version has prepared the data."""
    known, now = folder.recorded_update(), version()
    before, update = known.get("version"), known.get("update")
    if update and not update["done"]:
        update = update | {"to": now, "done": True}
    elif before and before != now:
        update = {"from": before, "to": now, "backup": "", "applied": 0, "done": True}
    if known != (known := {"version": now, "update": update}):
        with contextlib.suppress(OSError):  # a full disk: the next start writes it
            folder.record_update(**known)


def version() -> str:
    """Return the version of the package, or the name that git has for the checkout; empty where it has none."""
    if os.environ.get("VIERTAL_COMMAND") == "viertal":
        return metadata.version("viertal")
    # the checkout may be another user's
    ask = ["git", "-c", f"safe.directory={APP}", "-C", str(APP), "describe", "--tags", "--always"]
    try:
        return subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
