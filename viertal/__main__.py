"""`viertal`: Viertal as an installed program. `viertal up` starts it, `viertal --help` lists the rest.

The wheel has the checkout's folders in `viertal/app`, so that names such as `config` are nobody else's concern.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
INSTALLED = (PACKAGE / "app").is_dir()
APP = PACKAGE / "app" if INSTALLED else PACKAGE.parent

HELP = """\
usage: viertal [COMMAND] [OPTIONS]

Tournament management for the games of four.

  viertal up              start it; Ctrl-C stops it (also without a command)
  viertal backup [FILE]   write all data to one file, also while it runs
  viertal restore FILE    replace all data by a backup, and start
  viertal rollback        take the last update back: the data of before it
  viertal password [NAME] set a forgotten password
  viertal rehearse        play an evening with 40 phones on a site of its own: is this computer quick enough?
  viertal doctor          look at this computer as a hall needs it: clock, disk, network, firewall
  viertal manage …        run one of Django's and Viertal's own commands, such as: viertal manage event --help
  viertal version         show the version

On servers and in containers, with DATABASE_URL and BROKER_URL, each part by itself:

  viertal prepare | web | worker | healthy

Each takes --help. The data are in {data}; VIERTAL_DATA names another folder.
"""

PARTS = frozenset({"web", "worker", "prepare", "healthy"})
MODULES = {
    "up": "launcher.__main__",
    "backup": "launcher.backup",
    "restore": "launcher.restore",
    "rollback": "launcher.rollback",
    "password": "launcher.password",
    "doctor": "launcher.doctor",
    "rehearse": "launcher.rehearsal",
}


def data_folder() -> Path:
    """Return the folder of the data: the one that VIERTAL_DATA names, else the usual place of this system."""
    if setting := os.environ.get("VIERTAL_DATA"):
        return Path(setting).expanduser().resolve()
    if not INSTALLED:
        return APP / "var"
    from platformdirs import user_data_path

    return user_data_path("viertal", appauthor=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Exit status as the command's own; 2 for one that does not exist."""
    name, *rest = list(sys.argv[1:] if arguments is None else arguments) or ["up"]
    if name in {"-h", "--help", "help"}:
        sys.stdout.write(HELP.format(data=data_folder()))
        return 0
    if name in {"version", "--version"}:
        sys.stdout.write(f"viertal {version()}\n")
        return 0
    sys.path.insert(0, str(APP))
    os.environ["VIERTAL_COMMAND"] = "viertal" if INSTALLED else "python -m viertal"
    if INSTALLED:
        os.environ["VIERTAL_DATA"] = str(data_folder())
    if name == "manage":
        return _manage(rest)
    if name in PARTS:
        return int(importlib.import_module("launcher.parts").main(name, rest))
    if name in MODULES:
        return _call(MODULES[name], f"viertal {name}", rest)
    sys.stderr.write(f"There is no command {name!r}. viertal --help lists the commands.\n")
    return 2


def version() -> str:
    """Return the version of the package, or the words for a checkout, which has none."""
    from importlib import metadata

    try:
        return metadata.version("viertal")
    except metadata.PackageNotFoundError:
        return "(a checkout)"


def _call(module: str, program: str, arguments: list[str]) -> int:
    sys.argv = [program, *arguments]
    return int(importlib.import_module(module).main() or 0)


def _manage(arguments: list[str]) -> int:
    sys.argv = ["viertal manage", *arguments]
    importlib.import_module("manage").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
