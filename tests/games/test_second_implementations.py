"""Each engine against a second implementation written straight from the rules page."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.game import Start
from games.core.registry import get
from tests.games.compare import Plain, check_stream
from tests.games.kwartet.plain import PlainKwartet
from tests.games.play import sample_of
from tests.games.quaro.plain import PlainQuaro
from tests.games.quarto.plain import PlainQuarto
from tests.support.examples import examples

SECOND: dict[str, Callable[[Start], Plain]] = {
    "kwartet": lambda start: PlainKwartet(dict(start.options), dict(start.setup)),
    "quaro": lambda start: PlainQuaro(start.seats, dict(start.setup)),
    "quarto": lambda start: PlainQuarto(dict(start.options)),
}


@pytest.mark.parametrize("key", SECOND)
@settings(max_examples=examples(60))
@given(seed=st.integers(0, 2**32 - 1))
def test_both_accept_the_same_entries_and_give_the_same_result(key: str, seed: int) -> None:
    check_stream(sample_of(get(key)), SECOND[key], Random(seed))
