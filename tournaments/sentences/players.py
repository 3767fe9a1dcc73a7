"""Sentences about a player: how they go on in a knockout, and that they play no more."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.pairing.bracket.drawn import Way


def fate(way: Way, *, double: bool = False) -> str:
    """Say what a table has made of its player; ``double``: the second bracket is that of a double elimination."""
    if way is Way.OUT:
        return _("You are out.")
    if way is Way.DOWN:
        return _("You play on in the losers’ bracket.") if double else _("You play on in the consolation.")
    return _("You are through.")


def following(round_: str, table: int | None) -> str:
    """Say where a player plays next; empty where that is not known, and for a bye."""
    if not round_ or table is None:
        return ""
    # Translators: to a player of a knockout; the round is a heading, such as "Semi-finals" or "Losers’ round 2"
    return _("Next: %(round)s, table %(table)d.") % {"round": round_, "table": table}


def gone(
    left: int | None, *, expelled: bool = False, out_after: int | None = None, names: Mapping[int, str] | None = None
) -> str:
    """Say that somebody plays no more: expelled, withdrawn or out, and after which round; empty for all others.

    ``left``: the last round before they left, ``out_after``: the last one of who is out of a knockout, ``names``:
    those of its rounds. Why somebody was expelled is nobody else's business.
    """
    if expelled:
        word, last = (_("expelled after round %(number)d"), left) if left else (_("expelled"), 0)
    elif out_after and (left is None or out_after <= left):
        word, last = _out_in((names or {}).get(out_after, "")) or _("out after round %(number)d"), out_after
    elif left is not None:
        word, last = (_("withdrawn after round %(number)d"), left) if left else (_("withdrawn"), 0)
    else:
        return ""
    return f"{capfirst(word % {'number': last} if last else word)}."


def _out_in(name: str) -> str:
    """Say in which round of a knockout somebody lost, by the name that all pages give it; empty for any other."""
    return {
        _("Final"): _("out in the final"),
        _("Semi-finals"): _("out in the semi-finals"),
        _("Quarter-finals"): _("out in the quarter-finals"),
    }.get(name, "")


def unranked() -> str:
    """Say that a player has no place in the standings, and will have none."""
    return _("Under the rules of this tournament, this player is not ranked.")
