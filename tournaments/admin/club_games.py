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

from tournaments.admin.base import ForOrganisers, KeepsNewer, OfAClub, OneByOne, OnlyOffered
from tournaments.domain.access import clubs_of
from tournaments.forms.club_games import ASKED, ClubGameForm, askable
from tournaments.models import Club, ClubGame

AS_TEXT = "text"
"""What the address asks with ``as`` for the declaration itself."""


class NameTaken(Exception):
    """Somebody gave a game of the club this name in the same moment."""


@admin.register(ClubGame)
class ClubGameAdmin(KeepsNewer, OneByOne, ForOrganisers, OfAClub, OnlyOffered, ModelAdmin):
    """The games that a club declared itself: seen and changed by its organisers."""

    form = ClubGameForm
    list_display = ("__str__", "key", "new_link")
    list_before_template = change_form_before_template = "desk/events/_club_game_before.html"
    search_fields = ("key",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClubGame]:
        return super().get_queryset(request).filter(club__in=clubs_of(request.user))

    def get_form(self, request: HttpRequest, obj: ClubGame | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Tell the form whether the text is wanted, and the club where there is no choice."""
        form = super().get_form(request, obj, change, **kwargs)
        form.as_text = request.GET.get("as") == AS_TEXT
        clubs = clubs_of(request.user)[:2]
        form.only_club = clubs[0] if len(clubs) == 1 else None
        return form

    def get_fieldsets(self, request: HttpRequest, obj: ClubGame | None = None) -> Any:
        asked = obj is None or (request.GET.get("as") != AS_TEXT and askable(obj) is not None)
        return [*self.asked_for_club(request, obj), (None, {"fields": ASKED if asked else ("text",)})]

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Ask the form once more where somebody gave a game this name in the same moment: it then refuses the name."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except NameTaken:
            return super().changeform_view(request, *args, **kwargs)

    @admin.display(description="")
    def new_link(self, game: ClubGame) -> str:
        if not game.is_playable:
            return ""
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
        # one after the other, also with programs: what the form found free may be taken by now
        Club.objects.select_for_update(no_key=True).get(pk=obj.club_id)
        if obj.is_taken():
            raise NameTaken
        super().save_model(request, obj, form, change)
