"""What the players have when a round is paired: the standings' points, and draws for what is not decided
yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.document import Event, Round


@dataclass(frozen=True, slots=True)
class Points:
    """``after[k][player]``: points times ``unit`` after k of the rounds, whole numbers.

    ``win``: the most that a round can give, times ``unit``; None where the game's points have no upper end.
    ``open_tables``: (round, table) of the results that are missing and count as draws.
    """

    after: Sequence[dict[int, int]]
    unit: int
    win: int | None
    open_tables: tuple[tuple[int, int], ...]

    @property
    def now(self) -> dict[int, int]:
        """The points after all the rounds."""
        return self.after[-1]


def points_for_pairing(event: Event, rounds: Sequence[Round]) -> Points:
    """The points of every player after each of these rounds of the event."""
    running = {p.id: 0 for p in event.players}
    after = [dict(running)]
    for round_ in rounds:
        for table in round_.tables:
            for seat, player in enumerate(table.seats):
                if table.points is not None:
                    running[player] += int((table.points[seat] or 0) * 2)
        for bye in round_.byes:
            running[bye.player] += {"pairing": 2, "full": 2, "half": 1, "zero": 0}[bye.kind]
        after.append(dict(running))
    return Points(after, 2, 2, ())
