"""Webhooks of a tournament, and their deliveries."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import Answer, Moment, Page, Sentence, Source
from tournaments.api.core.enums import DeliveryState, WebhookEvent
from tournaments.api.core.fields import Flag, Nothing, Strict
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor, checked, found
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.domain.access import Action
from tournaments.models import Delivery, Webhook
from tournaments.models.mail import Event
from tournaments.services import webhooks


class WebhookIn(Strict, s.Serializer):
    url = s.CharField(max_length=500)
    events = s.ListField(child=s.ChoiceField(Event.values), required=False, min_length=1, max_length=5)


class WebhookChange(WebhookIn):
    url = s.CharField(max_length=500, required=False)
    active = Flag(required=False)


class WebhookOut(Answer):
    id: int
    url: str
    events: list[WebhookEvent]
    active: bool
    stopped_because: Sentence


class WebhookMade(WebhookOut):
    secret: Annotated[str, "Shown this once."]


class WebhooksOut(Page):
    results: list[WebhookOut]


class AttemptOut(Answer):
    at: Moment
    status: Annotated[int | None, "Of the answer; null: none came."]
    answer: Annotated[str, "The beginning of the answer, or why there was none."]
    ms: int


class DeliveryOut(Answer):
    id: Annotated[str, Source("number")]
    event: WebhookEvent
    state: DeliveryState
    attempts: int
    happened_at: Moment
    next_at: Moment | None
    tries: list[AttemptOut]


class DeliveriesOut(Page):
    results: list[DeliveryOut]


def delivery(row: Delivery) -> DeliveryOut:
    waiting = row.state == Delivery.State.WAITING
    tries = [
        AttemptOut(at=entry["at"], status=entry["status"], answer=entry["said"], ms=entry["ms"]) for entry in row.tries
    ]
    return DeliveryOut.of(row, next_at=row.next_at.isoformat() if waiting else None, tries=tries)


class Webhooks(TournamentResource, Resource):
    """Addresses that are told what happens."""

    asks = Action.EDIT

    @operation("webhooks_list", "List the webhooks", pages=True)
    def get(self, request: Request, slug: str) -> WebhooksOut:
        return by_cursor(
            WebhooksOut, request, Webhook.objects.filter(tournament=self.tournament(request, slug)), WebhookOut.of
        )

    @operation(
        "webhooks_create",
        "Add a webhook",
        status=201,
        takes=WebhookIn,
        sent={"url": "https://club.example/viertal", "events": ["round.published"]},
    )
    def post(self, request: Request, slug: str) -> WebhookMade:
        """Add an address. The answer has the secret with which messages are signed; it is not shown again."""
        tournament = self.tournament(request, slug)
        values = checked(WebhookIn, request)
        webhook = webhooks.add(tournament.pk, by=request.user, **values)
        return WebhookMade.of(webhook)


class WebhookOne(ConditionalWrite, TournamentResource, Resource):
    """One webhook."""

    asks = Action.EDIT
    replaces = WebhookChange

    def stored(self, request: Request, **where: Any) -> WebhookOut:
        self.held(request, where["slug"])
        found = self.webhook(request, where["slug"], where["hook_id"])
        # the admin locks the row alone
        return WebhookOut.of(Webhook.objects.select_for_update(no_key=True).get(pk=found.pk))

    def webhook(self, request: Request, slug: str, hook_id: int) -> Webhook:
        return found(
            Webhook.objects.filter(tournament=self.tournament(request, slug), pk=hook_id),
            _("There is no such webhook."),
        )

    @operation("webhooks_get", "Get a webhook", WebhookOut, seen=True)
    def get(self, request: Request, slug: str, hook_id: int) -> Response:
        return self.tagged(WebhookOut.of(self.webhook(request, slug, hook_id)))

    @operation("webhooks_update", "Change a webhook", takes=WebhookChange, sent={"active": True}, seen=True)
    @if_unchanged
    def patch(self, request: Request, slug: str, hook_id: int) -> WebhookOut:
        """Leave out a member to keep it as it is. A webhook that was stopped because nobody answered is told again once
        it is `active`."""
        webhook = self.webhook(request, slug, hook_id)
        values = checked(WebhookChange, request)
        return WebhookOut.of(webhooks.change(webhook.pk, values, by=request.user))

    @operation("webhooks_delete", "Delete a webhook", status=204)
    def delete(self, request: Request, slug: str, hook_id: int) -> None:
        webhooks.remove(self.webhook(request, slug, hook_id).pk, by=request.user)


class Deliveries(WebhookOne):
    """The deliveries, the newest first, each with its tries."""

    http_method_names = ("get", "head", "options")

    @operation("webhooks_list_deliveries", "List the deliveries of a webhook", pages=True)
    def get(self, request: Request, slug: str, hook_id: int) -> DeliveriesOut:
        return by_cursor(DeliveriesOut, request, self.webhook(request, slug, hook_id).deliveries.all(), delivery)


class DeliveryAgain(WebhookOne):
    """A delivery of a webhook, sent once more."""

    http_method_names = ("post", "options")

    @operation("webhooks_redeliver", "Send a delivery again", status=202, takes=Nothing)
    def post(self, request: Request, slug: str, hook_id: int, delivery_id: UUID) -> DeliveryOut:
        """Have a worker send it, with all tries before it again; a webhook that was stopped is on again."""
        row = found(
            self.webhook(request, slug, hook_id).deliveries.filter(number=delivery_id), _("There is no such delivery.")
        )
        webhooks.try_again(row.pk, by=request.user)
        row.refresh_from_db()
        return delivery(row)
