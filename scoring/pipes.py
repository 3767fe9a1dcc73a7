"""Ends a command quietly when whoever reads its output has stopped, as ``| head`` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

CLOSED = 2
"""The exit code: the answer was not read to its end."""


def run(command: Callable[[], int]) -> int:
    """Run a command; return its exit code, or ``CLOSED`` where its output was closed before it was done."""
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:
        # Nothing more can be said; Python would try once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    return status
