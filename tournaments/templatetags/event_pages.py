"""The pages of the event whose desk this is."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.models import Tournament
from tournaments.selectors.desk import Desk
from tournaments.web import event_pages as web

register = template.Library()


@register.simple_tag(takes_context=True)
def event_pages(context: Any) -> web.EventPages | None:
    """Return the menu (``{% event_pages as pages %}``) on a page of the desk or of the admin that is about one event;
    None elsewhere. It is asked for once a page, and with what the desk has read already."""
    found = (context.get(name) for name in ("tournament", "original", "object"))
    tournament = next((about for about in found if isinstance(about, Tournament) and about.pk), None)
    if tournament is None or "request" not in context:
        return None
    request = context["request"]
    if not hasattr(request, "event_pages"):
        desk = context.get("desk")
        evening = desk.evening if isinstance(desk, Desk) else context.get("evening_facts")
        request.event_pages = web.event_pages(request, tournament, context.get("allowed"), evening)
    pages: web.EventPages | None = request.event_pages
    return pages
