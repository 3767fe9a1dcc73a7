"""The server's time, by which all screens keep step."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models.round import round_ms


@never_cache
@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """Show the server's time in milliseconds since 1970, by which all screens keep step."""
    return JsonResponse({"now": round_ms(timezone.now())})
