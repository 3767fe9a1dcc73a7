"""The files that browsers and search engines ask every site for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

ICON = Path(__file__).resolve().parents[2] / "static/tournaments/favicon.ico"
ROBOTS = """User-agent: *
Disallow: /admin/
Disallow: /api/
Disallow: /r/
Disallow: /t/*/me/
Disallow: /t/*/mine/
Disallow: /t/*/find/
"""
DAY = "public, max-age=86400"


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """Tell search engines what to leave alone: the desk, programs' addresses, and pages about one player's table."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8", headers={"Cache-Control": DAY})


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    """Return the site's sign for browsers that ask for no other."""
    return HttpResponse(_icon(), content_type="image/x-icon", headers={"Cache-Control": DAY})


@cache
def _icon() -> bytes:
    return ICON.read_bytes()
