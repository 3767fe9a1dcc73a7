"""Two at once, with real connections: what the database decides."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection, connections

from tests.tournaments import make
from tournaments.domain.errors import Refused, ResultConflict
from tournaments.jobs import pairing
from tournaments.jobs.pairing import pair_round
from tournaments.jobs.standings import compute_standings
from tournaments.models import Club, Entry, Merge, Player, Result, Round, Seat, Standings, Table, Tournament
from tournaments.services.entries import attendance
from tournaments.services.lists import lists
from tournaments.services.people import merges
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_broker")]


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Return the answer or error of each action, all let go at the same moment, each on a connection of its own."""
    barrier = threading.Barrier(len(actions))
    answers: list[Any] = [None] * len(actions)

    def run(index: int, action: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(10)
            answers[index] = action()
        except Exception as error:
            answers[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "a thread hangs"
    return answers


def test_pairing_from_many_places_makes_one_round():
    boss, evening = make.organiser(), make.duel(8, rounds_planned=7)
    for number in range(1, 6):
        made = at_once(*[lambda: rounds.ask_for_pairing(evening.pk, by=boss)] * 6)
        assert {round_.pk for round_ in made} == {made[0].pk}
        at_once(*[lambda pk=made[0].pk: pair_round(pk)] * 3)
        round_ = Round.objects.get(tournament=evening, number=number)
        assert round_.state == Round.State.DRAFT
        assert Seat.objects.filter(round=round_).count() == 8
        at_once(*[lambda pk=round_.pk: rounds.publish(pk, by=boss)] * 2)
    assert Round.objects.filter(tournament=evening).count() == 5


def test_two_arbiters_at_one_table_one_enters_the_other_is_told():
    boss, evening = make.organiser(), make.duel(20, rounds_planned=19)
    round_ = make.published(evening, boss)
    arbiters = [make.arbiter(evening) for _ in range(4)]
    ends = [make.points("1", "0"), make.points("0", "1"), make.points("1/2", "1/2"), make.points("1", "0")]
    for table in Table.objects.filter(round=round_):
        answers = at_once(
            *(
                lambda who=who, end=end, pk=table.pk: results.enter(pk, by=who, points=end)
                for who, end in zip(arbiters, ends, strict=True)
            )
        )
        current = Result.objects.get(table=table, is_current=True)
        assert Result.objects.filter(table=table).count() == 1
        for answer, end in zip(answers, ends, strict=True):
            if end == current.points:
                assert answer == current
            else:
                assert isinstance(answer, ResultConflict)
                assert answer.current == current


def test_two_corrections_of_one_result_one_wins_and_the_other_is_told():
    boss, evening = make.organiser(), make.duel(4)
    table = Table.objects.filter(round=make.published(evening, boss)).first()
    first = results.enter(table.pk, by=boss, points=make.points("1", "0"))
    answers = at_once(
        lambda: results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=first.pk),
        lambda: results.enter(table.pk, by=boss, points=make.points("1/2", "1/2"), seen_result=first.pk),
    )
    assert sorted(type(a).__name__ for a in answers) == ["Result", "ResultConflict"]
    assert list(Result.objects.filter(table=table).values_list("number", flat=True)) == [1, 2]


def test_many_results_at_once_lose_no_change_and_the_standings_end_up_right():
    boss, evening = make.organiser(), make.duel(40, rounds_planned=39)
    round_ = make.published(evening, boss)
    tables = list(Table.objects.filter(round=round_).values_list("pk", flat=True))
    before = Tournament.objects.get(pk=evening.pk).results_version

    def enter(pk: int) -> None:
        results.enter(pk, by=boss, points=make.points("1", "0"))
        compute_standings(evening.pk)

    for start in range(0, len(tables), 5):
        answers = at_once(*(lambda pk=pk: enter(pk) for pk in tables[start : start + 5]))
        assert answers == [None] * len(answers)
    now = Tournament.objects.get(pk=evening.pk)
    assert now.results_version == before + len(tables)
    standings = Standings.objects.get(tournament=evening)
    assert standings.computed_for == now.results_version
    assert sum(row["points"] == "1" for row in standings.body["rows"]) == len(tables)


def test_one_list_imported_twice_at_once_is_imported_once():
    boss, evening = make.organiser(), make.tournament(0)
    waiting = lists.upload("players", evening.pk, by=boss, filename="l", content=b"Name\nAnna\nBert\nCarla\n")
    answers = at_once(*[lambda: lists.carry_out(waiting.pk, by=boss)] * 4)
    assert sum(isinstance(a, Refused) for a in answers) == 3
    assert Entry.objects.filter(tournament=evening).count() == 3


def test_one_list_imported_into_two_tournaments_at_once_makes_each_person_once():
    boss = make.organiser()
    for turn in range(4):
        content = "".join(["Name;Rating\n", *(f"Twin {turn} {i};{1500 + i}\n" for i in range(30))]).encode()
        waiting = [
            lists.upload("players", make.tournament(0).pk, by=boss, filename="l", content=content) for _ in range(3)
        ]
        answers = at_once(*(lambda pk=w.pk: lists.carry_out(pk, by=boss) for w in waiting))
        assert [type(a).__name__ for a in answers] == ["ListPlan"] * 3
        assert Player.objects.filter(name__startswith=f"Twin {turn} ").count() == 30


def test_discarding_and_publishing_at_once_ends_in_one_of_the_two():
    boss = make.organiser()
    for _turn in range(5):
        round_ = make.draft(make.duel(4), boss)
        answers = at_once(
            lambda pk=round_.pk: rounds.publish(pk, by=boss), lambda pk=round_.pk: rounds.discard(pk, by=boss)
        )
        round_.refresh_from_db()
        assert round_.state == Round.State.DISCARDED or isinstance(answers[1], Refused)


def test_a_worker_killed_half_way_leaves_nothing_and_the_next_one_finishes(services):
    """A connection that dies inside the transaction that saves a pairing."""
    boss, evening = make.organiser(), make.duel(8)
    round_ = rounds.ask_for_pairing(evening.pk, by=boss)

    save = pairing._save

    def die(*saved: Any) -> None:
        save(*saved)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "_save", die)
        (answer,) = at_once(lambda: pair_round(round_.pk))
    assert isinstance(answer, OperationalError)
    round_.refresh_from_db()
    assert round_.state == Round.State.PAIRING
    assert not Table.objects.filter(round=round_).exists()
    pair_round(round_.pk)
    round_.refresh_from_db()
    assert round_.state == Round.State.DRAFT
    assert Seat.objects.filter(round=round_).count() == 8


def test_a_merge_undone_twice_at_once_is_undone_once_and_the_late_one_is_told():
    boss, club = make.organiser(), Club.objects.get()
    for turn in range(5):
        kept, other = (Player.objects.create(name=f"{name} {turn}", register=club) for name in ("Anna", "Ana"))
        done = merges.merge(kept.pk, other.pk, by=boss)
        answers = at_once(*[lambda pk=done.pk: merges.undo(pk, by=boss)] * 3)
        assert sum(isinstance(answer, Player) for answer in answers) == 1, answers
        assert sum(isinstance(answer, Refused) for answer in answers) == 2, answers
        assert Player.objects.filter(pk=other.pk).exists() and not Merge.objects.exists()


def test_a_player_entered_while_merged_is_entered_or_the_desk_is_told():
    boss, club = make.organiser(), Club.objects.get()
    for turn in range(8):
        kept, other = (Player.objects.create(name=f"{name} {turn}", register=club) for name in ("Anna", "Ana"))
        evening = make.duel(0, club=club)
        entered, merged = at_once(
            lambda pk=evening.pk, name=other.name: attendance.add(pk, by=boss, name=name),
            lambda pair=(kept.pk, other.pk): merges.merge(*pair, by=boss),
        )
        assert isinstance(entered, Entry | Refused), entered
        assert isinstance(merged, Merge | Refused), merged
