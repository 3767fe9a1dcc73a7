"""The selectors' values as JSON, in the shapes and words of the event document."""

from __future__ import annotations

from typing import Any

from tournaments.models import Tournament
from tournaments.selectors.public import RoundShown, TableShown
from tournaments.selectors.shown_names import Person
from tournaments.selectors.standings import StandingsShown


def tournament(one: Tournament) -> dict[str, Any]:
    return {
        "slug": one.slug,
        "name": one.name,
        "starts": one.starts.isoformat(),
        "venue": one.venue,
        "game": one.game,
        "pairing": {"system": one.system, "rounds": one.rounds_planned, "table_size": one.table_size},
        "state": one.state,
        "version": one.version,
    }


def player(person: Person) -> dict[str, Any]:
    return {
        "id": person.number,
        "name": person.name,
        "club": person.club or None,
        "team": person.team_key or None,
        "joined": person.joined,
        "left": person.left,
    }


def table(shown: TableShown) -> dict[str, Any]:
    return {
        "number": shown.number,
        "seats": [seat.number for seat in shown.seats],
        "points": None if shown.end is None else [seat.points for seat in shown.seats],
        "end": shown.end,
    }


def a_round(shown: RoundShown) -> dict[str, Any]:
    return {
        "number": shown.number,
        "state": shown.state,
        "tables": [table(one) for one in shown.tables],
        "byes": [{"player": number, "kind": kind} for number, kind in shown.byes],
    }


def standings(shown: StandingsShown) -> dict[str, Any]:
    """As the scoring command prints them, and whether they are up to date."""
    return {
        "after_round": shown.after_round,
        "final": shown.final and shown.current,
        "current": shown.current,
        **(
            {"tables": {"round": shown.after_round, "entered": shown.entered, "tables": shown.tables}}
            if shown.half
            else {}
        ),
        "tie_breaks": list(shown.tie_breaks),
        "standings": [
            {
                "rank": row.rank,
                "player": row.player,
                "points": row.points,
                "tie_breaks": {code: row.tie_breaks[code] for code in shown.tie_breaks if code in row.tie_breaks},
                "played": row.played,
                "trail": list(row.trail),
                **({row.mark: True} if row.mark else {}),
                **({"waits": True, "rank_before": row.before} if row.waits else {}),
                **({"unmet": list(row.unmet)} if row.unmet else {}),
                **({"adjourned": list(row.adjourned)} if row.adjourned else {}),
                **({"penalties": list(row.penalties)} if row.penalties else {}),
            }
            for row in shown.rows
        ],
        "teams": list(shown.teams),
    }
