"""Every step of the desk: nothing is done by following a link, and whatever is sent is answered. Who may take it is
asked of every role by test_every_url.py."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.declared import DECLARED, admin
from tests.tournaments.worlds import world
from tournaments.models import Result
from tournaments.views.desk import urls

pytestmark = pytest.mark.django_db

ADDRESSES = {name: where for where, (_view, name) in urls.PAGES.items()}
ACTS = sorted(name for name, where in ADDRESSES.items() if DECLARED[f"{admin}tournament/{where}"].method == "post")


@world
def event(boss):
    made = make.duel(4, rounds_planned=1)
    make.play(make.published(made, boss), boss, ("1", "0"))
    return made


def address(event, name):
    values = {
        "pk": event.pk,
        "round_id": event.rounds.get().pk,
        "entry_id": event.entries.first().pk,
        "result_id": Result.objects.filter(table__round__tournament=event).first().pk,
        "kind": "entries",
    }
    return reverse(
        f"admin:tournaments_{name}", kwargs={k: values.get(k, 1) for k in re.findall(r":(\w+)>", ADDRESSES[name])}
    )


def test_who_is_logged_in_is_not_told_to_log_in(client, event):
    client.force_login(make.arbiter(make.duel(2)))
    answer = client.get(address(event, "players"))
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Your account has no permission" in page and 'href="/admin/"' in page and "Log in, or ask" not in page


@pytest.mark.parametrize("name", ACTS)
def test_nothing_at_all_is_answered_in_a_sentence(client, boss, event, name):
    """An empty form, and one of nonsense: never a fault of the program. Nothing is done by following a link."""
    client.force_login(boss)
    assert client.get(address(event, name)).status_code == 405
    fields = ["do", "who", "text", "pick", "with", "to", "seen", "table", "keys", "name", "rating"]
    nonsense = dict.fromkeys(fields, "\u202e<b>")
    for data in ({}, nonsense):
        assert client.post(address(event, name), data).status_code in (200, 302, 404, 409, 422)
