"""Long lists, which a worker reads and carries out: watched, cancelled, begun again after a death."""

from __future__ import annotations

import re
import threading

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connections
from django.urls import reverse
from django.utils import translation

from games.core.notices import Notice
from tests.support.stack import Stack
from tests.tournaments import make
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain.errors import Refused
from tournaments.imports.readers.spreadsheet import about_lines
from tournaments.imports.writing import Sheet, write
from tournaments.jobs.sweep import left_undone
from tournaments.models import Appointment, Entry, Player, PlayerImport, Result, Team
from tournaments.selectors.rounds.offers import Latecomers
from tournaments.sentences import sentence
from tournaments.services.lists import list_imports as job
from tournaments.services.lists import lists, player_lists

State = PlayerImport.State
LINES = lists.AT_ONCE + 20
PLAYERS = ("Name;Rating\n" + "".join(f"Player {n};{1000 + n}\n" for n in range(LINES))).encode()
TEAMS = ("Team\n" + "".join(f"Team {n}\n" for n in range(LINES))).encode()


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_the_lines_of_a_file_are_counted_without_reading_it(form):
    rows = [[f"Player {n}", n] for n in range(300)]
    assert 300 <= about_lines(write(Sheet("Players", ["Name", "Rating"], rows), form, "en")) <= 302
    assert about_lines(b"PK\x03\x04 and then nothing") == 0


@pytest.mark.django_db(transaction=True)
class TestLongLists:
    @pytest.fixture(autouse=True)
    def sent(self, monkeypatch):
        """Collect the tasks sent to workers; the tests run it themselves."""
        found = []
        monkeypatch.setattr("tournaments.domain.queue.send", lambda name, *args, **more: found.append((name, args)))
        return found

    @pytest.fixture
    def event(self):
        return make.tournament(0)

    def looked(self, event, boss, kind="players", content=PLAYERS):
        """A list that a worker has read."""
        waiting = lists.upload(kind, event.pk, by=boss, filename="long.csv", content=content)
        assert waiting.state == State.WAITING
        assert job.import_list(waiting.pk) == []
        waiting.refresh_from_db()
        assert waiting.state == State.LOOKED
        return waiting

    def test_it_is_read_looked_at_agreed_to_and_carried_out(self, event, boss, sent):
        waiting = self.looked(event, boss)
        assert sent == [("import_list", (waiting.pk,))]
        plan = lists.preview(waiting)
        assert plan.stamp == waiting.stamp
        assert plan.counts == {"new": LINES, "changed": 0, "same": 0, "refused": 0} == waiting.plan["counts"]
        assert not Player.objects.exists()
        assert lists.carry_out(waiting.pk, by=boss, seen=waiting.stamp) is None
        assert not Player.objects.exists() and len(sent) == 2
        assert job.import_list(waiting.pk) == [event.pk]
        waiting.refresh_from_db()
        assert (waiting.state, waiting.percent, bytes(waiting.content)) == (State.DONE, 100, b"")
        assert (waiting.done, waiting.total, waiting.plan) == (
            2 * LINES,
            2 * LINES,
            {"counts": plan.counts, "left": []},
        )
        assert event.entries.count() == LINES
        with pytest.raises(Refused, match="already been imported"):
            lists.carry_out(waiting.pk, by=boss)
        assert self.looked(event, boss).plan["counts"]["same"] == LINES

    def test_teams_and_results_go_the_same_way(self, event, boss):
        waiting = self.looked(event, boss, "teams", TEAMS)
        lists.carry_out(waiting.pk, by=boss)
        assert job.import_list(waiting.pk) == [event.pk] and Team.objects.count() == LINES
        assert Team.objects.filter(key=f"T{LINES}").exists()
        played = make.tournament(8)
        make.published(played, boss)
        head = b"Round;Table;Points 1;Points 2;Points 3;Points 4\n"
        # blank lines make a list long, and say nothing
        results = self.looked(played, boss, "results", head + b"1;1;8;4;2;0\n1;2;8;4;2;0\n" + b"\n" * LINES)
        lists.carry_out(results.pk, by=boss)
        job.import_list(results.pk)
        assert set(Result.objects.values_list("source", "entered_by")) == {("import", boss.pk)}

    def test_run_twice_or_by_many_it_is_carried_out_once(self, event, boss):
        waiting = self.looked(event, boss)
        lists.carry_out(waiting.pk, by=boss)
        at_once(*[lambda: job.import_list(waiting.pk)] * 4)
        assert job.import_list(waiting.pk) == [] and event.entries.count() == LINES

    def test_a_line_that_is_refused_keeps_all_out_before_a_worker_is_asked(self, event, boss):
        waiting = self.looked(event, boss, content=PLAYERS + b"=1+1;1500\n")
        assert lists.preview(waiting).lines[-1].problems
        with pytest.raises(Refused, match="some lines have errors"):
            lists.carry_out(waiting.pk, by=boss)
        assert PlayerImport.objects.get().state == State.LOOKED

    def test_what_changed_after_the_preview_is_looked_at_again(self, event, boss):
        waiting = self.looked(event, boss)
        with pytest.raises(Refused, match="after this preview"):
            lists.carry_out(waiting.pk, by=boss, seen="another")
        lists.carry_out(waiting.pk, by=boss, seen=waiting.stamp)
        Latecomers(event).place(Entry(tournament=event, player=Player.objects.create(name="Player 7"))).save()
        assert job.import_list(waiting.pk) == []
        again = PlayerImport.objects.get()
        assert (again.state, again.agreed_by, again.plan["counts"]["new"]) == (State.LOOKED, None, LINES - 1)
        assert "after this preview" in str(again.problem) and event.entries.count() == 1
        lists.carry_out(waiting.pk, by=boss, seen=again.stamp)
        job.import_list(waiting.pk)
        assert event.entries.count() == LINES

    @pytest.mark.parametrize("content", [b"Name\0\n" + b"Rex\n" * LINES, b"\xff\xfe\x00" + b"\n" * LINES])
    def test_what_is_no_list_is_refused_in_the_language_of_the_reader(self, event, boss, content):
        with translation.override("nl"):
            waiting = lists.upload("players", event.pk, by=boss, content=content)
        job.import_list(waiting.pk)
        waiting.refresh_from_db()
        with translation.override("nl"):
            read = sentence(waiting.problem)
        assert waiting.state == State.REFUSED and bytes(waiting.content) == b""
        assert "Bewaar" in read or "kolom" in read

    def test_cancelled_while_it_waits_or_is_looked_at_it_is_never_begun(self, event, boss):
        waiting = lists.upload("players", event.pk, by=boss, content=PLAYERS)
        assert lists.cancel(waiting.pk, by=boss).state == State.CANCELLED
        assert job.import_list(waiting.pk) == []
        looked = self.looked(event, boss)
        assert lists.cancel(looked.pk, by=boss).plan is None
        with pytest.raises(Refused):
            lists.carry_out(looked.pk, by=boss)
        assert not event.entries.exists()

    def test_cancelled_while_it_runs_nothing_is_kept_and_others_see_how_far_it_was(self, event, boss, monkeypatch):
        waiting = self.looked(event, boss)
        lists.carry_out(waiting.pk, by=boss)
        ask, go_on = threading.Event(), threading.Event()
        batches = player_lists._batches

        def slow(rows):
            ask.set()
            assert go_on.wait(10)
            return batches(rows)

        monkeypatch.setattr(player_lists, "_batches", slow)

        def run():
            try:
                job.import_list(waiting.pk)
            finally:
                connections.close_all()

        worker = threading.Thread(target=run)
        worker.start()
        assert ask.wait(10)
        seen = PlayerImport.objects.get()
        assert (seen.state, seen.percent) == (State.RUNNING, 50)
        with pytest.raises(Refused, match="is still being imported"):
            lists.upload("players", event.pk, by=boss, content=b"Name\nAnna\n")
        assert lists.cancel(waiting.pk, by=boss).cancel_asked
        go_on.set()
        worker.join(10)
        seen.refresh_from_db()
        assert seen.state == State.CANCELLED
        assert not Entry.objects.exists() and not Player.objects.exists()
        assert lists.upload("players", event.pk, by=boss, content=b"Name\nAnna\n").state == State.LOOKED

    def test_what_a_dead_worker_left_is_found_and_begun_again_but_not_for_ever(self, event, boss):
        waiting = self.looked(event, boss)
        assert left_undone()["import_list"] == []
        lists.carry_out(waiting.pk, by=boss)
        PlayerImport.objects.update(state=State.RUNNING, uploaded_at="2026-01-01T00:00Z", attempts=3)
        assert left_undone()["import_list"] == [waiting.pk]
        assert job.import_list(waiting.pk) == []
        waiting.refresh_from_db()
        assert waiting.state == State.REFUSED and "three times" in str(waiting.problem)

    def test_who_was_dismissed_meanwhile_imports_nothing(self, event):
        chief = make.arbiter(event, Appointment.Role.CHIEF)
        waiting = self.looked(event, chief)
        lists.carry_out(waiting.pk, by=chief)
        Appointment.objects.all().delete()
        assert job.import_list(waiting.pk) == [] and not event.entries.exists()
        waiting.refresh_from_db()
        assert waiting.state == State.REFUSED
        with pytest.raises(PermissionDenied):
            lists.cancel(waiting.pk, by=chief)

    def test_the_pages_show_how_far_it_is_and_many_lines_in_pieces(self, event, boss, signed_in, words):
        browser = signed_in(boss)
        waiting = lists.upload("players", event.pk, by=boss, filename="long.csv", content=PLAYERS)
        at = reverse("admin:tournaments_list_preview", args=[event.pk, "players", waiting.pk])
        assert "<progress" in words(browser.get(at)) and "refresh" in words(browser.get(at))
        job.import_list(waiting.pk)
        shown = words(browser.get(at))
        assert f"Import all {LINES} lines" in shown and "<progress" not in shown
        assert 'id="line-4"' in words(browser.get(at + "?only=new")) and 'id="line-4"' not in words(
            browser.get(at + "?only=same")
        )
        stamp = re.search('name="stamp" value="([0-9a-f]+)"', shown)[1]
        assert browser.post(at, {"stamp": stamp}).status_code == 302
        assert "in the background" in words(browser.get(at))
        assert browser.post(at + "cancel/").status_code == 302
        ended = words(browser.get(at))
        assert "Cancelled" in ended and "<progress" not in ended

    def test_a_file_that_cannot_be_read_is_a_code_that_each_reader_reads_in_their_language(self, event, boss):
        waiting = lists.upload("teams", event.pk, by=boss, filename="long.csv", content=TEAMS)
        PlayerImport.objects.filter(pk=waiting.pk).update(content=TEAMS + b"\0")
        job.import_list(waiting.pk)
        waiting.refresh_from_db()
        assert (waiting.state, waiting.problem) == (State.REFUSED, Notice("list-not-text"))
        with translation.override("nl"):
            assert sentence(waiting.problem).startswith("Dit is geen tekstbestand")


LONG = """
import os, signal, time
from tests.support.waiting import until
from tests.tournaments import make
from tournaments.models import Entry, Player, PlayerImport, User
from tournaments.services.lists import lists

def once(what):
    def fresh():
        waiting.refresh_from_db()
        return what(waiting)
    until(fresh, of=lambda: (waiting.state, waiting.done, waiting.problem), pause=0.005)
    return waiting

by = User.objects.filter(is_superuser=True).first()
made = make.tournament(0, slug="long-{slug}")
content = "Name\\n" + "".join(f"{slug} {{n}}\\n" for n in range(2500))
waiting = lists.upload("players", made.pk, by=by, content=content.encode())
looked = once(lambda row: row.state == "looked")
assert lists.carry_out(looked.pk, by=by, seen=looked.stamp) is None
once(lambda row: row.state == "running" and row.done)
assert not made.entries.exists()
{then}
row = once(lambda row: row.state in ("done", "refused", "cancelled"))
people = Player.objects.filter(name__startswith="{slug} ").count()
print(row.state, row.attempts, made.entries.count(), people)
"""


def test_a_real_worker_killed_half_way_begins_again_and_one_cancelled_leaves_nothing(stack: Stack) -> None:
    worker = stack.processes()["worker"]
    kill = f"os.kill({worker}, signal.SIGKILL)"
    state, attempts, entries, people = stack.python(LONG.format(slug="killed", then=kill)).split()
    assert (state, entries, people) == ("done", "2500", "2500")
    assert int(attempts) == 2, "the kill met it at work"
    assert stack.processes()["worker"] != worker
    cancel = "lists.cancel(waiting.pk, by=by)"
    assert stack.python(LONG.format(slug="cancelled", then=cancel)).split() == ["cancelled", "1", "0", "0"]
