"""The cost of a page: the same number of queries for any size, few bytes, little time."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.public.build import SIX_TIE_BREAKS, event
from tournaments.models import PersonPage, Player

pytestmark = pytest.mark.django_db

PAGES = ["", "rounds/2/", "rounds/2/?by=name", "standings/", "standings/after/1/", "players/3/"]
API = ["", "entries/", "rounds/2/", "standings/", "standings/after/1/"]
MOST_QUERIES = 10


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_the_number_of_queries_does_not_grow_with_the_players(client: Client) -> None:
    event("small", 16, rounds=2, missing=1)
    event("large", 200, rounds=2, missing=1)
    paths = [f"/t/{{}}/{where}" for where in PAGES] + [f"/api/v1/tournaments/{{}}/{where}" for where in API]
    small = [queries(client, path.format("small")) for path in paths]
    large = [queries(client, path.format("large")) for path in paths]
    assert small == large
    assert max(large) <= MOST_QUERIES
    PersonPage.objects.create(player=Player.objects.get(entries__tournament__slug="large", entries__number=3))
    assert queries(client, "/t/large/players/3/?lang=nl") <= MOST_QUERIES, "a page over all events is no query more"


def test_the_number_of_queries_does_not_grow_with_the_rounds_or_the_tournaments(client: Client) -> None:
    event("short", 16, rounds=2)
    before = (queries(client, "/"), queries(client, "/t/short/players/3/"), queries(client, "/t/short/standings/"))
    for number in range(3):
        event(f"long{number}", 16, rounds=9)
    after = (queries(client, "/"), queries(client, "/t/long1/players/3/"), queries(client, "/t/long1/standings/"))
    assert before == after


def test_a_thousand_players_fit_into_sixty_thousand_bytes(client: Client) -> None:
    event("thousand", 1000, rounds=9, missing=50, tie_breaks=SIX_TIE_BREAKS)

    def weight(where: str) -> int:
        answer = client.get(f"/t/thousand/{where}", headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200 and answer["Content-Encoding"] == "gzip"
        return len(answer.content)

    assert weight("standings/") < 60_000
    assert weight("rounds/9/") < 60_000
    assert weight("rounds/9/?by=name") < 60_000
    assert weight("") + weights_of_what_every_page_loads() < 100_000


def weights_of_what_every_page_loads() -> int:
    """Style, script and picture, uncompressed."""
    from django.contrib.staticfiles import finders

    total = 0
    for name in ("tokens.css", "site.css", "hall.css", "fonts/inter-latin.woff2", "delta.js", "live.js", "icon.svg"):
        path: Any = finders.find(f"tournaments/{name}")
        with open(path, "rb") as file:  # noqa: PTH123
            total += len(file.read())
    return total
