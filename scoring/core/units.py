"""The size of one whole point in the amounts of a tie-break's parts: a function of the history and the code."""

from __future__ import annotations

from scoring.core.codes import Code
from scoring.core.history import History


def one(history: History, code: Code) -> int:
    """Return the unit of amounts that are whole numbers."""
    return 1


def half(history: History, code: Code) -> int:
    """Return the unit of amounts that are half points of meetings."""
    return 2


def score(history: History, code: Code) -> int:
    """Return the unit of amounts that are scores."""
    return history.unit


def product(history: History, code: Code) -> int:
    """Return the unit of amounts that are scores times half points of meetings."""
    return 2 * history.unit


def square(history: History, code: Code) -> int:
    """Return the unit of amounts that are scores times scores."""
    return history.unit**2
