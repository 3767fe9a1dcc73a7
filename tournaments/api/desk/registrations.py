"""Players who enter themselves, for the programs of organisers."""

from __future__ import annotations

from typing import Annotated, Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import Answer, Filled, Moment, Page, Source
from tournaments.api.core.enums import NameRule, RegistrationState, sent
from tournaments.api.core.fields import Flag, Lines, Strict, Text, Whole, column_fields, column_members
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, checked, found, in_slices
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Registration, RegistrationSettings, Tournament
from tournaments.selectors import registrations as selectors
from tournaments.services.entries import registration_decisions as services
from tournaments.services.entries import registration_mails
from tournaments.services.entries.registration_mails import GROUPS

SETTINGS = services.SETTINGS
AT = SETTINGS.index("sections")


class RegistrationDecisionIn(Strict, s.Serializer):
    accept = Flag()
    known = Whole(required=False, min_value=1, help_text="The key of the known player who is meant.")
    new = Flag(required=False, default=False, help_text="It is somebody new, whoever else has this name.")
    reason = Text(required=False, max_length=200, allow_blank=True, help_text="What a refused player reads.")


class RegistrationPaymentIn(Strict, s.Serializer):
    paid = Flag()


class RegistrationSettingsIn(Strict, s.Serializer):
    vars().update(column_fields(RegistrationSettings, *SETTINGS[:AT]))
    sections = s.ListField(child=Text(max_length=60), required=False, max_length=20)
    vars().update(column_fields(RegistrationSettings, *SETTINGS[AT + 1 :]))


class RegistrationMessageIn(Strict, s.Serializer):
    to = s.ChoiceField(sent("RegistrationGroupEnum", GROUPS))
    subject = Text(max_length=150)
    text = Lines(max_length=5000)


class RegistrationOut(Answer):
    id: int
    state: RegistrationState
    name: str
    club: Filled
    rating: int | None
    birth_year: int | None
    email: Filled
    section: Filled
    team: Filled
    partner: Filled
    remark: Filled
    name_shown: Annotated[NameRule, Source("wish")]
    parent: Filled
    paid: bool
    player: int | None
    waiting: int | None
    asks_to_leave: bool
    reason: Filled
    sent_at: Moment


class RegistrationsOut(Page):
    results: list[RegistrationOut]


class RegistrationSettingsOut(Answer, first=column_members(RegistrationSettings, *SETTINGS)):
    pass


class MessageOut(Answer):
    addresses: int


class PaymentOut(Answer):
    id: int
    paid: bool


class Registrations(TournamentResource, Resource):
    """The entries that players sent."""

    asks = Action.PLAYERS

    @operation("registrations_list", "List the entries that players sent themselves", pages=True)
    def get(self, request: Request, slug: str) -> RegistrationsOut:
        """Return all of them, the first sent first. `player` is the pairing number of an accepted one with a place,
        `waiting` the place on the waiting list of one without."""
        tournament = self.tournament(request, slug)
        rows = selectors.placed(tournament)
        return in_slices(RegistrationsOut, request, rows, lambda row: _out(*row))


class OfRegistration(TournamentResource):
    """A registration, by its number."""

    asks = Action.PLAYERS

    def registration(self, request: Request, slug: str, registration_id: int) -> Registration:
        tournament = self.tournament(request, slug)
        return found(
            Registration.objects.filter(tournament=tournament, pk=registration_id), _("This entry was deleted.")
        )


class RegistrationDecision(OfRegistration, Resource):
    """A decision on a registration."""

    @operation(
        "registrations_decide",
        "Accept or refuse an entry that a player sent",
        takes=RegistrationDecisionIn,
        sent={"accept": True},
    )
    def put(self, request: Request, slug: str, registration_id: int) -> RegistrationOut:
        """Accept it: the player gets a place, or waits where none is free. Where somebody of this name is known, say
        with `known` or `new` who is meant (422 otherwise). Or refuse it, also one that was accepted, before round 1."""
        row = self.registration(request, slug, registration_id)
        values = checked(RegistrationDecisionIn, request)
        if values["accept"]:
            services.accept(row.tournament_id, row.pk, by=request.user, player=values.get("known"), new=values["new"])
        else:
            services.refuse(row.tournament_id, row.pk, by=request.user, reason=values.get("reason", ""))
        return _one(row)


class RegistrationPayment(OfRegistration, Resource):
    """The fee of a registration."""

    asks = Action.CHECK_IN

    @operation(
        "registrations_pay", "Say whether a player paid the fee", takes=RegistrationPaymentIn, sent={"paid": True}
    )
    def put(self, request: Request, slug: str, registration_id: int) -> PaymentOut:
        row = self.registration(request, slug, registration_id)
        values = checked(RegistrationPaymentIn, request)
        row = services.mark_paid(row.tournament_id, row.pk, by=request.user, paid=values["paid"])
        return PaymentOut.of(row)


class RegistrationMessages(TournamentResource, Resource):
    """Mails to the players who entered themselves."""

    asks = Action.PLAYERS

    @operation(
        "registrations_send_message",
        "Send a mail to the players who entered themselves",
        takes=RegistrationMessageIn,
        sent={"to": "in", "subject": "The door", "text": "The entrance is at the back."},
        answered={"addresses": 17},
    )
    def post(self, request: Request, slug: str) -> MessageOut:
        """Write it to those who take part (`in`), wait, are not decided on, or have not paid; each address gets it
        once."""
        tournament = self.tournament(request, slug)
        values = checked(RegistrationMessageIn, request)
        return MessageOut(addresses=registration_mails.message(tournament.pk, by=request.user, **values))


class RegistrationRules(ConditionalWrite, TournamentResource, Resource):
    """The way in which players enter themselves."""

    asks = Action.EDIT
    replaces = RegistrationSettingsIn

    def stored(self, request: Request, **where: Any) -> RegistrationSettingsOut:
        return RegistrationSettingsOut.of(selectors.settings_of(self.held(request, where["slug"])))

    @operation("registrations_get_settings", "Show how players enter themselves", RegistrationSettingsOut, seen=True)
    def get(self, request: Request, slug: str) -> Response:
        return self.tagged(RegistrationSettingsOut.of(selectors.settings_of(self.tournament(request, slug))))

    @operation(
        "registrations_update_settings",
        "Change how players enter themselves",
        takes=RegistrationSettingsIn,
        sent={"offered": True, "fee": "€ 5"},
        seen=True,
    )
    @if_unchanged
    def patch(self, request: Request, slug: str) -> RegistrationSettingsOut:
        """Change what is sent. The form is on the tournament's public page while it is `offered`."""
        tournament = self.tournament(request, slug)
        values = checked(RegistrationSettingsIn, request)
        try:
            kept = services.set_up(tournament.pk, values, by=request.user)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from error
        return RegistrationSettingsOut.of(kept)


def _one(row: Registration) -> RegistrationOut:
    tournament = Tournament.objects.get(pk=row.tournament_id)
    return next(_out(*placed) for placed in selectors.placed(tournament) if placed[0].pk == row.pk)


def _out(row: Registration, player: int | None, waiting: int | None) -> RegistrationOut:
    leaves = row.wants_out_at is not None
    return RegistrationOut.of(row, player=player, waiting=waiting, asks_to_leave=leaves)
