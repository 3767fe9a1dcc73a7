"""Sentences as data: their parameters, English and JSON."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.notices import Notice, clauses, declare, either, every, label, notice_of, plain, sentences, worded

NESTED = Notice("and", first=(1, Fraction(7, 2)), last=plain("Anna 100 % (sure)"))


def test_str_is_the_english_sentence_with_everything_in_its_hole():
    assert str(NESTED) == "1, 7/2 and Anna 100 % (sure)"
    assert str(every([1, 2, 3])) == "1, 2 and 3"
    assert str(either(["a", "b"])) == "a or b"
    assert str(sentences([plain("One."), plain("Two."), plain("Three.")])) == "One. Two. Three."
    assert str(clauses([plain("one"), plain("two")])) == "one; two"


def test_it_is_put_into_words_in_the_readers_language_and_with_the_readers_numbers():
    dutch = {"%(first)s and %(last)s": "%(first)s en %(last)s", "red": "rood"}
    notice = Notice("and", first=(Fraction(1, 2), every([1, 2])), last=label("red"))
    shown = worded(notice, lambda text: dutch.get(text, text), lambda points: "½" if points == Fraction(1, 2) else "?")
    assert shown == "½, 1 en 2 en rood"


def test_the_text_of_a_person_is_never_taken_for_a_message():
    assert worded(plain("red"), lambda text: "rood" if text == "red" else text) == "red"
    assert worded(plain("%(text)s %s"), str) == "%(text)s %s"


def test_a_parameter_that_is_missing_leaves_a_dash_and_no_error():
    """An archive from elsewhere may bring such a notice, and its pages open all the same."""
    assert worded(Notice("and", first=1), str) == "1 and –"
    assert worded(Notice("label"), str) == "–"


def test_a_notice_is_frozen_and_equal_by_its_values():
    assert Notice("and", first=1, last=2) == Notice("and", last=2, first=1)
    assert hash(Notice("and", first=1, last=2)) == hash(Notice("and", last=2, first=1))
    assert Notice("and", first=1, last=2) != Notice("or", first=1, last=2)
    with pytest.raises(AttributeError):
        NESTED.code = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        NESTED.params["first"] = 2  # type: ignore[index]
    assert pickle.loads(pickle.dumps(NESTED)) == copy.deepcopy(NESTED) == NESTED


@given(
    st.recursive(
        st.text() | st.integers() | st.fractions(),
        lambda inner: (
            st.lists(inner, max_size=3).map(tuple)
            | st.builds(lambda a, b: Notice("and", first=a, last=b), inner, inner)
        ),
        max_leaves=12,
    )
)
def test_json_carries_every_parameter_back(param):
    notice = Notice("plain", text=param)
    assert notice_of(json.loads(json.dumps(notice.document()))) == notice
    assert isinstance(str(notice), str)


NO_NOTICES = [
    None,
    "and",
    {},
    {"code": "and"},
    {"code": 1, "params": {}},
    {"code": "a", "params": {"x": None}},
    {"code": "a", "params": {"x": 0.5}},
    {"code": "a", "params": {"x": {}}},
    {"code": "a", "params": [], "x": 1},
    {"code": "a", "params": {"x": {"points": "no"}}},
    {"code": "a", "params": {"x": {"points": "1/0"}}},
    {"code": "a", "params": {"x": {"points": "1e999999999"}}},
    {"code": "a", "params": {"x": json.loads("[" * 300 + "]" * 300)}},
]


@pytest.mark.parametrize("value", NO_NOTICES)
def test_anything_else_is_no_notice(value):
    with pytest.raises(ValueError):
        notice_of(value)


def test_a_code_of_a_later_version_is_shown_as_it_is():
    assert str(Notice("said-in-2031", player=3)) == "said-in-2031"


def test_one_code_means_one_sentence():
    with pytest.raises(ValueError, match="declared twice"):
        declare({"and": "another text"})
