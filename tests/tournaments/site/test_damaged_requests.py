"""A few of the requests that `reliability.requests` asks by the ten thousand."""

from __future__ import annotations

import random

import pytest

from reliability.hall import without_broker
from reliability.requests import Asker, ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_connection")]


def test_damaged_requests_are_answered_or_refused_and_leave_nothing_behind(settings):
    settings.API_RATES = dict.fromkeys(("token", "person", "address"), (10**9, 10**9))
    settings.ALLOWED_HOSTS = ["testserver"]
    with without_broker():
        asker = Asker(random.Random(5), share=4)
        asked = [asker.request() for _ in range(150)]
        answers = [ask(asker, role, environ) for role, environ in asked]
    assert [problem for _status, problem in answers if problem] == []
    statuses = {status for status, _problem in answers}
    assert {200, 302, 403, 404, 405} <= statuses
