"""Players who enter themselves, for the programs of organisers."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.openapi import operation
from tournaments.api.core.preconditions import ConditionalWrite, if_unchanged
from tournaments.api.core.resource import Resource, TournamentResource, checked, in_slices
from tournaments.api.desk import registrations_serializers
from tournaments.api.desk.registrations_answers import (
    MessageOut,
    PaymentOut,
    RegistrationOut,
    RegistrationSettingsOut,
    RegistrationsOut,
)
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Registration, RegistrationSettings, Tournament
from tournaments.selectors import registrations as selectors
from tournaments.services import registration_decisions as services
from tournaments.services import registration_mails


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
        row = Registration.objects.filter(tournament=tournament, pk=registration_id).first()
        if row is None:
            raise Http404(_("This entry was deleted."))
        return row


class RegistrationDecision(OfRegistration, Resource):
    """A decision on a registration."""

    @operation(
        "registrations_decide",
        "Accept or refuse an entry that a player sent",
        takes=registrations_serializers.RegistrationDecisionIn,
        sent={"accept": True},
    )
    def put(self, request: Request, slug: str, registration_id: int) -> RegistrationOut:
        """Accept it: the player gets a place, or waits where none is free. Where somebody of this name is known, say
        with `known` or `new` who is meant (422 otherwise). Or refuse it, also one that was accepted, before round 1."""
        row = self.registration(request, slug, registration_id)
        values = checked(registrations_serializers.RegistrationDecisionIn, request)
        if values["accept"]:
            services.accept(row.tournament_id, row.pk, by=request.user, player=values.get("known"), new=values["new"])
        else:
            services.refuse(row.tournament_id, row.pk, by=request.user, reason=values.get("reason", ""))
        return _one(row)


class RegistrationPayment(OfRegistration, Resource):
    """The fee of a registration."""

    asks = Action.CHECK_IN

    @operation(
        "registrations_pay",
        "Say whether a player paid the fee",
        takes=registrations_serializers.RegistrationPaymentIn,
        sent={"paid": True},
    )
    def put(self, request: Request, slug: str, registration_id: int) -> PaymentOut:
        row = self.registration(request, slug, registration_id)
        values = checked(registrations_serializers.RegistrationPaymentIn, request)
        row = services.mark_paid(row.tournament_id, row.pk, by=request.user, paid=values["paid"])
        return PaymentOut(id=row.pk, paid=row.paid)


class RegistrationMessages(TournamentResource, Resource):
    """Mails to the players who entered themselves."""

    asks = Action.PLAYERS

    @operation(
        "registrations_send_message",
        "Send a mail to the players who entered themselves",
        takes=registrations_serializers.RegistrationMessageIn,
        sent={"to": "in", "subject": "The door", "text": "The entrance is at the back."},
        answered={"addresses": 17},
    )
    def post(self, request: Request, slug: str) -> MessageOut:
        """Write it to those who take part (`in`), wait, are not decided on, or have not paid; each address gets it
        once."""
        tournament = self.tournament(request, slug)
        values = checked(registrations_serializers.RegistrationMessageIn, request)
        return MessageOut(addresses=registration_mails.message(tournament.pk, by=request.user, **values))


class RegistrationRules(ConditionalWrite, TournamentResource, Resource):
    """The way in which players enter themselves."""

    asks = Action.EDIT
    replaces = registrations_serializers.RegistrationSettingsIn

    def stored(self, request: Request, **where: Any) -> RegistrationSettingsOut:
        return _settings(selectors.settings_of(self.held(request, where["slug"])))

    @operation("registrations_get_settings", "Show how players enter themselves", RegistrationSettingsOut, seen=True)
    def get(self, request: Request, slug: str) -> Response:
        return self.tagged(_settings(selectors.settings_of(self.tournament(request, slug))))

    @operation(
        "registrations_update_settings",
        "Change how players enter themselves",
        takes=registrations_serializers.RegistrationSettingsIn,
        sent={"offered": True, "fee": "€ 5"},
        seen=True,
    )
    @if_unchanged
    def patch(self, request: Request, slug: str) -> RegistrationSettingsOut:
        """Change what is sent. The form is on the tournament's public page while it is `offered`."""
        tournament = self.tournament(request, slug)
        values = checked(registrations_serializers.RegistrationSettingsIn, request)
        try:
            kept = services.set_up(tournament.pk, values, by=request.user)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from error
        return _settings(kept)


def _settings(settings: RegistrationSettings) -> RegistrationSettingsOut:
    values: dict[str, Any] = {name: getattr(settings, name) for name in services.SETTINGS}
    for name in ("opens_at", "closes_at"):
        values[name] = values[name].isoformat() if values[name] else None
    return RegistrationSettingsOut(**values)


def _one(row: Registration) -> RegistrationOut:
    tournament = Tournament.objects.get(pk=row.tournament_id)
    return next(_out(*placed) for placed in selectors.placed(tournament) if placed[0].pk == row.pk)


def _out(row: Registration, player: int | None, waiting: int | None) -> RegistrationOut:
    return RegistrationOut(
        id=row.pk,
        state=row.state,
        name=row.name,
        club=row.club or None,
        rating=row.rating,
        birth_year=row.birth_year,
        email=row.email or None,
        section=row.section or None,
        team=row.team or None,
        partner=row.partner or None,
        remark=row.remark or None,
        name_shown=row.wish,
        parent=row.parent or None,
        paid=row.paid,
        player=player,
        waiting=waiting,
        asks_to_leave=row.wants_out_at is not None,
        reason=row.reason or None,
        sent_at=row.sent_at.isoformat(),
    )
