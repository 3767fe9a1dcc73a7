"""Short texts of positions: every position of a random game comes back, and nothing else is read."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import quote_plus

import pytest

from games.core import positions, registry
from games.core.errors import BadPosition, GameError
from games.core.game import Start
from games.core.registry import AnyGame
from games.quatro_chess import GAME as QUATRO_CHESS
from tests.games.play import Played, play, sample_of
from tests.games.quatro_chess import sample as quatro_chess
from tests.support.examples import examples

GAMES = registry.every()
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.info.key for game in GAMES])
START = QUATRO_CHESS.write_position(QUATRO_CHESS.start(Start(4)))
JUNK = "-._~0123456789abcdefgwrbgWRBGPNBRQKCLFIxhmstABHY é\n\x00%"


def some_states(played: Played, rng: Random) -> list[Any]:
    return [played.states[0], played.states[-1], *(rng.choice(played.states) for _ in range(4))]


@every_game
def test_every_position_of_a_random_game_comes_back(game: AnyGame) -> None:
    for seed in range(examples(60)):
        rng = Random(seed)
        for state in some_states(play(sample_of(game), rng), rng):
            text = game.write_position(state)
            assert quote_plus(text) == text
            again, back = positions.read(text)
            assert again is game
            assert game.write_position(back) == text
            assert game.legal_moves(back) == game.legal_moves(state)
            assert (game.to_act(back), game.outcome(back)) == (game.to_act(state), game.outcome(state))
            if game.info.key != "kwartet":  # whose position does not hold the questions before the last
                assert back == state


def test_every_way_to_seat_players_comes_back() -> None:
    for start in quatro_chess.ALL_SETUPS:
        state = QUATRO_CHESS.start(start)
        rng = Random(7)
        for _ in range(40):
            if not QUATRO_CHESS.to_act(state):
                break
            entry = quatro_chess.entry(state, rng)
            state = QUATRO_CHESS.play(state, QUATRO_CHESS.read(entry))
            assert positions.read(QUATRO_CHESS.write_position(state))[1] == state


@every_game
def test_a_damaged_text_is_refused_or_is_the_text_of_another_position(game: AnyGame) -> None:
    for seed in range(examples(150)):
        rng = Random(seed)
        text = game.write_position(rng.choice(play(sample_of(game), rng, 30).states))
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(("", rng.choice(JUNK))) + text[at + rng.randrange(3) :]
        try:
            read, state = positions.read(text)
        except GameError as error:
            assert error.code == "bad-position" and error.message
        else:
            assert read.write_position(state) == text
            if read.to_act(state):
                for move in read.legal_moves(state)[:5]:
                    read.play(state, move)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "begins no position"),
        ("x.1", "begins no position"),
        ("q." + "0" * 2000, "2002 characters"),
        ("q.f.----_----_----_----.-.-", "has 5 parts"),
        ("q.0.----_----_----_----.-.-.-", "Part 1"),
        ("q.f.00--_----_----_----.-.a4.-", "wrong pieces"),
        ("q.f.0---_----_----_----.-.-.-", "last move"),
        ("q.f.0---_----_----_----.-.a4.2", "would not be over"),
        ("q.f.0123_----_----_----.-.a4.1", None),
        ("q.fa.0123_----_----_----.-.a4.-", "would be over"),
        ("qu.1.4_4_8_8_8_8_4_4.RRGB_GBYY.1_0.-", "points"),
        ("qu.3.4_4_8_8_8_8_4_4.RRGB_GBYY.0_0.-", "Part 3"),
        ("qu.1.4_4_8_8_8_8_4_4.BRRG_GBYY.0_0.-", "written differently"),
        ("qu.1.4_4_8_8_8_44_4_4.RRGB_GBYY.0_0.-", "written differently"),
        ("k.2.1.A123_A4B12.B3B4.0_0.-", None),
        ("k.2.1.A1234_B12.B3B4.0_0.-", "wrong pieces"),
        ("k.2.1.A123_A3B12.B3B4.0_0.-", "wrong pieces"),
        ("k.2.1.0_A4B1234.-.A_0.-", "wrong pieces"),
        (START.replace("qc.w", "qc.L"), "would not be over"),
        (START.replace("bK", "1"), "wrong pieces"),
        (START.replace("bN", "bK", 1), "wrong pieces"),
        (START.replace("bN", "wP", 1), "wrong pieces"),
        (START.replace("1234", "1114"), "options"),
        (START.replace(".0.0.", ".1.0."), "counts"),
    ],
)  # fmt: skip
def test_a_text_says_a_position_that_can_be(text: str, fault: str | None) -> None:
    if fault is None:
        positions.read(text)
        return
    with pytest.raises(BadPosition, match=fault):
        positions.read(text)
