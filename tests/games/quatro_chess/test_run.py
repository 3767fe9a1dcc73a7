"""`run` decides exactly what playing one by one decides, on games sound and spoilt."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import GameError
from games.core.game import Start
from games.core.replay import run_plainly
from games.quatro_chess import GAME
from games.quatro_chess.board import NOBODY
from games.quatro_chess.generate import legal_texts, settle
from games.quatro_chess.geometry import STEPS
from games.quatro_chess.position import Position
from games.quatro_chess.state import State
from tests.games.quatro_chess.positions import new_game, play, state_of
from tests.games.quatro_chess.sample import ALL_SETUPS
from tests.support.examples import examples

SPOILERS = [
    *("resign", "forfeit white", "forfeit red", "forfeit black", "forfeit green", "draw50", " resign ", ""),
    *("g2g4", "a1a2", "nonsense", "c11c12q", "g1i1", "a6a4"),
]


def quick_game(start: Start, rng: Random, plies: int, hunger: float) -> list[str]:
    """Random moves on the board, found by the engine's inside."""
    position = Position(GAME.start(start))
    texts: list[str] = []
    while len(texts) < plies:
        settle(position)
        if position.turn == NOBODY:
            break
        moves = legal_texts(position)
        takes = [text for text in moves if position.board[_target(text)]]
        text = rng.choice(takes if takes and rng.random() < hunger else moves)
        position.push(text)
        texts.append(text)
    return texts


def _target(text: str) -> int:
    return STEPS[text][1]


def answer(run: object, start: Start, texts: list[str]) -> object:
    """The position, or what was wrong and where."""
    assert callable(run)
    try:
        return run(start, texts)
    except GameError as error:
        return error.code, error.index, error.rule, error.message


def one_by_one(start: Start, texts: list[str]) -> State:
    state = run_plainly(GAME, start, texts)
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("text", ["", " \t\r\n", " \tforfeit  blue\r\n", " a\tb ", "resign\n"])
def test_run_and_play_agree_on_white_space(text: str) -> None:
    start = ALL_SETUPS[0]
    assert answer(GAME.run, start, [text]) == answer(one_by_one, start, [text])


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 2**32 - 1))
def test_run_and_play_agree_on_spoilt_games(seed: int) -> None:
    rng = Random(seed)
    start = rng.choice(ALL_SETUPS)
    texts = quick_game(start, rng, rng.choice([10, 60, 200]), rng.choice([0.1, 0.6, 0.95]))
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        at = rng.randrange(len(texts) + 1)
        what = rng.random()
        if what < 0.5:
            texts.insert(at, rng.choice([*SPOILERS, *texts]))
        elif what < 0.75:
            del texts[at : at + rng.choice([1, 2, 4])]
        elif texts:
            at = rng.randrange(len(texts))
            texts[at] = f" \t{texts[at]}\r\n"
    assert answer(GAME.run, start, texts) == answer(one_by_one, start, texts)


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_prefix_of_a_long_game_runs_to_the_same_position(seed: int) -> None:
    rng = Random(seed)
    start = rng.choice(ALL_SETUPS)
    texts = quick_game(start, rng, 400, 0.7)
    state = GAME.start(start)
    for ply, text in enumerate(texts, 1):
        state = GAME.play(state, GAME.read(text))
        if ply % 40 == 0 or ply > len(texts) - 5:
            assert GAME.run(start, texts[:ply]) == state


def test_states_are_values() -> None:
    state = new_game()
    before = hash(state)
    play(state, "g2g4")
    assert state == new_game()
    assert hash(state) == before


def test_an_elimination_that_run_did_not_look_for_is_found_by_any_entry() -> None:
    """QC 4.1: Red has no move after White's; the next entry is Black's."""
    state = state_of("wKg1 wRb4 wRc9 rKa10 bKg12 bPj11 gKl6 gPk3")
    after = play(state, "g1g2")
    position = Position(state)
    assert position.push("g1g2")
    assert not position.push("j11j10")
    settle(position)
    assert position.push("j11j10")
    assert position.freeze(2, GAME.read("j11j10")) == play(after, "j11j10")
