"""Scheveningen: the published tables to the letter, and what holds for every size."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.documents.document import Event
from scoring.standings import standings
from tests.pairing.events import meetings, whole
from tests.pairing.simulated import simulate, team_field, with_round
from tournaments.pairing.engine import pair, verify

PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "scheveningen.json").read_text("utf-8"))
"""With its sources: Wikipedia for 2 to 7, rimassoft.eu for 8."""


def scheveningen(members: int, teams: int = 2, **options: Any) -> Event:
    return team_field(teams, "scheveningen", members, "quarto", **options)


def named(event: Event) -> list[list[list[str]]]:
    """The rounds of an event as the published tables have them: A1 has White against B1."""
    names = {p.id: p.name for p in event.players}
    return [[[names[p] for p in table.seats] for table in round_.tables] for round_ in event.rounds]


@pytest.mark.parametrize("size", sorted(PUBLISHED["tables"], key=int))
def test_the_published_table(size: str) -> None:
    event = whole(scheveningen(int(size)))
    assert [sorted(round_) for round_ in named(event)] == [sorted(round_) for round_ in PUBLISHED["tables"][size]]
    assert verify(event).ok


@pytest.mark.parametrize("size", range(1, 16))
def test_everybody_meets_every_opponent_once_with_colours_in_balance(size: int) -> None:
    event = whole(scheveningen(size))
    assert len(event.rounds) == size
    met = meetings(event.rounds)
    assert set(met) == {frozenset((a, size + b)) for a in range(1, size + 1) for b in range(1, size + 1)}
    assert set(met.values()) == {1}
    for colours in (Counter(t.seats[seat] for r in event.rounds for t in r.tables) for seat in (0, 1)):
        assert all(abs(2 * colours[p.id] - size) <= size % 2 for p in event.players)


def test_the_second_cycle_reverses_the_colours() -> None:
    event = whole(scheveningen(4, cycles=2))
    first, second = named(event)[:4], named(event)[4:]
    assert [[pair_[::-1] for pair_ in round_] for round_ in first] == second
    assert {len(set(p)) for r in named(event) for p in r} == {2}
    ways = Counter(tuple(p) for r in named(event) for p in r)
    assert len(ways) == 32
    assert set(ways.values()) == {1}


def test_a_smaller_team_leaves_byes_and_nobody_meets_twice() -> None:
    event = scheveningen(4)
    event = replace(event, players=event.players[:7])
    answer = pair(event)
    assert str(answer.notes[0]) == ("The teams have 4 and 3 players: in each round some of the larger team have a bye.")
    event = whole(event)
    assert [len(round_.byes) for round_ in event.rounds] == [1, 1, 1, 1]
    assert set(meetings(event.rounds).values()) == {1}
    assert len(meetings(event.rounds)) == 12
    assert verify(event).ok


def test_who_would_have_met_somebody_away_has_a_bye() -> None:
    event = scheveningen(3)
    event = replace(event, players=tuple(replace(p, absent=frozenset({1})) if p.id == 4 else p for p in event.players))
    answer = pair(event)
    assert [(b.player, b.kind) for b in answer.rounds[0].byes] == [(1, "pairing"), (4, "zero")]
    assert str(answer.notes[0]) == "Round 1: somebody is away, so these have a bye: 1."
    played = with_round(event, answer.rounds[0])
    assert standings(played).standings[0].points == 0


def test_the_team_with_more_points_wins() -> None:
    event = simulate(scheveningen(4), 4)
    teams = standings(event).teams
    assert sum(line.points for line in teams) == 16
    assert teams[0].points >= Fraction(8)
    assert standings(event).final


def test_each_table_says_why() -> None:
    answer = pair(scheveningen(4))
    assert str(answer.reasons[1, 3]) == "Team A 3 meets Team B 3 in round 1 of 4."


def test_fewer_rounds_may_be_played() -> None:
    assert len(whole(scheveningen(4, rounds=2)).rounds) == 2


def test_the_check_finds_reversed_colours_and_other_opponents() -> None:
    event = whole(scheveningen(3))
    table = event.rounds[0].tables[0]
    turned = replace(event.rounds[0], tables=(replace(table, seats=table.seats[::-1]), *event.rounds[0].tables[1:]))
    faults = verify(replace(event, rounds=(turned, *event.rounds[1:]))).faults[1]
    assert "By the table player 1 has seat 1 here." in [str(f.notice) for f in faults]
