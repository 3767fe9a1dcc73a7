"""The way on of each player in a bracket: out, through, or in the second bracket, and where to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.bracket.drawn import Drawing, Way
from tournaments.selectors.rounds import round_title


@dataclass(frozen=True, slots=True)
class Onward:
    """The way of a player on from their newest table, before the next round is published.

    ``round``: what the round is called in which they play next, empty where that is not known, or where they are out.
    ``table``: their table there; None for a bye. ``double``: the second bracket is that of a double elimination.
    """

    way: Way
    round: str = ""
    table: int | None = None
    double: bool = False


def onward(drawn: Sequence[Drawing]) -> dict[int, Onward]:
    """Return it by pairing number, for everybody of whom it is known."""
    newest: dict[int, tuple[int, Onward]] = {}
    following: dict[int, tuple[int, str, int | None]] = {}
    for drawing in drawn:
        for at, column in enumerate(drawing.columns):
            for box in column.boxes:
                for spot in box.spots:
                    if spot.player is None:
                        continue
                    if box.paired and column.round >= newest.get(spot.player, (0,))[0]:
                        newest[spot.player] = column.round, Onward(spot.way, double=drawing.double)
                    elif not box.paired and column.round < following.get(spot.player, (column.round + 1,))[0]:
                        following[spot.player] = column.round, round_title(drawing, at), box.number
    out = {}
    for player, (_number, now) in newest.items():
        if now.way is Way.OUT:
            out[player] = now
        elif now.way in (Way.ON, Way.DOWN):
            _round, title, table = following.get(player, (0, "", None))
            out[player] = Onward(now.way, title, table, now.double)
    return out
