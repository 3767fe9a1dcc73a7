"""Starts one program that cannot outlive its parent, as another user if asked.

Run as `python -I -S launch.py PARENT SIGNAL UID GID PROGRAM ARGUMENT…`: becomes user UID (-1: stays), asks
the kernel for SIGNAL when the process PARENT dies, and turns into PROGRAM. A program of its own, because
what is done between fork and exec in a process with threads is not safe in Python.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def die_with_parent(number: int) -> None:
    """Have the kernel send this process the signal when its parent ends. Linux only; elsewhere nothing
    happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)


def tied_to_this(command: Sequence[str], number: int = signal.SIGKILL, uid: int = -1, gid: int = -1) -> list[str]:
    """Return a command that runs another one by this program: it gets the signal when this process ends."""
    return [sys.executable, "-I", "-S", __file__, *map(str, (os.getpid(), int(number), uid, gid)), *command]


def main(arguments: list[str]) -> None:
    """Do what the module's docstring says; exit status 127 where the program cannot be run."""
    parent, number, uid, gid = (int(text) for text in arguments[:4])
    program = arguments[4:]
    os.umask(0o077)
    for name in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(name, signal.SIG_DFL)
    if uid >= 0:
        os.setgroups([gid])
        os.setgid(gid)
        os.setuid(uid)
    # After the change of user, which would clear it.
    die_with_parent(number)
    if os.getppid() != parent:
        sys.exit(1)
    try:
        os.execv(program[0], program)  # noqa: S606
    except OSError as error:
        sys.stderr.write(f"{program[0]} cannot be started: {error.strerror}\n")
        sys.exit(127)


if __name__ == "__main__":
    main(sys.argv[1:])
