"""Answers about webhooks."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import DeliveryState, WebhookEvent


class WebhookOut(Answer):
    id: int
    url: str
    events: list[WebhookEvent]
    active: bool
    stopped_because: str


class WebhookMade(WebhookOut):
    secret: Annotated[str, "Shown this once."]


class WebhooksOut(Answer):
    next: str | None
    results: list[WebhookOut]


class AttemptOut(Answer):
    at: Moment
    status: Annotated[int | None, "Of the answer; null: none came."]
    answer: Annotated[str, "The beginning of the answer, or why there was none."]
    ms: int


class DeliveryOut(Answer):
    id: str
    event: WebhookEvent
    state: DeliveryState
    attempts: int
    happened_at: Moment
    next_at: Moment | None
    tries: list[AttemptOut]


class DeliveriesOut(Answer):
    next: str | None
    results: list[DeliveryOut]
