"""Rounds after somebody was out, or had withdrawn, are none of theirs."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.crosstable import crosstable
from scoring.explain import POINTS, Explainer
from scoring.input.reading import event_from
from scoring.standings import standings
from tests.scoring.systems.test_knockout import TWOS, document, table

Gone = dict[int, tuple[int | None, tuple[int, ...]]]


def gone(made: dict[str, Any], after: int | None = None) -> Gone:
    """By player when they were out and which rounds they were not in, where either is known."""
    lines = standings(event_from(made), after).standings
    return {line.player: (line.out_after, line.not_in) for line in lines if line.out_after is not None or line.not_in}


def test_who_is_beaten_is_in_no_round_after_it() -> None:
    lost: Gone = dict.fromkeys((2, 4, 6, 8), (1, (2, 3)))
    # the game for third place is a round of those who play it, and the winner is not out
    assert gone(document(8, 2, TWOS, third_place=True)) == lost | dict.fromkeys((1, 5, 7), (3, ()))
    assert gone(document(8, 2, TWOS), after=1) == dict.fromkeys((2, 4, 6, 8), (1, ()))


def test_a_bye_is_a_round_and_an_absence_that_loses_it_too() -> None:
    rounds = [
        {"tables": [table(3, 2)], "byes": [{"player": 1, "kind": "pairing"}]},
        {"tables": [], "byes": [{"player": 3, "kind": "zero"}, {"player": 1, "kind": "pairing"}]},
    ]
    assert gone(document(3, 2, rounds)) == {2: (1, (2,)), 3: (2, ())}


def test_who_withdraws_is_in_no_round_after_it_in_any_system() -> None:
    rounds = [
        {"tables": [table(1, 2), table(3, 4)]},
        {"tables": [table(1, 3)], "byes": [{"player": 4, "kind": "pairing"}]},
    ]
    made = document(4, 2, rounds, rounds=3) | {"pairing": {"system": "swiss", "rounds": 3}}
    made["players"][1]["left"] = 1
    assert gone(made) == {2: (None, (2,))}
    made["players"][1]["left"] = 2  # absent in round 2, and then withdrawn
    assert gone(made) == {}


def test_a_bye_that_was_given_counts_whenever_somebody_left() -> None:
    rounds = [
        {"tables": [table(1, 2), table(3, 4)]},
        {"tables": [table(1, 3)], "byes": [{"player": 2, "kind": "half"}]},
    ]
    made = document(4, 2, rounds) | {"pairing": {"system": "swiss", "rounds": 3}}
    made["players"][1]["left"] = 1
    assert gone(made) == {}


def test_losers_who_play_on_are_out_with_the_second_defeat() -> None:
    rounds = [
        {"tables": [table(1, 4), table(3, 2)]},
        {"tables": [table(1, 3), table(2, 4)]},
        {"tables": [table(3, 2)], "byes": [{"player": 1, "kind": "pairing"}]},
        {"tables": [table(1, 3)]},
    ]
    made = document(4, 2, rounds) | {"pairing": {"system": "double-elimination", "table_size": 2}}
    assert gone(made) == {4: (2, (3, 4)), 2: (3, (4,)), 3: (4, ())}


def test_who_comes_into_no_final_is_out_after_the_groups() -> None:
    pairing = {"system": "groups", "table_size": 2, "groups": 2, "qualifiers": 2, "group_rounds": 1}
    pairing["members"] = {"1": 1, "2": 1, "3": 1, "4": 2, "5": 2, "6": 2}
    rounds = [
        {
            "tables": [table(1, 2), table(4, 5)],
            "byes": [{"player": 3, "kind": "pairing"}, {"player": 6, "kind": "pairing"}],
        },
        {"tables": [table(1, 6), table(4, 3)]},
        {"tables": [table(1, 4)]},
    ]
    made = document(6, 2, rounds) | {"pairing": {**pairing, "then": "knockout"}}
    assert gone(made) == {2: (1, (2, 3)), 5: (1, (2, 3)), 3: (2, (3,)), 6: (2, (3,)), 4: (3, ())}
    assert gone(made, after=1) == {}
    made["pairing"]["then"] = "group"
    assert gone(made) == {2: (1, (2, 3)), 5: (1, (2, 3))}  # in a round robin nobody is out


@pytest.mark.parametrize(("player", "terms"), [(2, [1]), (7, [1, 2, 3]), (8, [1])])
def test_sums_and_crosstable_have_no_round_that_a_player_was_not_in(player: int, terms: list[int]) -> None:
    event = event_from(document(8, 2, TWOS, third_place=True))
    assert [term.round for term in Explainer(event).explain(player, POINTS).terms] == terms
    row = next(row for row in crosstable(event) if row.player == player)
    assert [number for number in (1, 2, 3) if number not in row.not_in] == terms
    assert row.out is (len(terms) < 3)


def test_the_crosstable_tells_a_withdrawal_from_a_defeat() -> None:
    semifinals = {"tables": [table(3, 7)], "byes": [{"player": 1, "kind": "pairing"}]}
    made = document(8, 2, [TWOS[0], semifinals, {"tables": [table(3, 1)]}])
    made["players"][5 - 1]["left"] = 1  # through, and did not come
    rows = {row.player: row for row in crosstable(event_from(made))}
    assert rows[5].not_in == (2, 3) and not rows[5].out
    assert rows[8].not_in == (2, 3) and rows[8].out


def groups_of_two_sizes() -> dict[str, Any]:
    """Groups of four and two, so that the small one has played after round 1, and a final of two."""
    pairing = {"system": "groups", "table_size": 2, "groups": 2, "qualifiers": 1, "then": "knockout"}
    pairing["members"] = {"1": 1, "2": 1, "3": 1, "4": 1, "5": 2, "6": 2}
    rounds = [
        {"tables": [table(1, 4), table(2, 3), table(5, 6)]},
        {"tables": [table(1, 3), table(4, 2)]},
        {"tables": [table(1, 2), table(3, 4)]},
        {"tables": [table(1, 5)]},
    ]
    return document(6, 2, rounds) | {"pairing": pairing}


def test_a_small_group_is_in_no_round_that_only_a_larger_one_plays() -> None:
    made = groups_of_two_sizes()
    made["players"][6 - 1]["absent"] = [2]
    assert gone(made, after=3) == {5: (None, (2, 3)), 6: (None, (3,))}
    assert {player: without for player, (_out, without) in gone(made).items()} == {
        **dict.fromkeys((2, 3, 4), (4,)),
        5: (2, 3),
        6: (3, 4),
    }
    event = event_from(made)
    assert [term.round for term in Explainer(event).explain(5, POINTS).terms] == [1, 4]
    rows = {row.player: row for row in crosstable(event)}
    assert (rows[5].not_in, rows[5].gone) == ((2, 3), None)
    assert (rows[6].not_in, rows[6].gone, rows[6].out) == ((3, 4), 4, True)


def test_who_withdraws_while_still_in_is_not_out() -> None:
    semifinals = {"tables": [table(3, 7)], "byes": [{"player": 1, "kind": "pairing"}]}
    made = document(8, 2, [TWOS[0], semifinals, {"tables": [table(3, 1)]}])
    made["players"][5 - 1]["left"] = 1
    assert gone(made)[5] == (None, (2, 3))
    assert 5 not in gone(made, after=1)
    groups = groups_of_two_sizes()
    groups["players"][2 - 1]["left"] = 2
    groups["rounds"][2]["tables"].pop(0)
    assert gone(groups)[2] == (None, (3, 4))


def test_who_joins_late_is_in_no_round_before() -> None:
    rounds = [
        {"tables": [table(1, 2), table(3, 4)]},
        {"tables": [table(1, 3), table(2, 4)]},
        {"tables": [{"seats": [1, 5], "points": None}, table(3, 2)], "byes": [{"player": 4, "kind": "pairing"}]},
    ]
    made = document(5, 2, rounds) | {"pairing": {"system": "swiss", "rounds": 4}}
    made["players"][5 - 1]["joined"] = 3
    assert gone(made) == {5: (None, (1, 2))}
    row = next(row for row in crosstable(event_from(made)) if row.player == 5)
    assert (row.gone, row.out) == (None, False)
    # as in the standings, where they have the 0 with which they came
    assert not row.nothing_yet
    assert [term.round for term in Explainer(event_from(made)).explain(5, POINTS).terms] == []


def test_the_crosstable_names_a_round_that_somebody_missed_and_none_before_they_came() -> None:
    made = document(4, 2, [{"tables": [table(1, 2)]}])
    made["players"][3 - 1]["joined"] = 2
    made["players"][4 - 1]["absent"] = [1]
    byes = {row.player: dict(row.byes) for row in crosstable(event_from(made))}
    assert byes == {1: {}, 2: {}, 3: {}, 4: {1: "zero-point bye"}}
