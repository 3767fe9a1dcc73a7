from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from tournaments.admin.base import EndsGiven, HasPages, KeepsNewer, OneByOne, OnlyOffered
from tournaments.domain.access import clubs_of, keeps_installation, may_create, several_clubs
from tournaments.forms.clubs import DEFAULTS, ClubForm, MemberForm
from tournaments.forms.seen_values import NAME as SEEN
from tournaments.models import Club, ClubMember, Tournament
from tournaments.services import clubs as services
from tournaments.views.accounts import invitations

SHOWN = frozenset({"name", "slug", "accent", "own_colour", "new_logo", "no_logo"})
"""What pages of a club's events show of it."""


class MemberInline(TabularInline):
    """The organisers and the staff of a club."""

    model = ClubMember
    form = MemberForm
    extra = 0
    fields = ("user", "role", SEEN)

    def has_view_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return _mine(request, obj)

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


@admin.register(Club)
class ClubAdmin(HasPages, EndsGiven, KeepsNewer, OneByOne, OnlyOffered, ModelAdmin):
    """Clubs: made by organisers of the installation, set up by their own organisers. Nobody is led here while there is
    only one."""

    list_display = ("name", "slug")
    search_fields = ("name",)
    list_per_page = 50
    prepopulated_fields = {"slug": ("name",)}
    form = ClubForm
    fieldsets = (
        (None, {"fields": ("name", "slug", "own_colour", "accent", "new_logo", "no_logo", "shares_people")}),
        (_("New tournaments"), {"fields": DEFAULTS}),
    )
    inlines = (MemberInline,)
    change_form_before_template = "accounts/_club_before.html"
    pages = {
        "<int:pk>/invitations/": (invitations.club_invitations, "club_invitations"),
        "<int:pk>/invitations/<int:invitation_id>/end/": (invitations.end_club_invitation, "club_invitation_end"),
        "<int:pk>/invitations/<int:invitation_id>/taken-up/": (invitations.decide_club_role, "club_taken_up"),
    }

    def given_by(self, obj: Club) -> Q:
        return Q(club=obj) | Q(tournament__club=obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).filter(pk__in=clubs_of(request.user).values("pk"))

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        """Have the pages of the club's events follow its name and style."""
        if change and SHOWN.intersection(form.changed_data):
            services.seen_anew(Tournament.objects.filter(club=obj))
        elif not change and not several_clubs():
            services.seen_anew(Tournament.objects.all())
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        services.seen_anew(Tournament.objects.all())
        super().delete_model(request, obj)

    def response_post_save_add(self, request: HttpRequest, obj: Club) -> HttpResponse:
        """Lead from a new club that nobody organises yet to the invitation of its first organiser."""
        if obj.members.exists():
            return super().response_post_save_add(request, obj)
        return redirect("admin:tournaments_club_invitations", obj.pk)

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
        if obj is not None and (not several_clubs(request.user) or obj.tournaments.exists() or obj.people.exists()):
            return False
        return keeps_installation(request.user)


def _mine(request: HttpRequest, club: Club | None) -> bool:
    return may_create(request.user, club)
