"""The clock's panel for pages of the desk."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.domain.setup import clock_of, new_clock
from tournaments.models import Clock, Tournament
from tournaments.selectors.desk import Desk

register = template.Library()


@register.inclusion_tag("desk/_clock.html", takes_context=True)
def clock_panel(context: Any, tournament: Tournament) -> dict[str, Any]:
    """Render the clock (``{% clock_panel tournament %}``), with buttons for those who may pair. One query, none where
    the page knows the evening."""
    desk = context.get("desk")
    clock = (desk.evening.clock or new_clock(tournament)) if isinstance(desk, Desk) else clock_of(tournament)
    full = Clock(seconds=clock.seconds, left_ms=clock.seconds * 1000).left_text
    return {
        "tournament": tournament,
        "clock": clock,
        "full": full,
        "allowed": "PAIR" in context.get("allowed", ()),
        "csrf_token": context.get("csrf_token"),
    }
