"""Decks with names: those that are ready, a file a language, and the reading of one's own (K 1.2).

A deck is written a quartet a line: its name, a colon, and its four cards; above it, in a file of ready ones, a line
`# key: name`. Names are for people only; the rules know letters and numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.core.errors import BadSetup, quote
from games.core.notices import Notice
from games.core.record import check_name
from games.kwartet.deal import FEWEST, MOST
from games.kwartet.material import LETTERS

HERE = Path(__file__).parent
Quartet = tuple[str, str, str, str, str]
LONGEST = 40
"""Letters that a name may have: it stands on a button of a phone."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: its name, and its quartets, each its own name and its cards'."""

    name: str
    quartets: tuple[Quartet, ...]

    def names(self, quartets: int) -> dict[str, list[str]]:
        """Return the names of the first so many quartets as a record's setup has them."""
        return {letter: list(names) for letter, names in zip(LETTERS, self.quartets[:quartets], strict=False)}


def read(text: str) -> tuple[Quartet, ...]:
    """Read the quartets of a deck from its lines. Raises BadSetup with the line that is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not FEWEST <= len(lines) <= MOST:
        raise BadSetup(Notice("kwartet-deck-lines", least=FEWEST, most=MOST, lines=len(lines)), rule="K 1.1")
    quartets = []
    for number, line in enumerate(lines, 1):
        heading, _colon, cards = line.partition(":")
        names = [" ".join(name.split()) for name in (heading, *cards.split(","))]
        if len(names) != 5 or not all(names):
            raise BadSetup(Notice("kwartet-deck-line", line=number, text=quote(line)), rule="K 1.2")
        for name in names:
            check_name(name, Notice("kwartet-name", quartet=LETTERS[number - 1]))
            if len(name) > LONGEST:
                raise BadSetup(Notice("kwartet-deck-long", name=quote(name), most=LONGEST), rule="K 1.2")
        if len(set(map(str.casefold, names[1:]))) < 4:
            raise BadSetup(Notice("kwartet-deck-twice", line=number), rule="K 1.2")
        quartets.append((names[0], names[1], names[2], names[3], names[4]))
    if len({quartet[0].casefold() for quartet in quartets}) < len(quartets):
        raise BadSetup(Notice("kwartet-deck-alike"), rule="K 1.2")
    return tuple(quartets)


def ready(language: str) -> dict[str, Deck]:
    """Return the ready decks in a language, by their keys; in English where there are none in it."""
    ours = languages()
    return _ready(language if language in ours else "en")


@cache
def languages() -> frozenset[str]:
    """Return the languages that have ready decks: those of the files ``decks.<language>.txt`` beside this module."""
    return frozenset(path.name.split(".")[1] for path in HERE.glob("decks.*.txt"))


@cache
def _ready(language: str) -> dict[str, Deck]:
    ready = {}
    for part in (HERE / f"decks.{language}.txt").read_text("utf-8").split("# ")[1:]:
        heading, _line, lines = part.partition("\n")
        key, _colon, name = heading.partition(": ")
        ready[key] = Deck(name, read(lines))
    return ready
