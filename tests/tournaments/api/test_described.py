"""Each answer has the members that the OpenAPI document names, and no others: conftest watches all answers of these
tests, and here is what they need besides."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from django.http import HttpRequest, JsonResponse
from django.test import Client

from tests.tournaments import make
from tests.tournaments.api import described
from tests.tournaments.api.programs import API
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


def test_the_standings_mark_who_left_and_who_lost_points(client: Client, boss: Any) -> None:
    evening = make.duel(6, slug="club", rounds_planned=5)
    make.play(make.published(evening, boss), boss, ("1", "0"))
    late, gone, sent_away = Entry.objects.filter(tournament=evening).order_by("number")[:3]
    results.give_penalty(evening.pk, by=boss, to=late, round=1, points=Fraction(1, 2), reason="late")
    Entry.objects.filter(pk=gone.pk).update(left=1)
    evening.refresh_from_db()
    evening.scoring = evening.scoring | {"expelled": "in", "expelled_players": [sent_away.number]}
    evening.save()
    compute_standings(evening.pk)
    rows = {
        row["player"]: row for row in json.loads(client.get(f"{API}/tournaments/club/standings/").content)["standings"]
    }
    assert rows[late.number]["penalties"] == [{"round": 1, "points": "1/2", "reason": "late"}]
    assert rows[gone.number]["withdrawn"] is True
    assert rows[sent_away.number]["expelled"] is True


PROBLEM = {"type": "urn:viertal:problem:refused", "title": "x", "status": 422, "code": "refused", "detail": "x"}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (PROBLEM, None),
        (PROBLEM | {"rule": "QC 4.3", "line": 1, "column": 2}, None),
        (PROBLEM | {"hint": "x"}, "'hint' was unexpected"),
        (PROBLEM | {"line": "1"}, "'1' is not of type 'integer'"),
        (PROBLEM | {"code": "strange"}, "'strange' is not one of"),
    ],
)
def test_an_undescribed_member_of_a_problem_is_noticed(body: dict[str, Any], fault: str | None) -> None:
    request = HttpRequest()
    request.method, request.path_info = "POST", f"{API}/tournaments/"
    answer = JsonResponse(body, status=422, content_type=described.PROBLEM)
    told = described.faults(request, answer, described.PROBLEM)
    assert not told if fault is None else [fault in line for line in told] == [True]
