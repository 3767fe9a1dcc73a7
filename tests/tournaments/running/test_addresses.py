"""The former addresses of a tournament."""

from __future__ import annotations

import re

import pytest

from tests.tournaments import make
from tests.tournaments.running.settings_form import change, on_the_form
from tournaments.services.events import tournaments

pytestmark = pytest.mark.django_db


class TestAnEarlierAddressIsLetGo:
    def renamed(self, boss):
        event = make.duel(4)
        first = event.slug
        tournaments.change(event.pk, {"slug": "later"}, by=boss, confirmed=["address:later"])
        event.refresh_from_db()
        return event, first

    def test_by_a_program_that_confirms_it(self, boss, desk):
        _event, first = self.renamed(boss)
        where = "/api/v1/tournaments/later/"
        assert desk.get(where + "settings/").json()["former_slugs"] == [first]
        asked = desk.patch(where, {"former_slugs": []}, content_type="application/json", headers={"if-match": "*"})
        assert (asked.status_code, asked.json()["confirm"]) == (409, [f"former_slugs:{first}"])
        assert desk.get(f"/t/{first}/").status_code == 301
        sent = {"former_slugs": [], "confirm": [f"former_slugs:{first}"]}
        done = desk.patch(where, sent, content_type="application/json", headers={"if-match": "*"})
        assert done.json()["former_slugs"] == []
        assert desk.get(f"/t/{first}/").status_code == 404
        assert make.duel(2, slug=first).slug == first

    def test_and_none_is_given_that_it_never_had(self, boss, desk):
        self.renamed(boss)
        sent = {"former_slugs": ["never"]}
        refused = desk.patch(
            "/api/v1/tournaments/later/", sent, content_type="application/json", headers={"if-match": "*"}
        )
        assert (refused.status_code, refused.json()["place"]) == (422, "former_slugs")

    def test_on_the_page(self, boss, desk, words):
        event, first = self.renamed(boss)
        page = words(desk.get(change(event)))
        assert re.search(rf'name="former_slugs" value="{first}"[^>]*checked', page)
        kept = on_the_form(event) | {"former_slugs": [first]}
        assert desk.post(change(event), kept).status_code == 302
        assert [former.slug for former in event.former_addresses.all()] == [first]
        asked = words(desk.post(change(event), on_the_form(event)))
        assert f"with the former address “{first}” stop working" in asked
        done = desk.post(change(event), on_the_form(event) | {"confirm": [f"former_slugs:{first}"]})
        assert done.status_code == 302 and not event.former_addresses.exists()
        assert "former_slugs" not in words(desk.get(change(event)))
