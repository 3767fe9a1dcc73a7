"""Worked examples at tables of three and four: one event, every value by hand.

Eight players, two rounds of Quatro Chess at two tables of four, points 8-4-2-0, of which 5 and 6 share
the highest two in a draw::

    round 1   table 1   1: 8   2: 4   3: 2   4: 0      table 2   5: 6   6: 6   7: 2   8: 0
    round 2   table 1   1: 4   5: 8   3: 0   7: 2      table 2   2: 8   6: 4   4: 2   8: 0

    scores    1: 12   2: 12   3: 2   4: 2   5: 14   6: 10   7: 4   8: 0
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.documents.document import Event
from scoring.input.reading import event_from
from scoring.standings import standings
from tests.scoring.documents import document_of

ROUNDS: list[dict[str, Any]] = [
    {
        "tables": [
            {"seats": [1, 2, 3, 4], "points": ["8", "4", "2", "0"]},
            {"seats": [5, 6, 7, 8], "points": ["6", "6", "2", "0"]},
        ]
    },
    {
        "tables": [
            {"seats": [1, 5, 3, 7], "points": ["4", "8", "0", "2"]},
            {"seats": [2, 6, 4, 8], "points": ["8", "4", "2", "0"]},
        ]
    },
]

WORKED = {
    # The scores of the six opponents: 1 met 2, 3, 4, 5, 3, 7.
    "BH": {1: "36", 2: "28", 3: "56", 4: "48", 5: "32", 6: "32", 7: "52", 8: "52"},
    # 1 without the 2 of 3; 5 without the 0 of 8.
    "BH/C1": {1: "34", 2: "28", 3: "54", 4: "48", 5: "32", 6: "32", 7: "52", 8: "50"},
    # 1 beat 2, 3, 4, and 3, 7: 12 + 2 + 2 + 2 + 4. 5 tied with 6 (half of 10) and beat 7, 8, 1, 3, 7.
    "SB": {1: "22", 2: "16", 3: "2", 4: "0", 5: "27", 6: "13", 7: "2", 8: "0"},
    "WIN": {1: "5", 2: "5", 3: "1", 4: "1", 5: "5", 6: "4", 7: "2", 8: "0"},
    # Who moves after the opponent has black: 2 sat second, then first; 8 twice fourth.
    "BPG": {1: "0", 2: "1", 3: "4", 4: "5", 5: "1", 6: "2", 7: "5", 8: "6"},
    "STD": {1: "5", 2: "5", 3: "1", 4: "1", 5: "11/2", 6: "9/2", 7: "2", 8: "0"},
    "PS": {1: "20", 2: "16", 3: "4", 4: "2", 5: "20", 6: "16", 7: "6", 8: "0"},
    "REP": dict.fromkeys(range(1, 9), "2"),
    # Half of the highest possible score is 8: against 1, 2, 5 and 6.
    "KS": {1: "1", 2: "1", 3: "0", 4: "0", 5: "3/2", 6: "1/2", 7: "0", 8: "0"},
    "PLACE1": {1: "1", 2: "1", 3: "0", 4: "0", 5: "2", 6: "1", 7: "0", 8: "0"},
    "PLACE2": {1: "1", 2: "1", 3: "0", 4: "0", 5: "0", 6: "1", 7: "0", 8: "0"},
    "PLACE3": {1: "0", 2: "0", 3: "1", 4: "1", 5: "0", 6: "0", 7: "2", 8: "0"},
    "BEST/1": {1: "8", 2: "8", 3: "2", 4: "2", 5: "8", 6: "6", 7: "2", 8: "0"},
    "GP": {1: "12", 2: "12", 3: "2", 4: "2", 5: "14", 6: "10", 7: "4", 8: "0"},
    # Among the tied: 1 beat 2; 3 beat 4.
    "DE": {1: "1", 2: "0", 3: "1", 4: "0", 5: "0", 6: "0", 7: "0", 8: "0"},
}


def event(players: int = 8, rounds: list[dict[str, Any]] = ROUNDS, **scoring: Any) -> Event:
    rated = [{"rating": 1000 + 100 * number} for number in range(1, players + 1)]
    pairing = {"system": "swiss-tables", "table_size": 4, "rounds": len(rounds), "seed": 5}
    options = {"draw_points": "share"}
    return event_from(document_of("quatro-chess", rated, rounds, pairing=pairing, options=options, scoring=scoring))


@pytest.mark.parametrize("code", WORKED)
def test_a_value_is_as_worked_by_hand(code: str) -> None:
    found = standings(event(tie_breaks=[code]))
    assert {line.player: str(line.tie_breaks[code]) for line in found.standings} == WORKED[code]


def test_a_bye_counts_against_as_many_dummies_as_a_table_has_opponents() -> None:
    rounds = [{"tables": ROUNDS[0]["tables"][:1], "byes": [{"player": 5}]}]
    found = standings(event(5, rounds, tie_breaks=["BH", "SB", "WIN", "STD"]))
    line = next(line for line in found.standings if line.player == 5)
    # 7/2 is what a tie of all four gives: three dummies, each tied with, each worth 7/2 at most.
    assert line.points == Fraction(7, 2)
    assert line.tie_breaks == {"BH": Fraction(21, 2), "SB": Fraction(21, 4), "WIN": 0, "STD": Fraction(3, 2)}
    assert (line.played, line.trail) == (0, (Fraction(7, 2),))


def test_a_table_of_three_with_two_colours_gives_the_average_of_the_places() -> None:
    tables = [{"seats": [1, 2, 1, 3], "points": ["8", "4", "2", "0"]}]
    for how, points in (("average", 5), ("sum", 10), ("best", 8)):
        found = standings(event(3, [{"tables": tables}], two_colours=how, tie_breaks=["WIN", "GP"]))
        line = next(line for line in found.standings if line.player == 1)
        assert line.points == points
        assert line.tie_breaks["WIN"] == 2
        assert line.tie_breaks["GP"] == points


def test_a_table_of_two_with_two_colours_each_is_comparable_too() -> None:
    tables = [{"seats": [1, 1, 2, 2], "points": ["6", "6", "2", "0"]}]
    found = standings(event(2, [{"tables": tables}]))
    assert [(line.player, line.points) for line in found.standings] == [(1, 6), (2, 1)]
