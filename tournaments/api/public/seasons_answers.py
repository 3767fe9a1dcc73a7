"""Answers about rating lists and series."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Day, Moment
from tournaments.api.core.enums import RatingMethod, SeriesTies, SeriesValue, TournamentState


class SeasonEventOut(Answer):
    slug: str
    name: str
    starts: Day
    state: TournamentState
    counts: Annotated[bool, "Whether it is in what was computed."]


class SeasonLinkOut(Answer):
    slug: str
    name: str
    published: bool
    url: str


class SeasonsOut(Answer):
    next: str | None
    results: list[SeasonLinkOut]


class EloOut(Answer):
    method: Annotated[RatingMethod, "`elo` goes by the numbers that begin with `elo_`."]
    elo_start: int
    elo_k: int
    elo_k_new: int
    elo_new_games: Annotated[int, "With fewer rated tables `elo_k_new` counts."]


class RatingListOut(EloOut):
    slug: str
    name: str
    published: bool
    computed_at: Moment | None
    provisional_games: int
    events: list[SeasonEventOut]
    players: str


class RatedOut(Answer):
    rank: Annotated[int | None, "Null: a provisional rating."]
    player: int
    name: str
    rating: int
    margin: Annotated[int | None, "Null in an Elo list."]
    games: int
    change: Annotated[int | None, "By the newest event."]


class RatedPlayersOut(Answer):
    next: str | None
    results: list[RatedOut]


class RatingStepOut(Answer):
    event: SeasonEventOut
    number: Annotated[int | None, "The pairing number there."]
    rating: int
    margin: Annotated[int | None, "Null in an Elo list."]
    games: int
    change: int


class RatedPlayerOut(Answer):
    player: int
    name: str
    games: int
    provisional: bool
    steps: Annotated[list[RatingStepOut], "In the order of the events."]


class SeriesRuleOut(Answer):
    value: SeriesValue
    places: str
    best: int | None
    drop: int
    ties: SeriesTies


class SeriesOut(Answer):
    slug: str
    name: str
    published: bool
    computed_at: Moment | None
    rule: SeriesRuleOut
    events: list[SeasonEventOut]
    table: str


class ColumnOut(Answer):
    slug: str | None
    name: str
    final: bool


class SeriesCellOut(Answer):
    place: int
    value: str
    counts: bool
    number: Annotated[int | None, "The pairing number there."]


class SeriesRowOut(Answer):
    rank: int
    player: int
    name: str
    total: str
    events: Annotated[list[SeriesCellOut | None], "As `events` of the table."]
    ranks: Annotated[list[int | None], "After each event."]


class SeriesTableOut(Answer):
    events: list[ColumnOut]
    next: str | None
    results: list[SeriesRowOut]


class RatingListSettings(EloOut):
    name: str
    slug: str
    published: bool
    provisional_games: int
    tournaments: Annotated[list[str], "All of them, also those that are not public."]


class SeriesSettings(SeriesRuleOut):
    name: str
    slug: str
    published: bool
    tournaments: Annotated[list[str], "All of them, also those that are not public."]
