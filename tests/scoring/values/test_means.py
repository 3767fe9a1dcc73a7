"""Means, shares and differences: fair where tables differ in size, worked by hand and on random tables of 3 to 5."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.declarations.declared import KEY, OPTION
from games.core.registry import game_of
from scoring.core.registry import find
from scoring.core.values import column
from scoring.documents.document import Bye, Event, Player, Round, Table
from scoring.explain import Explainer
from scoring.input.reading import event_from
from scoring.pairwise import history_of
from scoring.standings import order_of, standings
from tests.scoring.documents import document_of, explain
from tests.support.examples import examples

HIGH = 9
"""What the two players of the property make of every game, more than anybody at their tables."""

PODS: list[dict[str, Any]] = [
    {
        "tables": [
            {"seats": [1, 2, 3, 4], "points": ["5", "0", "0", "0"]},
            {"seats": [5, 6, 7], "points": ["5", "0", "0"]},
        ]
    },
    {
        "tables": [
            {"seats": [1, 2, 6, 7], "points": ["1", "1", "1", "1"]},
            {"seats": [5, 3, 4], "points": ["1", "1", "1"]},
        ]
    },
]
"""Two rounds of Commander: 1 sits at fours, 5 at threes; both have 6 points, everybody whom they met has 1."""


def commander(rounds: Sequence[dict[str, Any]] = PODS, **scoring: Any) -> Event:
    players = max(seat for entry in rounds for table in entry["tables"] for seat in table["seats"])
    pairing = {"system": "swiss-tables", "table_size": 4, "rounds": len(rounds)}
    return event_from(document_of("commander", players, rounds, pairing=pairing, scoring=scoring))


def values(event: Event, code: str) -> dict[int, Fraction]:
    return {line.player: line.tie_breaks[code] for line in standings(event).standings}


def test_a_sum_puts_the_player_of_larger_tables_first_and_a_mean_does_not() -> None:
    sums = standings(commander(tie_breaks=["BH"])).standings
    assert [(line.player, line.rank, line.tie_breaks["BH"]) for line in sums[:2]] == [(1, 1, 6), (5, 2, 4)]
    means = standings(commander(tie_breaks=["AOS"])).standings
    assert [(line.player, line.rank, line.tie_breaks["AOS"]) for line in means[:2]] == [(1, 1, 1), (5, 1, 1)]


def test_the_mean_is_over_the_opponents_met_and_a_bye_is_none() -> None:
    """Player 1 met 2, 3, 4 with 2, 1, 2 points and 2, 6, 7 with 2, 6, 1 points; a bye adds nobody."""
    rounds = [
        {"tables": PODS[0]["tables"]},
        {
            "tables": [{"seats": [1, 2, 6, 7], "points": ["0", "0", "5", "0"]}],
            "byes": [{"player": 3}, {"player": 4}, {"player": 5, "kind": "zero"}],
        },
    ]
    event = commander(rounds, tie_breaks=["AOS"], bye="1")
    assert values(event, "AOS")[1] == Fraction(0 + 1 + 1 + 0 + 5 + 0, 6)
    assert values(event, "AOS")[3] == Fraction(5 + 0 + 1, 3)
    assert explain(event, 3, "AOS").text == "AOS 2 = (5 + 0 + 1) : 3"


def test_who_did_not_come_was_not_met_unless_forfeits_count() -> None:
    rounds = [
        {"tables": PODS[0]["tables"]},
        {
            "tables": [{"seats": [1, 6, 7, 5], "points": ["5", "0", "0", None], "end": "forfeit"}],
            "byes": [{"player": player} for player in (2, 3, 4)],
        },
    ]
    event = commander(rounds, tie_breaks=["AOS", "AOS/P"], bye="0")
    assert explain(event, 1, "AOS").text == "AOS 0 = (0 + 0 + 0 + 0 + 0) : 5"
    assert values(event, "AOS/P")[1] == Fraction(5, 6)


# --- the property: equal opposition never separates


@st.composite
def sizes(draw: st.DrawFn, rounds: int) -> list[int]:
    """The opponents of each round at tables of three to five; none is a bye, which is not the whole event."""
    some = draw(st.lists(st.sampled_from((2, 3, 4, 0)), min_size=rounds, max_size=rounds))
    return some if any(some) else [2, *some[1:]]


def scored(own: Sequence[Sequence[Sequence[int]]], tie_breaks: Sequence[str]) -> Event:
    """An event in which a score counts: players 1, 2, … have these opponents' scores in each round, nobody a bye's.

    Everybody else plays once, so that their score is that of their table.
    """
    declaration = {
        "key": "any",
        "names": {"en": "Any"},
        "seats": [2, 3, 4, 5, 6],
        "entry": "score",
        "score": {"counts": "score"},
    }
    number, rounds = len(own), []
    for at in range(len(own[0])):
        tables, byes = [], []
        for player, opponents in enumerate(own, 1):
            if not opponents[at]:
                byes.append(Bye(player, "pairing"))
                continue
            seats = (player, *range(number + 1, number + 1 + len(opponents[at])))
            number = seats[-1]
            points = tuple(Fraction(score) for score in (HIGH, *opponents[at]))
            tables.append(Table(len(tables) + 1, seats, points, points, "played"))
        rounds.append(Round(at + 1, tuple(tables), tuple(byes)))
    return Event(
        name="Any",
        game=KEY,
        options={OPTION: declaration},
        pairing={"system": "swiss-tables", "table_size": 4, "rounds": len(rounds)},
        scoring={"points": "game", "bye": str(HIGH), "tie_breaks": list(tie_breaks)},
        players=tuple(Player(player, str(player)) for player in range(1, number + 1)),
        rounds=tuple(rounds),
    )


def dealt(scores: Sequence[int], opponents: Sequence[int]) -> list[list[int]]:
    rest = iter(scores)
    return [[next(rest) for _ in range(count)] for count in opponents]


@st.composite
def equal_opposition(draw: st.DrawFn) -> Event:
    """Two players who met the same scores, each as often in a hundred, at tables of three to five, in any order."""
    rounds = draw(st.integers(1, 5))
    mine, theirs = draw(sizes(rounds)), draw(sizes(rounds))
    once = gcd(sum(mine), sum(theirs))
    pattern = draw(st.lists(st.integers(0, HIGH - 1), min_size=once, max_size=once))
    own = [dealt(draw(st.permutations(pattern * (sum(opponents) // once))), opponents) for opponents in (mine, theirs)]
    return scored(own, MEANS)


MEANS = ("AOS", "AOS/C1", "AOS/C2", "AOS/M1", "ASB", "ASB/C1", "PPG")


@given(equal_opposition())
@settings(max_examples=examples(300))
def test_equal_opposition_at_tables_of_three_to_five_never_separates_two(event: Event) -> None:
    _, order = order_of(event)
    assert order.ranks[1] == order.ranks[2] == 1, {code: (v[1], v[2]) for code, v in order.values.items()}


@st.composite
def equal_games(draw: st.DrawFn) -> Event:
    """Two players of whom each game is against the same score, all round the table, at tables of three to five."""
    scores = draw(st.lists(st.integers(0, HIGH - 1), min_size=1, max_size=5))
    own = [[[score] * draw(st.integers(2, 4)) for score in draw(st.permutations(scores))] for _ in range(2)]
    return scored(own, ["DIFF"])


@given(equal_games())
@settings(max_examples=examples(100))
def test_equal_games_at_tables_of_three_to_five_have_the_same_difference(event: Event) -> None:
    _, order = order_of(event)
    assert order.ranks[1] == order.ranks[2] == 1


@given(st.lists(st.integers(2, 4), min_size=1, max_size=5))
@settings(max_examples=examples(60))
def test_the_same_multiple_of_a_tables_mean_is_the_same_share_at_any_size(opponents: list[int]) -> None:
    """The tables of player 1 have the mean of those of player 2: 9 of a mean of 3, so 75 of a hundred at four."""
    fours = [[1, 1, 1]] * len(opponents)
    others = [[3 * (count + 1) - HIGH, *[0] * (count - 1)] for count in opponents]
    event = scored([others, fours], ["SHARE"])
    shares = values(event, "SHARE")
    assert shares[1] == shares[2] == 75


@pytest.mark.parametrize("key", ["commander"])
def test_what_a_game_of_mixed_sizes_usually_has_leaves_equal_players_to_the_lot(key: str) -> None:
    usual = game_of(key).declaration.usual["tie_breaks"]  # type: ignore[attr-defined]
    event = commander(tie_breaks=usual)
    assert Explainer(event).above(1, 5).code == "LOT"


# --- cuts


@given(st.lists(st.permutations(range(1, 7)), min_size=1, max_size=5), st.sampled_from(("C1", "C2", "M1", "M2")))
@settings(max_examples=examples(100))
def test_at_tables_of_two_a_cut_mean_is_the_cut_sum_over_the_rounds_that_stay(lots: list[Any], cut: str) -> None:
    rounds = tuple(
        Round(
            number,
            tuple(
                Table(at + 1, lot[2 * at : 2 * at + 2], (Fraction(1), Fraction(0)), None, "played") for at in range(3)
            ),
        )
        for number, lot in enumerate(map(tuple, lots), 1)
    )
    event = Event(
        name="Duels",
        game="quarto",
        pairing={"system": "swiss", "table_size": 2},
        players=tuple(Player(number, str(number)) for number in range(1, 7)),
        rounds=rounds,
    )
    history = history_of(event)
    left_out = int(cut[1]) * (2 if cut[0] == "M" else 1)

    def exact(code: str) -> dict[int, Fraction]:
        parsed, entry = find(code)
        numbers, unit = column(entry, parsed, history)
        return {player: Fraction(number, unit) for player, number in numbers.items()}

    sums, means = exact(f"BH/{cut}"), exact(f"AOS/{cut}")
    assert means == {player: value / max(1, len(rounds) - left_out) for player, value in sums.items()}


def test_a_cut_takes_a_rounds_share_and_splits_the_score_on_its_border() -> None:
    """Five opponents in two rounds: a round's share is two and a half of them."""
    event = scored([[[1, 3], [5, 2, 4]]], ["AOS/C1"])
    assert explain(event, 1, "AOS/C1").text == "AOS/C1 21/5 = (3/2 + 4 + 5) : 5/2 [1] [3/2] [2]"


# --- shares and differences, by their sources


def catan(*tables: tuple[int, ...]) -> Event:
    """Player 1 is the first of every table, the others play once."""
    number, rounds = 1, []
    for scores in tables:
        seats = [1, *range(number + 1, number + len(scores))]
        number = seats[-1]
        rounds.append({"tables": [{"seats": seats, "game_points": [str(score) for score in scores]}]})
    pairing = {"system": "tables", "table_size": 4, "rounds": len(rounds)}
    return event_from(document_of("catan", number, rounds, pairing=pairing, scoring={"tie_breaks": ["SHARE"]}))


def test_catans_share_is_that_of_its_published_example() -> None:
    """10 of 32, 8 of 30 and 10 of 36 victory points: the mean of 31.25, 26.67 and 27.78."""
    share = explain(catan((10, 9, 7, 6), (8, 10, 7, 5), (10, 9, 9, 8)), 1, "SHARE")
    assert share.value == (Fraction(1000, 32) + Fraction(800, 30) + Fraction(1000, 36)) / 3
    assert [f"{float(term.amount):.2f}" for term in share.terms] == ["31.25", "26.67", "27.78"]


def test_at_a_short_table_catan_adds_the_average_to_the_sum() -> None:
    """10, 9 and 5 make 24, their average is 8: shares of 32."""
    event = catan((10, 9, 5))
    assert values(event, "SHARE") == {1: Fraction(1000, 32), 2: Fraction(900, 32), 3: Fraction(500, 32)}


def test_carcassonnes_difference_is_added_up_over_the_games() -> None:
    rounds = [
        {"tables": [{"seats": [1, 2], "game_points": ["98", "71"]}], "byes": [{"player": 3}]},
        {"tables": [{"seats": [3, 1], "game_points": ["88", "80"]}], "byes": [{"player": 2}]},
    ]
    pairing = {"system": "swiss", "table_size": 2, "rounds": 2}
    event = event_from(document_of("carcassonne", 3, rounds, pairing=pairing, scoring={"tie_breaks": ["DIFF"]}))
    assert values(event, "DIFF") == {1: 19, 2: -27, 3: 8}
    assert explain(event, 1, "DIFF").text == "DIFF 19 = 27 − 8"


def test_points_per_game_leave_byes_out() -> None:
    rounds = [
        {"tables": [{"seats": [1, 2, 3, 4], "points": ["5", "0", "0", "0"]}], "byes": [{"player": 5}]},
        {"tables": [{"seats": [5, 3, 4], "points": ["5", "0", "0"]}], "byes": [{"player": 1}]},
    ]
    event = commander(rounds, tie_breaks=["PPG"], bye="3")
    lines = {line.player: (line.points, line.tie_breaks["PPG"]) for line in standings(event).standings}
    assert (lines[1], lines[5]) == ((8, 5), (8, 5))
