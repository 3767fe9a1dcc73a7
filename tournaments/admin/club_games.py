from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tournaments.admin.base import ForOrganisers, OfAClub, OneByOne
from tournaments.admin.filters import OnlyOffered
from tournaments.domain.access import clubs_of
from tournaments.forms.club_games import ASKED, ClubGameForm
from tournaments.models import ClubGame


@admin.register(ClubGame)
class ClubGameAdmin(OneByOne, ForOrganisers, OfAClub, OnlyOffered, ModelAdmin):
    """The games that a club declared itself: seen and changed by its organisers."""

    form = ClubGameForm
    list_display = ("__str__", "key")
    search_fields = ("key",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClubGame]:
        return super().get_queryset(request).filter(club__in=clubs_of(request.user))

    def get_fieldsets(self, request: HttpRequest, obj: ClubGame | None = None) -> Any:
        fields = ASKED if obj is None else ("text",)
        return [*self.asked_for_club(request, obj), (None, {"fields": fields})]

    def save_model(self, request: HttpRequest, obj: ClubGame, form: Any, change: bool) -> None:
        if not change:
            self.give_club(request, obj, form)
        super().save_model(request, obj, form, change)
