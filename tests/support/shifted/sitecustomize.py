"""Sets the clock of a Python that the tests start to theirs; its folder is on PYTHONPATH (`tests/support/clock.py`)."""

import contextlib
import os
import sys
import time

if shift := os.environ.get("CLOCK_OF_TESTS"):
    # time-machine asks for pytest, for a plugin that nobody here uses: most of the time that this start would take
    sys.modules["pytest"] = None
    with contextlib.suppress(ModuleNotFoundError):  # a Python without the tests' packages keeps the machine's clock
        import time_machine

        time_machine.travel(time.time() + float(shift), tick=True).start()
    del sys.modules["pytest"]
