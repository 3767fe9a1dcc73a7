"""The parts of points that begin with a McMahon starting score, said wherever the column is not beside them."""

from __future__ import annotations

from fractions import Fraction
from html import escape as text

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.mcmahon import START
from tournaments.selectors.standings import Rank
from tournaments.sentences.points import readable


def made_up(row: Rank | None) -> str:
    """Return what a player's points are made of, such as ``Start 3 + rounds 2``; empty without a starting score, and
    the start alone where nothing of the rounds is known yet."""
    start = row.tie_breaks.get(START) if row is not None else None
    if row is None or start is None:
        return ""
    if row.nothing_yet:
        return f"{pgettext('points', 'Start')} {readable(start)}"
    taken = sum((Fraction(penalty["points"]) for penalty in row.penalties), Fraction(0))
    rounds = Fraction(row.points) - Fraction(start) + taken
    made = _("Start %(start)s + rounds %(rounds)s") % {"start": readable(start), "rounds": readable(str(rounds))}
    return f"{made} − {_('penalty')} {readable(str(taken))}" if taken else made


def below(row: Rank) -> str:
    """Return the same as the small line below a name in the standings: a phone has no room for the column."""
    made = made_up(row)
    return f" <small class=start>{text(made)}</small>" if made else ""


def line(row: Rank | None) -> str:
    """Return the same as a line of its own, for a card of a player."""
    made = made_up(row)
    return f"<p class=start>{text(made)}</p>" if made else ""
