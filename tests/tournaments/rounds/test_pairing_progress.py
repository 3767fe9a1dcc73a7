"""A long pairing: made once however often it is asked for, seen while it lasts, given up when nobody waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.urls import reverse

from tests.support.waiting import until
from tests.tournaments import make
from tournaments.domain.locks import advisory_lock
from tournaments.jobs import pairing as job
from tournaments.jobs.pairing import Abandoned, Reporter, pair_round
from tournaments.jobs.sweep import left_undone
from tournaments.models import PairingProgress, Round, Seat, Table
from tournaments.pairing.schedules import library
from tournaments.selectors.hall.desk import percent_paired
from tournaments.services.rounds import rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_broker")]

PATIENCE = 30.0


class Elsewhere:
    """Something that happens on a connection of its own."""

    def __init__(self, action: Callable[[], Any]) -> None:
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._run, args=(action,))
        self.thread.start()

    def _run(self, action: Callable[[], Any]) -> None:
        try:
            action()
        except Exception as error:
            self.error = error
        finally:
            connections.close_all()

    def end(self) -> None:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the thread hangs"


def long_one():
    """A round that takes some seconds: more rounds than are prepared for so many players."""
    library._searched.cache_clear()
    library._by_way.cache_clear()
    boss = make.organiser()
    evening = make.tournament(22, rounds_planned=17)
    return boss, evening, rounds.ask_for_pairing(evening.pk, by=boss)


def test_a_round_that_is_being_paired_is_not_paired_again(monkeypatch):
    boss, evening = make.organiser(), make.duel(8)
    round_ = rounds.ask_for_pairing(evening.pk, by=boss)
    begun, go_on, calls, real = threading.Event(), threading.Event(), [], job.pair

    def slowly(*args, **kwargs):
        calls.append(threading.get_ident())
        begun.set()
        assert go_on.wait(PATIENCE)
        return real(*args, **kwargs)

    monkeypatch.setattr(job, "pair", slowly)
    first = Elsewhere(lambda: pair_round(round_.pk))
    assert begun.wait(PATIENCE)
    for _sweep in range(3):
        pair_round(round_.pk)  # comes back at once: this connection does not get the round
    assert len(calls) == 1
    assert not Table.objects.filter(round=round_).exists()
    go_on.set()
    first.end()
    assert first.error is None
    round_.refresh_from_db()
    assert round_.state == Round.State.DRAFT
    assert Seat.objects.filter(round=round_).count() == 8
    assert len(calls) == 1


def test_a_worker_that_dies_lets_the_round_go_and_the_sweep_finds_it(monkeypatch):
    boss, evening = make.organiser(), make.duel(8)
    round_ = rounds.ask_for_pairing(evening.pk, by=boss)
    monkeypatch.setattr("tournaments.jobs.sweep.PATIENCE", timedelta(seconds=-5))
    real = job.pair

    def die(*_args, **_kwargs):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(job, "pair", die)
    worker = Elsewhere(lambda: pair_round(round_.pk))
    worker.end()
    monkeypatch.setattr(job, "pair", real)
    assert worker.error is not None or Round.objects.get(pk=round_.pk).state == Round.State.PAIRING
    assert left_undone()["pair_round"] == [round_.pk]
    pair_round(round_.pk)
    round_.refresh_from_db()
    assert round_.state == Round.State.DRAFT


def test_what_one_does_alone_another_connection_does_not_begin():
    answers = []

    def ask() -> None:
        with advisory_lock("a thing") as first, advisory_lock("another thing") as other:
            answers.extend((first, other))

    with advisory_lock("a thing") as first:
        assert first
        Elsewhere(ask).end()
        assert answers == [False, True]
    answers.clear()
    Elsewhere(ask).end()
    assert answers == [True, True]


def test_a_long_pairing_is_seen_at_the_desk_and_after_a_reload_too(client):
    boss, evening, round_ = long_one()
    client.force_login(boss)
    desk, version = (reverse(f"admin:tournaments_desk{what}", args=[evening.pk]) for what in ("", "_version"))
    assert client.get(version).json() == {"version": Round.objects.get().tournament.version, "percent": None}
    assert "data-percent" in (page := client.get(desk).content.decode())
    assert "hidden" in page[page.index("data-percent") :].partition(">")[0]
    worker = Elsewhere(lambda: pair_round(round_.pk))
    [percent] = until(lambda: [share for share in [percent_paired(evening)] if share is not None])
    assert 0 <= percent <= 100
    told = client.get(version).json()["percent"]
    page = client.get(desk).content.decode()
    worker.end()
    assert worker.error is None
    assert told is not None and told >= percent
    bar = page[page.index("data-percent") :].partition(">")[0]
    assert 'value="' in bar and "hidden" not in bar
    round_.refresh_from_db()
    assert round_.state == Round.State.DRAFT
    assert percent_paired(evening) is None
    assert not PairingProgress.objects.exists()


def test_a_pairing_that_nobody_waits_for_any_more_ends():
    boss, evening, round_ = long_one()
    worker = Elsewhere(lambda: pair_round(round_.pk))
    until(lambda: percent_paired(evening) is not None)
    rounds.discard(round_.pk, by=boss)
    worker.end()
    assert worker.error is None
    assert not Table.objects.exists()


def test_the_share_never_shrinks_and_a_quick_pairing_tells_nothing(monkeypatch):
    _boss, evening, round_ = long_one()
    clock = [100.0]
    monkeypatch.setattr("tournaments.jobs.pairing.time.monotonic", lambda: clock[0])
    report = Reporter(round_.pk)
    report(1, 4)
    clock[0] += 0.9
    report(1, 3)
    assert percent_paired(evening) is None
    clock[0] += 0.2
    report(1, 2)
    assert percent_paired(evening) == 50
    report(3, 4)
    assert percent_paired(evening) == 50
    clock[0] += 0.6
    report(0, 4)
    assert percent_paired(evening) == 75
    Round.objects.update(state=Round.State.DISCARDED)
    clock[0] += 0.6
    with pytest.raises(Abandoned):
        report(4, 4)


@pytest.mark.parametrize("percent", [101, -1])
def test_the_database_keeps_a_percentage_one(percent):
    _boss, _evening, round_ = long_one()
    with pytest.raises(IntegrityError), transaction.atomic():
        PairingProgress.objects.create(round=round_, percent=percent)
