"""Webhooks of a tournament, and the log of what was told."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core import serializers
from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor
from tournaments.domain.access import Action
from tournaments.models import Delivery, Webhook
from tournaments.services import webhooks


def hook(one: Webhook) -> dict[str, Any]:
    return {
        "id": one.pk,
        "url": one.url,
        "events": one.events,
        "active": one.active,
        "stopped_because": one.stopped_because,
    }


def delivery(one: Delivery) -> dict[str, Any]:
    waiting = one.state == Delivery.State.WAITING
    return {
        "id": str(one.number),
        "event": one.event,
        "state": one.state,
        "attempts": one.attempts,
        "happened_at": one.happened_at.isoformat(),
        "next_at": one.next_at.isoformat() if waiting else None,
        "tries": one.tries,
    }


class Webhooks(TournamentResource, Resource):
    """Addresses that are told what happens."""

    asks = Action.EDIT

    @operation("webhooks_list", "List the webhooks", serializers.WebhooksOut, pages=True)
    def get(self, request: Request, slug: str) -> Response:
        return by_cursor(request, Webhook.objects.filter(tournament=self.tournament(request, slug)), hook)

    @operation(
        "webhooks_create",
        "Add a webhook",
        serializers.WebhookMade,
        status=201,
        takes=serializers.WebhookIn,
        sent={"url": "https://club.example/viertal", "events": ["round.published"]},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """The answer has the secret with which messages are signed; it is not shown again."""
        tournament = self.tournament(request, slug)
        given = serializers.WebhookIn(data=request.data)
        given.is_valid(raise_exception=True)
        made = webhooks.add(tournament.pk, by=request.user, **given.validated_data)
        return Response({**hook(made), "secret": made.secret}, status=201)


class WebhookOne(TournamentResource, Resource):
    """One webhook."""

    asks = Action.EDIT

    def one(self, request: Request, slug: str, hook_id: int) -> Webhook:
        found = Webhook.objects.filter(tournament=self.tournament(request, slug), pk=hook_id).first()
        if found is None:
            raise Http404(_("There is no such webhook."))
        return found

    @operation(
        "webhooks_update",
        "Change a webhook",
        serializers.WebhookOut,
        takes=serializers.WebhookChange,
        sent={"active": True},
    )
    @idempotent
    def patch(self, request: Request, slug: str, hook_id: int) -> Response:
        """What is left out stays. One that was stopped because nobody answered is told again once it is `active`."""
        found = self.one(request, slug, hook_id)
        given = serializers.WebhookChange(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(hook(webhooks.change(found.pk, given.validated_data, by=request.user)))

    @operation("webhooks_delete", "Delete a webhook", status=204)
    @idempotent
    def delete(self, request: Request, slug: str, hook_id: int) -> Response:
        webhooks.remove(self.one(request, slug, hook_id).pk, by=request.user)
        return Response(status=204)


class Deliveries(WebhookOne):
    """What was told, the newest first, each with its tries."""

    http_method_names = ("get", "head", "options")

    @operation("webhooks_list_deliveries", "List the deliveries of a webhook", serializers.DeliveriesOut, pages=True)
    def get(self, request: Request, slug: str, hook_id: int) -> Response:
        return by_cursor(request, self.one(request, slug, hook_id).deliveries.all(), delivery)


class DeliveryAgain(WebhookOne):
    """Something that was told, or was to be."""

    http_method_names = ("post", "options")

    @operation(
        "webhooks_redeliver",
        "Send a delivery again",
        serializers.DeliveryOut,
        status=202,
        takes=serializers.Nothing,
        sent={},
    )
    @idempotent
    def post(self, request: Request, slug: str, hook_id: int, told: UUID) -> Response:
        """A worker does it, with all tries before it again; a webhook that was stopped is on again."""
        found = self.one(request, slug, hook_id).deliveries.filter(number=told).first()
        if found is None:
            raise Http404(_("There is no such delivery."))
        webhooks.try_again(found.pk, by=request.user)
        found.refresh_from_db()
        return Response(delivery(found), status=202)
