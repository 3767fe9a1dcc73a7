"""The standings of an event of groups and finals in parts: a table for each group, and later for each final."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.crosstable import Row
from scoring.sections.groups import FINAL, GROUP
from tournaments.selectors.standings import Rank, StandingsShown
from tournaments.sentences.labels import labelled
from tournaments.sentences.places import ordinal

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def parts(shown: StandingsShown) -> list[tuple[str, StandingsShown]]:
    """Return the parts with their titles: before the finals the groups, then the finals and everybody else. A rank is
    the place in that table. Other standings, and a few lines of some, are one part without a title, in their order."""
    if len(shown.rows) < shown.players - len(shown.left_out) or GROUP not in shown.tie_breaks:
        return [("", shown)]
    codes = tuple(code for code in shown.tie_breaks if code not in (GROUP, FINAL))
    codes = (GROUP, *codes) if FINAL in shown.tie_breaks else codes
    final = FINAL in shown.tie_breaks
    return [
        (title, replace(shown, rows=_ranked(rows), tie_breaks=codes, by_place=final)) for title, rows in _by_part(shown)
    ]


def places_in_parts(shown: StandingsShown | None) -> dict[int, str]:
    """Return which place each player has in their group or final, in words: "Group 2: 1st". Empty where the standings,
    of which all rows are needed, have no parts; who has no result yet is left out."""
    return {
        row.player: f"{labelled(title)} {ordinal(row.rank)}"
        for title, part in (parts(shown) if shown else ())
        for row in part.rows
        if title and not row.nothing_yet
    }


def in_order(lines: Iterable[Row], shown: StandingsShown | None) -> tuple[list[Row], dict[int, Rank]]:
    """Return the rows of a crosstable in the order of the standings, and the rows of these by player: in groups with
    the places there."""
    ranks = {row.player: row for _title, part in parts(shown) for row in part.rows} if shown else {}
    place = {player: at for at, player in enumerate(ranks)}
    return sorted(lines, key=lambda line: place.get(line.player, len(place))), ranks


def _by_part(shown: StandingsShown) -> list[tuple[str, list[Rank]]]:
    by = FINAL if FINAL in shown.tie_breaks else GROUP
    rows_of: dict[int, list[Rank]] = {}
    for row in shown.rows:
        rows_of.setdefault(int(row.tie_breaks.get(by, "0")), []).append(row)

    def title(number: int) -> str:
        if by == GROUP:
            return _("Group %(n)s") % {"n": number} if number else _("In no group")
        return _("%(letter)s final") % {"letter": LETTERS[number - 1]} if number else _("In no final")

    order = sorted(rows_of.items(), key=lambda part: (part[0] == 0, part[0]))
    return [(title(number), rows) for number, rows in order]


def _ranked(rows: list[Rank]) -> list[Rank]:
    """Return the rows with their places in this table; who shared a rank still does."""
    out: list[Rank] = []
    for place, row in enumerate(rows, 1):
        same = place > 1 and rows[place - 2].rank == row.rank
        out.append(row._replace(rank=out[-1].rank if same else place))
    return out
