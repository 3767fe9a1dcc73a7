"""Answers about tournaments and their rounds, as everybody sees them."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import LEFT_OUT, Answer, Day, LeftOut
from tournaments.api.core.enums import Bye, ResultEnd, RoundState, TournamentState
from tournaments.api.public.players_answers import PlayerOut


class PairingOut(Answer):
    system: str
    table_size: int
    rounds: Annotated[
        int | LeftOut,
        "Missing while it follows from the players, as a round robin's does: pairing round 1 fixes it.",
    ] = LEFT_OUT


class TournamentOut(Answer):
    slug: str
    name: str
    starts: Day
    venue: str
    game: str
    pairing: PairingOut
    state: TournamentState
    version: int
    club: Annotated[str | LeftOut, "The address of its club; missing where there is only one."] = LEFT_OUT


class TournamentsOut(Answer):
    next: str | None
    previous: str | None
    results: list[TournamentOut]


class TeamOut(Answer):
    id: str
    name: str


class RoundLink(Answer):
    number: int
    state: RoundState
    url: str


class TournamentDetailOut(TournamentOut):
    teams: list[TeamOut]
    players: str
    rounds: list[RoundLink]
    standings: str
    crosstable: str
    movement: str
    team_standings: str
    find: str
    rounds_calendar: Annotated[str, "iCalendar."]
    results_feed: Annotated[str, "Atom."]


class TableOut(Answer):
    number: int
    seats: list[int]
    points: list[str | None] | None
    end: ResultEnd | None


class ByeOut(Answer):
    player: int
    kind: Bye


class RoundOut(Answer):
    number: int
    state: RoundState
    tables: list[TableOut]
    byes: list[ByeOut]
    players: Annotated[list[PlayerOut] | LeftOut, "The players by pairing number, with `expand=players`."] = LEFT_OUT


class HomeOut(Answer):
    tournaments: str
    ratings: str
    series: str
    clubs: str
    games: str
    systems: str
    me: str
    link: str
    rounds_calendar: Annotated[str, "iCalendar, of the tournament with this `{slug}`."]
    results_feed: Annotated[str, "Atom, of the tournament with this `{slug}`."]
    schema: str
    reference: Annotated[str, "A page for people, with every operation."]
    event_schema: str
