"""The strip above each page of the desk: where the evening stands, who is not here, the clock, and who else is."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tournaments.jobs.sweep import throw_away
from tournaments.models import AtDesk, CheckedIn, Player
from tournaments.services.entries import attendance
from tournaments.services.games import clock
from tournaments.services.results.results import FRESH

pytestmark = pytest.mark.django_db


def strip_of(page: str) -> str:
    """Return the strip as it is read."""
    (strip,) = re.findall(r'<div data-path="strip">(.*?)</div>', page, re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", strip)).strip()


def test_it_says_the_round_what_is_missing_who_is_not_here_and_the_time(desk, boss):
    event = make.duel(8, rounds_planned=3)
    one, two = event.entries.order_by("number")[:2]
    attendance.absent(one.pk, 1, by=boss)
    make.published(event, boss)
    clock.start(event.pk, by=boss)
    attendance.absent(two.pk, 2, by=boss)
    for name in (
        "desk",
        "players",
        "end",
        "mails",
        "prizes",
        "outputs",
        "log",
        "actions",
        "staff",
        "tournament_change",
    ):
        page = desk.get(reverse(f"admin:tournaments_{name}", args=[event.pk])).content.decode()
        said = strip_of(page)
        assert said.startswith("Round 1 of 3 Round 1: 3 tables missing"), name
        assert f"Not here {one.player.name} Clock" in said  # who misses round 2 is here now
        assert page.count("clock.js") == 1 and "data-at=" in page


def test_while_players_are_checked_in_it_counts_those_who_are_awaited(desk, boss):
    event = make.duel(5, check_in=True)
    CheckedIn.objects.create(entry=event.entries.first(), by=boss)
    page = desk.get(reverse("admin:tournaments_players", args=[event.pk])).content.decode()
    assert strip_of(page) == "Next: Check in Not here 4"


def test_many_who_are_away_are_counted(desk, boss):
    event = make.duel(8, rounds_planned=3)
    for entry in event.entries.order_by("number")[:4]:
        attendance.absent(entry.pk, 1, by=boss)
    page = desk.get(reverse("admin:tournaments_players", args=[event.pk])).content.decode()
    assert strip_of(page).endswith("Not here 4")


def test_who_is_away_has_the_name_that_nobody_else_has(desk, boss):
    event = make.duel(4)
    for entry in event.entries.order_by("number")[:2]:
        Player.objects.filter(entries=entry).update(name="Anna Dubbel", club="Leiden" if entry.number == 2 else "")
    attendance.absent(event.entries.get(number=2).pk, 1, by=boss)
    page = desk.get(reverse("admin:tournaments_players", args=[event.pk])).content.decode()
    assert strip_of(page).endswith("Not here Anna Dubbel (Leiden)")


def test_who_else_is_at_the_desk_is_told_to_each_and_forgotten_soon(signed_in, boss):
    event = make.duel(4)
    other = make.arbiter(event)
    here = reverse("admin:tournaments_here", args=[event.pk])

    def others(user):
        return signed_in(user).get(here, headers={"Accept": "application/json"}).json()["others"]

    assert others(boss) == []
    assert others(other) == [str(boss)]
    assert others(boss) == [str(other)]
    AtDesk.objects.filter(by=other).update(at=timezone.now() - FRESH - timedelta(seconds=1))
    assert others(boss) == []
    AtDesk.objects.filter(by=other).update(at=timezone.now() - timedelta(hours=25))
    throw_away()
    assert [row.by for row in AtDesk.objects.all()] == [boss]


def test_nobody_is_at_a_desk_where_they_may_not_be(client, signed_in, boss):
    event = make.duel(4)
    here = reverse("admin:tournaments_here", args=[event.pk])
    asked = {"Accept": "application/json"}
    assert client.get(here, headers=asked).status_code == 302  # what tells strip.js that it asks no more
    assert signed_in(make.arbiter(make.duel(4))).get(here, headers=asked).status_code == 403
    assert not AtDesk.objects.exists()


def test_it_is_fetched_alone_with_the_path_of_the_page_that_asks(desk, django_assert_max_num_queries):
    event = make.duel(4)
    page = reverse("admin:tournaments_players", args=[event.pk])
    with django_assert_max_num_queries(8):
        part = desk.get(reverse("admin:tournaments_here", args=[event.pk]), {"at": page}).content.decode()
    assert strip_of(part) == "Next: Pair round 1"
    whole = desk.get(page).content.decode()
    (menu,) = re.findall(r'<div data-path="menu">.*?</div>', part, re.S)
    assert menu in whole and f'href="{page}" aria-current="page"' in menu
