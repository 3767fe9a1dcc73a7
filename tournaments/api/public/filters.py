"""Filters, order and search of the lists of tournaments and of players."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.core import registry as games
from games.core.declarations.declared import KEY
from tournaments.domain.errors import Refused
from tournaments.models import Club, Tournament
from tournaments.search import fold
from tournaments.selectors import clubs
from tournaments.selectors.people.shown_names import Person, sort_key

NEWEST = ("-starts", "-id")
ORDERINGS = {"-starts": NEWEST, "starts": ("starts", "id"), "name": ("name", "id"), "-name": ("-name", "-id")}
"""What a program may order by, and the columns that make each order complete."""

ENTRY_ORDERINGS = ("number", "-number", "name", "-name")

LONGEST = 100
DAY = {"type": "string", "format": "date"}
CLUB = OpenApiParameter("club", {"type": "string"}, description="The address of a club.")
FILTERS = [
    OpenApiParameter("game", {"type": "string"}, description="The key of a game."),
    OpenApiParameter("state", {"type": "string", "enum": list(Tournament.State.values)}),
    CLUB,
    OpenApiParameter("since", DAY, description="Those that start on this day or later."),
    OpenApiParameter("until", DAY, description="Those that start on this day or earlier."),
    OpenApiParameter(
        "search", {"type": "string", "maxLength": LONGEST}, description="A part of the name or the place."
    ),
    OpenApiParameter("ordering", {"type": "string", "enum": list(ORDERINGS), "default": "-starts"}),
]
ENTRY_FILTERS = [
    OpenApiParameter(
        "search",
        {"type": "string", "maxLength": LONGEST},
        description="A part of the name, club or team as the list shows them; accents and case do not matter.",
    ),
    OpenApiParameter("ordering", {"type": "string", "enum": list(ENTRY_ORDERINGS), "default": "number"}),
]


def filtered(request: Request, rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Keep the tournaments that the query asks for. Raises ValidationError."""
    wanted = Q()
    if game := _choice(request, "game", [*games.all_keys(), KEY]):
        wanted &= Q(game=game)
    if state := _choice(request, "state", Tournament.State.values):
        wanted &= Q(state=state)
    if club := asked_club(request):
        wanted &= Q(club=club)
    if since := _day(request, "since"):
        wanted &= Q(starts__gte=since)
    if until := _day(request, "until"):
        wanted &= Q(starts__lte=until)
    if search := _searched(request):
        wanted &= Q(name__icontains=search) | Q(venue__icontains=search)
    return rows.filter(wanted)


def filtered_entries(request: Request, people: Iterable[Person]) -> list[Person]:
    """Keep the players that the query asks for, in its order, by what everybody may read of them: a name that is
    hidden is neither found nor given away by its place. Raises ValidationError."""
    rows = list(people)
    if search := _searched(request):
        wanted = fold(search)
        rows = [row for row in rows if any(wanted in fold(text) for text in (row.name, row.club, row.team))]
    asked = _choice(request, "ordering", list(ENTRY_ORDERINGS)) or "number"
    if asked.endswith("name"):
        rows.sort(key=lambda row: (sort_key(row.name), row.number))
    return rows[::-1] if asked.startswith("-") else rows


def _searched(request: Request) -> str:
    search = str(request.query_params.get("search", "")).replace("\0", "").strip()
    if len(search) > LONGEST:
        raise ValidationError({"search": [_("must have at most %d characters") % LONGEST]})
    return search


def asked_club(request: Request) -> Club | None:
    """Return the club that the query asks for; None where it names none. Raises ValidationError."""
    try:
        return clubs.named(request.query_params.get("club", "").replace("\0", ""))
    except Refused as error:
        raise ValidationError({"club": [error.message]}) from None


def ordering(request: Request) -> tuple[str, ...]:
    """Return the columns to order by. Raises ValidationError."""
    return ORDERINGS[_choice(request, "ordering", list(ORDERINGS)) or "-starts"]


def _choice(request: Request, name: str, allowed: list[str]) -> str:
    value = request.query_params.get(name, "")
    if value and value not in allowed:
        raise ValidationError({name: [_("must be one of: %s") % ", ".join(allowed)]})
    return str(value)


def _day(request: Request, name: str) -> date | None:
    text = request.query_params.get(name, "")
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValidationError({name: [_("must be a date such as 2026-11-27")]}) from None
