"""The pages of the event whose desk this is."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.models import Tournament
from tournaments.web import event_pages as web

register = template.Library()


@register.simple_tag(takes_context=True)
def event_pages(context: Any) -> tuple[web.EventPage, ...]:
    """Return the links (``{% event_pages as pages %}``) on a page of the desk or of the admin that is about one event;
    none elsewhere. They are asked for once a page."""
    found = (context.get(name) for name in ("tournament", "original", "object"))
    tournament = next((about for about in found if isinstance(about, Tournament) and about.pk), None)
    if tournament is None or "request" not in context:
        return ()
    request = context["request"]
    if not hasattr(request, "event_pages"):
        request.event_pages = web.event_pages(request, tournament, context.get("allowed"))
    pages: tuple[web.EventPage, ...] = request.event_pages
    return pages
