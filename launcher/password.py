"""`python -m launcher.password [NAME]`: set a forgotten password, whether Viertal runs or not."""

from __future__ import annotations

import argparse
import os
import sys

from config import environment
from config.commands import command, program
from config.data_folder import DataFolder, FolderInUse
from launcher.backup import CHECKOUT, database_address
from launcher.database.dumps import BackupTrouble
from launcher.database.postgres import DatabaseTrouble
from launcher.supervisor import CannotStart, Supervisor, teller


def main() -> int:
    """Exit status 0 once the password is set, 1 with a sentence."""
    parser = argparse.ArgumentParser(
        prog=program("launcher.password"),
        description="Set a new password for an organiser, or for the user named, whether Viertal runs or not.",
    )
    parser.add_argument("name", nargs="?", default="", help="whose (default: the organiser's)")
    parser.add_argument("--data", metavar="FOLDER", help="the data folder, before VIERTAL_DATA")
    options = parser.parse_args()
    env = dict(os.environ) | ({"VIERTAL_DATA": options.data} if options.data else {})
    folder = DataFolder.from_environment(env, CHECKOUT)
    tell = teller(sys.stderr)
    troubles: list[str] = []

    def change(address: str) -> None:
        try:
            _set_password(options.name, env | {"DATABASE_URL": address})
        except SystemExit as error:
            troubles.append(str(error))

    try:
        if address := database_address(folder, env):
            change(address)
        elif not folder.has_database():
            troubles.append(f"There is no database in {folder.root} yet. Start Viertal first: {command('up')}")
        else:
            Supervisor(folder, env, demo=False, tell=lambda _line: None).with_database(change)
    except (BackupTrouble, CannotStart, DatabaseTrouble, FolderInUse, environment.BadSetting) as error:
        troubles.append(str(error))
    for trouble in troubles:
        tell(trouble)
    return 1 if troubles else 0


def _set_password(name: str, env: dict[str, str]) -> None:
    """Run the command on a database. Raises SystemExit with a sentence."""
    os.environ |= env | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_POOL": "0"}
    import django
    from django.core.management import CommandError, call_command
    from django.db import connections

    django.setup()
    try:
        call_command("set_password", *([name] if name else []))
    except CommandError as error:
        raise SystemExit(str(error)) from None
    finally:
        connections.close_all()


if __name__ == "__main__":
    sys.exit(main())
