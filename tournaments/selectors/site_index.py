"""The subjects of the search over everything: public tournaments with their places, and players.

Only players whose name a tournament shows in full are found, and only with that tournament: a search over everything
gathers what was shown one evening at a time, and whoever asked for less than their name did not ask for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from tournaments import privacy
from tournaments.models import Entry
from tournaments.models.tournament import birth_of
from tournaments.selectors.public import game_name, published


class Indexed(NamedTuple):
    """A public tournament: its ``mark`` changes with everything that viewers see; ``words`` are what finds it."""

    id: int
    mark: tuple[str, int]
    starts: date
    words: str


class Part(NamedTuple):
    """A player's part in a tournament that shows their name in full."""

    player: int
    name: str


class Found(NamedTuple):
    """A player who was found, with the newest tournament that shows their name, and how many do."""

    name: str
    club: str
    slug: str
    number: int
    event: str
    starts: date
    events: int


def events() -> list[Indexed]:
    """Return what finds each public tournament: its name, place and game; one query, the newest first."""
    rows = (
        published()
        .order_by("-starts", "id")
        .values_list("id", "created_at", "version", "starts", "name", "venue", "game")
    )
    return [
        Indexed(pk, (birth_of(pk, created), version), starts, f"{name} {venue} {game_name(game)}")
        for pk, created, version, starts, name, venue, game in rows
    ]


def people(tournaments: Iterable[int]) -> dict[int, tuple[Part, ...]]:
    """Return the players of each tournament who are shown in full there, in one query."""
    parts: dict[int, list[Part]] = {pk: [] for pk in tournaments}
    rows = (
        Entry.objects.filter(tournament__in=list(parts), tournament__published=True)
        .order_by()
        .values_list(
            "tournament_id",
            "player_id",
            "player__name",
            "player__name_shown",
            "player__birth_year",
            "tournament__names_shown",
            "tournament__starts",
        )
    )
    for event, player, name, own, born, level, on in rows:
        if privacy.level(own, level, born, on) == privacy.FULL:
            parts[event].append(Part(player, name))
    return {pk: tuple(named) for pk, named in parts.items()}


def players(wanted: Mapping[int, str]) -> dict[int, Found]:
    """Return players by id with the newest tournament that shows them, read anew: who is not shown under the name that
    was found, or no longer in full, is left out. One query."""
    rows = (
        Entry.objects.filter(player__in=wanted, tournament__published=True)
        .order_by("tournament__starts", "tournament_id")
        .values_list(
            "player_id",
            "player__name",
            "player__club",
            "tournament__slug",
            "number",
            "tournament__name",
            "tournament__starts",
            "player__name_shown",
            "player__birth_year",
            "tournament__names_shown",
        )
    )
    hits: dict[int, Found] = {}
    for pk, name, club, slug, number, event, starts, own, born, level in rows:
        if name == wanted[pk] and privacy.level(own, level, born, starts) == privacy.FULL:
            before = hits[pk].events if pk in hits else 0
            hits[pk] = Found(name, club, slug, number, event, starts, before + 1)
    return hits
