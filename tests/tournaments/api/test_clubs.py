"""Clubs for programs: listed, asked for, and the filter of what belongs to one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tests.tournaments.worlds import world
from tournaments.models import Club, RatingList, Series

pytestmark = pytest.mark.django_db
API = "/api/v1"


@world
def leiden() -> Club:
    """A second club with an event, a draft and a season."""
    club = make.club("Leiden")
    make.duel(2, club=club, slug="open")
    make.duel(2, club=club, slug="hidden", published=False)
    make.duel(2, slug="elsewhere")
    for kind in (Series, RatingList):
        kind.objects.create(name="Year", slug="year", club=club, published=True)
        kind.objects.create(name="Draft", slug="draft", club=club)
        kind.objects.create(name="Other", slug="other", club=Club.objects.get(slug="club"), published=True)
    return club


def slugs(client: Client, path: str) -> list[str]:
    answer = client.get(API + path)
    assert answer.status_code == 200, answer.content
    return sorted(row["slug"] for row in answer.json()["results"])


def test_clubs_are_listed_and_lead_to_their_parts(client: Client, leiden: Club) -> None:
    assert slugs(client, "/clubs/") == ["club", "leiden"]
    club = client.get(f"{API}/clubs/leiden/").json()
    assert (club["name"], club["logo"]) == ("Leiden", None)
    for part in ("tournaments", "series", "ratings"):
        assert [row["slug"] for row in client.get(club[part]).json()["results"]] in (["open"], ["year"]), part
    for part in ("page", "calendar", "url"):
        assert client.get(club[part]).status_code == 200, part
    assert client.get(f"{API}/clubs/nowhere/").status_code == 404


@pytest.mark.parametrize(("path", "mine"), [("/tournaments/", "open"), ("/series/", "year"), ("/ratings/", "year")])
def test_lists_are_narrowed_to_a_club_and_drafts_stay_hidden(
    client: Client, leiden: Club, path: str, mine: str
) -> None:
    assert slugs(client, f"{path}?club=leiden") == [mine]
    assert len(slugs(client, path)) == 2
    stranger = Program(make.keeper(Club.objects.get(slug="club")))
    assert [row["slug"] for row in stranger("GET", f"{path}?club=leiden").said["results"]] == [mine]
    assert len(Program(make.keeper(leiden))("GET", f"{path}?club=leiden").said["results"]) == 2
    answer = client.get(f"{API}{path}?club=nowhere")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["club"])


def test_a_tournament_names_its_club_where_there_are_several(client: Client, leiden: Club) -> None:
    assert client.get(f"{API}/tournaments/open/").json()["club"] == "leiden"
    clubs = {row["slug"]: row["club"] for row in client.get(f"{API}/tournaments/").json()["results"]}
    assert clubs == {"open": "leiden", "elsewhere": "club"}


def test_the_only_club_is_named_by_no_tournament(client: Client) -> None:
    make.duel(2, slug="open")
    assert "club" not in client.get(f"{API}/tournaments/open/").json()
    assert "club" not in client.get(f"{API}/tournaments/").json()["results"][0]


def test_the_queries_do_not_grow(client: Client, leiden: Club) -> None:
    def queries() -> list[int]:
        counts: list[Any] = []
        for path in ("/clubs/", "/clubs/leiden/", "/tournaments/", "/tournaments/?club=leiden"):
            with CaptureQueriesContext(connection) as captured:
                client.get(API + path)
            counts.append(len(captured))
        return counts

    before = queries()
    for number in range(4):
        make.duel(2, club=make.club(f"Club{number}"))
        make.duel(2, club=leiden)
    assert queries() == before and max(before) <= 2
