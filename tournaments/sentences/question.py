"""The question of Kwartet in words, as it is asked at a table, with its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kwartet import table
from tournaments.sentences import speaker


def asked_for(seat: int, code: str, hit: bool, name: str, deck: Mapping[str, Sequence[str]]) -> str:
    """Return what the player on turn asked the one at ``seat``, and whether they got it. ``name`` is that player's,
    empty where it may not be known; ``deck`` holds the names of each quartet and its cards by letter, if there are any.
    """
    return speaker(("",) * (seat - 1) + (name,))(table.asked_for(seat, code, hit, deck))
