"""The first who came has the first place that is free, however often they were moved since."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

import tournaments
from tests.tournaments import make
from tests.tournaments.registrations.conftest import offered, sent
from tournaments.models import Club, Entry, LogEntry, Mail, Player, Registration, Team, Tournament, Waiting
from tournaments.selectors.registrations import desk, standing
from tournaments.services.entries import attendance, check_in, players, registrations
from tournaments.services.entries import registration_decisions as decisions
from tournaments.services.events import tournaments as settings_
from tournaments.services.people import merges

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]


def one_place(**settings: Any) -> Tournament:
    """Return an evening with one place that is free."""
    return offered(1, {"places": 2}, **settings)


def inside(made: Tournament) -> list[str]:
    """Return who has a place and entered themselves."""
    entries = made.entries.select_related("player")
    return [entry.player.name for entry in entries if not entry.player.name.startswith("Player")]


def queue(made: Tournament) -> list[str]:
    return [waiting.player.name for waiting in made.waiting.select_related("player")]


def accepted(made: Tournament, boss: Any, *names: str) -> list[Registration]:
    """Accept players in the order in which they came."""
    rows = [sent(made, name) for name in names]
    return [decisions.accept(made.pk, row.pk, by=boss) for row in rows]


def mails(row: Registration) -> list[str]:
    of_them = Mail.objects.filter(parameters__path=f"registration {row.pk}").order_by("id")
    return [mail.parameters["state"] for mail in of_them]


class TestANamesakeWhoIsLookedAtLater:
    @pytest.fixture
    def held(self) -> tuple[Tournament, Registration]:
        """Two places; Anna, of whose name somebody is known, came before two who are accepted by themselves."""
        Player.objects.create(name="Anna Known", club="Leiden")
        made = offered(0, {"places": 2}, automatic=True)
        row = sent(made, "Anna Known", email="anna@players.example")
        for name in ("Bert Second", "Cleo Third"):
            sent(made, name, email=f"{name[:4]}@players.example")
        return made, row

    def test_keeps_the_place_and_gets_one_mail_of_it(self, held, boss):
        made, row = held
        assert (inside(made), queue(made)) == (["Bert Second"], ["Cleo Third"])
        decisions.accept(made.pk, row.pk, by=boss, new=True)
        assert (inside(made), queue(made)) == (["Bert Second", "Anna Known"], ["Cleo Third"])
        assert mails(row) == ["received", "accepted"]

    def test_and_the_next_has_it_when_they_are_refused_or_withdraw(self, held, boss):
        made, row = held
        decisions.refuse(made.pk, row.pk, by=boss)
        assert (inside(made), queue(made)) == (["Bert Second", "Cleo Third"], [])
        assert mails(Registration.objects.get(name="Cleo Third")) == ["waiting", "moved up"]

    def test_refused_and_accepted_after_all_they_wait_before_those_who_came_later(self, held, boss):
        made, row = held
        decisions.refuse(made.pk, row.pk, by=boss)
        sent(made, "Dirk Fourth")
        decisions.accept(made.pk, row.pk, by=boss, new=True)
        assert queue(made) == ["Anna Known", "Dirk Fourth"]

    def test_somebody_entered_by_hand_waits_behind_them(self, held, boss):
        made, _row = held
        assert isinstance(attendance.add(made.pk, by=boss, name="Elke Last"), Waiting)
        assert queue(made) == ["Cleo Third", "Elke Last"]

    def test_once_the_evening_has_begun_nobody_holds_a_place_who_is_not_in(self, held, boss):
        made, _row = held
        attendance.add(made.pk, by=boss, name="Elke Last")
        Waiting.objects.all().delete()
        Tournament.objects.filter(pk=made.pk).update(state="running")
        assert isinstance(attendance.add(made.pk, by=boss, name="Fred Late"), Entry)


class TestPutBack:
    def test_on_the_list_they_stand_before_those_who_came_later(self, boss):
        made = offered(0, {"places": 2})
        accepted(made, boss, "Anna", "Bert", "Cleo")
        check_in.to_waiting_list(made.pk, made.entries.get(player__name="Anna").pk, by=boss)
        assert queue(made) == ["Anna", "Cleo"]

    def test_who_is_beyond_fewer_places_stands_before_who_waited_already(self, boss):
        made = offered(0, {"places": 3})
        accepted(made, boss, "Zoë", "Anna", "Bert", "Cleo")
        settings_.change(made.pk, {"places": 2}, by=boss)
        check_in.fill_the_list(made.pk, by=boss)
        assert (inside(made), queue(made)) == (["Zoë", "Anna"], ["Bert", "Cleo"])

    def test_taken_out_and_entered_again_they_came_when_they_sent_their_entry(self, boss):
        made = offered(0, {"places": 2})
        accepted(made, boss, "Anna", "Bert", "Cleo")
        players.take_out(made.pk, made.entries.get(player__name="Anna").number, by=boss)
        assert (inside(made), queue(made)) == (["Bert", "Cleo"], [])
        accepted(made, boss, "Dirk")
        attendance.add(made.pk, by=boss, name="Anna")
        assert queue(made) == ["Anna", "Dirk"]

    def test_apart_again_both_stand_where_they_came(self, boss):
        other = make.club("Leiden")
        Club.objects.update(shares_people=True)
        made = one_place()
        rows = accepted(made, boss, "Anna", "Bert", "Cleo")
        known = Player.objects.create(name="Bert B.", register=other)
        done = merges.merge(known.pk, rows[1].player_id, by=boss)
        assert queue(made) == ["Bert B.", "Cleo"]
        merges.undo(done.pk, by=boss)
        assert queue(made) == ["Bert", "Cleo"]
        registrations.withdraw(rows[0].pk)
        assert (inside(made), queue(made)) == (["Bert"], ["Cleo"])


class TestPlaces:
    def test_more_of_them_go_to_those_who_came_first(self, boss, signed_in):
        made = one_place()
        rows = accepted(made, boss, "Anna", "Bert", "Cleo", "Dirk")
        settings_.change(made.pk, {"places": 3}, by=boss)
        assert (inside(made), queue(made)) == (["Anna", "Bert"], ["Cleo", "Dirk"])
        # those who waited have them first; who comes with them is told once that they are in
        Tournament.objects.filter(pk=made.pk).update(places=6)
        last = sent(made, "Elke", email="elke@players.example")
        decisions.accept(made.pk, last.pk, by=boss)
        assert (inside(made)[2:], mails(last)) == (["Cleo", "Dirk", "Elke"], ["received", "accepted"])
        assert standing(rows[3], made).entry is not None

    def test_whoever_looks_at_the_entries_out_of_their_order_gives_nobody_an_earlier_ones_place(self, boss):
        made = one_place()
        first, second = sent(made, "Anna"), sent(made, "Bert")
        decisions.accept(made.pk, second.pk, by=boss)
        assert queue(made) == ["Bert"]
        decisions.accept(made.pk, first.pk, by=boss)
        assert (inside(made), queue(made)) == (["Anna"], ["Bert"])

    def test_given_by_hand_they_are_told_and_sit_in_their_team(self, boss):
        made = one_place(moves_up=False)
        Team.objects.create(tournament=made, key="A", name="Alpha")
        accepted(made, boss, "Anna")
        row = sent(made, "Bert", team="alpha", rating=1500, email="bert@players.example")
        decisions.accept(made.pk, row.pk, by=boss)
        players.take_out(made.pk, made.entries.get(player__name="Anna").number, by=boss)
        assert queue(made) == ["Bert"], "the organiser fills places by hand here"
        check_in.promote(made.pk, made.waiting.get().pk, by=boss)
        entry = made.entries.get(player__name="Bert")
        assert (entry.team.name, mails(row)) == ("Alpha", ["received", "waiting", "moved up"])

    def test_a_changed_address_costs_no_place(self, boss):
        made = one_place()
        first, second = sent(made, "Anna"), sent(made, "Bert")
        registrations.change(first.pk, {"email": "new@players.example"})
        registrations.confirm_address(first.pk, Registration.objects.get(pk=first.pk).address_key)
        assert [row.registration.name for row in desk(made, boss).undecided] == ["Anna", "Bert"]
        assert (standing(first, made).beyond, standing(second, made).beyond) == (False, True)


def test_a_page_that_accepts_several_goes_by_when_they_came(signed_in, boss):
    """Also where their numbers tell another order: an address that was confirmed late."""
    made = one_place()
    late, early = sent(made, "Anna Late"), sent(made, "Bert Early")
    Registration.objects.filter(pk=late.pk).update(since=early.since + timedelta(seconds=1))
    ticked = {"do": "accept", "row": [str(late.pk), str(early.pk)]}
    signed_in(boss).post(reverse("admin:tournaments_registrations_act", args=[made.pk]), ticked)
    assert (inside(made), queue(made)) == (["Bert Early"], ["Anna Late"])


def test_data_of_before_say_when_everybody_came_and_the_log_stays_as_it_is(boss):
    made = one_place()
    rows = accepted(made, boss, "Anna", "Bert")
    logged = {line.row_id: line.at for line in LogEntry.objects.filter(kind="entry", action="insert")}
    before = LogEntry.objects.count()
    wrong = datetime(2030, 1, 1, tzinfo=UTC)
    for model in (Entry, Waiting, Registration):
        model._default_manager.update(since=wrong)
    lines = LogEntry.objects.count()
    assert lines > before, "otherwise nothing shows that the log is left alone"
    text = (Path(tournaments.__file__).parent / "migrations" / "since.sql").read_text()
    with connection.cursor() as cursor:
        cursor.execute(text)
    assert LogEntry.objects.count() == lines
    for row in rows:
        row.refresh_from_db()
        assert row.since == row.sent_at
    assert Waiting.objects.get().since == rows[1].since
    assert made.entries.get(player__name="Anna").since == rows[0].since
    for entry in made.entries.exclude(player__name="Anna"):
        assert entry.since == logged[str(entry.pk)]
