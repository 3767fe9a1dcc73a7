"""Teams: sums of players' points, missing players by rule, match points with board points, free rounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.documents.document import DocumentError
from scoring.explain import Explainer
from scoring.input.reading import event_from
from scoring.output import standings_document
from scoring.standings import standings
from tests.scoring.documents import document_of


def document(rounds: list[dict[str, Any]], members: dict[str, list[int]], **more: Any) -> dict[str, Any]:
    players = {player: team for team, own in members.items() for player in own}
    of_teams = [{"team": players[player]} for player in sorted(players)]
    game = more.pop("game", "quatro-chess")
    return document_of(game, of_teams, rounds, teams=[{"id": team} for team in members], **more)


def teams_of(value: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(line.rank, line.team, str(line.points)) for line in standings(event_from(value)).teams]


DOUBLE = [
    {
        "tables": [
            {"seats": [1, 5, 3, 7], "points": ["8", "4", "2", "0"]},
            {"seats": [2, 6, 4, 8], "points": ["2", "8", "0", "4"]},
        ]
    }
]
TWO = {"A": [1, 2, 3, 4], "B": [5, 6, 7, 8]}


def test_the_points_of_a_teams_players_are_added_up() -> None:
    """QC 6.4, and QC 7.1 at two boards."""
    value = document(DOUBLE, TWO, pairing={"system": "double-team", "rounds": 1})
    found = standings(event_from(value))
    assert teams_of(value) == [(1, "B", "16"), (2, "A", "12")]
    # Individual prizes: the players have their own standings beside.
    assert [line.player for line in found.standings][:2] == [1, 6]
    assert standings_document(found)["teams"][0] == {"rank": 1, "team": "B", "points": "16"}


def test_equal_teams_share_a_rank_or_draw_lots() -> None:
    rounds = [{"tables": [{"seats": [1, 5, 3, 7], "points": ["6", "6", "2", "0"]}]}]
    rounds[0]["tables"][0]["points"] = ["4"] * 4
    assert teams_of(document(rounds, TWO)) == [(1, "A", "8"), (1, "B", "8")]
    drawn = document(rounds, TWO, scoring={"teams": {"tie_breaks": ["LOT"]}})
    assert [rank for rank, _, _ in teams_of(drawn)] == [1, 2]
    assert teams_of(drawn) == teams_of(drawn)


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ({}, "12"),
        ({"missing": "average"}, "16"),
        ({"missing": "draw"}, "31/2"),
        ({"size": 3}, "12"),
        ({"size": 5, "missing": "average"}, "20"),
        ({"best": 2}, "10"),
        ({"best": 2, "missing": "average"}, "10"),
        ({"best": 4, "missing": "average"}, "16"),
    ],
)
def test_a_missing_player_counts_by_the_declared_rule(rules: dict[str, Any], points: str) -> None:
    """Team A has four members, of whom three came and made 8, 2 and 2."""
    rounds = [
        {
            "tables": [
                {"seats": [1, 5, 3, 7], "points": ["8", "4", "2", "0"]},
                {"seats": [2, 6, 6, 8], "points": ["2", "8", "0", "4"]},
            ],
            "byes": [{"player": 4, "kind": "zero"}],
        }
    ]
    found = {team: made for _, team, made in teams_of(document(rounds, TWO, scoring={"teams": rules}))}
    assert found["A"] == points


def test_a_round_in_which_no_player_of_a_team_came_brings_nothing_to_average() -> None:
    value = document([{"tables": []}], TWO, scoring={"teams": {"missing": "average"}})
    assert teams_of(value) == [(1, "A", "0"), (1, "B", "0")]


def boards(one: list[int], other: list[int], results: list[str]) -> list[dict[str, Any]]:
    worth = {"1": ["1", "0"], "0": ["0", "1"], "=": ["1/2", "1/2"]}
    return [
        {"seats": [white, black], "points": worth[result]}
        for white, black, result in zip(one, other, results, strict=True)
    ]


THREE = {"A": [1, 2], "B": [3, 4], "C": [5, 6]}


def match_event(**teams: Any) -> dict[str, Any]:
    """A beats B 2-0, C beats A 1 1/2 - 1/2, B beats C 2-0; each has a free round."""
    rounds: list[dict[str, Any]] = [
        {"tables": boards([1, 2], [3, 4], ["1", "1"]), "byes": [{"player": 5}, {"player": 6}]},
        {"tables": boards([5, 6], [1, 2], ["1", "="]), "byes": [{"player": 3}, {"player": 4}]},
        {"tables": boards([3, 4], [5, 6], ["1", "1"]), "byes": [{"player": 1}, {"player": 2}]},
    ]
    for entry in rounds:
        for number, table in enumerate(entry["tables"], 1):
            table["number"] = number
    return document(
        rounds, THREE, game="quarto", pairing={"system": "team-berger", "table_size": 2}, scoring={"teams": teams}
    )


def test_matches_give_match_points_and_board_points_break_ties() -> None:
    found = standings(event_from(match_event()))
    assert [(line.rank, line.team, line.points, line.tie_breaks) for line in found.teams] == [
        (1, "A", 2, {"MPvGP": Fraction(5, 2)}),
        (2, "B", 2, {"MPvGP": Fraction(2)}),
        (3, "C", 2, {"MPvGP": Fraction(3, 2)}),
    ]
    assert found.final
    assert standings_document(found)["teams"][0]["tie_breaks"] == {"MPvGP": "5/2"}


def test_match_points_are_declared() -> None:
    found = standings(event_from(match_event(match_points=["3", "1", "0"], bye=["1", "1/2"])))
    assert [(line.team, line.points) for line in found.teams] == [("A", 4), ("B", 4), ("C", 4)]
    assert found.teams[0].tie_breaks == {"MPvGP": 3}
    assert found.teams[0].trail == (3, 0, 1)


def test_a_match_event_may_be_scored_by_sums() -> None:
    found = standings(event_from(match_event(score="sum")))
    assert [(line.rank, line.team, str(line.points)) for line in found.teams] == [
        (1, "A", "5/2"),
        (2, "B", "2"),
        (3, "C", "3/2"),
    ]


def test_team_tie_breaks_of_a_round_robin() -> None:
    codes = ["EDE", "BH:MP", "EMMSB", "EGGSB", "TBR", "BC"]
    found = standings(event_from(match_event(tie_breaks=codes)))
    values = {line.team: line.tie_breaks for line in found.teams}
    assert "BH:MP" not in values["A"]
    assert {team: own["EMMSB"] for team, own in values.items()} == {"A": 4, "B": 4, "C": 4}
    # Board points against each, times the other's total: A 2 x 2 + 1/2 x 3/2.
    assert {team: own["EGGSB"] for team, own in values.items()} == {
        "A": Fraction(19, 4),
        "B": Fraction(3),
        "C": Fraction(15, 4),
    }
    assert {team: own["EDE"] for team, own in values.items()} == {"A": 2, "B": 2, "C": 2}


def test_pairs_at_tables_of_four_play_a_match_too() -> None:
    members = {"A": [1, 2, 3, 4], "B": [5, 6, 7, 8]}
    rounds = [
        {
            "tables": [
                {"seats": [1, 6, 4, 7], "points": ["8", "0", "4", "2"]},
                {"seats": [2, 5, 3, 8], "points": ["0", "8", "2", "4"]},
            ]
        }
    ]
    value = document(rounds, members, pairing={"system": "team-berger", "table_size": 4})
    found = standings(event_from(value))
    assert [(line.team, line.points, line.tie_breaks) for line in found.teams] == [
        ("A", 1, {"MPvGP": 14}),
        ("B", 1, {"MPvGP": 14}),
    ]


def test_a_match_with_a_board_missing_is_not_decided_yet() -> None:
    value = match_event()
    value["rounds"][2]["tables"][1]["points"] = None
    found = standings(event_from(value))
    assert not found.final
    assert {line.team: line.points for line in found.teams} == {"A": 2, "B": 0, "C": 2}


def test_a_forfeited_match_is_won_without_playing() -> None:
    value = match_event(tie_breaks=["WIN", "WON"])
    for table in value["rounds"][0]["tables"]:
        table.update(points=["1", None], end="forfeit")
    found = {line.team: line for line in standings(event_from(value)).teams}
    assert found["A"].points == 2
    assert found["A"].tie_breaks == {"WIN": 1, "WON": 0}


def test_a_teams_values_are_explained_by_their_terms() -> None:
    explainer = Explainer(event_from(match_event(tie_breaks=["EDE", "MPvGP", "EGGSB"])))
    assert explainer.explain_team("A", "points").text == "Points 2 = 2 + 0 + 0"
    assert explainer.explain_team("A", "MPvGP").text == "MPvGP 5/2 = 2 + 1/2"
    found = explainer.explain_team("A", "EGGSB")
    assert [(term.opponent, term.amount) for term in found.terms] == [(2, 4), (3, Fraction(3, 4))]
    assert explainer.explain_team("A", "EDE").value == 2
    for team, code in (("D", "MPvGP"), ("A", "BH"), ("A", "ARO"), ("A", "TBR")):
        with pytest.raises(DocumentError):
            explainer.explain_team(team, code)
