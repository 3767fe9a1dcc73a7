"""How long something takes, told against a fixed loop in the same process: the same on a slow or a busy machine."""

from collections.abc import Callable
from time import process_time
from typing import TypeVar

LOOP = 0.06
"""Seconds that `_loop` takes where the bounds were set."""

Answer = TypeVar("Answer")


def _loop() -> float:
    """Processor time of a loop that counts, makes text and makes lists, which the garbage collector then visits."""
    begun = process_time()
    assert len([[n, str(n)] for n in range(200_000)]) == 200_000
    return process_time() - begun


def slowness() -> float:
    """How many times as long as where the bounds were set everything takes in this process now."""
    return min(_loop() for _turn in range(3)) / LOOP


def timed(call: Callable[[], Answer]) -> tuple[float, Answer]:
    """The processor time of a call, in seconds of the machine on which the bounds were set; and what it gave."""
    before = _loop()
    begun = process_time()
    answer = call()
    taken = process_time() - begun
    return taken / ((before + _loop()) / 2) * LOOP, answer
