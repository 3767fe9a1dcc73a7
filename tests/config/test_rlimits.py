"""The number of connections that a web process may hold open."""

import subprocess
import sys

import pytest

from tests.support.stack import CHECKOUT

CODE = """
import logging, resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
logging.basicConfig(format="%(message)s")
from config.rlimits import raise_open_files
print(raise_open_files(), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def said(soft: int, hard: int) -> subprocess.CompletedProcess[str]:
    code = CODE.format(soft=soft, hard=hard)
    return subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=True)


@pytest.mark.parametrize("soft", [256, 9000])
def test_its_own_limit_is_raised_to_the_systems(soft: int) -> None:
    done = said(soft, 9000)
    assert done.stdout.split() == ["9000", "9000", "9000"]
    assert done.stderr == ""


def test_a_limit_that_is_too_low_is_said() -> None:
    done = said(256, 1024)
    assert done.stdout.split() == ["1024", "1024", "1024"]
    assert "open 1024 files, so about 924 viewers" in done.stderr and "LimitNOFILE" in done.stderr
