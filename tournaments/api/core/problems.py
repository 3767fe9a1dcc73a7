"""Errors as programs want them: ``application/problem+json`` (RFC 9457), each with a ``code`` that stays the same.

``problem_answers.CODES`` says what each means; docs/howto/use-the-api.md lists them too.
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

from scoring.documents.document import DocumentError
from tournaments.api.core.preconditions import PreconditionFailed
from tournaments.api.core.problem_answers import CODES, LEFT_OUT, NoticeOut, OpenSeatOut, Problem, ResultOut
from tournaments.domain import disk
from tournaments.domain.errors import Refused, RefusedFile, ResultConflict
from tournaments.pairing.core import PairingError
from tournaments.sentences import sentence
from tournaments.services.attendance import Undecided
from tournaments.services.live_games import Overtaken
from tournaments.services.review import Unsure
from tournaments.services.running import Unconfirmed

log = logging.getLogger("django.request")
_RENAMED = {
    "throttled": "too_many_requests",
    "permission_denied": "forbidden",
    "authentication_failed": "invalid_token",
}


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
        return _problem(422, "refused", sentence(error.notice), headers, notice=NoticeOut(**error.notice.document()))
    if isinstance(error, Overtaken):
        return _problem(409, "overtaken", error.message, headers)
    if isinstance(error, RefusedFile):
        notice = NoticeOut(**error.notice.document()) if error.notice else LEFT_OUT
        return _problem(422, "refused", error.message, headers, line=error.line, column=error.column, notice=notice)
    if isinstance(error, Refused):
        more: dict[str, Any] = {"rule": error.rule} if error.rule else {}
        if error.notice:
            more["notice"] = NoticeOut(**error.notice.document())
        return _problem(422, "refused", error.message, headers, **more)
    if isinstance(error, DocumentError):
        notice = NoticeOut(**error.notice.document())
        detail = sentence(error.notice)
        return _problem(422, "document_refused", detail, headers, place=error.place, notice=notice)
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
