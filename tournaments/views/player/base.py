"""The parts that the pages behind a link share: no account and no cookie, for the address is the authority. So there is
nothing that another site could misuse a visitor's browser for, and the check against forged requests, which needs a
cookie, is left out (docs/decisions/players-reports.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods
from psycopg.errors import LockNotAvailable

from tournaments.domain.errors import Refused
from tournaments.services.games.live_games import Overtaken
from tournaments.services.results.reports import TooMany
from tournaments.web.conditional import PRIVATE, form_of, render
from tournaments.web.variants import Variant

View = Callable[..., HttpResponse]


class Busy(Refused):
    """Somebody else holds what is to be changed; a moment later it can be changed."""


STATUS: dict[type[Refused], int] = {Overtaken: 409, TooMany: 429, Busy: 503}


def status_of(error: Refused) -> int:
    """Return the status that says that something was refused, and why."""
    return STATUS.get(type(error), 422)


def by_link(view: View) -> View:
    """Make a view of a function ``(request, form, **arguments) -> response`` that is called in the form's language, and
    takes forms from anywhere. Where it fails, a traceback hides the ``token`` among the view's own names alone; in
    addresses the log masks it (config.loglines)."""
    hidden = sensitive_variables("token")(view)

    @csrf_exempt
    @require_http_methods(["GET", "HEAD", "POST"])
    @sensitive_variables()
    @wraps(view)
    def shown(request: HttpRequest, **arguments: Any) -> HttpResponse:
        form = form_of(request)
        with translation.override(form.language):
            return hidden(request, form, **arguments)

    return shown


@contextmanager
def said_when_busy(message: str) -> Iterator[None]:
    """Do a step that locks; raise Busy with the message where somebody else holds the lock."""
    try:
        yield
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        raise Busy(message) from error


def private_page(template: str, form: Variant, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Answer a page that nobody stores, as its address is a key."""
    return HttpResponse(render(template, form, context), status=status, headers=PRIVATE)


def led_on(address: str) -> HttpResponse:
    """Lead to a page after what was sent is done."""
    return HttpResponseRedirect(address, status=303, headers=PRIVATE)
