"""The cost of a change to a paired round, of every place at once."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Bye, Player
from tests.pairing.events import a_round, event, everyone_once, meetings, play, swapped
from tests.support import pace
from tests.support.examples import examples
from tournaments.pairing.core import PairingError
from tournaments.pairing.desk import Grade
from tournaments.pairing.review import NEW_TABLE, Effect, Kind, Review


def kinds(effect: Effect) -> set[Kind]:
    return {finding.kind for finding in effect.findings}


def two_rounds() -> Review:
    return Review(play(event(16, "tables", rounds=5, seed=3), 2), 2)


def applied(review: Review, effect: Effect):
    tables = {**review.tables, **{t.number: t for t in effect.tables}}
    return replace(review.round, tables=tuple(t for t in tables.values() if t.seats), byes=effect.byes)


@settings(max_examples=examples(40))
@given(st.data())
def test_two_change_places_and_all_others_keep_theirs_but_for_who_has_two_colours(data) -> None:
    players = data.draw(st.integers(8, 21))
    game = data.draw(st.sampled_from(["quarto", "quatro-chess"]))
    made = play(event(players, "tables", game=game, rounds=3, seed=5), 2)
    review = Review(made, 2)
    a, b = data.draw(st.lists(st.integers(1, players), min_size=2, max_size=2, unique=True))
    after = applied(review, review.exchange(a, b))
    assert everyone_once(after, range(1, players + 1))
    expected = {t.number: t.seats for t in swapped(made, 2, a, b).rounds[1].tables}
    assert {t.number: set(t.seats) for t in after.tables} == {n: set(seats) for n, seats in expected.items()}
    for table in after.tables:
        if len(set(table.seats)) == len(table.seats):
            assert table.seats == expected[table.number]
        else:  # of three the strongest, here the lowest number, plays two colours
            assert len(table.seats) == 4 and table.seats.count(min(table.seats)) == 2


@settings(max_examples=examples(40))
@given(st.data())
def test_a_move_leaves_everybody_with_one_place_and_no_table_too_full(data) -> None:
    players = data.draw(st.integers(9, 19))
    game = data.draw(st.sampled_from(["quarto", "quatro-chess"]))
    review = Review(play(event(players, "tables", game=game, rounds=3, seed=5), 2), 2)
    player = data.draw(st.integers(1, players))
    to = data.draw(st.sampled_from([None, NEW_TABLE, *review.tables]))
    try:
        effect = review.move(player, to)
    except PairingError:
        assert to == review.at[player] or not review.has_room(to)
        return
    after = applied(review, effect)
    assert everyone_once(after, range(1, players + 1))
    assert all(1 <= len(set(t.seats)) <= 4 for t in after.tables)


def test_two_seats_of_a_first_table_cost_nothing() -> None:
    review = Review(play(event(16, "tables", rounds=5, seed=3), 1), 1)
    a, b = review.tables[2].seats[:2]
    assert review.exchange(a, b).grade is Grade.FREE


def test_a_second_meeting_names_the_round_of_the_first() -> None:
    review = two_rounds()
    a, b = review.earlier[0].tables[0].seats[:2]
    stranger = next(p for p in review.tables[review.at[a]].seats if p != a)
    effect = review.exchange(stranger, b)
    assert effect.grade is Grade.WARNED
    again = [f for f in effect.findings if f.kind is Kind.REPEAT and set(f.players) == {a, b}]
    assert [f.amount for f in again] == [(Fraction(1),)]
    assert again[0].table == review.at[a]


def test_a_seat_had_before_is_said_with_the_counts() -> None:
    review = two_rounds()
    seat = {p: s for t in review.earlier[0].tables for s, p in enumerate(t.seats)}
    table = review.tables[1]
    a = table.seats[0]
    effect = review.exchange(a, table.seats[seat[a]])
    finding = next(f for f in effect.findings if f.kind is Kind.SEATS and f.players == (a,))
    assert max(finding.amount) == 2


def test_a_forbidden_meeting_is_to_be_confirmed() -> None:
    made = play(event(16, "tables", rounds=1, seed=3), 1)
    a = made.rounds[0].tables[0].seats[0]
    b, c = made.rounds[0].tables[1].seats[:2]
    review = Review(replace(made, pairing={**made.pairing, "forbidden": [[a, c]]}), 1)
    effect = review.exchange(a, b)
    assert effect.grade is Grade.CONFIRM
    assert Kind.FORBIDDEN in kinds(effect)


def test_clubs_and_teams_that_come_together_are_warned_of() -> None:
    players = [
        Player(p, str(p), club="Leiden" if p < 3 else None, team="A" if p in (3, 6) else None) for p in range(1, 17)
    ]
    made = replace(
        event(players, "tables", rounds=1),
        rounds=(a_round(1, (1, 3, 4, 5), (2, 6, 7, 8), range(9, 13), range(13, 17)),),
    )
    assert kinds(Review(made, 1).exchange(4, 2)) == {Kind.CLUB}
    assert kinds(Review(made, 1).exchange(4, 6)) == {Kind.TEAM}


def test_points_further_apart_are_warned_of_where_the_system_pairs_by_points() -> None:
    start = event(16, "swiss-tables", game="quatro-chess", rounds=5, seed=3)
    for _round in range(2):
        start = play(start, 1)
        end = tuple(map(Fraction, (8, 4, 2, 0)))
        played = tuple(replace(t, points=end, end="played") for t in start.rounds[-1].tables)
        start = replace(start, rounds=(*start.rounds[:-1], replace(start.rounds[-1], tables=played)))
    review = Review(play(start, 1), 3)
    won = {
        p: sum((t.points[t.seats.index(p)] for r in review.earlier for t in r.tables if p in t.seats), Fraction())
        for p in range(1, 17)
    }
    top, low = review.tables[1].seats, review.tables[4].seats
    best, last = max(top, key=won.get), max(low, key=won.get)
    effect = review.exchange(best, last)
    gap = next(f for f in effect.findings if f.kind is Kind.SCORE and f.table == 4)
    there = [won[p] for p in (best, *low) if p != last]
    assert gap.amount == (max(there) - min(there),)
    assert not two_rounds().scores[0]


def test_a_fixed_table_that_is_left_is_warned_of() -> None:
    made = play(event(16, "tables", rounds=2, seed=3, fixed_tables={"6": 3}), 1)
    review = Review(made, 1)
    assert review.at[6] == 3
    effect = review.exchange(6, review.tables[1].seats[0])
    assert [f.amount for f in effect.findings if f.kind is Kind.FIXED] == [(Fraction(3),)]


def test_one_left_alone_is_to_be_confirmed_and_a_bye_is_warned_of() -> None:
    made = replace(event(4, "berger", rounds=1), rounds=(a_round(1, (1, 4), (2, 3)),))
    effect = Review(made, 1).move(1, None)
    assert effect.grade is Grade.CONFIRM
    assert kinds(effect) == {Kind.ALONE, Kind.BYE}
    assert effect.byes == (Bye(1),)


def test_who_does_not_take_part_is_seated_only_when_confirmed() -> None:
    players = [Player(p, str(p), absent=frozenset({1} if p == 5 else ())) for p in range(1, 6)]
    made = replace(event(players, "tables", rounds=1), rounds=(a_round(1, (1, 2, 3, 4)),))
    made = replace(made, rounds=(replace(made.rounds[0], byes=(Bye(5, "zero"),)),))
    effect = Review(made, 1).exchange(1, 5)
    assert Kind.AWAY in kinds(effect)
    assert effect.byes == (Bye(1),)


def test_the_only_player_of_a_table_takes_it_with_them() -> None:
    made = replace(event(5, "tables", rounds=1), rounds=(a_round(1, (1, 2, 3), (4,)),))
    made = replace(made, rounds=(replace(made.rounds[0], byes=(Bye(5),)),))
    review = Review(made, 1)
    effect = review.move(4, 1)
    assert [(t.number, t.seats) for t in effect.tables] == [(2, ()), (1, (1, 2, 3, 4))]


def test_back_to_the_systems_own_round_costs_what_it_costs() -> None:
    review = two_rounds()
    other = applied(review, review.exchange(*review.tables[1].seats[:1], *review.tables[2].seats[:1]))
    changed = Review(replace(review.event, rounds=(*review.earlier, other)), 2)
    back = changed.turned_into(review.round)
    assert {t.number for t in back.tables} == {1, 2}
    assert back.grade is Grade.FREE


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda r: r.exchange(1, 99), "Player 99 has no place"),
        (lambda r: r.move(1, 17), "no table 17"),
        (lambda r: r.move(1, r.at[1]), "already"),
        (lambda r: r.move(1, next(n for n in r.tables if n != r.at[1])), "is full"),
        (lambda r: r.pair_anew([1, 17]), "does not have all"),
        (lambda r: r.pair_anew([]), "does not have all"),
        (lambda r: Review(r.event, 9), "no round 9"),
    ],
)
def test_what_cannot_be_is_said(act, words: str) -> None:
    with pytest.raises(PairingError, match=words):
        act(two_rounds())


def test_some_tables_are_paired_anew_without_repeats_and_the_others_stay() -> None:
    made = play(event(64, "tables", rounds=6, seed=8), 3)
    review = Review(made, 3)
    effect = review.pair_anew([2, 5, 7, 11])
    assert {t.number for t in effect.tables} == {2, 5, 7, 11}
    after = applied(review, effect)
    assert everyone_once(after, range(1, 65))
    assert max(meetings((*made.rounds[:2], after)).values()) == 1
    assert effect.grade is Grade.FREE
    assert effect == Review(made, 3).pair_anew([2, 5, 7, 11]), "the same each time"


def test_tables_paired_anew_keep_apart_who_must_not_meet_and_seats_in_balance() -> None:
    made = play(event(16, "tables", rounds=5, seed=3), 2)
    banned = [[a, b] for t in made.rounds[1].tables[:2] for a, b in pairwise(t.seats)]
    review = Review(replace(made, pairing={**made.pairing, "forbidden": banned}), 2)
    after = applied(review, review.pair_anew([1, 2]))
    met = meetings((after,))
    assert not [pair for pair in banned if met[frozenset(pair)]]
    first = {player: seat for table in made.rounds[0].tables for seat, player in enumerate(table.seats)}
    whole = applied(review, review.pair_anew([1, 2, 3, 4]))
    assert not [p for table in whole.tables for seat, p in enumerate(table.seats) if first[p] == seat]


def test_where_points_pair_all_tables_anew_are_the_round_of_the_system() -> None:
    made = play(event(16, "swiss-tables", rounds=4, seed=3), 3)
    one, other = (made.rounds[2].tables[at].seats[0] for at in (0, 3))
    spoilt = Review(swapped(made, 3, one, other), 3)
    after = applied(spoilt, spoilt.pair_anew([1, 2, 3, 4]))
    assert [set(t.seats) for t in after.tables] == [set(t.seats) for t in made.rounds[2].tables]


def test_some_tables_are_paired_anew_by_points_among_their_players_and_the_bye_stays() -> None:
    made = play(event(9, "swiss", rounds=4, seed=3), 2)
    assert made.rounds[1].byes
    review = Review(made, 2)
    after = applied(review, review.pair_anew([1, 2]))
    assert {p for t in after.tables[:2] for p in t.seats} == {p for t in made.rounds[1].tables[:2] for p in t.seats}
    assert after.tables[2:] == made.rounds[1].tables[2:]
    assert after.byes == made.rounds[1].byes


def test_every_place_of_two_hundred_tables_is_weighed_while_one_looks() -> None:
    review = Review(play(event(800, "swiss-tables", rounds=4, seed=1), 3), 3)
    taken, weighed = pace.timed(lambda: [review.exchange(1, p) for p in range(2, 801)])
    assert len(weighed) == 799
    assert taken < 0.5
