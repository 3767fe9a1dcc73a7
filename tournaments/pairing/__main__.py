"""``python -m tournaments.pairing [--all] [--check] FILE``: the next round of an event, or its faults.

With ``--plan`` FILE holds an evening's questions, and formats are proposed; or an event, and it is said what a round
less or more would change. Exit 0; 1 where the round cannot be paired or a check fails; 2 for a document that cannot be
read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from games.core.notices import Notice
from scoring.documents.document import DocumentError, Event, Round
from scoring.documents.jsontext import parse, shown
from scoring.input.reading import event_from, read_event
from scoring.output import run
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import Answer, Verdict, pair, verify
from tournaments.pairing.planner.proposing import plan
from tournaments.pairing.planner.question import read_question
from tournaments.pairing.planner.running import lengths
from tournaments.pairing.planner.written import lengths_json, plan_json


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tournaments.pairing", description=__doc__.split("\n")[0])
    parser.add_argument("--all", action="store_true", help="every round left of a schedule fixed in advance")
    parser.add_argument("--check", action="store_true", help="do the document's rounds keep the rules?")
    parser.add_argument("--plan", action="store_true", help="propose formats for an evening, or lengths of an event")
    parser.add_argument("file", metavar="FILE", help="an event document; - is standard input")
    chosen = parser.parse_args(arguments)
    try:
        text = _read(chosen.file)
        if chosen.plan:
            _print(_planned(text))
            return 0
        if chosen.check:
            verdict = verify(event_to_check(text))
            _print(verdict_json(verdict))
            for faults in verdict.faults.values():
                for fault in faults:
                    print(sentence(fault.round, fault.table, str(fault.notice)), file=sys.stderr)
            return 0 if verdict.ok else 1
        _print(answer_json(pair(read_event(text), every=chosen.all)))
    except BrokenPipeError:
        raise
    except DocumentError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: {chosen.file}: {error.strerror or error}", file=sys.stderr)
        return 2
    except PairingError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def answer_json(answer: Answer) -> dict[str, Any]:
    """Return the answer as the command prints it."""
    return {
        "rounds": [round_json(r) for r in answer.rounds],
        "quality": asdict(answer.quality),
        "notes": [str(note) for note in answer.notes],
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as the command prints it: every round with ``ok`` and its faults."""
    return {
        "rounds": [
            {
                "number": number,
                "ok": not faults,
                "faults": [{"table": f.table, "message": sentence(f.round, f.table, str(f.notice))} for f in faults],
            }
            for number, faults in verdict.faults.items()
        ],
        "quality": asdict(verdict.quality),
        "notes": [str(note) for note in verdict.notes],
    }


def round_json(round_: Round) -> dict[str, Any]:
    """Return a paired round as it stands in a document, without results."""
    return {
        "number": round_.number,
        "tables": [{"number": t.number, "seats": list(t.seats)} for t in round_.tables],
        "byes": [{"player": b.player, "kind": b.kind} for b in round_.byes],
    }


def sentence(round_number: int, table: int | None, message: str) -> str:
    """Put the place in front of a fault."""
    where = f"Round {round_number}" if table is None else f"Round {round_number}, table {table}"
    return f"{where}: {message}"


def _planned(text: bytes) -> dict[str, Any]:
    """Return the planner's answer to an evening's questions or to an event. Raises DocumentError."""
    value = parse(text)
    if not isinstance(value, dict):
        raise DocumentError("", Notice("document-no-object", value=shown(value)))
    if "format" in value:
        return lengths_json(lengths(event_from(value)))
    return plan_json(plan(read_question(value)))


def _read(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _print(value: dict[str, Any]) -> None:
    print(json.dumps(value))


def event_to_check(text: bytes) -> Event:
    """Read the event of a document whose rounds may place a player twice. Raises DocumentError."""
    try:
        return read_event(text)
    except DocumentError:
        value = parse(text)
        apart = _apart(value)
        if apart is None:
            raise
        document, order = apart
        event = _or_none(event_from, document)
        if event is None:
            raise
        return replace(event, rounds=_together(event.rounds, order))


def _or_none(read: Callable[[object], Event], document: object) -> Event | None:
    try:
        return read(document)
    except DocumentError:
        return None


def _apart(value: Any) -> tuple[dict[str, Any], list[int]] | None:
    """Split a round that names anything twice: each of its tables and byes gets a round of its own.

    Returns the document, and the round that each came from; None where its rounds have not the shape of rounds.
    """
    rounds = value.get("rounds") if isinstance(value, dict) else None
    if not isinstance(rounds, list):
        return None
    single: list[dict[str, Any]] = []
    order: list[int] = []
    for index, round_ in enumerate(rounds):
        if not isinstance(round_, dict) or not set(round_) <= {"number", "tables", "byes"}:
            return None
        tables, byes = round_.get("tables", []), round_.get("byes", [])
        if not isinstance(tables, list) or not isinstance(byes, list):
            return None
        if round_.get("number", index + 1) != index + 1:
            return None
        if not _twice(tables, byes):
            single.append({"tables": tables, "byes": byes})
            order.append(index + 1)
            continue
        for position, table in enumerate(tables):
            numbered = {"number": position + 1, **table} if isinstance(table, dict) else table
            single.append({"tables": [numbered]})
            order.append(index + 1)
        for bye in byes:
            single.append({"byes": [bye]})
            order.append(index + 1)
    return {**value, "rounds": single}, order


def _twice(tables: list[Any], byes: list[Any]) -> bool:
    """Return whether a player has two places in this round, or two tables one number."""
    places: list[str] = []
    numbers: list[str] = []
    for position, table in enumerate(tables):
        if isinstance(table, dict):
            numbers.append(str(table.get("number", position + 1)))
            seats = table.get("seats")
            places += {str(p) for p in seats} if isinstance(seats, list) else ()
    places += [str(bye.get("player")) for bye in byes if isinstance(bye, dict)]
    return len(set(places)) < len(places) or len(set(numbers)) < len(numbers)


def _together(single: tuple[Round, ...], order: list[int]) -> tuple[Round, ...]:
    """Put the rounds together again."""
    out: dict[int, Round] = {}
    for number, part in zip(order, single, strict=True):
        have = out.get(number, Round(number))
        out[number] = Round(number, have.tables + part.tables, have.byes + part.byes)
    return tuple(out.values())


if __name__ == "__main__":
    sys.exit(run(main))
