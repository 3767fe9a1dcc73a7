"""The data folder: what belongs to one running Viertal, its lock, its secrets and where its servers are."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import pwd
import re
import secrets
import shlex
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# The kernel takes at most 107 bytes for a socket's path on Linux, 103 on macOS.
LONGEST_SOCKET_PATH = 100
LONGEST_SOCKET_NAME = len("/database/.s.PGSQL.5432.lock")
NUMBERED = f"{'[0-9]' * 6}-{'[0-9]' * 8}-{'[0-9]' * 6}"  # the number and the time in a backup's name
PLAIN_PATH = re.compile(r"[A-Za-z0-9._/-]+")


class FolderInUse(RuntimeError):
    """The data folder is another's: another process runs from it (the message has its address), or it belongs
    to another user."""


class FolderClosed(FolderInUse):
    """The data folder, or what lies in it, may not be opened by this user. The message has whose it is."""


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600 from the first moment
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)  # nothing half written is left on a disk that is full
        raise


class DataFolder:
    """Paths and small files below one folder (`VIERTAL_DATA`, or `var` in the checkout)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.run = root / "run"
        self.logs = root / "log"
        self.secrets = root / "secrets"
        self.database = root / "database"
        self.broker = root / "broker"
        self.services_file = self.run / "services.json"
        self.processes_file = self.run / "processes.json"
        self.worker_ready_file = self.run / "worker-ready"
        self.port_file = root / "port"
        self._lock: int | None = None

    @classmethod
    def from_environment(cls, env: Mapping[str, str], checkout: Path) -> DataFolder:
        """Return the folder that VIERTAL_DATA names (a relative one counts from the working directory), or the
        checkout's own."""
        setting = env.get("VIERTAL_DATA", "")
        return cls(Path(setting).expanduser().resolve() if setting else checkout / "var")

    def backups(self, env: Mapping[str, str]) -> Path:
        """Return the folder for backups: the one that VIERTAL_BACKUPS names, or one in the data folder."""
        folder = env.get("VIERTAL_BACKUPS", "")
        return Path(folder).expanduser().resolve() if folder else self.root / "backups"

    def installation(self) -> str:
        """Return what tells this data folder's backups from those of others in one folder: made once and kept."""
        if known := self.recorded_installation():
            return known
        mark = secrets.token_hex(4)
        write_private(self.root / "installation", f"{mark}\n")
        return mark

    def recorded_installation(self) -> str:
        """Return that mark, empty where there is none yet."""
        try:
            return (self.root / "installation").read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            return ""

    def own_backups(self) -> tuple[str, ...]:
        """Return the names, as patterns, of this installation's backups: their folder may have others' as well."""
        return (f"*-{mark}-{NUMBERED}.dump",) if (mark := self.recorded_installation()) else ()

    def next_number(self, highest: int) -> int:
        """Return the number of a further backup: higher than each before, also of those that are gone, and than
        ``highest``."""
        with contextlib.suppress(
            OSError, ValueError
        ):  # a disk that takes no changes: it grows over those that are there
            handle = os.open(self.root / "backup-number", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                highest = max(highest, int(os.read(handle, 20) or 0))
                os.pwrite(handle, f"{highest + 1}\n".encode("ascii"), 0)
            finally:
                os.close(handle)
        return highest + 1

    def recorded_update(self) -> dict[str, Any]:
        """Return what is known of the version that used the data last and its update (`launcher.database.updates`)."""
        return self._read_json(self.root / "update.json")

    def record_update(self, **values: Any) -> None:
        """Write that down; without values, forget it."""
        write_private(self.root / "update.json", json.dumps(values, indent=1) + "\n")

    def counters(self) -> Path:
        """Make a new folder for the figures of /metrics, in memory where the system has such a place: processes write
        there without asking, and must not end because a disk is full."""
        shared = Path("/dev/shm")  # noqa: S108
        if not os.access(shared, os.W_OK):
            shared = self.run
        mark = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        folder = shared / f"viertal-metrics-{os.geteuid()}-{mark}"
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(mode=0o700)
        except OSError:
            return Path(tempfile.mkdtemp(prefix="viertal-metrics-", dir=self.run))
        return folder

    def make(self) -> None:
        """Make the folders that are missing, for their owner only. FolderInUse where another user has them."""
        if not self.is_there():
            try:
                self.root.mkdir(parents=True, exist_ok=True)
            except PermissionError as error:
                raise _others(Path(error.filename)) from None
        for path in (self.root, self.run):
            if path.exists() and path.stat().st_uid != os.geteuid() and os.geteuid() != 0:
                raise FolderInUse(
                    f"{path} belongs to another user (number {path.stat().st_uid}). Take the data over with: "
                    f"sudo chown -R {os.geteuid()} {shlex.quote(str(self.root))} "
                    "— or set VIERTAL_DATA to a folder of your own."
                )
        for path in (self.run, self.logs, self.secrets, self.broker):
            path.mkdir(mode=0o700, exist_ok=True)

    def is_there(self) -> bool:
        """Return whether this folder was made. FolderClosed where another user keeps it to themselves."""
        try:
            os.scandir(self.root).close()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except PermissionError as error:
            raise _others(Path(error.filename)) from None
        return True

    def has_database(self) -> bool:
        """Return whether a database was made here. FolderClosed as above."""
        return self.is_there() and os.path.lexists(self.database / "PG_VERSION")

    def lock(self) -> None:
        """Keep this folder for this process until it ends, however it ends. FolderInUse where another has
        it."""
        try:
            handle = os.open(self.root / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except PermissionError as error:
            raise _others(Path(error.filename)) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            known = self.recorded_services()
            where = f" on {known['url']}" if known.get("url") else " (it is just starting)"
            who = f", process {known['pid']}" if known.get("pid") else ""
            raise FolderInUse(
                f"Viertal already runs from {self.root}{where}{who}. Stop that one first (Ctrl-C in "
                "its window), "
                "or set VIERTAL_DATA to another folder to run a second one."
            ) from None
        self._lock = handle

    def unlock(self) -> None:
        """Give the folder up."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def read_secret(self, name: str) -> str | None:
        """Return a secret made earlier, or None (also where this user may not read it)."""
        try:
            return (self.secrets / name).read_text(encoding="utf-8").strip() or None
        except (FileNotFoundError, PermissionError, NotADirectoryError):
            return None

    def secret(self, name: str, characters: int) -> str:
        """Return a secret that is made once and kept, readable by its owner only."""
        if (known := self.read_secret(name)) is not None:
            return known
        # No letter or figure that is taken for another: a person copies the password from the screen.
        alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
        secret = "".join(secrets.choice(alphabet) for _ in range(characters))
        write_private(self.secrets / name, secret + "\n")
        return secret

    def recorded_port(self) -> int | None:
        """Return the port that printed links and QR codes lead to, or None before the first start."""
        try:
            port = int(self.port_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return port if 0 < port < 65536 else None

    def record_port(self, port: int) -> None:
        """Keep the port for the next start."""
        write_private(self.port_file, f"{port}\n")

    def recorded_services(self) -> dict[str, Any]:
        """Return what `make up` wrote on its servers: `database_url`, `broker_url`, `url`, `pid`; empty where
        nothing runs."""
        return self._read_json(self.services_file)

    def record_services(self, **values: Any) -> None:
        """Write down where the servers are."""
        write_private(self.services_file, json.dumps(values, indent=1) + "\n")

    def recorded_processes(self) -> list[dict[str, Any]]:
        """Return the processes that the last run started: `name`, `pid`, `started`, `signal`."""
        known = self._read_json(self.processes_file).get("processes", [])
        return [entry for entry in known if isinstance(entry, dict)] if isinstance(known, list) else []

    def record_processes(self, entries: list[dict[str, Any]]) -> None:
        """Write down which processes run, so that the next start can end what a crash left."""
        write_private(self.processes_file, json.dumps({"processes": entries}, indent=1) + "\n")

    def forget_run(self) -> None:
        """Remove the traces of this run after a clean stop."""
        sockets = self.recorded_services().get("sockets")
        for path in (self.services_file, self.processes_file, self.worker_ready_file):
            path.unlink(missing_ok=True)
        if isinstance(sockets, str) and Path(sockets) != self.run and Path(sockets).name.startswith("viertal-"):
            shutil.rmtree(sockets, ignore_errors=True)

    def socket_folder(self) -> Path:
        """Return a folder for Unix sockets whose path is short and plain enough: `run`, else one of the system's
        own."""
        if len(os.fsencode(self.run)) + LONGEST_SOCKET_NAME <= LONGEST_SOCKET_PATH and PLAIN_PATH.fullmatch(
            str(self.run)
        ):
            return self.run
        old = self.recorded_services().get("sockets")
        if isinstance(old, str) and Path(old) != self.run and _is_ours(Path(old)):
            return Path(old)
        for place in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp"):  # noqa: S108
            if place and len(os.fsencode(place)) <= 50 and PLAIN_PATH.fullmatch(place) and os.access(place, os.W_OK):
                return Path(tempfile.mkdtemp(prefix="viertal-", dir=place))
        raise RuntimeError(
            f"There is no folder with a short path for sockets. Set VIERTAL_DATA to a folder with a path "
            f"of at most {LONGEST_SOCKET_PATH - LONGEST_SOCKET_NAME - 4} plain characters."
        )

    @staticmethod
    def _read_json(path: Path) -> dict[str, Any]:
        try:
            known = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


def _others(path: Path) -> FolderClosed:
    """Return the error for a path that this user may not open, with whose it is and what to do."""
    me, place = _user(os.geteuid()), path
    while not os.access(place.parent, os.X_OK, effective_ids=True):
        place = place.parent  # what lies deeper cannot be looked at
    owner = (place if os.path.lexists(place) else place.parent).lstat()
    if owner.st_uid == os.geteuid():
        return FolderClosed(f"{path} may not be opened by its own user, {me}. Allow it with chmod, and try again.")
    whose = _user(owner.st_uid)
    return FolderClosed(
        f"{path} is not open to the user {me}: it belongs to {whose}. Do the same as that user (sudo -u {whose} …), "
        "or set VIERTAL_DATA to a folder of your own."
    )


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"#{number}"  # as sudo takes it, too


def _is_ours(path: Path) -> bool:
    """Return whether a folder in a place that all may write to is still the one that we made."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022
