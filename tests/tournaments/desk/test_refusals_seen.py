"""Refusals of the desk's forms are seen: each answer bears its reason as one that is announced, for the script that
brings it, with its field, to where the eye is (tests/browser/desk/test_path.py)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import Table

DESK = Path("templates/desk")
SAID = re.compile(r"<(\w+)([^<>]*)>(?:[^<>{}]|\{%[^%]*%\})*\{\{ (?:\w+\.)*(?:errors?|problem)(?:\|[^}]*)? \}\}")
"""A reason that a template writes, with the element in which it stands."""
APART = {
    ("_mails.html", "line.problem"),  # of a mail long ago
    ("season_evenings.html", "row.problem"),  # one a row, and what stopped is said above them
    ("check_in.html", "problem"),  # in an area that is announced
}


@pytest.mark.parametrize("template", sorted(DESK.rglob("*.html")), ids=lambda path: path.name)
def test_each_reason_that_a_template_writes_is_one_that_is_announced(template: Path) -> None:
    for found in SAID.finditer(template.read_text("utf-8")):
        about = found[0].rpartition("{{ ")[2].removesuffix(" }}").partition("|")[0]
        if (template.name, about) not in APART:
            assert 'class="v-problem' in found[2] and 'role="alert"' in found[2], found[0]


FORMS = {
    "penalties": ({"entry": "x", "points": "-1", "reason": ""}, ()),
    "byes": ({"entry": "x", "round": "99"}, ()),
    "players_add": ({"name": ""}, ()),
    "person": ({"name": "", "rating": "many"}, ("entry",)),
    "staff": ({}, ()),
    "report_rule": ({"mode": "x"}, ()),
    "registration_settings": ({"opens_at": "never"}, ()),
    "list_upload": ({}, ("players",)),
    "record": ({"content": ""}, ("table",)),
    "decide": ({"decision": "points", "points1": "x"}, ("table",)),
    "result": ({"points1": "9", "points2": "9"}, ("table",)),
    "prizes": ({"lists-TOTAL_FORMS": "1", "lists-INITIAL_FORMS": "0", "lists-0-prizes": "-1", "step": "7"}, ()),
}
ALERT = re.compile(r'<\w+ class="v-problem[^>]*role="alert"[^>]*>\s*([^<\s][^<]*)')


@pytest.mark.django_db
@pytest.mark.parametrize("name", FORMS)
def test_a_refused_form_of_the_desk_says_why_and_which_field(signed_in, boss, name):
    event = make.duel(4, rounds_planned=2)
    table = Table.objects.filter(round=make.published(event, boss)).first()
    ids = {"entry": event.entries.first().pk, "table": table.pk}
    data, more = FORMS[name]
    address = reverse(f"admin:tournaments_{name}", args=[event.pk, *(ids.get(part, part) for part in more)])
    answer = signed_in(boss).post(address, data)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count("refused.js") == 1
    said = ALERT.search(page)
    assert said, "no reason"
    # the round's own page and those like it have reasons that answer nobody, so what answers is marked
    assert 'id="desk"' not in page or "data-refusal" in said[0] or 'id="problem-' in said[0]
    form = (answer.context or {}).get("form")
    if form is not None and form.is_bound and set(form.errors) & set(form.fields):
        assert 'aria-invalid="true"' in page
