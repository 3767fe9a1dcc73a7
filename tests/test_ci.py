"""The end of what `.ci/run` lets run beside the tests."""

from __future__ import annotations

import os
import re
import select
import subprocess

from tests.support.stack import CHECKOUT

TEXT = (CHECKOUT / ".ci/run").read_text("utf-8")
BESIDE = re.search(r"^logs=.*?^}$", TEXT, re.DOTALL | re.MULTILINE)


def test_what_runs_beside_the_tests_ends_with_them_and_so_does_all_that_it_started() -> None:
    assert BESIDE
    read, write = os.pipe()
    script = f"set -euo pipefail\n{BESIDE[0]}\nbeside one One bash -c 'sleep 60; true'\nsleep 0.3\nexit 7\n"
    done = subprocess.run(["bash", "-c", script], pass_fds=(write,), check=False)
    os.close(write)
    assert done.returncode == 7
    # whoever is left holds the pipe open
    assert select.select([read], [], [], 10)[0] and os.read(read, 1) == b""
    os.close(read)
