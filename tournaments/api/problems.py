"""Errors as programs want them: ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.exceptions import PermissionDenied as Forbidden
from rest_framework.response import Response
from rest_framework.views import set_rollback

log = logging.getLogger("django.request")


def answer_error(error: Exception, context: dict[str, Any]) -> Response:
    """The answer to an error: what kind, and a sentence on what would be right."""
    headers: dict[str, str] = {}
    if isinstance(error, Http404):
        return _problem(404, str(error) or _("There is nothing public at this address."), headers)
    if isinstance(error, PermissionDenied):
        error = Forbidden()
    if isinstance(error, APIException):
        if getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = error.auth_header
        if getattr(error, "wait", None):
            headers["Retry-After"] = str(int(error.wait) + 1)
        set_rollback()
        detail = error.detail if isinstance(error.detail, str) else _("The request cannot be understood.")
        more = {} if isinstance(error.detail, str) else {"errors": error.detail}
        return _problem(error.status_code, str(detail), headers, **more)
    if isinstance(error, OperationalError | InterfaceError):
        log.warning("The database does not answer.", exc_info=error)
        return _problem(503, _("The database does not answer. Try again in a moment."), {"Retry-After": "3"})
    got_request_exception.send(sender=type(context["view"]), request=context["request"])
    log.error("Internal Server Error: %s", context["request"].path, exc_info=error)
    return _problem(status.HTTP_500_INTERNAL_SERVER_ERROR, _("That is our mistake, not yours."), headers)


def _problem(code: int, detail: str, headers: dict[str, str], **more: Any) -> Response:
    body = {"type": "about:blank", "title": HTTPStatus(code).phrase, "status": code, "detail": detail, **more}
    return Response(body, status=code, headers=headers, content_type="application/problem+json")
