"""Events of declared games, from the document to the standings: places, points and scores."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.documents.document import DocumentError
from scoring.documents.writing import write_event
from scoring.input.reading import event_from
from scoring.standings import standings
from tests.games.core.test_declared import ORDER, PODS, RIICHI
from tests.scoring.documents import document_of


def document(game: str, *tables: dict[str, Any], **more: Any) -> dict[str, Any]:
    return document_of(game, 4, [{"tables": [{"seats": [1, 2, 3, 4], **table}]} for table in tables], **more)


def declared(declaration: dict[str, Any], *tables: dict[str, Any], **more: Any) -> dict[str, Any]:
    return document("declared", *tables, options={"declaration": declaration}, **more)


def totals(value: dict[str, Any]) -> dict[int, str]:
    return {line.player: str(line.points) for line in standings(event_from(value)).standings}


SCORES = {"game_points": ["42300", "28100", "19600", "10000"]}


@pytest.mark.parametrize(
    ("value", "points"),
    [
        (declared(RIICHI, SCORES, SCORES), {1: "473/5", 2: "31/5", 3: "-154/5", 4: "-70"}),
        (declared(PODS, {"points": ["5", "0", "0", "0"]}, {"points": ["1", "1", "1", "1"]}),
         {1: "6", 2: "1", 3: "1", 4: "1"}),
        (declared(ORDER, {"game_points": ["2", "1", "2", "4"]}), {2: "6", 1: "3", 3: "3", 4: "0"}),
        (document("catan", {"game_points": ["10", "7", "4", "7"]}, scoring={"points": "places"}),
         {1: "3", 2: "3/2", 4: "3/2", 3: "0"}),
    ],
    ids=["score", "points", "places", "ready-made"],
)  # fmt: skip
def test_typed_results_make_the_standings(value: dict[str, Any], points: dict[int, str]) -> None:
    assert totals(value) == points


LOWEST = {
    "key": "lowest", "names": {"en": "Lowest"}, "seats": [2, 3, 4], "entry": "score", "higher_is_better": False,
    "score": {"counts": "score"},
}  # fmt: skip


def lowest(*rounds: dict[str, Any], **more: Any) -> dict[int, str]:
    value = declared(LOWEST, **more)
    value["players"] = [{"id": number} for number in range(1, 7)]
    value["players"][5]["left"] = 1
    value["rounds"] = list(rounds)
    return totals(value)


FIRST = {
    "tables": [
        {"seats": [1, 2, 3], "game_points": ["3", "20", "14"]},
        {"seats": [4, 5, 6], "game_points": ["9", "8", "7"]},
    ]
}
SECOND = {
    "tables": [
        {"seats": [1, 2], "game_points": ["5", "11"]},
        {"seats": [3, 4], "game_points": ["6", None], "end": "forfeit"},
    ],
    "byes": [{"player": 5}],
}
EARNED = {1: "-8", 2: "-31", 3: "-20"}


def test_not_to_play_is_never_the_best_where_the_lowest_score_wins() -> None:
    """Player 4 did not show up, 5 had a bye, 6 left: each has the worst result of the round."""
    swiss = {"system": "swiss-tables", "table_size": 3}
    assert lowest(FIRST, SECOND, pairing=swiss) == EARNED | {4: "-20", 5: "-19", 6: "-18"}
    # points for a bye would be a gift above the best result
    assert lowest(FIRST, SECOND, pairing=swiss, scoring={"bye": "6"})[5] == "-19"
    # no result yet: nothing to go by
    assert lowest(FIRST, {"tables": [], "byes": []}, pairing=swiss)[6] == "-7"
    # points for places start at nothing as everywhere
    assert lowest(FIRST, SECOND, pairing=swiss, scoring={"points": "places"})[6] == "2"


def test_a_knockout_asks_nothing_of_who_is_out() -> None:
    assert lowest(FIRST, SECOND, pairing={"system": "knockout", "table_size": 3})[6] == "-7"


@pytest.mark.parametrize("declaration", [{**RIICHI, "higher_is_better": False}, ORDER], ids=["scores", "places"])
def test_a_sum_that_has_the_highest_first_is_no_tie_break_where_lower_is_better(declaration: dict[str, Any]) -> None:
    table = SCORES if declaration is not ORDER else {"game_points": ["2", "1", "2", "4"]}
    found = standings(event_from(declared(declaration, table, scoring={"tie_breaks": ["GP", "PLACE1"]})))
    assert [(code, reason.code) for code, reason in found.dropped.items()] == [("GP", "tie-break-lower-is-better")]
    assert [list(line.tie_breaks) for line in found.standings] == [["PLACE1"]] * 4
    kept = standings(event_from(declared(RIICHI, SCORES, scoring={"tie_breaks": ["GP", "PLACE1"]})))
    assert not kept.dropped


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (declared(RIICHI, {"game_points": ["42300", "28100", "19600", "9000"]}), "rounds[0].tables[0].game_points"),
        (declared(RIICHI, {**SCORES, "points": ["1", "0", "0", "-1"]}), "rounds[0].tables[0].points"),
        (declared(RIICHI, {"points": ["1", "0", "0", "-1"]}), "rounds[0].tables[0].points"),
        (declared(PODS, {"points": ["2", "0", "0", "0"]}), "rounds[0].tables[0].points"),
        (declared({**RIICHI, "seats": [9]}), "options.declaration.seats.0"),
        (document("declared"), "options.declaration"),
        (document("catan", options={"size": 3}), "options"),
        (document("nothing-such"), "game"),
        (document("quarto", {"points": ["-1", "0", "0", "0"]}), "rounds[0].tables[0].points[0]"),
    ],
    ids=["total", "differs", "points-alone", "amount", "declaration", "none", "options", "game", "engine-below-zero"],
)
def test_a_result_or_a_declaration_that_cannot_be_is_refused_at_its_place(value: dict[str, Any], place: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        event_from(value)
    assert refusal.value.place == place


def test_an_event_of_a_declared_game_is_written_and_read_back_whole() -> None:
    event = event_from(declared(RIICHI, SCORES, {"game_points": ["50000", None, "30000", "20000"], "end": "forfeit"}))
    assert event_from(write_event(event)) == event
