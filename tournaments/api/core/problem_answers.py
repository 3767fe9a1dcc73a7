"""The answer to an error: all members that ``problems`` sends."""

from __future__ import annotations

from typing import Annotated, Any

from tournaments.api.core.answers import LEFT_OUT, Answer, LeftOut, Moment, Part, Source
from tournaments.api.core.enums import ResultEnd, ResultSource, one_of

CODES = {
    "invalid": "400: the request cannot be understood; `errors` names the fields",
    "parse_error": "400: the body is no JSON",
    "idempotency_key_bad": "400: the key is empty, too long or not ASCII",
    "not_authenticated": "401: this needs a token",
    "invalid_token": "401: the token is unknown, revoked or over",
    "forbidden": "403: you, or the token's scope, may not do this",
    "not_found": "404: there is nothing here that you may see",
    "method_not_allowed": "405",
    "not_acceptable": "406: only JSON is offered",
    "result_conflict": "409: another result is there; `current` is that one",
    "confirm_needed": "409: this is to be confirmed; send it again with `sure`, or with the keys in "
    "`confirm` where there are some; `findings` say what it costs",
    "seat_undecided": "409: say with `seat` what becomes of the seats in `seats`: free or keep",
    "overtaken": "409: somebody else entered, or took back, a move meanwhile; look at the position again",
    "changed_meanwhile": "412: what is stored is not what you read; `stored` is that, its tag is the `ETag`",
    "too_large": "413",
    "unsupported_media_type": "415",
    "refused": "422: understood, and not possible; `detail` says why, `rule` names a game's rule, `line` and "
    "`column` a place in a file",
    "document_refused": "422: as before, with the `place` in what was sent",
    "idempotency_key_reused": "422: the key came with another request before",
    "if_match_needed": "428: send the `ETag` of what you read as `If-Match`, or `*`",
    "too_many_requests": "429: wait as long as `Retry-After` says",
    "server_error": "500: our mistake",
    "busy": "503: somebody else is changing this; try again",
    "disk_full": "507: the disk is full or read-only; nothing was saved",
    "overloaded": "503: too many ask at this moment; wait as long as `Retry-After` says",
    "database_away": "503: the database does not answer; try again",
}

_OF_A_FIELD: dict[str, Any] = {
    "anyOf": [{"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}}, {"type": "object"}]
}
Code = Annotated[str, one_of("ProblemCodeEnum", CODES)]
FieldErrors = Annotated[dict[str, Any], Part({"additionalProperties": _OF_A_FIELD})]
"""Sentences by the field's name; of a field that holds more, the same again by index or name."""


class ResultOut(Answer):
    version: Annotated[int, Source("number")]
    points: list[str | None]
    game_points: list[str | None] | None
    columns: list[list[str] | None] | None
    end: ResultEnd
    source: ResultSource
    reason: str
    entered_by: str | None
    entered_at: Moment


class NoticeOut(Answer):
    """A sentence as data."""

    code: str
    params: Annotated[
        dict[str, Any], "Texts, whole numbers, objects with `points` (exact points), notices again, lists of all these."
    ]


class OpenSeatOut(Answer):
    round: Annotated[int, Source("round.number")]
    table: int
    costs: Annotated[list[str], "What it means to leave the seat free."]


class Problem(Answer):
    type: str
    title: str
    status: int
    code: Code
    detail: str
    errors: Annotated[
        FieldErrors | LeftOut, "With `invalid`: what is wrong, by field; an empty name stands for the whole."
    ] = LEFT_OUT
    current: Annotated[ResultOut | LeftOut, "With `result_conflict`: the result that is there."] = LEFT_OUT
    stored: Annotated[dict[str, Any] | LeftOut, "With `changed_meanwhile`: the values that are there, by name."] = (
        LEFT_OUT
    )
    findings: Annotated[list[str] | LeftOut, "With `confirm_needed`: what it costs."] = LEFT_OUT
    confirm: Annotated[
        list[str] | LeftOut, "With `confirm_needed`: the keys to send back in `confirm`. Missing: send `sure` instead."
    ] = LEFT_OUT
    seats: Annotated[list[OpenSeatOut] | LeftOut, "With `seat_undecided`: the seats to decide about."] = LEFT_OUT
    place: Annotated[str | LeftOut, "With `document_refused`: where in what was sent."] = LEFT_OUT
    rule: Annotated[str | LeftOut, "With `refused`: the number of a game's rule."] = LEFT_OUT
    notice: Annotated[
        NoticeOut | LeftOut,
        "With `document_refused`, and with `refused` where a game's engine or the pairing refused: `detail` as data.",
    ] = LEFT_OUT
    line: Annotated[int | LeftOut, "With `refused`, in a file: the line, from 1."] = LEFT_OUT
    column: Annotated[int | LeftOut, "With `refused`, in a file: the column, from 1."] = LEFT_OUT
