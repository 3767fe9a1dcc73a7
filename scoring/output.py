"""Standings as the JSON values that the command prints and the API gives."""

from __future__ import annotations

from typing import Any

from scoring.penalties import Penalty
from scoring.standings import Standing, Standings
from scoring.teams import TeamStanding


def standings_document(result: Standings, before: Standings | None = None) -> dict[str, Any]:
    """Return ``{"after_round", "final", "standings", "teams"}``; fractions as strings in lowest terms.

    A line's ``trail`` has null where a table has no result yet. While the last round has such a table, ``tables`` says
    how many of them have a result; a line whose table has none ``waits``, and its ``rank_before`` is that of the round
    ``before``, where those standings are given (null: none yet). Its ``rank`` is computed with what is there.
    Who has withdrawn or was expelled has ``"withdrawn": true`` or ``"expelled": true`` besides; a team that
    plays matches has ``tie_breaks``. Who was penalised has ``penalties``, taken off the ``points`` of the line.
    """
    document: dict[str, Any] = {
        "after_round": result.after_round,
        "final": result.final,
        "standings": [_line(line) for line in result.standings],
        "teams": [_team(line) for line in result.teams],
    }
    if result.half:
        entered, tables = result.tables
        document["tables"] = {"round": result.after_round, "entered": entered, "tables": tables}
    if before is not None:
        _with_ranks_before(document, before)
    return document


def _with_ranks_before(document: dict[str, Any], before: Standings) -> None:
    """Give each line that waits the rank that it had after the round before; none after round 0."""
    players = {line.player: line.rank for line in before.standings} if before.after_round else {}
    teams = {line.team: line.rank for line in before.teams} if before.after_round else {}
    for line in document["standings"]:
        if "waits" in line:
            line["rank_before"] = players.get(line["player"])
    for line in document["teams"]:
        if "waits" in line:
            line["rank_before"] = teams.get(line["team"])


def _line(line: Standing) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "rank": line.rank,
        "player": line.player,
        "points": str(line.points),
        "tie_breaks": {code: str(value) for code, value in line.tie_breaks.items()},
        "played": line.played,
        "trail": [None if points is None else str(points) for points in line.trail],
    }
    if line.waits:
        entry["waits"] = True
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
    if line.waits:
        entry["waits"] = True
    if line.penalties:
        entry["penalties"] = _penalties(line.penalties)
    return entry


def _penalties(penalties: tuple[Penalty, ...]) -> list[dict[str, Any]]:
    return [{"round": p.round, "points": str(p.points), "reason": p.reason} for p in penalties]
