"""The web server: `python -m launcher.web DESCRIPTOR` serves config.asgi on a socket that is open already.

The socket belongs to the supervisor, so that the port stays Viertal's, and callers wait, while a server that
was killed is started again.
"""

import os
import socket
import sys
from typing import Any

import uvicorn

from config import environment
from launcher.connections import GuardedProtocol

STOP_WITHIN = 2  # seconds for open requests at a stop; live events would stay for ever


def serve(descriptor: int, application: str = "config.asgi:application", **options: Any) -> None:
    """Serve until a signal ends it."""
    config = uvicorn.Config(
        application,
        http=GuardedProtocol,
        lifespan="on",
        timeout_graceful_shutdown=STOP_WITHIN,
        timeout_keep_alive=30,
        access_log=False,
        server_header=False,
        log_config=None,
        # Believed only when said so: else anyone could choose the address that is logged and limited.
        proxy_headers=environment.flag(os.environ, "VIERTAL_BEHIND_PROXY"),
        backlog=2048,
        **options,
    )
    server = uvicorn.Server(config)
    server.run(sockets=[socket.socket(fileno=descriptor)])
    if not server.started:
        sys.exit(3)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
