"""The bodies that create and change tournaments."""

from __future__ import annotations

from django.conf import settings
from rest_framework import serializers as s

from tournaments.api.core.enums import sent
from tournaments.api.core.fields import FOR_CLUB, SMALL, Flag, Lines, PlainObject, Strict, Text, Whole
from tournaments.domain.setup import USUAL_GAME
from tournaments.models import NameShown
from tournaments.text import SLUG

PAIRING = (
    "Left out of a new tournament: `system` is `tables`, or `berger` where the game is for two; `table_size` is the "
    "first of the system that the game can be played at; `rounds` are as many as the system makes for the players."
)


class TournamentIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(rf"^{SLUG}\Z", required=False)
    starts = s.DateField(required=False)
    venue = Text(required=False, allow_blank=True, max_length=120)
    published = Flag(required=False)
    names_shown = s.ChoiceField(NameShown.values, required=False)
    schedule = Lines(required=False, allow_blank=True, max_length=2000)
    directions = Lines(required=False, allow_blank=True, max_length=1000)
    thanks = Text(required=False, allow_blank=True, max_length=160)
    language = s.ChoiceField(
        sent("LanguageEnum", (code for code, _name in settings.LANGUAGES)),
        required=False,
        allow_blank=True,
        help_text="Of the big screen and of printed sheets; empty: the screen's own, and whoever prints.",
    )
    places = Whole(required=False, min_value=2, max_value=SMALL, allow_null=True)
    check_in = Flag(required=False)
    two_person = Flag(required=False)
    half_byes = Whole(required=False, min_value=0, max_value=400, help_text="How many a player may ask for.")
    half_byes_not_last = Whole(
        required=False, min_value=0, max_value=400, help_text="In so many rounds at the end nobody has one."
    )
    rating_list = s.RegexField(
        rf"^{SLUG}\Z",
        required=False,
        allow_null=True,
        help_text="The season ratings that count here and seed the players, by their address.",
    )
    game = Text(required=False, max_length=40, help_text=f"A new tournament without a game is one of `{USUAL_GAME}`.")
    options = PlainObject(required=False)
    pairing = PlainObject(required=False, help_text=PAIRING)
    scoring = PlainObject(required=False)
    club = s.RegexField(rf"^{SLUG}\Z", required=False, help_text=FOR_CLUB)


class SettingsIn(TournamentIn):
    club = None  # type: ignore[assignment]
    former_slugs = s.ListField(
        child=s.RegexField(rf"^{SLUG}\Z"),
        required=False,
        max_length=1000,
        help_text="Earlier addresses that still lead here. One that is left out is let go.",
    )
    confirm = s.ListField(
        child=Text(max_length=40),
        required=False,
        max_length=40,
        help_text="The keys of what was asked (409, `confirm_needed`) and is confirmed.",
    )
