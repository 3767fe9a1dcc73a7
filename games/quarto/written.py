"""Moves of Quarto as people write them: ``give LRTF``, ``b3``, ``b3:DSTH``, *light round tall full*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.core.errors import BadNotation
from games.core.notices import Notice
from games.core.written import Word, choices, shown, words_of
from games.quarto.material import PIECES, SQUARES, Call, Give, Move, Place, read
from games.quarto.state import State

_WORDS: Final = words_of(__name__)
_SIDES: Final = {
    "light": (8, 0),
    "dark": (8, 8),
    "round": (4, 0),
    "square": (4, 4),
    "tall": (2, 0),
    "short": (2, 2),
    "full": (1, 0),
    "hollow": (1, 1),
}
_VALUES: Final = {word: value for side, value in _SIDES.items() for word in _WORDS[side]}
"""The attribute and its value that a word names, in each language of the site."""

_DOES: Final = (*_WORDS["gives"], *_WORDS["places"])
_PIECE: Final = re.compile(r"[LD][RS][TS][FH]", re.IGNORECASE)
_SPLIT: Final = re.compile(r"[LD][RS][TS][FH]|[a-d][1-4]", re.IGNORECASE)
_JOINED: Final = re.compile(r"(?:(?:[LD][RS][TS][FH]|[a-d][1-4])[-:/@+=>]*){2}", re.IGNORECASE)
_NAMED: Final = re.compile(r"(?:give|place)_([LDRSTF]{2}[LDRSTFH]{2}|[a-d][1-4])", re.IGNORECASE)
_CALL: Final = re.compile(r"(?:call|quarto)_?([12])!*((?:_[a-d][1-4]){4})?", re.IGNORECASE)


def split(words: Sequence[Word]) -> tuple[Word, ...]:
    """Split words such as ``b3:DSTH`` into the square and the piece."""
    return tuple(part for word in words for part in _parts(word))


def _parts(word: Word) -> Iterator[Word]:
    named = _NAMED.fullmatch(word.text)
    if named:
        yield Word(named[1], word.line, word.begins)
        return
    if not _JOINED.fullmatch(word.text):
        yield word
        return
    for number, text in enumerate(_SPLIT.findall(word.text)):
        yield Word(text, word.line, word.begins and not number)


def interpret(state: State, words: Sequence[Word], first: int) -> tuple[Move | None, int]:
    """Return the move that words mean, None for words that fill, and their number. Raises BadNotation."""
    text = words[first].text
    low = text.casefold().strip("!.:?")
    call = _CALL.fullmatch(text)
    if call:
        line = sorted(SQUARES.index(name) for name in (call[2] or "").lower().split("_")[1:])
        return Call(int(call[1]), tuple(line)), 1
    if low in _WORDS["calls"]:
        return _call(state, words, first)
    if not low or low in (*_DOES, *_WORDS["fills"], *_WORDS["joins"]):
        _refuse_last(words, first)
        return None, 1
    if low in SQUARES:
        return Place(SQUARES.index(low)), 1
    if _PIECE.fullmatch(low):
        return Give(PIECES.index(low.upper())), 1
    if low in _VALUES:
        return _described(state, words, first)
    raise BadNotation(Notice("quarto-written", text=shown(words, first), choices=_possible(state)), rule="Q 2.3")


def _refuse_last(words: Sequence[Word], first: int) -> None:
    """Raise BadNotation where nothing follows *give* or *place*."""
    low = words[first].text.casefold()
    if low in _DOES and first + 1 == len(words):
        read(low)


def _call(state: State, words: Sequence[Word], first: int) -> tuple[Move, int]:
    following = words[first + 1].text.strip("!.:") if first + 1 < len(words) else ""
    if following in ("1", "2"):
        return Call(int(following)), 2
    if len(state.to_act) != 1:
        raise BadNotation(Notice("quarto-who-calls", text=shown(words, first)), rule="Q 3.7")
    return Call(state.to_act[0]), 1


def _described(state: State, words: Sequence[Word], first: int) -> tuple[Move, int]:
    """Return the piece that words describe: one value of each attribute, in any order, with words between that fill."""
    piece, known, place = 0, 0, first
    while place < len(words) and known != 0b1111:
        low = words[place].text.casefold().strip("!.:")
        if low in _VALUES:
            attribute, value = _VALUES[low]
            if known & attribute:
                break
            known |= attribute
            piece |= value
        elif low not in _WORDS["joins"]:
            break
        place += 1
    if known != 0b1111:
        text = shown(words, first, place - first)
        raise BadNotation(Notice("quarto-not-described", text=text), rule="Q 1.2")
    return Give(piece), place - first


def _possible(state: State) -> tuple[str, ...]:
    if state.given is None:
        left = [PIECES[piece] for piece in range(16) if state.left >> piece & 1]
        return choices(left)
    return choices([SQUARES[square] for square, piece in enumerate(state.board) if piece < 0])


def write(before: State | None, text: str, after: State | None, long: bool) -> str:
    """Return an entry in one word: ``LRTF``, ``b3``, ``call1``; long with what is done: ``give_LRTF``."""
    if long:
        return text.replace(" ", "_")
    what, _space, thing = text.partition(" ")
    return f"call{thing.replace(' ', '_')}" if what == "call" else thing


def new_round(previous: State, state: State) -> bool:
    """Tell whether a round begins: with each piece that is given."""
    return state.given is None and previous.given is not None
