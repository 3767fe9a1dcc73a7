"""The health of the application: for a supervisor, a load balancer and ``make up``."""

from __future__ import annotations

import logging

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)

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
