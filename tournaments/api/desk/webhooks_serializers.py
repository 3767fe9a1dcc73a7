"""The bodies about webhooks."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import Flag, Strict
from tournaments.models.webhook import Event


class WebhookIn(Strict, s.Serializer):
    url = s.CharField(max_length=500)
    events = s.ListField(child=s.ChoiceField(Event.values), required=False, min_length=1, max_length=5)


class WebhookChange(WebhookIn):
    url = s.CharField(max_length=500, required=False)
    active = Flag(required=False)
