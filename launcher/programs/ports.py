"""A port to listen on."""

from __future__ import annotations

import errno
import socket

from config.data_folder import DataFolder

FIRST_PORT = 8000
PORTS_TRIED = 1000


class NoPort(RuntimeError):
    """No port can be had. The message says why and what to do."""


def listen(host: str, port: int | None = None, *, before: int | None = None) -> socket.socket:
    """Return a listening TCP socket: on `port`, or (None) on the one that it had `before`, else on the first free one
    from 8000 up (0: any that the system gives).

    Found by taking it, so that two programs started at once never choose the same.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port or 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise NoPort(f"HOST is {host!r}, which is no address of a machine: {error.strerror}.") from None
    wanted = [*range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)] if port is None else [port]
    if port is None and before is not None:
        wanted.insert(0, before)
    for candidate in wanted:
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((address[0], candidate))
            sock.listen(2048)
        except OSError as error:
            sock.close()
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            if error.errno == errno.EADDRINUSE:
                raise NoPort(
                    f"Port {port} is taken by another program. Leave PORT out and a free one is found, or set another."
                ) from None
            if error.errno == errno.EACCES:
                raise NoPort(f"Port {candidate} is not for ordinary users. Set PORT to 1024 or more.") from None
            raise NoPort(f"HOST is {host!r}, which is no address of this machine: {error.strerror}.") from None
        return sock
    raise NoPort(f"All ports from {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are taken. Set PORT to a free one.")


def take(folder: DataFolder, host: str, wanted: int | None) -> tuple[socket.socket, str]:
    """Return the socket to listen on, on the port of the first start where none is `wanted` (0: any), and a sentence
    where it is another one than before: printed links and QR codes lead to that.

    The first port is kept in the folder, and any that is asked for by number.
    """
    before = folder.recorded_port()
    sock = listen(host, wanted, before=before)
    port = int(sock.getsockname()[1])
    if wanted or (wanted is None and before is None):
        folder.record_port(port)
    if before in (None, port) or wanted == 0:
        return sock, ""
    printed = f"Links and QR codes that were printed lead to port {before}"
    if wanted:
        return sock, f"{printed}; now it is {port}. Print them anew."
    return sock, (
        f"Port {before}, on which this Viertal ran before, is taken by another program; now it is {port}. {printed}: "
        "stop the other program and start again, or print them anew."
    )
