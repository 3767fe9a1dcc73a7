"""The names of the commands here: `make up` in a checkout, `viertal up` where the package is installed, and
`python -m viertal up` where a checkout is run without make, as on servers.

The environment variable VIERTAL_COMMAND has the words before a command's name; `viertal` sets it.
"""

from __future__ import annotations

import os

OTHERWISE = {"launcher": "up", "rehearsal": "rehearse"}
"""Commands that are called otherwise than the last word of their module."""


def command(name: str, value: str = "", *, variable: str = "FILE") -> str:
    """Return a command as a person types it here, with a value: `make restore FILE=…` or `viertal restore …`."""
    if words := os.environ.get("VIERTAL_COMMAND"):
        return f"{words} {name} {value}".rstrip()
    return f"make {name} {variable}={value}" if value else f"make {name}"


def program(module: str) -> str:
    """Return a launcher's program as its usage line has it: `python -m launcher.backup`, or `viertal backup`."""
    if words := os.environ.get("VIERTAL_COMMAND"):
        name = module.rpartition(".")[2]
        return f"{words} {OTHERWISE.get(name, name)}"
    return f"python -m {module}"
