"""The numbers of one line, as people part them: spaces, commas, semicolons; never read in a way that may be wrong."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.imports.points import TwoReadings, read_row


@pytest.mark.parametrize("decimal_comma", [False, True])
@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("5 3 1", "5 3 1"), ("5, 3, 1", "5 3 1"), ("5,3,1", "5 3 1"), ("5; 3; 1", "5 3 1"), ("5;3;1;", "5 3 1"),
        ("5 , 3 , 1", "5 3 1"), ("5, 3 1,", "5 3 1"), ("5; 3,5; 1", "5 7/2 1"), ("5; 3.5; 1", "5 7/2 1"),
        ("5 3.5 1", "5 7/2 1"), ("5, 3.5, 1", "5 7/2 1"), ("5 3½ 1", "5 7/2 1"), ("5; 3 1/2; 1", "5 7/2 1"),
        ("5 7/2 -1", "5 7/2 -1"), ("5,3", "5 3"), ("\t5\u00a03  1 ", "5 3 1"),
    ],
)  # fmt: skip
def test_numbers_are_parted_as_people_part_them(line: str, numbers: str, decimal_comma: bool) -> None:
    assert read_row(line, decimal_comma=decimal_comma) == [Fraction(number) for number in numbers.split()]


def test_a_comma_between_spaces_is_a_decimal_one_only_where_the_language_has_it() -> None:
    assert read_row("5 3,5 1", decimal_comma=True) == [5, Fraction(7, 2), 1]
    with pytest.raises(TwoReadings):
        read_row("5 3,5 1", decimal_comma=False)


@pytest.mark.parametrize("decimal_comma", [False, True])
@pytest.mark.parametrize("line", ["5, 3,5, 1", "5,3, 1", "5 3,5,1 0"])
def test_what_could_be_read_in_two_ways_is_not_read(line: str, decimal_comma: bool) -> None:
    with pytest.raises(TwoReadings):
        read_row(line, decimal_comma=decimal_comma)


@pytest.mark.parametrize("line", ["5 x 1", "5; 3, 1; 0", "5 - 1", "5/3/1", "5-3-1", "5; ; 1"])
def test_what_is_no_number_is_refused(line: str) -> None:
    with pytest.raises(ValueError) as error:
        read_row(line, decimal_comma=True)
    assert not isinstance(error.value, TwoReadings)
