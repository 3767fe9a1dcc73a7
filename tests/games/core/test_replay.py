"""The longest records: 20,000 entries are answered within a second, in whatever form they are written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.errors import BadRecord, GameError
from games.core.game import Start
from games.core.notices import plain
from games.core.record import MAX_MOVES, parse
from games.core.registry import get
from games.core.replay import check, refusal, run_plainly
from tests.support import pace

FOUR = [["A1", "A2", "B1"], ["A3", "B2", "C1"], ["A4", "C2", "C3"], ["B3", "B4", "C4"]]
KWARTET: dict[str, Any] = {
    "game": "kwartet",
    "options": {},
    "seats": [None] * 4,
    "setup": {"quartets": 3, "hands": FOUR},
}
QUARO: dict[str, Any] = {"game": "quaro", "options": {}, "seats": [None, None], "setup": {"hands": ["RRGB", "YGBB"]}}
FORGOTTEN = ["Ra3", "Ya4 +Y", "Rb3", "Ga5 +Y", "Gh3", "Ba6 +Y", "Bh4", "Bb6", "-", "Yc1", "-", "Yc2", "-", "Yd1"]
"""Both have forgotten to draw until they had no stone: from here on both may pass for ever."""


CHESS: dict[str, Any] = {"game": "quatro-chess", "options": {}, "seats": [None] * 4, "setup": {}}
TO_AND_FRO = ["d1e3", "a9c8", "i12h10", "l4j5", "e3d1", "c8a9", "h10i12", "j5l4"]
"""Knights out and home, always within sight of kings."""


@pytest.mark.parametrize(
    "record",
    [
        {**KWARTET, "moves": ["2>A1", "1>A3"] * 10_000},
        {**KWARTET, "moves": ["\n 2 > A1 \t-", "1\t>A3\t"] * 10_000},
        {**QUARO, "moves": [*FORGOTTEN, *["-"] * 19_986]},
        {**QUARO, "moves": [*FORGOTTEN, *["\t-\n"] * 19_986]},
        {**CHESS, "moves": [f"\t{text} " for text in TO_AND_FRO * 2_500]},
    ],
    ids=["questions", "questions in odd white space", "passes", "passes in odd white space", "knights"],
)
def test_a_record_of_20000_moves_is_answered_within_a_second(record: dict[str, Any]) -> None:
    text = json.dumps(record)
    assert len(record["moves"]) == MAX_MOVES
    taken, answer = pace.timed(lambda: check(text))
    assert taken < 1
    assert answer["valid"], answer
    assert answer["status"] == "in_progress"


def test_the_first_bad_move_is_named_by_its_index_and_rule() -> None:
    moves = ["2>A1", "1>A3"] * 5_000
    for entry, code, rule in (("2>C1", "illegal-move", "K 2.2"), ("nonsense", "bad-notation", "K 2.1")):
        answer = check(json.dumps({**KWARTET, "moves": [*moves, entry, *moves[1:]]}))
        error = answer["error"]
        assert (error["code"], error["rule"], error["index"]) == (code, rule, 10_000)


def test_a_record_that_was_read_is_answered_like_its_text() -> None:
    for moves in ([], ["2>A3"], ["2>C1"], ["what"]):
        text = json.dumps({**KWARTET, "moves": moves})
        assert check(parse(text)) == check(text) == check(text.encode())


def test_the_plain_replay_names_the_index_too() -> None:
    game = get("quarto")
    with pytest.raises(GameError) as caught:
        run_plainly(game, Start(2), ["give LRTF", "place a1", "place a1"])
    assert caught.value.index == 2


def test_a_refusal_names_only_games_that_exist() -> None:
    error = BadRecord(plain("Something is wrong."))
    assert refusal("quarto", error)["game"] == "quarto"
    assert refusal("ludo", error)["game"] is None
    assert refusal(None, error)["game"] is None
