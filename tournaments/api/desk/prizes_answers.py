"""Answers about prizes."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import PrizeSharing


class PrizeOut(Answer):
    cents: int
    thing: str
    worth: Annotated[int, "What the thing counts as, in cents."]


class PrizeListOut(Answer):
    name: str
    born_from: int | None
    born_to: int | None
    rating_from: int | None
    rating_to: int | None
    club: str
    mark: str
    teams: Annotated[bool, "For the teams, by their standings."]
    winners_named: bool
    prizes: Annotated[list[PrizeOut], "By place, the first place first."]


class PrizeWinnerOut(Answer):
    list: Annotated[int, "The place of the list among `lists`, from 1."]
    place: int
    player: Annotated[int | None, "The pairing number; null where the public page names nobody, and for a team."]
    team: Annotated[str | None, "The short name of a team that wins it."]
    cents: int
    thing: str
    sharers: Annotated[int, "How many shared the money; 0: nobody else."]
    lot: Annotated[bool, "A lot still decides about the thing."]


class SeasonPrizesOut(Answer):
    sharing: PrizeSharing
    currency: str
    step: int
    several: bool
    withdrawn: bool
    announced: Annotated[bool, "The season is over; its page shows the winners."]
    lists: list[PrizeListOut]
    final: Annotated[bool, "Announced, and the results of all evenings are final."]
    winners: Annotated[list[PrizeWinnerOut], "For everybody only once `final`. `player` is as in the season's table."]


class PrizesOut(Answer):
    sharing: PrizeSharing
    currency: str
    step: int
    several: bool
    withdrawn: bool
    lists: list[PrizeListOut]
    final: Annotated[bool, "Nothing but a correction can change the winners any more."]
    winners: Annotated[list[PrizeWinnerOut], "For everybody only once all is over."]
