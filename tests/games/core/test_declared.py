"""Declared games: what a declaration may say, which results it allows, and what they bring."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import registry
from games.core.declarations.declaration import BadDeclaration, parse, read
from games.core.declarations.declared import DeclaredGame
from games.core.errors import BadRecord, ImpossiblePoints
from games.core.registry import BrokenGame
from tests.support.examples import examples

RIICHI: dict[str, Any] = {
    "key": "riichi-test",
    "names": {"en": "Riichi", "de": "Riichi-Mahjong"},
    "seats": [4],
    "seat_names": {"en": ["East", "South", "West", "North"], "de": ["Ost", "Süd", "West", "Nord"]},
    "entry": "score",
    "score": {
        "step": "100",
        "total": {"4": "100000"},
        "odd": {"least": "-20000", "most": "70000"},
        "start": "25000",
        "unit": "1000",
        "uma": {"4": ["15", "5", "-5", "-15"]},
        "oka": {"4": "20"},
        "counts": "both",
    },
}
PODS: dict[str, Any] = {
    "key": "pods",
    "names": {"en": "Pods"},
    "seats": [3, 4],
    "entry": "points",
    "tables": {"3": [["5", "0", "0"], ["1", "1", "1"]], "4": [["5", "0", "0", "0"], ["1", "1", "1", "1"]]},
}
ORDER: dict[str, Any] = {
    "key": "order",
    "names": {"en": "Order"},
    "seats": [3, 4, 5, 6],
    "entry": "places",
    "worth": {
        "3": ["4", "2", "0"],
        "4": ["6", "4", "2", "0"],
        "5": ["8", "6", "4", "2", "0"],
        "6": ["10", "8", "6", "4", "2", "0"],
    },
}
few = settings(max_examples=examples(60))
READY = registry.ready_made()


def made(document: dict[str, Any], **changes: Any) -> DeclaredGame:
    return DeclaredGame(read({**document, **changes}))


def numbers(*values: int | str) -> list[Fraction]:
    return [Fraction(value) for value in values]


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a declaration with another value at a path such as ``score.uma``."""
    copy = deepcopy(document)
    *above, last = path.split(".")
    part = copy
    for name in above:
        part = part[name]
    part[last] = value
    return copy


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        # Worked examples of the usual rule: (score - 30,000) / 1,000 + uma, and the oka of 20 for the first.
        ((42300, 28100, 19600, 10000), ("473/10", "31/10", "-77/5", "-35")),
        ((25000, 25000, 25000, 25000), ("0", "0", "0", "0")),
        ((40000, 40000, 15000, 5000), ("30", "30", "-20", "-40")),
        ((70400, 20000, 15000, -5400), ("377/5", "-5", "-20", "-252/5")),
    ],
    ids=["usual", "all-equal", "tie-for-first", "below-zero"],
)
def test_riichi_scores_become_points_with_uma_and_oka(scores: tuple[int, ...], points: tuple[str, ...]) -> None:
    game = made(RIICHI)
    game.check_typed(numbers(*scores))
    assert list(game.points_of(numbers(*scores))) == numbers(*points)


@few
@given(st.lists(st.integers(-300, 900), min_size=3, max_size=3), st.sampled_from(["share", "seat"]))
def test_uma_and_oka_move_points_and_make_none(hundreds: list[int], ties: str) -> None:
    game = made(RIICHI, ties=ties)
    scores = numbers(*(value * 100 for value in hundreds), 100_000 - 100 * sum(hundreds))
    game.check_typed(scores)
    taken = game.points_of(scores)
    assert sum(value for value in taken if value is not None) == 0


@few
@given(st.lists(st.integers(-300, 900), min_size=4, max_size=4))
def test_every_table_adds_up_to_its_total_or_is_refused(hundreds: list[int]) -> None:
    game = made(RIICHI)
    scores = numbers(*(value * 100 for value in hundreds))
    if sum(scores) == 100_000:
        game.check_typed(scores)
    else:
        with pytest.raises(ImpossiblePoints, match="add up to 100000"):
            game.check_typed(scores)


@pytest.mark.parametrize(
    ("ties", "points"),
    [("share", ["5", "5", "2", "0"]), ("best", ["6", "6", "2", "0"]), ("seat", ["6", "4", "2", "0"])],
    ids=["share", "best", "seat"],
)
def test_those_who_share_a_place_take_what_the_rule_says(ties: str, points: list[str]) -> None:
    game = made(ORDER, ties=ties)
    game.check_typed(numbers(1, 1, 3, 4))
    assert list(game.points_of(numbers(1, 1, 3, 4))) == numbers(*points)


@few
@given(st.lists(st.integers(0, 4), min_size=3, max_size=6), st.sampled_from(["share", "best", "seat"]))
def test_points_for_places_follow_their_order_and_are_possible(values: list[int], ties: str) -> None:
    game = made(ORDER, ties=ties)
    places = numbers(*(1 + sum(other > own for other in values) for own in values))
    game.check_typed(places)
    taken = [value for value in game.points_of(places) if value is not None]
    game.check_points({}, taken)
    ranked = sorted(zip(places, taken, strict=True), key=lambda entry: (entry[0], -entry[1]))
    assert all(first[1] >= second[1] for first, second in pairwise(ranked))
    if ties != "best":
        assert sum(taken) == sum(numbers(*ORDER["worth"][str(len(values))]))


@few
@given(st.lists(st.integers(0, 6), min_size=4, max_size=4))
def test_lower_scores_win_where_the_declaration_says_so(values: list[int]) -> None:
    low = made({**ORDER, "entry": "score", "higher_is_better": False})
    high = made({**ORDER, "entry": "score"})
    assert low.points_of(numbers(*values)) == high.points_of(numbers(*(-value for value in values)))


@pytest.mark.parametrize(
    ("document", "typed", "rule"),
    [
        (RIICHI, (25000, 25000, 25000, 24000), "The scores of a table add up to 100000; these make 99000."),
        (RIICHI, (25050, 24950, 25000, 25000), "Seat 1: scores go in steps of 100; 25050 is not possible."),
        (PODS, (5, 5, 0, 0), "No table of 4 ends with (5, 5, 0, 0). Possible are (5, 0, 0, 0) or (1, 1, 1, 1)."),
        (PODS, (5, 0), "Pods is played by 3 or 4 players, not by 2."),
        (ORDER, (1, 1, 2, 4), "2 players share place 1, so the next place is 3, not 2."),
        (
            {**ORDER, "ties": "refuse"},
            (1, 2, 2, 4),
            "Seat 2 and seat 3 have the same result, but in this game nobody shares a place.",
        ),
        ({**ORDER, "draws": False}, (1, 1, 3, 4), "Somebody wins this game; nobody shares the first place."),
        ({**ORDER, "partners": [[1, 3], [2, 4]]}, (1, 2, 3, 4), "Partners get the same, but seats 1 and 3 did not."),
        (
            {**PODS, "tables": None, "amounts": ["0", "2"]},
            (2, 1, 0),
            "Seat 2: a player gets 0 or 2 points here, not 1.",
        ),
        (changed(RIICHI, "score.least", "0"), (100100, -100, 0, 0), "Seat 2: a score is at least 0 here, not -100."),
        (
            changed(RIICHI, "score.most", "90000"),
            (100000, 0, 0, 0),
            "Seat 1: a score is at most 90000 here, not 100000.",
        ),
    ],
    ids=["total", "step", "tables", "seats", "places", "ties", "draws", "partners", "amounts", "least", "most"],
)
def test_an_impossible_result_is_refused_with_the_rule(
    document: dict[str, Any], typed: tuple[int, ...], rule: str
) -> None:
    with pytest.raises(ImpossiblePoints) as refusal:
        made(document).check_typed(numbers(*typed))
    assert refusal.value.message.startswith(rule)


def test_a_refused_result_of_two_is_told_from_both_sides() -> None:
    with pytest.raises(ImpossiblePoints) as refusal:
        next(game for game in READY if game.info.key == "go").check_typed(numbers(1, 1))
    assert refusal.value.message == "In Go: 1–0, 0–1 or 1/2–1/2."


def test_an_odd_score_is_possible_and_asked_about() -> None:
    game = made(RIICHI)
    scores = numbers(75000, 20000, 5000, 0)
    game.check_typed(scores)
    assert str(game.odd(scores)) == "Seat 1: a score of 75000 is unusually high."
    assert game.odd(numbers(40000, 30000, 20000, 10000)) is None


def test_points_alone_do_not_tell_scores_that_places_changed() -> None:
    with pytest.raises(ImpossiblePoints, match="Give the scores as game points"):
        made(RIICHI).check_points({}, numbers(15, 5, -5, -15))


@pytest.mark.parametrize(
    ("seats", "columns", "scores"),
    [
        # Seeger-Fabian: 50 for a game won, -50 for one lost, 40 (at four 30) for each that another lost.
        (3, [(500, 8, 1), (300, 6, 2), (100, 3, 0)], (500 + 350 + 80, 300 + 200 + 40, 100 + 150 + 120)),
        (4, [(500, 8, 1), (300, 6, 2), (100, 3, 0), (0, 0, 0)], (910, 530, 340, 90)),
    ],
    ids=["three", "four"],
)
def test_columns_make_the_score_of_a_skat_list(seats: int, columns: list[tuple[int, ...]], scores: Any) -> None:
    skat = {
        "key": "lists",
        "names": {"en": "Lists"},
        "seats": [3, 4],
        "entry": "score",
        "score": {"counts": "score"},
        "columns": [
            {"names": {"en": "Game points"}},
            {"names": {"en": "Won"}, "own": "50", "least": "0"},
            {"names": {"en": "Lost"}, "own": "-50", "others": {"3": "40", "4": "30"}, "least": "0"},
        ],
    }
    game = made(skat)
    assert game.scores_of([numbers(*row) for row in columns]) == tuple(scores)
    with pytest.raises(ImpossiblePoints, match="Seat 1, Won: enter 0 to 1000000, not -1"):
        game.scores_of([numbers(0, -1, 0) for _seat in range(seats)])


def test_a_forfeit_ranks_those_who_came() -> None:
    game = made(ORDER)
    game.check_forfeit([Fraction(2), None, Fraction(1), Fraction(3)])
    assert game.points_of([Fraction(2), None, Fraction(1), Fraction(3)]) == (4, None, 6, 2)
    made(PODS).check_forfeit([Fraction(5), None, Fraction(0), Fraction(0)])
    with pytest.raises(ImpossiblePoints):
        made(PODS).check_forfeit([Fraction(5), None, Fraction(5), Fraction(0)])


@pytest.mark.parametrize("changes", [{"draws": False}, {"ties": "refuse"}], ids=["draws", "ties"])
@pytest.mark.parametrize(("entry", "typed"), [("places", (1, 1, 3)), ("score", (9, 9, 4))], ids=["places", "score"])
def test_those_who_came_share_no_place_that_a_whole_table_cannot_share(
    changes: dict[str, Any], entry: str, typed: tuple[int, ...]
) -> None:
    game = made(ORDER, entry=entry, **changes)
    with pytest.raises(ImpossiblePoints):
        game.check_forfeit([*numbers(*typed), None])
    game.check_forfeit([*numbers(1, 2, 3), None])


@pytest.mark.parametrize(
    ("changes", "drawn"),
    [({}, True), ({"draws": False}, False), ({"ties": "refuse"}, False), ({"ties": "seat"}, True)],
    ids=["share", "draws", "refuse", "seat"],
)
@pytest.mark.parametrize("entry", ["places", "score"])
def test_partners_are_one_side_in_every_rule_for_shared_places(
    changes: dict[str, Any], drawn: bool, entry: str
) -> None:
    game = made(ORDER, entry=entry, partners=[[1, 3], [2, 4]], **changes)
    won = numbers(1, 3, 1, 3) if entry == "places" else numbers(7, 2, 7, 2)
    level = numbers(1, 1, 1, 1) if entry == "places" else numbers(5, 5, 5, 5)
    game.check_typed(won)
    assert game.points_of(won) == (5, 1, 5, 1)
    game.check_points({}, numbers(5, 1, 5, 1))
    if not drawn:
        with pytest.raises(ImpossiblePoints):
            game.check_typed(level)
        return
    game.check_typed(level)
    taken = game.points_of(level)
    assert taken == ((5, 1, 5, 1) if changes else (3, 3, 3, 3))
    game.check_points({}, [value for value in taken if value is not None])


def test_partners_win_by_points_where_nobody_may_draw() -> None:
    game = made(PODS, seats=[4], tables=None, amounts=["0", "2"], draws=False, partners=[[1, 2], [3, 4]])
    game.check_typed(numbers(2, 2, 0, 0))
    with pytest.raises(ImpossiblePoints):
        game.check_typed(numbers(2, 2, 2, 2))


@pytest.mark.parametrize("score", [1_000_100, -1_000_100])
def test_no_score_is_further_from_zero_than_a_declaration_may_say(score: int) -> None:
    with pytest.raises(ImpossiblePoints, match="1000000 here"):
        made(RIICHI).check_typed(numbers(score, 100_000 - score, 0, 0))


@pytest.mark.parametrize(
    ("document", "path", "value", "fault"),
    [
        (RIICHI, "colour", 1, "colour: There is no such entry."),
        (RIICHI, "seats", [4, 3], "seats: Give each number once"),
        (RIICHI, "seats", [4, 7], "seats.1: This must be a whole number from 2 to 6."),
        (RIICHI, "seats", None, "seats: This is missing."),
        (RIICHI, "names", {"de": "Riichi"}, "names.en: This is missing."),
        (RIICHI, "key", "Riichi", "key: A key has small letters"),
        (RIICHI, "entry", "moves", "entry: This must be places, points or score."),
        (RIICHI, "score.uma", {"4": ["15", "5", "-15"]}, "score.uma.4: This needs 4 entries, not 3."),
        (RIICHI, "score.uma", None, "score.uma: This is missing."),
        (RIICHI, "score.counts", "score", "score.uma: Leave this out"),
        (RIICHI, "score.total", {"4": "100050"}, "score.total.4: 100050 cannot be reached in steps of 100."),
        (RIICHI, "score.step", "0", "score.step: This must be more than zero."),
        (RIICHI, "score.step", 100, "score.step: This must be a number in quotation marks"),
        (RIICHI, "score.step", "1/7", "score.unit: These parts are too fine"),
        (RIICHI, "score.most", "99999999", "score.most: Numbers go up to 1000000."),
        (RIICHI, "amounts", ["1"], "amounts: Leave this out"),
        (RIICHI, "minutes", True, "minutes: This must be a whole number from 1 to 1440."),
        (RIICHI, "seat_names", {"en": ["a", "a", "b", "c"]}, "seat_names.en: Something stands here twice."),
        (PODS, "tables", None, "amounts: Say which amounts"),
        (PODS, "tables", {"4": [["1", "0", "0", "0"]]}, "tables: Say it for tables of 3, too."),
        (PODS, "partners", [[1, 2], [2, 3]], "partners: Partners hold each seat once"),
        (PODS, "usual", {"table_size": 5}, "usual.table_size: This must be 3 or 4."),
        (ORDER, "worth", None, "worth: This is missing."),
        (ORDER, "ties", "lot", "ties: This must be share, best, seat or refuse."),
        (ORDER, "worth", {**ORDER["worth"], "3": ["1", "2", "0"]}, "worth.3: A later place cannot bring more"),
    ],
)
def test_a_fault_of_a_declaration_is_named(document: dict[str, Any], path: str, value: Any, fault: str) -> None:
    with pytest.raises(BadDeclaration) as refusal:
        read(changed(document, path, value))
    assert str(refusal.value.notice).startswith(fault)


@pytest.mark.parametrize("text", ["", "[", "{]", "[" * 100_000, "3"])
def test_a_file_that_is_no_declaration_is_refused(text: str) -> None:
    with pytest.raises(BadDeclaration):
        parse(text)


def test_a_name_stands_in_the_readers_language_or_in_english() -> None:
    game = made(RIICHI)
    assert [game.declaration.name(language) for language in ("de", "de-at", "fr")] == [
        "Riichi-Mahjong",
        "Riichi-Mahjong",
        "Riichi",
    ]
    assert game.seat_names("de")[1] == "Süd"
    assert game.seat_names("nl")[1] == "South"


def test_the_games_with_an_engine_come_first_and_alone_have_one() -> None:
    assert registry.all_keys()[: len(registry.keys())] == registry.keys()
    assert "catan" in registry.all_keys()
    assert not registry.game_of("catan").info.engine
    assert registry.game_of("quarto") is registry.get("quarto")
    with pytest.raises(BadRecord, match="Catan has no engine here"):
        registry.get("catan")
    with pytest.raises(BadRecord, match="There is no game"):
        registry.game_of("../catan")


def test_a_game_in_the_options_of_its_event_is_made_once() -> None:
    first = registry.game_of("declared", {"declaration": RIICHI})
    assert first is registry.game_of("declared", {"declaration": deepcopy(RIICHI)})
    assert (first.info.key, first.info.name) == ("declared", "Riichi")
    with pytest.raises(BadDeclaration):
        registry.game_of("declared", {})


def test_a_broken_file_of_a_ready_made_game_says_which(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "declaration.json").write_text(json.dumps({**PODS, "key": "other"}))
    monkeypatch.setattr(registry, "_declarations", lambda: {"broken": folder / "declaration.json"})
    registry._ready_made.cache_clear()
    with pytest.raises(BrokenGame, match="its name there wants 'broken'"):
        registry._ready_made("broken")
