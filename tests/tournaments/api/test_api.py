"""The API: the same as the pages show, to the same people, in the event document's words."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db

ONE = "/api/v1/tournaments/club/"
PARTS = ["", "entries/", "rounds/1/", "rounds/2/", "standings/", "standings/after/1/"]


@world
def club() -> Tournament:
    return event("club", rounds=2, draft=True, missing=1, venue="Leiden")


def read(client: Client, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.content)
    assert answer["Content-Type"] == "application/json"
    return json.loads(answer.content, parse_float=pytest.fail)


def test_it_begins_with_the_tournaments(client: Client, club: Tournament) -> None:
    home = read(client, "/api/v1/")
    found = read(client, home["tournaments"].removeprefix("http://testserver"))
    assert [one["slug"] for one in found["results"]] == ["club"]
    assert found["results"][0]["name"] == "Event club"


def test_a_tournament_says_what_it_is_and_where_its_parts_are(client: Client, club: Tournament) -> None:
    found = read(client, ONE)
    assert found["game"] == "quatro-chess" and found["venue"] == "Leiden" and found["version"] == 1
    assert found["pairing"] == {"system": "tables", "rounds": 4, "table_size": 4}
    assert [one["number"] for one in found["rounds"]] == [1, 2], "the draft is not there"
    for link in (found["players"], found["standings"], *(one["url"] for one in found["rounds"])):
        read(client, link.removeprefix("http://testserver"))


def test_rounds_have_the_documents_shape(client: Client, club: Tournament) -> None:
    found = read(client, f"{ONE}rounds/2/")
    assert set(found) == {"number", "state", "tables", "byes"}
    assert [table["number"] for table in found["tables"]] == [1, 2, 3, 4]
    played, open_ = found["tables"][0], found["tables"][3]
    assert played["end"] == "played" and len(played["points"]) == len(played["seats"]) == 4
    assert all(str(Fraction(text)) == text for text in played["points"])
    assert open_ == {"number": 4, "seats": open_["seats"], "points": None, "end": None}
    assert sorted(seat for table in found["tables"] for seat in table["seats"]) == list(range(1, 17))


def test_byes_are_told(client: Client) -> None:
    event("odd", 9, rounds=1)
    (bye,) = read(client, "/api/v1/tournaments/odd/rounds/1/")["byes"]
    assert bye["kind"] == "pairing" and 1 <= bye["player"] <= 9


def test_standings_are_the_scoring_commands(client: Client, club: Tournament) -> None:
    found = read(client, f"{ONE}standings/")
    assert found["after_round"] == 2 and not found["final"] and found["current"]
    assert found["tie_breaks"] == ["DE", "BH"]
    first = found["standings"][0]
    assert set(first) == {"rank", "player", "display_name", "points", "tie_breaks", "played", "trail"}
    assert first["rank"] == 1 and len(first["trail"]) == 2
    assert read(client, f"{ONE}standings/after/1/")["after_round"] == 1


def test_standings_that_wait_for_a_result_are_not_final(client: Client, club: Tournament) -> None:
    assert read(client, f"{ONE}standings/after/1/")["final"]
    Round.objects.filter(tournament=club, number=1).update(touched=7)
    found = read(client, f"{ONE}standings/after/1/")
    assert not found["final"] and not found["current"]


def test_entries_come_in_pages(client: Client, club: Tournament) -> None:
    found = read(client, f"{ONE}entries/")
    assert found["next"] is None and len(found["results"]) == 16
    assert set(found["results"][0]) == {"id", "name", "display_name", "club", "team", "joined", "left"}
    seen, path = [], f"{ONE}entries/?page_size=5"
    while path:
        part = read(client, path)
        seen += part["results"]
        assert len(part["results"]) <= 5
        path = (part["next"] or "").removeprefix("http://testserver")
    assert seen == found["results"]


def test_tournaments_come_in_pages(client: Client) -> None:
    for number in range(7):
        event(f"event{number}", 4, rounds=0)
    seen, path = [], "/api/v1/tournaments/?page_size=3"
    while path:
        part = read(client, path)
        seen += [one["slug"] for one in part["results"]]
        path = (part["next"] or "").removeprefix("http://testserver")
    assert sorted(seen) == [f"event{number}" for number in range(7)]


def test_a_draft_is_nowhere(client: Client, club: Tournament) -> None:
    for state in ("draft", "pairing", "failed", "discarded"):
        Round.objects.filter(tournament=club, number=3).update(state=state)
        assert client.get(f"{ONE}rounds/3/").status_code == 404
        assert client.get(f"{ONE}standings/after/3/").status_code == 404


@pytest.mark.parametrize("part", PARTS)
def test_what_has_not_changed_is_304_for_one_query(
    client: Client, club: Tournament, part: str, django_assert_num_queries: Any
) -> None:
    tag = client.get(ONE + part)["ETag"]
    with django_assert_num_queries(1):
        again = client.get(ONE + part, headers={"if-none-match": tag})
    assert again.status_code == 304 and not again.content
    Tournament.objects.filter(pk=club.pk).update(version=2)
    assert client.get(ONE + part, headers={"if-none-match": tag}).status_code == 200


def test_pages_of_entries_have_tags_of_their_own(client: Client, club: Tournament) -> None:
    paths = [f"{ONE}entries/", f"{ONE}entries/?page_size=5", f"{ONE}entries/?page_size=5&cursor=5"]
    assert len({client.get(path)["ETag"] for path in paths}) == 3


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/", 404),
        ("/api/v2/", 404),
        ("/api/v1/nope/", 404),
        ("/api/v1/tournaments/none/", 404),
        (f"{ONE}rounds/9/", 404),
        (f"{ONE}rounds/{10**40}/", 404),
        (f"{ONE}standings/after/{10**40}/", 404),
        (f"{ONE}entries/?page_size=0", 400),
        ("/api/v1/tournaments/?page_size=0", 400),
        ("/api/v1/tournaments/?page_size=5000", 400),
        (f"{ONE}entries/?page_size=x", 400),
        (f"{ONE}entries/?cursor=-1", 400),
        (f"{ONE}entries/?cursor={10**40}", 400),
        (f"{ONE}entries/?page_size=%C2%B2", 400),
        ("/api/v1/tournaments/?cursor=%FF", 400),
        ("/api/v1/tournaments/?cursor=cD14", 400),
        ("/api/v1/tournaments/?cursor=bz0tMQ==", 400),
        ("/api/v1/tournaments/?cursor=cD05OTk5OTk5OS0wMS0wMQ==", 400),
        ("/api/v1/tournaments/?cursor=cD0A", 400),
    ],
)
def test_errors_are_problems_with_a_sentence(client: Client, club: Tournament, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    problem = json.loads(answer.content)
    assert problem["status"] == status and problem["title"] and problem["detail"].strip()


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_is_written_by_strangers(client: Client, club: Tournament, method: str) -> None:
    for path in ("/api/v1/tournaments/", ONE, f"{ONE}rounds/1/"):
        answer = getattr(client, method)(path, b"{}", content_type="application/json")
        assert answer.status_code == (405 if "rounds" in path else 401)
        assert answer["Content-Type"] == "application/problem+json"


def test_no_cookie_is_set_and_none_matters(client: Client, club: Tournament) -> None:
    for part in PARTS:
        answer = client.get(ONE + part)
        assert not answer.cookies and "Cookie" not in answer["Vary"]


def test_html_is_not_offered(client: Client, club: Tournament) -> None:
    answer = client.get(ONE, headers={"accept": "text/html"})
    assert answer.status_code == 406 and answer["Content-Type"] == "application/problem+json"


def test_the_database_away_is_a_problem_with_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def broken(*_anything: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr("tournaments.selectors.events.public.head", broken)
    answer = client.get(ONE)
    assert answer.status_code == 503 and answer["Retry-After"]
    assert json.loads(answer.content)["title"] == "Service Unavailable"


def test_an_error_of_ours_says_nothing_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_anything: Any) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("tournaments.selectors.events.public.head", broken)
    with pytest.raises(RuntimeError, match="a secret"):
        Client().get(ONE)
    answer = Client(raise_request_exception=False).get(ONE)
    assert answer.status_code == 500 and b"secret" not in answer.content
    assert answer["Content-Type"] == "application/problem+json"
