"""The players as rows of a tournament's form: a page at a time, whatever the size."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.events import test_setup
from tournaments.admin.entries import A_PAGE
from tournaments.models import Entry, Player, Registration, RegistrationSettings, Team

pytestmark = pytest.mark.django_db


def address(event, page=None):
    where = reverse("admin:tournaments_tournament_change", args=[event.pk])
    return where if page is None else f"{where}?entries-page={page}"


def row_ids(html):
    """The entries whose rows a page has."""
    return [int(pk) for pk in re.findall(r'name="entries-\d+-id" value="(\d+)"', html)]


def sent(event, ids, page=1, **changed):
    """Return the fields that the form sends back for these rows."""
    data = test_setup.TestSetUp().fields(name=event.name, slug=event.slug) | {"entries-page": str(page)}
    data |= {"entries-TOTAL_FORMS": str(len(ids)), "entries-INITIAL_FORMS": str(len(ids))}
    for row, pk in enumerate(ids):
        entry = Entry.objects.get(pk=pk)
        values = {"id": pk, "player": entry.player_id, "number": entry.number, "joined": 1, **changed}
        data |= {f"entries-{row}-{name}": str(value) for name, value in values.items()}
    return data


def test_a_large_event_is_shown_a_page_at_a_time(signed_in, boss):
    event = make.tournament(A_PAGE + 10)
    first, second = (signed_in(boss).get(address(event, page)).content.decode() for page in (None, 2))
    numbers = dict(Entry.objects.filter(tournament=event).values_list("pk", "number"))
    assert [numbers[pk] for pk in row_ids(first)] == list(range(1, A_PAGE + 1))
    assert [numbers[pk] for pk in row_ids(second)] == list(range(A_PAGE + 1, A_PAGE + 11))
    assert 'href="?entries-page=2#entries"' in first
    assert "inline-pagination" not in signed_in(boss).get(address(make.tournament(4))).content.decode().replace(
        "has-[.inline-pagination]", ""
    )


def test_it_costs_as_many_queries_whatever_the_size(signed_in, boss, django_assert_num_queries):
    client = signed_in(boss)
    for players in (4, 3 * A_PAGE):
        event = make.tournament(players)
        Entry.objects.filter(tournament=event, number__lte=3).update(
            team=Team.objects.create(tournament=event, key="A", name="Alpha")
        )
        with django_assert_num_queries(
            14
        ):  # one of them for its earlier addresses, one to compare the short tables, one
            # for whether there are several clubs, one for the games that the club declared
            client.get(address(event))


def test_an_event_that_takes_entries_costs_no_query_more(signed_in, boss, django_assert_num_queries):
    event = make.tournament(4)
    RegistrationSettings.objects.create(tournament=event)
    for number, state in enumerate(("pending", "pending", "refused", "withdrawn")):
        sent_in = {"agreed_at": timezone.now(), "agreed_to": "x", "form_key": str(number), "code_mark": str(number)}
        Registration.objects.create(tournament=event, name=f"Player {number}", state=state, **sent_in)
    client = signed_in(boss)
    client.get(address(event))
    with django_assert_num_queries(14):
        page = client.get(address(event)).content.decode()
    entries = reverse("admin:tournaments_registrations", args=[event.pk])
    assert re.search(rf'href="{entries}"[^>]*>(?:(?!</a>).)*\b2\b', page, re.DOTALL), "those to be looked at"


def test_a_page_that_is_saved_leaves_the_others_as_they_are(signed_in, boss):
    event = make.tournament(A_PAGE + 3)
    client = signed_in(boss)
    ids = row_ids(client.get(address(event, 2)).content.decode())
    assert len(ids) == 3
    answer = client.post(address(event, 2), sent(event, ids, 2, fixed_table=7))
    assert answer.status_code == 302
    fixed = Entry.objects.filter(tournament=event, fixed_table=7).order_by("number")
    assert [entry.pk for entry in fixed] == ids
    assert event.entries.count() == A_PAGE + 3


def test_rows_are_saved_though_they_moved_to_another_page_meanwhile(signed_in, boss):
    event = make.tournament(A_PAGE + 3)
    client = signed_in(boss)
    ids = row_ids(client.get(address(event, 2)).content.decode())
    Entry.objects.filter(tournament=event, number__lte=10).delete()
    assert client.post(address(event, 2), sent(event, ids, 2, fixed_table=7)).status_code == 302
    assert set(Entry.objects.filter(fixed_table=7).values_list("pk", flat=True)) == set(ids)


def test_a_row_can_be_given_another_player_and_shows_them_when_it_is_refused(signed_in, boss):
    event = make.tournament(4)
    other = Player.objects.create(name="Somebody Else")
    entry = event.entries.get(number=2)
    client = signed_in(boss)
    refused = client.post(address(event), sent(event, [entry.pk], player=other.pk, joined=0))
    assert f'<option value="{other.pk}" selected' in refused.content.decode()
    assert client.post(address(event), sent(event, [entry.pk], player=other.pk)).status_code == 302
    assert Entry.objects.get(pk=entry.pk).player == other


def test_a_row_of_another_tournament_is_not_changed_through_this_form(signed_in, boss):
    event, elsewhere = make.tournament(4), make.tournament(4)
    foreign = elsewhere.entries.get(number=1)
    signed_in(boss).post(address(event), sent(event, [foreign.pk], fixed_table=9))
    foreign.refresh_from_db()
    assert (foreign.tournament_id, foreign.fixed_table) == (elsewhere.pk, None)
