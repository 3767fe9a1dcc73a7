"""Team events by the rules QC 7.1 to 7.5, and when players are missing."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.documents.document import Bye, Event, Round
from tests.pairing.events import faults, meetings, play, swapped, whole, with_tables
from tests.pairing.simulated import changed, placed, seat_counts, simulate, team_field, widest, with_round
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify

FIDE = json.loads((Path(__file__).parents[1] / "data" / "team-berger.json").read_text("utf-8"))


def named(event: Event, round_: Round) -> list[list[str]]:
    """The tables with the players' names, such as A1."""
    names = {p.id: p.name for p in event.players}
    return [[names[p] for p in t.seats] for t in round_.tables]


EVENTS = {
    "double": team_field(2, "double-team", rounds=12),
    "triple": team_field(3, "triple-team", rounds=12),
    "groups of four": team_field(4, "board-groups", rounds=4),
    "groups of eight": team_field(8, "board-groups", rounds=2),
    "groups of sixteen": team_field(16, "board-groups", rounds=5),
    "match of boards": team_field(5, "team-berger"),
    "match of pairs": team_field(6, "team-berger", table_size=4),
    "two cycles": team_field(4, "team-berger", table_size=4, cycles=2),
}


@pytest.mark.parametrize("start", EVENTS.values(), ids=EVENTS)
def test_all_rounds_at_once_are_those_paired_one_by_one(start: Event) -> None:
    every = pair(start, every=True).rounds
    assert play(start, len(every)).rounds == every


@pytest.mark.parametrize("start", EVENTS.values(), ids=EVENTS)
def test_everybody_sits_once_seats_stay_even_and_the_check_agrees(start: Event) -> None:
    event = whole(start)
    for k, round_ in enumerate(event.rounds, start=1):
        assert placed(round_) == [p.id for p in start.players]
        assert widest(event.rounds[:k], len(event.rounds[0].tables[0].seats)) <= 1
    assert verify(event).ok


@pytest.mark.parametrize("start", EVENTS.values(), ids=EVENTS)
def test_every_table_has_a_reason_that_names_teams(start: Event) -> None:
    answer = pair(start)
    assert set(answer.reasons) == {(1, t.number) for t in answer.rounds[0].tables}
    assert all("against Team" in str(text) for text in answer.reasons.values())


# QC 7.1 to 7.3


def test_the_double_team_challenge_has_two_of_each_team_on_each_of_two_boards() -> None:
    """QC 7.1."""
    event = team_field(2, "double-team")
    for round_ in pair(event, every=True).rounds:
        assert len(round_.tables) == 2
        for table in named(event, round_):
            assert sorted(name[0] for name in table) == ["A", "A", "B", "B"]
            assert table[0][0] == table[2][0] != table[1][0] == table[3][0]


def test_the_triple_team_challenge_begins_as_the_rule_says() -> None:
    """QC 7.2."""
    event = team_field(3, "triple-team", rounds=1)
    tables = {frozenset(t) for t in named(event, pair(event).rounds[0])}
    assert tables == {
        frozenset({"A1", "A4", "B2", "B3"}),
        frozenset({"B1", "B4", "C2", "C3"}),
        frozenset({"C1", "C4", "A2", "A3"}),
    }


def test_four_rounds_of_three_teams_let_every_pair_meet_every_pair_of_the_others_once() -> None:
    event = team_field(3, "triple-team")
    rounds = pair(event, every=True).rounds
    assert len(rounds) == 4
    pairs = Counter(frozenset({frozenset(t[::2]), frozenset(t[1::2])}) for r in rounds for t in named(event, r))
    units = [frozenset({f"{t}1", f"{t}4"}) for t in "ABC"] + [frozenset({f"{t}2", f"{t}3"}) for t in "ABC"]
    assert set(pairs.values()) == {1}
    assert len(pairs) == 12
    assert {u for match in pairs for u in match} == set(units)


def test_a_missing_player_leaves_a_table_of_three_and_in_quatro_chess_four_seats() -> None:
    event = changed(team_field(3, "triple-team", game="quatro-chess"), 3, absent=frozenset({2}))
    answer = pair(simulate(event, 1))
    (short,) = [t for t in answer.rounds[0].tables if len(set(t.seats)) == 3]
    assert len(short.seats) == 4
    assert Bye(3, "zero") in answer.rounds[0].byes
    assert any("team Team A has nobody on board 3" in str(note) for note in answer.notes)
    assert verify(with_round(simulate(event, 1), answer.rounds[0])).ok


def test_a_reserve_takes_the_board_of_who_is_missing_and_sits_out_otherwise() -> None:
    event = changed(team_field(2, "double-team", members=5), 2, absent=frozenset({1}))
    first = pair(event)
    assert any("A5" in table for table in named(event, first.rounds[0]))
    assert Bye(10, "zero") in first.rounds[0].byes
    second = pair(with_round(event, first.rounds[0]))
    assert {5, 10} <= {b.player for b in second.rounds[0].byes}
    assert any("reserves of team Team A sit out: 5" in str(note) for note in second.notes)


def test_who_has_nobody_to_play_against_has_a_bye() -> None:
    event = team_field(2, "double-team")
    for player in (6, 7):
        event = changed(event, player, absent=frozenset({1}))
    round_ = pair(event).rounds[0]
    assert len(round_.tables) == 1
    assert {(b.player, b.kind) for b in round_.byes} == {(1, "pairing"), (4, "pairing"), (6, "zero"), (7, "zero")}


def test_players_without_board_numbers_have_them_in_the_order_of_their_ids() -> None:
    event = team_field(3, "triple-team")
    bare = replace(event, players=tuple(replace(p, board=None) for p in event.players))
    assert pair(bare).rounds == pair(event).rounds


# QC 7.4


def test_four_teams_sit_board_by_board_each_team_on_all_four_seats() -> None:
    """QC 7.4."""
    event = team_field(4, "board-groups")
    rounds = pair(event, every=True).rounds
    assert len(rounds) == 4
    for round_ in rounds:
        tables = named(event, round_)
        assert [{name[1] for name in t} for t in tables] == [{"1"}, {"2"}, {"3"}, {"4"}]
        for team in "ABCD":
            assert sorted(t.index(next(n for n in t if n[0] == team)) for t in tables) == [0, 1, 2, 3]
    assert all(c == [1, 1, 1, 1] for c in seat_counts(rounds, 4).values())


@pytest.mark.parametrize(("teams", "rounds"), [(8, 2), (16, 5)])
def test_more_teams_have_one_schedule_copied_to_the_boards(teams: int, rounds: int) -> None:
    event = team_field(teams, "board-groups", rounds=rounds)
    for round_ in pair(event, every=True).rounds:
        tables = named(event, round_)
        assert [t.number for t in round_.tables] == list(range(1, teams + 1))
        groups = [{frozenset(n[0] for n in t) for t in tables if t[0][1] == k} for k in "1234"]
        assert all(group == groups[0] for group in groups)
        seats = {(n[0], n[1]): s for t in tables for s, n in enumerate(t)}
        for team in {n[0] for n in seats}:
            assert sorted(seats[team, k] for k in "1234") == [0, 1, 2, 3]


def test_sixteen_teams_meet_each_other_once_on_each_board() -> None:
    rounds = pair(team_field(16, "board-groups", rounds=5), every=True).rounds
    assert set(meetings(rounds).values()) == {1}
    assert len(meetings(rounds)) == 4 * 120


def test_groups_paired_by_power_are_events_of_their_own() -> None:
    start = team_field(8, "board-groups", groups="swiss-tables")
    event = simulate(start, 3)
    for round_ in event.rounds:
        assert placed(round_) == [p.id for p in start.players]
        assert all(len({n[1] for n in table}) == 1 for table in named(event, round_))
    assert verify(event).ok
    with pytest.raises(PairingError):
        pair(start, every=True)


def test_a_group_paired_by_power_goes_on_without_who_is_absent() -> None:
    event = changed(team_field(8, "board-groups", groups="swiss-tables"), 3, absent=frozenset({1}))
    round_ = pair(event).rounds[0]
    assert sorted(len(t.seats) for t in round_.tables) == [3, 4, 4, 4, 4, 4, 4, 4]
    assert round_.byes == (Bye(3, "zero"),)


# team-berger


@pytest.mark.parametrize("teams", [4, 6, 8])
def test_teams_meet_by_the_tables_of_fide(teams: int) -> None:
    event = team_field(teams, "team-berger")
    for round_, due in zip(pair(event, every=True).rounds, FIDE["tables"][str(teams)], strict=True):
        tables = named(event, round_)
        first_boards = [(ord(t[0][0]) - 64, ord(t[1][0]) - 64) for t in tables if t[0][1] == "1"]
        assert first_boards == [tuple(match) for match in due]
        assert all(one[1] == two[1] for one, two in tables)


def test_the_team_named_first_has_seat_one_on_odd_boards() -> None:
    event = team_field(4, "team-berger", members=3)
    tables = named(event, pair(event).rounds[0])
    assert tables[:3] == [["A1", "D1"], ["D2", "A2"], ["A3", "D3"]]


def test_the_second_cycle_reverses_the_seats() -> None:
    event = team_field(4, "team-berger", cycles=2)
    rounds = pair(event, every=True).rounds
    assert len(rounds) == 6
    assert [t.seats for t in rounds[3].tables] == [t.seats[::-1] for t in rounds[0].tables]


def test_at_tables_of_four_pairs_one_and_four_meet_two_and_three() -> None:
    event = team_field(4, "team-berger", table_size=4)
    for round_ in pair(event, every=True).rounds:
        for table in named(event, round_):
            sides = {frozenset(n[1] for n in side): {n[0] for n in side} for side in (table[::2], table[1::2])}
            assert set(sides) == {frozenset("14"), frozenset("23")}
            assert all(len(team) == 1 for team in sides.values())


def test_the_free_team_of_an_odd_number_has_byes() -> None:
    event = team_field(5, "team-berger", table_size=4)
    first = pair(event).rounds[0]
    assert first.byes == tuple(Bye(p) for p in (1, 2, 3, 4))
    free = Counter(b.player for r in pair(event, every=True).rounds for b in r.byes)
    assert set(free.values()) == {1}


def test_boards_are_as_many_as_every_team_has_or_as_declared() -> None:
    event = team_field(4, "team-berger", members=5)
    smaller = replace(event, players=tuple(p for p in event.players if p.name != "B5"))
    numbered = replace(smaller, players=tuple(replace(p, id=i) for i, p in enumerate(smaller.players, 1)))
    assert len(pair(event).rounds[0].tables) == 10
    assert len(pair(numbered).rounds[0].tables) == 8
    assert len(pair(replace(event, pairing={**event.pairing, "boards": 2})).rounds[0].tables) == 4


def test_a_team_of_two_is_a_pair_that_meets_each_other_pair_at_one_table() -> None:
    event = team_field(5, "team-berger", members=2, table_size=4, boards=2)
    team = {p.id: p.team for p in event.players}
    rounds = pair(event, every=True).rounds
    met = Counter(frozenset(team[p] for p in table.seats) for round_ in rounds for table in round_.tables)
    assert len(rounds) == 5 and len(met) == 10 and set(met.values()) == {1}
    for round_ in rounds:
        for table in round_.tables:
            assert team[table.seats[0]] == team[table.seats[2]] != team[table.seats[1]] == team[table.seats[3]]
        assert len(round_.byes) == 2 and len({team[bye.player] for bye in round_.byes}) == 1


# --check


@pytest.mark.parametrize("start", EVENTS.values(), ids=EVENTS)
def test_players_at_each_others_tables_are_found(start: Event) -> None:
    event = whole(start)
    one, two = (table.seats[0] for table in event.rounds[1].tables[:2])
    assert any("should not sit together in this round;" in text for text in faults(swapped(event, 2, one, two), 2))


@pytest.mark.parametrize(
    ("start", "order", "said"),
    [
        ("triple", (0, 2, 1, 3), "Partners do not sit opposite each other (QC 7.5)"),
        ("match of boards", (1, 0), "Seats out of balance: player"),
    ],
)
def test_partners_side_by_side_and_the_wrong_team_on_seat_one_are_found(
    start: str, order: tuple[int, ...], said: str
) -> None:
    event = whole(EVENTS[start])
    first, *rest = event.rounds[0].tables
    turned = replace(first, seats=tuple(first.seats[k] for k in order))
    assert any(said in text for text in faults(with_tables(event, 1, (turned, *rest)), 1))


def test_seats_out_of_balance_are_found() -> None:
    event = whole(EVENTS["groups of four"])
    first, second = (round_.tables for round_ in event.rounds[:2])
    same = [replace(table, seats=before.seats) for table, before in zip(second, first, strict=True)]
    assert any("Seats out of balance" in text for text in faults(with_tables(event, 2, same), 2))


def test_a_bye_that_is_not_due_is_found() -> None:
    event = whole(EVENTS["match of boards"])
    first = event.rounds[0]
    *tables, last = first.tables
    given = replace(first, tables=tuple(tables), byes=(*first.byes, *(Bye(p) for p in last.seats)))
    texts = faults(replace(event, rounds=(given, *event.rounds[1:])), 1)
    assert any("has a bye that is not due" in text for text in texts)


def test_groups_by_power_refuse_more_boards_than_a_team_has_players_for() -> None:
    event = team_field(8, "board-groups", group_teams="all", groups="swiss-tables", boards=5)
    with pytest.raises(PairingError, match="has 4 players"):
        pair(event)
