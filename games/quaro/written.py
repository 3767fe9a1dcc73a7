"""Turns of Quaro as players write them: ``Rd4 Bd5 +RG``, ``rd4,bd5+rg``, *red d4* (docs/notation.md).

Where neither a draw nor a number, comma or line ends a turn, it goes on as long as its last stone scored, and the
next stone is in the hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.core.errors import BadNotation, quote
from games.core.notices import Notice
from games.core.written import Word, words_of
from games.quaro.material import COLOURS, EMPTY, HAND, SQUARES, End, Move, Turn, letters, of
from games.quaro.state import State, completed

_WORDS: Final = words_of(__name__)
_COLOURS: Final = {
    word: number for number, name in enumerate(("red", "green", "blue", "yellow")) for word in _WORDS[name]
}
_DRAWS: Final = _WORDS["draws"]
_STONE: Final = re.compile(r"([RGBYrgby])([a-hA-H][1-8])")
_TURN: Final = re.compile(r"((?:[RGBYrgby][a-hA-H][1-8]-?)*|-{1,2})(?:\+([RGBYrgby]{1,4}))?")


def interpret(state: State, words: Sequence[Word], first: int, *, ours: bool) -> tuple[Move | None, int]:
    """Return the turn that words mean, and their number; in a text of ours it is one word. Raises BadNotation."""
    if words[first].text.casefold() in _WORDS["ends"]:
        return End(), 1
    stones: list[tuple[int, int]] = []
    place, passed = first, False
    while place < len(words):
        word = words[place]
        if place > first and (
            ours or ((passed or word.begins or not _goes_on(state, stones, word)) and not _draws(words, place))
        ):
            break
        taken = _word(words, place)
        if taken is None:
            break
        placed, drawn, count = taken
        stones += placed
        passed = passed or (not placed and drawn is None)
        place += count
        if drawn is not None:
            return Turn(tuple(stones), drawn), place - first
    if place == first:
        text = words[first].text
        raise BadNotation(Notice("quaro-written", text=quote(text), hand=_hand(state)), rule="QU 2.7")
    return Turn(tuple(stones)), place - first


def _hand(state: State) -> str:
    return letters(state.hands[state.turn - 1]) or "-"


def _draws(words: Sequence[Word], place: int) -> bool:
    """Tell whether a word is a draw, which belongs to the turn before it."""
    text = words[place].text
    return text.startswith("+") or text.casefold() in _DRAWS


def _goes_on(state: State, stones: Sequence[tuple[int, int]], word: Word) -> bool:
    """Tell whether a stone can belong to the turn of those before it (QU 2.3)."""
    if "-" in word.text:
        return False
    stone = _STONE.match(word.text)
    colour = COLOURS.index(stone[1].upper()) if stone else _COLOURS.get(word.text.casefold(), -1)
    if colour < 0:
        return True
    lying, hand = list(state.board), state.hands[state.turn - 1]
    for other, square in stones:
        if lying[square] != EMPTY:
            return False
        lying[square] = other
    scored = bool(stones) and bool(completed(lying, stones[-1][1]))
    left = of(colour, hand) - sum(other == colour for other, _ in stones)
    return scored and left > 0 and (stone is None or _square(stone[2]) < 0 or lying[_square(stone[2])] == EMPTY)


def _square(text: str) -> int:
    return SQUARES.index(text.lower()) if text.lower() in SQUARES else -1


def _word(words: Sequence[Word], place: int) -> tuple[list[tuple[int, int]], tuple[int, ...] | None, int] | None:
    """Return the stones of a word, what it draws (None: nothing is said), and the number of words; None: no turn."""
    text = words[place].text
    low = text.casefold()
    following = words[place + 1].text if place + 1 < len(words) else ""
    if low in (*_DRAWS, "+") and following and len(following) <= HAND and set(following.upper()) <= set(COLOURS):
        return [], tuple(COLOURS.index(letter) for letter in following.upper()), 2
    if low in _COLOURS and following.lower() in SQUARES:
        return [(_COLOURS[low], SQUARES.index(following.lower()))], None, 2
    match = _TURN.fullmatch(text)
    if match is None or not text:
        return None
    stones = []
    for letter, square in _STONE.findall(match[1]):
        if _square(square) < 0:
            raise BadNotation(Notice("quaro-corner", word=quote(letter + square)), rule="QU 1.2")
        stones.append((COLOURS.index(letter.upper()), _square(square)))
    return stones, None if match[2] is None else tuple(COLOURS.index(letter) for letter in match[2].upper()), 1


def write(before: State | None, text: str, after: State | None, long: bool) -> str:
    """Return an entry in one word: ``Rd4-Bd5+RG``, ``-+RGBY``."""
    return text.replace(" +", "+").replace(" ", "-")


def new_round(previous: State, state: State) -> bool:
    """Tell whether a round begins with the seat on turn."""
    return state.turn <= previous.turn
