"""The filters of the admin's lists: an address may ask for what they offer, and nothing else.

Django lets a list be filtered by every column of its model. For whoever sees the rows and not all of their columns
that is an oracle: they could find a secret letter by letter, by whether a row is still there.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AllValuesFieldListFilter
from django.http import HttpRequest

from tournaments.models import Tournament
from tournaments.selectors.listing import game_keys

_OF_ROWS = frozenset({"id", "pk"})
_WAYS = frozenset({"exact", "in", "isnull", "gte", "lt", "year", "month", "day"})


class OnlyOffered:
    """Mixed into an admin, before it."""

    list_filter: tuple[object, ...] = ()

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest | None = None) -> bool:
        """Return whether rows may be chosen so; Django answers what may not with its list, unfiltered, or 400."""
        path = lookup.split("__")
        way = path.pop() if len(path) > 1 and path[-1] in _WAYS else "exact"
        field = "__".join(path)
        offered = {item[0] if isinstance(item, tuple | list) else item for item in self.list_filter}
        return way in _WAYS and (field in offered or field.removesuffix("__id") in offered or field in _OF_ROWS)


class GamePlayed(AllValuesFieldListFilter):
    """Offers the games of the tournaments that are listed, without reading each of them."""

    def __init__(
        self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str
    ) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        every = request.user.is_superuser  # type: ignore[union-attr]
        events = Tournament.objects.all() if every else model_admin.get_queryset(request)
        self.lookup_choices = game_keys(events, few=not every)
