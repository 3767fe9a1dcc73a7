"""The disk that the data are on: whether it is full or read-only, and whether it soon will be full."""

from __future__ import annotations

import errno
import math
import os
import shutil
import tempfile
import time
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.utils import InternalError
from django.utils.translation import gettext as _
from psycopg.errors import DiskFull, InsufficientPrivilege, ReadOnlySqlTransaction

LOW_BYTES = 200 * 1000 * 1000
LOW_SHARE = 50  # one part of so many
FULL_BYTES = 2 * 1000 * 1000
"""With less than this, a database that does not answer is silent because it cannot write."""

JUST_NOW = 1.0
"""Seconds for which pages of a database that is away believe the last trial of the disk."""

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})


def free() -> tuple[int, int] | None:
    """Return the free bytes and all bytes of the disk with the data folder; None where nobody can say."""
    try:
        usage = shutil.disk_usage(settings.DATA_FOLDER)
    except OSError:
        return None
    return usage.free, usage.total


def takes_nothing() -> bool:
    """Return whether the data folder's disk is full or read-only."""
    space = free()
    return (space is not None and space[0] < FULL_BYTES) or read_only()


def read_only(*, within: float = 0.0) -> bool:
    """Return whether the data folder's disk is read-only. It is tried: a system that stopped writing to a disk
    because of an error still calls it writable.

    An answer of the last ``within`` seconds will do where many ask. Who asks why something failed needs a new one: the
    disk that took something just before may be the one that stopped.
    """
    global _tried
    moment, answer = _tried
    if time.monotonic() - moment < within:
        return answer
    try:
        handle, name = tempfile.mkstemp(dir=settings.DATA_FOLDER, prefix=".writable-")
        os.close(handle)
        Path(name).unlink()
        answer = False
    except OSError as error:
        answer = error.errno == errno.EROFS
    _tried = time.monotonic(), answer
    return answer


_tried = (-math.inf, False)


def is_to_blame(error: BaseException) -> bool:
    """Return whether something failed because a disk takes nothing more: the database says so, or the system, or
    the database is away and its disk is full."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, DiskFull | ReadOnlySqlTransaction):
            return True
        if isinstance(cause, OSError) and cause.errno in _NO_ROOM:
            return True
        cause = cause.__cause__ or cause.__context__
    # PostgreSQL opens its files for writing also to read them, and takes a disk that refuses for a lack of rights
    kinds = OperationalError | InterfaceError | InternalError
    suspect = isinstance(error, kinds) or isinstance(error.__cause__, InsufficientPrivilege)
    return suspect and takes_nothing()


def title() -> str:
    """Name what is wrong with the disk."""
    return _("The disk is read-only") if read_only(within=JUST_NOW) else _("The disk is full")


def sentence(*, to_staff: bool) -> str:
    """Say that nothing could be saved. Only those who work there learn where the folder is."""
    if read_only(within=JUST_NOW):  # as was found when it was asked for the reason
        if to_staff:
            return _(
                "The disk with %(folder)s is read-only at the moment: nothing was saved. Check that disk: its "
                "cable, its write protection, and what the system says of it. Viertal goes on by itself when it can be "
                "written to again. Everything saved before is safe."
            ) % {"folder": settings.DATA_FOLDER}
        return _(
            "The disk of Viertal’s computer is read-only at the moment: nothing was saved. Tell the arbiters. "
            "Everything saved before is safe."
        )
    if to_staff:
        return _(
            "The disk with %(folder)s is full or cannot be written to: nothing was saved. Free some space, "
            "then send this again. Everything saved before is safe, and the pages still work."
        ) % {"folder": settings.DATA_FOLDER}
    return _(
        "The disk of Viertal’s computer is full: nothing was saved. Tell the arbiters. Everything saved before is safe."
    )


def warning() -> str:
    """Warn before the disk is full; empty while there is room."""
    space = free()
    if space is None:
        return ""
    left, total = space
    if left >= LOW_BYTES and left * LOW_SHARE >= total:
        return ""
    return _(
        "The disk with %(folder)s is nearly full: %(megabytes)s MB are left. Free some space soon, or no more results"
        " can be saved."
    ) % {"folder": settings.DATA_FOLDER, "megabytes": left // 1_000_000}
