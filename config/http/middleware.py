"""The middleware of every answer: the names that the site answers to, and the sources that a page may load."""

import logging
import sys
from collections.abc import Callable, Iterator
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.views import defaults

from tournaments.domain import disk
from tournaments.middleware import Middleware

log = logging.getLogger("django.request")

Answer = Callable[[HttpRequest], HttpResponseBase]

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
NUL_PROBLEM = {
    "type": "urn:viertal:problem:invalid",
    "title": "Bad Request",
    "status": 400,
    "code": "invalid",
    "detail": "There is a NUL in the query.",
}
HTTPS_PROBLEM = {
    "type": "urn:viertal:problem:forbidden",
    "title": "Forbidden",
    "status": 403,
    "code": "forbidden",
    "detail": "Write https://. If a token came along, others may have read it: revoke it.",
}
POWERS = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()"
CLOSED = ("/admin/", "/api/", "/r/")
# The admin's theme builds on Alpine, which evaluates expressions in attributes, and sets styles in them.
ADMIN_POLICY = f"{POLICY}; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"


def is_local(host: str) -> bool:
    """Return whether a host (without port) can only mean this machine as its own network knows it.

    An address in numbers cannot be bent to point elsewhere, nor can localhost, a `.local` name or a bare
    machine name; a name of the outside world can (DNS rebinding), so it needs ALLOWED_HOSTS.
    """
    host = host.strip("[]").rstrip(".").lower()
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost", ".lan", ".home.arpa", ".internal"))
    return True


class LocalHosts(Middleware):
    """Without ALLOWED_HOSTS: refuses (400) a request for a name that is not local."""

    def __init__(self, get_response: Answer) -> None:
        if not settings.LOCAL_HOSTS_ONLY:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        host, _port = split_domain_port(request.get_host())
        if not is_local(host):
            raise DisallowedHost(f"{host!r} is not a local name. Put it in ALLOWED_HOSTS to serve it.")
        return self.get_response(request)


class NoNul(Middleware):
    """Answers 400 to a NUL in the query, which no text of the database can hold."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "%00" in request.META.get("QUERY_STRING", ""):
            if request.path_info.startswith("/api/"):
                return JsonResponse(NUL_PROBLEM, status=400, content_type="application/problem+json")
            raise BadRequest("There is a NUL in the query.")
        return self.get_response(request)


class ProgramsSayHttps(Middleware):
    """With a certificate in front: a program that sends its token by http gets 403 and no redirect, so that it is
    noticed."""

    def __init__(self, get_response: Answer) -> None:
        if not settings.HTTPS:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith("/api/") and not request.is_secure():
            return JsonResponse(HTTPS_PROBLEM, status=403, content_type="application/problem+json")
        return self.get_response(request)


class FullDisk(Middleware):
    """Answers 507 with the true reason where nothing could be saved because the disk is full or read-only."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        return _nothing_saved(request, error)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer for an exception that nobody caught: the disk's page where that is to blame, also before a view is
    reached; else 500."""
    error = sys.exception()
    return (error and _nothing_saved(request, error)) or defaults.server_error(request)


def _nothing_saved(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    if not disk.is_to_blame(error):
        return None
    log.error("The disk takes nothing: %s was not carried out.", request.path, exc_info=error)
    status = HTTPStatus.INSUFFICIENT_STORAGE
    if request.path_info.startswith("/api/"):
        problem = {
            "type": "urn:viertal:problem:disk_full",
            "title": status.phrase,
            "status": status,
            "code": "disk_full",
            "detail": disk.sentence(to_staff=False),
        }
        return JsonResponse(problem, status=status, content_type="application/problem+json")
    text = disk.sentence(to_staff=request.path_info.startswith("/admin/"))
    words = {"code": status.value, "title": disk.title(), "sentence": text}
    # without the request: who asks stands in the database, which may be away for the same reason
    return HttpResponse(render_to_string("notice.html", words), status=status)


class ContentSecurityPolicy(Middleware):
    """Sets the Content-Security-Policy where the view has not set one: strict, with what the admin's theme
    needs there; which of the machine's powers a page may use (none); that no other site loads what is not public,
    and that no browser keeps what is behind the door."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        policy = ADMIN_POLICY if request.path_info.startswith("/admin/") else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", POWERS)
        if request.path_info.startswith(CLOSED):
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if request.path_info.startswith("/admin/") and "no-store" not in response.headers.get("Cache-Control", ""):
            response.headers["Cache-Control"] = "private, no-store"
        if request.path_info == "/admin/logout/" and request.method == "POST":
            # what an earlier version let the browser keep goes as well
            response.headers.setdefault("Clear-Site-Data", '"cache"')
        return response


class NoMessages:
    """A request's messages where nobody reads them: none is shown, and none is taken away."""

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def add(self, level: int, message: str, extra_tags: str = "") -> None:
        """Let it go: a page that is only kept says nothing."""

    def update(self, response: HttpResponseBase) -> list[Any]:
        """Leave what waits for the reader where it is."""
        return []


class MessagesForReaders(Middleware):
    """Keeps the words after a form for the page that somebody reads: the browser's worker, which fetches a page to keep
    it, would else take them away."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method == "GET" and "Viertal-Keep" in request.headers:
            request._messages = NoMessages()  # type: ignore[attr-defined]
        return self.get_response(request)
