"""Asking for a document: at once or by a worker, cancelled, refused, given up, thrown away."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.core.notices import Notice, plain
from tests.tournaments import make
from tests.tournaments.printing.conftest import prized
from tests.tournaments.printing.test_documents import SITE
from tests.tournaments.public.build import event
from tournaments.domain.errors import Refused
from tournaments.models import PlayerImport, PrintJob
from tournaments.printing.press import Press, Stopped
from tournaments.selectors.papers.printing import KINDS, prepare
from tournaments.services import printing

pytestmark = pytest.mark.django_db


class TestAsking:
    def ask(self, made, user, what="standings", **more):
        given = {"number": None, "paper": "a4", "language": "en", "site": SITE}
        return printing.ask_for_print(made.pk, by=user, what=what, **(given | more))

    def test_a_short_document_is_ready_at_once(self, club, boss):
        job = self.ask(club, boss)
        assert job.state == PrintJob.State.DONE
        assert bytes(job.content).startswith(b"%PDF")

    def test_a_long_one_is_made_by_a_worker(self, club, boss, monkeypatch, django_capture_on_commit_callbacks):
        monkeypatch.setattr(printing, "AT_ONCE", 1)
        with django_capture_on_commit_callbacks() as callbacks:
            job = self.ask(club, boss, "schedules")
        assert job.state == PrintJob.State.WAITING
        assert len(callbacks) == 1
        printing.make_print(job.pk)
        printing.make_print(job.pk)
        job.refresh_from_db()
        assert (job.state, job.attempts) == (PrintJob.State.DONE, 1)

    def test_what_is_cancelled_is_not_made_and_stops_under_way(self, club, boss, monkeypatch):
        monkeypatch.setattr(printing, "AT_ONCE", 1)
        monkeypatch.setattr(printing, "SAY_EVERY", 0)
        before, under_way = self.ask(club, boss, "schedules"), self.ask(club, boss, "schedules")
        printing.cancel_print(before.pk, by=boss)
        printing.make_print(before.pk)
        seen = []
        real = printing.Press

        class Watched(real):
            def done(self, part, whole):
                if not seen:
                    printing.cancel_print(under_way.pk, by=boss)
                seen.append(part)
                super().done(part, whole)

        monkeypatch.setattr(printing, "Press", Watched)
        printing.make_print(under_way.pk)
        for job in (before, under_way):
            job.refresh_from_db()
            assert job.state == PrintJob.State.CANCELLED and job.content is None
        assert len(seen) == 1

    def test_the_press_stops_when_told(self):
        def step(part, whole):
            raise Stopped

        made = event("stop", 60, rounds=1)
        ready = prepare(made, "by-name", 1, SITE)
        with pytest.raises(Stopped):
            ready.draw(Press("a4", ready.head, step=step))

    def test_nothing_to_print_is_said(self, boss):
        job = self.ask(make.tournament(4), boss)
        assert (job.state, job.problem) == ("failed", plain("There are no standings yet."))

    @pytest.mark.parametrize(
        "more", [{"what": "money"}, {"paper": "a0"}, {"language": "xx"}, {"what": "", "paper": ""}]
    )
    def test_what_there_is_not_is_refused(self, club, boss, more):
        with pytest.raises(Refused, match="This document does not exist"):
            self.ask(club, boss, **more)

    def test_nobody_fills_the_queue_alone(self, club, boss, monkeypatch):
        monkeypatch.setattr(printing, "AT_ONCE", 1)
        for _time in range(printing.MOST_OPEN):
            self.ask(club, boss, "schedules")
        with pytest.raises(Refused, match="Wait for them"):
            self.ask(club, boss, "schedules")

    def test_a_lost_worker_is_found_and_after_three_the_job_is_given_up(self, club, boss, monkeypatch):
        monkeypatch.setattr(printing, "AT_ONCE", 1)
        job = self.ask(club, boss, "schedules")
        long_ago = timezone.now() - timedelta(hours=1)
        for attempt in (1, 2, 3):
            PrintJob.objects.update(state="working", begun_at=long_ago, asked_at=long_ago, attempts=attempt)
            assert printing.left_undone() == ([job.pk] if attempt < 3 else [])
        job.refresh_from_db()
        assert (job.state, job.problem) == ("failed", Notice("print-three-times"))

    def test_a_fault_of_the_program_is_kept_as_a_code_and_shown_in_the_readers_language(
        self, desk, club, boss, monkeypatch
    ):
        monkeypatch.setattr(printing, "prepare", lambda *_more: 1 / 0)
        job = self.ask(club, boss)
        assert (job.state, job.problem) == ("failed", Notice("print-failed"))
        page = desk.get(reverse("admin:tournaments_print", args=[club.pk, job.pk]), headers={"accept-language": "de"})
        assert "konnte wegen eines Fehlers im Programm" in page.content.decode()

    def test_after_a_day_it_is_thrown_away(self, club, boss):
        self.ask(club, boss)
        PlayerImport.objects.create(tournament=club, uploaded_by=boss, content=b"x")
        printing.throw_away()
        assert PrintJob.objects.count() == PlayerImport.objects.count() == 1
        yesterday = timezone.now() - timedelta(days=1, minutes=1)
        PrintJob.objects.update(asked_at=yesterday)
        PlayerImport.objects.update(uploaded_at=yesterday)
        printing.throw_away()
        assert PrintJob.objects.count() == PlayerImport.objects.count() == 0

    def test_queries_do_not_grow_with_the_event(self, django_assert_max_num_queries):
        for players in (8, 80):
            made = prized(event(f"size{players}", players, rounds=2))
            for what in KINDS:
                with django_assert_max_num_queries(22):
                    prepare(made, what, None, SITE)
