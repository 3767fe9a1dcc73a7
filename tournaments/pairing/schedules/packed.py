"""Schedules that only a long search finds, packed one a line.

A line of ``packed4.txt`` (tables of four; ``packed3.txt``: of three) is: places, rounds, repeated meetings,
then each round as one number in base 64. Its digits in base t, t being the number of tables, are the tables
of the places 0, 1, 2, …, the lowest digit first. A schedule without repeats serves for fewer rounds too:
its short tables are even after every round.

``even4.txt`` and ``free4.txt`` (and those for three) hold what is better where short tables need only be even at
the end, or not at all; each line serves for its own number of rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"


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
