"""The book of results: a row a result, one of a table current, none with points that its game cannot give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from django.utils.translation import gettext as _

from games.core import registry as games
from games.core.errors import ImpossiblePoints
from games.core.options import complete
from tournaments.errors import Refused
from tournaments.locks import standings_moved
from tournaments.models import GameRecord, PossiblePoints, Result, Table, Tournament

Points = Sequence[Fraction | None]

OUT_EARLY = (Fraction(0), Fraction(2), Fraction(4))
"""What a seat without a player could have had: nothing, or (two or three missing in Quatro Chess) QC 6.1."""


def current_result(table: Table) -> Result | None:
    return Result.objects.filter(table=table, is_current=True).select_related("entered_by").first()


def put(
    tournament: Tournament,
    table: Table,
    points: Points,
    *,
    current: Result | None,
    by: Any,
    end: str = Result.End.PLAYED,
    source: str = Result.Source.DESK,
    reason: str = "",
    record: GameRecord | None = None,
) -> Result:
    """Write a result into the book in the place of ``current``. The tournament must be locked.

    Raises Refused where the game cannot end so.
    """
    settle(tournament, table, points, end)
    if current is not None:
        Result.objects.filter(pk=current.pk).update(is_current=False)
    result = Result.objects.create(
        table=table,
        number=current.number + 1 if current else 1,
        points=list(points),
        end=end,
        source=source,
        record=record,
        entered_by=by if getattr(by, "pk", None) else None,
        supersedes=current,
        reason=reason,
    )
    standings_moved(tournament, table.round)
    return result


def settle(tournament: Tournament, table: Table, points: Points, end: str) -> None:
    """Raises Refused where no game of this tournament can end so; else lets the database accept it."""
    seats = table.seats.count()
    if len(points) != seats:
        raise Refused(
            _("Table %(table)d has %(seats)d seats; %(given)d points were given.")
            % {"table": table.number, "seats": seats, "given": len(points)}
        )
    if end == Result.End.ADJOURNED:
        return
    if end == Result.End.PLAYED:
        _refuse_impossible(tournament, table, points)
    else:
        _refuse_impossible_forfeit(tournament, table, points)
    stamp = sorted("-" if p is None else str(p) for p in points)
    PossiblePoints.objects.get_or_create(tournament=tournament, points=stamp)


def _refuse_impossible(tournament: Tournament, table: Table, points: Points) -> None:
    given = [p for p in points if p is not None]
    if len(given) < len(points):
        missing = next(i for i, p in enumerate(points, start=1) if p is None)
        raise Refused(
            _("Table %(table)d: the points of seat %(seat)d are missing. Who did not show up is a forfeit.")
            % {"table": table.number, "seat": missing}
        )
    try:
        game = games.get(tournament.game)
        game.check_points(complete(game.info, tournament.options), given)
    except ImpossiblePoints as error:
        why = error.message
        if error.rule and error.rule not in why:
            why = f"{why} ({error.rule})"
        raise Refused(
            _("Table %(table)d: %(why)s") % {"table": table.number, "why": why}, rule=error.rule
        ) from error


def _refuse_impossible_forfeit(tournament: Tournament, table: Table, points: Points) -> None:
    """Those present have nothing, or what the game gives them if those missing went out early."""
    if all(p is not None for p in points):
        raise Refused(
            _("Table %(table)d: everybody has points, so nobody forfeited. Write - for a no-show.")
            % {"table": table.number}
        )
    if not any(points):
        return
    refusals: list[Refused] = []
    for full in _filled(points):
        try:
            _refuse_impossible(tournament, table, full)
        except Refused as error:
            refusals.append(error)
        else:
            return
    raise refusals[0]


def _filled(points: Points) -> Iterator[list[Fraction | None]]:
    away = [i for i, p in enumerate(points) if p is None]
    for early in product(OUT_EARLY, repeat=len(away)):
        full = list(points)
        for i, p in zip(away, early, strict=True):
            full[i] = p
        yield full
