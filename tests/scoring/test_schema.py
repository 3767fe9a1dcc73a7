"""The JSON Schema and the reader say the same, as far as a schema can say it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.documents.document import DocumentError, Event
from scoring.documents.writing import event_text, write_event
from scoring.input.reading import event_from, read_event
from scoring.schema import event_schema
from tests.scoring.events import events
from tests.support.examples import examples

SCHEMA = event_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
EXAMPLE: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "example-event.json").read_text("utf-8"))


def test_the_schema_is_a_schema_and_the_example_keeps_it() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    VALIDATOR.validate(EXAMPLE)


@given(events())
@settings(max_examples=examples(60))
def test_what_is_written_keeps_the_schema_and_reads_back(event: Event) -> None:
    document = write_event(event)
    VALIDATOR.validate(document)
    again = event_from(document)
    assert again == event
    assert event_text(again) == event_text(read_event(event_text(event)))


VALUES = st.sampled_from(
    (None, True, 0, 1, 3, -1, 10**9, "", "1", "7/2", "2/4", "half", "game", [], {}, [1], ["1", "0"], {"places": ["1"]})
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    found = [path] if path else []
    if isinstance(value, dict):
        for name, entry in value.items():
            found += paths(entry, (*path, name))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            found += paths(entry, (*path, index))
    return found


FULL = write_event(event_from(EXAMPLE)) | {
    "scoring": {
        "points": {"places": {"4": ["5", "3", "1", "0"]}},
        "smaller_tables": "last",
        "two_colours": "best",
        "bye": {"half": "1", "pairing": "2"},
        "tie_breaks": ["DE", "BH/C1"],
        "edition": "2024",
        "unrated": 1000,
        "withdrawn": "out",
        "expelled": "in",
        "expelled_players": [2],
        "under_half": "annul",
        "penalties": [{"player": 1, "round": 1, "points": "1/2", "reason": "late"}],
        "teams": {"score": "match", "match_points": ["3", "1", "0"], "bye": ["1", "0"], "size": 3, "best": 2},
    }
}


@given(st.sampled_from(paths(FULL)), VALUES, st.booleans())
@settings(max_examples=examples(200))
def test_what_the_reader_takes_the_schema_takes_too(path: tuple[Any, ...], value: Any, strange: bool) -> None:
    document = copy.deepcopy(FULL)
    inner: Any = document
    for step in path[:-1]:
        inner = inner[step]
    if strange and isinstance(inner, dict):
        inner["strange"] = value
    else:
        inner[path[-1]] = value
    try:
        event_from(document)
    except DocumentError as error:
        assert error.message
    else:
        VALIDATOR.validate(document)


def test_every_entry_of_the_schema_is_known_to_the_reader() -> None:
    assert event_from(FULL).scoring == FULL["scoring"]
    for name in SCHEMA["properties"]:
        assert name in FULL
    for name in SCHEMA["$defs"]["scoring"]["properties"]:
        assert name in FULL["scoring"]
