"""The running application of the tests is left behind by nobody."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from launcher.programs import processes
from tests.support.waiting import until

CHECKOUT = Path(__file__).resolve().parents[1]
RUN = """
import signal, subprocess, sys
from tests.support.stack import never_left
pause = [sys.executable, "-c", "import signal; signal.pause()"]
launcher = subprocess.Popen(pause, start_new_session=True)
with never_left(launcher.pid):
    launcher.send_signal(signal.SIGSTOP)
    print(launcher.pid, flush=True)
    signal.pause()
"""


def test_a_launcher_that_rests_ends_when_its_tests_are_killed() -> None:
    """With a small program in its place: what is shown is that it is told to end, and goes on to hear it."""
    with subprocess.Popen([sys.executable, "-c", RUN], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout
        pid = int(tests.stdout.readline())
        assert processes.started(pid)
        tests.kill()
    until(lambda: processes.started(pid) is None)
