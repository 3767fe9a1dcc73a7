"""Filters, order and search of the list of tournaments."""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.core import registry as games
from tournaments.models import Tournament

NEWEST = ("-starts", "-id")
ORDERINGS = {"-starts": NEWEST, "starts": ("starts", "id"), "name": ("name", "id"), "-name": ("-name", "-id")}
"""What a program may order by, and the columns that make each order complete."""

LONGEST = 100
DAY = {"type": "string", "format": "date"}
FILTERS = [
    OpenApiParameter("game", {"type": "string"}, description="The key of a game."),
    OpenApiParameter("state", {"type": "string", "enum": list(Tournament.State.values)}),
    OpenApiParameter("since", DAY, description="Those that start on this day or later."),
    OpenApiParameter("until", DAY, description="Those that start on this day or earlier."),
    OpenApiParameter(
        "search", {"type": "string", "maxLength": LONGEST}, description="A part of the name or the place."
    ),
    OpenApiParameter("ordering", {"type": "string", "enum": list(ORDERINGS), "default": "-starts"}),
]


def filtered(request: Request, rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Keep the tournaments that the query asks for. Raises ValidationError."""
    query = request.query_params
    wanted = Q()
    if game := _choice(request, "game", [game.info.key for game in games.every()]):
        wanted &= Q(game=game)
    if state := _choice(request, "state", Tournament.State.values):
        wanted &= Q(state=state)
    if since := _day(request, "since"):
        wanted &= Q(starts__gte=since)
    if until := _day(request, "until"):
        wanted &= Q(starts__lte=until)
    if search := query.get("search", "").replace("\0", "").strip():
        if len(search) > LONGEST:
            raise ValidationError({"search": [_("must have at most %d characters") % LONGEST]})
        wanted &= Q(name__icontains=search) | Q(venue__icontains=search)
    return rows.filter(wanted)


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
