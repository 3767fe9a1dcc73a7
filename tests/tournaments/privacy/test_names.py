"""The shown part of a name: pure decisions."""

from __future__ import annotations

from datetime import date
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments import privacy
from tournaments.privacy import FULL, INITIAL, LEVELS, NUMBER, first_name_and_initial, level, shown_name

DAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("player", "event", "shown"),
    [
        ("", FULL, FULL),
        ("", INITIAL, INITIAL),
        ("", NUMBER, NUMBER),
        (FULL, NUMBER, NUMBER),
        (NUMBER, FULL, NUMBER),
        (INITIAL, NUMBER, NUMBER),
        (INITIAL, FULL, INITIAL),
    ],
)
def test_the_stricter_of_the_two_wins(player: str, event: str, shown: str) -> None:
    assert level(player, event, None, DAY) == shown


@pytest.mark.parametrize(
    ("born", "shown"), [(None, FULL), (1950, FULL), (2007, FULL), (2008, INITIAL), (2009, INITIAL), (2020, INITIAL)]
)
def test_who_can_be_under_eighteen_is_shown_by_initial(born: int | None, shown: str) -> None:
    assert level("", FULL, born, DAY) == shown


def test_a_minor_whose_name_may_be_shown_says_so() -> None:
    assert level(FULL, FULL, 2015, DAY) == FULL
    assert level(NUMBER, FULL, 2015, DAY) == NUMBER


def test_age_counts_on_the_events_day_and_not_today() -> None:
    assert level("", FULL, 2008, date(2020, 1, 1)) == INITIAL
    assert level("", FULL, 2008, date(2030, 1, 1)) == FULL


def test_no_choice_ever_shows_more_than_the_event() -> None:
    for player, event, born in product(("", *LEVELS), LEVELS, (None, 1980, 2015)):
        assert LEVELS.index(level(player, event, born, DAY)) >= LEVELS.index(event)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna de Wit", "Anna W."),
        ("de Wit, Anna", "Anna W."),
        ("Óscar Núñez", "Óscar N."),
        ("Jean-Luc van den Berg", "Jean-Luc B."),
        ("'t Hart, Bert", "Bert H."),
        ("Pieter 't Hart", "Pieter H."),
        ("Sam Jansen jr.", "Sam J."),
        ("Anna", "A."),
        ("anna", "A."),
        ("A. Jansen", "A. J."),
        ("anna.dewit@example.org Wit", "A. W."),
        ("Anna_de_Wit", "A."),
        ("山田 太郎", "山田 太."),
        ("Wit,", "W."),
        (",", ""),
        ("17 4", ""),
        ("Anna (Leiden)", "Anna L."),
        ("  Anna \u00a0 Wit ", "Anna W."),
    ],
)
def test_first_name_and_initial(name: str, shown: str) -> None:
    assert first_name_and_initial(name) == shown


def test_as_a_number_nothing_of_the_name_is_left() -> None:
    assert shown_name("Anna de Wit", "No. 17", NUMBER) == "No. 17"
    assert shown_name("—", "No. 17", INITIAL) == "No. 17", "a name without letters becomes a number"


@given(st.text(min_size=1, max_size=100))
def test_of_a_single_word_there_is_one_letter_at_most(text: str) -> None:
    word = "".join(text.split()).replace(",", "")
    assert len(first_name_and_initial(word).rstrip(".")) <= 3  # ß in capitals has two letters, ﬃ three


@given(st.text(alphabet="abcdefghÉß-'", min_size=1, max_size=20), st.text(alphabet="qxyzØ-", min_size=3, max_size=20))
def test_a_family_name_never_gets_through(first: str, family: str) -> None:
    for name in (f"{first} {family}", f"{family}, {first}"):
        assert family not in privacy.first_name_and_initial(name)
