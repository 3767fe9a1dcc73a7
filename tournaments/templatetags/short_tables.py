"""The ways to share out short tables, beside where one is chosen."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.models import Tournament
from tournaments.selectors.plan import short_table_ways

register = template.Library()


@register.inclusion_tag("desk/_short_tables.html", takes_context=True)
def short_tables(context: Any, tournament: Tournament) -> dict[str, Any]:
    """Render what each way costs (``{% short_tables tournament %}``), or nothing. At most one query."""
    return {
        "tournament": tournament,
        "comparison": short_table_ways(tournament),
        "can_edit": "EDIT" in context.get("allowed", ()),
    }
