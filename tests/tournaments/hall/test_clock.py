"""The hall's clock: moved by hand, counted by the server's time, seen by all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.public.build import event
from tournaments.domain.errors import Refused
from tournaments.domain.setup import clock_of
from tournaments.models import Clock, Tournament
from tournaments.services.games import clock

T0 = datetime(2026, 11, 27, 19, 30, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return T0 + timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("seconds", "left"), [(0, 600_000), (0.25, 599_750), (599, 1000), (600, 0), (601, 0), (9e6, 0), (-5, 600_000)]
)
def test_a_rounds_time_runs_down_to_nothing(seconds: float, left: int) -> None:
    assert Clock(seconds=600, left_ms=600_000, started_at=T0).left(at(seconds)) == left


@pytest.mark.parametrize(
    ("seconds", "left"), [(0, 100_000), (100, 0), (101, 209_000), (310, 210_000), (311, 209_000), (519, 1000)]
)
def test_a_sand_glass_is_turned_when_it_has_run_out(seconds: float, left: int) -> None:
    glass = Clock(kind="move", seconds=210, left_ms=100_000, started_at=T0)
    assert glass.left(at(seconds)) == left


def test_what_stands_still_stands_still() -> None:
    stopped = Clock(seconds=600, left_ms=1234)
    assert stopped.left(at(9999)) == 1234 and not stopped.running and stopped.begun
    assert not Clock(seconds=600, left_ms=600_000).begun
    assert [Clock(left_ms=ms).left_text for ms in (0, 1, 59_001, 3_599_000, 5_400_000)] == [
        "0:00",
        "0:01",
        "1:00",
        "59:59",
        "1:30:00",
    ]


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The service's time, set by the test."""

    class Time:
        now = T0

    monkeypatch.setattr("tournaments.services.games.clock.timezone.now", lambda: Time.now)
    return Time


@pytest.mark.django_db
class TestByHand:
    def test_start_stop_and_on(self, club: Tournament, boss: Any, time: Any) -> None:
        clock.set_up(club.pk, by=boss, kind="round", seconds=600)
        assert clock.start(club.pk, by=boss).ends_at == at(600)
        time.now = at(100)
        assert clock.pause(club.pk, by=boss).left_ms == 500_000
        time.now = at(1000)
        assert clock.start(club.pk, by=boss).ends_at == at(1500)
        assert Clock.objects.get().round == 2

    def test_q_4_5_a_round_of_quarto_is_proposed_at_twenty_minutes(self) -> None:
        """A game takes 10 to 20 minutes; whoever sets the clock may say otherwise. Of Kwartet no source says."""
        assert clock_of(make.duel(4, game="quarto")).left_text == "20:00"
        assert clock_of(make.duel(4, game="kwartet")).left_text == "1:00:00"

    def test_two_who_press_start_start_it_once(self, club: Tournament, boss: Any, time: Any) -> None:
        clock.start(club.pk, by=boss)
        club.refresh_from_db()
        time.now = at(7)
        assert clock.start(club.pk, by=make.arbiter(club)).started_at == T0
        before = club.version
        club.refresh_from_db()
        assert club.version == before, "nothing changed, so nobody is woken"

    def test_time_is_given_and_taken(self, club: Tournament, boss: Any, time: Any) -> None:
        clock.set_up(club.pk, by=boss, kind="round", seconds=600)
        assert clock.adjust(club.pk, by=boss, seconds=60).left_ms == 660_000
        clock.start(club.pk, by=boss)
        time.now = at(100)
        assert clock.adjust(club.pk, by=boss, seconds=-60).ends_at == at(600)
        time.now = at(900)
        assert clock.adjust(club.pk, by=boss, seconds=300).ends_at == at(1200), "time given after the end"
        assert clock.adjust(club.pk, by=boss, seconds=-99_999).left(at(900)) == 0
        assert clock.adjust(club.pk, by=boss, seconds=10**9).left_ms == 24 * 3600 * 1000

    def test_what_ran_out_begins_anew(self, club: Tournament, boss: Any, time: Any) -> None:
        clock.set_up(club.pk, by=boss, kind="round", seconds=600)
        clock.start(club.pk, by=boss)
        time.now = at(700)
        assert clock.start(club.pk, by=boss).ends_at == at(1300)

    def test_a_glass_is_turned_and_a_round_is_set_back(self, club: Tournament, boss: Any, time: Any) -> None:
        clock.set_up(club.pk, by=boss, kind="move", seconds=210)
        clock.start(club.pk, by=boss)
        time.now = at(100)
        turned = clock.turn(club.pk, by=boss)
        assert turned.running and turned.left(at(100)) == 210_000
        clock.set_up(club.pk, by=boss, kind="round", seconds=600)
        clock.start(club.pk, by=boss)
        assert not clock.turn(club.pk, by=boss).begun

    @pytest.mark.parametrize(("kind", "seconds"), [("round", 9), ("round", 86_401), ("egg", 60), ("", 60)])
    def test_no_clock_has_that(self, club: Tournament, boss: Any, kind: str, seconds: int) -> None:
        with pytest.raises(Refused):
            clock.set_up(club.pk, by=boss, kind=kind, seconds=seconds)

    def test_only_who_may_pair_moves_it(self, club: Tournament) -> None:
        for user in (None, make.arbiter(), make.arbiter(event("other", rounds=0))):
            with pytest.raises(PermissionDenied):
                clock.start(club.pk, by=user)
        assert not Clock.objects.exists()

    def test_pairing_publishing_and_closing_never_move_it(self, boss: Any, eager_tasks: None) -> None:
        made = make.tournament(8)
        clock.set_up(made.pk, by=boss, kind="round", seconds=600)
        clock.start(made.pk, by=boss)
        before = Clock.objects.values().get()
        make.played(made, boss)
        make.published(made, boss)
        assert Clock.objects.values().get() == before

    def test_the_database_keeps_no_impossible_clock(self, club: Tournament) -> None:
        for wrong in ({"kind": "egg"}, {"seconds": 5}, {"seconds": 90_000}, {"left_ms": 10**9}):
            with pytest.raises(IntegrityError), transaction.atomic():
                Clock.objects.create(tournament=club, **wrong)
        Clock.objects.create(tournament=club)
        with pytest.raises(IntegrityError), transaction.atomic():
            Clock.objects.create(tournament=club)


@pytest.mark.django_db
class TestWhereItIsSeen:
    def test_pages_say_until_when_and_give_what_screens_count_from(
        self, client: Client, club: Tournament, boss: Any
    ) -> None:
        before = client.get("/t/club/")
        assert "data-clock" not in before.content.decode()
        clock.set_up(club.pk, by=boss, kind="round", seconds=600)
        started = clock.start(club.pk, by=boss)
        again = client.get("/t/club/", headers={"if-none-match": before["ETag"]})
        assert again.status_code == 200
        end = timezone.localtime(started.ends_at).strftime("%H:%M")
        for where in ("", "standings/", "rounds/2/", "mine/3/", "board/", "find/", "about/"):
            page = client.get(f"/t/club/{where}").content.decode()
            assert f'data-left="600000" data-at="{started.at_ms}"' in page, where
            assert f"The round’s time runs until {end}." in page
        clock.pause(club.pk, by=boss)
        assert "The clock is stopped at" in client.get("/t/club/").content.decode()

    def test_the_public_sees_it_in_its_own_round_only(self, client: Client, boss: Any) -> None:
        made = make.tournament(8, slug="rounds")
        make.published(made, boss)
        clock.start(made.pk, by=boss)
        assert "data-clock" in client.get("/t/rounds/").content.decode()
        Clock.objects.update(round=0)
        Tournament.objects.filter(pk=made.pk).update(version=99)
        assert "data-clock" not in client.get("/t/rounds/").content.decode()

    def test_the_time_is_told_to_whoever_asks(self, client: Client) -> None:
        answer = client.get("/time/")
        assert abs(answer.json()["now"] - datetime.now(UTC).timestamp() * 1000) < 5000
        assert "no-store" in answer["Cache-Control"] and not answer.cookies

    def test_the_desk_has_its_buttons(self, desk: Any, club: Tournament, words: Any) -> None:
        address = f"/admin/tournaments/tournament/{club.pk}/desk/clock/"
        assert desk.get(address).status_code == 405
        for text, seconds in (("90", 5400), ("3:30", 210), ("1:30:00", 5400)):
            assert desk.post(address, {"do": "set", "kind": "round", "time": text}).status_code == 302
            assert Clock.objects.get().seconds == seconds
        for do in ("start", "more", "less", "pause", "turn"):
            assert desk.post(address, {"do": do}).status_code == 302
        assert not Clock.objects.get().begun
        for wrong in ({"do": "set", "time": "soon"}, {"do": "set", "time": "1:2:3:4"}, {"do": "x"}, {}):
            assert desk.post(address, wrong).status_code == 302
        page = words(desk.get(f"/admin/tournaments/tournament/{club.pk}/desk/"))
        assert "Enter the time as minutes" in page and "no such button" in page and 'value="start"' in page

    def test_somebody_elses_desk_is_closed(self, client: Client, club: Tournament) -> None:
        address = f"/admin/tournaments/tournament/{club.pk}/desk/clock/"
        assert client.post(address, {"do": "start"}).status_code == 302, "to the login"
        client.force_login(make.arbiter())
        assert client.post(address, {"do": "start"}).status_code == 403
        assert not Clock.objects.exists()
