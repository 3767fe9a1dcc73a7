"""Queries of reading programs: filters, order, players; the limits they are told, and reading from other sites."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.api.core.resource import buckets
from tournaments.models import Player, Tournament
from tournaments.models.settings import NameShown

pytestmark = pytest.mark.django_db

ALL = "/api/v1/tournaments/"


@world
def three() -> None:
    for slug, game, starts, state in (
        ("old", "quarto", date(2025, 3, 1), "finished"),
        ("spring", "quaro", date(2026, 3, 1), "running"),
        ("autumn", "quarto", date(2026, 9, 1), "planned"),
    ):
        size = 2 if game == "quarto" else 4
        made = make.tournament(4, game=game, table_size=size, system="berger" if size == 2 else "tables")
        Tournament.objects.filter(pk=made.pk).update(
            slug=slug,
            name=f"The {slug} cup",
            venue="Leiden" if slug == "old" else "",
            starts=starts,
            state=state,
            published=True,
        )


def slugs(client: Client, query: str) -> list[str]:
    answer = client.get(f"{ALL}?{query}")
    assert answer.status_code == 200, answer.content
    return [row["slug"] for row in answer.json()["results"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["autumn", "spring", "old"]),
        ("game=quarto", ["autumn", "old"]),
        ("state=running", ["spring"]),
        ("since=2026-01-01", ["autumn", "spring"]),
        ("until=2026-03-01", ["spring", "old"]),
        ("search=leiden", ["old"]),
        ("search=SPRING", ["spring"]),
        ("game=quarto&since=2026-01-01", ["autumn"]),
        ("ordering=starts", ["old", "spring", "autumn"]),
        ("ordering=name", ["autumn", "old", "spring"]),
        ("ordering=-name", ["spring", "old", "autumn"]),
    ],
)
def test_the_list_is_filtered_searched_and_ordered(
    three: None, client: Client, query: str, expected: list[str]
) -> None:
    assert slugs(client, query) == expected


@pytest.mark.parametrize("order", ["starts", "-starts", "name", "-name"])
def test_pages_follow_the_order_and_keep_the_filter(three: None, client: Client, order: str) -> None:
    address, seen = f"{ALL}?since=2025-01-01&ordering={order}&page_size=1", []
    while address:
        page = client.get(address.removeprefix("http://testserver")).json()
        seen += [row["slug"] for row in page["results"]]
        address = page["next"]
    assert seen == slugs(client, f"ordering={order}")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("game=backgammon", "game"),
        ("state=over", "state"),
        ("since=tomorrow", "since"),
        ("ordering=place", "ordering"),
        (f"search={'x' * 101}", "search"),
        ("colour=red", "colour"),
        ("page=2", "page"),
        ("format=xml", "format"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(three: None, client: Client, query: str, name: str) -> None:
    answer = client.get(f"{ALL}?{query}")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [name])


class TestOneTournament:
    @pytest.fixture
    def club(self) -> Tournament:
        return event("club", rounds=1)

    @pytest.mark.parametrize("part", ["rounds/1/", "standings/", "standings/after/1/"])
    def test_players_are_named_where_that_is_asked(self, club: Tournament, client: Client, part: str) -> None:
        plain = client.get(f"{ALL}club/{part}").json()
        more = client.get(f"{ALL}club/{part}?expand=players").json()
        assert "players" not in plain
        assert [player["id"] for player in more.pop("players")] == list(range(1, 17))
        assert more == plain

    def test_a_hidden_name_stays_hidden(self, club: Tournament, client: Client) -> None:
        player = club.entries.get(number=3).player
        player.name_shown = NameShown.NUMBER
        player.save()
        answer = client.get(f"{ALL}club/rounds/1/?expand=players")
        assert player.name not in answer.content.decode()

    @pytest.fixture
    def few(self) -> Tournament:
        club = event("club", 4, rounds=0)
        names = {1: ("Çelik, Ayşe", "Leiden"), 2: ("Bert Bos", ""), 3: ("Anna Zand", "Delft"), 4: ("Zoë Aalders", "")}
        for number, (name, home) in names.items():
            Player.objects.filter(entries__tournament=club, entries__number=number).update(name=name, club=home)
        return club

    def ids(self, client: Client, query: str) -> list[int]:
        address, seen = f"{ALL}club/entries/?{query}", []
        while address:
            page = client.get(address.removeprefix("http://testserver"))
            assert page.status_code == 200, page.content
            seen += [row["id"] for row in page.json()["results"]]
            address = page.json()["next"]
        return seen

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("search=ayse", [1]),
            ("search=CELIK", [1]),
            ("search=zo%C3%AB", [4]),
            ("search=delft", [3]),
            ("search=an&page_size=1", [3]),
            ("search=nobody", []),
            ("search=a&ordering=-number&page_size=1", [4, 3, 1]),
            ("search=b&ordering=name", [2]),
            ("search=a&ordering=name&page_size=2", [3, 1, 4]),
            ("search=a&ordering=-name", [4, 1, 3]),
        ],
    )
    def test_players_are_searched_and_ordered_over_all_pages(
        self, few: Tournament, client: Client, query: str, expected: list[int]
    ) -> None:
        assert self.ids(client, query) == expected

    def test_a_hidden_name_is_neither_found_nor_given_away_by_its_place(self, few: Tournament, client: Client) -> None:
        Player.objects.filter(entries__tournament=few, entries__number=3).update(name_shown=NameShown.NUMBER)
        assert self.ids(client, "search=anna") == [] == self.ids(client, "search=delft")
        assert self.ids(client, "ordering=name") == [2, 1, 3, 4], "“No. 3” stands with N"

    @pytest.mark.parametrize(
        ("query", "name"),
        [
            ("ordering=rating", "ordering"),
            (f"search={'x' * 101}", "search"),
            ("ordering=name&cursor=999", "cursor"),
            ("club=Leiden", "club"),
        ],
    )
    def test_what_the_list_of_players_cannot_do_is_refused(
        self, club: Tournament, client: Client, query: str, name: str
    ) -> None:
        answer = client.get(f"{ALL}club/entries/?{query}")
        assert (answer.status_code, list(answer.json()["errors"])) == (400, [name])

    def test_nothing_else_is_expanded_and_unknown_names_are_refused(self, club: Tournament, client: Client) -> None:
        for query, name in (("expand=tables", "expand"), ("shape=long", "shape")):
            for part in ("rounds/1/", "standings/"):
                answer = client.get(f"{ALL}club/{part}?{query}")
                assert (answer.status_code, list(answer.json()["errors"])) == (400, [name])


def test_a_page_of_another_site_may_read_what_everybody_may(three: None, client: Client) -> None:
    answer = client.get(ALL, headers={"origin": "https://club.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "ETag" in answer["Access-Control-Expose-Headers"]


@pytest.mark.parametrize(("method", "header"), [("POST", ""), ("GET", "authorization")])
def test_a_page_of_another_site_may_not_write_nor_send_a_token(client: Client, method: str, header: str) -> None:
    answer = client.options(
        ALL,
        headers={
            "origin": "https://club.example",
            "access-control-request-method": method,
            "access-control-request-headers": header,
        },
    )
    assert "POST" not in answer["Access-Control-Allow-Methods"]
    assert "authorization" not in answer["Access-Control-Allow-Headers"]


def test_pages_for_people_are_not_for_other_sites(three: None, client: Client) -> None:
    assert "Access-Control-Allow-Origin" not in client.get("/", headers={"origin": "https://club.example"})


def test_an_answer_says_what_is_left_of_the_asker_s_limit(three: None, client: Client, settings: Any) -> None:
    settings.API_RATES = {"address": (3, 1.5)} | dict.fromkeys(("token", "person"), (9, 1))
    buckets.clear()
    answers = [client.get(ALL) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"address";q=3;w=2'}
    assert [answer["RateLimit"].partition(";t=")[0] for answer in answers] == [
        f'"address";r={left}' for left in (2, 1, 0, 0)
    ]
    buckets.clear()


def test_the_reference_is_served_from_here(client: Client) -> None:
    page = client.get("/api/v1/reference/")
    assert page.status_code == 200 and page["Content-Type"].startswith("text/html")
    text = page.content.decode()
    assert "//" not in text.replace("<!doctype", "")
    assert "unsafe" not in page["Content-Security-Policy"]
