"""Short questions that the tests of all games ask."""

from __future__ import annotations

import json
from typing import Any

from games.core.record import parse
from games.core.replay import check, legal


def refusal(record: dict[str, Any]) -> tuple[str, str | None, int | None]:
    """Code, rule and index of the error that a record is refused with."""
    answer = check(json.dumps(record))
    assert not answer["valid"], answer
    error = answer["error"]
    assert error["message"].endswith(".")
    return error["code"], error["rule"], error["index"]


def result(record: dict[str, Any]) -> dict[str, Any] | None:
    """The result of a record that is valid, None while in progress."""
    answer = check(json.dumps(record))
    assert answer["valid"], answer
    found: dict[str, Any] | None = answer["result"]
    return found


def moves_after(record: dict[str, Any]) -> list[str]:
    """Return the moves that `legal` lists after a record."""
    return legal(parse(json.dumps(record)))
