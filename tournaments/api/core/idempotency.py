"""Writes that may be sent again: the answer to a request with an idempotency key is kept for a day.

The key's row and what the request writes are one transaction, so a crash leaves both or neither. Two requests with
one key at the same time meet at the unique constraint: the second waits, then gets the first one's answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.db import connection, transaction
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import KeptAnswer
from tournaments.services.results.report_links import Sitting

KEPT = timedelta(hours=24)
LONGEST = 200
KEPT_HEADERS = ("Content-Type", "ETag", "Location", "Retry-After")
NOT_KEPT = {401, 403, 412, 428, 429}

Handler = Callable[..., Response]


class BadKey(APIException):
    status_code = 400
    default_code = "idempotency_key_bad"
    default_detail = "An idempotency key must have 1 to 200 visible ASCII characters."


class KeyReused(APIException):
    status_code = 422
    default_code = "idempotency_key_reused"
    default_detail = "This idempotency key was already used for another request. Give each request its own key."


def idempotent(handler: Handler) -> Callable[..., HttpResponseBase]:
    """Make a view's method answer a request that comes again, by its ``Idempotency-Key``, without doing it again."""

    @wraps(handler)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = request.headers.get("Idempotency-Key")
        if key is None:
            return handler(view, request, *args, **kwargs)
        if not (0 < len(key) <= LONGEST and key.isascii() and key.isprintable()):
            raise BadKey(_("An idempotency key must have 1 to 200 visible ASCII characters."))
        return _keep(view, request, key, lambda: handler(view, request, *args, **kwargs))

    return answer


def fingerprint(request: Request) -> str:
    """Tell one request from another: by method, address and body."""
    plain = request._request
    head = f"{plain.method} {plain.get_full_path()}\n".encode()
    return hashlib.sha256(head + plain.body).hexdigest()


def _keep(view: Any, request: Request, key: str, act: Callable[[], Response]) -> HttpResponseBase:
    if isinstance(request.auth, Sitting):
        owner = f"link {request.auth.link}"
    else:
        owner = f"token {request.auth.pk}" if request.auth is not None else f"user {request.user.pk}"
    mark = fingerprint(request)
    with transaction.atomic():
        old = timezone.now() - KEPT
        KeptAnswer.objects.filter(owner=owner, key=key, created_at__lt=old).delete()
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO tournaments_keptanswer (owner, key, fingerprint, headers, body, created_at)"
                " VALUES (%s, %s, %s, '{}', '', now()) ON CONFLICT DO NOTHING RETURNING id",
                [owner, key, mark],
            )
            row = cursor.fetchone()
        if row is None:
            return _again(KeptAnswer.objects.get(owner=owner, key=key), mark)
        try:
            with transaction.atomic():
                response = act()
        except Exception as error:
            response = view.handle_exception(error)
        if response.status_code >= 500 or response.status_code in NOT_KEPT:
            transaction.set_rollback(True)
            return response
        finished: Response = view.finalize_response(request, response)
        finished.render()
        KeptAnswer.objects.filter(pk=row[0]).update(
            status=finished.status_code,
            headers={name: finished[name] for name in KEPT_HEADERS if finished.has_header(name)},
            body=finished.content,
        )
        return finished


def _again(kept: KeptAnswer, mark: str) -> HttpResponse:
    if kept.fingerprint != mark:
        raise KeyReused(_("This idempotency key was already used for another request. Give each request its own key."))
    response = HttpResponse(bytes(kept.body), status=kept.status or 200)
    for name, value in kept.headers.items():
        response.headers[name] = value
    if not kept.body:
        del response.headers["Content-Type"]
    response.headers["Idempotent-Replayed"] = "true"
    return response
