"""The teams of a tournament as everyone may see them."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entry, Team


@dataclass(frozen=True, slots=True)
class TeamShown:
    """``members`` are pairing numbers by board; ``key`` is the team's id in the event document."""

    id: int
    key: str
    name: str
    members: tuple[int, ...]


def team_list(tournament_id: int) -> list[TeamShown]:
    """Every team with its members, in the order of the event document, in two queries."""
    members: dict[int, list[int]] = {}
    for team, number in (
        Entry.objects.filter(tournament=tournament_id, team__isnull=False)
        .order_by("board", "number")
        .values_list("team_id", "number")
    ):
        members.setdefault(team, []).append(number)
    rows = Team.objects.filter(tournament=tournament_id).values_list("id", "key", "name")
    return [TeamShown(*row, tuple(members.get(row[0], ()))) for row in rows]
