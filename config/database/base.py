"""Connections of the pool: whoever waits for one looks now and then whether there is still a server."""

from __future__ import annotations

import socket
import struct
import time
from pathlib import Path
from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import PoolTimeout

LONGEST = 10.0
"""Seconds of waiting for a connection while others have them all."""
PROBE = 1.0
"""Seconds in which a server answers, before it counts as away."""
NOT_NOW = b"C57P03\x00"
"""The code of a refusal, cannot_connect_now, in the server's answer."""


class DatabaseWrapper(base.DatabaseWrapper):  # type: ignore[misc]
    """Django's, but for the wait: where no server listens any more, it ends with the pool's ``timeout``.

    Then a page says at once that the database is away. Where the server is there and all connections are lent, the
    wait goes on for ``LONGEST``.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        until = time.monotonic() + LONGEST
        while True:
            try:
                return super().get_new_connection(conn_params)
            except PoolTimeout:
                if time.monotonic() > until or not self.listens():
                    raise

    def listens(self) -> bool:
        """Return whether a server lets in at one of the addresses, or would if fewer were there; True where none is
        given."""
        hosts, ports = (str(self.settings_dict[name] or "").split(",") for name in ("HOST", "PORT"))
        if hosts == [""]:
            return True
        if len(ports) != len(hosts):
            ports = ports[:1] * len(hosts)
        knock = _first_message(self.settings_dict["USER"], self.settings_dict["NAME"])
        return any(_answers(host, int(port or 5432), knock) for host, port in zip(hosts, ports, strict=True))


def _first_message(user: str, database: str) -> bytes:
    """Return a client's first message (PostgreSQL, *Message Formats*, StartupMessage): length, version 3.0, who."""
    words = b"\0".join(word.encode() for word in ("user", user, "database", database))
    return struct.pack("!II", len(words) + 10, 3 << 16) + words + b"\0\0"


def _answers(host: str, port: int, knock: bytes) -> bool:
    """Ask as a client does. A server that starts, ends or recovers says so; one that was halted says nothing."""
    try:
        with _line(host, port) as line:
            line.sendall(knock)
            answer = line.recv(1024)
    except OSError:
        return False
    return bool(answer) and NOT_NOW not in answer


def _line(host: str, port: int) -> socket.socket:
    if not host.startswith("/"):
        return socket.create_connection((host, port), PROBE)
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(PROBE)
    try:
        line.connect(str(Path(host) / f".s.PGSQL.{port}"))
    except OSError:
        line.close()
        raise
    return line
