"""A turn put together stone by stone, for pages without script (QU 2.3 to 2.6)."""

from __future__ import annotations

from random import Random

import pytest

from games.core.errors import GameError
from games.core.game import Start
from games.quaro import GAME
from games.quaro.material import EMPTY, SQUARES, count
from games.quaro.state import State
from tests.games.quaro import sample

ROW = {SQUARES.index(name): colour for colour, name in enumerate(("c4", "d4", "e4"))}
"""Red, green, blue: a yellow stone on f4 or b4 scores."""


def position(hand: str, bag: str, lying: dict[int, int] = ROW) -> State:
    board = tuple(lying.get(square, EMPTY) for square in range(len(SQUARES)))
    hands = [count(["RGBY".index(letter) for letter in stones]) for stones in (hand, "RR")]
    return State(board, tuple(hands), count(["RGBY".index(letter) for letter in bag]), (0, 0))


def texts(state: State, begun: str) -> dict[str, bool]:
    return {part.text: part.whole for part in GAME.parts(state, begun)}


def test_qu_2_3_after_a_scoring_stone_another_may_follow_or_the_draw() -> None:
    state = position("YRRR", "RRRGGB")
    assert texts(state, "")["Yf4"] is False
    further = texts(state, "Yf4")
    assert further["Yf4 Ra3"] is False and further["Yf4 +R"] is True and further["Yf4"] is True
    assert set(texts(state, "Yf4 Ra3")) == {
        "Yf4 Ra3",
        *(f"Yf4 Ra3 +{drawn}" for drawn in ("RR", "RG", "RB", "GG", "GB")),
    }


def test_qu_2_3_after_a_stone_that_does_not_score_only_the_draw_follows() -> None:
    assert texts(position("YRRR", "GB"), "Ra3") == {"Ra3": True, "Ra3 +G": True, "Ra3 +B": True}


def test_without_a_bag_the_last_stone_ends_the_turn() -> None:
    begun = texts(position("YR", ""), "")
    assert begun["Ra3"] is True and begun["Yf4"] is False
    assert texts(position("YR", ""), "Yf4")["Yf4"] is True
    assert texts(position("Y", ""), "")["Yf4"] is True


def test_qu_2_6_who_has_no_stone_draws_or_forgets_it() -> None:
    state = position("", "RG")
    assert texts(state, "") == {"-": False}
    assert texts(state, "-") == {"-": True, "- +RG": True}


def test_what_cannot_begin_a_turn_is_refused_and_nothing_follows_a_whole_one() -> None:
    state = position("YRRR", "GB")
    for begun in ("nonsense", "Ba3", "Ra3 Ra4"):
        with pytest.raises(GameError):
            GAME.parts(state, begun)
    assert GAME.parts(state, "Ra3 +G") == GAME.parts(state, "end") == ()


def test_every_whole_part_is_legal_and_every_turn_is_reached() -> None:
    rng = Random(5)
    state = GAME.start(Start(3, {}, sample.start(rng, 3).setup))
    while GAME.outcome(state) is None:
        text = sample.entry(state, rng)
        if text != "end":
            words = text.split()
            stones = words if not text.partition("+")[1] else words[:-1]
            for begun in (" ".join(stones[:number]) for number in range(len(stones) + 1)):
                for part in GAME.parts(state, begun):
                    if part.whole:
                        GAME.play(state, GAME.read(part.text))
                    else:
                        assert GAME.parts(state, part.text)
            last = [*GAME.parts(state, " ".join(stones)), *GAME.parts(state, " ".join(stones[:-1]))]
            assert in_order(text) in {part.text for part in last if part.whole}
        state = GAME.play(state, GAME.read(text))


def in_order(text: str) -> str:
    """The entry with its draw in the order of the colours."""
    placed, plus, drawn = text.partition("+")
    return placed + plus + "".join(sorted(drawn, key="RGBY".index))
