"""The choice of the Python that makes `.venv`: small programs play Pythons, and say how quick they are."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.stack import CHECKOUT, clean_environment

PLAYED = """\
#!/bin/sh
case "$*" in
*ensurepip*) {whole} ;;
*version_info*) exit {old:d} ;;
*realpath*) echo "{program}" ;;
*) {play} ;;
esac
"""
OTHER = f"""exec {sys.executable} -c "import sys, sysconfig; {{}}; exec(sys.argv[1])" "$2\""""
INCOMPLETE, OLD, BROKEN = {"whole": "exit 1"}, {"old": True}, {"play": "exit 1"}
WHOLE = {"whole": OTHER.format("pass")}
PYPY = {"whole": OTHER.format("sys.implementation.name = 'pypy'")}
FREE = {"whole": OTHER.format("sysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1")}
Pythons = dict[str, tuple[int, dict[str, Any]]]


def chosen(folder: Path, pythons: Pythons, named: str = "") -> str:
    """Return which one is taken of those found, by the microseconds that each says and what is wrong with it."""
    for name, (taken, wrong) in pythons.items():
        program = folder / name
        filled = {"whole": "exit 0", "old": False, "play": f"echo {taken}"} | wrong
        program.write_text(PLAYED.format(**filled, program=program), encoding="utf-8")
        program.chmod(0o755)
    bash = shutil.which("bash")
    assert bash
    environment = clean_environment() | {"PATH": str(folder), "PYTHON": named}
    run = [bash, str(CHECKOUT / "tools/python.sh")]
    return subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("pythons", "taken"),
    [
        ({"python3": (5, {}), "python3.13": (9, {}), "python3.11": (4, {})}, "python3.11"),
        ({"python3": (100, {}), "python3.12": (96, {})}, "python3"),  # as quick: the one that is found first
        ({"python3": (9, OLD), "python3.12": (8, {}), "python3.11": (3, OLD)}, "python3.12"),
        ({"python3": (9, {}), "python3.11": (3, INCOMPLETE)}, "python3"),
        ({"python3": (3, PYPY), "python3.13": (4, FREE), "python3.12": (9, WHOLE)}, "python3.12"),
        ({"python3": (9, BROKEN), "python3.12": (8, {}), "python3.11": (3, BROKEN)}, "python3.12"),
    ],
)
def test_the_first_is_taken_or_one_that_is_clearly_quicker(tmp_path: Path, pythons: Pythons, taken: str) -> None:
    assert chosen(tmp_path, pythons) == taken


def test_the_one_that_is_named_is_taken_however_slow(tmp_path: Path) -> None:
    pythons: Pythons = {"python3": (1, {}), "python3.12": (90, INCOMPLETE)}
    assert chosen(tmp_path, pythons, "python3.12") == "python3.12"
    assert chosen(tmp_path, {"python3": (1, {}), "python3.12": (9, OLD)}, "python3.12") == ""
