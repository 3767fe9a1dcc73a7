"""The sidebar of the admin: what a user may work with, and where they are."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.tournaments import make

pytestmark = pytest.mark.django_db


def links(response):
    """The sidebar's links, and which of them are marked as the place where one is."""
    bar = response.content.decode().partition('id="nav-sidebar-apps"')[2]
    found = re.findall(r'<a href="([^"]+)" class="([^"]*)"', bar)
    return [link for link, _style in found], [link for link, style in found if " active" in style]


def test_an_organiser_of_the_installation_finds_the_whole_log(signed_in, boss):
    log, events = reverse("admin:tournaments_whole_log"), reverse("admin:tournaments_tournament_changelist")
    client = signed_in(boss)
    there, here = links(client.get(reverse("admin:index")))
    assert {log, events} <= set(there) and here == [reverse("admin:index")]
    assert there.index(events) < there.index(reverse("admin:tournaments_user_changelist")) < there.index(log)
    assert links(client.get(log))[1] == [log]
    assert links(client.get(events))[1] == [events]


@pytest.mark.parametrize("role", ["organiser", "helper"])
def test_nobody_else_is_shown_it(signed_in, evening, role):
    there, _here = links(signed_in(make.arbiter(evening, role)).get(reverse("admin:index")))
    assert reverse("admin:tournaments_tournament_changelist") in there
    assert reverse("admin:tournaments_whole_log") not in there
    assert reverse("admin:tournaments_user_changelist") not in there


def test_a_page_asks_once_which_events_its_reader_may_change(signed_in, evening, django_assert_max_num_queries):
    client = signed_in(make.arbiter(evening, "organiser"))
    with django_assert_max_num_queries(25) as asked:
        client.get(reverse("admin:tournaments_desk", args=[evening.pk]))
    asks = 'SELECT 1 AS "a" FROM "tournaments_tournament"'
    exist = [query["sql"] for query in asked.captured_queries if query["sql"].startswith(asks)]
    assert len(exist) == 1
