"""The question for which club something new is, asked of those alone who organise several; a club's members; and the
games that an event can be made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from games.core import registry as games
from games.core.declarations.declaration import read
from tournaments.domain.access import clubs_of, own_club
from tournaments.forms.options import dressed, setting_fields
from tournaments.forms.seen_values import SeenForm
from tournaments.imports.apart import small_png
from tournaments.imports.pictures import MAX_BYTES
from tournaments.imports.readers.lines import Unreadable
from tournaments.models import Club, ClubGame, ClubMember, User
from tournaments.models.club import OWN
from tournaments.models.settings import names_of
from tournaments.selectors.events import public
from tournaments.selectors.games.declared_games import usual_tie_breaks
from tournaments.sentences import sentence

# Translators: stands in a choice of clubs, before one is chosen
NO_CLUB_YET = _("Choose a club")
SITE_COLOUR = "#0b5d59"
"""What a choice of colours begins with; a test compares it with tokens.css."""
DEFAULTS = tuple(dict.fromkeys(("venue", "game", *names_of("club"))))
"""What a club gives its new events, where nobody says otherwise."""


def own_choices(clubs: QuerySet[Club], besides: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Return the games that some clubs declared themselves, but not the one that an event has ``besides``."""
    rows = ClubGame.objects.filter(club__in=clubs)
    return [(game.choice, str(game)) for game in rows if game.declaration != besides]


def own_tie_breaks(clubs: QuerySet[Club]) -> dict[str, list[str]]:
    """Return the tie-breaks that fit each game that some clubs declared themselves, by its choice."""
    rows = ClubGame.objects.filter(club__in=clubs)
    return {game.choice: usual_tie_breaks(read(game.declaration)) for game in rows if game.is_playable}


def own_game(choice: str, clubs: QuerySet[Club]) -> ClubGame | None:
    """Return the club's own game that was chosen; None for any other choice."""
    number = choice.removeprefix(OWN)
    if not choice.startswith(OWN) or not number.isdecimal():
        return None
    return ClubGame.objects.filter(pk=int(number), club__in=clubs).select_related("club").first()


def game_choices() -> list[tuple[str, str]]:
    """Return the games that an event can name: those with an engine, then the ready-made ones by name."""
    declared = [(key, public.game_name(key)) for key in games.declared_keys()]
    return [
        *((game.info.key, game.info.name) for game in games.every()),
        *sorted(declared, key=lambda choice: choice[1].casefold()),
    ]


def ask_for_club(form: forms.BaseForm, user: Any) -> None:
    """Give a form the field ``club`` where a user has several to choose from. It begins with their own."""
    clubs = clubs_of(user)
    if clubs.count() > 1:
        form.fields["club"] = ClubField(clubs, initial=own_club(user), empty_label=NO_CLUB_YET)


class ClubField(forms.ModelChoiceField):
    def __init__(self, clubs: QuerySet[Club], **kwargs: Any) -> None:
        # Translators: the label of a choice: for which club the new tournament is
        super().__init__(queryset=clubs, label=_("Club"), **kwargs)


class MemberForm(SeenForm, forms.ModelForm):
    """A member, typed by their user name: a club is not shown the users of others to choose from."""

    user = forms.ModelChoiceField(
        User.objects.filter(is_active=True, is_temporary=False),
        label=capfirst(_("user name")),
        to_field_name="username",
        widget=UnfoldAdminTextInputWidget,
        error_messages={"invalid_choice": _("There is no user with this name.")},
    )

    class Meta:
        model = ClubMember
        fields = ("user", "role")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["user"] = self.instance.user.username
            # a member whose account was closed since stays one until somebody takes them out
            self.fields["user"].queryset |= User.objects.filter(pk=self.instance.user_id)


class ClubInvitationForm(forms.Form):
    """A name, an e-mail address where there is one, and what they are to be in the club."""

    name = forms.CharField(label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    email = forms.EmailField(label=_("E-mail address, if you have it"), required=False)
    role = forms.ChoiceField(label=_("Role"), choices=ClubMember.Role, initial=ClubMember.Role.ORGANISER)


def _settings() -> dict[str, forms.Field]:
    """Return the fields of the settings that a club can have its own value for; at first it has none."""
    fields = setting_fields("club")
    for field in fields.values():
        dressed(field)
        if isinstance(field, forms.BooleanField):
            field.widget = UnfoldBooleanWidget()
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "–"), *field.choices]
        field.widget.attrs |= field.widget_attrs(field.widget)
        field.initial = None
    return fields


ClubSettings = type("ClubSettings", (forms.Form,), _settings())


class ClubForm(SeenForm, ClubSettings, forms.ModelForm):
    """A club's name, style, and the defaults of its new events."""

    columns = dict.fromkeys(DEFAULTS, "defaults")

    new_logo = forms.FileField(
        label=_("Logo"),
        required=False,
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
        help_text=_("PNG, JPEG, WebP or GIF, at most 1 MiB. It is made smaller."),
    )
    own_colour = forms.BooleanField(
        label=_("Own colour"),
        required=False,
        widget=UnfoldBooleanWidget,
        help_text=_("Otherwise the colour of the site."),
    )
    no_logo = forms.BooleanField(label=_("Remove the logo"), required=False, widget=UnfoldBooleanWidget)
    game = forms.ChoiceField(label=_("Game"), required=False, widget=UnfoldAdminSelectWidget)

    class Meta:
        model = Club
        fields = ("name", "slug", "accent", "shares_people")
        widgets = {"accent": forms.TextInput(attrs={"type": "color", "class": "v-colour"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "slug" in self.fields:
            self.fields["slug"].required = False
        if "accent" in self.fields:
            self.initial["own_colour"] = bool(self.instance.accent)
            self.initial["accent"] = self.instance.accent or SITE_COLOUR
        self.fields["game"].choices = [("", "–"), *game_choices()]
        for name, value in (self.instance.defaults or {}).items():
            self.initial.setdefault(name, value)

    def clean_slug(self) -> str:
        return self.cleaned_data["slug"] or slugify(self.cleaned_data.get("name", ""))[:80] or "club"

    def clean(self) -> dict[str, Any]:
        """Keep a colour only where the club wants its own."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if not values.get("own_colour"):
            values["accent"] = ""
        elif not values.get("accent") and "accent" not in self.errors:
            self.add_error("accent", _("Choose a colour."))
        return values

    def clean_accent(self) -> str:
        return str(self.cleaned_data["accent"]).lower()

    def clean_new_logo(self) -> bytes | None:
        file = self.cleaned_data.get("new_logo")
        if file is None:
            return None
        try:
            return small_png(file.read(MAX_BYTES + 1))
        except Unreadable as error:
            raise forms.ValidationError(sentence(error.notice)) from None

    def save(self, commit: bool = True) -> Club:
        """Keep the defaults that are set, and the logo."""
        values = {name: self.cleaned_data.get(name) for name in DEFAULTS}
        self.instance.defaults = {name: value for name, value in values.items() if value}
        if self.cleaned_data.get("new_logo"):
            self.instance.logo = self.cleaned_data["new_logo"]
        elif self.cleaned_data.get("no_logo"):
            self.instance.logo = b""
        club: Club = super().save(commit)
        return club
