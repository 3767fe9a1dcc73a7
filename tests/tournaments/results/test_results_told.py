"""A desk that sends results one after another is told what became of each; sent twice is as good as once."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments import sentences
from tournaments.models import Appointment, Entry, Player, Result, Seat, Table
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db

WON, LOST = ("8", "4", "2", "0"), ("0", "2", "4", "8")


@world
def round_(boss):
    return make.published(make.tournament(16, rounds_planned=2), boss)


@pytest.fixture
def table(round_):
    return Table.objects.get(round=round_, number=3)


@pytest.fixture
def send(signed_in, boss, table):
    return sender(signed_in, boss, table)


def sender(signed_in, boss, table):
    """Return what sends what was typed for a table as the page does, and returns what it is told, with the status."""
    client = signed_in(boss)
    url = reverse("admin:tournaments_result", args=[table.round.tournament_id, table.pk])

    def sent(keys: str = "8420", **more):
        data = {"keys": keys, "seen_result": "", "user": boss.pk} | more
        answer = client.post(url, data, HTTP_ACCEPT="application/json")
        return answer.json() | {"status": answer.status_code}

    return sent


def standing(table):
    return [str(p) for p in Result.objects.get(table=table, is_current=True).points]


def test_saved_with_the_version_that_shows_it(send, table):
    told = send()
    table.round.tournament.refresh_from_db()
    assert told["state"] == "saved"
    assert told["version"] == table.round.tournament.version
    assert told["result"] == Result.objects.get().pk


def test_it_asks_little_more_of_the_database_than_a_form_does(send, desk, round_, table):
    typed = "-".join(str(seat.entry_id) for seat in Seat.objects.filter(table=table).order_by("position"))
    other = Table.objects.get(round=round_, number=1)
    url = reverse("admin:tournaments_result", args=[round_.tournament_id, other.pk])
    with CaptureQueriesContext(connection) as form:
        desk.post(url, {"keys": "8420", "seen_result": ""})
    with CaptureQueriesContext(connection) as told:
        send(seen_seats=typed)
    # the seats under the lock, and the version
    assert len(told) <= len(form) + 2


def test_sent_twice_it_is_saved_once(send):
    assert send()["result"] == send()["result"] == Result.objects.get().pk


def test_sent_again_after_a_correction_it_asks_and_changes_nothing(send, table):
    first = send()["result"]
    other = make.arbiter(table.round.tournament)
    corrected = results.enter(table.pk, by=other, points=make.points(*LOST), seen_result=first)
    told = send()
    assert (told["state"], told["status"], told["result"]) == ("conflict", 409, corrected.pk)
    assert f"{other} entered 0 – 2 – 4 – 8 for table 3" in told["problem"]
    assert standing(table) == list(LOST)
    assert send(seen_result=corrected.pk)["state"] == "saved"
    assert standing(table) == list(WON)


def test_what_cannot_be_comes_back_with_its_rule(send, table):
    told = send("8888")
    assert (told["state"], told["status"]) == ("refused", 422)
    assert told["rule"].startswith("Rule QC 6")
    assert "#qc-6" in told["rule_url"]
    assert not Result.objects.exists()


def test_what_the_engine_refuses_is_said_in_the_readers_language(signed_in, boss, monkeypatch):
    """With shared places, whose halves are written as people write them."""
    made = make.tournament(16, rounds_planned=2, options={"draw_points": "share"})
    send = sender(signed_in, boss, Table.objects.get(round=make.published(made, boss), number=3))
    dutch = {
        "No game gives %(points)s to the four colours; they can get %(choices)s, in any order.": (
            "Geen partij geeft de vier kleuren %(points)s; mogelijk zijn %(choices)s, in elke volgorde."
        ),
        "%(first)s and %(last)s": "%(first)s en %(last)s",
        "%(first)s or %(last)s": "%(first)s of %(last)s",
    }
    monkeypatch.setattr(sentences, "gettext", lambda text: dutch.get(text, text))
    problem = send("8888")["problem"]
    assert "Geen partij geeft de vier kleuren 8, 8, 8 en 8; mogelijk zijn 8-4-2-0, " in problem
    assert " of 3½-3½-3½-3½, in elke volgorde." in problem and "/2" not in problem
    # the card names the table and links the rule
    assert problem.startswith("Geen ") and "QC 6.1" not in problem


def test_what_is_odd_is_asked_once(send):
    told = send("----")
    assert (told["state"], told["sure"]) == ("sure", "- - - -")
    assert send("----", sure=told["sure"])["state"] == "saved"


def test_a_field_a_seat_does_as_well(send, table):
    assert send("", points1="8", points2="4", points3="2", points4="0")["state"] == "saved"
    assert standing(table) == list(WON)


class TestPlayWentOn:
    @pytest.fixture
    def closed(self, send, round_, boss):
        send()
        for other in Table.objects.filter(round=round_).exclude(number=3):
            results.enter(other.pk, by=boss, points=make.points(*WON))
        rounds.close(round_.pk, by=boss)

    def test_what_stands_already_is_saved(self, closed, send):
        assert send()["state"] == "saved"

    def test_another_result_is_sent_to_the_page_of_corrections(self, closed, send, table, desk, words):
        told = send("0248")
        assert (told["state"], told["status"]) == ("settled", 409)
        assert "Table 3 already has 8 – 4 – 2 – 0" in told["problem"]
        assert standing(table) == list(WON)
        page = desk.get(told["decide_url"])
        assert page.status_code == 200
        assert 'name="points1" value="0"' in words(page)


def test_nobody_enters_in_the_name_of_who_typed_before_them(send, table):
    assert send(user=make.arbiter(table.round.tournament).pk)["state"] == "stranger"
    assert not Result.objects.exists()


class TestWhoIsSignedIn:
    """Rights are asked about only where the typist is still the one who is signed in."""

    def post(self, signed_in, who, table, user):
        url = reverse("admin:tournaments_result", args=[table.round.tournament_id, table.pk])
        data = {"keys": "8420", "seen_result": "", "user": user.pk}
        return signed_in(who).post(url, data, HTTP_ACCEPT="application/json")

    @pytest.mark.parametrize("role", [Appointment.Role.HELPER, Appointment.Role.JUDGE, None])
    def test_another_person_without_the_right_is_a_stranger(self, signed_in, boss, table, role):
        event = table.round.tournament if role else make.tournament(4, slug="other-event")
        other = make.arbiter(event, role=role or Appointment.Role.ARBITER)
        answer = self.post(signed_in, other, table, boss)
        assert (answer.status_code, answer.json()) == (409, {"state": "stranger"})

    def test_the_typist_without_the_right_is_refused_in_words(self, signed_in, table):
        helper = make.arbiter(table.round.tournament, role=Appointment.Role.HELPER)
        answer = self.post(signed_in, helper, table, helper)
        assert (answer.status_code, answer.json()["state"]) == (403, "refused")
        assert "You are not appointed for this" in answer.json()["problem"]


class TestWhetherItCanBe:
    def test_nothing_is_written(self, send, table):
        assert send(check="1")["state"] == "possible"
        assert not Result.objects.exists()

    def test_impossible_points_are_refused_whatever_stands_there(self, send, table):
        send()
        told = send("8888", check="1")
        assert (told["state"], told["status"]) == ("refused", 422)
        assert told["rule"].startswith("Rule QC 6")
        assert standing(table) == list(WON)

    def test_what_is_odd_is_asked(self, send):
        told = send("----", check="1")
        assert (told["state"], told["problem"]) == ("sure", "Is it right that nobody came to this table?")


class TestSeats:
    def seats(self, table):
        return list(Seat.objects.filter(table=table).order_by("position"))

    def typed(self, table):
        return "-".join(str(seat.entry_id) for seat in self.seats(table))

    def test_the_desk_names_who_sits_there(self, desk, table, words):
        page = words(desk.get(reverse("admin:tournaments_desk", args=[table.round.tournament_id])))
        assert f'data-seats="{self.typed(table)}"' in page

    def test_those_who_sat_there_when_it_was_typed_have_it(self, send, table):
        assert send(seen_seats=self.typed(table))["state"] == "saved"

    def test_others_do_not_get_it(self, send, table):
        typed = self.typed(table)
        first = self.seats(table)[0]
        late = Entry.objects.create(
            tournament=table.round.tournament, player=Player.objects.create(name="Late"), number=99
        )
        Seat.objects.filter(pk=first.pk).update(entry=late)
        told = send(seen_seats=typed)
        assert told["state"] == "refused"
        assert "The players at table 3 have changed since this was typed." in told["problem"]
        assert not Result.objects.exists()

    @pytest.mark.parametrize("text", ["x", "1-", "-1", "1-x", "9" * 19])
    def test_nonsense_is_refused(self, send, text):
        assert send(seen_seats=text)["state"] == "refused"
