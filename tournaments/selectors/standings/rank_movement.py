"""The movement of the standings: ranks after each shown round, read from the standings that were kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.db import models
from django.db.models import Func, Value

from tournaments.models import Standings
from tournaments.selectors.standings.standings import PATH_QUERY


@dataclass(frozen=True, slots=True)
class Moved:
    """The rounds after which there are standings, and everyone's rank after each (None: not in the table).

    Nobody moves by half a round: the newest is left out while a table of it has no result, and is ``half``: its
    number, how many of its tables have a result, and how many there are.
    """

    rounds: tuple[int, ...]
    ranks: dict[int, tuple[int | None, ...]]
    final: bool
    missing: int = 0
    half: tuple[int, int, int] | None = None

    def last(self, number: int) -> int:
        """Return a player's newest rank; behind everybody where they have none."""
        newest = self.ranks[number][-1]
        return len(self.ranks) + 1 if newest is None else newest


class Step(NamedTuple):
    """A player's rank and points (text in lowest terms) after a round."""

    round: int
    rank: int
    points: str


def moved(tournament_id: int, last: int) -> Moved:
    """Return everyone's ranks after each shown round, in one query."""
    rows = list(
        _rows(tournament_id, last)
        .annotate(numbers=_path("$.rows[*].player"), places=_path("$.rows[*].rank"))
        .values_list("after_round", "final", "numbers", "places", "body__tables", "body__missing")
    )
    half = _half(rows[-1][0], rows[-1][4]) if rows else None
    whole = rows[:-1] if half else rows
    by_round = [(number, final, dict(zip(who, at, strict=True))) for number, final, who, at, *_more in whole]
    everybody = sorted({number for _round, _final, ranks in by_round for number in ranks})
    return Moved(
        rounds=tuple(number for number, _final, _ranks in by_round),
        ranks={who: tuple(ranks.get(who) for _round, _final, ranks in by_round) for who in everybody},
        final=bool(by_round) and by_round[-1][1],
        missing=(rows[-1][5] or 0) if rows else 0,
        half=half,
    )


def before(tournament_id: int, after_round: int) -> dict[int, int]:
    """Return everyone's rank after the round before this one, in one query; empty where there are no such standings."""
    rows = (
        Standings.objects.filter(tournament=tournament_id, after_round=after_round - 1)
        .annotate(numbers=_path("$.rows[*].player"), places=_path("$.rows[*].rank"))
        .values_list("numbers", "places")
    )
    return {number: rank for numbers, places in rows for number, rank in zip(numbers, places, strict=True)}


def _half(number: int, tables: list[int] | None) -> tuple[int, int, int] | None:
    entered, count = tables or (0, 0)
    return (number, entered, count) if entered < count else None


def steps(tournament_id: int, last: int, number: int) -> list[Step]:
    """Return one player's rank and points after each shown round but a half one, in one query."""
    rows = list(
        _rows(tournament_id, last)
        .annotate(line=_path(f"$.rows[*] ? (@.player == {number:d})"))
        .values_list("after_round", "line", "body__tables")
    )
    if rows and _half(rows[-1][0], rows[-1][-1]):
        rows.pop()
    return [Step(after, line[0]["rank"], line[0]["points"]) for after, line, _tables in rows if line]


def _rows(tournament_id: int, last: int) -> models.QuerySet[Standings]:
    return Standings.objects.filter(tournament=tournament_id, after_round__range=(1, last)).order_by("after_round")


def _path(path: str) -> Func:
    return Func("body", Value(path), template=PATH_QUERY, output_field=models.JSONField())
