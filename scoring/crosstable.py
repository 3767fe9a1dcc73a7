"""The crosstable: who met whom, where, with what result; for tables of two and for larger ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.attendance import last_round, not_in, out_after
from scoring.core.history import Kind
from scoring.documents.document import Event
from scoring.standings import order_of

_RESULTS = ("loss", "tie", "win")


@dataclass(frozen=True, slots=True)
class Cell:
    """One meeting of two players, from the first's side.

    ``result``: ``win``, ``tie``, ``loss``, ``forfeit win``, ``forfeit loss``, ``adjourned`` or ``pending``.
    ``points``: what the table gave them, None while there is no result. ``second``: they moved after the other.
    """

    round: int
    table: int
    result: str
    points: Fraction | None
    second: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One player's meetings by opponent, in playing order.

    ``byes``: the kinds of rounds without a table, by round; those before the player joined are left out.
    ``not_in``: those of them that they were not in; ``gone``: the first one of these of who has withdrawn, or is
    ``out`` (by a lost table, and not by withdrawing). ``left``: the last round before they withdrew, as later ones may
    count all the same. ``nothing_yet``: no result at all so far, so that the points are not known either.
    """

    player: int
    rank: int
    points: Fraction
    cells: Mapping[int, tuple[Cell, ...]]
    byes: Mapping[int, str]
    not_in: tuple[int, ...] = ()
    gone: int | None = None
    out: bool = False
    left: int | None = None
    nothing_yet: bool = False


def crosstable(event: Event, after_round: int | None = None) -> tuple[Row, ...]:
    """Return the rows of the players in the table, in the order of the standings. Raises DocumentError."""
    history, order = order_of(event, after_round)
    out = out_after(event, history, order)
    without = not_in(event, history, out)
    rows = []
    for player in order.participants:
        last = last_round(event.players[player - 1], out.get(player))
        gone = None if last is None else next((at for at in without.get(player, ()) if at > last), None)
        cells: dict[int, list[Cell]] = {}
        byes: dict[int, str] = {}
        for number, turn in enumerate(history.turns[player], 1):
            table = turn.table
            if table is None:
                if turn.kind is not Kind.ZERO_BYE or number >= event.players[player - 1].joined:
                    byes[number] = turn.kind.value
                continue
            points = None if turn.not_yet else Fraction(turn.points, history.unit)
            if turn.not_yet:
                seated = table.players
                before = seated.index(player)
                for seat, opponent in enumerate(seated):
                    if opponent != player:
                        cell = Cell(number, table.number, turn.kind.value, None, seat < before)
                        cells.setdefault(opponent, []).append(cell)
                continue
            for opponent, halves, played, second in turn.meetings:
                result = _result(turn.kind, halves, played)
                cells.setdefault(opponent, []).append(Cell(number, table.number, result, points, second))
        rows.append(
            Row(
                player=player,
                rank=order.ranks[player],
                points=history.total(player),
                cells={opponent: tuple(some) for opponent, some in cells.items()},
                byes=byes,
                not_in=without.get(player, ()),
                gone=gone,
                out=gone is not None and last == out.get(player),
                left=event.players[player - 1].left,
                nothing_yet=history.nothing_yet(player),
            )
        )
    return tuple(rows)


def _result(kind: Kind, halves: int, played: bool) -> str:
    if played:
        return _RESULTS[halves]
    if kind is Kind.FORFEIT_LOSS:
        return "forfeit loss"
    return "forfeit win" if halves else "forfeit loss"
