"""Records and event documents are damaged at random: each is answered or refused, nothing else happens.

``python -m reliability.mutations [COUNT] [SEED]`` (default 10,000) takes the games' golden records and an event
document, changes bytes, numbers, entries and their order, and hands them to the engines and the reader of
documents. Prints how many were refused and how many a second; stops with the text that broke something.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path
from typing import Any

from games.core.replay import check
from scoring.document import DocumentError
from scoring.output import standings_document
from scoring.reading import read_event
from scoring.standings import standings

ROOT = Path(__file__).resolve().parents[1]
JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 3, 10**30, 0.5, float("nan"), "", "x" * 300, "\u202e", "\x00", "٣", "7/2", [], {}, [[]],
    {"a": 1}, "resign", "e2-e4", "A1",
)  # fmt: skip
BYTES = (b'"', b"{", b"]", b",", b"\\u0000", b"\xff", b"1e999", b"[[[[", b"-", b" ")


def damaged_value(value: Any, lots: random.Random) -> Any:
    """The value with something in it replaced, left out, doubled or exchanged."""
    if isinstance(value, dict) and value and lots.random() < 0.9:
        key = lots.choice(list(value))
        out = dict(value)
        luck = lots.random()
        if luck < 0.1:
            del out[key]
        elif luck < 0.2:
            out[lots.choice(("", "format", "moves", "id", "points"))] = lots.choice(JUNK)
        else:
            out[key] = damaged_value(value[key], lots)
        return out
    if isinstance(value, list) and value and lots.random() < 0.9:
        at = lots.randrange(len(value))
        out_list = list(value)
        luck = lots.random()
        if luck < 0.15:
            del out_list[at]
        elif luck < 0.3:
            out_list.insert(at, lots.choice(value))
        elif luck < 0.45:
            other = lots.randrange(len(value))
            out_list[at], out_list[other] = out_list[other], out_list[at]
        else:
            out_list[at] = damaged_value(value[at], lots)
        return out_list
    return lots.choice(JUNK)


def damaged_text(value: Any, lots: random.Random) -> bytes:
    """The document with one to three damages, some of them in its very bytes."""
    for _ in range(lots.randint(1, 3)):
        value = damaged_value(value, lots)
    text = json.dumps(value).encode()
    if lots.random() < 0.3:
        at = lots.randrange(len(text) + 1)
        text = text[:at] + lots.choice(BYTES) + text[at + lots.randrange(4) :]
    return text


def try_record(text: bytes) -> bool:
    """Whether the record is valid. Every answer must be JSON and name its error."""
    answer = check(text.decode("utf-8", "replace"))
    json.dumps(answer, allow_nan=False)
    if not answer["valid"]:
        assert answer["error"]["code"] and answer["error"]["message"].isprintable()
    return bool(answer["valid"])


def try_document(text: bytes) -> bool:
    """Whether the document is one; then it has standings."""
    try:
        event = read_event(text)
    except DocumentError as error:
        assert str(error).isprintable()
        return False
    try:
        json.dumps(standings_document(standings(event)), allow_nan=False)
    except DocumentError as error:
        assert str(error).isprintable()
    return True


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    lots = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    golden = [
        json.loads(path.read_text("utf-8"))["record"] for path in sorted(ROOT.glob("games/*/golden/*.json"))
    ]
    records = [record for record in golden if len(json.dumps(record)) < 20_000]
    document = json.loads((ROOT / "tests" / "scoring" / "data" / "example-event.json").read_text("utf-8"))
    begun, refused = time.monotonic(), 0
    for number in range(count):
        attempt, sample = (try_document, document) if number % 4 == 0 else (try_record, lots.choice(records))
        text = damaged_text(sample, lots)
        try:
            refused += not attempt(text)
        except Exception:
            print(f"Number {number} broke something:\n{text!r}")
            raise
    taken = time.monotonic() - begun
    print(f"{count} damaged texts, {refused} refused, the others answered; {count / taken:.0f} a second")


if __name__ == "__main__":
    main()
