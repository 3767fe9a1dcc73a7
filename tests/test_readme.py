"""The commands of the README, to the letter."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys

import pytest

from tests.support.stack import CHECKOUT, clean_environment

TEXT = (CHECKOUT / "README.md").read_text(encoding="utf-8")
LIBRARIES = re.findall(r"^python (-m (?:games|tournaments|scoring)\S* [^#\n]*)", TEXT, re.MULTILINE)


def test_each_library_has_a_command() -> None:
    assert {command.split()[1].split(".")[0] for command in LIBRARIES} == {"games", "tournaments", "scoring"}


@pytest.mark.parametrize("command", LIBRARIES)
def test_each_library_answers_from_a_shell_without_a_database(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", *shlex.split(command)],
        cwd=CHECKOUT,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)
