"""The plan of a list's import, line by line: the same for players, teams and results."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.domain.errors import Refused
from tournaments.imports.layouts import ReadList
from tournaments.sentences import sentence

NEW, CHANGED, SAME, REFUSED, LEFT = "new", "changed", "same", "refused", "left_out"
COUNTED = (NEW, CHANGED, SAME, REFUSED)
STATUSES = (*COUNTED, LEFT)


@dataclass(slots=True)
class Planned:
    """The plan for one line: ``shows`` are its cells for the preview, ``changes``, ``problems`` and ``remarks`` are
    sentences. ``known`` tells who it is among those who are known, ``people`` are those whom it can mean, by key, and
    ``person`` is the one that was chosen. ``cells`` are those of the file."""

    number: int
    status: str
    shows: Sequence[str | int | None]
    changes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    row: Any = None
    stamp: str = ""
    remarks: list[str] = field(default_factory=list)
    known: str = ""
    people: list[tuple[int, str]] = field(default_factory=list)
    person: str = ""
    cells: Sequence[str] = ()
    doubled: bool = False

    def refuse(self, problem: str) -> None:
        self.status = REFUSED
        self.problems.append(problem)
        self.row = None

    def of_file(self, cells: Sequence[str]) -> Planned:
        """Return the line with its cells of the file."""
        self.cells = cells
        return self

    @property
    def left_out(self) -> bool:
        """Return whether nothing of the line would come in."""
        return self.status in (REFUSED, LEFT)

    @property
    def why(self) -> str:
        """Return why the line is left out."""
        if not self.left_out:
            return ""
        return " ".join(self.problems if self.status == REFUSED else self.remarks)


def read_as(read: ReadList) -> dict[str, Any]:
    """Return how a list was read, as JSON values."""
    return {
        "sheets": [[grid.name, grid.hidden, len(grid.lines)] for grid in read.sheets],
        "sheet": read.sheet,
        "heading": read.heading,
        "headings": list(read.headings),
        "roles": list(read.roles),
        "remarks": [sentence(remark) for remark in read.remarks],
        "starts": [[line.number, " | ".join(filter(None, line.cells))[:80]] for line in read.starts],
    }


@dataclass(frozen=True, slots=True)
class ListPlan:
    """The plan of an import, line by line, under a ``heading``. Carried out as a whole or not at all.

    ``kept_stamp`` is the stamp of a plan that was kept,
    whose lines no longer tell it. ``layout`` is how the list was read, its sheets, heading and columns, as JSON
    values.
    """

    heading: Sequence[str]
    lines: Sequence[Planned]
    kept_stamp: str = ""
    layout: dict[str, Any] = field(default_factory=dict)

    def count(self, status: str) -> int:
        return sum(line.status == status for line in self.lines)

    @property
    def counts(self) -> dict[str, int]:
        return {status: self.count(status) for status in COUNTED}

    @property
    def coming(self) -> int:
        """Return how many lines would come in."""
        return len(self.lines) - self.count(REFUSED) - self.count(LEFT)

    @property
    def left(self) -> list[Planned]:
        """Return the lines of which nothing would come in."""
        return [line for line in self.lines if line.left_out]

    @property
    def refused(self) -> bool:
        return self.count(REFUSED) > 0

    @property
    def stamp(self) -> str:
        """Return a digest of the plan as shown: another digest means that somebody changed something meanwhile."""
        if self.kept_stamp:
            return self.kept_stamp
        text = "\n".join(f"{line.number} {line.status} {line.stamp}" for line in self.lines)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()

    def kept(self) -> dict[str, Any]:
        """Return as JSON what is shown of the plan."""
        lines = [
            [p.number, p.status, list(p.shows), p.changes, p.problems,
             p.remarks, p.known, [list(pair) for pair in p.people], p.person, list(p.cells), p.doubled]
            for p in self.lines
        ]  # fmt: skip
        heading = [str(column) for column in self.heading]
        return {
            "heading": heading,
            "lines": lines,
            "counts": self.counts,
            "layout": self.layout,
        }

    @classmethod
    def of(cls, kept: dict[str, Any], stamp: str) -> ListPlan:
        """Return the plan that was kept. It can be shown, but not carried out."""
        lines = []
        for number, status, shows, changes, problems, *more in kept["lines"]:
            names = ("remarks", "known", "people", "person", "cells", "doubled")
            lines.append(Planned(number, status, shows, changes, problems, **dict(zip(names, more, strict=False))))
        return cls(kept["heading"], lines, stamp, kept.get("layout") or {})


class Stale(Refused):
    """The list would do something else by now than what was looked at."""

    def __init__(self) -> None:
        notice = Notice("list-stale")
        super().__init__(sentence(notice), notice=notice)


def refuse_unready(plan: ListPlan, seen: str | None, *, rest: bool = False) -> None:
    """Raise Stale where the plan is no longer the one that was looked at, Refused where a line is refused, or where of
    the ``rest`` nothing is left."""
    refuse_changed(plan.stamp, seen)
    if not rest:
        refuse_lines(plan.count(REFUSED))
    elif not plan.coming:
        raise Refused(_("Nothing was imported: every line is left out."))


def refuse_changed(stamp: str, seen: str | None) -> None:
    if seen is not None and seen != stamp:
        raise Stale


def refuse_lines(refused: int) -> None:
    if refused:
        raise Refused(_("Nothing was imported: some lines have errors. Correct them in the file and upload it again."))
