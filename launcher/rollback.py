"""`python -m launcher.rollback`: take the last update back; the data from before it are put in place of all data."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import psycopg

from config import environment
from config.commands import command, program
from config.data_folder import DataFolder, FolderInUse
from launcher.database import dumps
from launcher.database.dumps import BackupTrouble
from launcher.database.postgres import DatabaseTrouble
from launcher.database.updates import version
from launcher.supervisor import CHECKOUT, CannotStart, Supervisor, Tell, teller

OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE 'viertal%'
"""


def main() -> int:
    """Exit status 0 with what to do next, 1 with a sentence."""
    parser = argparse.ArgumentParser(
        prog=program("launcher.rollback"),
        description="Take the last update back: put the backup from before it in place of all data (which is backed "
        "up). The program itself stays: its older version is to be installed again, before or after this.",
    )
    parser.add_argument("--data", metavar="FOLDER", help="the data folder, before VIERTAL_DATA")
    options = parser.parse_args()
    env = dict(os.environ) | ({"VIERTAL_DATA": options.data} if options.data else {})
    tell = teller()
    try:
        environment.check(env)
        _take_back(DataFolder.from_environment(env, CHECKOUT), env, tell)
    except (BackupTrouble, CannotStart, DatabaseTrouble, FolderInUse, environment.BadSetting, OSError) as error:
        teller(sys.stderr)(str(error))
        return 1
    return 0


def _take_back(folder: DataFolder, env: dict[str, str], tell: Tell) -> None:
    update = folder.recorded_update().get("update")
    if not update:
        raise BackupTrouble(
            f"No update of the data in {folder.root} is known. To go back to a backup: {command('restore', '…')}"
        )
    if not update["backup"]:
        raise BackupTrouble(
            f"Before the update from {update['from']} to {update['to']} no backup was made: it changed no data, or was "
            f"started with --no-backup. {_next(update['from'])}"
        )
    file = Path(update["backup"])
    dumps.check(file)

    def put_back(address: str) -> None:
        _refuse_while_used(address)
        saved = dumps.name(folder, "before-rollback", env)
        dumps.backup(address, saved)
        tell(f"The data of now are saved in {saved}.")
        ended = dumps.restore(address, file)
        tell(f"The data from before the update are back, from {file}. {ended}")
        tell(_next(update["from"]))
        folder.record_update(version=update["from"])

    if env.get("DATABASE_URL"):
        folder.lock()
        try:
            put_back(env["DATABASE_URL"])
        finally:
            folder.unlock()
    else:
        Supervisor(folder, env, demo=False, tell=lambda _line: None).with_database(put_back)


def _refuse_while_used(address: str) -> None:
    """Raise BackupTrouble while Viertal runs: what is written after the backup would be in neither."""
    with psycopg.connect(address) as connection:
        row = connection.execute(OTHERS).fetchone()
    if row and row[0]:
        raise BackupTrouble(f"Viertal runs on this database ({row[0]} connections). Stop web and worker first.")


def _next(before: str) -> str:
    """Return what is still to do: a program does not know from where its older version was installed."""
    if before and before == version():
        return "Viertal can be started."
    wanted = f"Viertal {before}" if before else "the version that you had before"
    way = f" (git checkout {before})" if before and not os.environ.get("VIERTAL_COMMAND") else ""
    return f"Now install {wanted} again, as you installed this one{way}, and start it. This one would update again."


if __name__ == "__main__":
    sys.exit(main())
