"""The plan of a list's import, line by line: the same for players, teams and results."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.domain.errors import Refused
from tournaments.sentences import sentence

NEW, CHANGED, SAME, REFUSED = "new", "changed", "same", "refused"
STATUSES = (NEW, CHANGED, SAME, REFUSED)


@dataclass(slots=True)
class Planned:
    """The plan for one line: ``shows`` are its cells for the preview, ``changes`` and ``problems`` sentences."""

    number: int
    status: str
    shows: Sequence[str | int | None]
    changes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    row: Any = None
    stamp: str = ""

    def refuse(self, problem: str) -> None:
        self.status = REFUSED
        self.problems.append(problem)


@dataclass(frozen=True, slots=True)
class ListPlan:
    """The plan of an import, line by line, under a ``heading``. Carried out as a whole or not at all.

    ``unread`` are the columns of the file that mean nothing here. ``kept_stamp`` is the stamp of a plan that was kept,
    whose lines no longer tell it.
    """

    heading: Sequence[str]
    lines: Sequence[Planned]
    kept_stamp: str = ""
    unread: Sequence[str] = ()

    def count(self, status: str) -> int:
        return sum(line.status == status for line in self.lines)

    @property
    def counts(self) -> dict[str, int]:
        return {status: self.count(status) for status in STATUSES}

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
        lines = [[p.number, p.status, list(p.shows), p.changes, p.problems] for p in self.lines]
        heading = [str(column) for column in self.heading]
        return {"heading": heading, "lines": lines, "counts": self.counts, "unread": list(self.unread)}

    @classmethod
    def of(cls, kept: dict[str, Any], stamp: str) -> ListPlan:
        """Return the plan that was kept. It can be shown, but not carried out."""
        return cls(kept["heading"], [Planned(*line) for line in kept["lines"]], stamp, kept.get("unread", ()))


class Stale(Refused):
    """The list would do something else by now than what was looked at."""

    def __init__(self) -> None:
        notice = Notice("list-stale")
        super().__init__(sentence(notice), notice=notice)


def refuse_unready(plan: ListPlan, seen: str | None) -> None:
    """Raise Stale where the plan is no longer the one that was looked at, Refused where a line is refused."""
    refuse_changed(plan.stamp, seen)
    refuse_lines(plan.count(REFUSED))


def refuse_changed(stamp: str, seen: str | None) -> None:
    if seen is not None and seen != stamp:
        raise Stale


def refuse_lines(refused: int) -> None:
    if refused:
        raise Refused(_("Nothing was imported: some lines have errors. Correct them in the file and upload it again."))
