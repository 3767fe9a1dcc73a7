"""The replay document: small, complete, and as its schema says."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games.core
from games.core import registry
from games.core.errors import IllegalMove
from games.core.record import Record, parse
from games.core.registry import AnyGame
from games.core.replay import result_document
from games.core.replaydoc import merge_patch, merged, replay_document, scene, without_nulls
from tests.games.play import document, play, sample_of

GAMES = registry.every()
SCHEMA = json.loads((Path(games.core.__path__[0]) / "replaydoc.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.info.key for game in GAMES])
names = st.text("abc", max_size=2)
leaves = st.one_of(st.integers(0, 3), st.lists(st.integers(0, 2), max_size=2), st.text("xy", max_size=2))
objects = st.recursive(
    st.dictionaries(names, leaves, max_size=3),
    lambda inner: st.dictionaries(names, st.one_of(leaves, inner), max_size=3),
)


@settings(max_examples=150, deadline=None)
@given(before=objects, after=objects)
def test_a_patch_makes_the_one_of_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert merged(before, merge_patch(before, after)) == after
    assert merge_patch(after, after) == {}


def test_names_with_null_are_left_out_at_every_depth() -> None:
    assert without_nulls({"a": None, "b": {"c": None, "d": (1, None)}}) == {"b": {"d": [1, None]}}


@every_game
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_patches_lead_through_every_position(game: AnyGame, seed: int) -> None:
    sample = sample_of(game)
    played = play(sample, Random(seed), plies=60)
    made = replay_document(parse(json.dumps(document(sample, played))))
    VALIDATOR.validate(made)
    assert json.loads(json.dumps(made, allow_nan=False)) == made
    position = made["start"]
    assert position == scene(game, played.states[0])
    for text, ply, state in zip(played.moves, made["plies"], played.states[1:], strict=True):
        position = merged(position, ply["change"])
        assert ply["move"] == text
        assert position == scene(game, state)
    outcome = game.outcome(played.states[-1])
    assert made["result"] == (None if outcome is None else json.loads(json.dumps(result_document(outcome))))


def test_a_wrong_record_has_no_replay() -> None:
    record = Record("quatro-chess", {}, (None,) * 4, {}, ("g2g4", "g4g5"))
    with pytest.raises(IllegalMove) as caught:
        replay_document(record)
    assert caught.value.index == 1


def test_a_ply_takes_little_room() -> None:
    entries = ("d1e3", "a9c8", "i12h10", "l4j5", "e3d1", "c8a9", "h10i12", "j5l4") * 50
    made = replay_document(Record("quatro-chess", {}, (None,) * 4, {}, entries))
    assert len(json.dumps(made["plies"])) < 150 * len(entries)
