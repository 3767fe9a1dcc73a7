"""A page that was left open: what somebody else saved meanwhile is not overwritten in silence."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tab(signed_in, boss):
    """Open the settings of an event in a tab; it gives what the tab would send, and sends it."""
    event = make.tournament(published=True)
    client = signed_in(boss)
    where = reverse("admin:tournaments_tournament_change", args=[event.pk])

    def opened():
        page = client.get(where)
        form = page.context["adminform"].form
        sent = {}
        for bound in form:
            sent[bound.html_name] = bound.value()
        for formset in page.context["inline_admin_formsets"]:
            forms = [formset.formset.management_form, *formset.formset.initial_forms]
            sent |= {bound.html_name: bound.value() for row in forms for bound in row}

        def send(**changed):
            fields = {
                name: value for name, value in (sent | changed).items() if value is not None and value is not False
            }
            answer = client.post(where, fields)
            questions = answer.context["adminform"].form.questions if answer.status_code == 200 else ()
            return client.post(where, fields | {"confirm": [q.key for q in questions]}) if questions else answer

        return send

    opened.event = event
    return opened


def test_a_tab_left_open_keeps_what_another_one_saved(tab):
    old, new = tab(), tab()
    assert new(published=None, scoring_tie_breaks="WIN LOT").status_code == 302
    answer = old(venue="Town hall")
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    event = Tournament.objects.get(pk=tab.event.pk)
    assert (event.venue, event.published, event.scoring["tie_breaks"]) == ("Town hall", False, ["WIN", "LOT"])


def test_what_both_changed_is_asked_and_saving_again_decides(tab):
    old, new = tab(), tab()
    assert new(venue="Library").status_code == 302
    answer = old(venue="Town hall")
    form = answer.context["adminform"].form
    assert "Library" in str(form.errors["venue"])
    assert form["venue"].value() == "Town hall"
    assert Tournament.objects.get(pk=tab.event.pk).venue == "Library"
    assert old(venue="Town hall", seen=form["seen"].value()).status_code == 302
    assert Tournament.objects.get(pk=tab.event.pk).venue == "Town hall"
