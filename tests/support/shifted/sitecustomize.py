"""Sets the clock of a Python that the tests start to theirs; its folder is on PYTHONPATH (`tests/support/clock.py`)."""

import contextlib
import os
import time

if shift := os.environ.get("CLOCK_OF_TESTS"):
    with contextlib.suppress(ModuleNotFoundError):  # a Python without the tests' packages keeps the machine's clock
        import time_machine

        time_machine.travel(time.time() + float(shift), tick=True).start()
