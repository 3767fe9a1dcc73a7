"""Errors as programs want them: ``application/problem+json`` (RFC 9457), each with a ``code`` that stays the same.

``CODES`` says what each means; docs/howto/use-the-api.md lists them too.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Annotated, Any

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

from games.core.notices import Notice
from scoring.documents.document import DocumentError
from tournaments.api.core.answers import LEFT_OUT, Answer, LeftOut, Moment, Part, Source
from tournaments.api.core.enums import ResultEnd, ResultSource, one_of
from tournaments.api.core.writing import PreconditionFailed
from tournaments.domain import disk
from tournaments.domain.errors import Refused, RefusedFile, ResultConflict
from tournaments.pairing.core import PairingError
from tournaments.sentences import sentence
from tournaments.services.entries.attendance import Undecided
from tournaments.services.events.running import Unconfirmed
from tournaments.services.games.live_games import Overtaken
from tournaments.services.rounds.review import Unsure

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
    "changed_meanwhile": "412: what is stored is not what you read; `stored` is that, its tag is the `ETag`",
    "too_large": "413",
    "unsupported_media_type": "415",
    "refused": "422: understood, and not possible; `detail` says why, `rule` names a game's rule, `line` and "
    "`column` a place in a file",
    "document_refused": "422: as before, with the `place` in what was sent",
    "idempotency_key_reused": "422: the key came with another request before",
    "if_match_needed": "428: send the `ETag` of what you read as `If-Match`, or `*`",
    "too_many_requests": "429: wait as long as `Retry-After` says",
    "server_error": "500: our mistake",
    "busy": "503: somebody else is changing this; try again",
    "disk_full": "507: the disk is full or read-only; nothing was saved",
    "overloaded": "503: too many ask at this moment; wait as long as `Retry-After` says",
    "database_away": "503: the database does not answer; try again",
}

_OF_A_FIELD: dict[str, Any] = {
    "anyOf": [{"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}}, {"type": "object"}]
}
Code = Annotated[str, one_of("ProblemCodeEnum", CODES)]
FieldErrors = Annotated[dict[str, Any], Part({"additionalProperties": _OF_A_FIELD})]
"""Sentences by the field's name; of a field that holds more, the same again by index or name."""
log = logging.getLogger("django.request")
_RENAMED = {
    "throttled": "too_many_requests",
    "permission_denied": "forbidden",
    "authentication_failed": "invalid_token",
}


class ResultOut(Answer):
    version: Annotated[int, Source("number")]
    points: list[str | None]
    game_points: list[str | None] | None
    columns: list[list[str] | None] | None
    end: ResultEnd
    source: ResultSource
    reason: str
    entered_by: str | None
    entered_at: Moment


class NoticeOut(Answer):
    """A sentence as data."""

    code: str
    params: Annotated[
        dict[str, Any], "Texts, whole numbers, objects with `points` (exact points), notices again, lists of all these."
    ]


class OpenSeatOut(Answer):
    round: Annotated[int, Source("round.number")]
    table: int
    costs: Annotated[list[str], "What it means to leave the seat free."]


class Problem(Answer):
    type: str
    title: str
    status: int
    code: Code
    detail: str
    errors: Annotated[
        FieldErrors | LeftOut, "With `invalid`: what is wrong, by field; an empty name stands for the whole."
    ] = LEFT_OUT
    current: Annotated[ResultOut | LeftOut, "With `result_conflict`: the result that is there."] = LEFT_OUT
    stored: Annotated[dict[str, Any] | LeftOut, "With `changed_meanwhile`: the values that are there, by name."] = (
        LEFT_OUT
    )
    findings: Annotated[list[str] | LeftOut, "With `confirm_needed`: what it costs."] = LEFT_OUT
    confirm: Annotated[
        list[str] | LeftOut, "With `confirm_needed`: the keys to send back in `confirm`. Missing: send `sure` instead."
    ] = LEFT_OUT
    seats: Annotated[list[OpenSeatOut] | LeftOut, "With `seat_undecided`: the seats to decide about."] = LEFT_OUT
    place: Annotated[str | LeftOut, "With `document_refused`: where in what was sent."] = LEFT_OUT
    rule: Annotated[str | LeftOut, "With `refused`: the number of a game's rule."] = LEFT_OUT
    notice: Annotated[
        NoticeOut | LeftOut,
        "With `document_refused`, and with `refused` where a game's engine or the pairing refused: `detail` as data.",
    ] = LEFT_OUT
    line: Annotated[int | LeftOut, "With `refused`, in a file: the line, from 1."] = LEFT_OUT
    column: Annotated[int | LeftOut, "With `refused`, in a file: the column, from 1."] = LEFT_OUT


def answer_error(error: Exception, context: dict[str, Any]) -> Response:
    """Answer an error: what kind, and a sentence on what would be right."""
    headers: dict[str, str] = {}
    if isinstance(error, ResultConflict):
        return _problem(409, "result_conflict", error.message, headers, current=ResultOut.of(error.current))
    if isinstance(error, Unsure):
        findings = list(error.cost.sentences)
        return _problem(409, "confirm_needed", error.message, headers, findings=findings)
    if isinstance(error, Unconfirmed):
        asked = {question.key: None for question in error.questions}
        findings = [question.sentence for question in error.questions]
        return _problem(409, "confirm_needed", error.message, headers, findings=findings, confirm=list(asked))
    if isinstance(error, Undecided):
        return _problem(409, "seat_undecided", error.message, headers, seats=[OpenSeatOut.of(s) for s in error.seats])
    if isinstance(error, PairingError):
        return _problem(422, "refused", sentence(error.notice), headers, notice=_as_data(error.notice))
    if isinstance(error, Overtaken):
        return _problem(409, "overtaken", error.message, headers)
    if isinstance(error, Refused):
        at = {"line": error.line, "column": error.column} if isinstance(error, RefusedFile) else {}
        more = {"rule": error.rule or LEFT_OUT, "notice": _as_data(error.notice), **at}
        return _problem(422, "refused", error.message, headers, **more)
    if isinstance(error, DocumentError):
        notice = _as_data(error.notice)
        return _problem(422, "document_refused", sentence(error.notice), headers, place=error.place, notice=notice)
    if isinstance(error, Http404 | ObjectDoesNotExist):
        # what a model says of itself is English and technical; ours are sentences with a point
        shown = str(error) if str(error).endswith((".", "”.")) and "matching query" not in str(error) else ""
        return _problem(404, "not_found", shown or _("There is nothing public at this address."), headers)
    if isinstance(error, PermissionDenied):
        error = Forbidden(str(error) or None)
    if isinstance(error, PreconditionFailed):
        tag = {"ETag": error.tag} if error.tag else {}
        return _problem(412, "changed_meanwhile", str(error.detail), tag, stored=error.stored)
    if isinstance(error, APIException):
        return _api_problem(error, headers)
    if isinstance(error, OperationalError) and isinstance(error.__cause__, LockNotAvailable):
        detail = _("Somebody else is changing this tournament. Try again in a moment.")
        return _problem(503, "busy", detail, {"Retry-After": "1"})
    if disk.is_to_blame(error):
        log.error("The disk takes nothing: %s was not carried out.", context["request"].path, exc_info=error)
        user = getattr(context["request"], "user", None)
        detail = disk.sentence(to_staff=bool(getattr(user, "is_staff", False)))
        return _problem(507, "disk_full", detail, {"Retry-After": "60"})
    if isinstance(error, OperationalError | InterfaceError):
        log.warning("The database does not answer.", exc_info=error)
        detail = _("The database is not responding. Try again in a moment.")
        return _problem(503, "database_away", detail, {"Retry-After": "3"})
    got_request_exception.send(sender=type(context["view"]), request=context["request"])
    log.error("Internal Server Error: %s", context["request"].path, exc_info=error)
    return _problem(
        status.HTTP_500_INTERNAL_SERVER_ERROR, "server_error", _("That is our mistake, not yours."), headers
    )


def _as_data(notice: Notice | None) -> NoticeOut | LeftOut:
    return NoticeOut(**notice.document()) if notice else LEFT_OUT


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


def _problem(status_: int, code: str, detail: str, headers: dict[str, str], **more: Any) -> Response:
    body = Problem(
        type=f"urn:viertal:problem:{code}",
        title=HTTPStatus(status_).phrase,
        status=status_,
        code=code,
        detail=str(detail),
        **more,
    )
    return Response(body, status=status_, headers=headers, content_type="application/problem+json")
