"""The names of the commands here: `make up` in a checkout, `viertal up` where the package is installed."""

from __future__ import annotations

import os


def command(name: str, value: str = "", *, variable: str = "FILE") -> str:
    """Return a command as a person types it here, with a value: `make restore FILE=…` or `viertal restore …`."""
    if os.environ.get("VIERTAL_INSTALLED"):
        return f"viertal {name} {value}".rstrip()
    return f"make {name} {variable}={value}" if value else f"make {name}"


def program(module: str) -> str:
    """Return a launcher's program as its usage line has it: `python -m launcher.backup`, or `viertal backup`."""
    if os.environ.get("VIERTAL_INSTALLED"):
        return f"viertal {module.rpartition('.')[2].replace('launcher', 'up')}"
    return f"python -m {module}"
