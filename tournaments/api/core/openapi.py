"""Describe the operations of resources for the schema, make it, and the shapes of answers from their annotations."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from django.http import HttpResponseBase
from django.utils import translation
from drf_spectacular import generators
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import append_meta, build_object_type
from drf_spectacular.settings import patched_settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.response import Response

from tournaments.api.core.answers import Answer, LeftOut, Part
from tournaments.api.core.enums import NAMES
from tournaments.api.core.fields import Nothing
from tournaments.api.core.problems import CODES, Problem
from tournaments.api.core.writing import idempotent

TAGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "start": (
        "Where to begin: this site, you, the games, the pairing systems, the format of event documents.",
        ("home", "me", "games", "systems", "event_schema"),
    ),
    "tournaments": ("Tournaments, their settings and documents.", ("tournaments",)),
    "presets": (
        "Which format fits, ready-made kinds of tournaments, and finals of groups.",
        ("planner", "presets", "finals"),
    ),
    "imports": ("Tournaments from event documents, archives and report files (TRF).", ("imports", "trf")),
    "appointments": ("The people who work at a tournament.", ("appointments",)),
    "clubs": ("The clubs of this site, and their own games.", ("clubs", "club_games")),
    "players": (
        "The players of a tournament: what everybody sees, and what the desk changes.",
        ("players", "entries", "proposals"),
    ),
    "registrations": ("Players who enter themselves: what they sent, and how they may.", ("registrations",)),
    "teams": ("The teams of a tournament.", ("teams",)),
    "lists": ("Players, teams and results from a file, and to one.", ("lists", "player_lists")),
    "check-in": ("Before round 1: who is here, and the waiting list.", ("check_in", "waiting")),
    "desk": ("What an arbiter sees: the event, the current round, the next step.", ("desk",)),
    "rounds": ("Pair, review, publish, close and reopen rounds.", ("rounds", "review")),
    "results": ("Results of tables, decisions, confirmations and penalties.", ("results", "penalties")),
    "records": (
        "Game records: submitted, replayed, entered move by move; photos of score sheets.",
        ("records", "replays", "live_games", "photos"),
    ),
    "reports": (
        "Results that players report themselves, and the links with which they do it.",
        ("reports", "link", "links"),
    ),
    "standings": ("The standings, the crosstable and what explains them.", ("standings",)),
    "prizes": ("The prizes and their winners.", ("prizes",)),
    "clock": ("The clock of the hall.", ("clock",)),
    "wallboard": ("The screens of the hall.", ("wallboard",)),
    "prints": ("Documents to print.", ("prints",)),
    "ratings": ("Rating lists over several tournaments.", ("ratings",)),
    "series": ("Seasons: tournaments added up, and their tables. Addresses and members say `series`.", ("series",)),
    "mails": ("E-mails of a tournament: what is sent, what is not, and why.", ("mails",)),
    "webhooks": ("Addresses that are told what happens.", ("webhooks",)),
    "log": ("Who did what.", ("log",)),
}
PROBLEM = "application/problem+json"
PAGES = [
    OpenApiParameter("cursor", {"type": "string"}, description="Where the page begins, as `next` says."),
    OpenApiParameter("page_size", {"type": "integer", "minimum": 1, "maximum": 1000}),
]
LANGUAGE = OpenApiParameter(
    "lang", {"type": "string"}, description="The language of sentences, before Accept-Language."
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 200},
    location=OpenApiParameter.HEADER,
    description="Sent again within a day with the same key, the request is answered again and not done again.",
)
SEEN = OpenApiParameter(
    "If-Match",
    {"type": "string", "minLength": 1, "maxLength": 400},
    location=OpenApiParameter.HEADER,
    description="The `ETag` of what you read; `*` replaces whatever is there. Needed where something is there.",
)
TAG = OpenApiParameter(
    "ETag",
    {"type": "string"},
    location=OpenApiParameter.HEADER,
    response=[200],
    description="The tag of the values that can be replaced; send it back as `If-Match`.",
)
_CREDENTIALS = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API token, made in the admin. Scopes: read, report, arbitrate, organise.",
    },
    "link": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Link`, a space, and the last part of a player's link or of a table slip's address.",
    },
}


def tag_of(operation_id: str) -> str:
    """Return the tag of an operation. Raises ValueError for an id that begins with no noun of the API."""
    nouns = chain.from_iterable(((noun, tag) for noun in nouns) for tag, (_about, nouns) in TAGS.items())
    fitting = [(noun, tag) for noun, tag in nouns if operation_id.startswith(f"{noun}_")]
    if not fitting:
        raise ValueError(f"{operation_id} begins with no noun of TAGS.")
    return max(fitting, key=lambda pair: len(pair[0]))[1]


def file_of(kind: str) -> dict[str, Any]:
    """Describe a file as a body: of its own kind, or as bytes, which is what generated clients know how to send."""
    return {kind: {"type": "string"}, "application/octet-stream": OpenApiTypes.BINARY}


def _tags(seen: bool, writes: bool) -> list[OpenApiParameter]:
    return [*([SEEN] if writes else []), TAG] if seen else []


def operation(
    operation_id: str,
    summary: str,
    answer: Any = None,
    *,
    status: int = 200,
    takes: Any = None,
    sent: Any = None,
    answered: Any = None,
    public: bool = False,
    pages: bool = False,
    more: list[OpenApiParameter] | None = None,
    writes: bool | None = None,
    seen: bool = False,
    problems: tuple[int, ...] = (),
    kind: str = "application/json",
    also: dict[Any, Any] | None = None,
    auth: str = "token",
    about: str = "",
) -> Callable[..., Any]:
    """Describe a resource's method, which returns its answer, or a response where that has headers of its own. One that
    writes may be sent again (`idempotent`).

    ``operation_id``: a noun of ``tags.TAGS`` and a verb; generated clients name their methods by it, so it stays as
    it is. ``summary``: what the operation does, verb first; ``about``, or the method's docstring, says more.
    ``answer``: what comes with ``status``; left out, what the method says that it returns; ``takes``: what is sent;
    ``sent`` and ``answered``: examples of them; ``seen``: it needs, or gives, the tag of what is replaced
    (`ConditionalWrite`); ``auth``: a ``token``, or a player's ``link``.
    """
    writes = (takes is not None or status in (201, 202, 204)) if writes is None else writes
    codes = {400, 401, 404, 406, 429, 503, *problems}
    if not public or writes:
        codes.add(403)
    if writes:
        codes |= {409, 413, 415, 422}
    if seen and writes:
        codes |= {412, 428}
    responses: dict[Any, Any] = {
        (code, PROBLEM): OpenApiResponse(Problem, description="See `code`.") for code in sorted(codes)
    }
    examples = []
    if sent is not None or takes is Nothing:
        examples.append(OpenApiExample("sent", value=sent or {}, request_only=True))
    if answered is not None:
        examples.append(OpenApiExample("answered", value=answered, response_only=True, status_codes=[str(status)]))
    parameters = [*(PAGES if pages else []), *([KEY] if writes else []), *_tags(seen, writes), *(more or []), LANGUAGE]
    names = frozenset(parameter.name for parameter in parameters if parameter.location == OpenApiParameter.QUERY)
    tag = tag_of(operation_id)

    def describe(method: Any) -> Any:
        if status == 204:
            answers: dict[Any, Any] = {204: OpenApiResponse(description="Done.")}
        else:
            answers = {(status, kind): answer or get_type_hints(method)["return"]}
        act = _answering(method, status)
        # a copy: a method that is derived has those of its base, and shows its examples where it has none
        act.kwargs, act.query_names = dict(getattr(method, "kwargs", {})), names
        # without a description the generator takes the class's docstring, which speaks to who reads the code
        described = extend_schema(
            operation_id=operation_id,
            summary=summary,
            description=about or inspect.getdoc(method) or f"{summary}.",
            tags=[tag],
            request=takes,
            responses=responses | answers | (also or {}),
            examples=examples,
            parameters=parameters,
            auth=[{}, {"token": []}] if public else [{auth: []}],  # type: ignore[list-item]
        )(act)
        return idempotent(described) if writes else described

    return describe


def operations(**methods: Callable[..., Any]) -> Callable[[type], type]:
    """Describe methods that a resource has from its base, or that its base makes of what is its own."""

    def describe(view: type) -> type:
        for name, described in methods.items():
            setattr(view, name, described(getattr(view, name)))
        return view

    return describe


def reads(operation_id: str, summary: str, answer: Any, **more: Any) -> Callable[[type], type]:
    """Describe what everybody may read, where a resource has its ``get`` from its base."""
    return operations(get=operation(operation_id, summary, answer, public=True, **more))


def _answering(method: Any, status: int) -> Any:
    @wraps(method)
    def act(*args: Any, **kwargs: Any) -> HttpResponseBase:
        made = method(*args, **kwargs)
        return made if isinstance(made, HttpResponseBase) else Response(made, status=status)

    return act


class SchemaGenerator(generators.SchemaGenerator):
    """Makes the document and the framework's checks from the same names, which stand beside the shapes."""

    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        """Return the document (OpenAPI 3.1) in English, whatever the language of the thread."""
        with translation.override("en"), patched_settings({"ENUM_NAME_OVERRIDES": NAMES}):
            schema = super().get_schema(request=request, public=public)
        schema["components"].setdefault("securitySchemes", {}).update(_CREDENTIALS)
        schema["tags"] = [{"name": tag, "description": about} for tag, (about, _nouns) in TAGS.items()]
        schema["info"]["description"] += "\n\nErrors have a `code`:\n\n" + "\n".join(
            f"- `{code}` {meaning}" for code, meaning in CODES.items()
        )
        return schema


BASIC = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    Any: {},
}


class AnswerSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = Answer
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        properties, required = {}, []
        for name, hint in get_type_hints(self.target, include_extras=True).items():
            if name not in self.target.known:
                continue
            properties[name] = schema_of(hint, auto_schema)
            if not may_be_left_out(hint):
                required.append(name)
        return build_object_type(properties, required)


def may_be_left_out(hint: Any) -> bool:
    if get_origin(hint) is Annotated:
        return may_be_left_out(get_args(hint)[0])
    return LeftOut in get_args(hint)


def schema_of(hint: Any, auto_schema: Any) -> dict[str, Any]:
    """Make the schema of an annotation. Raises TypeError for one that has none."""
    if hint in BASIC:
        return dict(BASIC[hint])
    if isinstance(hint, type) and issubclass(hint, Answer):
        return dict(auto_schema.resolve_serializer(hint, "response").ref)
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(schema_of(inside[0], auto_schema), inside[1:])
    if origin in (Union, UnionType):
        return _union([choice for choice in inside if choice is not LeftOut], auto_schema)
    if origin is Literal:
        return {"type": "string", "enum": list(inside)}
    if origin is list:
        return {"type": "array", "items": schema_of(inside[0], auto_schema)}
    if origin is dict and inside[0] is str:
        return {"type": "object", "additionalProperties": schema_of(inside[1], auto_schema) or True}
    raise TypeError(f"{hint} has no schema.")


def _annotated(schema: dict[str, Any], more: tuple[Any, ...]) -> dict[str, Any]:
    meta: dict[str, Any] = {}
    for part in more:
        meta |= part.schema if isinstance(part, Part) else {"description": part} if isinstance(part, str) else {}
    return dict(append_meta(schema, meta))


def _union(choices: list[Any], auto_schema: Any) -> dict[str, Any]:
    (only,) = [choice for choice in choices if choice is not NoneType]
    schema = schema_of(only, auto_schema)
    if len(choices) == 1:
        return schema
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    return dict(append_meta(schema, {"nullable": True}))
