"""A process that has Django set up and runs snippets of Python, each in a fork of itself.

To start Python and set Django up takes more than a second of processor time; a fork takes a few milliseconds, and is as
fresh: nothing that a snippet does, imports or connects to is there for the next.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

CHECKOUT = Path(__file__).resolve().parents[2]
SEVERAL = 3
"""The snippet from which on a process is one that runs many."""


class Snippets:
    """Runs snippets in the given environment, from the first one until `close`."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.snippets"],
            cwd=CHECKOUT,
            env=dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, code: str) -> tuple[int, str, str]:
        """Return the status with which the snippet ended, what it printed, and its complaints."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            return 1, "", f"The process that runs snippets ended with status {self._process.wait()}."
        status, output, complaints = json.loads(answer)
        return status, output, complaints

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def _in_a_fork(code: str) -> tuple[int, str, str]:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        child = os.fork()
        if not child:
            _be_a_snippet(code, output.fileno(), complaints.fileno())
        _, status = os.waitpid(child, 0)
        texts = []
        for file in (output, complaints):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
        return os.waitstatus_to_exitcode(status), texts[0], texts[1]


def _be_a_snippet(code: str, output: int, complaints: int) -> NoReturn:
    status = 1
    try:
        with Path(os.devnull).open() as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(output, 1)
        os.dup2(complaints, 2)
        exec(compile(code, "<snippet>", "exec"), {"__name__": "__main__"})
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _warm_up() -> None:
    """Load what else a fork would load itself, for a second of processor time: addresses with the views behind them,
    and what sends tasks. Nothing is connected."""
    import kombu.transport.redis  # noqa: F401
    from celery import current_app

    from config import warmup

    warmup.words()
    warmup.addresses()
    current_app.finalize()
    current_app.amqp.send_task_message  # noqa: B018 — loaded by being asked for
    warmup.settle()


def main() -> None:
    """Run the snippets that come in, a line each, until there are no more."""
    import django

    django.setup()
    # what most snippets ask for: a fork that imports it itself does so each time
    import tests.tournaments.make
    import tests.tournaments.public.build  # noqa: F401

    for number, line in enumerate(sys.stdin, 1):
        if number == SEVERAL:
            _warm_up()
        sys.stdout.write(json.dumps(_in_a_fork(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
