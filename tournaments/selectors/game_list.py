"""All games of an event that everyone may look at, with who sat where, the result and the length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, OuterRef, Q, Subquery

from tournaments.models import GameRecord, LiveGame, Round, Seat, Table
from tournaments.selectors.public import SeatTaken, TableShown, got

DRAWN, DECIDED, LIVE = "drawn", "decided", "live"
LENGTHS = {"short": (0, 40), "medium": (41, 120), "long": (121, 1_000_000)}
"""How many moves a game of each length has, from and to."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list: its round, its table with seats and points, its moves, whether it has no record yet."""

    round: int
    table: TableShown
    plies: int
    live: bool

    @property
    def playing(self) -> bool:
        """Return whether it is being played: not where a result stands of a game that nobody noted to its end."""
        return self.live and not self.table.over

    @property
    def result(self) -> str:
        """Return whether somebody won alone."""
        if self.playing or self.table.end is None:
            return LIVE
        best = sorted((Fraction(seat.points) for seat in self.table.seats if seat.points is not None), reverse=True)
        return DRAWN if len(best) > 1 and best[0] == best[1] else DECIDED


def games_of(tournament_id: int) -> list[Listed]:
    """Return the games of an event, the newest round first, those that are being entered first. Three queries."""
    proven = (
        GameRecord.objects.filter(table=OuterRef("pk"), state=GameRecord.State.AGREES)
        .order_by("-pk")
        .values("answer__plies")[:1]
    )
    running = (
        LiveGame.objects.filter(table=OuterRef("pk"), state=LiveGame.State.RUNNING)
        .annotate(count=Count("plies"))
        .values("count")[:1]
    )
    rows = list(
        Table.objects.filter(round__tournament=tournament_id, round__state__in=Round.SHOWN)
        .annotate(proven=Subquery(proven), running=Subquery(running))
        .filter(Q(proven__isnull=False) | Q(running__isnull=False))
        .order_by("-round__number", "number")
        .values_list("pk", "round__number", "number", "proven", "running")
    )
    ids = [pk for pk, *_rest in rows]
    results = got(Q(table__in=ids))
    seats: dict[int, list[SeatTaken]] = {}
    for table, position, number in (
        Seat.objects.filter(table__in=ids).order_by("position").values_list("table_id", "position", "entry__number")
    ):
        taken = results[table].at(position, number) if table in results else SeatTaken(position, number, None)
        seats.setdefault(table, []).append(taken)
    listed = [
        Listed(
            round_,
            TableShown(number, tuple(seats.get(pk, ())), results[pk].end if pk in results else None, game=True),
            int(proven if proven is not None else running),
            proven is None,
        )
        for pk, round_, number, proven, running in rows
    ]
    return sorted(listed, key=lambda game: not game.playing)


def chosen(
    games: Iterable[Listed], player: int = 0, round_: int = 0, result: str = "", length: str = ""
) -> Sequence[Listed]:
    """Return the games that fit; 0 and the empty text ask for all."""
    least, most = LENGTHS.get(length, (0, 1_000_000))
    return [
        game
        for game in games
        if (not player or any(seat.number == player for seat in game.table.seats))
        and (not round_ or game.round == round_)
        and (not result or game.result == result)
        and least <= game.plies <= most
    ]
