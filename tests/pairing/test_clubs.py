"""Players of one club, and brothers, kept apart in the first rounds, by every system that can."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Event, Player
from scoring.lots import Lots
from tests.pairing.simulated import by_order
from tests.support.examples import examples
from tournaments.pairing.apart import placed_apart
from tournaments.pairing.core import PairingError, PairingRequest, Round
from tournaments.pairing.engine import pair, prepare, verify
from tournaments.pairing.schedules.library import complete

SIZES = {"swiss": 2, "swiss-tables": 4, "tables": 4, "whist": 4, "knockout": 4, "double-elimination": 4}


def event(system: str, people: int = 16, clubs: int = 4, **pairing: Any) -> Event:
    """Players in clubs one after the other, so that neighbours are club-mates."""
    each = people // clubs
    players = tuple(
        Player(id=i, name=str(i), club=f"Club {(i - 1) // each}", rating=2000 - i) for i in range(1, people + 1)
    )
    game = "quarto" if SIZES[system] == 2 else "quaro"
    options = {"system": system, "table_size": SIZES[system]} | pairing
    return Event(name="", game=game, pairing=options, players=players)


def met(round_: Round) -> set[tuple[int, int]]:
    return {pair for t in round_.tables for pair in combinations(sorted(t.seats), 2)}


def mates(made: Event, round_: Round) -> set[tuple[int, int]]:
    club = {p.id: p.club for p in made.players}
    return {(a, b) for a, b in met(round_) if club[a] == club[b]}


@pytest.mark.parametrize("system", sorted(SIZES))
def test_club_mates_do_not_meet_in_round_one(system: str) -> None:
    asked = event(system, apart_clubs=True, apart_rounds=1)
    answer = pair(asked)
    assert mates(asked, answer.rounds[0]) == set()
    assert not any("kept apart" in str(note) for note in answer.notes)
    assert verify(replace(asked, rounds=answer.rounds)).ok


def test_a_schedule_keeps_clubs_apart_for_three_rounds_at_no_cost() -> None:
    asked = event("tables", 32, 8, apart_clubs=True, apart_rounds=3, rounds=10)
    answer = pair(asked, every=True)
    assert [mates(asked, r) for r in answer.rounds[:3]] == [set()] * 3
    assert answer.quality.repeated_pairs == 0
    assert any(mates(asked, r) for r in answer.rounds[3:])


@pytest.mark.parametrize(
    ("sizes", "rounds", "least"),
    [
        # four clubs of m, m a product of prime powers from four up: the columns of a transversal design
        ((7,) * 4, 5, 0),
        ((9,) * 4, 6, 0),
        # clubs share a column
        ((5, 5, 4, 3, 2, 1), 5, 0),
        # no such design: by search
        ((8,) * 5, 5, 0),
        ((12,) * 4, 6, 0),
        ((4,) * 6, 4, 0),
        # there is none for four clubs of six
        ((6,) * 4, 5, 6),
    ],
)
def test_club_mates_never_meet_where_their_numbers_allow_it(sizes: tuple[int, ...], rounds: int, least: int) -> None:
    club = [f"Club {k}" for k, size in enumerate(sizes) for _ in range(size)]
    players = tuple(Player(id=i, name=str(i), club=name) for i, name in enumerate(club, start=1))
    asked = replace(event("tables", apart_clubs=True, rounds=rounds), players=players)
    answer = pair(asked, every=True)
    assert [mates(asked, r) for r in answer.rounds] == [set()] * rounds
    assert answer.quality.repeated_pairs <= least
    assert verify(replace(asked, rounds=answer.rounds)).ok


@pytest.mark.parametrize("system", ["tables", "whist", "swiss-tables", "swiss", "knockout", "double-elimination"])
def test_brothers_apart_in_round_one_only(system: str) -> None:
    asked = event(system, forbidden=[[1, 9], [2, 10]], forbidden_rounds=1, rounds=3)
    first = pair(asked).rounds[0]
    assert not met(first) & {(1, 9), (2, 10)}
    request = PairingRequest(prepare(asked)[1], 1)
    assert request.forbidden_in(1) == {(1, 9), (2, 10)}
    assert request.forbidden_in(2) == request.apart_in(2) == frozenset()
    assert verify(replace(asked, rounds=(first,))).ok


@pytest.mark.parametrize("system", sorted(SIZES))
def test_clubs_apart_at_first_say_nothing_of_pairs_that_never_meet(system: str) -> None:
    """Players who must never meet do not in a later round either, and clubs may be apart for longer."""
    never = PairingRequest(prepare(event(system, forbidden=[[1, 9]], apart_clubs=True, apart_rounds=1))[1], 1)
    assert never.forbidden_in(1) == never.forbidden_in(2) == never.apart_in(2) == {(1, 9)}
    assert len(never.apart_in(1)) == 1 + 24
    longer = PairingRequest(prepare(event(system, forbidden=[[1, 9]], apart_clubs=True, forbidden_rounds=1))[1], 1)
    assert not longer.forbidden_in(2) and len(longer.apart_in(2)) == 24


@pytest.mark.parametrize("system", sorted(SIZES))
def test_where_no_clubs_are_apart_the_first_rounds_are_those_of_the_pairs(system: str) -> None:
    """So it was when one option was for both, and an event that was begun so goes on."""
    request = PairingRequest(prepare(event(system, forbidden=[[1, 9]], apart_rounds=1))[1], 1)
    assert request.forbidden_in(1) == {(1, 9)} and not request.forbidden_in(2)


@pytest.mark.parametrize("system", ["tables", "swiss-tables", "swiss"])
def test_a_pair_that_must_never_meet_does_not_in_all_rounds_of_an_event_with_clubs_apart_at_first(system: str) -> None:
    asked = event(system, 12, 3, forbidden=[[1, 5], [2, 3]], apart_clubs=True, apart_rounds=1, rounds=5)
    for _ in range(5):
        asked = replace(asked, rounds=(*asked.rounds, by_order(pair(asked).rounds[0])))
        assert not {(1, 5), (2, 3)} & met(asked.rounds[-1])


def test_a_round_robin_of_whist_may_have_a_pair_apart_at_the_start() -> None:
    whole = event("whist", forbidden=[[1, 9]])
    with pytest.raises(PairingError, match="must not meet"):
        pair(whole, every=True)
    answer = pair(event("whist", forbidden=[[1, 9]], forbidden_rounds=2), every=True)
    assert len(answer.rounds) == 15
    assert answer.quality.repeated_pairs > 0


@pytest.mark.parametrize("system", sorted(SIZES))
def test_one_single_club_plays_all_the_same_and_is_told(system: str) -> None:
    asked = event(system, clubs=1, apart_clubs=True)
    answer = pair(asked)
    assert answer.rounds[0].tables
    assert any("apart" in str(note) for note in answer.notes)


def test_clubs_are_the_same_whatever_their_case_and_none_is_no_club() -> None:
    asked = event("swiss", 4, 2, apart_clubs=True)
    names = ["Leiden", " leiden ", None, ""]
    people = tuple(replace(p, club=name) for p, name in zip(asked.players, names, strict=True))
    request = PairingRequest(prepare(replace(asked, players=people))[1], 1)
    assert request.apart == {(1, 2)}


def test_a_pair_that_may_meet_later_is_no_reason_for_a_higher_bound() -> None:
    banned = [list(p) for p in combinations(range(1, 9), 2)]
    early = event("tables", 16, forbidden=[[1, 2]], forbidden_rounds=1, rounds=5)
    assert pair(early, every=True).quality.bound == 0
    answer = pair(event("swiss-tables", 16, forbidden=banned[:3], forbidden_rounds=1))
    assert answer.quality.bound == 0


@given(st.integers(0, 10**6), st.integers(8, 40), st.integers(1, 3))
@settings(max_examples=examples(25))
def test_places_stay_a_permutation_and_never_get_worse(seed: int, n: int, rounds: int) -> None:
    lots = Lots(seed, "test")
    order = lots.shuffled(range(1, n + 1))
    apart = frozenset(pair for k in range(1, n, 3) for pair in combinations(range(k, min(k + 3, n + 1)), 2))
    schedule, _idle = complete(n, rounds, 4)

    def meetings(people: list[int]) -> int:
        return sum(
            (min(people[a], people[b]), max(people[a], people[b])) in apart
            for round_ in schedule
            for table in round_
            for a, b in combinations(table, 2)
        )

    found = placed_apart(order, [(round_, apart) for round_ in schedule], {}, lots)
    assert sorted(found) == sorted(order)
    assert meetings(found) <= meetings(order)
