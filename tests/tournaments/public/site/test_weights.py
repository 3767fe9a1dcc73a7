"""The cost of a page: the same number of queries for any size. What it weighs: test_around.py."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.public.build import event
from tournaments.models import PersonPage, Player

pytestmark = pytest.mark.django_db

PAGES = ["", "rounds/2/", "rounds/2/?by=name", "standings/", "standings/after/1/", "players/3/"]
PIECES = {
    "widget/": 7, "rounds.ics": 5, "results.atom": 7, "board/": 9, "board/?show=pairings": 9,
    "board/?show=standings": 9, "standings/player/3/": 30, "standings/player/3/panel/": 30,
}  # fmt: skip
"""What else there is of an event, with the queries it may take."""
API = ["", "entries/", "rounds/2/", "standings/", "standings/after/1/"]
MOST_QUERIES = 10


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_the_number_of_queries_does_not_grow_with_the_players(client: Client) -> None:
    event("small", 16, rounds=2, missing=1)
    event("large", 200, rounds=2, missing=1)
    most = {f"/t/{{}}/{where}": PIECES.get(where, MOST_QUERIES) for where in (*PAGES, *PIECES)}
    most |= {f"/api/v1/tournaments/{{}}/{where}": MOST_QUERIES for where in API}
    small, large = ({path: queries(client, path.format(slug)) for path in most} for slug in ("small", "large"))
    assert small == large
    assert {path: count for path, count in large.items() if count > most[path]} == {}
    PersonPage.objects.create(player=Player.objects.get(entries__tournament__slug="large", entries__number=3))
    assert queries(client, "/t/large/players/3/?lang=nl") <= MOST_QUERIES, "a page over all events is no query more"


def test_the_number_of_queries_does_not_grow_with_the_rounds_or_the_tournaments(client: Client) -> None:
    event("short", 16, rounds=2)
    pages = ("players/3/", "standings/", "standings/player/3/", "standings/player/3/panel/")
    before = [queries(client, "/"), *(queries(client, f"/t/short/{where}") for where in pages)]
    for number in range(3):
        event(f"long{number}", 16, rounds=9)
    after = [queries(client, "/"), *(queries(client, f"/t/long1/{where}") for where in pages)]
    assert before == after
