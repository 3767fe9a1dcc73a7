"""The desk's addresses for players' reports and for games entered move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from tournaments.views import desk_games, desk_reports


def addresses(wrap: Callable[..., Any], one: str) -> list[URLPattern]:
    """``one`` is the desk's own address, which these continue."""
    return [
        path(one + "reports/", wrap(desk_reports.rule), name="tournaments_report_rule"),
        path(one + "report/<int:table_id>/", wrap(desk_reports.decide), name="tournaments_report_decide"),
        path(one + "game/<int:table_id>/", wrap(desk_games.game), name="tournaments_game"),
        path(one + "slips/<int:number>/", wrap(desk_reports.slips), name="tournaments_slips"),
    ]
