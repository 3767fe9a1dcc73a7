"""The number of connections that a web process may hold open at once."""

from __future__ import annotations

import logging
import resource

log = logging.getLogger(__name__)

FEW = 8192
"""Open files with which five thousand viewers, each with a stream and at times a page, still fit."""

OWN = 64
"""Files that a process needs for itself: logs, the database, the broker."""

MOST = 20_000
"""Connections of one process where nothing else bounds them: what one core can tell of every version."""


def raise_open_files() -> int:
    """Raise the process's own (soft) limit of open files to the system's (hard) one and return it, -1 where there is no
    limit. Warn where it is low."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (ValueError, OSError):  # some systems call no limit what they do not grant
            hard = soft
    if soft != resource.RLIM_INFINITY and soft < FEW:
        log.warning(
            "The system lets this process open %d files, so about %d viewers can be connected to it at once. "
            "For more, raise its limit (ulimit -n, or LimitNOFILE in systemd).",
            soft,
            max(0, soft - 100),
        )
    return -1 if soft == resource.RLIM_INFINITY else soft


def connections(files: int, wanted: int) -> tuple[int, int]:
    """Return the number of connections for everybody, and in all: the difference is for people who are signed in.

    ``files`` is what `raise_open_files` gave, ``wanted`` the setting VIERTAL_CONNECTIONS (0: as many as there can be).
    """
    room = MOST if files < 0 else max(files - OWN, 2)
    everybody = wanted or MOST
    reserve = max(16, everybody // 8)
    if everybody + reserve > room:
        reserve = min(max(16, room // 8), room // 2)
        everybody = room - reserve
    return everybody, everybody + reserve
