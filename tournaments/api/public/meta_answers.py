"""Answers about the API itself: the user of a request, the games, the pairing systems."""

from __future__ import annotations

from typing import Annotated, Any

from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import GameOptionKind, PairingOptionKind, Scope


class MeOut(Answer):
    username: str
    name: str
    superuser: bool
    scope: Scope | None
    token: str | None


class ChoiceOut(Answer):
    value: str
    label: str


class GameOptionOut(Answer):
    key: str
    kind: Annotated[
        GameOptionKind,
        "`choices`: several of them; `teams`: two lists of seats; `number`: within `bounds`.",
    ]
    default: Any
    label: str
    help: str
    rule: str
    choices: list[ChoiceOut]
    bounds: Annotated[list[int], "The lowest and the highest number."]
    event: Annotated[bool, "Chosen for a whole tournament only: no game record has it."]
    proposed: Annotated[Any, "What a new tournament takes that names none, where that is not `default`."]
    players: Annotated[list[int], "At tables of how many it means anything; empty: at all."]


class GameInfoOut(Answer):
    key: str
    name: str
    seats: Annotated[list[int], "How many play it."]
    seat_names: list[str]
    options: list[GameOptionOut]
    engine: Annotated[bool, "Whether moves are followed. Of a declared game only results are typed."]
    declaration: Annotated[dict[str, Any] | None, "How results of a declared game are typed and counted."]


class GamesOut(Answer):
    results: list[GameInfoOut]


class PairingOptionOut(Answer):
    key: str
    kind: Annotated[
        PairingOptionKind,
        "`pairs`: `[[3, 7], …]`, pairing numbers; `sizes`: `[3, 4, 5]`, players at a table; "
        '`tables`: `{"6": 3}`, tables by pairing number.',
    ]
    default: Annotated[Any, "Null: the system finds a value by itself, as `help` says."]
    label: str
    help: str
    minimum: int | None
    maximum: int | None
    choices: Annotated[list[list[Any]], "Each with its value and its label."]
    proposed: Annotated[Any, "In the form of a new tournament."]


class SystemOut(Answer):
    key: str
    name: str
    help: str
    table_sizes: list[int]
    options: list[PairingOptionOut]


class SystemsOut(Answer):
    results: list[SystemOut]
