"""The language of the desk: each user's own, on every device.

Public pages know no user; they are in the language of their address, the browser's cookie or the browser.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import translation


class LanguageMiddleware:
    """Middleware, after authentication: puts the desk into the language that its user has chosen."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(reverse("admin:index")) and settings.SESSION_COOKIE_NAME in request.COOKIES:
            language = getattr(request.user, "language", "")
            if language in dict(settings.LANGUAGES):
                translation.activate(language)
                request.LANGUAGE_CODE = language  # type: ignore[attr-defined]
        return self.get_response(request)
