"""Sentences to a player of a knockout about how they go on."""

from __future__ import annotations

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
