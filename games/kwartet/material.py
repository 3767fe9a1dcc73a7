"""Kwartet's cards as numbers, and the notation of questions (K 1.2, K 2.1, K 2.7).

A card is a number from 0 to 103: A1, A2, A3, A4, B1, … Z4; a hand is a set of cards, a bit each; quartet 0
is A.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from games.core.errors import WHITE_SPACE, BadNotation, quote
from games.core.game import Seat
from games.core.notices import Notice

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CARDS = tuple(f"{letter}{number}" for letter in LETTERS for number in "1234")
"""The text of each card, by its number."""

NUMBERS = {text: card for card, text in enumerate(CARDS)}
MOST_SEATS = 8
QUARTET = 0b1111
"""The four cards of quartet A; those of another are shifted by four for each letter."""

_GAP = r"[ \t\r\n]*+"
_QUESTION = re.compile(f"{_GAP}([1-8]){_GAP}>{_GAP}([A-Z][1-4]){_GAP}([+-]?){_GAP}")


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: the seat asked, the card, and whether it had the card, if the entry says so."""

    seat: Seat
    card: int
    hit: bool | None = None


class Pot(Enum):
    """A choice after a question in vain, where the event leaves it open: to draw the pot's first card, or not."""

    DRAW = "draw"
    PASS = "pass"  # noqa: S105


Move: TypeAlias = Ask | Pot
_CHOICES = {choice.value: choice for choice in Pot}


def write(move: Move) -> str:
    if isinstance(move, Pot):
        return move.value
    mark = "" if move.hit is None else " +" if move.hit else " -"
    return f"{move.seat}>{CARDS[move.card]}{mark}"


def read(text: str) -> Move:
    """Read the question, or the choice at the pot, that a text means. Raises BadNotation."""
    choice = _CHOICES.get(text.strip(WHITE_SPACE))
    if choice is not None:
        return choice
    match = _QUESTION.fullmatch(text)
    if match is None:
        raise BadNotation(
            Notice("kwartet-no-question", text=quote(text)),
            rule="K 2.1",
        )
    return Ask(int(match[1]), NUMBERS[match[2]], {"": None, "+": True, "-": False}[match[3]])


def cards(hand: int) -> Iterator[int]:
    """Yield the cards of a hand, in order."""
    while hand:
        low = hand & -hand
        yield low.bit_length() - 1
        hand ^= low


def complete_quartets(hand: int) -> tuple[int, ...]:
    """Return the quartets of which a hand holds all four cards."""
    # Each card's bit is pushed down onto the first of its quartet; it stays where all four were set.
    whole = hand & hand >> 1 & hand >> 2 & hand >> 3 & _FIRSTS
    return tuple(card // 4 for card in cards(whole))


_FIRSTS = sum(1 << 4 * quartet for quartet in range(len(LETTERS)))
