"""The ground of all middleware."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class Middleware:
    """Keeps what answers next. It runs in a thread, as the pages do, which is what Django takes for granted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
