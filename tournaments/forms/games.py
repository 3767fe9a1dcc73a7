"""The games that an event can be made of, as choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from games.core import registry as games
from games.core.declarations.declaration import read
from tournaments.models import Club, ClubGame
from tournaments.models.club import OWN
from tournaments.selectors import public
from tournaments.selectors.declared_games import usual_tie_breaks


def own_choices(clubs: QuerySet[Club], besides: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Return the games that some clubs declared themselves, but not the one that an event has ``besides``."""
    rows = ClubGame.objects.filter(club__in=clubs)
    return [(game.choice, str(game)) for game in rows if game.declaration != besides]


def own_tie_breaks(clubs: QuerySet[Club]) -> dict[str, list[str]]:
    """Return the tie-breaks that fit each game that some clubs declared themselves, by its choice."""
    rows = ClubGame.objects.filter(club__in=clubs)
    return {game.choice: usual_tie_breaks(read(game.declaration)) for game in rows if game.is_playable}


def own_game(choice: str, clubs: QuerySet[Club]) -> ClubGame | None:
    """Return the club's own game that was chosen; None for any other choice."""
    number = choice.removeprefix(OWN)
    if not choice.startswith(OWN) or not number.isdecimal():
        return None
    return ClubGame.objects.filter(pk=int(number), club__in=clubs).select_related("club").first()


def game_choices() -> list[tuple[str, str]]:
    """Return the games that an event can name: those with an engine, then the ready-made ones by name."""
    declared = [(key, public.game_name(key)) for key in games.declared_keys()]
    return [
        *((game.info.key, game.info.name) for game in games.every()),
        *sorted(declared, key=lambda choice: choice[1].casefold()),
    ]
