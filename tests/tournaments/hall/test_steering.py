"""The wall's remote control: pages of one kind, the next page, and all screens held; who may, and what is logged."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client

from tests.tournaments import make
from tests.tournaments.public.build import event
from tournaments.domain.errors import Refused
from tournaments.models import LogEntry, Tournament, Wallboard
from tournaments.services import wallboard

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 27, 19, 30, tzinfo=UTC)
TURNED = int(NOW.timestamp()) // 10


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    monkeypatch.setattr(wallboard.timezone, "now", lambda: NOW)
    return event("club", 16, rounds=1, missing=2)


def steering(club: Tournament) -> str:
    return f"/admin/tournaments/tournament/{club.pk}/desk/wall/"


def told(client: Client, query: str = "") -> tuple[str, str, str]:
    """Return what the wall's page says: its phase, the page at which it stays, and how far it was sent ahead."""
    page = client.get(f"/t/club/board/{query}").content.decode()
    values = [re.search(rf'{name}="?(\w+)', page) for name in ("data-held", "data-ahead")]
    phase = re.search(r'<div data-live[^>]*class="?wall-(\w+)', page)
    assert phase is not None
    return (phase[1], *("" if value is None else value[1] for value in values))  # type: ignore[return-value]


def test_the_desk_sends_the_screens_on_holds_them_and_lets_them_turn(signed_in, client, club, boss, words):
    desk = signed_in(boss)
    assert told(client) == ("results", "", "")
    for do, wanted in (
        ("next", ("", "1")),
        ("next", ("", "2")),
        ("hold", (str(TURNED + 2), "2")),
        ("hold", (str(TURNED + 2), "2")),
        ("next", (str(TURNED + 3), "2")),
        ("turn", ("", "3")),
    ):
        version = Tournament.objects.get().version
        before = Wallboard.objects.values_list("held", "ahead").first()
        assert desk.post(steering(club), {"do": do}).status_code == 302
        assert told(client)[1:] == wanted, do
        changed = before != Wallboard.objects.values_list("held", "ahead").first()
        assert Tournament.objects.get().version == version + changed, (
            "open screens are told of a change, and of no other"
        )
    desk.post(steering(club), {"do": "hold"})
    page = words(desk.get(steering(club)))
    assert "All screens stay at their page." in page and "Let the pages turn" in page


def test_the_desk_chooses_what_they_show_and_an_address_that_asks_for_one_thing_keeps_it(
    signed_in, client, club, boss, words
):
    desk = signed_in(boss)
    desk.post(steering(club), {"do": "hold"})
    for show in ("standings", "clock", "pairings"):
        desk.post(steering(club), {"do": "show", "show": show})
        assert told(client) == (show, "", ""), "what is chosen turns"
        assert told(client, "?show=standings")[0] == "standings"
    desk.post(steering(club), {"do": "show", "show": ""})
    assert told(client)[0] == "results", "the moment decides again"
    for sent in ({"do": "show", "show": "desk"}, {"do": "off"}):
        answer = desk.post(steering(club), sent, follow=True)
        assert "The wallboard has no such" in words(answer)
    assert told(client)[0] == "results"


def test_who_may_not_pair_steers_nothing_and_the_log_names_who_did(club, boss):
    stranger = make.User.objects.create_user("stranger")
    for act in (wallboard.turn_to_next, wallboard.hold_page, wallboard.let_turn):
        with pytest.raises(PermissionDenied):
            act(club.pk, by=stranger)
    with pytest.raises(PermissionDenied):
        wallboard.choose_pages(club.pk, by=stranger, show="clock")
    assert not Wallboard.objects.exists()
    with pytest.raises(Refused):
        wallboard.choose_pages(club.pk, by=boss, show="all")
    wallboard.choose_pages(club.pk, by=boss, show="clock")
    line = LogEntry.objects.filter(kind="wallboard").last()
    assert line is not None and line.actor_id == boss.pk and line.new["show"] == "clock"


def test_an_event_is_steered_for_itself_and_no_other(club, boss, client):
    other = event("other", 8, rounds=1)
    wallboard.choose_pages(other.pk, by=boss, show="clock")
    assert told(client)[0] == "results"


def test_the_database_keeps_it_within_bounds(club):
    for wrong in ({"show": "desk"}, {"ahead": Wallboard.MOST_AHEAD}, {"held": -1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Wallboard.objects.create(tournament=club, **wrong)


def test_after_a_long_hold_the_pages_go_on_where_they_stood(club, boss, monkeypatch):
    wallboard.hold_page(club.pk, by=boss)
    later = TURNED + 12_345
    monkeypatch.setattr(wallboard.timezone, "now", lambda: datetime.fromtimestamp(later * 10, UTC))
    ahead = wallboard.let_turn(club.pk, by=boss).ahead
    assert 0 <= ahead < Wallboard.MOST_AHEAD
    for pages in range(1, 17):
        assert (later + ahead) % pages == TURNED % pages


def test_programs_steer_it_too(signed_in, club, boss):
    where, client = "/api/v1/tournaments/club/wallboard/", signed_in(boss)
    assert client.get(where).json() == {"show": "", "held": False}
    for sent, answer in (
        ({"do": "hold"}, {"show": "", "held": True}),
        ({"do": "next"}, {"show": "", "held": True}),
        ({"do": "turn"}, {"show": "", "held": False}),
        ({"do": "show", "show": "standings"}, {"show": "standings", "held": False}),
    ):
        assert client.post(where, sent, content_type="application/json").json() == answer
    assert client.post(where, {"do": "show"}, content_type="application/json").status_code == 400
