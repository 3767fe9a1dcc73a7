"""The games that an event can be made of, as choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from games.core import registry as games
from tournaments.models import Club, ClubGame
from tournaments.models.club_game import OWN
from tournaments.selectors import public


def own_choices(clubs: QuerySet[Club], besides: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Return the games that some clubs declared themselves, but not the one that an event has ``besides``."""
    rows = ClubGame.objects.filter(club__in=clubs)
    return [(game.choice, str(game)) for game in rows if game.declaration != besides]


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
