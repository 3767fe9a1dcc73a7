"""Standings follow results that come in faster than they are computed, and hold up nothing else."""

from __future__ import annotations

import threading

import pytest
from django.db import connections

from tests.tournaments import make
from tournaments import tasks
from tournaments.domain.locks import advisory_lock
from tournaments.jobs import standings as job
from tournaments.jobs.standings import Kept
from tournaments.models import Standings, Table, Tournament
from tournaments.services.results import results

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    """Collect the tasks that would go to the broker."""
    found = []
    monkeypatch.setattr("tournaments.domain.queue.send", lambda name, *args, **_: found.append((name, *args)))
    return found


@pytest.fixture
def passes(monkeypatch):
    """The passes over the standings that were made, and what is to happen in the first."""
    found, meanwhile, compute = [], [], job.compute_standings

    def one_pass(tournament_id: int) -> None:
        found.append(tournament_id)
        compute(tournament_id)
        if meanwhile:
            meanwhile.pop()()

    monkeypatch.setattr(job, "compute_standings", one_pass)
    return found, meanwhile


def in_a_thread(action):
    """Its answer, from a connection of its own."""
    answers = []

    def run():
        try:
            answers.append(action())
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    return answers[0]


def test_who_comes_while_another_computes_leaves_and_their_change_is_in_the_standings(passes):
    found, meanwhile = passes
    boss, evening = make.organiser(), make.duel(8)
    tables = list(Table.objects.filter(round=make.published(evening, boss)).order_by("number"))

    def another():
        def enter_and_ask():
            results.enter(tables[1].pk, by=boss, points=make.points("1", "0"))
            before = len(found)
            return job.keep_up(evening.pk), len(found) - before

        assert in_a_thread(enter_and_ask) == (Kept.BY_ANOTHER, 0)

    meanwhile.append(another)
    results.enter(tables[0].pk, by=boss, points=make.points("1", "0"))
    assert job.keep_up(evening.pk) is Kept.UP_TO_DATE
    assert found == [evening.pk] * 2
    stored = Standings.objects.get(tournament=evening)
    assert stored.computed_for == Tournament.objects.get(pk=evening.pk).results_version
    assert sum(row["points"] == "1" for row in stored.body["rows"]) == 2


def test_when_the_standings_are_up_to_date_the_next_one_may_compute_them():
    boss, evening = make.organiser(), make.duel(4)
    make.play(make.published(evening, boss), boss, ("1", "0"))
    assert job.keep_up(evening.pk) is Kept.UP_TO_DATE
    computed = Standings.objects.get(tournament=evening).computed_at
    assert in_a_thread(lambda: job.keep_up(evening.pk)) is Kept.UP_TO_DATE
    assert Standings.objects.get(tournament=evening).computed_at == computed
    assert job.keep_up(evening.pk + 1_000) is Kept.UP_TO_DATE


def test_who_leaves_it_to_another_asks_the_database_once(django_assert_num_queries):
    evening = make.duel(4)
    with advisory_lock(f"standings {evening.pk}"):

        def ask():
            with django_assert_num_queries(1):
                tasks.compute_standings(evening.pk)

        in_a_thread(ask)


def test_who_kept_up_for_long_lets_others_go_first_and_comes_again(sent, monkeypatch):
    boss, evening = make.organiser(), make.duel(4)
    tables = list(Table.objects.filter(round=make.published(evening, boss)).order_by("number"))
    compute = job.compute_standings

    def while_another_result_comes(tournament_id: int) -> None:
        compute(tournament_id)
        results.enter(tables[0].pk, by=boss, points=make.points("1", "0"))

    sent.clear()
    monkeypatch.setattr(job, "LONGEST", -1.0)
    monkeypatch.setattr(job, "compute_standings", while_another_result_comes)
    tasks.compute_standings(evening.pk)
    assert ("compute_standings", evening.pk) in sent
