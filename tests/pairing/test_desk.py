"""An arbiter's changes to a paired round, each with its grade and its warnings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.documents.document import Event, Player, Round
from tests.pairing.events import a_round, event, everyone_once, meetings, play, whole
from tournaments.pairing.core import PairingError
from tournaments.pairing.desk import Grade, exchange, graded, move, pair_anew
from tournaments.pairing.engine import pair


def two_rounds() -> Event:
    return play(event(16, "tables", rounds=5, seed=3), 2)


def test_exchanging_two_seats_of_a_first_table_is_free() -> None:
    start = play(event(16, "tables", rounds=5, seed=3), 1)
    a, b = start.rounds[0].tables[1].seats[:2]
    change = exchange(start, 1, a, b)
    assert change.grade is Grade.FREE
    assert change.warnings == ()
    assert change.round.tables[1].seats[:2] == (b, a)


def test_a_meeting_for_the_second_time_is_warned_of() -> None:
    start = two_rounds()
    a, b = start.rounds[0].tables[0].seats[:2]
    table = next(t for t in start.rounds[1].tables if a in t.seats)
    stranger = next(p for p in table.seats if p != a)
    change = exchange(start, 2, stranger, b)
    assert change.grade is Grade.WARNED
    assert any(f"Players {min(a, b)} and {max(a, b)} already met in round 1" in str(w) for w in change.warnings)


def test_one_seat_for_the_second_time_is_warned_of() -> None:
    start = two_rounds()
    seat = {p: s for t in start.rounds[0].tables for s, p in enumerate(t.seats)}
    table = start.rounds[1].tables[0]
    a = table.seats[0]
    b = table.seats[seat[a]]
    change = exchange(start, 2, a, b)
    assert change.grade is Grade.WARNED
    assert any("Seats out of balance" in str(w) for w in change.warnings)


def test_a_result_that_would_be_lost_is_to_be_confirmed() -> None:
    start = play(event(16, "tables", rounds=5, seed=3), 1)
    played = replace(start.rounds[0].tables[0], points=(Fraction(1),) * 4, end="played")
    start = replace(start, rounds=(replace(start.rounds[0], tables=(played, *start.rounds[0].tables[1:])),))
    a, b = played.seats[:2]
    change = exchange(start, 1, a, b)
    assert change.grade is Grade.CONFIRM
    assert str(change.warnings[0]) == "The result of table 1 would be lost."
    assert change.round.tables[0].points is None
    c, d = start.rounds[0].tables[2].seats[:2]
    assert exchange(start, 1, c, d).grade is Grade.FREE


def test_a_round_that_others_follow_is_to_be_confirmed() -> None:
    start = two_rounds()
    a, b = start.rounds[0].tables[0].seats[:2]
    change = exchange(start, 1, a, b)
    assert change.grade is Grade.CONFIRM
    assert "not the last" in str(change.warnings[0])


def test_a_forbidden_meeting_is_to_be_confirmed() -> None:
    start = play(event(16, "tables", rounds=1, seed=3), 1)
    a = start.rounds[0].tables[0].seats[0]
    b, c = start.rounds[0].tables[1].seats[:2]
    banned = replace(start, pairing={**start.pairing, "forbidden": [[a, c]]})
    change = exchange(banned, 1, a, b)
    assert change.grade is Grade.CONFIRM
    assert any("must not meet" in str(w) for w in change.warnings)


def test_players_of_one_club_who_come_together_are_warned_of() -> None:
    players = [Player(p, str(p), club="Leiden" if p in (1, 2) else None) for p in range(1, 17)]
    start = replace(
        event(players, "tables", rounds=1),
        rounds=(a_round(1, (1, 3, 4, 5), (2, 6, 7, 8), range(9, 13), range(13, 17)),),
    )
    change = exchange(start, 1, 3, 2)
    assert any("1 and 2 are in the same club (Leiden)" in str(w) for w in change.warnings)


def test_a_player_moves_to_another_table_or_to_a_bye() -> None:
    start = play(event(15, "tables", rounds=1, seed=3), 1)
    short = next(t for t in start.rounds[0].tables if len(t.seats) == 3)
    full = next(t for t in start.rounds[0].tables if len(t.seats) == 4)
    change = move(start, 1, full.seats[0], short.number)
    after = {t.number: t.seats for t in change.round.tables}
    assert after[short.number] == (*short.seats, full.seats[0])
    assert after[full.number] == full.seats[1:]
    out = move(start, 1, full.seats[0], None)
    assert [b.player for b in out.round.byes] == [full.seats[0]]
    assert out.grade is Grade.WARNED
    assert everyone_once(out.round, range(1, 16))


def test_too_many_at_a_table_is_to_be_confirmed() -> None:
    start = play(event(16, "tables", rounds=1), 1)
    change = move(start, 1, start.rounds[0].tables[0].seats[0], 2)
    assert change.grade is Grade.CONFIRM
    assert any("5 sit here" in str(w) for w in change.warnings)


def test_some_tables_are_paired_anew_without_repeats_and_the_others_stay() -> None:
    start = play(event(64, "tables", rounds=6, seed=8), 3)
    change = pair_anew(start, 3, [2, 5, 7, 11])
    old = {t.number: t.seats for t in start.rounds[2].tables}
    new = {t.number: t.seats for t in change.round.tables}
    assert {n for n in old if old[n] != new[n]} == {2, 5, 7, 11}
    assert everyone_once(change.round, range(1, 65))
    met = meetings((*start.rounds[:2], change.round))
    assert max(met.values()) == 1
    assert change.grade is Grade.FREE


def test_pairing_anew_gives_the_same_each_time() -> None:
    start = two_rounds()
    assert pair_anew(start, 2, [1, 2]) == pair_anew(start, 2, [1, 2])


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda e: exchange(e, 9, 1, 2), "no round 9"),
        (lambda e: exchange(e, 1, 1, 99), "Player 99 has no place"),
        (lambda e: move(e, 1, 1, 17), "no table 17"),
        (lambda e: pair_anew(e, 1, [1, 17]), "does not have all of the tables 1, 17"),
        (lambda e: pair_anew(e, 1, []), "does not have all"),
    ],
)
def test_what_is_not_there_is_said(act, words: str) -> None:
    with pytest.raises(PairingError, match=words):
        act(two_rounds())


def test_a_round_as_the_system_made_it_is_free() -> None:
    start = whole(event(16, "tables", rounds=5))
    last = start.rounds[-1]
    assert graded(start, Round(5, last.tables, last.byes)).grade is Grade.FREE
    assert pair(replace(start, rounds=start.rounds[:4])).rounds[0] == last


def test_in_quatro_chess_the_strongest_of_three_has_two_colours_after_any_change() -> None:
    players = [Player(p, str(p), rating=1000 + p) for p in range(1, 16)]
    start = play(event(players, "tables", game="quatro-chess", rounds=5), 1)
    short = next(t for t in start.rounds[0].tables if len(set(t.seats)) == 3)
    full = next(t for t in start.rounds[0].tables if len(set(t.seats)) == 4)
    moved = {t.number: t.seats for t in move(start, 1, full.seats[0], short.number).round.tables}
    assert sorted(moved[short.number]) == sorted({*short.seats, full.seats[0]})
    assert sorted(moved[full.number]) == sorted((*full.seats[1:], max(full.seats[1:])))
    for a in set(short.seats):
        for b in full.seats:
            after = {t.number: t.seats for t in exchange(start, 1, a, b).round.tables}
            three = after[short.number]
            assert len(three) == 4
            assert three.count(max(three)) == 2
