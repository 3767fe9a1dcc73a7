"""Backup and restore: the whole database in one file, by PostgreSQL's own `pg_dump` and `pg_restore`.

A restore happens in one transaction, so that either all of it is there or nothing has changed; what was
there before is backed up first.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from config import environment
from config.data_folder import NUMBERED, DataFolder, write_private
from config.process import tied_to_this
from launcher.database.postgres import PLAIN_ENVIRONMENT, DatabaseTrouble, programs

CHECKOUT = Path(__file__).resolve().parents[2]
MIGRATIONS = CHECKOUT / "tournaments" / "migrations"
IN_DEVELOPMENT = "0001_initial"  # the first migration of versions before 1.0, whose schema nothing leads on from


# The schema is made as PostgreSQL makes it in a new database, so that a later backup is like this one; where it belongs
# to the server's administrator, as it did before PostgreSQL 15, it is emptied. A viewer's browser keeps pages by the
# tournaments' versions, so they go on from where they were. What ended since the backup was made stays ended: accounts
# that were closed or deleted (unless none is known here: then the backup is another installation's), what was revoked,
# and invitations that somebody took up.
BEFORE = """\
SET client_min_messages = warning;
CREATE TEMP TABLE latest (version bigint);
CREATE TEMP TABLE account (key text, is_active boolean);
CREATE TEMP TABLE ended (kind text, key text);
SELECT count(*) = 1 AS used FROM pg_tables WHERE schemaname = 'public' AND tablename = 'tournaments_tournament' \\gset
\\if :used
INSERT INTO latest SELECT max(version) FROM public.tournaments_tournament;
INSERT INTO account SELECT id || ' ' || date_joined, is_active FROM public.tournaments_user;
INSERT INTO ended SELECT 'token', digest FROM public.tournaments_apitoken WHERE revoked_at IS NOT NULL;
INSERT INTO ended SELECT 'invitation', seed FROM public.tournaments_invitation
    WHERE revoked_at IS NOT NULL OR used_at IS NOT NULL;
INSERT INTO ended SELECT 'code', seed FROM public.tournaments_staffcode WHERE ended_at IS NOT NULL;
\\endif
SELECT pg_has_role(nspowner, 'USAGE') AS own FROM pg_namespace WHERE nspname = 'public' \\gset
\\if :own
DROP SCHEMA public CASCADE;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
\\else
SELECT format('DROP TABLE public.%I CASCADE', tablename) FROM pg_tables WHERE schemaname = 'public' \\gexec
SELECT format('DROP ROUTINE %s CASCADE', oid::regprocedure) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e') \\gexec
\\endif
"""


AFTER = """\
SELECT pg_catalog.set_config('search_path', 'public', false);
UPDATE tournaments_tournament SET version = GREATEST(version, (SELECT max(version) FROM latest)) + 1;
DELETE FROM django_session;
\\o
\\echo :used
UPDATE tournaments_user AS person SET is_active = false
    WHERE is_active AND id || ' ' || date_joined NOT IN (SELECT key FROM account WHERE account.is_active)
    AND EXISTS (SELECT FROM account, tournaments_user AS known WHERE key = known.id || ' ' || known.date_joined)
    RETURNING 'account ' || username;
UPDATE tournaments_apitoken SET revoked_at = now() FROM ended
    WHERE kind = 'token' AND key = digest AND revoked_at IS NULL RETURNING 'API token ' || name;
UPDATE tournaments_invitation SET revoked_at = now() FROM ended
    WHERE kind = 'invitation' AND key = seed AND revoked_at IS NULL AND used_at IS NULL
    RETURNING 'invitation of ' || name;
UPDATE tournaments_staffcode SET ended_at = now() FROM ended, tournaments_user AS person
    WHERE kind = 'code' AND key = seed AND ended_at IS NULL AND user_id = person.id
    RETURNING 'staff code of ' || username;
"""


class BackupTrouble(RuntimeError):
    """A backup cannot be written, read or put back. The message says why; nothing was changed."""


def backup(address: str, file: Path) -> int:
    """Write the database at that address (as DATABASE_URL has it) to the file, whole or not at all; its bytes.

    What it holds is one moment's state, also while others write. Readable by its owner only: names and passwords'
    hashes are in it.
    """
    if file.exists():
        raise BackupTrouble(f"{file} is there already; nothing was written.")
    part = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _forget_broken_off(part)
        with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as written:
            try:
                fcntl.flock(written, fcntl.LOCK_EX)
                _run("pg_dump", "--format=custom", "--no-password", f"--file={part}", address=address)
                _run("pg_restore", f"--file={os.devnull}", str(part))  # reads all of it
                os.fsync(written.fileno())
                digest = _digest(part)
                part.rename(file)
            finally:
                part.unlink(missing_ok=True)
        write_private(checksum_file(file), f"{digest}  {file.name}\n")
        sync(file.parent)
    except OSError as error:
        raise BackupTrouble(f"The backup cannot be written to {file}: {error.strerror}.") from None
    return file.stat().st_size


def sync(folder: Path) -> None:
    """Have a folder's names on the disk before going on."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def checksum_file(file: Path) -> Path:
    """Return the file of a backup's checksum, as `sha256sum --check` reads it."""
    return file.with_name(f"{file.name}.sha256")


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _forget_broken_off(part: Path) -> None:
    """Remove what backups that were killed have left. One that is still written holds a lock."""
    for left in {part, *part.parent.glob(".*.dump.part")}:
        with contextlib.suppress(OSError), left.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink()


def restore(address: str, file: Path, *, as_it_is: bool = False) -> str:
    """Put a backup in place of what is in the database at that address, all of it or nothing; return what ended since
    and stays so, in sentences.

    Everybody has to sign in again, but where the data come back ``as_it_is``, unchanged. Nothing else may use the
    database meanwhile. BackupTrouble where the file is no backup, or of a newer Viertal.
    """
    check(file)
    with tempfile.TemporaryDirectory(prefix="viertal-restore-") as folder:
        body, before, after = (Path(folder) / name for name in ("body.sql", "before.sql", "after.sql"))
        before.write_text(BEFORE, encoding="ascii")
        after.write_text("" if as_it_is else AFTER, encoding="ascii")
        # Through a file: a stream that broke off would look like its end.
        _run("pg_restore", "--no-owner", "--no-privileges", "--no-comments", f"--file={body}", str(file))
        _leave_out(body, b"\nSET transaction_timeout = 0;\n")
        ended = _run(
            "psql",
            "--no-psqlrc",
            "--quiet",
            "--tuples-only",
            "--no-align",
            "--no-password",
            "--single-transaction",
            "--set=ON_ERROR_STOP=1",
            "--output=/dev/null",
            *(f"--file={part}" for part in (before, body, after)),
            address=address,
        )
    if as_it_is:
        return ""
    is_known, *names = ended.splitlines()
    if is_known == "f":
        still = "What ended since then is not known here: look through accounts, API tokens and people with rights. "
    else:
        still = f"Ended since then, and still ended: {', '.join(names)}. " if names else ""
    return (
        f"{still}Everybody signs in again, with the password, second factor and roles of that time. Webhooks and names "
        "that were removed since are back: look through them."
    )


def _leave_out(script: Path, line: bytes) -> None:
    """Make a comment of a setting at the head of a script, which servers before PostgreSQL 17 do not know."""
    with script.open("rb+") as file:
        at = file.read(4096).find(line)
        if at >= 0:
            file.seek(at + 1)
            file.write(b"--")


def check(file: Path) -> None:
    """Raise BackupTrouble where that is no backup of a Viertal of this age or older."""
    if not file.is_file():
        raise BackupTrouble(f"There is no file {file}.")
    _check_digest(file)
    try:
        listed = _run("pg_restore", "--list", str(file))
        applied = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
    except BackupTrouble as error:
        raise BackupTrouble(f"{file} is no backup, or a damaged one: {error}") from None
    if " TABLE DATA public tournaments_tournament " not in listed:
        raise BackupTrouble(f"{file} is a backup of something else than Viertal.")
    migrated = set(re.findall(r"^\d+\ttournaments\t(\S+)\t", applied, re.MULTILINE))
    if IN_DEVELOPMENT in migrated:
        raise BackupTrouble(
            f"{file} was made by a version in development, and this one cannot read it. Restore it with the version "
            "that made it, download the document of each tournament there, and import the documents here."
        )
    newer = sorted(migrated - {path.stem for path in MIGRATIONS.glob("[0-9]*.py")})
    if newer:
        raise BackupTrouble(
            f"{file} was made by a newer Viertal (it has {newer[0]}). Update this one first, then restore."
        )


def _check_digest(file: Path) -> None:
    """Raise BackupTrouble where a file differs from what was written. One without a checksum is taken as it is."""
    try:
        stated = checksum_file(file).read_text(encoding="ascii").split()[:1]
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise BackupTrouble(f"{checksum_file(file)} cannot be read: {error}.") from None
    if stated != [_digest(file)]:
        raise BackupTrouble(
            f"{file} is damaged: its checksum is not the one in {checksum_file(file).name}. Take another backup."
        )


def name(folder: DataFolder, what: str = "viertal", env: Mapping[str, str] | None = None) -> Path:
    """Return the path of a backup made now: its installation, a number that only grows, and the local date and time."""
    backups, mark = folder.backups(env or {}), folder.installation()
    highest = max((order(file)[0] for file in backups.glob(f"*-{mark}-{NUMBERED}.dump")), default=0)
    return backups / f"{what}-{mark}-{folder.next_number(highest):06}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.dump"


def order(file: Path) -> tuple[int, str]:
    """Return a backup's place among those of its installation, whatever the clock did: its number; then its time."""
    *_, number, day, clock = file.stem.split("-")
    return int(number), f"{day}-{clock}"


def time_of(file: Path) -> datetime | None:
    """Return the time in a backup's name, or None where that is no time."""
    try:
        return datetime.strptime(order(file)[1], "%Y%m%d-%H%M%S").astimezone()
    except ValueError:
        return None


def _run(program: str, *arguments: str, address: str | None = None) -> str:
    """Run one of PostgreSQL's programs against that database and return its output."""
    try:
        done = subprocess.run(
            # A backup that is killed takes pg_dump with it.
            tied_to_this([str(programs() / program), *_without_variable(address), *arguments]),
            env=_environment(address),
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except DatabaseTrouble as error:
        raise BackupTrouble(str(error)) from None
    if done.returncode:
        words = [line for line in done.stderr.strip().splitlines() if line.strip()]
        raise BackupTrouble(words[0] if words else f"{program} ended with status {done.returncode}")
    return done.stdout


def _environment(address: str | None) -> dict[str, str]:
    """Return the environment that libpq reads: so the password is in no list of processes."""
    if address is None:
        return PLAIN_ENVIRONMENT
    known = environment.database(address)
    named = _variables()
    variables = {
        "PGHOST": known["HOST"],
        "PGPORT": str(known["PORT"]),
        "PGUSER": known["USER"],
        "PGPASSWORD": known["PASSWORD"],
        "PGDATABASE": known["NAME"],
        **{named[option]: value for option, value in known["OPTIONS"].items() if option in named},
    }
    return PLAIN_ENVIRONMENT | {key: value for key, value in variables.items() if value}


def _without_variable(address: str | None) -> list[str]:
    """Return the argument for an address's options that libpq reads from no variable; none of them is a secret."""
    named = _variables()
    options = environment.database(address)["OPTIONS"] if address else {}
    rest = {option: value for option, value in options.items() if option not in named}
    return [f"--dbname={make_conninfo(**rest)}"] if rest else []


def _variables() -> dict[str, str]:
    """Return the environment variable that libpq reads for each of its options; some have none."""
    return {
        option.keyword.decode("ascii"): option.envvar.decode("ascii")
        for option in Conninfo.get_defaults()
        if option.envvar
    }
