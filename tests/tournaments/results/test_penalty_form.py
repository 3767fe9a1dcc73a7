"""The form of a penalty: whom it names, and that a name is text."""

from __future__ import annotations

import pytest

from tests.tournaments import make
from tournaments.forms.decisions import PenaltyForm
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_everybody_can_be_chosen_the_chosen_one_stands_and_names_are_text():
    made = make.tournament(4)
    entry = Entry.objects.select_related("player").get(tournament=made, number=3)
    entry.player.name = "<b>Anna</b> & Co"
    entry.player.save()
    form = PenaltyForm(made, data={"who": f"p{entry.pk}"})
    field = str(form["who"])
    assert field.count("<option ") == 5 and field.count(" selected") == 1
    assert f'<option value="p{entry.pk}" selected>' in field
    assert "&lt;b&gt;Anna&lt;/b&gt; &amp; Co" in field and "<b>" not in field
    assert 'name="who"' in field and 'id="id_who"' in field and "required" in field
