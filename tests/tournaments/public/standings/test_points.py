"""Exact points as a person reads them."""

from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tournaments.sentences.points import GLYPHS, listed, parts, readable, together, written_for


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0", "0"), ("12", "12"), ("1/2", "½"), ("7/2", "3½"), ("31/2", "15½"), ("14/3", "4⅔"), ("1/3", "⅓"),
        ("9/4", "2¼"), ("-1/2", "−½"), ("-7/2", "−3½"), ("-3", "−3"), ("5/7", "5⁄7"), ("19/7", "2\u20095⁄7"),
        ("41200", "41,200"), ("-10300", "−10,300"), ("-900", "−900"), ("9800", "9800"), ("82401/2", "41,200½"),
        ("131/5", "26.2"), ("-3/20", "−0.15"), ("1/5", "0.2"),
        (None, ""), ("", ""), ("abc", "abc"), ("1/0", "1/0"), ("a/b", "a/b"), ("4/2", "2"),
    ],
)  # fmt: skip
def test_they_are_written_as_by_hand(text: str | None, shown: str) -> None:
    assert readable(text) == shown


def test_tenths_are_written_with_the_comma_of_the_language() -> None:
    with translation.override("de"):
        assert readable("131/5") == "26,2" and readable("7/2") == "3½"


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", "41,200"), ("nl", "41.200"), ("de", "41.200"), ("af", "41\u202f200"), ("fr", "41\u202f200"),
     ("es", "41\u202f200"), ("it", "41.200")],
)  # fmt: skip
def test_thousands_stand_apart_as_the_language_has_them(language: str, shown: str) -> None:
    with translation.override(language):
        assert readable("41200") == shown


class Event:
    def __init__(self, game: str, **options: object) -> None:
        self.game, self.options = game, options


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("riichi", ["−29.5", "0.25", "4.1", "12", "4.33"]), ("riichi-oka", ["−29.5", "0.25", "4.1", "12", "4.33"]),
        ("chess", ["−29½", "¼", "4.1", "12", "4⅓"]), ("quatro-chess", ["−29½", "¼", "4.1", "12", "4⅓"]),
        ("doppelkopf", ["−29½", "¼", "4.1", "12", "4⅓"]), ("gone", ["−29½", "¼", "4.1", "12", "4⅓"]),
    ],
)  # fmt: skip
def test_halves_are_decimals_where_the_games_points_have_decimals(game: str, shown: list[str]) -> None:
    with written_for(Event(game)):
        assert [readable(text) for text in ("-59/2", "1/4", "41/10", "12", "13/3")] == shown
    assert readable("-59/2") == "−29½"


def test_thirds_are_rounded_where_the_games_points_have_decimals() -> None:
    with written_for(Event("riichi")):
        assert [readable(text) for text in ("-55/3", "2/3", "-1/3", "5999/6000", "125/12")] == [
            "−18.33", "0.67", "−0.33", "1.00", "10.42"
        ]  # fmt: skip
        with translation.override("de"):
            assert readable("-55/3") == "−18,33"
    assert readable("-55/3") == "−18⅓"


def test_a_game_of_the_events_own_is_asked_too() -> None:
    names = {"en": "Tenths"}
    declaration = {"key": "tenths", "names": names, "seats": [2], "entry": "score",
                   "score": {"counts": "score", "unit": "10"}}  # fmt: skip
    with written_for(Event("declared", declaration=declaration)):
        assert readable("1/2") == "0.5"


def test_numbers_of_several_events_agree() -> None:
    assert together(["-59/2", "-271/10"]) == ["−29.5", "−27.1"] and together(["7/2", "3"]) == ["3½", "3"]


def test_a_row_of_numbers_says_what_is_added_and_what_is_taken_off() -> None:
    uma = [Fraction(n) for n in (15, 5, -5, -15)]
    assert listed(uma, signed=True).replace("\xa0", " ") == "+15, +5, −5, −15"
    assert listed([Fraction(5), None, Fraction(1, 2)]).replace("\xa0", " ") == "5, –, ½"
    with translation.override("de"):
        assert listed([Fraction(1, 5), Fraction(0)]).replace("\xa0", " ") == "0,2; 0"


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=60))
@settings(max_examples=examples(200))
def test_what_is_shown_says_the_same_number(number: Fraction) -> None:
    whole, rest = parts(str(number))
    if "." in whole:
        assert Fraction(whole.replace("−", "-")) == number and not rest
        return
    back = {glyph: Fraction(text) for text, glyph in GLYPHS.items()}
    fraction = back[rest] if rest in back else Fraction(rest.strip("\u2009").replace("⁄", "/") or 0)
    sign = -1 if whole.startswith("−") else 1
    assert sign * (int(whole.strip("−") or 0) + fraction) == number
