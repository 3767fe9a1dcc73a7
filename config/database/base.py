"""Connections of the pool: whoever waits for one looks now and then whether there is still a server."""

from __future__ import annotations

import socket
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import PoolTimeout

LONGEST = 10.0
"""Seconds of waiting for a connection while others have them all."""
PROBE = 1.0
"""Seconds in which a server takes up a connection, before it counts as away."""


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
        """Return whether a server takes up connections at one of the addresses; True where none is given."""
        hosts, ports = (str(self.settings_dict[name] or "").split(",") for name in ("HOST", "PORT"))
        if hosts == [""]:
            return True
        if len(ports) != len(hosts):
            ports = ports[:1] * len(hosts)
        return any(_takes_up(host, int(port or 5432)) for host, port in zip(hosts, ports, strict=True))


def _takes_up(host: str, port: int) -> bool:
    try:
        if host.startswith("/"):
            with closing(socket.socket(socket.AF_UNIX)) as line:
                line.settimeout(PROBE)
                line.connect(str(Path(host) / f".s.PGSQL.{port}"))
        else:
            socket.create_connection((host, port), PROBE).close()
    except OSError:
        return False
    return True
