"""Penalties of the document's ``scoring.penalties``: points that an arbiter took off a player or a team.

A penalty counts from its round on, in the place where the points stand: it moves its player (or its team) in the
order. It changes nothing of what was played, so no tie-break, nobody else's least of all, and no pairing: a game won
stays a game won. A player's penalty is not their team's; a team has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.core.notices import Notice
from scoring.documents.document import DocumentError, Event
from scoring.documents.jsontext import a_list, an_object, fraction, shown, text, whole

ENTRIES = ("player", "team", "round", "points", "reason")
MOST = 20_000


@dataclass(frozen=True, slots=True)
class Penalty:
    """``player`` is an id, or ``team`` a team's place in the document from 1; the other is None. ``points`` > 0."""

    round: int
    points: Fraction
    reason: str
    player: int | None = None
    team: int | None = None


def read_penalties(value: object, event: Event) -> tuple[Penalty, ...]:
    """Read the penalties of an event. Raises DocumentError."""
    place = "scoring.penalties"
    teams = {team.id: number for number, team in enumerate(event.teams, 1)}
    return tuple(
        _read(entry, f"{place}[{index}]", len(event.players), teams)
        for index, entry in enumerate(a_list(value, place, MOST, Notice("things-penalties")))
    )


def _read(value: object, place: str, players: int, teams: Mapping[str, int]) -> Penalty:
    entry = an_object(value, place, ENTRIES)
    for name in ("round", "points", "reason"):
        if name not in entry:
            raise DocumentError(f"{place}.{name}", Notice("penalty-lacks"))
    if ("player" in entry) == ("team" in entry):
        raise DocumentError(place, Notice("penalty-of-both"))
    points = fraction(entry["points"], f"{place}.points", Notice("the-points-of-a-penalty"))
    if points == 0:
        raise DocumentError(f"{place}.points", Notice("penalty-of-nothing"))
    player = team = None
    if "player" in entry:
        player = whole(entry["player"], f"{place}.player", 1, players, Notice("a-players-id"))
    else:
        key = text(entry["team"], f"{place}.team", Notice("a-teams-id"))
        if key not in teams:
            raise DocumentError(f"{place}.team", Notice("document-no-team", team=shown(key)))
        team = teams[key]
    return Penalty(
        round=whole(entry["round"], f"{place}.round", 1, 2000, Notice("a-round")),
        points=points,
        reason=text(entry["reason"], f"{place}.reason", Notice("the-reason-of-a-penalty")),
        player=player,
        team=team,
    )


def taken_off(penalties: Iterable[Penalty], rounds: int, *, teams: bool = False) -> dict[int, tuple[Penalty, ...]]:
    """Return the penalties after so many rounds by id of the penalised (of teams by place), in order of rounds."""
    by_place: dict[int, tuple[Penalty, ...]] = {}
    for penalty in sorted(penalties, key=lambda p: p.round):
        number = penalty.team if teams else penalty.player
        if number is not None and penalty.round <= rounds:
            by_place[number] = (*by_place.get(number, ()), penalty)
    return by_place
