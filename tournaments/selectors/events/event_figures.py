"""Figures of an event that is over: how many games, how long, and what each seat brought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models.functions import Cast

from tournaments.models import GameRecord, Result, Round
from tournaments.selectors.events.public import EXACT_TEXT


class ProvenGame(NamedTuple):
    """A game whose record was replayed without a fault: where it was played, and how many plies it has."""

    round: int
    table: int
    plies: int


@dataclass(frozen=True, slots=True)
class Figures:
    """``tables`` with a played result; ``moves`` of all proven games; ``seats``: the mean points of each seat, by
    position, or nothing where a table has other points than seats; ``most``: the most points of a seat, None where
    points may be less than nought."""

    tables: int
    games: tuple[ProvenGame, ...]
    seats: tuple[Fraction, ...]
    most: Fraction | None = None

    @property
    def moves(self) -> int:
        return sum(game.plies for game in self.games)


def figures(tournament_id: int) -> Figures:
    """Return the figures of the shown rounds, in two queries."""
    played = list(
        Result.objects.filter(
            table__round__tournament=tournament_id, table__round__state__in=Round.SHOWN, is_current=True, end="played"
        )
        .order_by()
        .annotate(text=Cast("points", EXACT_TEXT))
        .values_list("text", flat=True)
    )
    records = (
        GameRecord.objects.filter(
            table__round__tournament=tournament_id,
            table__round__state__in=Round.SHOWN,
            state=GameRecord.State.AGREES,
        )
        .order_by("table__round__number", "table__number", "-pk")
        .values_list("table__round__number", "table__number", "answer__plies")
    )
    newest = {(game[0], game[1]): ProvenGame(game[0], game[1], int(game[2] or 0)) for game in reversed(records)}
    return Figures(len(played), tuple(newest[key] for key in sorted(newest)), _means(played), _most(played))


def worth_seeing(games: Iterable[ProvenGame]) -> dict[str, ProvenGame]:
    """Return up to three games of all, by why: the longest, the shortest, and that of the last round's first table."""
    in_order = sorted(games, key=lambda game: (game.plies, game.round, game.table))
    if not in_order:
        return {}
    last = max(in_order, key=lambda game: (game.round, -game.table))
    chosen: dict[str, ProvenGame] = {}
    for why, game in (("last", last), ("longest", in_order[-1]), ("shortest", in_order[0])):
        if game not in chosen.values():
            chosen[why] = game
    return chosen


def _most(played: list[list[str]]) -> Fraction | None:
    every = [Fraction(points) for table in played for points in table]
    return max(every) if every and min(every) >= 0 else None


def _means(played: list[list[str]]) -> tuple[Fraction, ...]:
    sizes = {len(points) for points in played}
    if len(sizes) != 1:
        return ()
    count = len(played)
    return tuple(sum((Fraction(points[at]) for points in played), Fraction()) / count for at in range(sizes.pop()))
