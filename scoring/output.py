"""Standings as the JSON values that the command prints and the API gives."""

from __future__ import annotations

from typing import Any

from scoring.penalties import Penalty
from scoring.standings import Standing, Standings
from scoring.teams import TeamStanding


def standings_document(found: Standings) -> dict[str, Any]:
    """``{"after_round", "final", "standings", "teams"}``; fractions as strings in lowest terms.

    A line's ``trail`` has null where a table has no result yet.
    Who has withdrawn or was expelled has ``"withdrawn": true`` or ``"expelled": true`` besides; a team that
    plays matches has ``tie_breaks``. Who was penalised has ``penalties``, taken off the ``points`` of the line.
    """
    return {
        "after_round": found.after_round,
        "final": found.final,
        "standings": [_line(line) for line in found.standings],
        "teams": [_team(line) for line in found.teams],
    }


def _line(line: Standing) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "rank": line.rank,
        "player": line.player,
        "points": str(line.points),
        "tie_breaks": {code: str(value) for code, value in line.tie_breaks.items()},
        "played": line.played,
        "trail": [None if points is None else str(points) for points in line.trail],
    }
    if line.withdrawn:
        entry["withdrawn"] = True
    if line.expelled:
        entry["expelled"] = True
    if line.penalties:
        entry["penalties"] = _penalties(line.penalties)
    return entry


def _team(line: TeamStanding) -> dict[str, Any]:
    entry: dict[str, Any] = {"rank": line.rank, "team": line.team, "points": str(line.points)}
    if line.tie_breaks:
        entry["tie_breaks"] = {code: str(value) for code, value in line.tie_breaks.items()}
    if line.penalties:
        entry["penalties"] = _penalties(line.penalties)
    return entry


def _penalties(penalties: tuple[Penalty, ...]) -> list[dict[str, Any]]:
    return [{"round": p.round, "points": str(p.points), "reason": p.reason} for p in penalties]
