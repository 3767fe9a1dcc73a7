"""The preparations before Viertal serves: migrate, the organiser, the demonstration, the static files.

`python -m launcher.prepare`, in one process because loading Django is most of the time that it takes. Its
last line is a JSON object for the supervisor: `migrated` (how many migrations were applied), `backup` (the one
of before; empty where there were no data yet, or `--no-backup` says that somebody else made one), `static` (whether
files were collected), `generated_password` (whether the organiser still has the password that was made up for them).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from config.commands import command
from config.data_folder import DataFolder
from launcher.database import updates
from launcher.database.dumps import IN_DEVELOPMENT, BackupTrouble

ONE_AT_A_TIME = 7_434_825  # the number of PostgreSQL's advisory lock; any will do, as long as it stays
PATIENCE = 30.0  # seconds for a database server that is still starting


def main() -> None:
    """Do it all, and report."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    wait_for_database()
    from django.conf import settings

    folder = DataFolder(settings.DATA_FOLDER)
    warn_where_deaf()
    with in_one_sentence(), alone():
        report = migrate(folder)
        run("ensure_organiser")
        if "--no-demo" not in sys.argv:
            run("load_demo")
        updates.end(folder)
    report |= {"static": collect_static(), "generated_password": password_is_generated()}
    print(json.dumps(report), flush=True)  # noqa: T201


def run(name: str, *arguments: str, **options: Any) -> None:
    """Run one of Django's commands; its output goes to the log."""
    from django.core.management import call_command

    call_command(name, *arguments, stdout=sys.stderr, **options)


def wait_for_database() -> None:
    """Wait until the server takes connections. Raises SystemExit with a sentence if it does not."""
    from django.db import OperationalError, connection
    from psycopg_pool import PoolTimeout

    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.ensure_connection()
            break
        except (OperationalError, PoolTimeout) as error:
            if time.monotonic() > deadline:
                raise SystemExit(f"The database does not answer: {error}".rstrip()) from None
            time.sleep(0.5)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int")
        version = cursor.fetchone()[0]
    if version < 140000:
        raise SystemExit(f"The database server is PostgreSQL {version // 10000}; Viertal needs 14 or newer.")


def warn_where_deaf() -> None:
    """Say where a pooler stands between those who listen and the database; pages work without, so it is no refusal."""
    import psycopg

    from config.database import listening

    with contextlib.suppress(psycopg.Error):
        if os.environ.get("DATABASE_URL") and not listening.hears(os.environ):
            sys.stderr.write(f"{listening.DEAF} {listening.ADVICE}\n")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keep a second Viertal that starts on the same database waiting."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
        yield
        # after an error the process ends, and the lock with its connection
        cursor.execute("SELECT pg_advisory_unlock(%s)", [ONE_AT_A_TIME])


@contextlib.contextmanager
def in_one_sentence() -> Iterator[None]:
    """Raise SystemExit with a sentence where the database server ends, or is killed, in the middle."""
    from django.db import InterfaceError, OperationalError
    from psycopg_pool import PoolTimeout

    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as error:
        reason = " ".join(str(error).split())
        raise SystemExit(
            f"The database ended while the data were prepared ({reason}). What was not finished is undone: start "
            "Viertal again."
        ) from None


def migrate(folder: DataFolder) -> dict[str, Any]:
    """Apply what is missing, after a backup of data that are there; how many that were, and the backup."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    refuse_foreign(executor.loader)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    backup = ""
    if plan and "--no-backup" not in sys.argv and has_data():
        try:
            backup = str(updates.begin(folder, os.environ, len(executor.loader.applied_migrations), len(plan)))
        except (BackupTrouble, OSError) as error:
            raise SystemExit(
                "Before the data are updated a backup must be made, and it cannot be: "
                f"{str(error).rstrip('.')}. Nothing was changed. Make room on the disk, or set VIERTAL_BACKUPS to a "
                "folder on another one, and start again; or start with --no-backup where you have made one yourself."
            ) from None
        sys.stderr.write(f"Before the update the data were saved in {backup}.\n")
    if plan:
        try:
            run("migrate", interactive=False, verbosity=1)
        except Exception as error:
            if backup:
                error.add_note(f"The update failed. To go back to the data from before it: {command('rollback')}")
            raise
    return {"migrated": len(plan), "backup": backup}


def has_data() -> bool:
    """Return whether somebody works in this database: what a first start has made so far needs no backup."""
    from django.db import connection

    with connection.cursor() as cursor:
        if "tournaments_user" not in connection.introspection.table_names(cursor):
            return False
        cursor.execute("SELECT EXISTS (SELECT FROM tournaments_user)")
        return bool(cursor.fetchone()[0])


def refuse_foreign(loader: Any) -> None:
    """Raise SystemExit with a sentence where another Viertal migrated the database: a newer one, or one in
    development. Nothing is touched then."""
    if ("tournaments", IN_DEVELOPMENT) in loader.applied_migrations:
        raise SystemExit(
            "The data were made by a version in development, and this one cannot read them. Nothing was changed. Start "
            "that version once more and download the document of each tournament; then start this one with "
            "VIERTAL_DATA set to another folder, and import the documents there."
        )
    ours = {app for app, _name in loader.disk_migrations}
    unknown = set(loader.applied_migrations) - set(loader.disk_migrations)
    newer = sorted(name for app, name in unknown if app in ours)
    if newer:
        raise SystemExit(
            f"The data were made by a newer Viertal (they have {newer[-1]}), and this one would damage them. Nothing "
            f"was changed. Start the newer Viertal, or take it back: {command('rollback')}. Or set VIERTAL_DATA to "
            "another folder and restore a backup that this one made there."
        )


def collect_static() -> bool:
    """Collect the static files if any has changed since the last time; whether that was so."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders

    from config import static_files

    seen = hashlib.sha256(f"{settings.STORAGES['staticfiles']['BACKEND']}\0".encode())
    seen.update(Path(static_files.__file__).read_bytes())  # how files are made one is in what is collected
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            seen.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    mark = Path(settings.STATIC_ROOT) / ".collected"
    listed = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if mark.exists() and listed.exists() and mark.read_text(encoding="ascii") == seen.hexdigest():
        return False
    run("collectstatic", interactive=False, verbosity=0)
    mark.write_text(seen.hexdigest(), encoding="ascii")
    return True


def password_is_generated() -> bool:
    """Return whether the organiser's password is still the one made up at the first start.

    A password is slow to try, on purpose; so the answer is kept beside the (hashed) password that it was
    found for.
    """
    from django.conf import settings
    from django.contrib.auth import get_user_model

    made_up = os.environ.get("VIERTAL_ORGANISER_PASSWORD", "")
    user = get_user_model().objects.filter(username="organiser").first()
    if user is None or not made_up:
        return False
    key = hashlib.sha256(f"{user.password}\0{made_up}".encode()).hexdigest()
    known = Path(settings.DATA_FOLDER) / "secrets" / "organiser_password_tried"
    if known.exists():
        tried, _, answer = known.read_text(encoding="ascii").strip().partition(" ")
        if tried == key:
            return answer == "same"
    # Without the hook that stores the password anew when the hasher has become stronger.
    from django.contrib.auth.hashers import check_password

    same = check_password(made_up, user.password)
    known.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    known.write_text(f"{key} {'same' if same else 'changed'}\n", encoding="ascii")
    known.chmod(0o600)
    return same


if __name__ == "__main__":
    main()
