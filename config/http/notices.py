"""Short answers that need neither the database nor Django's middleware: why a request is not served, in words."""

from __future__ import annotations

import json
from functools import lru_cache
from http import HTTPStatus

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from config.http.middleware import POLICY
from config.http.routing import Scope, Send
from tournaments.web.variants import variant

FULL, WRONG_NAME, TOO_MANY_NAMES = "overloaded", "wrong_name", "too_many_names"
_STATUS = {FULL: 503, WRONG_NAME: 400, TOO_MANY_NAMES: 400}
RETRY_AFTER = 5
"""Seconds after which a refused request may be sent again."""


async def answer(scope: Scope, send: Send, kind: str) -> None:
    """Answer a request with one of the notices above: a page in the reader's language, a problem for programs."""
    asked = {name: value.decode("latin-1") for name, value in scope["headers"]}
    cookie = ""
    if settings.LANGUAGE_COOKIE_NAME in (cookies := asked.get(b"cookie", "")):
        from django.http.cookie import parse_cookie

        cookie = parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, "")
    query = scope.get("query_string", b"").decode("latin-1")
    language = variant(query, asked.get(b"accept-language", ""), cookie).language
    if scope["path"].startswith("/api/"):
        content_type, body = b"application/problem+json", _problem(kind, language)
    else:
        content_type, body = b"text/html; charset=utf-8", _page(kind, language)
    headers = [
        (b"content-type", content_type),
        (b"content-length", b"%d" % len(body)),
        (b"content-language", language.encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", POLICY.encode()),
        (b"x-content-type-options", b"nosniff"),
    ]
    if _STATUS[kind] == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", b"%d" % RETRY_AFTER))
    await send({"type": "http.response.start", "status": _STATUS[kind], "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _words(kind: str) -> tuple[str, str]:
    """Return the heading and the sentence, in the active language."""
    if kind == FULL:
        return _("Too many requests at the moment"), _(
            "Viertal is too busy at the moment. Nothing is lost: reload the page in a few seconds."
        )
    if kind == WRONG_NAME:
        return _("Viertal is not known at this address"), _(
            "Viertal does not answer to the name in this address. Use the address that the arbiters gave you."
        )
    return _("Viertal is being opened at too many addresses"), _(
        "Use the address that the arbiters gave you. For the organisers: ALLOWED_HOSTS tells Viertal its names."
    )


@lru_cache
def _page(kind: str, language: str) -> bytes:
    with translation.override(language):
        title, sentence = _words(kind)
        text = render_to_string("notice.html", {"code": _STATUS[kind], "title": title, "sentence": sentence})
    return text.encode()


@lru_cache
def _problem(kind: str, language: str) -> bytes:
    with translation.override(language):
        sentence = _words(kind)[1]
    status = HTTPStatus(_STATUS[kind])
    code = kind if kind == FULL else "invalid"
    problem = {
        "type": f"urn:viertal:problem:{code}",
        "title": status.phrase,
        "status": int(status),
        "code": code,
        "detail": sentence,
    }
    return json.dumps(problem, ensure_ascii=False).encode()
