"""The form that sets up a tournament, with the options of each game and system as they declare them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from copy import copy
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core import registry as games
from games.core.declarations.declaration import read
from games.core.declarations.declared import KEY as DECLARED
from games.core.declarations.declared import OPTION
from games.core.errors import GameError
from games.core.options import complete
from scoring.documents.document import DocumentError, Event, Player
from scoring.input.rules import rules_of
from tournaments.domain.errors import Refused
from tournaments.domain.setup import USUAL_GAME, USUAL_SYSTEMS
from tournaments.forms.clubs import game_choices, own_choices, own_game, own_tie_breaks
from tournaments.forms.options import (
    PROPOSED,
    PairsField,
    TeamsField,
    dressed,
    game_field,
    game_name,
    game_options,
    given,
    pairing_field,
    pairing_name,
    rows_of,
    setting_field,
    settle,
)
from tournaments.forms.points import LISTED, LeavingForm, TieBreaksField
from tournaments.forms.points import NAMES as LEAVING
from tournaments.forms.seen_values import NAME as SEEN
from tournaments.forms.seen_values import SeenForm
from tournaments.models import Club, Tournament
from tournaments.models.settings import SETTINGS, names_of
from tournaments.pairing import registry as pairing
from tournaments.selectors.events import public
from tournaments.selectors.games.declared_games import usual_tie_breaks
from tournaments.selectors.rounds.colours import RULES
from tournaments.selectors.site.addresses import free_slug
from tournaments.sentences import sentence
from tournaments.sentences.points import columns_of
from tournaments.services.events import tournaments
from tournaments.services.events.running import ImpossibleRounds, Question, Unconfirmed, make_sure

# What the tournament has a column for, or an entry; the rest of a system's options are fields of their own.
WRITTEN_DOWN = ("members", "finalists", "starts")
"""Options that are set on a page of their own, or kept when a round is asked for."""
ELSEWHERE = {"seed", "table_size", "rounds", "fixed_tables", *WRITTEN_DOWN}
BEGUN_FIXED = {"game", "system", "table_size", "seed", "scoring_points", "rating_list"}
USUAL_TWO_COLOURS = next(iter(RULES))


class TournamentForm(SeenForm, LeavingForm, forms.ModelForm):
    """Options appear as fields of their own and are kept as what differs from the defaults."""

    starts = forms.DateField(label=_("Date"), initial=timezone.localdate)
    game = forms.ChoiceField(label=_("Game"))
    system = forms.ChoiceField(label=_("Pairing system"))
    former_slugs = forms.MultipleChoiceField(
        label=_("Former addresses"),
        required=False,
        help_text=_("These still lead here. Untick one to give it up."),
    )
    scoring_points = forms.ChoiceField(
        label=_("Points for the standings"),
        required=False,
        choices=[
            ("", _("as usual for the game")),
            ("game", _("the game's own points")),
            ("places", _("points for the place at the table (3-2-1-0, 2-1-0, 1-0)")),
        ],
    )
    scoring_bye = forms.CharField(
        label=_("Points for a bye"),
        required=False,
        max_length=12,
        help_text=_("A whole number or a fraction such as 7/2. Empty: the same as a draw."),
    )
    scoring_tie_breaks = TieBreaksField(
        label=_("Tie-breaks"),
        required=False,
        max_length=200,
        help_text=_("In order, such as DE BH WIN LOT. Empty: players with equal points share their rank."),
    )

    scoring_two_colours = forms.ChoiceField(
        label=_("Points for a player with two colours"),
        required=False,
        choices=[(rule, capfirst(meaning)) for rule, meaning in RULES.items()],
        help_text=_(
            "At a table of three the strongest has two colours. With 2 and 8 points: 5, 10 or 8 for the standings."
        ),
    )

    columns: ClassVar[Mapping[str, str]] = {
        "game__": "options",
        "pairing__": "pairing_options",
        "scoring_": "scoring",
    }

    clubs = Club.objects.none()
    """The clubs whose own games can be chosen: those of who fills the form in."""

    game_of_club: Club | None = None
    """The club whose own game was chosen."""

    busy = False
    """Whether somebody else holds the tournament's lock: then nothing is saved."""

    class Meta:
        model = Tournament
        fields = (
            "name",
            "slug",
            "starts",
            "game",
            "system",
            "table_size",
            "rounds_planned",
            "seed",
            "rating_list",
            *names_of(),
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions: tuple[Question, ...] = ()
        self.before = copy(self.instance)
        self._offer_former_slugs()
        self._offer_own_games()
        for name in ("slug", *names_of()):
            if name in self.fields:
                self.fields[name].required = False
        if "rounds_planned" in self.fields and self.instance.state == Tournament.State.PLANNED:
            self.fields["rounds_planned"].required = False
            self.fields["rounds_planned"].help_text = _("Empty: as many as the system makes for these players.")
            if self.instance.rounds_open:
                self.initial["rounds_planned"] = None
        kept = self.instance
        self.people = kept.display_names if kept.pk else {}
        if not kept.pk and not self.is_bound:
            self.fields["name"].widget.attrs["autofocus"] = True
        for name in self.fields:
            family, _sep, rest = name.partition("__")
            key, _sep, option = rest.partition("__")
            if family == "game" and key == kept.game and option in kept.options:
                value = kept.options[option]
                field = self.fields[name]
                self.initial[name] = field.kept(value) if isinstance(field, TeamsField) else value
            if family == "pairing" and key == kept.system and option in kept.pairing_options:
                self.initial[name] = kept.pairing_options[option]
            if key != (kept.system if family == "pairing" else kept.game) and name in PROPOSED:
                self.initial[name] = PROPOSED[name]
        for key in ("points", "bye"):
            if isinstance(value := kept.scoring.get(key), str):
                self.initial[f"scoring_{key}"] = value
        self.initial.setdefault("scoring_tie_breaks", " ".join(kept.scoring.get("tie_breaks", [])))
        if "scoring_tie_breaks" in self.fields:
            self.fields["scoring_tie_breaks"].widget.columns = columns_of(kept.game, kept.options)
        self.initial["scoring_two_colours"] = kept.scoring.get("two_colours", USUAL_TWO_COLOURS)
        self.initial |= self.initial_leaving(kept)
        fixed = BEGUN_FIXED.union(names_of("fixed"))
        for name, field in self.fields.items():
            if isinstance(field, PairsField):
                field.people = self.people
            if kept.pk and kept.state != Tournament.State.PLANNED and ("__" in name or name in fixed):
                settle(field)
                locked = _("The tournament has begun: this can no longer be changed.")
                field.help_text = format_lazy("{} {}", field.help_text, locked) if field.help_text else locked

    def _offer_former_slugs(self) -> None:
        kept = [former.slug for former in self.instance.former_addresses.all()] if self.instance.pk else []
        field = self.fields.get("former_slugs")
        if field is not None and not kept:
            del self.fields["former_slugs"]
        elif isinstance(field, forms.MultipleChoiceField):
            field.choices = [(slug, slug) for slug in kept]
            self.initial["former_slugs"] = kept

    @property
    def let_go(self) -> set[str]:
        """Return the earlier addresses that are given up."""
        return set(self.initial.get("former_slugs", ())) - set(self.cleaned_data.get("former_slugs", ()))

    @property
    def confirmed(self) -> list[str]:
        """Return the keys of the questions that were answered with yes."""
        return list(self.data.getlist("confirm")) if hasattr(self.data, "getlist") else []

    def _post_clean(self) -> None:
        """Ask about the effects on a running event, once everything else is right."""
        super()._post_clean()
        if self.busy:
            self.add_error(None, gettext("Somebody else is changing this tournament. Save again in a moment."))
        if self.errors or self.before.pk is None:
            return
        try:
            make_sure(self.before, self.instance, self.confirmed, self.let_go)
        except Unconfirmed as error:
            self.questions = error.questions
            self.add_error(None, gettext("Not saved yet: answer the questions first."))
        except ImpossibleRounds as error:
            self.add_error("rounds_planned", error.message)
        except Refused as error:
            self.add_error(None, error.message)

    def _offer_own_games(self) -> None:
        """Add the games of the clubs that may be chosen, and the one that the event was made with."""
        self.own_options: dict[str, Any] = dict(self.instance.options) if self.instance.game == DECLARED else {}
        if "game" not in self.fields:
            return
        own = own_choices(self.clubs, besides=self.own_options.get(OPTION))
        choices = [*game_choices(), *own]
        if self.own_options:
            name = public.game_name(DECLARED, self.own_options)
            if name in dict(own).values():
                # the club's game was changed since: choosing that one takes the change over
                name = gettext("%(game)s (as this tournament has it)") % {"game": name}
            choices.append((DECLARED, name))
        self.fields["game"].choices = choices
        if self.instance.pk is None and "scoring_tie_breaks" in self.fields:
            proposals = json.dumps(own_tie_breaks(self.clubs))
            self.fields["scoring_tie_breaks"].widget.attrs["data-proposals"] = proposals

    def clean_game(self) -> str:
        """Take a club's own game into the event, with its declaration."""
        chosen = str(self.cleaned_data["game"])
        own = own_game(chosen, self.clubs)
        if own is not None:
            self.game_of_club = own.club
            self.own_options = {OPTION: own.declaration}
            return DECLARED
        return chosen

    def clean_slug(self) -> str:
        """Make an empty address of a new tournament from its name; an old tournament keeps its own."""
        slug = self.cleaned_data["slug"] or self.instance.slug or free_slug(self.cleaned_data.get("name", ""))
        try:
            tournaments.refuse_kept(slug, self.instance.pk)
        except Refused as error:
            raise ValidationError(error.message) from error
        return slug

    def clean_rounds_planned(self) -> int:
        """Let an empty number follow from the players when round 1 is paired."""
        rounds = self.cleaned_data.get("rounds_planned")
        self.instance.rounds_by_system = rounds is None
        return int(rounds or self.instance.rounds_planned)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for setting in SETTINGS:
            if cleaned.get(setting.name, ()) in (None, "") and not setting.column.blank:
                cleaned[setting.name] = getattr(self.instance, setting.name)  # left out, it stays as it is
        club = cleaned.get("club")
        if self.game_of_club is not None and club is not None and club != self.game_of_club:
            words = {"club": self.game_of_club}
            self.add_error("game", gettext("This game belongs to %(club)s. Choose that club, or another game.") % words)
        if "game" in cleaned:
            self.instance.options = self._game_options(cleaned)
        if "system" in cleaned and "table_size" in cleaned:
            self.instance.pairing_options = self._pairing_options(cleaned)
        if "game" in cleaned and "system" in cleaned and "table_size" in cleaned:
            self.instance.scoring = self._scoring(cleaned)
        return cleaned

    def _scoring(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """Return the document's ``scoring`` object: members without a field of their own stay as they were."""
        scoring = dict(self.instance.scoring)
        chosen = {
            "points": cleaned.get("scoring_points"),
            "bye": cleaned.get("scoring_bye"),
            "tie_breaks": cleaned.get("scoring_tie_breaks") or self._fitting_tie_breaks(cleaned),
        }
        for key, value in chosen.items():
            if value:
                scoring[key] = value
            elif isinstance(scoring.get(key), str | list):
                del scoring[key]
        scoring.pop("two_colours", None)
        if (two_colours := cleaned.get("scoring_two_colours") or USUAL_TWO_COLOURS) != USUAL_TWO_COLOURS:
            scoring["two_colours"] = two_colours
        self.leaving(cleaned, self.instance, scoring)
        system = cleaned["system"]
        event = Event(
            name="",
            game=cleaned["game"],
            options=self.instance.options,
            pairing={"system": system, "table_size": cleaned["table_size"]},
            scoring={key: value for key, value in scoring.items() if key != "expelled_players"},
        )
        try:
            rules_of(event)
        except DocumentError as error:
            key = error.place.removeprefix("scoring.").partition("[")[0]
            field = f"scoring_{key}" if key in chosen else None
            message = sentence(error.notice)
            raise ValidationError({field: message} if field else message) from error
        return scoring

    def _fitting_tie_breaks(self, cleaned: dict[str, Any]) -> list[str]:
        """Return what fits a game of the club in a new tournament, unless the list was seen to be empty."""
        if self.instance.pk is not None or cleaned["game"] != DECLARED or LISTED in self.data:
            return []
        return usual_tie_breaks(read(self.own_options[OPTION]))

    def _game_options(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        if cleaned["game"] not in games.keys_set():
            return self.own_options if cleaned["game"] == DECLARED else {}
        info = games.get(cleaned["game"]).info
        values = {o.key: cleaned.get(game_name(info.key, o.key)) for o in info.options}
        options = game_options(info, values)
        try:
            complete(info, options, event=True)
        except GameError as error:
            raise ValidationError(sentence(error.notice)) from error
        return options

    def _pairing_options(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        system = pairing.systems()[cleaned["system"]]
        own = [o for o in system.options if o.key not in ELSEWHERE]
        values = {o.key: cleaned.get(pairing_name(system.key, o.key)) for o in own}
        options = given(values, {o.key: o.default for o in own})
        if self.instance.system == system.key:
            options |= {key: kept for key in WRITTEN_DOWN if (kept := self.instance.pairing_options.get(key))}
        asked = {**options, "system": system.key, "table_size": cleaned["table_size"]}
        if cleaned.get("rounds_planned") and not self.instance.rounds_by_system:
            asked["rounds"] = cleaned["rounds_planned"]
        own = self.own_options
        try:
            players = tuple(Player(id=number, name=name) for number, name in self.people.items())
            system.complete(Event(name="", game=cleaned.get("game", ""), options=own, pairing=asked, players=players))
        except DocumentError as error:
            own_field = pairing_name(system.key, error.place.removeprefix("pairing."))
            field = {"pairing.table_size": "table_size", "pairing.rounds": "rounds_planned"}.get(
                error.place, own_field if own_field in self.fields else None
            )
            message = sentence(error.notice)
            raise ValidationError({field: message} if field else message) from error
        if cleaned.get("game") and cleaned["table_size"] not in games.game_of(cleaned["game"], own).info.seats:
            message = gettext("This game cannot be played by %(size)s players.") % {"size": cleaned["table_size"]}
            raise ValidationError({"table_size": message})
        return options


MORE = "v-more"
"""The CSS class of folded fields."""


def fieldsets(without: Collection[str] = ()) -> list[tuple[Any, dict[str, Any]]]:
    """Return the form's parts: the fields that everybody needs; then, folded away, the rest in groups, with a group for
    the options of each game and each pairing system. ``without``: fields that are not shown."""
    first = ["name", ("starts", "venue"), ("game", "system"), ("table_size", "rounds_planned"), "published"]
    groups: list[tuple[Any, dict[str, Any]]] = [
        (None, {"fields": first}),
        (_("Public page"), {"fields": ["slug", "former_slugs", *rows_of("public")]}),
        (_("Standings"), {"fields": ["scoring_tie_breaks", "scoring_points", "scoring_bye", *LEAVING]}),
        (_("Check-in and results"), {"fields": rows_of("desk")}),
    ]
    # told apart by their place in the choice: a key in a class name could mean something to the theme
    for place, game in enumerate(games.every()):
        names = [game_name(game.info.key, o.key) for o in game.info.options]
        if game.info.seat_names:
            names.append("scoring_two_colours")
        if names:
            title = _("Options of %(name)s") % {"name": game.info.name}
            groups.append((title, {"fields": names, "classes": ["v-only", f"v-game-{place}"]}))
    for place, system in enumerate(pairing.systems().values()):
        names = [pairing_name(system.key, o.key) for o in system.options if o.key not in ELSEWHERE]
        if names:
            title = _("Pairing: %(name)s") % {"name": _(system.name)}
            classes = ["v-only", f"v-system-{place}"]
            help_text = _(system.help)
            if system.rounds_help:
                help_text = format_lazy("{} {}", help_text, _(system.rounds_help))
            groups.append((title, {"fields": names, "classes": classes, "description": help_text}))
    groups.append((_("Ratings and lots"), {"fields": ["rating_list", "seed"]}))
    for _title, group in groups[1:]:
        group["classes"] = [MORE, *group.get("classes", ())]
        group["fields"] = [name for name in group["fields"] if name not in without]
    return groups


def _declare() -> None:
    """Give the form a field for each option that a game or a system declares."""
    # the admin derives a form class of its own, which inherits what is declared
    base = TournamentForm.declared_fields
    base["game"].choices = game_choices
    base["system"].choices = [(system.key, _(system.name)) for system in pairing.systems().values()]
    for name in [name for name in base if name != SEEN]:
        dressed(base[name])
    base |= {setting.name: setting_field(setting) for setting in SETTINGS if setting.choices}
    base["game"].initial, base["system"].initial = USUAL_GAME, USUAL_SYSTEMS[0]
    for game in games.every():
        for option in game.info.options:
            base[game_name(game.info.key, option.key)] = game_field(option)
    for system in pairing.systems().values():
        for choice in system.options:
            if choice.key not in ELSEWHERE:
                base[pairing_name(system.key, choice.key)] = pairing_field(choice)


_declare()
TournamentForm.base_fields.update(TournamentForm.declared_fields)
