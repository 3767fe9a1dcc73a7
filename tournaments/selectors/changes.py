"""A change of a paired round, in words, before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import PairingChange
from tournaments.pairing.review import NEW_TABLE
from tournaments.selectors.review import Act, Cost, Loaded, cost


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table as it would be; without people it would be gone."""

    number: int
    seats: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a change before it is made. ``fields`` are what its form sends; ``nothing``: all stays as it
    is."""

    title: str
    cost: Cost
    fields: Mapping[str, str]
    changed: tuple[ChangedTable, ...]
    of_tables: bool
    nothing: bool

    @property
    def tables(self) -> tuple[ChangedTable, ...]:
        """Return the tables that were paired anew, because a page shows their players."""
        return self.changed if self.of_tables else ()


def preview(current: Loaded, act: Act) -> Preview:
    """Return the change with its grade and its cost. Raises PairingError where it cannot be."""
    effect = act.effect(current)
    return Preview(
        title=_title(current, act),
        cost=cost(current, effect),
        fields=act.fields,
        changed=tuple(
            ChangedTable(t.number, t.seats, tuple(current.name(p) for p in t.players)) for t in effect.tables
        ),
        of_tables=bool(act.tables),
        nothing=not effect.tables and effect.byes == current.review.round.byes,
    )


def _title(current: Loaded, act: Act) -> str:
    words = {"a": current.name(act.player) if act.player in current.review.players else ""}
    match act.what:
        case PairingChange.What.EXCHANGE:
            return _("%(a)s and %(b)s swap places") % {**words, "b": current.name(act.other)}
        case PairingChange.What.MOVE if act.to is None:
            return _("%(a)s leaves their table and has a bye") % words
        case PairingChange.What.MOVE if act.to == NEW_TABLE:
            return _("%(a)s moves to a new table") % words
        case PairingChange.What.MOVE:
            return _("%(a)s moves to table %(table)d") % {**words, "table": act.to}
        case PairingChange.What.ANEW:
            return _("Tables %(tables)s re-paired") % {"tables": ", ".join(map(str, act.tables))}
    return _("Back to the system's pairing")
