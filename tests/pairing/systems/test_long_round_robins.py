"""Checking the rounds of a long round robin (contracts, 3: "`--check` says … of every round in the document")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pairing.events import event, swapped, whole
from tests.support.pace import timed
from tournaments.pairing.engine import verify


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
