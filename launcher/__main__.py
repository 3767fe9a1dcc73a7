"""`python -m launcher`: start Viertal and keep it running until Ctrl-C."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from pathlib import Path

from config import environment
from config.commands import program
from config.data_folder import DataFolder, FolderInUse
from config.environment import BadSetting
from launcher.broker import NoBroker
from launcher.database.dumps import BackupTrouble
from launcher.database.postgres import DatabaseTrouble
from launcher.programs.ports import NoPort
from launcher.programs.privileges import NoSuitableUser
from launcher.supervisor import CHECKOUT, CannotStart, Supervisor, teller

SETTINGS = """\
settings (environment variables):
  VIERTAL_DATA   the data folder (default: var in a checkout)
  HOST, PORT     where to listen (default: 0.0.0.0, the first free port from 8000 up)
  DATABASE_URL   a PostgreSQL server to use instead of an own one: postgresql://user:password@host:5432/database
  BROKER_URL     a Redis or RabbitMQ server to use instead of an own one: redis://host:6379/0, amqp://user:password@host//
  VIERTAL_ORGANISER_PASSWORD
                 the organiser's password, if there is no organiser yet (default: one is made up and shown)
All settings: the page “Settings” (settings.md) of Viertal's documents
"""

TROUBLES = (
    BackupTrouble,
    BadSetting,
    CannotStart,
    DatabaseTrouble,
    FolderInUse,
    NoBroker,
    NoPort,
    NoSuitableUser,
)


def main(*, restores: bool = False) -> int:
    """Exit status 0 after a clean stop, 1 with a sentence where it cannot start. ``restores`` demands a backup."""
    parser = argparse.ArgumentParser(
        prog=program("launcher.restore" if restores else "launcher"),
        description=("Put a backup in place of all data, and start" if restores else "Start")
        + " Viertal: database, broker, web server and worker, until Ctrl-C.",
        epilog=SETTINGS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", metavar="FOLDER", help="the data folder, before VIERTAL_DATA")
    parser.add_argument("--port", metavar="N", help="the port, before PORT; 0 takes any free one")
    parser.add_argument("--no-demo", action="store_true", help="do not load the demonstration event")
    parser.add_argument("--no-backup", action="store_true", help="update the data without a backup of them first")
    parser.add_argument(
        "restore" if restores else "--restore",
        metavar="FILE",
        help="first put this backup in place of all data (which is backed up)",
    )
    options = parser.parse_args()
    env = dict(os.environ)
    if options.data:
        env["VIERTAL_DATA"] = options.data
    if options.port:
        env["PORT"] = options.port
    try:
        environment.check(env)
        Supervisor(
            DataFolder.from_environment(env, CHECKOUT),
            env,
            demo=not options.no_demo,
            tell=teller(),
            restored=Path(options.restore).expanduser().resolve() if options.restore is not None else None,
            backup=not options.no_backup,
        ).run()
    except TROUBLES as error:
        teller(sys.stderr)(str(error))
        return 1
    except OSError as error:
        way_out = ""
        if error.errno == errno.EROFS:
            way_out = ". The disk is read-only. Make it writable, or set VIERTAL_DATA to a folder on another disk"
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            way_out = ". The disk is full: make room on it, or set VIERTAL_DATA to a folder on another disk"
        teller(sys.stderr)(f"Viertal cannot start: {error}{way_out}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
