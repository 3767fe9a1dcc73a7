"""Moves of Quarto as people write them: ``give LRTF``, ``b3``, ``b3:DSTH``, *light round tall full*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.core.errors import BadNotation
from games.core.notices import Notice
from games.core.written import Word, choices, shown
from games.quarto.material import PIECES, SQUARES, Call, Give, Move, Place, read
from games.quarto.state import State

_LIGHT: Final = (
    "clair",
    "claire",
    "blanc",
    "blanche",
    "claro",
    "clara",
    "blanco",
    "blanca",
    "chiaro",
    "chiara",
    "bianco",
)
_DARK: Final = (
    "foncé",
    "foncée",
    "sombre",
    "noir",
    "noire",
    "oscuro",
    "oscura",
    "negro",
    "negra",
    "scuro",
    "scura",
    "nero",
)
_ROUND: Final = ("redondo", "redonda", "rotondo", "rotonda", "tondo", "tonda")
_SQUARE: Final = ("carré", "carrée", "cuadrado", "cuadrada", "quadrato", "quadrata")
_TALL: Final = ("haut", "haute", "grand", "grande", "alto", "alta")
_SHORT: Final = ("bas", "basse", "petit", "petite", "bajo", "baja", "corto", "corta", "basso", "bassa")
_FULL: Final = ("plein", "pleine", "lleno", "llena", "macizo", "maciza", "pieno", "piena")
_HOLLOW: Final = ("creux", "creuse", "hueco", "hueca", "cavo", "cava", "vuoto", "vuota")
"""Words of French, Spanish and Italian."""
_VALUES: Final = {
    **dict.fromkeys(("light", "white", "licht", "wit", "hell", "weiß", "weiss", "lig", *_LIGHT), (8, 0)),
    **dict.fromkeys(("dark", "black", "donker", "zwart", "dunkel", "schwarz", "swart", *_DARK), (8, 8)),
    **dict.fromkeys(("round", "round-shaped", "circular", "rond", "ronde", "rund", *_ROUND), (4, 0)),
    **dict.fromkeys(
        ("square", "square-shaped", "vierkant", "vierkante", "eckig", "quadratisch", "vierkantig", *_SQUARE), (4, 4)
    ),
    **dict.fromkeys(("tall", "high", "big", "hoog", "groot", "hoch", "groß", "gross", "lang", "lank", *_TALL), (2, 0)),
    **dict.fromkeys(("short", "low", "small", "laag", "klein", "niedrig", "kurz", "kort", *_SHORT), (2, 2)),
    **dict.fromkeys(("full", "solid", "vol", "dicht", "voll", "solied", *_FULL), (1, 0)),
    **dict.fromkeys(("hollow", "hol", "open", "hohl", "offen", *_HOLLOW), (1, 1)),
}
"""The attribute and its value that a word names, in each language of the site."""
_GIVES_TOO: Final = ("donne", "donnez", "da", "dale", "entrega", "dai", "dà", "consegna")
_GIVES: Final = ("give", "gives", "geef", "geeft", "gibt", "gib", "gee", *_GIVES_TOO)
_PLACES_TOO: Final = ("place", "pose", "sur", "coloca", "pon", "pone", "sobre", "colloca", "metti", "mette", "su", "in")
_PLACES: Final = ("place", "places", "on", "to", "op", "auf", "plaats", "plaatst", "setzt", "plaas", *_PLACES_TOO)
_CALLS: Final = (
    "call",
    "calls",
    "quarto",
    "kwarto",
    "roept",
    "ruft",
    "roep",
    "annonce",
    "canta",
    "anuncia",
    "chiama",
    "dichiara",
)
_FILLS: Final = (
    "a",
    "an",
    "the",
    "de",
    "het",
    "een",
    "der",
    "die",
    "das",
    "den",
    "ein",
    "eine",
    "einen",
    "n",
    "’n",
    "'n",
    *("le", "la", "les", "un", "une", "el", "una", "il", "lo", "l’", "uno"),
)
_FILLS_TOO: Final = (
    *("and", "en", "und", "et", "y", "e", "ed", "piece", "stuk", "stein", "figur", "pièce", "pieza", "pezzo"),
    *("!", "->", "-"),
)
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
    if low in _CALLS:
        return _call(state, words, first)
    if not low or low in (*_GIVES, *_PLACES, *_FILLS, *_FILLS_TOO):
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
    if low in (*_GIVES, *_PLACES) and first + 1 == len(words):
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
        elif low not in _FILLS_TOO:
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


def write(text: str, long: bool) -> str:
    """Return an entry in one word: ``LRTF``, ``b3``, ``call1``; long with what is done: ``give_LRTF``."""
    if long:
        return text.replace(" ", "_")
    what, _space, thing = text.partition(" ")
    return f"call{thing.replace(' ', '_')}" if what == "call" else thing


def new_round(previous: State, state: State) -> bool:
    """Tell whether a round begins: with each piece that is given."""
    return state.given is None and previous.given is not None
