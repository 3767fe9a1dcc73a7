"""A round is paired by the rules after any course of events, or a sentence says why it cannot be."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.dutch.test_second_implementation import random_event
from tests.support.examples import examples
from tournaments.pairing.core import PairingError
from tournaments.pairing.dutch import brackets
from tournaments.pairing.engine import pair, verify


@pytest.mark.parametrize("at_once", [0, 24], ids=["looking ahead", "looking at everybody"])
@given(seed=st.integers(0, 1_000_000), people=st.integers(2, 26), banned=st.integers(0, 60), club=st.integers(0, 13))
@settings(max_examples=examples(25))
def test_a_round_is_paired_or_refused_with_a_sentence(
    at_once: int, seed: int, people: int, banned: int, club: int
) -> None:
    """Late entries, withdrawals, absences, byes, forfeits, acceleration, a club whose players
    may not meet, and many more pairs that may not."""
    lots = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(brackets, "ALL_AT_ONCE", at_once)
        for event in random_event(lots, people, banned=banned, least=people, apart=min(club, people // 2)):
            try:
                paired = pair(event).rounds[0]
            except PairingError as error:
                assert str(error).startswith("Round ")
                assert str(error).endswith(".")
                return
            number = len(event.rounds) + 1
            there = {p.id for p in event.players if p.joined <= number and (p.left is None or number <= p.left)}
            seated = [p for table in paired.tables for p in table.seats] + [bye.player for bye in paired.byes]
            assert sorted(seated) == sorted(there)
            assert {frozenset(table.seats) for table in paired.tables}.isdisjoint(
                frozenset(pair_) for pair_ in event.pairing["forbidden"]
            )
    assert verify(event).ok
