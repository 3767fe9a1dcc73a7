"""Imports that a worker carries out: watched, cancelled, begun again after a death."""

from __future__ import annotations

import json
import threading

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connections, transaction
from django.urls import reverse
from django.utils import translation

from games.core.notices import Notice
from tests.tournaments import make
from tests.tournaments.documents.test_refusals import GOOD, put
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain.errors import Refused
from tournaments.jobs.sweep import left_undone
from tournaments.models import Delivery, Entry, EventImport, Player, Tournament, Webhook
from tournaments.sentences import sentence
from tournaments.services.events import event_builder as job
from tournaments.services.events import event_imports

pytestmark = pytest.mark.django_db(transaction=True)
State = EventImport.State


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    """Collect the tasks sent to workers; the tests run it themselves."""
    found = []
    monkeypatch.setattr("tournaments.domain.queue.send", lambda name, *args, **more: found.append((name, args)))
    return found


def wait(boss, document=GOOD, **more):
    return event_imports.upload(by=boss, content=json.dumps(document).encode(), **more)


def test_a_document_waits_is_imported_and_its_text_is_thrown_away(sent):
    waiting = wait(make.organiser(), filename="club.json", slug="club")
    assert sent == [("import_event", (waiting.pk,))]
    made = job.import_event(waiting.pk)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.tournament_id, bytes(waiting.content)) == (State.DONE, made, b"")
    assert (waiting.done, waiting.total, waiting.percent) == (15, 15, 100)
    assert Tournament.objects.get().slug == "club"


def test_run_twice_it_is_imported_once():
    waiting = wait(make.organiser())
    at_once(*[lambda: job.import_event(waiting.pk)] * 4)
    assert job.import_event(waiting.pk) is None
    assert Tournament.objects.count() == 1


def test_a_bad_one_is_refused_with_the_place_and_nothing_is_kept():
    waiting = wait(make.organiser(), put(GOOD, ["rounds", 1, "tables", 0, "points"], ["8", None, None, None]))
    assert job.import_event(waiting.pk) is None
    waiting.refresh_from_db()
    assert (waiting.state, waiting.place) == (State.REFUSED, "rounds[1].tables[0].points")
    assert waiting.problem == Notice("event-points-missing")
    with translation.override("nl"):
        assert sentence(waiting.problem).startswith("Er ontbreken"), "also where an English worker refused it"
    assert not Tournament.objects.exists() and not Player.objects.exists()


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["rounds", 1, "tables", 0, "points"], ["8", None, None, None], "Round 2, table 1 (<code>points</code>): "),
        (["players", 2, "rating"], "strong", "Player 3 (<code>rating</code>): "),
        (["pairing", "seed"], "<b>", "<code>pairing.seed</code>: "),
    ],
)
def test_the_desk_names_the_place_in_words_and_programs_are_told_the_path(client, path, value, said):
    boss = make.organiser()
    waiting = wait(boss, put(GOOD, path, value))
    job.import_event(waiting.pk)
    client.force_login(boss)
    page = client.get(reverse("admin:tournaments_import_watch", args=[waiting.pk])).content.decode()
    assert f'role="alert">{said}' in page and "<b>" not in page
    waiting.refresh_from_db()
    assert waiting.place.startswith(str(path[0]))


def test_a_fault_of_ours_is_told_and_logged(monkeypatch, caplog):
    waiting = wait(make.organiser())

    def broken(*_anything, **_more):
        raise ZeroDivisionError

    monkeypatch.setattr(job, "people_of", broken)
    assert job.import_event(waiting.pk) is None
    waiting.refresh_from_db()
    assert waiting.state == State.REFUSED and waiting.problem == Notice("import-failed")
    assert "ZeroDivisionError" in caplog.text


def test_cancelled_while_it_waits_it_is_never_begun():
    boss = make.organiser()
    waiting = event_imports.cancel(wait(boss).pk, by=boss)
    assert waiting.state == State.CANCELLED and job.import_event(waiting.pk) is None
    assert not Tournament.objects.exists()


def test_cancelled_while_it_runs_nothing_is_kept_and_others_see_how_far_it_was(monkeypatch):
    boss = make.organiser()
    waiting = wait(boss)
    ask, go_on = threading.Event(), threading.Event()
    seats = job._Builder._round

    def slow(self, *arguments):
        ask.set()
        assert go_on.wait(10)
        return seats(self, *arguments)

    monkeypatch.setattr(job._Builder, "_round", slow)

    def run():
        try:
            job.import_event(waiting.pk)
        finally:
            connections.close_all()

    worker = threading.Thread(target=run)
    worker.start()
    assert ask.wait(10)
    seen = EventImport.objects.get(pk=waiting.pk)
    assert (seen.state, seen.done, seen.percent) == (State.RUNNING, 5, 33)
    assert not Tournament.objects.exists(), "nothing is seen before it is whole"
    assert event_imports.cancel(waiting.pk, by=boss).cancel_asked
    go_on.set()
    worker.join(10)
    seen.refresh_from_db()
    assert seen.state == State.CANCELLED and not Tournament.objects.exists() and not Entry.objects.exists()
    assert event_imports.cancel(waiting.pk, by=boss).state == State.CANCELLED


def test_what_a_dead_worker_left_is_found_and_begun_again_but_not_for_ever():
    boss = make.organiser()
    waiting = wait(boss)
    EventImport.objects.update(state=State.RUNNING, uploaded_at="2026-01-01T00:00Z", attempts=2)
    assert left_undone()["import_event"] == [waiting.pk]
    assert job.import_event(waiting.pk)
    again = wait(boss)
    EventImport.objects.filter(pk=again.pk).update(state=State.RUNNING, attempts=3)
    assert job.import_event(again.pk) is None
    assert EventImport.objects.get(pk=again.pk).state == State.REFUSED


def test_two_imports_at_once_share_their_people():
    boss = make.organiser()
    waiting = [wait(boss) for _ in range(4)]
    made = at_once(*(lambda pk=w.pk: job.import_event(pk) for w in waiting))
    assert len(set(made)) == 4 and Player.objects.count() == 5
    assert {t.slug for t in Tournament.objects.all()} == {f"club-evening{n}" for n in ("", "-2", "-3", "-4")}


def test_a_sixth_waits_for_the_others_and_strangers_cancel_nothing():
    boss = make.organiser()
    waiting = [wait(boss) for _ in range(5)]
    with pytest.raises(Refused):
        wait(boss)
    with pytest.raises(PermissionDenied):
        event_imports.cancel(waiting[0].pk, by=make.arbiter())


def test_an_import_tells_no_webhook_what_happened_long_ago():
    boss = make.organiser()
    Webhook.objects.create(url="https://club.example/hook")
    with transaction.atomic():
        made = event_imports.at_once(by=boss, content=json.dumps(GOOD).encode())
        made.rounds.filter(number=2).update(state="published")
    assert not Delivery.objects.exists()
    made.rounds.filter(number=2).update(state="draft")
    made.rounds.filter(number=2).update(state="published")
    assert Delivery.objects.get().event == "round.published"
