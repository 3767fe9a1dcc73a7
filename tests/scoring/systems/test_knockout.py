"""The standings of a knockout: the round reached, the place at the last table, then the event's tie-breaks."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.brackets.knockout import Fate, bracket
from scoring.explain import Explainer
from scoring.input.reading import event_from
from scoring.standings import Standings, standings
from tests.scoring.documents import document_of

WON = ["1", "0"]
Round = dict[str, Any]


def ranked(players: int, size: int, rounds: list[Round], /, after: int | None = None, **pairing: Any) -> Standings:
    return standings(event_from(document(players, size, rounds, **pairing)), after)


def document(players: int, size: int, rounds: list[Round], /, **pairing: Any) -> dict[str, Any]:
    game = {2: "quarto", 3: "quaro", 4: "quatro-chess"}[size]
    return document_of(game, players, rounds, pairing={"system": "knockout", "table_size": size, **pairing})


def table(*seats: int, points: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    """A table that its seats leave in the order of the seats, where nothing else is said."""
    usual = {2: WON, 3: ["5", "3", "1"], 4: ["8", "4", "2", "0"]}[len(seats)]
    return {"seats": list(seats), "points": usual if points is None else points, **more}


def order(found: Standings) -> list[int]:
    return [line.player for line in found.standings]


def ranks(found: Standings) -> dict[int, int]:
    return {line.player: line.rank for line in found.standings}


TWOS: list[Round] = [
    {"tables": [table(1, 8), table(7, 2), table(3, 6), table(5, 4)]},
    {"tables": [table(5, 1), table(3, 7)]},
    {"tables": [table(3, 5), table(7, 1)]},
]


def test_pairs_are_ranked_by_the_round_they_reached_and_the_game_for_third_place() -> None:
    found = ranked(8, 2, TWOS, third_place=True)
    assert order(found)[:4] == [3, 5, 7, 1]
    assert [ranks(found)[player] for player in (3, 5, 7, 1)] == [1, 2, 3, 4]
    assert {ranks(found)[player] for player in (2, 4, 6, 8)} == {5}
    assert found.final


def test_without_a_game_for_third_place_the_losers_of_the_semifinals_share_it() -> None:
    found = ranked(8, 2, [*TWOS[:2], {"tables": [table(3, 5)]}])
    assert (ranks(found)[1], ranks(found)[7]) == (3, 3)


def test_the_game_for_third_place_ranks_nobody_above_a_finalist() -> None:
    running = [*TWOS[:2], {"tables": [table(3, 5, points=[None, None], end=None), table(7, 1)]}]
    assert order(ranked(8, 2, running, third_place=True))[:4] == [3, 5, 7, 1]
    started = [*TWOS[:2], {"tables": [table(3, 5), {"seats": [7, 1]}]}]
    found = ranked(8, 2, started, third_place=True)
    assert order(found)[:2] == [3, 5] and ranks(found)[7] == ranks(found)[1] == 3
    assert not found.final


THREES: list[Round] = [{"tables": [table(9, 1, 4), table(2, 5, 7), table(3, 6, 8)]}, {"tables": [table(3, 9, 2)]}]


def test_of_tables_of_three_one_goes_on_and_the_places_count() -> None:
    found = ranked(9, 3, THREES)
    assert order(found)[:3] == [3, 9, 2]
    # the second of a table stands above the third of another, whatever else they have
    assert {ranks(found)[player] for player in (1, 5, 6)} == {4}
    assert {ranks(found)[player] for player in (4, 7, 8)} == {7}


FOURS: list[Round] = [
    {"tables": [table(1, 8, 9, 16), table(2, 7, 10, 15), table(3, 6, 11, 14), table(4, 5, 12, 13)]},
    {"tables": [table(1, 7, 3, 5), table(2, 8, 4, 6)]},
    {"tables": [table(8, 7, 2, 1)]},
]


def test_the_winner_of_the_final_is_first_whoever_has_more_points() -> None:
    found = ranked(16, 4, FOURS)
    points = {line.player: line.points for line in found.standings}
    assert points[2] > points[8]
    assert order(found)[:4] == [8, 7, 2, 1]
    assert set(order(found)[4:6]) == {3, 4} and set(order(found)[6:8]) == {5, 6}
    assert set(order(found)[8:12]) == {9, 10, 11, 12}
    assert found.final


def test_a_finalist_without_points_is_above_all_who_did_not_reach_the_final() -> None:
    assert ranks(ranked(16, 4, FOURS))[1] == 4


def test_who_is_still_in_stands_above_who_is_out_in_every_round() -> None:
    assert set(order(ranked(16, 4, FOURS, after=1))[:8]) == {1, 2, 3, 4, 5, 6, 7, 8}
    assert order(ranked(16, 4, FOURS, after=1))[:4] == [1, 2, 3, 4]
    assert set(order(ranked(16, 4, FOURS, after=2))[:4]) == {1, 7, 2, 8}
    # halfway through the semifinals: those who play, below those who are through, above those who are out
    half = [FOURS[0], {"tables": [FOURS[1]["tables"][0], {"seats": [2, 8, 4, 6]}]}]
    found = order(ranked(16, 4, half))
    assert found[:2] == [1, 7] and set(found[2:6]) == {2, 8, 4, 6} and found[6:8] == [3, 5]


def test_equals_in_round_and_place_are_ranked_by_the_tie_breaks() -> None:
    value = document(16, 4, FOURS) | {"scoring": {"tie_breaks": ["BH", "WIN"]}}
    lines = {line.player: line for line in standings(event_from(value)).standings}
    assert lines[3].points == lines[4].points == 10
    assert lines[3].tie_breaks["BH"] != lines[4].tie_breaks["BH"]
    assert (lines[3].rank < lines[4].rank) == (lines[3].tie_breaks["BH"] > lines[4].tie_breaks["BH"])
    plain = dict(value, pairing={"system": "swiss-tables", "table_size": 4})
    others = {line.player: line.tie_breaks for line in standings(event_from(plain)).standings}
    assert {player: line.tie_breaks for player, line in lines.items()} == others


def test_the_points_come_last_of_all() -> None:
    rounds = [
        {"tables": [table(1, 8, 9, 16), table(2, 7, 10, 15), table(3, 6, 11, 14), table(4, 5, 12, 13)]},
        {"tables": [table(1, 7, 3, 5), table(2, 8, 6, 4)]},
    ]
    found = ranked(16, 4, rounds)
    # 3 won the first table and 6 was second of one: both were third in round 2
    assert (ranks(found)[3], ranks(found)[6]) == (5, 6)


def test_byes_take_their_players_on() -> None:
    rounds = [
        {"tables": [table(3, 6), table(5, 4)], "byes": [{"player": 1}, {"player": 2}]},
        {"tables": [table(1, 5), {"seats": [2, 3]}]},
    ]
    assert set(order(ranked(6, 2, rounds, after=1))[:4]) == {1, 2, 3, 5}
    found = ranked(6, 2, rounds)
    assert order(found)[0] == 1 and set(order(found)[1:3]) == {2, 3} and order(found)[3] == 5


def test_who_does_not_show_up_is_last_at_the_table() -> None:
    rounds = [
        {"tables": [table(1, 8, 4, 5, points=["8", None, "4", None], end="forfeit"), table(2, 7, 3, 6)]},
        {"tables": [table(1, 2), {"seats": [4, 7]}]},
    ]
    found = ranked(8, 4, rounds[:1])
    assert set(order(found)[:4]) == {1, 4, 2, 7} and order(found)[4] == 3
    assert {ranks(found)[player] for player in (8, 5, 6)} == {6}


def test_a_forfeit_without_anybody_makes_nobody_first() -> None:
    rounds = [
        {"tables": [table(1, 4), table(2, 3, points=[None, None], end="forfeit")]},
        {"tables": [], "byes": [{"player": 1}]},
    ]
    assert order(ranked(4, 2, rounds))[0] == 1


def test_who_is_through_and_withdraws_is_out_in_the_round_they_reached() -> None:
    value = document(8, 2, TWOS[:1])
    value["players"][2]["left"] = 1
    found = standings(event_from(value))
    assert set(order(found)[:3]) == {1, 7, 5} and order(found)[3] == 3
    value["rounds"] = [TWOS[0], {"tables": [table(1, 5)], "byes": [{"player": 7}]}, {"tables": [table(7, 1)]}]
    found = standings(event_from(value))
    assert order(found)[:2] == [7, 1]
    # 5 lost the game that 3 did not come to
    assert order(found)[2:4] == [5, 3]
    assert found.standings[3].withdrawn


@pytest.mark.parametrize(
    ("tie", "fates"), [("decide", {1: Fate.OPEN, 4: Fate.OPEN}), ("higher-seed", {1: Fate.THROUGH, 4: Fate.OUT})]
)
def test_a_level_table_waits_unless_a_rule_decides_it(tie: str, fates: dict[int, Fate]) -> None:
    rounds = [{"tables": [table(1, 4, points=["1/2", "1/2"]), table(2, 3)]}]
    event = event_from(document(4, 2, rounds, tie=tie))
    assert {player: one.fate for player, one in bracket(event).items() if player in fates} == fates


def test_a_lot_that_lets_somebody_go_on_is_that_of_the_pairing() -> None:
    from tournaments.pairing.engine import pair

    rounds = [{"tables": [table(1, 4, points=["1/2", "1/2"]), table(2, 3, points=["1/2", "1/2"])]}]
    for seed in range(6):
        event = event_from(document(4, 2, rounds, tie="lot", seed=seed))
        through = {player for player, one in bracket(event).items() if one.fate is Fate.THROUGH}
        assert set(pair(event).rounds[0].tables[0].seats) == through


def test_the_tally_of_the_game_parts_equal_points_at_a_table() -> None:
    rounds = [{"tables": [table(1, 2, 3, points=["3", "3", "0"], game_points=["4", "9", "1"])]}]
    alike = {"scoring": {"points": {"places": {"3": ["3", "3", "0"]}}}}
    assert order(standings(event_from(document(3, 3, rounds) | alike), None)) == [2, 1, 3]


def test_a_knockout_is_final_once_the_final_is_played() -> None:
    assert [ranked(16, 4, FOURS, after=number).final for number in (1, 2, 3)] == [False, False, True]


def test_a_knockout_that_stops_short_of_its_final_is_not_final() -> None:
    short = ranked(16, 4, FOURS, after=2, rounds=2)
    assert not short.final and set(short.still_in) == {1, 2, 7, 8}
    whole = ranked(16, 4, FOURS, rounds=3)
    assert whole.final and whole.still_in == ()
    assert ranked(16, 4, FOURS, after=1, rounds=2).still_in == ()


def test_a_knockout_whose_last_opponent_left_is_final() -> None:
    event = document(4, 2, [{"tables": [table(1, 4), table(2, 3)]}], rounds=1)
    event["players"][1]["left"] = 1
    assert standings(event_from(event)).final


def test_the_explanation_names_the_round_reached_and_the_place() -> None:
    explainer = Explainer(event_from(document(16, 4, FOURS)))
    assert explainer.above(8, 2).text == "8 is above 2 by the place at the last table: 1 against 3."
    assert explainer.above(1, 3).text == "1 is above 3 by the round reached: 3 against 2."
    running = Explainer(event_from(document(16, 4, FOURS)), 2)
    assert running.above(8, 3).text == "8 is still in, 3 is out."


def test_who_comes_late_was_never_in() -> None:
    value = document(5, 2, [{"tables": [table(1, 4), table(2, 3)]}])
    value["players"][4]["joined"] = 2
    assert order(standings(event_from(value)))[-1] == 5
