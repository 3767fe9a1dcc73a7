"""Positions to touch: the ways are the legal moves, in random games of every game that has a board to touch."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.core.errors import GameError
from games.core.game import Start
from games.core.registry import get
from games.core.surface import layout, surface
from tests.games.play import play, sample_of

GAMES = 12
KEYS = ("quarto", "quaro", "quatro-chess")


def positions(key: str, seed: int) -> list[Any]:
    """Return the positions of a random game, at most 150."""
    return play(sample_of(get(key)), random.Random(seed), 150).states


@pytest.mark.parametrize("key", KEYS)
def test_the_ways_are_the_legal_moves(key):
    engine = get(key)
    cells = {cell.key for cell in layout(engine, {}).cells}
    for seed in range(GAMES):
        for state in positions(key, seed):
            shown = surface(engine, state)
            legal = {engine.write(move) for move in engine.legal_moves(state)}
            assert {way.text for way in shown.ways} == {t for t in legal if t != "end" and not t.startswith("call")}
            assert len({way.steps for way in shown.ways}) == len(shown.ways)
            # no way ends where another goes on, so the last touch of a way is its entry
            assert not {way.steps for way in shown.ways} & {way.steps[:-1] for way in shown.ways}
            touched = {step for way in shown.ways for step in way.steps}
            items = {item.key for tray in shown.trays for item in tray.items}
            assert {step for step in touched if not step.startswith("=")} <= cells | items
            assert set(shown.pieces) <= cells


@pytest.mark.parametrize("key", KEYS)
def test_everything_that_lies_there_has_a_look_and_goes_out_as_data(key):
    engine = get(key)
    looks = layout(engine, {}).looks
    for state in positions(key, 99):
        shown = surface(engine, state)
        assert set(shown.pieces.values()) | {item.look for tray in shown.trays for item in tray.items} <= set(looks)
        assert json.loads(json.dumps(shown.plain()))["ways"] == [[way.text, *way.steps] for way in shown.ways]


def test_what_is_offered_beside_the_moves_is_allowed():
    engine = get("quatro-chess")
    for state in positions("quatro-chess", 3):
        for act in surface(engine, state).acts:
            engine.play(state, engine.read(act.text))


def test_a_draw_is_offered_once_fifty_moves_of_each_colour_are_quiet():
    engine = get("quatro-chess")
    state = engine.start(Start(4))
    to_and_fro = [("d1c3", "a9c10", "i12j10", "l4j3"), ("c3d1", "c10a9", "j10i12", "j3l4")]
    for turn in range(50):
        assert "draw50" not in {act.kind for act in surface(engine, state).acts}
        for text in to_and_fro[turn % 2]:
            state = engine.play(state, engine.read(text))
    assert "draw50" in {act.kind for act in surface(engine, state).acts}


def test_whether_there_is_a_line_is_not_told():
    """Quarto: two positions, one with a line to call and one without, offer the same."""
    engine = get("quarto")

    def after(*texts):
        state = engine.start(Start(2))
        for text in texts:
            state = engine.play(state, engine.read(text))
        return state

    begun = ("give LRTF", "place a1", "give LRTH", "place b1", "give LRSF", "place c1")
    with_line = after(*begun, "give LRSH", "place d1")
    without = after(*begun, "give DSSH", "place d1")
    assert with_line.completed
    assert not without.completed
    assert [act.text for act in surface(engine, with_line).acts] == ["call 1"]
    assert surface(engine, with_line).acts == surface(engine, without).acts
    assert surface(engine, with_line).plain().keys() == surface(engine, without).plain().keys()
    assert not surface(engine, with_line).won
    over = engine.play(with_line, engine.read("call 1 d1 c1 b1 a1"))
    assert engine.write(engine.read("call 1 d1 c1 b1 a1")) == "call 1 a1 b1 c1 d1"
    assert surface(engine, over).won == (("a1", "b1", "c1", "d1"),)
    with pytest.raises(GameError) as refusal:
        engine.play(with_line, engine.read("call 1 a1 a2 a3 a4"))
    assert refusal.value.rule == "Q 3.2"


def test_a_game_without_a_board_to_touch_offers_its_moves_to_whoever_is_on_turn():
    class Plain:
        def to_act(self, state):
            return (2,)

        def legal_moves(self, state):
            return ("pass", "take 3")

        def write(self, move):
            return move

    assert [way.text for way in surface(Plain(), None, 2).ways] == ["pass", "take 3"]
    assert surface(Plain(), None, 1).ways == ()
    assert layout(Plain(), {}).cells == ()
