"""Telling the programs of others what happened: at least once each, signed, with growing pauses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import time
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.core.notices import Notice
from tournaments.domain.outbound_http import Answer, NotSent, post
from tournaments.models import Delivery, Webhook

log = logging.getLogger(__name__)

PAUSES = [
    timedelta(seconds=10),
    *(timedelta(minutes=minutes) for minutes in (1, 5, 30)),
    *(timedelta(hours=hours) for hours in (2, 6, 12, 24)),
]
"""How long after each try that failed the next one is made; after the last one it is given up."""

LEASE = timedelta(seconds=90)
"""How long a webhook and a delivery belong to the worker that took them; longer than a task may run."""

REST = timedelta(seconds=60)
"""How long a webhook that did not answer is left alone: one that is down must not keep the workers from pairing."""

AT_MOST = 20.0
"""Seconds for which one task sends one webhook its waiting deliveries."""

MOST_AT_ONCE = 100
KEPT = timedelta(days=30)
GONE = 410


def due(limit: int = MOST_AT_ONCE) -> list[int]:
    """Return the webhooks that are to be told something now."""
    now = timezone.now()
    waiting = Delivery.objects.filter(webhook=OuterRef("pk"), state=Delivery.State.WAITING, next_at__lte=now)
    free = Q(busy_until__isnull=True) | Q(busy_until__lte=now)
    return list(Webhook.objects.filter(free, Exists(waiting), active=True).values_list("pk", flat=True)[:limit])


def deliver(webhook_id: int) -> None:
    """Tell a webhook what is due, in order, until one try fails; unless another worker does so already.

    A worker that dies meanwhile leaves it to the next one after ``LEASE``, so a receiver may hear the same number
    twice.
    """
    now = timezone.now()
    hook = Webhook.objects.filter(pk=webhook_id)
    free = Q(busy_until__isnull=True) | Q(busy_until__lte=now)
    if not hook.filter(free, active=True).update(busy_until=now + LEASE):
        return
    rest = None
    end = time.monotonic() + AT_MOST
    try:
        while time.monotonic() < end and (delivery := _next(webhook_id)) is not None:
            if not _try(delivery):
                rest = timezone.now() + REST
                break
    finally:
        hook.update(busy_until=rest)


def _next(webhook_id: int) -> Delivery | None:
    now = timezone.now()
    delivery = (
        Delivery.objects.select_related("webhook")
        .filter(webhook=webhook_id, webhook__active=True, state=Delivery.State.WAITING, next_at__lte=now)
        .order_by("id")
        .first()
    )
    if delivery is not None:
        delivery.attempts += 1
        Delivery.objects.filter(pk=delivery.pk).update(next_at=now + LEASE, attempts=delivery.attempts)
    return delivery


def _try(delivery: Delivery) -> bool:
    """Tell it once; return whether it was taken."""
    at, begun = timezone.now(), time.monotonic()
    try:
        answer = post(delivery.webhook.url, *message(delivery))
    except NotSent as error:
        answer = Answer(0, str(error))
    entry = {
        "at": at.isoformat(timespec="seconds"),
        "status": answer.status or None,
        "said": answer.text,
        "ms": round((time.monotonic() - begun) * 1000),
    }
    delivery.tries = [*delivery.tries, entry]
    _conclude(delivery, answer)
    return delivery.state == Delivery.State.DELIVERED


def message(delivery: Delivery, at: int | None = None) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a delivery, signed for the second ``at`` (now)."""
    at = int(time.time()) if at is None else at
    body = json.dumps(
        {
            "id": str(delivery.number),
            "happened_at": delivery.happened_at.isoformat(timespec="milliseconds"),
            **delivery.payload,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()
    secret, message_id = delivery.webhook.secret, f"viertal_{delivery.number}"
    return body, {
        "Content-Type": "application/json",
        "User-Agent": "Viertal",
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": f"v1,{standard_signature(secret, message_id, at, body)}",
        "Viertal-Event": delivery.event,
        "Viertal-Delivery": str(delivery.number),
        "Viertal-Signature": f"t={at},v1={signature(secret, at, body)}",
    }


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the HMAC-SHA256, in hexadecimal digits, of the time in seconds, a point and the body."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def standard_signature(secret: str, message_id: str, at: int, body: bytes) -> str:
    """Return the signature that libraries for Standard Webhooks check: https://www.standardwebhooks.com, version 1.0.

    The key is the base64 after ``whsec_``; secrets of earlier versions have its letters for addresses.
    """
    key = base64.b64decode(secret.removeprefix("whsec_").replace("-", "+").replace("_", "/") + "==")
    signed = f"{message_id}.{at}.".encode() + body
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def _conclude(delivery: Delivery, answer: Answer) -> None:
    now = timezone.now()
    hook = Webhook.objects.filter(pk=delivery.webhook_id)
    if 200 <= answer.status < 300:
        delivery.state = Delivery.State.DELIVERED
        hook.update(last_success_at=now)
    elif answer.status == GONE:
        delivery.state = Delivery.State.FAILED
        _stop(hook, Notice("webhook-gone"))
    elif delivery.attempts > len(PAUSES):
        delivery.state = Delivery.State.FAILED
        # somebody else's message may have got through meanwhile: then only this one is given up
        since = delivery.webhook.last_success_at
        if since is None or since < delivery.happened_at:
            _stop(hook, Notice("webhook-silent"))
    else:
        delivery.next_at = now + PAUSES[delivery.attempts - 1]
    delivery.save(update_fields=["state", "next_at", "tries"])


def _stop(hook: Any, why: Notice) -> None:
    if hook.filter(active=True).update(active=False, stopped_because=why):
        log.warning("A webhook is switched off: %s", why)


def forget_old() -> None:
    """Throw away what was delivered or given up long ago."""
    Delivery.objects.exclude(state=Delivery.State.WAITING).filter(happened_at__lt=timezone.now() - KEPT).delete()
