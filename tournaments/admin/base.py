"""The shared parts of the admin's pages: their rights, deletion one by one, and the page that shows a secret once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin import AllValuesFieldListFilter, ModelAdmin
from django.db import connection
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from unfold.templatetags import unfold_list

from tournaments.domain.access import club_to_create_in, clubs_of, may_create, own_club
from tournaments.forms.clubs import NO_CLUB_YET
from tournaments.models import Tournament
from tournaments.selectors.site.listing import game_keys
from tournaments.services.accounts.invitations import answer_for, end_given, taken_up
from tournaments.web.staff_pages import staff_page

_OF_ROWS = frozenset({"id", "pk"})
_WAYS = frozenset({"exact", "in", "isnull", "gte", "lt", "year", "month", "day"})


def _once(headers: Callable[[Any], Iterator[Any]]) -> Callable[[Any], Sequence[Any]]:
    """Make the headings of a list once a page: unfold makes them anew for each row, a quarter of a list's time."""

    @wraps(headers)
    def made(changes: Any) -> Sequence[Any]:
        if not hasattr(changes, "made_headers"):
            changes.made_headers = tuple(headers(changes))
        kept: Sequence[Any] = changes.made_headers
        return kept

    return made


unfold_list.result_headers = _once(unfold_list.result_headers)


def may_sign_in(request: HttpRequest) -> bool:
    """Return whether somebody may be at a desk at all."""
    return bool(request.user.is_active and getattr(request.user, "is_staff", False))


class KeepsNewer:
    """Mixed into an admin with a ``SeenForm``, before it: what is stored stays as it is compared until it is saved."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        row = super().get_object(request, object_id, from_field)  # type: ignore[misc]
        if row is None or request.method != "POST" or not connection.in_atomic_block:
            return row
        type(row)._base_manager.select_for_update(no_key=True).get(pk=row.pk)
        return super().get_object(request, object_id, from_field)  # type: ignore[misc]


class HasPages:
    """Mixed into an admin, before it: pages of its own, which only staff passes. By their addresses: view and name."""

    pages: ClassVar[Mapping[str, tuple[Any, str]]]

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view  # type: ignore[attr-defined]
        own = [path(at, wrap(view), name=f"tournaments_{name}") for at, (view, name) in self.pages.items()]
        return [*own, *super().get_urls()]  # type: ignore[misc]


class OneByOne:
    """Mixed into an admin, before it: no bulk deletion, which would not look at each row."""

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions: dict[str, Any] = super().get_actions(request)  # type: ignore[misc]
        actions.pop("delete_selected", None)
        return actions


class EndsGiven:
    """Mixed into an admin, before it: what takes a right away also ends what was handed out by it."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        users = self.lessened(form, formsets) if change else set()
        super().save_related(request, form, formsets, change)  # type: ignore[misc]
        if users:
            end_given(users)
            self.tell_taken_up(request, form.instance)
        for row in (row for formset in formsets for row in formset.new_objects if hasattr(row, "user_id")):
            answer_for(row.user_id, request.user, **self.place_of(row))

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)  # type: ignore[misc]
        end_given()

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        super().delete_queryset(request, queryset)  # type: ignore[misc]
        end_given()

    def lessened(self, form: Any, formsets: Any) -> set[int]:
        """Return the users whose rights a page takes away: who stands, as stored, in a row that it changes or
        deletes."""
        rows = [row.instance for formset in formsets for row in formset.initial_forms if row.has_changed()]
        stored = [type(row)._base_manager.filter(pk=row.pk) for row in rows if hasattr(row, "user_id")]
        return {user for row in stored for user in row.values_list("user", flat=True)}

    def place_of(self, row: Any) -> dict[str, Any]:
        """Return where a row gives somebody a role."""
        return {self.opts.model_name: getattr(row, self.opts.model_name)}  # type: ignore[attr-defined]

    def given_by(self, obj: Any) -> Q:
        """Return the condition of the invitations that the rights on a page were about."""
        return Q(tournament=obj)

    def tell_taken_up(self, request: HttpRequest, obj: Any) -> None:
        """Name the pages on which the roles that came of it are kept or ended, one by one."""
        places = {}
        for invitation in taken_up(self.given_by(obj)):
            if invitation.club_id is not None:
                places[reverse("admin:tournaments_club_invitations", args=[invitation.club_id])] = invitation.club
            else:
                places[reverse("admin:tournaments_staff", args=[invitation.tournament_id])] = invitation.tournament
        for page, place in places.items():
            said = _("Somebody who may no longer invite had invited people to {place}. Decide who keeps their role.")
            messages.warning(
                request,
                format_html(said, place=format_html('<a class="underline" href="{}#taken-up">{}</a>', page, place)),
            )


class ForOrganisers:
    """Mixed into an admin or an inline, before it: seen and changed by organisers of the club whose it is."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_create(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may_create(request.user, obj.club if obj is not None else None)

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


class OfAClub:
    """Mixed into an admin, before it: what is new belongs to a club, which is asked only of who organises several."""

    club_field = "club"

    def asked_for_club(self, request: HttpRequest, obj: Any) -> list[tuple[Any, dict[str, Any]]]:
        """Return the part of the form that asks for the club; none where there is nothing to ask."""
        several = obj is None and clubs_of(request.user).count() > 1
        return [(None, {"fields": [self.club_field]})] if several else []

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == self.club_field:
            kwargs |= {"queryset": clubs_of(request.user), "initial": own_club(request.user)}
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]
        if db_field.name == self.club_field and field.empty_label is not None:
            field.empty_label = NO_CLUB_YET
        return field

    def give_club(self, request: HttpRequest, obj: Any, form: Any) -> None:
        """Give what is new to the club that was chosen, or to the only one."""
        setattr(obj, self.club_field, club_to_create_in(request.user, form.cleaned_data.get(self.club_field)))


def show_secret(page: ModelAdmin, request: HttpRequest, shown: Any, secret: str, title: str) -> HttpResponse:
    """Show a secret, on the only page that ever does; nothing keeps it, not even the browser's cache."""
    return staff_page(request, "api/secret_shown.html", title, {"secret": secret, "shown": shown}, of=page.model)


class OnlyOffered:
    """Mixed into an admin, before it: an address may ask a list for what its filters offer, and for nothing else.

    Django lets a list be filtered by every column of its model. For whoever sees the rows and not all of their columns
    that is an oracle: they could find a secret letter by letter, by whether a row is still there."""

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
