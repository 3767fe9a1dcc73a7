"""The time that something takes, against a fixed loop in the same process: the same on a slow or a busy machine.

The garbage collector rests meanwhile. How often it goes round, and over how much, depends on the tests before; the same
loop takes 0.04 to 0.28 s by that alone.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType
from typing import TypeVar

LOOP = 0.048
"""Seconds that `_loop` takes where the bounds were set."""

Answer = TypeVar("Answer")


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector from going round."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _loop() -> float:
    """Return the processor time of a loop that counts, makes text and makes lists."""
    begun = process_time()
    assert len([[n, str(n)] for n in range(200_000)]) == 200_000
    return process_time() - begun


def slowness() -> float:
    """Return how many times as long as where the bounds were set everything takes in this process now."""
    with without_collector():
        return min(_loop() for _turn in range(3)) / LOOP


def timed(call: Callable[[], Answer]) -> tuple[float, Answer]:
    """Return a call's processor time, in seconds of the machine on which the bounds were set, and what it returned."""
    with without_collector():
        before = _loop()
        begun = process_time()
        answer = call()
        taken = process_time() - begun
        return taken / ((before + _loop()) / 2) * LOOP, answer


def calls(call: Callable[[], object]) -> int:
    """Return how many calls of Python's functions a call makes: the same on every machine, however busy."""
    count = 0

    def see(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        call()
    finally:
        sys.setprofile(before)
    return count
