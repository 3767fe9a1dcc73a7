"""Checking the rounds of a long round robin (contracts, 3: "`--check` says … of every round in the document")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pairing.events import event, swapped, whole
from tests.support.pace import timed
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify


@pytest.mark.parametrize("people", [79, 80])
def test_every_round_of_a_long_double_round_robin_is_checked_at_once(people: int) -> None:
    start = event(people, "berger", cycles=2)
    played = replace(start, rounds=whole(start).rounds)
    seconds, verdict = timed(lambda: verify(played))
    assert verdict.ok
    assert len(verdict.faults) == 2 * 79
    assert seconds < 3


def test_two_players_exchanged_late_in_a_long_round_robin_are_found() -> None:
    start = event(40, "berger", cycles=2)
    played = replace(start, rounds=whole(start).rounds)
    moved = swapped(played, 70, played.rounds[69].tables[0].seats[0], played.rounds[69].tables[1].seats[0])
    verdict = verify(moved)
    assert next(number for number, faults in verdict.faults.items() if faults) == 70


def test_two_thousand_players_have_their_next_round_but_not_all_at_once() -> None:
    start = event(2000, "berger")
    usual, _ = timed(lambda: whole(event(200, "berger")))
    with pytest.raises(PairingError, match="1999 rounds of 1000 tables, too many to make at once"):
        pair(start, every=True)
    seconds, answer = timed(lambda: pair(start))
    assert len(answer.rounds[0].tables) == 1000
    assert seconds < 5 * usual
