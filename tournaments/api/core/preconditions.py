"""Preconditions of writes (RFC 9110): stored values have a tag, which comes back as ``If-Match``."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar

from django.db import transaction
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.api.core.answers import Answer, Encoder, members

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
