from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
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
    list_display = ("__str__", "key", "new_link")
    change_form_before_template = "desk/_club_game_before.html"
    search_fields = ("key",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClubGame]:
        return super().get_queryset(request).filter(club__in=clubs_of(request.user))

    def get_fieldsets(self, request: HttpRequest, obj: ClubGame | None = None) -> Any:
        fields = ASKED if obj is None else ("text",)
        return [*self.asked_for_club(request, obj), (None, {"fields": fields})]

    @admin.display(description="")
    def new_link(self, game: ClubGame) -> str:
        address = reverse("admin:tournaments_new_preset", args=[game.choice])
        return format_html('<a class="v-desk-link" href="{}">{}</a>', address, _("New tournament"))

    def response_add(self, request: HttpRequest, obj: ClubGame, *args: Any, **kwargs: Any) -> HttpResponse:
        """Lead from a new game to its page, where a tournament with it is one step away."""
        response = super().response_add(request, obj, *args, **kwargs)
        if {"_continue", "_addanother", "_popup"} & request.POST.keys():
            return response
        return redirect("admin:tournaments_clubgame_change", obj.pk)

    def save_model(self, request: HttpRequest, obj: ClubGame, form: Any, change: bool) -> None:
        if not change:
            self.give_club(request, obj, form)
        super().save_model(request, obj, form, change)
