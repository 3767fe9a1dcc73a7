"""Writes that may be sent again, and preconditions of writes (RFC 9110).

The answer to a request with an idempotency key is kept for a day. The key's row and what the request writes are one
transaction, so a crash leaves both or neither. Two requests with one key at the same time meet at the unique
constraint: the second waits, then gets the first one's answer. Stored values have a tag, which comes back as
``If-Match``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, ClassVar

from django.db import connection, transaction
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.api.core.answers import Answer, Encoder, members
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


_ENCODER = Encoder(sort_keys=True)


class PreconditionRequired(APIException):
    status_code = 428
    default_code = "if_match_needed"


class PreconditionFailed(APIException):
    """Raised where others changed what the author saw: what is ``stored``, by name, and its ``tag``."""

    status_code = 412
    default_code = "changed_meanwhile"

    def __init__(self, stored: dict[str, Any], tag: str) -> None:
        super().__init__(_("Somebody else changed this since you read it. Look at it, and send your change again."))
        self.stored, self.tag = stored, tag


class ConditionalWrite:
    """Mixed into a resource that replaces values by ``PUT`` or ``PATCH`` (`if_unchanged`)."""

    replaces: ClassVar[type[Serializer[Any]]]
    """The shape of what is sent: its fields are what a write can replace."""

    def stored(self, request: Request, **where: Any) -> Answer | None:
        """Return what is stored, for somebody who may replace it; None where there is nothing yet. What is returned
        stays until the transaction ends. Raises as the writing method does."""
        raise NotImplementedError

    def values(self, answer: Answer) -> dict[str, Any]:
        """Return the values of an answer that a write can replace."""
        fields = self.replaces._declared_fields  # type: ignore[attr-defined]
        return {name: value for name, value in members(answer).items() if name in fields}

    def tagged(self, answer: Answer) -> Response:
        """Answer with a tag: its first half is of the values that a write can replace, the second of all."""
        return Response(answer, headers={"ETag": self.tag(answer)})

    def tag(self, answer: Answer) -> str:
        return f'"{_digest(self.values(answer))}.{_digest(answer)}"'

    def require_seen(self, request: Request, now: Answer | None) -> None:
        """Refuse to replace what the author did not see. ``*`` replaces whatever there is, also nothing.

        Raises PreconditionRequired, PreconditionFailed. Call it while ``now`` is locked.
        """
        seen = request.headers.get("If-Match", "").strip()
        if seen == "*" or (now is None and not seen):
            return
        if now is None:
            raise PreconditionFailed({}, "")
        if not seen:
            raise PreconditionRequired(
                _("Send the ETag of what you read as If-Match, or * to replace whatever is there.")
            )
        # a compressed answer had the same tag as a weak one
        tags = (tag.removeprefix("W/").strip('"') for tag in parse_etags(seen))
        if _digest(self.values(now)) not in {tag.split(".")[0] for tag in tags}:
            raise PreconditionFailed(self.values(now), self.tag(now))


def _digest(values: Any) -> str:
    return hashlib.blake2b(_ENCODER.encode(values).encode(), digest_size=9).hexdigest()


def if_unchanged(handler: Callable[..., Answer]) -> Callable[..., Response]:
    """Make a ``ConditionalWrite`` resource's method write only over what its author saw; its answer has the new tag."""

    @wraps(handler)
    def write(view: Any, request: Request, **where: Any) -> Response:
        with transaction.atomic():
            view.require_seen(request, view.stored(request, **where))
            answer = handler(view, request, **where)
        return view.tagged(answer)  # type: ignore[no-any-return]

    return write
