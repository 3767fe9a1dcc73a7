"""Virtual points (FIDE Handbook C.04.5.1, Baku acceleration): who is likely to win meets others who are."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.notices import Notice
from tournaments.pairing.core import PairingError, Player


def baku(players: Sequence[Player], rounds: int | None, win: int) -> dict[int, tuple[int, ...]]:
    """Return player → the virtual points with which each accelerated round is paired; players without any are missing.

    The upper half of those who are there from the start, rounded up to an even number, and who joins later above
    the last of them: a win in the first half of the accelerated rounds, half as much in the others. Accelerated
    is the first half of all rounds; halves are rounded up. Raises PairingError where their number is not known.
    """
    if rounds is None:
        raise PairingError(Notice("baku-needs-rounds"))
    start = sorted(p.id for p in players if p.joined <= 1)
    if not start:
        return {}
    last = start[min(len(start), 2 * -(-len(start) // 4)) - 1]
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    points = (win,) * full + (win // 2,) * (accelerated - full)
    return {p.id: points for p in players if p.id <= last}
