"""Answers about players, as everybody sees them."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import Bye, ResultEnd


class PlayerOut(Answer):
    id: int
    name: str
    club: str | None
    team: str | None
    joined: int
    left: int | None


class PlayersOut(Answer):
    next: str | None
    results: list[PlayerOut]


class SeatOut(Answer):
    position: int
    seat: Annotated[str, "What the seat is called, such as White."]
    player: int
    name: str
    in_team: Annotated[str | None, "Their team and board, such as “Leiden, board 2”, where a team wins the event."]
    points: str | None


class OwnTableOut(Answer):
    number: int
    fixed: Annotated[bool, "Somebody there always sits at it."]
    seats: list[SeatOut]
    end: ResultEnd | None


class OwnStandingOut(Answer):
    after_round: int
    final: bool
    current: bool
    rank: int
    points: str
    tie_breaks: dict[str, str]


class OwnRoundOut(Answer):
    round: int
    table: OwnTableOut | None
    bye: Bye | None
    reason: Annotated[str, "Why the table is so, as the pairing said it."]
    points: Annotated[
        str | None, "What the table brings to the standings: of two colours what `scoring.two_colours` makes of both."
    ]
    rank: Annotated[int | None, "After this round."]
    total: Annotated[str | None, "The player's points after this round."]


class RatedInOut(Answer):
    slug: str
    name: str
    url: str


class PlayerPageOut(Answer):
    player: PlayerOut
    standing: OwnStandingOut | None
    rounds: list[OwnRoundOut]
    ratings: list[RatedInOut]


class MyTableOut(Answer):
    player: PlayerOut
    round: int | None
    table: OwnTableOut | None
    bye: Bye | None
    standing: OwnStandingOut | None
    reports: Annotated[bool, "Whether players report their results themselves."]


class FoundOut(Answer):
    player: PlayerOut
    table: int | None
    seats: list[str]
    bye: Bye | None
    url: Annotated[str, "The player's table."]


class FoundAllOut(Answer):
    results: list[FoundOut]
