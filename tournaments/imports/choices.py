"""The choices of a person over a list: its sheet and heading, the meaning of columns, lines left out, cells mended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.imports.columns import ALL_ROLES, ROLES
from tournaments.imports.readers.lines import MAX_COLUMNS, short

MENDED = tuple(role for role in ALL_ROLES if role not in ("first", "infix", "last"))
"""The meanings of cells that can be mended: a name is mended as a whole."""
MOST_LINES = 2000
LONGEST = 200
NOBODY_KNOWN, NUMBERED = "new", "another"
"""Whose line it is, beside the key of a known person: somebody new; another person than the namesake in this list."""


@dataclass(frozen=True, slots=True)
class Choices:
    """``sheet`` is None for the likeliest, ``heading`` for the line that names most columns, 0 for none; ``columns``
    is None for what the headings say. ``skip`` are lines to leave out, ``take`` those that are players although they
    look like totals; ``cells`` are mended by line and meaning, ``people`` tell whose line it is.

    ``grades``: the list is of a game whose players have grades, which are ratings. It is nobody's choice, so it stands
    in no document."""

    sheet: str | None = None
    heading: int | None = None
    columns: Mapping[int, str] | None = None
    remembered: bool = False
    skip: frozenset[int] = frozenset()
    take: frozenset[int] = frozenset()
    cells: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    people: Mapping[int, str] = field(default_factory=dict)
    grades: bool = False

    def of_sheet(self, sheet: str | None, heading: int | None) -> Choices:
        """Choose another sheet or heading: what was said of lines and columns is void."""
        return Choices(sheet=sheet, heading=heading)

    def without(self, line: int) -> Choices:
        """Leave a line out."""
        return replace(self, skip=self.skip | {line}, take=self.take - {line})

    def with_line(self, line: int) -> Choices:
        """Take a line in."""
        return replace(self, skip=self.skip - {line}, take=self.take | {line})

    def mended(self, line: int, cells: Mapping[str, str]) -> Choices:
        """Set cells of a line, by meaning."""
        known = {role: " ".join(cells[role].split())[:LONGEST] for role in MENDED if role in cells}
        return replace(self.with_line(line), cells={**self.cells, line: {**self.cells.get(line, {}), **known}})

    def of_person(self, line: int, person: str) -> Choices:
        """Say whose line it is."""
        return replace(self, people={**self.people, line: person})

    def document(self) -> dict[str, Any]:
        """Return the choices as JSON values; `choices_of` reads them."""
        return {
            "sheet": self.sheet,
            "heading": self.heading,
            "columns": None if self.columns is None else {str(at): role for at, role in self.columns.items()},
            "remembered": self.remembered,
            "skip": sorted(self.skip),
            "take": sorted(self.take),
            "cells": {str(line): dict(cells) for line, cells in self.cells.items()},
            "people": {str(line): person for line, person in self.people.items()},
        }


USUAL = Choices()
"""Nothing chosen."""


def choices_of(document: Mapping[str, Any]) -> Choices:
    """Read choices from JSON values. What means nothing is as if it were not there."""
    columns = document.get("columns")
    return Choices(
        sheet=document.get("sheet"),
        heading=document.get("heading"),
        columns=None
        if columns is None
        else {int(at): role for at, role in columns.items() if role in ALL_ROLES and int(at) < MAX_COLUMNS},
        remembered=bool(document.get("remembered")),
        skip=frozenset(document.get("skip") or ()),
        take=frozenset(document.get("take") or ()),
        cells={int(line): dict(cells) for line, cells in (document.get("cells") or {}).items()},
        people={int(line): str(person) for line, person in (document.get("people") or {}).items()},
    )


def line_numbers(text: str) -> frozenset[int]:
    """Read lines such as ``3, 17-19``. Raises ValueError with the piece that is none."""
    numbers: set[int] = set()
    for piece in text.replace(" ", "").split(","):
        first, dash, last = piece.partition("-")
        if not (first.isascii() and first.isdigit()) or (dash and not (last.isascii() and last.isdigit())):
            raise ValueError(short(piece))
        if len(first) > 7 or len(last) > 7 or not 0 <= int(last or first) - int(first) < MOST_LINES:
            raise ValueError(short(piece))
        numbers |= set(range(int(first), int(last or first) + 1))
    return frozenset(numbers)


def columns_named(pairs: Iterable[str], roles: Iterable[str] = ROLES) -> dict[str, str]:
    """Read assignments such as ``Naam=name`` to one of the ``roles``. Raises ValueError with the one that is none."""
    named: dict[str, str] = {}
    for pair in pairs:
        heading, equals, role = pair.rpartition("=")
        if not equals or not heading.strip() or (role.strip() and role.strip() not in roles):
            raise ValueError(short(pair))
        named[heading.strip()] = role.strip()
    return named


def columns_assigned(headings: Sequence[str], roles: Sequence[str], named: Mapping[str, str]) -> dict[int, str]:
    """Return the meaning of all columns where some are named: by their heading, or by their letter. What another
    column meant before goes to the one that is named. Raises ValueError for a column that there is not."""
    assigned = list(roles)
    for name, role in named.items():
        alike = [at for at, heading in enumerate(headings) if heading.casefold() == name.casefold()]
        alike = alike or [at for at in range(len(headings)) if letter(at) == name.upper()]
        if not alike:
            raise ValueError(short(name))
        assigned = ["" if other == role else other for other in assigned]
        assigned[alike[0]] = role
    return {at: role for at, role in enumerate(assigned) if role}


def letter(column: int) -> str:
    """Return the name of a column as spreadsheets have it: A for the first, AA for the 27th."""
    before, last = divmod(column, 26)
    return (letter(before - 1) if before else "") + chr(65 + last)
