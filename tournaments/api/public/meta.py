"""The API about itself: the user of a request, the games and systems, the schemas."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.core import registry as games
from games.core.declarations.declared import DeclaredGame
from games.core.registry import AnyGame
from scoring.schema import event_schema
from tournaments.api.core.answers import Answer
from tournaments.api.core.enums import GameOptionKind, PairingOptionKind, Scope
from tournaments.api.core.openapi import SchemaGenerator, operation
from tournaments.api.core.resource import Resource
from tournaments.api.public.tournaments import PublicView
from tournaments.pairing import registry as pairing


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
        GameOptionKind, "`choices`: several of them; `teams`: two lists of seats; `number`: within `bounds`."
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


class Me(Resource):
    """The user and the token of a request."""

    @operation("me_get", "Get the user and the token of this request")
    def get(self, request: Request) -> MeOut:
        user: Any = request.user
        token: Any = request.auth
        return MeOut(
            username=user.username,
            name=str(user),
            superuser=user.is_superuser,
            scope=token.scope if token else None,
            token=str(token) if token else None,
        )


class Games(PublicView):
    """The games and their options."""

    @operation("games_list", "List the games and their options", public=True)
    def get(self, request: Request) -> GamesOut:
        return GamesOut(results=[_game(games.game_of(key)) for key in games.all_keys()])


def _game(game: AnyGame | DeclaredGame) -> GameInfoOut:
    info = game.info
    return GameInfoOut.of(
        info,
        seat_names=list(game.seat_names("en") if isinstance(game, DeclaredGame) else info.seat_names),
        declaration=dict(game.declaration.document) if isinstance(game, DeclaredGame) else None,
    )


class Systems(PublicView):
    """The pairing systems and their options."""

    @operation("systems_list", "List the pairing systems and their options", public=True)
    def get(self, request: Request) -> SystemsOut:
        return SystemsOut(
            results=[
                SystemOut.of(system, help=f"{system.help} {system.rounds_help}".strip())
                for system in pairing.systems().values()
            ]
        )


@cache
def openapi() -> bytes:
    """Return the API's schema (OpenAPI 3.1), made once a process, in English."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return json.dumps(schema, ensure_ascii=False).encode()


class Schema(PublicView):
    """The schema of this API."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(openapi(), content_type="application/json", headers={"Cache-Control": "no-cache"})


class Reference(PublicView):
    """A page for people: every operation of the schema, to read and, where it only reads, to try."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(render_to_string("api/reference.html"), headers={"Cache-Control": "no-cache"})


class EventSchema(PublicView):
    """The JSON Schema of the event document."""

    @operation("event_schema_get", "Get the JSON Schema of the event document", OpenApiTypes.OBJECT, public=True)
    def get(self, request: Request) -> HttpResponse:
        text = json.dumps(event_schema(), ensure_ascii=False)
        return HttpResponse(text, content_type="application/json", headers={"Cache-Control": "no-cache"})
