"""The presence of the players who missed the last round: asked before the next one is paired."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tournaments.domain.access import Action
from tournaments.models import Tournament
from tournaments.selectors.presence import away, players_of_round, round_to_pair
from tournaments.views.desk.base import at_desk, desk_page


@require_GET
@at_desk(Action.PAIR)
def presence(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the players to be asked about, with a box each."""
    missed = away(tournament)
    last, coming = round_to_pair(tournament)
    others = players_of_round(tournament, coming, but=[row.entry.pk for row in missed]) if coming else 0
    more = {"away": missed, "last": last.number if last else 0, "coming": coming, "others": others}
    return desk_page(request, "desk/presence.html", tournament, more)
