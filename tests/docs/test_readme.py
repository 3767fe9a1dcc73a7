"""The commands of the README, to the letter."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from tests.support.commands import python
from tests.support.stack import CHECKOUT

TEXT = (CHECKOUT / "README.md").read_text(encoding="utf-8")
LIBRARIES = re.findall(r"^python (-m (?:games|tournaments|scoring)\S* [^#\n]*)", TEXT, re.MULTILINE)


def test_each_library_has_a_command() -> None:
    assert {command.split()[1].split(".")[0] for command in LIBRARIES} == {"games", "tournaments", "scoring"}


@pytest.mark.parametrize("command", LIBRARIES)
def test_each_library_answers_from_a_shell_without_a_database(command: str) -> None:
    done = python("-W", "error", *shlex.split(command))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)
