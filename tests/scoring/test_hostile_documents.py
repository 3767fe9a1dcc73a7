"""However a document is damaged, it is read or refused with a place and a sentence: nothing else happens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import DocumentError, Player
from scoring.documents.writing import event_text
from scoring.input.reading import event_from, read_event
from scoring.output import standings_document
from scoring.standings import standings
from tests.support.examples import examples

EXAMPLE = (Path(__file__).parent / "data" / "example-event.json").read_bytes()
PIECES = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"0",
    b"-1",
    b"1e9",
    b"null",
    b"true",
    b'"\\ud800"',
    b"\xff",
    b"7/2",
)


@given(st.integers(0, len(EXAMPLE) - 1), st.integers(0, 12), st.sampled_from(PIECES))
@settings(max_examples=examples(250))
def test_a_damaged_text_is_read_or_refused(start: int, length: int, piece: bytes) -> None:
    text = EXAMPLE[:start] + piece + EXAMPLE[start + length :]
    try:
        event = read_event(text)
    except DocumentError as error:
        assert error.message
        assert str(error).isprintable()
    else:
        assert read_event(event_text(event)) == event
        standings_document(standings(event))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(("scoring", "players", "rounds", "teams", "pairing", "options", "game")), JSON))
@settings(max_examples=examples(100))
def test_any_values_are_read_or_refused(entries: dict[str, object]) -> None:
    try:
        event = event_from({"format": "viertal-event/1", **entries})
    except DocumentError as error:
        assert error.message
        assert str(error).isprintable()
    else:
        standings(event)


def test_a_message_never_repeats_more_than_a_little_of_what_it_refuses() -> None:
    for name in ("x" * 10_000, "\u202e" * 50, "a\nb"):
        with pytest.raises(DocumentError) as caught:
            event_from({"format": "viertal-event/1", name: 1})
        assert len(str(caught.value)) < 300
        assert str(caught.value).isprintable()


def test_players_out_of_order_are_refused_by_who_needs_the_order() -> None:
    event = replace(read_event(EXAMPLE), rounds=(), players=(Player(2, "Bert"), Player(1, "Anna")))
    with pytest.raises(DocumentError, match="in order, 1 to n"):
        standings(event)
