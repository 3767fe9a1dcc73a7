"""The settings form: what one needs is open, the rest is folded away, in plain words."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.contrib.admin.utils import flatten_fieldsets
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.events import test_setup
from tournaments.forms.seen_values import NAME as SEEN
from tournaments.forms.tournament import MORE, TournamentForm, fieldsets
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ADD = "admin:tournaments_tournament_add"
OPEN = {"name", "starts", "venue", "game", "system", "table_size", "rounds_planned", "published"}


def change(event):
    return reverse("admin:tournaments_tournament_change", args=[event.pk])


def fields(**more):
    return test_setup.TestSetUp().fields(**more)


def fold(page):
    """The attributes of the fold, and what is in it."""
    return re.search(r'<details class="v-folded"([^>]*)>(.*?)</details>', page, re.DOTALL).groups()


def test_what_one_needs_is_open_and_the_rest_is_folded_away(words, signed_in, boss):
    page = words(signed_in(boss).get(reverse(ADD)))
    attributes, folded = fold(page)
    assert "open" not in attributes.split()
    inside = set(re.findall(r'name="([a-z_0-9-]+)"', folded))
    assert {"slug", "seed", "scoring_tie_breaks", "half_byes"} <= inside
    assert not inside & OPEN
    for name in OPEN:
        assert f'name="{name}"' in page


def test_each_setting_is_in_one_group_and_none_is_lost():
    shown = flatten_fieldsets(fieldsets())
    assert sorted(shown) == sorted(set(shown))
    assert set(shown) == set(TournamentForm.base_fields) - {SEEN}
    assert set(flatten_fieldsets([part for part in fieldsets() if MORE not in part[1].get("classes", ())])) == OPEN


def test_what_is_to_be_mended_is_not_folded_away(words, signed_in, boss):
    refused = signed_in(boss).post(reverse(ADD), fields(scoring_tie_breaks="NONSENSE"))
    assert "open" in fold(words(refused))[0].split()
    refused = signed_in(boss).post(reverse(ADD), fields(name=""))
    assert "open" not in fold(words(refused))[0].split()


def test_an_address_that_is_left_empty_is_made_from_the_name(signed_in, boss):
    make.duel(2, slug="club-evening")
    assert signed_in(boss).post(reverse(ADD), fields(name="Club evening", slug="")).status_code == 302
    assert Tournament.objects.get(name="Club evening").slug == "club-evening-2"


def test_an_address_that_is_emptied_stays(signed_in, boss, evening):
    signed_in(boss).post(change(evening), fields(name="Renamed", slug="", starts=str(evening.starts)))
    assert Tournament.objects.get(name="Renamed").slug == evening.slug


def test_the_day_is_chosen_in_the_browsers_calendar(words, signed_in, boss):
    event = make.duel(2, starts=date(2026, 11, 22))
    page = words(signed_in(boss).get(change(event)))
    day = re.search(r'<input[^>]*name="starts"[^>]*>', page)[0]
    assert 'type="date"' in day and 'value="2026-11-22"' in day
    assert "DateTimeShortcuts" not in page, "which tells people that they are behind server time"


def test_the_parts_of_the_form_are_called_what_they_hold(words, signed_in, boss):
    page = words(signed_in(boss).get(reverse(ADD)))
    tabs = re.search(r'<nav id="tabs-items".*?</nav>', page, re.DOTALL)[0]
    titles = [text.strip() for text in re.findall(r">\s*([A-Z][^<]+?)\s*<", tabs)]
    assert titles == ["Settings", "Players", "Arbiters and helpers"]


def test_nobody_is_asked_for_brackets(words, signed_in, boss):
    page = words(signed_in(boss).get(reverse(ADD)))
    assert "[[" not in page and "Left out" not in page
