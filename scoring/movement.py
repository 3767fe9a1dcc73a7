"""How standings moved: everyone's rank and points after each round, and one player's way through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.document import Event
from scoring.history import Kind
from scoring.pairwise import history_of
from scoring.standings import order_of


@dataclass(frozen=True, slots=True)
class Movement:
    """``ranks`` and ``points`` by player, one entry a round; a rank is None while he is out of the table."""

    rounds: tuple[int, ...]
    ranks: Mapping[int, tuple[int | None, ...]]
    points: Mapping[int, tuple[Fraction, ...]]


@dataclass(frozen=True, slots=True)
class Step:
    """One round of one player.

    ``kind``: as in ``scoring.history.Kind``. ``table`` and ``seats`` (from 1; two for two colours) are None
    and empty without a table; ``points`` None while it has no result. ``total`` and ``rank``: after the round.
    """

    round: int
    kind: Kind
    table: int | None
    seats: tuple[int, ...]
    opponents: tuple[int, ...]
    points: Fraction | None
    place: int | None
    total: Fraction
    rank: int | None


def movement(event: Event) -> Movement:
    """Ranks and points after each round of the document, as the standings then were. Raises DocumentError."""
    orders = [order_of(event, number) for number in range(1, len(event.rounds) + 1)]
    return Movement(
        rounds=tuple(entry.number for entry in event.rounds),
        ranks={player.id: tuple(order.ranks.get(player.id) for _, order in orders) for player in event.players},
        points={player.id: tuple(history.total(player.id) for history, _ in orders) for player in event.players},
    )


def journey(event: Event, player: int, moved: Movement | None = None) -> tuple[Step, ...]:
    """One player's rounds; ``moved`` saves working out the ranks again. Raises DocumentError."""
    moved = moved or movement(event)
    history = history_of(event)
    steps = []
    for number, turn in enumerate(history.turns[player], 1):
        table = turn.table
        seated = () if table is None else table.players
        steps.append(
            Step(
                round=number,
                kind=turn.kind,
                table=None if table is None else table.number,
                seats=()
                if table is None
                else tuple(seat for seat, sitting in enumerate(table.seats, 1) if sitting == player),
                opponents=tuple(other for other in seated if other != player),
                points=None if turn.not_yet else Fraction(turn.points, history.unit),
                place=turn.place or None,
                total=moved.points[player][number - 1],
                rank=moved.ranks[player][number - 1],
            )
        )
    return tuple(steps)
