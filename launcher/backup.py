"""`python -m launcher.backup [FILE]`: write a backup, whether Viertal runs or not."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from config import environment
from config.commands import command, program
from config.data_folder import DataFolder, FolderClosed, FolderInUse
from launcher.database.dumps import BackupTrouble, backup, name
from launcher.database.postgres import DatabaseTrouble
from launcher.supervisor import CannotStart, Supervisor, teller

CHECKOUT = Path(__file__).resolve().parents[1]


def database_address(folder: DataFolder, env: Mapping[str, str]) -> str | None:
    """Return the database's address: the one that the environment names, or that of the Viertal that runs there.
    FolderClosed where that is another user's."""
    if env.get("DATABASE_URL"):
        return env["DATABASE_URL"]
    if not folder.is_there():
        return None
    try:
        folder.lock()
    except FolderClosed:
        raise
    except FolderInUse:
        return folder.recorded_services().get("database_url")
    folder.unlock()
    return None


def main() -> int:
    """Exit status 0 with the file's name, 1 with a sentence."""
    parser = argparse.ArgumentParser(
        prog=program("launcher.backup"),
        description="Write the whole database to one file, whether Viertal runs or not.",
    )
    parser.add_argument("file", nargs="?", help="where to (default: backups/ in the data folder)")
    parser.add_argument("--data", metavar="FOLDER", help="the data folder, before VIERTAL_DATA")
    options = parser.parse_args()
    env = dict(os.environ) | ({"VIERTAL_DATA": options.data} if options.data else {})
    folder = DataFolder.from_environment(env, CHECKOUT)
    file = Path(options.file).expanduser().resolve() if options.file else None
    tell = teller()
    written = 0

    def write(address: str) -> None:
        nonlocal written, file
        file = file or name(folder, env=env)
        written = backup(address, file)

    try:
        if address := database_address(folder, env):
            write(address)
        elif not folder.has_database():
            raise BackupTrouble(f"There is no database in {folder.root} yet.")
        else:
            Supervisor(folder, env, demo=False, tell=lambda _line: None).with_database(write)
    except (BackupTrouble, CannotStart, DatabaseTrouble, FolderInUse, environment.BadSetting) as error:
        teller(sys.stderr)(str(error))
        return 1
    tell(
        f"{file}: {max(1, round(written / 1000)):,} kB. Copy it to another machine. "
        f"To restore it: {command('restore', '…')}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
