"""Games as text: one that proves a table's result, or all of an event, with the names that everyone may read."""

from __future__ import annotations

from django.http import Http404

from tournaments.models import Tournament
from tournaments.selectors import game_texts
from tournaments.web.conditional import public_page
from tournaments.web.variants import Variant

TEXT = "text/plain; charset=utf-8"


@public_page(TEXT)
def game(tournament: Tournament, form: Variant, record_id: int) -> str:
    """Show a game as text."""
    text = game_texts.game(tournament, record_id)
    if text is None:
        raise Http404
    return text


@public_page(TEXT)
def games(tournament: Tournament, form: Variant) -> str:
    """Show all games of an event as text, one after the other."""
    return game_texts.games(tournament)
