"""Errors as programs want them: ``application/problem+json`` (RFC 9457), each with a ``code`` that stays the same.

``CODES`` says what each means; docs/howto/use-the-api.md lists them too.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from psycopg.errors import LockNotAvailable
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.exceptions import PermissionDenied as Forbidden
from rest_framework.response import Response
from rest_framework.views import set_rollback

from scoring.document import DocumentError
from tournaments.domain import disk
from tournaments.domain.errors import Refused, RefusedFile, ResultConflict
from tournaments.models import Result
from tournaments.pairing.core import PairingError
from tournaments.sentences import translated
from tournaments.services.attendance import OpenSeat, Undecided
from tournaments.services.live_games import Overtaken
from tournaments.services.review import Unsure
from tournaments.services.running import Unconfirmed

log = logging.getLogger("django.request")

CODES = {
    "invalid": "400: the request cannot be understood; `errors` names the fields",
    "parse_error": "400: the body is no JSON",
    "idempotency_key_bad": "400: the key is empty, too long or not ASCII",
    "not_authenticated": "401: this needs a token",
    "invalid_token": "401: the token is unknown, revoked or over",
    "forbidden": "403: you, or the token's scope, may not do this",
    "not_found": "404: there is nothing here that you may see",
    "method_not_allowed": "405",
    "not_acceptable": "406: only JSON is offered",
    "result_conflict": "409: another result is there; `current` is that one",
    "confirm_needed": "409: this is to be confirmed; send it again with `sure`, or with the keys in "
    "`confirm` where there are some; `findings` say what it costs",
    "seat_undecided": "409: say with `seat` what becomes of the seats in `seats`: free or keep",
    "overtaken": "409: somebody else entered, or took back, a move meanwhile; look at the position again",
    "too_large": "413",
    "unsupported_media_type": "415",
    "refused": "422: understood, and not possible; `detail` says why, `rule` names a game's rule, `line` and "
    "`column` a place in a file",
    "document_refused": "422: as before, with the `place` in what was sent",
    "idempotency_key_reused": "422: the key came with another request before",
    "too_many_requests": "429: wait as long as `Retry-After` says",
    "server_error": "500: our mistake",
    "busy": "503: somebody else is changing this; try again",
    "disk_full": "507: the disk is full; nothing was saved",
    "database_away": "503: the database does not answer; try again",
}
_RENAMED = {
    "throttled": "too_many_requests",
    "permission_denied": "forbidden",
    "authentication_failed": "invalid_token",
}


def answer_error(error: Exception, context: dict[str, Any]) -> Response:
    """The answer to an error: what kind, and a sentence on what would be right."""
    headers: dict[str, str] = {}
    if isinstance(error, ResultConflict):
        return _problem(409, "result_conflict", error.message, headers, current=written(error.current))
    if isinstance(error, Unsure):
        findings = list(error.cost.sentences)
        return _problem(409, "confirm_needed", error.message, headers, findings=findings)
    if isinstance(error, Unconfirmed):
        asked = {question.key: None for question in error.questions}
        findings = [question.sentence for question in error.questions]
        return _problem(409, "confirm_needed", error.message, headers, findings=findings, confirm=list(asked))
    if isinstance(error, Undecided):
        return _problem(409, "seat_undecided", error.message, headers, seats=[_seat(s) for s in error.seats])
    if isinstance(error, PairingError):
        return _problem(422, "refused", translated(str(error)), headers)
    if isinstance(error, Overtaken):
        return _problem(409, "overtaken", error.message, headers)
    if isinstance(error, RefusedFile):
        return _problem(422, "refused", error.message, headers, line=error.line, column=error.column)
    if isinstance(error, Refused):
        more = {"rule": error.rule} if error.rule else {}
        return _problem(422, "refused", error.message, headers, **more)
    if isinstance(error, DocumentError):
        return _problem(422, "document_refused", error.message, headers, place=error.place)
    if isinstance(error, Http404 | ObjectDoesNotExist):
        # what a model says of itself is English and technical; ours are sentences with a point
        said = str(error) if str(error).endswith((".", "”.")) and "matching query" not in str(error) else ""
        return _problem(404, "not_found", said or _("There is nothing public at this address."), headers)
    if isinstance(error, PermissionDenied):
        error = Forbidden(str(error) or None)
    if isinstance(error, APIException):
        return _api_problem(error, headers)
    if disk.is_to_blame(error):
        log.error("The disk is full: %s was not carried out.", context["request"].path, exc_info=error)
        user = getattr(context["request"], "user", None)
        sentence = disk.sentence(to_staff=bool(getattr(user, "is_staff", False)))
        return _problem(507, "disk_full", sentence, {"Retry-After": "60"})
    if isinstance(error, OperationalError | InterfaceError):
        if isinstance(error.__cause__, LockNotAvailable):
            sentence = _("Somebody else is changing this tournament. Try again in a moment.")
            return _problem(503, "busy", sentence, {"Retry-After": "1"})
        log.warning("The database does not answer.", exc_info=error)
        sentence = _("The database does not answer. Try again in a moment.")
        return _problem(503, "database_away", sentence, {"Retry-After": "3"})
    got_request_exception.send(sender=type(context["view"]), request=context["request"])
    log.error("Internal Server Error: %s", context["request"].path, exc_info=error)
    return _problem(
        status.HTTP_500_INTERNAL_SERVER_ERROR, "server_error", _("That is our mistake, not yours."), headers
    )


def _api_problem(error: APIException, headers: dict[str, str]) -> Response:
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = error.auth_header
    if getattr(error, "wait", None):
        headers["Retry-After"] = str(int(error.wait) + 1)
    set_rollback()
    single = isinstance(error.detail, str)
    detail = error.detail if single else _("The request cannot be understood.")
    more = {} if single else {"errors": error.detail if isinstance(error.detail, dict) else {"": error.detail}}
    code = str(getattr(error.detail, "code", "")) if single else "invalid"
    code = _RENAMED.get(code, code)
    return _problem(error.status_code, code if code in CODES else "invalid", str(detail), headers, **more)


def written(result: Result) -> dict[str, Any]:
    """A result with its version: what a correction has to name as ``expected``."""
    return {
        "version": result.number,
        "points": [None if p is None else str(p) for p in result.points],
        "game_points": None
        if result.game_points is None
        else [None if p is None else str(p) for p in result.game_points],
        "end": result.end,
        "source": result.source,
        "reason": result.reason,
        "entered_by": str(result.entered_by) if result.entered_by else None,
        "entered_at": result.entered_at.isoformat(),
    }


def _seat(seat: OpenSeat) -> dict[str, Any]:
    return {"round": seat.round.number, "table": seat.table, "costs": list(seat.costs)}


def _problem(status_: int, code: str, detail: str, headers: dict[str, str], **more: Any) -> Response:
    body = {
        "type": f"urn:viertal:problem:{code}",
        "title": HTTPStatus(status_).phrase,
        "status": status_,
        "code": code,
        "detail": detail,
        **more,
    }
    return Response(body, status=status_, headers=headers, content_type="application/problem+json")
