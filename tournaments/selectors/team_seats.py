"""The team at a seat: the label that every page, paper and screen shows beside a player, and the rule for teams."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pairing.registry import systems


def of_teams(system: str) -> bool:
    """Return whether a team wins an event of a pairing system."""
    known = systems().get(system)
    return known is not None and known.teams


def label(system: str, team: str | None, board: int | None) -> str:
    """Name a player's team and board as at their seat; empty where no team wins the event, or they are in none."""
    if not team or not of_teams(system):
        return ""
    if board is None:
        return team
    # Translators: beside a player's name: their team and their place in it, such as "Leiden, board 2"
    return _("%(team)s, board %(board)d") % {"team": team, "board": board}


def no_advice(tournament: Tournament) -> str:
    """Say that team-mates may not consult (QC 7.5); empty where the rule does not hold."""
    if tournament.game != "quatro-chess" or not of_teams(tournament.system):
        return ""
    return _("Team-mates may not consult during the game (QC 7.5).")
