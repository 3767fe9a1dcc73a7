"""The engine against a second implementation written straight from the rules page."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.game import Start
from games.core.registry import get
from tests.games.compare import check_stream
from tests.games.play import sample_of
from tests.games.quarto.plain import PlainQuarto
from tests.support.examples import examples


def second(start: Start) -> PlainQuarto:
    return PlainQuarto(dict(start.options))


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 2**32 - 1))
def test_both_accept_the_same_entries_and_give_the_same_result(seed: int) -> None:
    check_stream(sample_of(get("quarto")), second, Random(seed))
