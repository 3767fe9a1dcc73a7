"""Schedules that only a long search finds, packed one a line; and base rounds found by search for this program: short,
because each is developed over a group."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
Blocks = list[tuple[int, ...]]
Starters = list[tuple[int, Blocks]]
FOURS: dict[int, Starters] = {}
THREES: dict[int, Starters] = {}
LARGE: dict[int, dict[int, Starters]] = {5: {}, 6: {}}
ELEMENTARY_32: list[tuple[tuple[int, ...], Blocks]] = []


@dataclass(frozen=True, slots=True)
class Packed:
    """One line of the file, unpacked when it is wanted."""

    places: int
    size: int
    repeats: int
    rounds: tuple[str, ...]

    def schedule(self) -> list[list[tuple[int, ...]]]:
        """Return the rounds of tables of places, full tables first."""
        tables = -(-self.places // self.size)
        return [unpack(text, self.places, tables) for text in self.rounds]


def unpack(text: str, places: int, tables: int) -> list[tuple[int, ...]]:
    """Unpack the tables of a round."""
    number = 0
    for digit in text:
        number = number * 64 + DIGITS.index(digit)
    out: list[list[int]] = [[] for _ in range(tables)]
    for place in range(places):
        number, table = divmod(number, tables)
        out[table].append(place)
    return [tuple(t) for t in sorted(out, key=lambda t: (-len(t), t))]


@cache
def _file(name: str, size: int) -> dict[int, dict[int, Packed]]:
    path = Path(__file__).with_name(f"{name}{size}.txt")
    out: dict[int, dict[int, Packed]] = {}
    for line in path.read_text("ascii").splitlines():
        if not line or line.startswith("#"):
            continue
        places, length, repeats, *rounds = line.split(" ")
        entry = Packed(int(places), size, int(repeats), tuple(rounds))
        out.setdefault(entry.places, {})[int(length)] = entry
    return out


def packed(places: int, size: int) -> dict[int, Packed]:
    """Return the packed schedules for so many places with short tables in turn, by their number of rounds."""
    return _file("packed", size).get(places, {})


def packed_even(places: int, size: int) -> dict[int, Packed]:
    """Return those with short tables even at the end that repeat less, by their number of rounds."""
    return _file("even", size).get(places, {})


def packed_free(places: int, size: int) -> dict[int, Packed]:
    """Return those with short tables anyhow that repeat less still, by their number of rounds."""
    return _file("free", size).get(places, {})


def _blocks(text: str) -> Blocks:
    return [tuple(int(x) for x in block.split()) for block in text.split("|")]


for _line in Path(__file__).with_name("starters.txt").read_text("ascii").splitlines():
    if _line.startswith("#"):
        continue
    if _line.startswith("elementary"):
        _kind, _translations, _tables = _line.split(" ", 2)
        ELEMENTARY_32.append((tuple(int(x) for x in _translations.split(",")), _blocks(_tables)))
    else:
        _size, _places, _modulus, _tables = _line.split(" ", 3)
        _known = {3: THREES, 4: FOURS, **LARGE}[int(_size)]
        _known.setdefault(int(_places), []).append((int(_modulus), _blocks(_tables)))
