"""Describe the operations of resources for the schema."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.response import Response

from tournaments.api.core import answer_schema  # noqa: F401  the generator finds what is imported
from tournaments.api.core.fields import Nothing
from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.problem_answers import Problem
from tournaments.api.core.tags import tag_of

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


def _answering(method: Any, status: int) -> Any:
    @wraps(method)
    def act(*args: Any, **kwargs: Any) -> HttpResponseBase:
        made = method(*args, **kwargs)
        return made if isinstance(made, HttpResponseBase) else Response(made, status=status)

    return act
