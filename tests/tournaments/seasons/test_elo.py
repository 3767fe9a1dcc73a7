"""A club's Elo list: its K factors and its first rating, on the page and by the API."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from scoring.ratings import EloRules
from tests.tournaments.seasons.nights import digits
from tournaments.jobs import seasons
from tournaments.models import RatingList
from tournaments.services import seasons as services

pytestmark = pytest.mark.django_db


@pytest.fixture
def elo(club_list, boss):
    values = {"method": "elo", "elo_start": 1200, "elo_k": 16, "elo_k_new": 32, "elo_new_games": 1}
    services.change(RatingList, club_list.pk, values, by=boss)
    assert seasons.stale()["update_ratings"] == [club_list.pk]
    seasons.update_ratings(club_list.pk)
    club_list.refresh_from_db()
    return club_list


def test_it_is_computed_by_its_numbers(elo, people):
    """Four beginners at one table, 8-4-2-0: 32/3 · 3/2 for the first. Then the last of it wins, with K 16."""
    assert elo.elo == EloRules(16, 32, 1, 1200)
    rows = digits(elo)
    firsts = sorted(Decimal(row[3][0][1]) for row in rows.values())
    assert [round(mu, 3) for mu in firsts] == [
        Decimal("1184.000"),
        Decimal("1194.667"),
        Decimal("1205.333"),
        Decimal("1216.000"),
    ]
    assert sum(Decimal(row[0]) for row in rows.values()) == 4 * 1200
    assert seasons.stale()["update_ratings"] == []


def test_another_k_is_computed_anew_and_the_other_method_is_as_it_was(elo, club_list, boss):
    before = digits(elo)
    services.change(RatingList, elo.pk, {"elo_k": 30}, by=boss)
    seasons.update_ratings(elo.pk)
    assert digits(elo) != before
    services.change(RatingList, elo.pk, {"method": "weng-lin"}, by=boss)
    seasons.update_ratings(elo.pk)
    elo.refresh_from_db()
    assert elo.computed_from[0] == seasons.RULE


def test_the_page_explains_it_and_shows_no_margin(client, elo, people):
    page = client.get("/ratings/club/").content.decode()
    assert "This is an Elo list" in page and "K factor 16, or 32 with fewer than 1 rated tables" in page
    assert "±" not in page and "Weng" not in page
    one = client.get(f"/ratings/club/{people[0].pk}/").content.decode()
    assert "±" not in one
    assert client.get("/ratings/club/ratings.csv").status_code == 200


def test_the_api_takes_and_gives_its_numbers(desk, elo, people):
    where = "/api/v1/ratings/club/"
    sent = {"elo_k": 24, "elo_new_games": 0}
    changed = desk.patch(where, sent, content_type="application/json", headers={"if-match": "*"})
    assert changed.status_code == 200, changed.content
    assert {key: changed.json()[key] for key in ("method", "elo_k", "elo_new_games")} == {"method": "elo"} | sent
    players = desk.get(f"{where}players/").json()["results"]
    assert players and all(player["margin"] is None for player in players)
    refused = desk.patch(where, {"method": "glicko"}, content_type="application/json", headers={"if-match": "*"})
    assert refused.status_code in (400, 422)
    refused = desk.patch(where, {"elo_k": 0}, content_type="application/json", headers={"if-match": "*"})
    assert refused.status_code in (400, 422)


def test_the_database_takes_no_other_method_and_no_k_of_nothing(elo):
    for values in ({"method": "glicko"}, {"elo_k": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            RatingList.objects.filter(pk=elo.pk).update(**values)
