"""The names of players in the pairing's notices, which know pairing numbers only.

What is stored keeps the numbers: a name that changes, or is erased, is then never behind. The names are those that the
reader may see; whoever is not among them stays a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import bidirectional

from games.core.notices import Notice, Param

EVERYWHERE = frozenset({"a", "b", "player"})
"""Parameters that are pairing numbers in every notice of the pairing."""

LISTS = frozenset({"players"})
"""Parameters that are lists of pairing numbers; a single number there is a count."""

ELSEWHERE: Mapping[str, frozenset[str]] = {
    "berger-bye": frozenset({"other"}),
    "berger-seat": frozenset({"other"}),
    "bye-again": frozenset({"due"}),
    "bye-due-to-another": frozenset({"due"}),
    "colour-rules-seat": frozenset({"other"}),
    "floated-to": frozenset({"other"}),
    "of-player": frozenset({"number"}),
    "player-came": frozenset({"number"}),
    "with-points": frozenset({"number"}),
}
"""Other parameters that are pairing numbers, by code."""

NOBODY = frozenset({"scheveningen-meet"})
"""Codes that name no player: their numbers are boards."""

JOINS = frozenset({"and", "or", "clauses"})


def named(notice: Notice, names: Mapping[int, str]) -> Notice:
    """Put the names of players in the place of their numbers: ``Anna (3)``."""
    params: dict[str, Param] = {}
    for hole, value in notice.params.items():
        listed = hole in LISTS and not isinstance(value, int)
        people = listed or hole in EVERYWHERE or hole in ELSEWHERE.get(notice.code, ())
        people = people and notice.code not in NOBODY
        params[hole] = _named(value, names, people)
    return notice.with_params(params)


def _named(value: Param, names: Mapping[int, str], people: bool) -> Param:
    match value:
        case Notice() if people and value.code in JOINS:
            return value.with_params({hole: _named(item, names, people) for hole, item in value.params.items()})
        case Notice():
            return named(value, names)
        case tuple():
            return tuple(_named(item, names, people) for item in value)
        case int() if people and value in names:
            name, number = names[value], f"({value})"
            return apart(name) if name.endswith(f" {number}") else f"{apart(name)} {number}"
    return value


def apart(name: str) -> str:
    """Keep a name that is read from right to left together, so that its number stands behind it."""
    return f"\u2068{name}\u2069" if any(bidirectional(letter) in ("R", "AL") for letter in name) else name


def lettered(notice: Notice, letters: Mapping[str, str]) -> Notice:
    """Write the colours that players have had in the letters of a language; stored they are ``w`` and ``b``."""
    params: dict[str, Param] = {}
    for hole, value in notice.params.items():
        if isinstance(value, Notice):
            params[hole] = lettered(value, letters)
        elif notice.code == "of-player" and hole == "text" and isinstance(value, str):
            params[hole] = "".join(letters.get(letter, letter) for letter in value)
        else:
            params[hole] = value
    return notice.with_params(params)
