"""The ready-made games: each counts a table as its source does, worked out here by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.core import registry
from games.core.errors import ImpossiblePoints
from tests.games.core.test_docs import LANGUAGES as WRITTEN

LANGUAGES = {"en", *WRITTEN}
KEYS = (
    *("carcassonne", "catan", "chess", "commander", "doppelkopf", "draughts", "go", "mcr", "riichi", "riichi-oka"),
    *("skat", "ticket-to-ride"),
)


def points(key: str, *typed: str) -> list[str]:
    """Return what a table takes to the standings, after it was checked."""
    game = registry.game_of(key)
    numbers = [Fraction(value) for value in typed]
    game.check_typed(numbers)
    return [str(value) for value in game.points_of(numbers)]


def test_these_are_there():
    assert registry.declared_keys() == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_each_says_where_its_rule_is_from_and_is_named_in_every_language(key):
    declared = registry.game_of(key).declaration
    assert set(declared.names) == LANGUAGES
    assert declared.seat_names is None or set(declared.seat_names) == LANGUAGES
    assert declared.source and declared.usual["source"] and declared.minutes
    assert {"rounds", "system", "table_size", "tie_breaks"} <= set(declared.usual)


@pytest.mark.parametrize(
    ("key", "typed", "taken"),
    [
        # 30,000 each; uma 15, 5, -5, -15 thousand
        ("riichi", ("41200", "30100", "28700", "20000"), ["131/5", "51/10", "-63/10", "-25"]),
        # the second and the third are equal: each has the mean of their uma, which is 0
        ("riichi", ("60000", "25000", "25000", "10000"), ["45", "-5", "-5", "-35"]),
        # 25,000 each, counted from 30,000; the oka of 20 goes to the first, the earlier wind is second
        ("riichi-oka", ("45000", "25000", "25000", "5000"), ["50", "0", "-10", "-40"]),
        ("mcr", ("88", "-8", "-40", "-40"), ["4", "2", "1/2", "1/2"]),
        ("doppelkopf", ("17", "3", "-9", "-11"), ["17", "3", "-9", "-11"]),
        ("catan", ("7", "10", "9", "5"), ["0", "1", "0", "0"]),
        ("catan", ("10", "6", "6"), ["1", "0", "0"]),
        ("carcassonne", ("98", "87"), ["1", "0"]),
        ("carcassonne", ("87", "87"), ["1/2", "1/2"]),
        ("ticket-to-ride", ("112", "130", "88", "97", "45"), ["20", "100", "0", "5", "0"]),
        ("commander", ("0", "5", "0", "0"), ["0", "5", "0", "0"]),
        # a draw gives its point to each who is still in the game, not the mean of their places
        ("commander", ("1", "1", "1"), ["1", "1", "1"]),
        ("commander", ("0", "1", "1"), ["0", "1", "1"]),
        ("commander", ("1", "1", "1", "1"), ["1", "1", "1", "1"]),
        ("commander", ("1", "0", "1", "1"), ["1", "0", "1", "1"]),
        ("commander", ("1", "0", "0", "1"), ["1", "0", "0", "1"]),
        ("chess", ("1/2", "1/2"), ["1/2", "1/2"]),
        ("draughts", ("2", "0"), ["2", "0"]),
        ("go", ("0", "1"), ["0", "1"]),
    ],
)
def test_a_table_counts_as_its_source_says(key, typed, taken):
    assert points(key, *typed) == taken


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("riichi", ("41200", "30100", "28700", "19000")),
        ("riichi", ("41250", "30050", "28700", "20000")),
        ("riichi-oka", ("45000", "25000", "25000", "25000")),
        ("mcr", ("88", "8", "-40", "-40")),
        ("doppelkopf", ("17", "3", "-9", "-10")),
        ("catan", ("10", "10", "9", "5")),
        ("catan", ("10", "9", "5", "6", "7")),
        ("commander", ("5", "1", "0", "0")),
        ("commander", ("1", "0", "0", "0")),
        ("commander", ("5/2", "5/2", "0", "0")),
        ("chess", ("1", "1/2")),
        ("draughts", ("1", "0")),
        ("go", ("1", "1")),
    ],
)
def test_a_table_that_cannot_be_is_refused(key, typed):
    with pytest.raises(ImpossiblePoints):
        points(key, *typed)


def test_the_three_lists_of_skat_make_the_scores_of_seeger_and_fabian():
    skat = registry.game_of("skat")
    # game points, won, lost; at three the others' lost games bring 40 each, at four 30
    three = [[Fraction(n) for n in row] for row in ((1000, 10, 1), (800, 8, 2), (600, 9, 0))]
    assert skat.scores_of(three) == (1000 + 450 + 80, 800 + 300 + 40, 600 + 450 + 120)
    four = [*three, [Fraction(0), Fraction(0), Fraction(3)]]
    assert skat.scores_of(four)[0] == 1000 + 450 + 30 * (2 + 3)
    with pytest.raises(ImpossiblePoints):
        skat.scores_of([[Fraction(0), Fraction(49), Fraction(0)], *three[1:]])
