"""A position of Kwartet, how it settles after the deal and after each question (K 3.4), and the log of its questions.

A position must say what was asked, and a game may have 20,000 questions: so a log points back to the log
before it and holds only what is new, and no position copies what another already has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from games.core.game import Seat
from games.kwartet.material import QUARTET, complete_quartets


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


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    ``to_asked`` and ``stop_at_two`` are the options (K 3.3, K 4.2). ``hands`` are sets of cards, a bit each;
    ``pot`` are all cards that it held after the deal and ``drawn`` how many of them were taken; ``laid`` are
    the quartets laid down by each seat, in order. ``turn`` is the seat on turn (of no meaning once the game
    is over); ``stopped`` that K 4.2 ended the game; ``names`` are letters with the quartet's name and its
    cards', for people only. ``may_leave`` is the option of K 2.6; with it ``choosing`` says that the seat on turn asked
    in vain and now draws or passes, and ``chose`` which of the two came last, if no question came after it.
    """

    quartets: int
    to_asked: bool
    stop_at_two: bool
    hands: tuple[int, ...]
    pot: tuple[int, ...]
    drawn: int = 0
    laid: tuple[tuple[int, ...], ...] = ()
    turn: Seat = 1
    stopped: bool = False
    log: Log = field(default_factory=Log)
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()
    may_leave: bool = False
    choosing: bool = False
    chose: str = ""

    @property
    def over(self) -> bool:
        return self.stopped or not any(self.hands)


def lay_down(hand: int, laid: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return a hand without its complete quartets, and the quartets laid down with them (K 3.1)."""
    for quartet in complete_quartets(hand):
        hand &= ~(QUARTET << 4 * quartet)
        laid = (*laid, quartet)
    return hand, laid


def next_with_cards(seat: Seat, hands: tuple[int, ...] | list[int]) -> Seat:
    """Return the next seat in order that holds cards; the seat itself where no other does."""
    for step in range(1, len(hands)):
        following = (seat - 1 + step) % len(hands)
        if hands[following]:
            return following + 1
    return seat


def stops(hands: tuple[int, ...] | list[int], unfinished: int) -> bool:
    """Return whether just two players with cards are left with two or more quartets unfinished (K 4.2)."""
    return unfinished >= 2 and len(hands) > 2 and sum(1 for hand in hands if hand) == 2
