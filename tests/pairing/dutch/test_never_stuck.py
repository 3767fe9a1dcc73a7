"""A round is paired by the rules after any course of events, or a sentence says why it cannot be."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.dutch.drawn import random_event
from tests.pairing.simulated import with_round
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
        *_, event = random_event(lots, people, banned=banned, least=people, apart=min(club, people // 2))
        with suppress(PairingError):
            event = with_round(event, pair(event).rounds[0])
    forbidden = {frozenset(pair) for pair in event.pairing["forbidden"]}
    for round_ in event.rounds:
        there = {p.id for p in event.players if p.joined <= round_.number <= (p.left or round_.number)}
        seated = [p for table in round_.tables for p in table.seats] + [bye.player for bye in round_.byes]
        assert sorted(seated) == sorted(there)
        assert forbidden.isdisjoint(frozenset(table.seats) for table in round_.tables)
    assert verify(event).ok
