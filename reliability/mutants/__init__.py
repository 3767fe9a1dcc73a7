"""Mutants: one line of the program broken on purpose, and the tests that must notice; one file an area in this
folder, one table a mutant."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
CHECKOUT = FOLDER.parents[1]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A piece of a file, what is put in its place, and the tests that must fail then.

    ``tests`` are pytest's node ids; one failing test is enough, so each says alone what it protects.
    """

    area: str
    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"{self.area}: {self.name}"

    def applied(self, text: str) -> str:
        """Put the new piece in the place of the old one. Raises ValueError unless the old one stands there once."""
        times = text.count(self.old)
        if times != 1:
            raise ValueError(f"{self.key}: {self.file} has its piece {times} times, not once:\n{self.old}")
        return text.replace(self.old, self.new)


def mutants() -> list[Mutant]:
    """Return every mutant of every area, in the order of the files."""
    catalogue = []
    for path in sorted(FOLDER.glob("*.toml")):
        for table in tomllib.loads(path.read_text("utf-8"))["mutant"]:
            tests = tuple(table.pop("tests"))
            catalogue.append(Mutant(area=path.stem, tests=tests, **table))
    return catalogue
