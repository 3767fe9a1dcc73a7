"""All evenings of a season that have not begun are changed at once, after a look at what would change."""

from __future__ import annotations

import re
from datetime import date, time

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.models import LogEntry, Series, Tournament
from tournaments.services.events import season_evenings as services
from tournaments.services.events.presets import PRESETS, create

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
VALUES = {"begins": time(20, 0), "venue": "Café", "rounds": 4, "minutes": 45, "published": True}
SENT = {"begins": "20:00", "venue": "Café", "system": "", "rounds": "4", "minutes": "45", "published": "1"}


@world
def evenings(boss):
    """Four evenings, not public yet; the first one has begun."""
    made = create(PRESETS["season"], by=boss, name="Winter", starts=date(2026, 12, 4), game="quarto", rounds=3, count=4)
    Tournament.objects.update(schedule="19:30 Round 1\n20:15 Round 2", venue="De Toren")
    first = Tournament.objects.get(pk=made[0].pk)
    for name in ("Anna", "Bert", "Carla", "Dirk"):
        first.entries.create(player=make.Player.objects.create(name=name), number=first.entries.count() + 1)
    make.published(first, boss)
    return [Tournament.objects.get(pk=one.pk) for one in made]


def season():
    return Series.objects.get()


def page():
    return reverse("admin:tournaments_season_evenings", args=[season().pk])


def rows():
    return list(Tournament.objects.order_by("starts").values("venue", "schedule", "rounds_planned", "published"))


def test_the_page_shows_first_and_then_changes(evenings, signed_in, boss, words):
    client, before = signed_in(boss), rows()
    assert "Fri 4 December 2026" in words(client.get(page()))
    text = words(client.post(page(), SENT))
    assert rows() == before and not LogEntry.objects.filter(kind="clock").exists()
    assert "<del>19:30 · De Toren" in text and "<ins>20:00 · Café" in text and "45 minutes a round" in text
    assert text.count("<ins>") == 3 and "Change 3 evenings" in text
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text))
    assert client.post(page(), sent | SENT | {"seen": sent["seen"]}).status_code == 302
    after = rows()
    assert after[0] == before[0]
    changed = {"venue": "Café", "schedule": "20:00 Round 1\n20:45 Round 2", "rounds_planned": 4, "published": True}
    assert after[1:] == [changed] * 3
    assert [one.clock.seconds for one in Tournament.objects.order_by("starts")[1:]] == [2700] * 3


def test_another_system_comes_with_its_own_options_or_not_at_all(evenings, boss, desk, words):
    before = rows()
    shown, seen = services.preview(season().pk, {"system": "swiss", "rounds": 5}, boss)
    assert [row.problem for row in shown] == [""] * 3
    services.change_all(season().pk, {"system": "swiss", "rounds": 5}, by=boss, seen=seen)
    assert list(Tournament.objects.order_by("starts").values_list("system", flat=True))[1:] == ["swiss"] * 3
    assert rows()[0] == before[0]
    # Quarto has no tables of four
    text = words(desk.post(page(), dict.fromkeys(SENT, "") | {"system": "whist", "venue": "Café"}))
    assert "Nothing can be changed like this" in text and 'name="seen"' not in text
    with pytest.raises(Refused, match="Winter – evening 2"):
        _shown, seen = services.preview(season().pk, {"system": "whist", "venue": "Café"}, boss)
        services.change_all(season().pk, {"system": "whist", "venue": "Café"}, by=boss, seen=seen)
    assert "Café" not in {row["venue"] for row in rows()}


def test_what_was_not_looked_at_is_not_changed(evenings, boss):
    before = rows()
    _shown, seen = services.preview(season().pk, VALUES, boss)
    for values in (VALUES | {"venue": "Elsewhere"}, {"venue": "Café"}):
        with pytest.raises(Refused, match="changed meanwhile"):
            services.change_all(season().pk, values, by=boss, seen=seen)
    Tournament.objects.filter(pk=evenings[2].pk).update(version=99)
    with pytest.raises(Refused, match="changed meanwhile"):
        services.change_all(season().pk, VALUES, by=boss, seen=seen)
    assert rows() == before


def test_one_that_begins_meanwhile_stops_it(evenings, boss):
    _shown, seen = services.preview(season().pk, VALUES, boss)
    for number, player in enumerate(make.Player.objects.all()[:4], start=1):
        evenings[1].entries.create(player=player, number=number)
    make.draft(evenings[1], boss)
    with pytest.raises(Refused, match="changed meanwhile"):
        services.change_all(season().pk, VALUES, by=boss, seen=seen)


def test_only_organisers_of_the_club_do_it(evenings, signed_in):
    arbiter = make.arbiter(evenings[1], "organiser")
    assert signed_in(arbiter).get(page()).status_code == 403
    with pytest.raises(PermissionDenied):
        services.preview(season().pk, VALUES, arbiter)
    with pytest.raises(PermissionDenied):
        services.change_all(season().pk, VALUES, by=arbiter, seen="")


def test_nothing_filled_in_is_told(evenings, desk, words):
    answer = desk.post(page(), dict.fromkeys(SENT, ""))
    assert answer.status_code == 422 and "Fill in what is to change" in words(answer)


def test_the_desk_leads_to_the_season_and_back(evenings, boss, signed_in, words):
    client = signed_in(boss)
    desk = reverse("admin:tournaments_desk", args=[evenings[1].pk])
    assert page() in words(client.get(desk)) and desk in words(client.get(page()))
    helper = words(signed_in(make.arbiter(evenings[1], "helper")).get(desk))
    assert page() not in helper and season().get_absolute_url() not in helper
    Series.objects.update(published=True)
    assert season().get_absolute_url() in words(client.get(desk))
