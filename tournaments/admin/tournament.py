from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from psycopg.errors import LockNotAvailable
from unfold.admin import ModelAdmin, TabularInline
from unfold.widgets import UnfoldAdminTextInputWidget

from games.core.declarations.declared import KEY as DECLARED
from games.core.registry import all_keys
from tournaments.admin.base import EndsGiven, GamePlayed, HasPages, OfAClub, OneByOne, OnlyOffered, may_sign_in
from tournaments.admin.entries import EntryInline
from tournaments.domain.access import (
    Action,
    appointable,
    clubs_of,
    defaults_of,
    keeps_installation,
    may,
    may_create,
    tournaments_for,
)
from tournaments.domain.locks import lock
from tournaments.forms.accounts import AppointmentForm
from tournaments.forms.seen_values import NAME as SEEN
from tournaments.forms.tournament import MORE, TournamentForm, fieldsets
from tournaments.models import Appointment, Entry, RatingList, Tournament
from tournaments.selectors.events.public import game_name
from tournaments.selectors.hall.evening_facts import with_evening
from tournaments.selectors.rounds.offers import Latecomers
from tournaments.services.entries.check_in import fill_places
from tournaments.services.events.tournaments import let_addresses_go
from tournaments.services.tournament_changes import changed
from tournaments.views.desk.urls import PAGES

ADDRESS_TAKEN = {
    "tournaments_tournament_slug_key",
    "tournaments_formeraddress_slug_key",
    "tournament_address_kept",
    "former_address_not_in_use",
}
"""The constraints that keep an address with one tournament."""

FIRST_TAB = gettext_noop("General")
"""The theme's name for the first tab of a form. Every catalogue, the English one too, calls it "Settings"."""


class AppointmentInline(TabularInline):
    model = Appointment
    form = AppointmentForm
    extra = 0
    fields = ("user", "role", "tables", SEEN)
    tab = True
    verbose_name_plural = _("arbiters and helpers")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appointment]:
        """Leave out who works by a code: their page is *Staff*."""
        return super().get_queryset(request).filter(user__is_temporary=False)

    def get_formset(self, request: HttpRequest, obj: Tournament | None = None, **kwargs: Any) -> Any:
        """Give the field for tables the look of the row, and offer whom this tournament's club knows."""
        formset = super().get_formset(request, obj, **kwargs)
        if "user" in formset.form.base_fields:
            clubs = [obj.club_id] if obj is not None else list(clubs_of(request.user))
            formset.form.base_fields["user"].queryset = appointable(clubs, request.user)
        if "tables" in formset.form.base_fields:
            formset.form.base_fields["tables"].widget = UnfoldAdminTextInputWidget()
        return formset

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        return obj is None or may(request.user, Action.EDIT, obj)

    has_add_permission = has_change_permission
    has_view_permission = has_change_permission
    has_delete_permission = has_change_permission


@admin.register(Tournament)
class TournamentAdmin(HasPages, EndsGiven, OneByOne, OfAClub, OnlyOffered, ModelAdmin):
    """Tournaments: an arbiter sees their own and works at the desk; organisers set tournaments up."""

    form = TournamentForm
    list_display = ("name", "starts", "game_name", "state", "players", "published", "desk_link")
    list_filter = ("state", "published", ("game", GamePlayed))
    search_fields = ("name", "venue")
    prepopulated_fields = {"slug": ("name",)}
    inlines = (EntryInline, AppointmentInline)
    delete_confirmation_template = "desk/events/delete.html"
    list_before_template = "event_documents/_list_before.html"
    change_form_before_template = "desk/events/_change_form_before.html"
    list_per_page = 50
    pages = PAGES

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        rows = super().get_queryset(request) & tournaments_for(request.user, Action.WORK)
        entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
        rows = rows.annotate(entered=Coalesce(Subquery(entries.annotate(n=Count("pk")).values("n")), 0))
        rows = rows.select_related("club", "registration_settings").prefetch_related("former_addresses")
        # the page of one event shows its path, the list of them does not
        match = request.resolver_match
        return with_evening(rows) if match and match.url_name == "tournaments_tournament_change" else rows

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_sign_in(request)

    def has_view_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        if obj is None:
            return self.has_module_permission(request)
        return may(request.user, Action.WORK, obj)

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        if obj is None:
            return self.has_module_permission(request)
        return may(request.user, Action.EDIT, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_create(request.user)

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Allow deletion only of a tournament that has not begun."""
        if obj is not None and obj.state != Tournament.State.PLANNED:
            return False
        return may_create(request.user, obj.club if obj is not None else None)

    def _changeform_view(self, request: HttpRequest, object_id: str | None, *args: Any, **kwargs: Any) -> Any:
        """Lock a tournament before its form is read, so that the questions hold until it is saved."""
        if request.method == "POST" and object_id is not None and (tournament := self.get_object(request, object_id)):
            try:
                with transaction.atomic():
                    lock(tournament.pk)
            except OperationalError as error:
                if not isinstance(error.__cause__, LockNotAvailable):
                    raise
                request.tournament_busy = True  # type: ignore[attr-defined]
        return super()._changeform_view(request, object_id, *args, **kwargs)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Say in a sentence that another tournament took the address in the same moment."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except IntegrityError as error:
            if getattr(getattr(error.__cause__, "diag", None), "constraint_name", "") not in ADDRESS_TAKEN:
                raise
            messages.error(request, _("Not saved: another tournament took this address a moment ago."))
            return redirect(request.path)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {**defaults_of(request.user), **super().get_changeform_initial_data(request)}

    def get_form(self, request: HttpRequest, obj: Tournament | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Tell the form that somebody else holds the tournament."""
        form = super().get_form(request, obj, change, **kwargs)
        form.clubs = clubs_of(request.user) if obj is None else clubs_of(request.user).filter(pk=obj.club_id)
        form.busy = getattr(request, "tournament_busy", False)
        return form

    def response_add(self, request: HttpRequest, obj: Tournament, *args: Any, **kwargs: Any) -> HttpResponse:
        """Lead from a new tournament to its desk."""
        response = super().response_add(request, obj, *args, **kwargs)
        if {"_continue", "_addanother", "_popup"} & request.POST.keys():
            return response
        return redirect("admin:tournaments_desk", obj.pk)

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        """Delete a tournament only when its name was typed, and nobody else is changing it."""
        if request.method == "POST":
            tournament = self.get_object(request, object_id)
            typed = request.POST.get("typed", "").strip()
            if tournament is not None and self.has_delete_permission(request, tournament) and typed != tournament.name:
                messages.error(
                    request,
                    _("Nothing was deleted. Enter the tournament's name, %(name)s.") % {"name": tournament.name},
                )
                return redirect("admin:tournaments_tournament_delete", object_id)
        try:
            return super().delete_view(request, object_id, extra_context)
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
            messages.warning(request, _("Somebody else is changing this tournament. Try again in a moment."))
            return redirect("admin:tournaments_tournament_delete", object_id)

    def render_delete_form(self, request: HttpRequest, context: dict[str, Any]) -> Any:
        """Name the event as pages of the desk do, of which this is one: the strip above it is about it."""
        return super().render_delete_form(request, {**context, "tournament": context["object"]})

    def get_fieldsets(self, request: HttpRequest, obj: Tournament | None = None) -> Any:
        if obj is not None and obj.former_addresses.exists():
            return fieldsets()
        return self.asked_for_club(request, obj) + fieldsets(without=("former_slugs",))

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """Unfold the rarer settings where one of them has an error."""
        adminform = context["adminform"]
        folded = flatten_fieldsets([part for part in adminform.fieldsets if MORE in part[1].get("classes", ())])
        context["more_open"] = any(name in adminform.form.errors for name in folded)
        return super().render_change_form(request, context, *args, **kwargs)

    def view_on_site(self, obj: Tournament) -> str:
        """Lead straight to its page, without its number in the address."""
        return obj.get_absolute_url()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Hide unpublished rating lists from those who organise single tournaments."""
        if db_field.name == "rating_list" and not keeps_installation(request.user):
            pk = request.resolver_match.kwargs.get("object_id") if request.resolver_match else None
            own = Tournament.objects.filter(pk=pk).values("rating_list") if str(pk).isdecimal() else []
            kwargs["queryset"] = RatingList.objects.filter(
                Q(published=True) | Q(pk__in=own) | Q(club__in=clubs_of(request.user))
            )
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        if not change:
            obj.created_by = request.user
            self.give_club(request, obj, form)
            super().save_model(request, obj, form, change)
            return
        let_addresses_go(obj, form.let_go)
        # Only what the form shows, and of an event that began meanwhile nothing that its rounds rest on: the form
        # was loaded before, and the state and the versions may have moved on since.
        fields = {*TournamentForm.Meta.fields, "options", "pairing_options", "scoring", "rounds_by_system"}
        if lock(obj.pk).state != Tournament.State.PLANNED:
            fields -= {"game", "system", "table_size", "seed", "rating_list", "options", "pairing_options"}
        obj.save(update_fields=sorted(fields))

    def response_post_save_add(self, request: HttpRequest, obj: Tournament) -> HttpResponse:
        """Lead to the new tournament's desk, where its players are entered."""
        return redirect("admin:tournaments_desk", obj.pk)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        if formset.model is not Entry:
            return super().save_formset(request, form, formset, change)
        tournament = form.instance
        entries = formset.save(commit=False)
        late = Latecomers(tournament, more=0)
        for gone in formset.deleted_objects:
            gone.delete()
        for entry in entries:
            late.place(entry).save()
        formset.save_m2m()
        return None

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if change and "places" in form.changed_data and form.instance.state == Tournament.State.PLANNED:
            fill_places(form.instance)
        changed(form.instance.pk, by=request.user)

    @admin.display(description=_("game"))
    def game_name(self, tournament: Tournament) -> str:
        if tournament.game == DECLARED:
            return game_name(tournament.game, tournament.options)
        return game_name(tournament.game) if tournament.game in all_keys() else tournament.game

    @admin.display(description=_("players"))
    def players(self, tournament: Any) -> int:
        return tournament.entered

    @admin.display(description="")
    def desk_link(self, tournament: Tournament) -> str:
        address = reverse("admin:tournaments_desk", args=[tournament.pk])
        return format_html('<a class="v-desk-link" href="{}">{}</a>', address, _("Desk"))
