"""A stack of sheets, cut and laid pile on pile, is in order."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.printing.slips import cut_order


@given(st.integers(0, 400), st.integers(1, 9))
def test_a_cut_stack_is_sorted(count, places):
    sheets = cut_order(count, places)
    piles = [[sheet[place] for sheet in sheets] for place in range(places)]
    stacked = [at for pile in piles for at in pile if at is not None]
    assert stacked == list(range(count))


def test_no_more_sheets_than_it_takes():
    assert [len(cut_order(count, 4)) for count in (0, 1, 4, 5, 8, 9)] == [0, 1, 1, 2, 2, 3]
