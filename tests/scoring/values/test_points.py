"""Points for places, shares, smaller tables, byes: by declared rules, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import DocumentError
from scoring.input.reading import event_from
from scoring.input.rules import rules_of
from scoring.points import DEFAULT, fitted, shared
from scoring.standings import standings
from tests.scoring.documents import document_of
from tests.support.examples import examples


def fractions(*values: int | str) -> tuple[Fraction, ...]:
    return tuple(Fraction(value) for value in values)


def document(game: str, tables: list[dict[str, Any]], players: int = 8, **more: Any) -> dict[str, Any]:
    return document_of(game, players, [{"tables": tables}], **more)


def points_of(value: dict[str, Any]) -> list[str]:
    """Return the points of the players in the order of their numbers."""
    lines = standings(event_from(value)).standings
    return [str(line.points) for line in sorted(lines, key=lambda line: line.player)]


@pytest.mark.parametrize(
    ("points", "shares"),
    [
        ((9, 5, 2, 1), ("3", "2", "1", "0")),
        ((1, 9, 5, 2), ("0", "3", "2", "1")),
        ((5, 5, 2, 1), ("5/2", "5/2", "1", "0")),
        ((5, 2, 2, 2), ("3", "1", "1", "1")),
        ((4, 4, 4, 4), ("3/2", "3/2", "3/2", "3/2")),
        ((5, 3, 3, 1), ("3", "3/2", "3/2", "0")),
        ((7, 7, 7), ("1", "1", "1")),
        ((1, 1), ("1/2", "1/2")),
    ],
)
def test_ties_share_the_points_of_their_places(points: tuple[int, ...], shares: tuple[str, ...]) -> None:
    assert shared(fractions(*points), DEFAULT[len(points)]) == fractions(*shares)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=4))
@settings(max_examples=examples(60))
def test_sharing_twice_is_sharing_once_and_loses_nothing(points: list[int]) -> None:
    worth = DEFAULT[len(points)]
    once = shared(fractions(*points), worth)
    assert shared(once, worth) == once
    assert sum(once) == sum(worth)


@pytest.mark.parametrize(
    ("how", "seats", "places"),
    [
        ("average", 3, ("9/2", "2", "1/4")),
        ("average", 2, ("4", "1/2")),
        ("last", 3, ("3", "1", "0")),
        ("last", 2, ("1", "0")),
        ("first", 3, ("5", "3", "1")),
        ("first", 2, ("5", "3")),
    ],
)
def test_a_list_fits_smaller_tables_by_rule(how: str, seats: int, places: tuple[str, ...]) -> None:
    assert fitted(fractions(5, 3, 1, 0), seats, how) == fractions(*places)


@given(st.lists(st.integers(0, 9), min_size=4, max_size=4), st.integers(2, 3))
@settings(max_examples=examples(60))
def test_fitting_by_average_keeps_the_mean_of_a_table(worth: list[int], seats: int) -> None:
    places = fitted(fractions(*sorted(worth, reverse=True)), seats, "average")
    assert sum(places) / seats == Fraction(sum(worth), 4)
    assert list(places) == sorted(places, reverse=True)


PLACES = {"scoring": {"points": "places"}}
TABLES: dict[str, tuple[str, dict[str, Any], list[tuple[list[int], str]], str]] = {
    "places by the order of the points": (
        "quaro",
        PLACES,
        [([1, 2, 3, 4], "17 12 12 3"), ([5, 6, 7], "0 9 4"), ([8, 9], "4 4")],
        "3 3/2 3/2 0 0 2 1 1/2 1/2",
    ),
    "the points of the game": (
        "quatro-chess",
        {"options": {"draw_points": "share"}},
        [([1, 2, 3, 4], "14/3 14/3 0 14/3")],
        "14/3 14/3 0 14/3",
    ),
    "a list of one's own": (
        "quatro-chess",
        {"scoring": {"points": {"places": ["5", "3", "1", "0"]}}},
        [([1, 2, 3, 4], "8 4 2 0"), ([5, 6, 5, 7], "8 4 2 0")],
        "5 3 1 0 3 3 0",
    ),
    "a list for each size": (
        "quaro",
        {"scoring": {"points": {"places": {"4": ["10", "6", "3", "1"], "3": ["8", "4", "2"]}}}},
        [([1, 2, 3, 4], "9 5 4 1"), ([5, 6, 7], "9 5 4")],
        "10 6 3 1 8 4 2",
    ),
    "the last places are the absent's": (
        "quaro",
        {},
        [([1, 2, 3, 4], "9 12 - 9"), ([5, 6, 7, 8], "- 1 - -")],
        "3/2 3 0 3/2 0 3 0 0",
    ),
}
"""A game, what is declared, the tables with their points (`-`: did not come), and what each player has then."""


@pytest.mark.parametrize(("game", "more", "tables", "expected"), TABLES.values(), ids=TABLES)
def test_players_have_what_is_declared_for_their_points_or_places(
    game: str, more: dict[str, Any], tables: list[tuple[list[int], str]], expected: str
) -> None:
    played = [
        {"seats": seats, "points": [None if each == "-" else each for each in points.split()]}
        | ({"end": "forfeit"} if "-" in points else {})
        for seats, points in tables
    ]
    assert points_of(document(game, played, len(expected.split()), **more)) == expected.split()


def test_points_for_places_may_stand_in_the_document_already() -> None:
    tables = [{"seats": [1, 2, 3, 4], "points": ["3", "2", "1", "0"]}]
    assert points_of(document("quatro-chess", tables, 4, **PLACES)) == ["3", "2", "1", "0"]
    with pytest.raises(DocumentError, match="No game gives 3, 2, 1 and 0"):
        event_from(document("quatro-chess", tables, 4))


def test_a_list_too_short_for_a_table_is_refused() -> None:
    tables = [{"seats": [1, 2, 3, 4], "points": ["9", "5", "4", "1"]}]
    with pytest.raises(DocumentError, match="too few for") as caught:
        event_from(document("quaro", tables, 4, scoring={"points": {"places": ["2", "1", "0"]}}))
    assert caught.value.place == "scoring.points.places"


BYES = [
    ("quarto", "swiss", 2, {"pairing": "1", "half": "1/2", "full": "1", "zero": "0"}),
    ("quarto", "berger", 2, {"pairing": "0", "half": "1/2", "full": "1", "zero": "0"}),
    ("quatro-chess", "swiss-tables", 4, {"pairing": "7/2", "half": "7/2", "full": "8", "zero": "0"}),
    ("quatro-chess", "tables", 3, {"pairing": "7/2", "half": "7/2", "full": "8", "zero": "0"}),
    ("quatro-chess", "swiss", 2, {"pairing": "6", "half": "7/2", "full": "6", "zero": "0"}),
    ("quaro", "swiss-tables", 4, {"pairing": "3/2", "half": "3/2", "full": "3", "zero": "0"}),
    ("quaro", "swiss-tables", 3, {"pairing": "1", "half": "1", "full": "2", "zero": "0"}),
]


@pytest.mark.parametrize(("game", "system", "size", "byes"), BYES)
def test_byes_are_worth_what_the_table_size_suggests(game: str, system: str, size: int, byes: dict[str, str]) -> None:
    value = document(game, [], pairing={"system": system, "table_size": size})
    value["rounds"] = [{"byes": [{"player": n, "kind": kind} for n, kind in enumerate(byes, 1)]}]
    assert points_of(value)[: len(byes)] == list(byes.values())


def test_declared_byes_are_taken() -> None:
    value = document("quarto", [], 3, scoring={"bye": "1/2"})
    assert rules_of(event_from(value)).byes["pairing"] == Fraction(1, 2)
    value = document("quarto", [], 3, scoring={"bye": {"pairing": "0", "half": "1/3"}})
    assert rules_of(event_from(value)).byes == {"pairing": 0, "half": Fraction(1, 3), "full": 1, "zero": 0}


@pytest.mark.parametrize(
    ("scoring", "place"),
    [
        ({"bye": "2"}, "scoring.bye"),
        ({"bye": {"half": "3/2"}}, "scoring.bye.half"),
        ({"bye": 1}, "scoring.bye"),
        ({"bye": {"late": "1"}}, "scoring.bye.late"),
        ({"points": "elo"}, "scoring.points"),
        ({"points": {"places": ["1"]}}, "scoring.points.places"),
        ({"points": {"places": ["1", "2"]}}, "scoring.points.places[1]"),
        ({"points": {"places": ["1", "-1"]}}, "scoring.points.places[1]"),
        ({"points": {"places": {"3": ["1", "0"]}}}, "scoring.points.places.3"),
        ({"points": {"places": {"9": ["1", "0"]}}}, 'scoring.points.places["9"]'),
        ({"points": {"place": ["1", "0"]}}, "scoring.points.place"),
        ({"points": {}}, "scoring.points.places"),
        ({"tie_breaks": ["BH", "BH"]}, "scoring.tie_breaks[1]"),
        ({"tie_breaks": ["XY"]}, "scoring.tie_breaks[0]"),
        ({"tie_breaks": ["BH/C3"]}, "scoring.tie_breaks[0]"),
        ({"tie_breaks": ["WIN/C1"]}, "scoring.tie_breaks[0]"),
        ({"tie_breaks": ["BEST"]}, "scoring.tie_breaks[0]"),
        ({"tie_breaks": ["EMMSB"]}, "scoring.tie_breaks[0]"),
        ({"tie_breaks": ["BH:GP"]}, "scoring.tie_breaks[0]"),
        ({"tie_breaks": "BH"}, "scoring.tie_breaks"),
        ({"teams": {"tie_breaks": ["ARO"]}}, "scoring.teams.tie_breaks[0]"),
        ({"teams": {"match_points": ["2", "1"]}}, "scoring.teams.match_points"),
        ({"teams": {"match_points": ["2", "3/2", "0"]}}, "scoring.teams.match_points"),
        ({"teams": {"bye": ["3", "0"]}}, "scoring.teams.bye[0]"),
        ({"edition": 2026}, "scoring.edition"),
        ({"expelled_players": [9]}, "scoring.expelled_players[0]"),
        ({"penalties": {}}, "scoring.penalties"),
        ({"penalties": [[]]}, "scoring.penalties[0]"),
        ({"penalties": [{"player": 1, "round": 1, "points": "1"}]}, "scoring.penalties[0].reason"),
        ({"penalties": [{"round": 1, "points": "1", "reason": "x"}]}, "scoring.penalties[0]"),
        ({"penalties": [{"player": 1, "team": "A", "round": 1, "points": "1", "reason": "x"}]}, "scoring.penalties[0]"),
        ({"penalties": [{"player": 9, "round": 1, "points": "1", "reason": "x"}]}, "scoring.penalties[0].player"),
        ({"penalties": [{"team": "Z", "round": 1, "points": "1", "reason": "x"}]}, "scoring.penalties[0].team"),
        ({"penalties": [{"player": 1, "round": 0, "points": "1", "reason": "x"}]}, "scoring.penalties[0].round"),
        ({"penalties": [{"player": 1, "round": 1, "points": "0", "reason": "x"}]}, "scoring.penalties[0].points"),
        ({"penalties": [{"player": 1, "round": 1, "points": "-1", "reason": "x"}]}, "scoring.penalties[0].points"),
        ({"penalties": [{"player": 1, "round": 1, "points": "1", "reason": " "}]}, "scoring.penalties[0].reason"),
        ({"unrated": "1000"}, "scoring.unrated"),
        ({"colour": 1}, "scoring.colour"),
    ],
)
def test_rules_that_cannot_be_are_named_by_their_place(scoring: dict[str, Any], place: str) -> None:
    with pytest.raises(DocumentError) as caught:
        event_from(document("quarto", [], 3, scoring=scoring))
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("game", "seats", "points"),
    [
        ("quarto", [1, 2], ["2", "0"]),
        ("quarto", [1, 2], ["1", "1"]),
        ("quarto", [1, 2, 3, 4], ["1", "0", "0", "0"]),
        ("quatro-chess", [1, 2, 3, 4], ["8", "8", "0", "0"]),
        ("quaro", [1, 2], ["1/3", "0"]),
    ],
)
def test_points_that_the_game_cannot_give_are_refused(game: str, seats: list[int], points: list[str]) -> None:
    with pytest.raises(DocumentError) as caught:
        event_from(document(game, [{"seats": seats, "points": points}]))
    assert caught.value.place == "rounds[0].tables[0].points"


@pytest.mark.parametrize(
    ("game", "seats", "points", "fits"),
    [
        ("quarto", [1, 2], ["1", None], True),
        ("quarto", [1, 2], [None, None], True),
        ("quarto", [1, 2], ["1/2", None], False),
        ("quarto", [1, 2], ["2", None], False),
        ("quatro-chess", [1, 2, 3, 4], ["8", "4", "2", None], True),
        ("quatro-chess", [1, 2, 3, 4], ["8", "4", None, None], True),
        ("quatro-chess", [1, 2, 3, 4], ["8", "8", None, None], False),
        ("quatro-chess", [1, 2, 3, 4], ["6", None, "6", "0"], False),
        ("quatro-chess", [1, 2, 1, 3], ["6", None, "6", "0"], True),
        ("quatro-chess", [1, 1, 2, 3], [None, None, "8", "4"], True),
        ("quatro-chess", [1, 1, 2, 3], ["8", None, "4", "2"], False),
        ("quatro-chess", [1, 2, 2, 1], [None, "4", "2", "8"], False),
    ],
)
def test_points_in_a_forfeit_are_what_the_game_gives_where_the_missing_went_out_early(
    game: str, seats: list[int], points: list[str | None], fits: bool
) -> None:
    """As at the desk and at an import; QC 5.1: two colours of four single players never share 6 each."""
    value = document(game, [{"seats": seats, "points": points, "end": "forfeit"}])
    if fits:
        event_from(value)
    else:
        with pytest.raises(DocumentError) as caught:
            event_from(value)
        assert caught.value.place == "rounds[0].tables[0].points"


@pytest.mark.parametrize(
    ("points", "tally", "scoring", "fits"),
    [
        (["3", "2", "1", "0"], ["8", "4", "2", "0"], {"points": "places"}, True),
        (["3", "1", "2", "0"], ["8", "4", "2", "0"], {"points": "places"}, False),
        (["0", "1", "2", None], ["2", "4", "8", None], {"points": "places"}, False),
        (["1", "2", "3", None], ["2", "4", "8", None], {"points": "places"}, True),
        (["2", "4", "8", "0"], ["2", "4", "8", "0"], {"points": "places"}, True),
        (["8", "4", "2", "0"], ["4", "8", "2", "0"], {}, False),
    ],
)
def test_points_are_what_the_games_own_bring(
    points: list[str | None], tally: list[str | None], scoring: dict[str, Any], fits: bool
) -> None:
    end = "played" if tally[3] else "forfeit"
    table = {"seats": [1, 2, 3, 4], "points": points, "game_points": tally, "end": end}
    value = document("quatro-chess", [table], 4, scoring=scoring)
    if fits:
        event_from(value)
    else:
        with pytest.raises(DocumentError, match="This result brings"):
            event_from(value)


def test_an_option_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(DocumentError) as caught:
        event_from(document("quarto", [], options={"colour": "red"}))
    assert caught.value.place == "options"
    with pytest.raises(DocumentError) as caught:
        event_from(document("halma", []))
    assert caught.value.place == "game"
