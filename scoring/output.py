"""Standings as the JSON values that the command prints, the site keeps, and the API gives; and how a command ends when
its reader has stopped."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any

from scoring.penalties import Penalty
from scoring.sections.teams import TeamStanding
from scoring.standings import Standing, Standings

LEFT_OUT = {Standing: (), TeamStanding: ("trail",), Penalty: ("player", "team")}
"""What is written, and which members are not: a team's points of a round stand at its tables, and whose a penalty is
says the line."""

MEMBERS = {
    kind: [
        (member.name, member.default if member.default_factory is MISSING else member.default_factory())
        for member in fields(kind)
        if member.name not in left_out
    ]
    for kind, left_out in LEFT_OUT.items()
}
"""The members that are written, each with the value that says nothing; no value equals it where all do."""
CLOSED = 2
"""The exit code: the answer was not read to its end."""


def standings_document(result: Standings, before: Standings | None = None) -> dict[str, Any]:
    """Return ``{"after_round", "final", "standings", "teams"}``; fractions as strings in lowest terms.

    A line has the members of `Standing` or `TeamStanding`, but for those that say nothing (their default). While the
    last round has a table without a result, ``tables`` says how many of them have one; a line whose table has none
    ``waits``, and its ``rank_before`` is that of the round ``before``, where those standings are given (null: none
    yet). Its ``rank`` is computed with what is there.
    """
    document: dict[str, Any] = {
        "after_round": result.after_round,
        "final": result.final,
        "standings": [_line(line) for line in result.standings],
        "teams": [_line(line) for line in result.teams],
    }
    if result.half:
        entered, tables = result.tables
        document["tables"] = {"round": result.after_round, "entered": entered, "tables": tables}
    if before is not None:
        earlier = standings_document(before) if before.after_round else {}
        for kind in ("standings", "teams"):
            add_ranks_before(document[kind], earlier.get(kind, ()))
    return document


def add_ranks_before(lines: Iterable[dict[str, Any]], before: Iterable[Mapping[str, Any]]) -> None:
    """Give each line that waits its rank in the lines ``before``, null where it has none."""
    ranks = {line.get("player", line.get("team")): line["rank"] for line in before}
    for line in lines:
        if "waits" in line:
            line["rank_before"] = ranks.get(line.get("player", line.get("team")))


def _line(line: Standing | TeamStanding) -> dict[str, Any]:
    return _written(line) | ({"waits": True} if line.waits else {})


def _written(fact: Standing | TeamStanding | Penalty) -> dict[str, Any]:
    found = [(name, getattr(fact, name), nothing) for name, nothing in MEMBERS[type(fact)]]
    return {name: _plain(value) for name, value, nothing in found if value != nothing}


def _plain(value: Any) -> Any:
    match value:
        case None | int() | str():
            return value
        case Fraction():
            return str(value)
        case Penalty():
            return _written(value)
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return {code: _plain(part) for code, part in value.items()}


def run(command: Callable[[], int]) -> int:
    """Run a command; return its exit code, or ``CLOSED`` where its output was closed before it was done."""
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:
        # Nothing more can be said; Python would try once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    return status
