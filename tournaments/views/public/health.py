"""The health of the application: for a supervisor, a load balancer and ``make up``."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.selectors import health

log = logging.getLogger(__name__)

SPARED = ("broker", "work", "clocks", "static", "mail")
"""What the site goes on without, for a while or in part."""

PLAIN = "text/plain; charset=utf-8"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer ``ok`` when the database does, else 503 with a sentence. Plain text, in English, for programs."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        log.warning("The database does not answer.", exc_info=True)
        sentence = "The database does not answer. Viertal tries again by itself; see the log for the reason.\n"
        return HttpResponse(sentence, status=503, content_type=PLAIN, headers={"Retry-After": "2"})
    return HttpResponse("ok", content_type=PLAIN)


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer that this process runs, whatever else is away: a supervisor that gets no answer should restart it."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer whether database, workers, beat and disk are well, each by itself, and 503 where one is not; and how that
    is which the site can do without."""
    parts = health.parts()
    well = health.is_ready(parts)
    shown = {name: {"ok": parts[name].ok, **_written(parts[name].facts)} for name in (*health.NEEDED, *SPARED)}
    return JsonResponse(
        {"status": "ready" if well else "not ready", "parts": shown},
        status=200 if well else 503,
        headers={} if well else {"Retry-After": "5"},
    )


def _written(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in facts.items()}
