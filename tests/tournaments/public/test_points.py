"""Exact points as a person reads them."""

from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.sentences.points import GLYPHS, parts, readable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0", "0"), ("12", "12"), ("1/2", "½"), ("7/2", "3½"), ("31/2", "15½"), ("14/3", "4⅔"), ("1/3", "⅓"),
        ("9/4", "2¼"), ("-1/2", "−½"), ("-7/2", "−3½"), ("-3", "−3"), ("5/7", "5⁄7"), ("19/7", "2\u20095⁄7"),
        ("131/5", "26.2"), ("-3/20", "−0.15"), ("1/5", "0.2"),
        (None, ""), ("", ""), ("abc", "abc"), ("1/0", "1/0"), ("a/b", "a/b"), ("4/2", "2"),
    ],
)  # fmt: skip
def test_they_are_written_as_by_hand(text: str | None, shown: str) -> None:
    assert readable(text) == shown


def test_tenths_are_written_with_the_comma_of_the_language() -> None:
    with translation.override("de"):
        assert readable("131/5") == "26,2" and readable("7/2") == "3½"


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=60))
@settings(deadline=None, max_examples=200)
def test_what_is_shown_says_the_same_number(number: Fraction) -> None:
    whole, rest = parts(str(number))
    if "." in whole:
        assert Fraction(whole.replace("−", "-")) == number and not rest
        return
    back = {glyph: Fraction(text) for text, glyph in GLYPHS.items()}
    fraction = back[rest] if rest in back else Fraction(rest.strip("\u2009").replace("⁄", "/") or 0)
    sign = -1 if whole.startswith("−") else 1
    assert sign * (int(whole.strip("−") or 0) + fraction) == number
