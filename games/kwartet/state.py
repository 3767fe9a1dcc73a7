"""A position of Kwartet, and how it settles after the deal and after each question (K 3.4)."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.core.game import Seat
from games.kwartet.log import Log
from games.kwartet.material import QUARTET, complete_quartets


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
