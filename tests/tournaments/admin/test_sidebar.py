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


def test_an_organiser_of_the_installation_finds_the_whole_log(desk):
    log, events = reverse("admin:tournaments_whole_log"), reverse("admin:tournaments_tournament_changelist")
    there, here = links(desk.get(reverse("admin:index")))
    assert {log, events} <= set(there) and here == [reverse("admin:index")]
    assert there.index(events) < there.index(reverse("admin:tournaments_user_changelist")) < there.index(log)
    assert links(desk.get(log))[1] == [log]
    assert links(desk.get(events))[1] == [events]


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


def of_event(response):
    """The links to the pages of the event in the sidebar, and those that are marked as the place where one is."""
    bar = response.content.decode().partition('class="v-of-event"')[2].partition("</nav>")[0]
    found = re.findall(r'<a href="([^"]+)"(?: aria-current="(\w+)")?', bar)
    return [link for link, _mark in found], [(link, mark) for link, mark in found if mark]


PAGES = (
    "desk players registrations registration_settings check_in list_upload:players outputs tournament_change "
    "penalties prizes rounds mails log report_rule staff byes presence tournament_history decide "
    "review record"
)
OF_ANOTHER = {
    "registration_settings": "registrations",
    "tournament_history": "tournament_change",
    "byes": "desk",
    "presence": "desk",
    "decide": "desk",
    "review": "desk",
    "record": "desk",
}
"""The pages that are in the sidebar by the page to which they belong."""


def test_every_page_of_an_event_leads_to_the_others_and_says_where_one_is(desk, boss):
    event = make.tournament(8, name="Sidebar", slug="sidebar")
    round_ = make.published(event, boss)
    more = {"decide": round_.tables.first().pk, "record": round_.tables.first().pk, "review": round_.pk}

    def address(name):
        name, _colon, kind = name.partition(":")
        return reverse(f"admin:tournaments_{name}", args=[event.pk, *filter(None, [kind, more.get(name)])])

    everywhere = of_event(desk.get(address("desk")))[0]
    own = [name for name in PAGES.split() if name not in OF_ANOTHER]
    assert {address(name) for name in (*own, "links")} <= set(everywhere)  # the links are a page for the printer
    for name in PAGES.split():
        answer = desk.get(address(name))
        assert answer.status_code == 200, name
        there, here = of_event(answer)
        assert there == everywhere, name
        part = name.partition(":")[0]
        assert here == [(address(OF_ANOTHER.get(part, name)), "true" if part in OF_ANOTHER else "page")], name
    round_page = reverse("admin:tournaments_desk_round", args=[event.pk, 1])
    assert of_event(desk.get(round_page))[1] == [(address("desk"), "true")]


def test_pages_that_are_about_no_event_or_a_new_one_have_none(desk, evening):
    player = evening.entries.first().player_id
    for name, *args in (("index",), ("tournaments_tournament_changelist",), ("tournaments_tournament_add",)):
        assert of_event(desk.get(reverse(f"admin:{name}", args=args))) == ([], []), name
    assert of_event(desk.get(reverse("admin:tournaments_player_change", args=[player]))) == ([], [])


def test_a_helper_is_led_only_where_they_may_go(signed_in, evening):
    client = signed_in(make.arbiter(evening, "helper"))
    there, _here = of_event(client.get(reverse("admin:tournaments_players", args=[evening.pk])))
    names = ("players", "check_in", "desk", "outputs", "actions")
    inside = [link for link in there if link.startswith("/admin/")]
    assert inside == [reverse(f"admin:tournaments_{name}", args=[evening.pk]) for name in names]
    for link in there:
        assert client.get(link).status_code == 200, link
