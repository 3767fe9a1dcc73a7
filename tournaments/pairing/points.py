"""The points of players when a round is paired: the standings' points, and draws for games not decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.documents.document import Event, Round, Table
from scoring.input.rules import rules_of
from scoring.mcmahon import starting_points
from scoring.tablepoints import TablePoints


@dataclass(frozen=True, slots=True)
class Points:
    """``after[k][player]``: points times ``unit`` after k of the rounds, whole numbers; starting scores are among them.

    ``win``: the most that a round can give, times ``unit``; None where the game's points have no upper end.
    ``loss``: what the loser of two takes; None there, too.
    ``open_tables``: (round, table) of the results that are missing and count as draws.
    """

    after: Sequence[dict[int, int]]
    unit: int
    win: int | None
    open_tables: tuple[tuple[int, int], ...]
    loss: int | None = None

    @property
    def now(self) -> dict[int, int]:
        """Return the points after all the rounds."""
        return self.after[-1]


def points_for_pairing(event: Event, rounds: Sequence[Round]) -> Points:
    """Return the points of every player after each of these rounds of the event, by the event's scoring.

    A missing or adjourned result counts as a draw. Raises DocumentError where ``scoring`` is not right.
    """
    rules = rules_of(event)
    table_points = TablePoints(rules, rounds)
    unit = table_points.unit
    byes = {kind: int(worth * unit) for kind, worth in rules.byes.items()}
    start = starting_points(event, rules.win)
    running = {p.id: int(start.get(p.id, 0) * unit) for p in event.players}
    after = [dict(running)]
    missing: list[tuple[int, int]] = []
    for round_ in rounds:
        for table in round_.tables:
            for player, own in _table(table_points, table):
                running[player] += own
            if not table.entered:
                missing.append((round_.number, table.number))
        for bye in round_.byes:
            running[bye.player] += byes[bye.kind]
        after.append(dict(running))
    win = None if rules.win is None else int(rules.win * unit)
    loss = None if rules.win is None else int((2 * rules.draw - rules.win) * unit)
    return Points(after, unit, win, tuple(missing), loss)


def _table(points: TablePoints, table: Table) -> Iterator[tuple[int, int]]:
    if table.end == "forfeit":
        yield from ((player, own or 0) for player, own in points.forfeited(table))
    elif table.end == "played":
        yield from zip(*points.played(table), strict=True)
    else:
        yield from zip(*points.adjourned(table), strict=True)
