"""McMahon starting scores: who begins with how much, who meets whom, and what the standings make of it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.documents.document import DocumentError, Event, Player
from scoring.explain import Explainer
from scoring.mcmahon import START, start_rules, wins_at_the_start
from scoring.standings import standings
from tests.pairing.dutch.drawn import known
from tests.pairing.events import event
from tests.pairing.simulated import by_order, simulate, with_round
from tournaments.pairing.dutch.people import entrants
from tournaments.pairing.engine import Answer, pair, prepare, verify


def go(*ratings: int | None, **options: Any) -> Event:
    """An event with players of these ratings; by default the bar is 2250, the floor 1500 and a band 100."""
    people = [Player(number, f"P{number}", rating) for number, rating in enumerate(ratings, 1)]
    chosen = {"mcmahon": True, "mcmahon_bar": 2250, "mcmahon_floor": 1500, "rounds": 5, **options}
    return event(people, "swiss", "go", **chosen)


def some(lots: random.Random, **options: Any) -> Event:
    """A field of any size, of any ratings, with any bar, floor and band."""
    ratings = [lots.choice([None, *range(600, 2700, 7)]) for _ in range(lots.randint(2, 40))]
    bar = lots.randint(800, 2600)
    floor = lots.randint(0, bar - 1)
    return go(*ratings, mcmahon_bar=bar, mcmahon_floor=floor, mcmahon_band=lots.choice([50, 100, 250]), **options)


def by_edges(start: Event) -> dict[int, int]:
    """Count for each player the edges of bands, from the bar down to above the floor, that they reach."""
    options = start.pairing
    edges = range(options["mcmahon_bar"], options["mcmahon_floor"], -options["mcmahon_band"])
    return {p.id: sum((p.rating or 0) >= edge for edge in edges) for p in start.players}


class TestTheStart:
    def test_all_at_or_above_the_bar_begin_together_at_the_top_and_all_at_the_floor_with_nothing(self) -> None:
        starts = wins_at_the_start(go(2700, 2250, 2249, 2150, 2149, 1551, 1550, 1501, 1500, 900))
        assert list(starts.values()) == [8, 8, 7, 7, 6, 1, 1, 0, 0, 0]

    def test_without_a_rating_one_begins_at_the_floor(self) -> None:
        start = go(2300, None, 1700, 1400)
        assert list(wins_at_the_start(start).values()) == [8, 0, 2, 0]
        assert "Without a rating, beginning at the floor: 2." in map(str, pair(start).notes)

    def test_who_joins_later_begins_by_the_same_rule(self) -> None:
        start = simulate(go(2300, 2260, 2100, 1900), 2)
        late = (Player(5, "Late", 2170, joined=3), Player(6, "Later", joined=3))
        joined = replace(start, players=(*start.players, *late))
        assert wins_at_the_start(joined) == wins_at_the_start(start) | {5: 7, 6: 0}
        assert standings(joined).standings[-1].points == 0
        assert "Without a rating, beginning at the floor: 6." in map(str, pair(joined).notes)

    def test_without_a_bar_one_more_than_there_are_rounds_begin_at_the_top(self) -> None:
        start = go(2000, 2500, 1900, 1950, 2400, 1000, None, mcmahon_bar=None, mcmahon_floor=None, rounds=3)
        assert start_rules(start).bar == 1950
        starts = wins_at_the_start(start)
        assert [p for p, wins in starts.items() if wins == max(starts.values())] == [1, 2, 4, 5]
        later = replace(start, players=(*start.players, Player(8, "Late", 2600, joined=2)))
        assert start_rules(later).bar == 1950

    def test_where_there_are_fewer_the_last_with_a_rating_is_the_bar_and_without_ratings_all_are_equal(self) -> None:
        assert start_rules(go(2000, 1500, None, mcmahon_bar=None, mcmahon_floor=None)).bar == 1500
        assert set(wins_at_the_start(go(None, None, mcmahon_bar=None, mcmahon_floor=None)).values()) == {0}

    def test_what_is_written_down_stays_when_a_rating_changes(self) -> None:
        start = go(2300, 2000, 1700, 1600, starts={"1": 8, "2": 5, "3": 2})
        moved = replace(start, players=tuple(replace(p, rating=1500) for p in start.players))
        assert list(wins_at_the_start(moved).values()) == [8, 5, 2, 0]

    @pytest.mark.parametrize("seed", range(40))
    def test_it_is_what_a_plain_count_of_edges_gives(self, seed: int) -> None:
        start = some(random.Random(seed))
        assert wins_at_the_start(start) == by_edges(start)


class TestTheOptions:
    @pytest.mark.parametrize(
        ("options", "place", "words"),
        [
            ({"acceleration": "baku"}, "pairing.acceleration", "choose one of the two"),
            ({"edition": "2018"}, "pairing.edition", "choose that edition"),
            ({"mcmahon_floor": 2250}, "pairing.mcmahon_floor", "The floor, 2250, must be below the bar, 2250."),
            ({"mcmahon_bar": None, "rounds": None}, "pairing.mcmahon_bar", "set the number of rounds"),
            ({"mcmahon": False}, "pairing.mcmahon_bar", "choose them, or leave"),
            ({"mcmahon": False, "mcmahon_bar": None}, "pairing.mcmahon_floor", "choose them, or leave"),
            ({"mcmahon_band": 0}, "pairing.mcmahon_band", ""),
            ({"starts": {"1": -1}}, "pairing.starts.1", "0 or more"),
            ({"starts": [1]}, "pairing.starts", "0 or more"),
        ],
    )
    def test_what_does_not_go_together_is_refused_with_its_place(
        self, options: dict[str, Any], place: str, words: str
    ) -> None:
        with pytest.raises(DocumentError) as refused:
            prepare(go(2300, 2000, **options))
        assert refused.value.place == place
        assert words in str(refused.value)

    def test_without_the_flag_nobody_has_a_start(self) -> None:
        plain = event([Player(1, "A", 2300), Player(2, "B", 1500)], "swiss", "go")
        assert wins_at_the_start(plain) == {}
        assert START not in standings(plain).standings[0].tie_breaks


def outside(starts: dict[int, int], answer: Answer) -> dict[int, int]:
    """Count for each starting score the players who meet none of it."""
    tables = [table.seats for table in answer.rounds[0].tables]
    alone = [bye.player for bye in answer.rounds[0].byes]
    left = [p for seats in tables if len({starts[p] for p in seats}) > 1 for p in seats] + alone
    return dict(Counter(starts[p] for p in left))


class TestWhoMeets:
    @pytest.mark.parametrize("seed", range(60))
    def test_in_round_1_equal_starts_meet_wherever_their_number_lets_them(self, seed: int) -> None:
        start = some(random.Random(seed))
        starts = wins_at_the_start(start)
        sizes = Counter(starts.values())
        due, carried = {}, 0
        for score in sorted(sizes, reverse=True):
            # one comes down where the number above is odd, and one goes down where then somebody is over
            over = (sizes[score] + carried) % 2
            due[score] = min(carried + over, sizes[score])
            carried = over
        assert outside(starts, pair(start)) == {score: count for score, count in due.items() if count}

    @pytest.mark.parametrize("seed", range(10))
    def test_every_round_is_the_pairing_of_the_second_implementation(self, seed: int) -> None:
        lots = random.Random(seed)
        ratings = [lots.choice([None, *range(1400, 2500, 60)]) for _ in range(lots.randint(4, 9))]
        played = simulate(go(*ratings), 3, seed)
        assert verify(played).ok

    def test_a_winner_from_below_the_bar_meets_those_above_it_who_lost(self) -> None:
        start = go(2400, 2300, 2200, 2180)
        first = pair(start).rounds[0]
        assert sorted(sorted(t.seats) for t in first.tables) == [[1, 2], [3, 4]]
        won = by_order(first)
        second = pair(with_round(start, won)).rounds[0]
        assert sorted(sorted(t.seats) for t in second.tables) == [[1, 3], [2, 4]]

    def test_in_the_last_round_those_who_can_win_are_measured_from_the_top(self) -> None:
        played = simulate(go(2400, 2300, 2260, 2250, 1600, 1550, rounds=3), 2, 3)
        field = known(played)
        earned = {line.player: sum(filter(None, line.trail), Fraction(0)) for line in standings(played).standings}
        top = {e.number for e in entrants(field) if e.topscorer}
        assert top == {p for p in (1, 2, 3, 4) if earned[p] > 1}


class TestTheStandings:
    @pytest.mark.parametrize("seed", range(20))
    def test_points_are_the_start_and_what_was_won_and_they_rank(self, seed: int) -> None:
        lots = random.Random(seed)
        start = replace(some(lots), scoring={"tie_breaks": ["BH", "SB"]})
        played = simulate(start, min(3, len(start.players) - 1), seed) if len(start.players) > 5 else start
        starts = by_edges(start)
        lines = standings(played).standings
        earned = {line.player: sum(filter(None, line.trail), Fraction(0)) for line in lines}
        points = {p: starts[p] + won for p, won in earned.items()}
        assert {line.player: line.points for line in lines} == points
        assert {line.player: line.tie_breaks[START] for line in lines} == starts
        assert [line.points for line in lines] == sorted(points.values(), reverse=True)
        for line in lines:
            if all(any(line.player in t.seats for t in r.tables) for r in played.rounds):
                opponents = [
                    other
                    for r in played.rounds
                    for t in r.tables
                    if line.player in t.seats
                    for other in t.seats
                    if other != line.player
                ]
                assert line.tie_breaks["BH"] == sum(points[other] for other in opponents)

    def test_the_sum_of_the_points_begins_with_the_start(self) -> None:
        played = with_round(start := go(2300, 2280), by_order(pair(start).rounds[0]))
        explainer = Explainer(played)
        points = explainer.explain(1, "points")
        assert (points.value, [(t.amount, t.round, t.begun) for t in points.terms]) == (
            9,
            [(8, None, True), (1, 1, False)],
        )
        assert explainer.explain(1, START).value == 8
        assert "points" in explainer.above(1, 2).text

    def test_a_start_is_worth_wins_whatever_a_win_is_worth(self) -> None:
        start = replace(go(2300, 1600), scoring={"points": {"places": ["3", "0"]}})
        assert [line.points for line in standings(start).standings] == [24, 3]

    def test_no_two_of_equal_starts_who_won_as_much_are_parted_by_their_ratings(self) -> None:
        played = with_round(start := go(2600, 2300, 2290, 2260), by_order(pair(start).rounds[0]))
        ranks = {line.player: line.rank for line in standings(played).standings}
        assert all(ranks[a] == ranks[b] for a, b in itertools.combinations((1, 2), 2)) and ranks[3] == ranks[4] == 3
