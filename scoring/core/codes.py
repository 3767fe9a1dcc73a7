"""The codes of tie-breaks as FIDE's checklist writes them: ``BH/C1``, ``KS/L-1``, ``BH:GP``, ``PLACE2``."""

from __future__ import annotations

import re
from dataclasses import dataclass

import scoring.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.notices import Notice

_CODE = re.compile(r"([A-Za-z]+?)([0-9]{1,2})?(?::(MP|GP))?((?:/[A-Z0-9+-]{1,5})*)")
_LIMIT = re.compile(r"L([+-]?)([0-9]{1,2})")

MAX_TEXT = 24


class CodeError(ValueError):
    """A text that is no code of a tie-break, or one with a modifier that it does not take.

    ``notice`` is the end of a sentence that begins with the code.
    """

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice)
        self.notice = notice


@dataclass(frozen=True, slots=True)
class Code:
    """A tie-break with its modifiers.

    ``cut_low`` and ``cut_high`` count the values left out (C.07, 14.1–14.4), ``limit`` the half points by
    which Koya's limit moves (14.5), ``forfeits`` counts forfeits as games (6.1.1), ``reverse`` turns the
    order round (7.8, 10.6), ``fore`` takes Fore Buchholz (8.2), ``number`` is the n of ``PLACEn``, ``BEST/n``
    and ``SSSC/Kn``, ``score`` the MP or GP of a team's tie-break.
    """

    text: str
    name: str
    number: int | None = None
    score: str | None = None
    cut_low: int = 0
    cut_high: int = 0
    limit: int = 0
    forfeits: bool = False
    reverse: bool = False
    fore: bool = False
    modifiers: frozenset[str] = frozenset()
    """The letters of the modifiers used: of C, M, L, P, R, F, K, and N for a bare number."""


def parse_code(text: str) -> Code:
    """Read a code's text; whether such a tie-break exists is for the registry to say. Raises CodeError."""
    match = _CODE.fullmatch(text) if len(text) <= MAX_TEXT else None
    if match is None:
        raise CodeError(Notice("tie-break-no-code"))
    name, number, score, tail = match[1], match[2], match[3], match[4]
    values: dict[str, int] = {}
    letters: set[str] = set()
    for part in tail.split("/")[1:]:
        letter = _modifier(part, values)
        if letter in letters or (letter == "M" and "C" in letters) or (letter == "C" and "M" in letters):
            raise CodeError(Notice("tie-break-modifiers", second=part))
        letters.add(letter)
    if number is not None:
        if "number" in values or number.startswith("0"):
            raise CodeError(Notice("tie-break-number"))
        values["number"] = int(number)
    return Code(
        text=text,
        name=f"{name}n" if number is not None else name,
        number=values.get("number"),
        score=score,
        cut_low=values.get("low", 0),
        cut_high=values.get("high", 0),
        limit=values.get("limit", 0),
        forfeits="P" in letters,
        reverse="R" in letters,
        fore="F" in letters,
        modifiers=frozenset(letters),
    )


def _modifier(part: str, values: dict[str, int]) -> str:
    """Note the value of one modifier and return its letter."""
    if part in ("P", "R", "F"):
        return part
    if part in ("C1", "C2"):
        values["low"] = int(part[1])
        return "C"
    if part in ("M1", "M2"):
        values["low"] = values["high"] = int(part[1])
        return "M"
    limit = _LIMIT.fullmatch(part)
    if limit is not None:
        values["limit"] = -int(limit[2]) if limit[1] == "-" else int(limit[2])
        return "L"
    plain = part.removeprefix("K")
    if plain.isdigit() and len(plain) <= 3 and not plain.startswith("0"):
        values["number"] = int(plain)
        return "K" if part.startswith("K") else "N"
    raise CodeError(Notice("tie-break-no-modifier", modifier=part))
