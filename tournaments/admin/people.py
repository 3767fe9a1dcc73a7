from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_totp.models import TOTPDevice
from unfold.admin import ModelAdmin

from tournaments.admin.base import EndsGiven, HasPages, KeepsNewer, OfAClub, OneByOne, OnlyOffered
from tournaments.domain.access import Action, clubs_of, may_create, organises, tournaments_for
from tournaments.domain.register import changeable, known
from tournaments.forms.accounts import NewUserForm, UserForm
from tournaments.forms.players import RegisteredPlayerForm
from tournaments.models import Entry, Player, User
from tournaments.services.accounts import accounts as second_factor_services
from tournaments.services.accounts import accounts as session_services
from tournaments.services.tournament_changes import person_changed
from tournaments.views.accounts import oidc, passwords, people, second_factor, sessions

admin.site.unregister(Group)
admin.site.unregister(TOTPDevice)
SEEN = ("name", "club", "rating")
"""What every desk shows of a person."""


@admin.register(User)
class UserAdmin(HasPages, EndsGiven, KeepsNewer, OnlyOffered, DjangoUserAdmin, ModelAdmin):
    """Organisers and arbiters. Only an organiser of the installation sees them, and gives their own password once more;
    nobody sets another one's."""

    form = UserForm
    add_form = NewUserForm
    list_display = ("username", "first_name", "last_name", "is_active", "is_superuser")
    list_filter = ("is_active", "is_superuser")
    readonly_fields = ("password_link",)
    fieldsets = (
        (None, {"fields": ("username", "password_link")}),
        (None, {"fields": ("first_name", "last_name", "email")}),
        (None, {"fields": ("is_active", "is_superuser")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "first_name", "last_name", "email")}),)
    filter_horizontal = ()
    actions = ("sign_out", "reset_second_factor")
    pages = {
        "<int:pk>/password-link/": (passwords.hand_link, "password_link"),
        "provider/": (oidc.mine, "provider"),
        "again/": (sessions.again, "again"),
        "language/": (sessions.language_page, "language"),
        "sessions/": (sessions.mine, "sessions"),
        "second-factor/": (second_factor.mine, "second_factor"),
        "second-factor/passkey/": (second_factor.new_passkey, "new_passkey"),
    }

    def lessened(self, form: Any, formsets: Any) -> set[int]:
        return {form.instance.pk} if form.has_changed() else set()

    def given_by(self, obj: User) -> Q:
        return Q(made_by=obj)

    @admin.display(description=_("password"))
    def password_link(self, user: User) -> str:
        address = reverse("admin:tournaments_password_link", args=[user.pk])
        return format_html(
            '<a class="text-primary-600 underline" href="{}">{}</a>', address, gettext("Link for a new password")
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Leave out who works by a code: they have no account."""
        return super().get_queryset(request).filter(is_temporary=False)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return sessions.ask_again_to_act(request, self) or super().changelist_view(request, *args, **kwargs)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return sessions.ask_again_to_act(request, self) or super().changeform_view(request, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return sessions.ask_again_to_act(request, self) or super().delete_view(request, *args, **kwargs)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        """Lead to the page that changes one's own password, or makes a link for somebody else."""
        user = self.get_object(request, id)
        if user is None or not self.has_change_permission(request, user):
            raise PermissionDenied
        if user == request.user:
            return redirect("admin:password_change")
        return redirect("admin:tournaments_password_link", user.pk)

    def response_add(self, request: HttpRequest, obj: User, post_url_continue: str | None = None) -> HttpResponse:
        """Lead to the link by which the new user sets a password."""
        return redirect("admin:tournaments_password_link", obj.pk)

    @admin.action(description=_("Log out everywhere"), permissions=["change"])
    def sign_out(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            session_services.end_all(user, by=request.user)
        messages.success(request, gettext("They have been logged out in every browser."))

    @admin.action(description=_("Reset the second factor"), permissions=["change"])
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            second_factor_services.reset_second_factor(user, by=request.user)
        messages.success(
            request, gettext("They can now log in with the password alone, and set up a new second factor.")
        )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Make staff of a user who may sign in from now on: only staff may sign in at a desk."""
        if not change:
            obj.set_unusable_password()
        if obj.is_active and (not change or "is_active" in form.changed_data):
            obj.is_staff = True
        super().save_model(request, obj, form, change)


@admin.register(Player)
class PlayerAdmin(HasPages, KeepsNewer, OneByOne, OfAClub, OnlyOffered, ModelAdmin):
    """People, over all tournaments. One who has played is never deleted (the database sees to it)."""

    form = RegisteredPlayerForm
    club_field = "register"
    list_display = ("name", "club", "rating", "born", "name_shown")
    list_filter = ("name_shown", "club")
    change_form_before_template = "desk/entries/_player_before.html"
    search_fields = ("name", "club")
    radio_fields = {"name_shown": admin.VERTICAL}
    list_per_page = 50
    actions = ("delete_chosen",)
    pages = {
        "<int:pk>/erase/": (people.erase, "player_erase"),
        "doubles/": (people.doubles, "doubles"),
        "doubles/merge/": (people.merge, "merge"),
        "doubles/<int:merge_id>/undo/": (people.undo, "unmerge"),
        "proposals/": (people.proposals, "proposals"),
        "proposals/<int:proposal_id>/": (people.decide, "proposal"),
    }

    def has_view_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Let everybody who enters players somewhere find those of their tournaments."""
        return self.has_change_permission(request) or tournaments_for(request.user, Action.PLAYERS).exists()

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_create(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_create(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Let organisers of a club keep its register; somebody who also plays in other clubs is left to the
        installation."""
        if organises(request.user):
            return True
        return may_create(request.user) and (obj is None or obj.pk in changeable(request.user, [obj.pk]))

    has_delete_permission = has_change_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Return the people of the user's own tournaments; ``born`` is the year of birth where the user may know it."""
        people = super().get_queryset(request)
        if not organises(request.user):
            mine = tournaments_for(request.user, Action.PLAYERS)
            entered = Entry.objects.filter(player=OuterRef("pk"), tournament__in=mine)
            own = Q(home__in=mine) | Q(register__in=clubs_of(request.user)) | Exists(entered)
            people = people.filter(own)
        return people.annotate(born=Case(When(known(request.user, Action.PLAYERS), then="birth_year")))

    @admin.display(description=_("year of birth"), ordering="born")
    def born(self, player: Any) -> int | None:
        year: int | None = player.born
        return year

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Show readers the year of birth where they know it, and not how the name is shown."""
        writes = self.has_change_permission(request, obj)
        return (*SEEN, "birth_year", "name_shown") if writes else (*SEEN, "born")

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        return [*self.asked_for_club(request, obj), *super().get_fieldsets(request, obj)]

    def get_form(self, request: HttpRequest, obj: Player | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Give somebody new to the only register that the user keeps, where there is one only."""
        form = super().get_form(request, obj, change, **kwargs)
        if obj is None and len(mine := clubs_of(request.user)[:2]) == 1:
            form.only_register = mine[0]
        return form

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        return () if self.has_change_permission(request, obj) else ("born",)

    def get_list_filter(self, request: HttpRequest) -> tuple[str, ...]:
        return self.list_filter if self.has_change_permission(request) else ("club",)

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return (*SEEN, "born", "name_shown") if self.has_change_permission(request) else (*SEEN, "born")

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        """Refuse to delete somebody who takes part in a tournament, and say what to do instead."""
        player = self.get_object(request, object_id)
        if player is not None and self.has_delete_permission(request, player) and _kept(request, [player]):
            return redirect("admin:tournaments_player_change", player.pk)
        return super().delete_view(request, object_id, extra_context)

    @admin.action(description=_("Delete the selected players"), permissions=["delete"])
    def delete_chosen(self, request: HttpRequest, queryset: QuerySet[Player]) -> Any:
        return None if _kept(request, queryset) else delete_selected(self, request, queryset)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        transaction.on_commit(lambda: person_changed(obj.pk))


def _kept(request: HttpRequest, players: Iterable[Player]) -> bool:
    """Return whether one of them takes part in a tournament, which is said: they are not deleted then."""
    there = {
        player: player.entries.values_list("tournament__name", flat=True).distinct().order_by("tournament__name")
        for player in players
    }
    kept = {player: list(names[:4]) for player, names in there.items() if names}
    for player, names in list(kept.items())[:5]:
        messages.error(
            request,
            gettext(
                "%(name)s takes part in %(tournaments)s and cannot be deleted: the results stay. Withdraw them there,"
                " or remove their name everywhere with “Delete this person’s data”."
            )
            % {"name": player, "tournaments": ", ".join(names[:3]) + (" …" if len(names) > 3 else "")},
        )
    return bool(kept)
