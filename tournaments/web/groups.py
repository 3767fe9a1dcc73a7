"""The standings of an event of groups and finals: a table for each final, and for each group."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from html import escape as text

from django.utils.safestring import SafeString, mark_safe

from tournaments.selectors.groups import standings_parts
from tournaments.selectors.shown_names import Person
from tournaments.selectors.standings import StandingsShown
from tournaments.web import tables
from tournaments.web.seats import Link


def grouped(
    shown: StandingsShown,
    people: Mapping[int, Person],
    link: Link,
    brief: bool = False,
    end: str = "",
    last: bool = False,
    address: str = "",
    keep: Set[int] | None = None,
) -> SafeString:
    """Return the tables of the standings' parts, each that has a title below it. With ``keep`` they have the rows of
    these players alone, which say the same as among all: the places come before the choice."""
    divided = standings_parts(shown)
    if keep is not None:
        some = ((title, [row for row in part.rows if row.player in keep], part) for title, part in divided)
        divided = [(title, replace(part, rows=rows)) for title, rows, part in some if rows]
    drawn = [
        (f"<h3>{text(title)}</h3>" if title else "")
        + tables.standings(part, people, link, brief, end, last=last, address=address)
        for title, part in divided
    ]
    return mark_safe("".join(drawn))  # noqa: S308
