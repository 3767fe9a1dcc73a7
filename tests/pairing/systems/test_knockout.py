"""Knockouts: brackets, who goes on, and when a table stays undecided."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Bye, Event, Player, Round, Table
from tests.pairing.events import faults, meetings, swapped
from tests.pairing.simulated import by_order, changed, field, with_round
from tests.support.examples import examples
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify


def played_out(start: Event) -> Event:
    """The event with all its rounds, the better seed always first."""
    while True:
        try:
            following = pair(start).rounds[0]
        except PairingError as error:
            assert "are already paired" in str(error)
            return start
        start = with_round(start, by_order(following))


def tables_of(round_: Round) -> list[list[int]]:
    return [sorted(set(t.seats)) for t in round_.tables]


def test_the_first_round_of_sixteen_is_the_standard_bracket() -> None:
    round_ = pair(field(16, "knockout")).rounds[0]
    assert tables_of(round_) == [[k, 17 - k] for k in range(1, 9)]
    assert round_.byes == ()


def test_byes_go_to_the_top_seeds() -> None:
    round_ = pair(field(11, "knockout")).rounds[0]
    assert tables_of(round_) == [[6, 11], [7, 10], [8, 9]]
    assert round_.byes == tuple(Bye(p) for p in (1, 2, 3, 4, 5))


def test_seeds_one_and_two_meet_in_the_final_and_so_on_down() -> None:
    event = played_out(field(16, "knockout"))
    assert [tables_of(r) for r in event.rounds[1:]] == [[[1, 8], [2, 7], [3, 6], [4, 5]], [[1, 4], [2, 3]], [[1, 2]]]
    assert verify(event).ok


def test_an_outsider_takes_the_bracket_place_of_the_player_they_beat() -> None:
    start = field(8, "knockout")
    first = by_order(pair(start).rounds[0])
    upset = replace(first.tables[0], points=first.tables[0].points[::-1])  # type: ignore[index]
    event = with_round(start, replace(first, tables=(upset, *first.tables[1:])))
    assert tables_of(pair(event).rounds[0]) == [[4, 8], [2, 3]]


@pytest.mark.parametrize(
    ("people", "size", "advance", "first"),
    [
        (16, 4, 2, [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]),
        (9, 3, 1, [[1, 6, 7], [2, 5, 8], [3, 4, 9]]),
        (13, 4, 2, [[3, 8, 9], [4, 7, 10, 13], [5, 6, 11, 12]]),
    ],
)
def test_larger_tables_are_dealt_to_and_fro(people: int, size: int, advance: int, first: list[list[int]]) -> None:
    round_ = pair(field(people, "knockout", table_size=size, advance=advance)).rounds[0]
    assert tables_of(round_) == first


@given(st.integers(2, 40), st.sampled_from([(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)]))
@settings(max_examples=examples(25))
def test_the_better_always_winning_the_top_seeds_end_in_the_final(people: int, kind: tuple[int, int]) -> None:
    size, advance = kind
    event = played_out(field(people, "knockout", table_size=size, advance=advance))
    final = tables_of(event.rounds[-1])
    assert len(final) == 1
    assert {1, 2} <= set(final[0])
    if advance == 1 and people >= size:
        assert final[0] == list(range(1, size + 1))
    assert verify(event).ok


def test_second_of_a_table_do_not_meet_their_winner_in_the_next_round() -> None:
    event = played_out(field(32, "knockout", table_size=4))
    assert max(meetings(event.rounds[:3]).values()) == 1


def test_the_losers_of_the_semifinals_may_play_for_third_place() -> None:
    event = played_out(field(8, "knockout", third_place=True))
    assert tables_of(event.rounds[-1]) == [[1, 2], [3, 4]]
    answer = pair(replace(event, rounds=event.rounds[:-1]))
    assert [str(reason).split(":")[0] for reason in answer.reasons.values()] == ["Final", "For third place"]


def one_round(table: Table, **options: Any) -> Event:
    start = field(4, "knockout", "quarto", **options)
    other = Table(2, (2, 3), (Fraction(1), Fraction(0)), None, "played")
    return with_round(start, Round(1, (table, other)))


DRAWN = Table(1, (1, 4), (Fraction(1, 2), Fraction(1, 2)), None, "played")


def test_a_tie_needs_a_decision_and_the_error_names_the_table() -> None:
    with pytest.raises(PairingError, match=r"Round 1, table 1: players 1 and 4 are tied .* play off"):
        pair(one_round(DRAWN))


def test_a_tie_may_be_for_the_higher_seed_or_by_lot() -> None:
    assert tables_of(pair(one_round(DRAWN, tie="higher-seed")).rounds[0]) == [[1, 2]]
    drawn = {tuple(tables_of(pair(one_round(DRAWN, tie="lot", seed=s)).rounds[0])[0]) for s in range(20)}
    assert drawn == {(1, 2), (2, 4)}


def test_the_games_own_tally_breaks_a_tie() -> None:
    table = replace(DRAWN, game_points=(Fraction(3), Fraction(5)))
    assert tables_of(pair(one_round(table)).rounds[0]) == [[2, 4]]


def test_a_tie_that_decides_nothing_needs_no_decision() -> None:
    start = field(8, "knockout", table_size=4)
    round_ = pair(start).rounds[0]
    points = {1: 3, 4: 3, 5: 1, 8: 1, 2: 3, 3: 2, 6: 1, 7: 0}
    tables = tuple(replace(t, points=tuple(Fraction(points[p]) for p in t.seats), end="played") for t in round_.tables)
    event = with_round(start, replace(round_, tables=tables))
    assert tables_of(pair(event).rounds[0]) == [[1, 2, 3, 4]]


def test_a_table_without_a_result_holds_the_next_round_up() -> None:
    with pytest.raises(PairingError, match="Round 1, table 1 has no result yet"):
        pair(one_round(Table(1, (1, 4))))


def test_who_does_not_show_up_is_out() -> None:
    table = Table(1, (1, 4), (None, Fraction(1)), None, "forfeit")
    assert tables_of(pair(one_round(table)).rounds[0]) == [[2, 4]]


def test_who_leaves_before_their_next_round_lets_the_other_go_on() -> None:
    start = changed(field(8, "knockout"), 4, left=1)
    one = with_round(start, by_order(pair(start).rounds[0]))
    answer = pair(one)
    assert tables_of(answer.rounds[0]) == [[2, 3]]
    assert answer.rounds[0].byes == (Bye(1),)
    assert any("out: 4" in str(note) for note in answer.notes)
    two = with_round(one, by_order(answer.rounds[0]))
    assert tables_of(pair(two).rounds[0]) == [[1, 2]]


def test_a_walkover_keeps_the_place_in_the_bracket() -> None:
    start = changed(field(8, "knockout"), 1, absent=frozenset({1}))
    one = with_round(start, by_order(pair(start).rounds[0]))
    assert tables_of(pair(one).rounds[0]) == [[4, 8], [2, 3]]


def test_forbidden_pairs_are_kept_apart_by_the_nearest_exchange() -> None:
    round_ = pair(field(8, "knockout", forbidden=[[1, 8]])).rounds[0]
    assert tables_of(round_) == [[1, 7], [2, 8], [3, 6], [4, 5]]


def test_one_exchange_may_part_two_pairs() -> None:
    round_ = pair(field(8, "knockout", table_size=4, forbidden=[[1, 4], [4, 5]])).rounds[0]
    assert tables_of(round_) == [[1, 3, 5, 8], [2, 4, 6, 7]]


def test_finals_go_on_from_the_standings_of_a_group_stage() -> None:
    """The ids of the finals are the ranks of the finished event: the site numbers them so."""
    ranks = ["Dora", "Bert", "Anna", "Carl"]
    players = tuple(Player(k, name) for k, name in enumerate(ranks, start=1))
    finals = Event("Finals", "quarto", pairing={"system": "knockout", "numbering": "given"}, players=players)
    assert tables_of(pair(finals).rounds[0]) == [[1, 4], [2, 3]]


def test_seats_are_balanced_over_the_rounds() -> None:
    event = played_out(field(64, "knockout"))
    first = sum(t.seats[0] == 1 for r in event.rounds for t in r.tables)
    assert first == 3


def test_in_quatro_chess_points_of_two_colours_add_up() -> None:
    start = field(3, "knockout", "quatro-chess", table_size=3)
    table = pair(start).rounds[0].tables[0]
    assert len(table.seats) == 4
    assert table.seats.count(1) == 2


# --check

CLEAN = played_out(field(12, "knockout"))


def test_a_clean_knockout_has_no_faults() -> None:
    assert verify(CLEAN).ok


def test_a_wrong_table_is_found() -> None:
    one, two = CLEAN.rounds[1].tables[:2]
    texts = faults(swapped(CLEAN, 2, one.seats[1], two.seats[1]), 2)
    assert any("should not sit together" in text for text in texts)


def test_a_bye_for_the_wrong_player_is_found() -> None:
    first = CLEAN.rounds[0]
    texts = faults(swapped(CLEAN, 1, first.byes[0].player, max(first.tables[0].seats)), 1)
    assert any("has a bye that is not due" in text for text in texts)
