"""The golden records, played through by the second implementation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import games.quatro_chess
from games.core.game import Start
from games.quatro_chess import GAME
from tests.games.quatro_chess.plain import Plain
from tests.games.quatro_chess.positions import seen

FOLDER = Path(games.quatro_chess.__file__).parent / "golden"
VALID = [
    (path.stem, golden["record"], golden["expected"])
    for path in sorted(FOLDER.glob("*.json"))
    if (golden := json.loads(path.read_text(encoding="utf-8")))["expected"]["valid"]
]


@pytest.mark.parametrize(("record", "expected"), [entry[1:] for entry in VALID], ids=[entry[0] for entry in VALID])
def test_the_second_implementation_ends_at_the_same_position_with_the_same_result(
    record: dict[str, Any], expected: dict[str, Any]
) -> None:
    start = Start(len(record["seats"]), record["options"], record["setup"])
    table = GAME.start(start).table
    plain = Plain(table.owners, table.teams, table.half_draws)
    for entry in record["moves"]:
        plain.play(entry)
    assert plain.result() == expected["result"]
    assert seen(GAME.run(start, record["moves"])) == plain.summary()


@pytest.mark.parametrize("termination", ["last-standing", "fifty-moves", "insufficient-material"])
def test_a_whole_game_of_a_hundred_moves_and_more_ends_in_each_termination(termination: str) -> None:
    whole = [
        record
        for name, record, expected in VALID
        if name == termination and expected["result"]["termination"] == termination
    ]
    assert len(whole) == 1
    moves = [text for text in whole[0]["moves"] if text[0] in "abcdefghijkl" and text[1].isdigit()]
    assert len(moves) >= 100


def test_every_way_out_and_every_number_of_seats_is_there() -> None:
    results = [expected["result"] for _, _, expected in VALID if expected["result"]]
    ways = {entry["out"] for result in results for entry in result["colours"].values()}
    assert ways == {"mate", "stalemate", "resign", "forfeit", None}
    assert {len(record["seats"]) for _, record, _ in VALID} == {2, 3, 4}
    assert any("team_points" in result for result in results)
