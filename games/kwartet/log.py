"""The questions of a game so far, shared between the positions that follow each other.

A position must say what was asked, and a game may have 20,000 questions: so a log points back to the log
before it and holds only what is new, and no position copies what another already has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.core.game import Seat


class Question(NamedTuple):
    """A question: who asked whom for which card (its number), and whether it was there."""

    asker: Seat
    asked: Seat
    card: int
    hit: bool


class Log:
    """An unchangeable sequence of questions; `after` makes the next one in constant time."""

    __slots__ = ("_before", "_new", "_size")

    def __init__(self, new: Iterable[tuple[Seat, Seat, int, bool]] = (), before: Log | None = None) -> None:
        """Take new entries, which may be plain tuples; they become questions when they are asked for."""
        self._before = before
        self._new = tuple(new)
        self._size: int = len(self._new) + (len(before) if before is not None else 0)

    def after(self, question: Question) -> Log:
        return Log((question,), self)

    @property
    def last(self) -> Question | None:
        log: Log | None = self
        while log is not None:
            if log._new:
                return Question._make(log._new[-1])
            log = log._before
        return None

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Question]:
        parts = []
        log: Log | None = self
        while log is not None:
            parts.append(log._new)
            log = log._before
        for part in reversed(parts):
            yield from map(Question._make, part)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log):
            return NotImplemented
        return self is other or (self._size == other._size and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash((self._size, self.last))

    def __repr__(self) -> str:
        return f"Log({list(self)!r})"
