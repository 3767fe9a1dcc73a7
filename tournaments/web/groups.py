"""The standings of an event of groups and finals: a table for each final, and for each group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape as text

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.groups import FINAL, GROUP
from tournaments.selectors.shown_names import Person
from tournaments.selectors.standings import Rank, StandingsShown
from tournaments.web import tables
from tournaments.web.seats import Link

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def grouped(
    shown: StandingsShown, people: Mapping[int, Person], link: Link, brief: bool = False, end: str = ""
) -> SafeString:
    """Return the tables with a heading each; before the finals those of the groups, then the finals and everybody
    else. A rank is the place in that table. A part of the standings is one table, in their own order."""
    if len(shown.rows) < shown.players - len(shown.left_out) or GROUP not in shown.tie_breaks:
        return tables.standings(shown, people, link, brief, end)
    parts = []
    codes = tuple(code for code in shown.tie_breaks if code not in (GROUP, FINAL))
    for title, rows in _parts(shown):
        part = replace(shown, rows=_ranked(rows), tie_breaks=(GROUP, *codes) if FINAL in shown.tie_breaks else codes)
        parts.append(f"<h3>{text(title)}</h3>{tables.standings(part, people, link, brief, end)}")
    return mark_safe("".join(parts))  # noqa: S308


def _parts(shown: StandingsShown) -> list[tuple[str, list[Rank]]]:
    by = FINAL if FINAL in shown.tie_breaks else GROUP
    parts: dict[int, list[Rank]] = {}
    for row in shown.rows:
        parts.setdefault(int(row.tie_breaks.get(by, "0")), []).append(row)

    def title(number: int) -> str:
        if by == GROUP:
            return _("Group %(n)s") % {"n": number} if number else _("In no group")
        return _("%(letter)s final") % {"letter": LETTERS[number - 1]} if number else _("In no final")

    order = sorted(parts.items(), key=lambda part: (part[0] == 0, part[0]))
    return [(title(number), rows) for number, rows in order]


def _ranked(rows: list[Rank]) -> list[Rank]:
    """Return the rows with their places in this table; who shared a rank still does."""
    out: list[Rank] = []
    for place, row in enumerate(rows, 1):
        same = place > 1 and rows[place - 2].rank == row.rank
        out.append(row._replace(rank=out[-1].rank if same else place))
    return out
