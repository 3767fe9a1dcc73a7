"""The number of connections that a web process may hold open at once."""

from __future__ import annotations

import logging
import resource

log = logging.getLogger(__name__)

FEW = 8192
"""Open files with which five thousand viewers, each with a stream and at times a page, still fit."""


def raise_open_files() -> int:
    """Raises the process's own (soft) limit of open files to the system's (hard) one; how many that are, -1 where
    there is no limit. Says so where they are few."""
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
