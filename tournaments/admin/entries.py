"""The entries, as rows of a tournament's form: a page at a time, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.forms import PaginationInlineFormSet
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanWidget

from tournaments.domain.access import Action, may, organises
from tournaments.forms.seen_values import NAME as SEEN
from tournaments.forms.seen_values import SeenForm
from tournaments.models import Entry, Player, Team, Tournament

MOST_ENTRIES = 2000
A_PAGE = 50
LABELS = {"player": _("Player"), "team": _("Team")}


class KnownWidget(AutocompleteSelect):
    """Offers what is chosen already without asking for it once more."""

    known: Model | None = None

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> list[Any]:
        if self.known is None or list(value) != [str(self.known.pk)]:
            return list(super().optgroups(name, value, attr))
        return [(None, [self.create_option(name, self.known.pk, str(self.known), True, 0)], 0)]


class KnownChoice(forms.ModelChoiceField):
    """A choice that need not be looked up again where it stays as it is."""

    known: Model | None = None

    def to_python(self, value: Any) -> Any:
        return self.known if self.known is not None and str(value) == str(self.known.pk) else super().to_python(value)


class EntryForm(SeenForm, forms.ModelForm):
    """A row. Its player and team came with it; who is expelled stands in the tournament's scoring, and is read from
    there and written there by the tournament's form."""

    expelled = forms.BooleanField(
        label=_("expelled"), required=False, show_hidden_initial=True, widget=UnfoldBooleanWidget
    )

    expelled_numbers: frozenset[int] = frozenset()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["expelled"].initial = self.instance.number in self.expelled_numbers
        for name in ("player", "team"):
            field = self.fields.get(name)
            if self.instance.pk and isinstance(field, KnownChoice):
                field.known = getattr(self.instance, name)
                widget = getattr(field.widget, "widget", field.widget)
                if isinstance(widget, KnownWidget):
                    widget.known = field.known


class SeatedStays:
    """A row of somebody who has a seat in a round is not deleted: says what to do instead."""

    def hand_clean_DELETE(self) -> None:
        try:
            super().hand_clean_DELETE()  # type: ignore[misc]
        except ValidationError:
            raise ValidationError(
                _(
                    "%(name)s has a seat in a round and stays in its results. Withdraw them on the Players page "
                    "instead of deleting them."
                ),
                params={"name": self.instance.player},  # type: ignore[attr-defined]
            ) from None


class EntryFormSet(PaginationInlineFormSet):
    """A page of rows; saved are those that were sent, on whichever page they stand by now."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound:
            count = min(self.management_form.cleaned_data.get("INITIAL_FORMS", 0), MOST_ENTRIES)
            sent = [self.data.get(f"{self.prefix}-{row}-id", "") for row in range(count)]
            ids = [int(text) for text in sent if text.isascii() and text.isdecimal() and len(text) < 18]
            self._queryset = self.queryset.filter(pk__in=ids)


class EntryInline(TabularInline):
    """The entries. Numbers are fixed once round 1 is paired."""

    model = Entry
    form = EntryForm
    formset = EntryFormSet
    extra = 0
    per_page = A_PAGE
    verbose_name_plural = _("players")
    fields = ("number", "player", "joined", "left", "absent", "fixed_table", "team", "board", "expelled", SEEN)
    autocomplete_fields = ("player",)
    tab = True
    hide_title = True  # number and name stand in the row

    def get_fields(self, request: HttpRequest, obj: Tournament | None = None) -> Sequence[str]:
        """Leave out the field for expelled players before it begins: until then they are deleted from the list."""
        begun = obj is not None and obj.state != Tournament.State.PLANNED
        return self.fields if begun else tuple(name for name in self.fields if name != "expelled")

    def get_readonly_fields(self, request: HttpRequest, obj: Tournament | None = None) -> tuple[str, ...]:
        return ("number",) if obj is not None and obj.state != Tournament.State.PLANNED else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).select_related("player", "team")

    def formfield_for_foreignkey(self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs["form_class"] = KnownChoice
        if db_field.name in LABELS:
            kwargs["label"] = LABELS[db_field.name]
        if db_field.name == "player":
            kwargs["widget"] = KnownWidget(db_field, self.admin_site)
            if not organises(request.user):
                # a number typed into the form finds nobody whom the list of players does not show
                kwargs["queryset"] = self.admin_site.get_model_admin(Player).get_queryset(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "absent":
            kwargs["widget"] = UnfoldAdminTextInputWidget()  # some numbers in a row of fields, not a text
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_formset(self, request: HttpRequest, obj: Tournament | None = None, **kwargs: Any) -> Any:
        """Leave numbers to the program where they are not given, and offer this tournament's teams only."""
        formset = super().get_formset(request, obj, max_num=MOST_ENTRIES, **kwargs)
        formset.form = type("EntryRow", (SeatedStays, formset.form), {})
        if obj is not None:
            formset.form.expelled_numbers = frozenset(obj.scoring.get("expelled_players", ()))
        fields = formset.form.base_fields
        if "number" in fields:
            fields["number"].required = False
        if "team" in fields:
            teams = Team.objects.filter(tournament=obj)
            fields["team"].queryset = teams
            # read once and not for every row
            fields["team"].choices = [("", "–"), *((team.pk, str(team)) for team in teams)]
        return formset

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        started = obj is not None and obj.state != Tournament.State.PLANNED
        return not started and self.has_change_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        return obj is None or may(request.user, Action.PLAYERS, obj)

    has_add_permission = has_change_permission
    has_view_permission = has_change_permission
