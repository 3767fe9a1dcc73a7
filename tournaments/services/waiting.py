"""Lists that were uploaded and wait until somebody has looked at what they would do."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.access import Action, require
from tournaments.errors import Refused
from tournaments.locks import lock
from tournaments.models import PlayerImport, Tournament

NEW, CHANGED, SAME, REFUSED = "new", "changed", "same", "refused"


@dataclass(slots=True)
class Planned:
    """What would become of a line: ``shows`` are its cells for the preview, ``changes`` and ``problems`` sentences."""

    number: int
    status: str
    shows: Sequence[str | int | None]
    changes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    row: Any = None
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class ListPlan:
    """What an import would do, line by line, under a ``heading``. Carried out as a whole or not at all."""

    heading: Sequence[str]
    lines: Sequence[Planned]

    def count(self, status: str) -> int:
        return sum(line.status == status for line in self.lines)

    @property
    def counts(self) -> dict[str, int]:
        return {status: self.count(status) for status in (NEW, CHANGED, SAME, REFUSED)}

    @property
    def refused(self) -> bool:
        return self.count(REFUSED) > 0

    @property
    def stamp(self) -> str:
        """A digest of what was shown: another one means that somebody changed something meanwhile."""
        text = "\n".join(f"{line.number} {line.status} {line.stamp}" for line in self.lines)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def keep(tournament: Tournament, kind: str, *, by: Any, filename: str, content: bytes) -> PlayerImport:
    """Keep a list; one waits for each person, tournament and kind."""
    PlayerImport.objects.filter(tournament=tournament, uploaded_by=by, kind=kind).delete()
    return PlayerImport.objects.create(
        tournament=tournament, kind=kind, uploaded_by=by, filename=filename[:200], content=content
    )


def take(import_id: int, kind: str, action: Action, *, by: Any) -> tuple[PlayerImport, Tournament]:
    """A waiting list and its tournament, locked. Raises Refused where another was quicker."""
    waiting = PlayerImport.objects.filter(pk=import_id, kind=kind).first()
    if waiting is not None:
        tournament = lock(waiting.tournament_id)
        require(by, action, tournament)
        waiting = PlayerImport.objects.filter(pk=import_id, kind=kind).first()
    if waiting is None:
        raise Refused(_("This list was imported already, or replaced by another one."))
    return waiting, tournament


def refuse_unready(plan: ListPlan, seen: str | None) -> None:
    """Raises Refused where a line is refused, or the plan is no longer the one that was looked at."""
    if seen is not None and seen != plan.stamp:
        raise Refused(
            _("Somebody changed something after this preview. Look at it again; nothing was imported.")
        )
    if plan.refused:
        raise Refused(
            _("Nothing was imported: some lines are refused. Mend them in the file and choose it again.")
        )
