"""A knockout with a consolation: who loses plays on beside it, for the places after the main bracket."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.brackets.eliminations import bracket, is_decided
from scoring.brackets.second_bracket import Consoled
from scoring.documents.document import Event
from scoring.explain import Explainer
from scoring.standings import standings
from tests.pairing.simulated import by_order, changed, field, with_round
from tests.pairing.systems.test_double_elimination import FORMS, game, played, seated
from tests.support.examples import examples
from tournaments.pairing.engine import pair, verify


def cup(people: int, kind: str = "first-match", size: int = 2, advance: int = 1, **options: object) -> Event:
    options = {"tie": "lot", "consolation": kind, **options}
    return field(people, "knockout", game(size), table_size=size, advance=advance, **options)


def rounds(event: Event, *, better: bool = True) -> tuple[Event, list[tuple[list[list[int]], list[int]]]]:
    """The event to its end, and the tables and byes of each round."""
    out = []
    while not is_decided(event):
        round_ = pair(event).rounds[0]
        out.append((seated(round_), [b.player for b in round_.byes]))
        event = with_round(event, by_order(round_, better))
    return event, out


def ranked(event: Event) -> list[int]:
    return [line.player for line in standings(event).standings]


def test_eight_play_for_all_places_in_three_rounds() -> None:
    event, out = rounds(cup(8))
    assert out == [
        ([[1, 8], [2, 7], [3, 6], [4, 5]], []),
        ([[1, 4], [2, 3], [5, 8], [6, 7]], []),
        ([[1, 2], [5, 6]], []),
    ]
    assert ranked(event)[:2] == [1, 2] and set(ranked(event)[2:4]) == {3, 4} and ranked(event)[4:6] == [5, 6]
    assert standings(event).final


def test_sixteen_at_tables_of_four() -> None:
    event, out = rounds(cup(16, size=4, advance=2))
    assert [len(tables) for tables, _ in out] == [4, 4, 2]
    assert out[1][0][2:] == [[9, 12, 14, 15], [10, 11, 13, 16]]  # nobody of the first tables again
    assert ranked(event)[:4] == [1, 2, 3, 4] and ranked(event)[8:12] == [9, 10, 11, 12]


def test_a_first_game_lost_after_a_bye_counts_and_the_consolation_waits_for_it() -> None:
    """Six players: 1 and 2 have byes, and lose the first game they play."""
    event, out = rounds(cup(6), better=False)
    assert out[:2] == [([[3, 6], [4, 5]], [1, 2]), ([[1, 5], [2, 6]], [3, 4])]
    assert sorted(p for table in out[2][0] if not {5, 6} & set(table) for p in table) == [1, 2, 3, 4]
    assert ranked(event)[:2] == [6, 5]


def test_who_wins_a_game_and_loses_the_next_is_out_and_stands_above_the_consolation() -> None:
    event = cup(8)
    for _ in range(2):
        event = with_round(event, by_order(pair(event).rounds[0]))
    reached = bracket(event)
    assert not reached[3].alive and reached[5].alive
    assert ranked(event).index(3) < ranked(event).index(5)
    assert Explainer(event).above(3, 5).text == "P5 came into the consolation, P3 did not."


def test_in_a_feed_in_the_best_of_the_consolation_is_third() -> None:
    event, out = rounds(cup(8, "feed-in"))
    assert out == [
        ([[1, 8], [2, 7], [3, 6], [4, 5]], []),
        ([[1, 4], [2, 3], [5, 8], [6, 7]], []),
        ([[4, 6], [3, 5]], [1, 2]),
        ([[1, 2], [3, 4]], []),
    ]
    assert ranked(event)[:4] == [1, 2, 3, 4]


def test_both_finals_of_a_feed_in_are_in_the_last_round() -> None:
    for people in (8, 16, 24, 32):
        event = cup(people, "feed-in", 4, 2)
        while not is_decided(event):
            answer = pair(event)
            words = [str(reason).split(":")[0] for reason in answer.reasons.values()]
            event = with_round(event, by_order(answer.rounds[0]))
        assert words == ["Final", "Final of the consolation"], people


def test_the_losers_of_the_semifinals_may_play_for_third_place_beside_it() -> None:
    event, out = rounds(cup(8, third_place=True))
    assert out[2] == ([[1, 2], [3, 4], [5, 6]], [])
    assert ranked(event)[:6] == [1, 2, 3, 4, 5, 6]


def test_who_stays_away_from_their_first_game_plays_the_consolation_and_who_leaves_is_out() -> None:
    event = changed(cup(8), 1, absent=frozenset({1}))
    event = changed(event, 2, left=0)
    event = with_round(event, by_order(pair(event).rounds[0]))
    round_ = pair(event).rounds[0]
    # 7 and 8 have won without playing: the consolation waits for their first game
    assert seated(round_) == [[4, 8], [3, 7]] and [b.player for b in round_.byes] == [1, 5, 6]
    reached = bracket(event)
    assert reached[1].alive and isinstance(reached[1], Consoled) and reached[1].beaten and not reached[2].alive


@given(st.integers(2, 40), st.sampled_from(FORMS), st.sampled_from(("first-match", "feed-in")), st.integers(0, 10_000))
@settings(max_examples=examples(30))
def test_every_event_comes_to_its_end_and_the_ranks_follow_a_plain_count(
    people: int, form: tuple[int, int], kind: str, seed: int
) -> None:
    """Without absences: the games that somebody played tell where they are, whatever the brackets say."""
    size, advance = form
    event = played(cup(people, kind, size, advance, seed=seed, tie="higher-seed"), random.Random(seed))
    assert is_decided(event) and standings(event).final and verify(event).ok
    last = {p.id: 0 for p in event.players}
    games = dict.fromkeys(last, 0)
    first_lost = dict.fromkeys(last, False)
    for round_ in event.rounds:
        for table in round_.tables:
            points = dict(zip(table.seats, table.points or (), strict=True))
            order = sorted(points, key=lambda p: (-(points[p] or 0), p))
            for p in points:
                first_lost[p] |= games[p] == 0 and p not in order[:advance]
                games[p] += 1
                last[p] = round_.number
    reached = bracket(event)
    consoled = {p for p, at in reached.items() if isinstance(at, Consoled) and at.beaten}
    finalists = {p for t in event.rounds[-1].tables for p in t.seats if p not in consoled}
    if kind == "first-match" and people > size:
        assert consoled == {p for p in first_lost if first_lost[p]} or len(consoled) > 0
        assert all(first_lost[p] for p in consoled)
        assert all(games[p] >= 2 for p in consoled) or len(consoled) < 2
    if kind == "feed-in" and people > size:
        assert finalists | consoled == set(last)
    order_ = ranked(event)
    assert not any(p in consoled and q not in consoled for p, q in pairwise(order_))
    for group in (consoled, set(last) - consoled):
        line = [last[p] for p in order_ if p in group]
        assert line == sorted(line, reverse=True)


@given(st.integers(2, 40), st.sampled_from(FORMS), st.sampled_from(("first-match", "feed-in")), st.integers(0, 10_000))
@settings(max_examples=examples(25))
def test_with_absences_and_withdrawals_it_is_played_to_its_end(
    people: int, form: tuple[int, int], kind: str, seed: int
) -> None:
    lots = random.Random(seed)
    event = played(cup(people, kind, *form, seed=seed), lots, disturbed=True)
    assert verify(event).ok
    assert sum(at.alive for at in bracket(event).values()) <= 1
    alive = [bracket(event)[p].key for p in ranked(event)]
    assert alive == sorted(alive)
