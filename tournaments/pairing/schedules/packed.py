"""Schedules that only a long search finds quickly enough, packed one a line.

A line of ``packed4.txt`` (tables of four) is: places, rounds, repeated meetings, then each round as one
character a place, in the order of the tables, the short ones last. The characters are ``ALPHABET``. A
schedule without repeats serves for fewer rounds too: its short tables are even after every round.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+,-./:;<=>?@[]^_{|}~"


@dataclass(frozen=True, slots=True)
class Packed:
    """One line of the file: read when it is wanted."""

    places: int
    size: int
    repeats: int
    rounds: tuple[str, ...]

    def schedule(self) -> list[list[tuple[int, ...]]]:
        """The rounds of tables of places."""
        short = -self.places % self.size
        full = self.places - (self.size - 1) * short
        cuts = [*range(0, full, self.size), *range(full, self.places, self.size - 1)]
        out = []
        for text in self.rounds:
            order = [ALPHABET.index(c) for c in text]
            out.append([tuple(order[at : at + (self.size if at < full else self.size - 1)]) for at in cuts])
        return out


@cache
def _file(size: int) -> dict[int, dict[int, Packed]]:
    path = Path(__file__).with_name(f"packed{size}.txt")
    out: dict[int, dict[int, Packed]] = {}
    for line in path.read_text("ascii").splitlines():
        if not line or line.startswith("# "):
            continue
        places, length, repeats, *rounds = line.split(" ")
        entry = Packed(int(places), size, int(repeats), tuple(rounds))
        out.setdefault(entry.places, {})[int(length)] = entry
    return out


def packed(places: int, size: int) -> dict[int, Packed]:
    """The packed schedules for so many places, by their number of rounds."""
    return _file(size).get(places, {})
