from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from tournaments.admin.base import OneByOne
from tournaments.admin.filters import OnlyOffered
from tournaments.domain.access import clubs_of, keeps_installation, may_create, several_clubs
from tournaments.forms.clubs import ClubForm, MemberForm
from tournaments.models import Club, ClubMember


class MemberInline(TabularInline):
    """The organisers and the staff of a club."""

    model = ClubMember
    form = MemberForm
    extra = 0
    fields = ("user", "role")

    def has_view_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return _mine(request, obj)

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


@admin.register(Club)
class ClubAdmin(OneByOne, OnlyOffered, ModelAdmin):
    """Clubs: made by organisers of the installation, set up by their own organisers. Nobody is led here while there is
    only one."""

    list_display = ("name", "slug")
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    form = ClubForm
    fieldsets = (
        (None, {"fields": ("name", "slug", "accent", "new_logo", "no_logo", "shares_people")}),
        (_("New tournaments"), {"fields": ("venue", "game", "names_shown", "check_in", "two_person")}),
    )
    inlines = (MemberInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).filter(pk__in=clubs_of(request.user).values("pk"))

    def view_on_site(self, obj: Club) -> str:
        return obj.get_absolute_url()

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_create(request.user) and several_clubs(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return _mine(request, obj)

    has_change_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        return keeps_installation(request.user)

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        """Allow deletion only of a club without events and people, and never of the last one."""
        if obj is not None and (not several_clubs() or obj.tournaments.exists() or obj.people.exists()):
            return False
        return keeps_installation(request.user)


def _mine(request: HttpRequest, club: Club | None) -> bool:
    return may_create(request.user, club)
