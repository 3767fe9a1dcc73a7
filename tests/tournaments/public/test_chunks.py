"""Long lists come in chunks of a hundred players, with a way to anybody: nothing is lost between two pages."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.models import Player, Standings, Tournament

pytestmark = pytest.mark.django_db

ROWS = re.compile(r"<tr id=p(\d+)>")


@world
def large() -> Tournament:
    made = event("large", 230, rounds=2, size=2)
    Player.objects.filter(entries__tournament=made).update(club="")
    for number, club in ((7, "Pion & Co"), (228, "Pion & Co"), (9, "Zeezicht")):
        Player.objects.filter(entries__tournament=made, entries__number=number).update(club=club)
    return made


def get(client: Client, where: str) -> str:
    answer = client.get(f"/t/large/{where}")
    assert answer.status_code == 200
    return answer.content.decode()


def pages(source: str) -> list[str]:
    nav: Any = re.search(r'<nav class="steps chunks".*?</nav>', source, re.DOTALL)
    return [html.unescape(query) for query in re.findall(r'href="[^"?]*([^"]+)"', nav[0])] if nav else []


def test_the_pages_of_the_standings_are_together_what_the_api_says(client: Client, large: Tournament) -> None:
    first = get(client, "standings/")
    rows = [ROWS.findall(get(client, f"standings/{query}")) for query in pages(first)]
    assert [len(part) for part in rows] == [100, 100, 30] and rows[0] == ROWS.findall(first)
    said = client.get("/api/v1/tournaments/large/standings/").json()["standings"]
    assert [int(number) for part in rows for number in part] == [row["player"] for row in said]


def test_a_page_has_a_hundred_players_in_every_list(client: Client, large: Tournament) -> None:
    assert get(client, "rounds/2/").count("<tr role=row id=t") == 50
    assert get(client, "rounds/2/?page=3").count("<tr role=row id=t") == 15
    by_name = [get(client, f"rounds/2/?by=name&page={page}") for page in (1, 2, 3)]
    listed = [re.findall(r'<li><a[^>]*href="/t/large/players/(\d+)/', source) for source in by_name]
    assert [len(part) for part in listed] == [100, 100, 30]
    assert len({*listed[0], *listed[1], *listed[2]}) == 230
    assert "page=2" in pages(by_name[0])[1] and "by=name" in pages(by_name[0])[1]


def test_a_club_a_name_and_one_player_are_found_on_any_page(client: Client, large: Tournament) -> None:
    assert {*ROWS.findall(get(client, "standings/?club=7"))} == {"7", "228"}, "who is in the club of number 7"
    assert {*ROWS.findall(get(client, "standings/?only=pion"))} == {"7", "228"}
    assert ROWS.findall(get(client, "standings/?club=11")) == ["11"], "who has no club is not in one with the others"
    tables = re.findall(r"id=t(\d+)", get(client, "rounds/2/?only=PION"))
    assert 1 <= len(tables) <= 2
    order = [row["player"] for row in client.get("/api/v1/tournaments/large/standings/").json()["standings"]]
    for number in (order[0], order[100], order[229]):
        assert str(number) in ROWS.findall(get(client, f"standings/?at={number}"))
        assert str(number) in ROWS.findall(get(client, f"standings/player/{number}/")), "beside the open panel, too"
    for table, page in ((1, 1), (50, 1), (51, 2), (115, 3), (999, 1)):
        source = get(client, f"rounds/2/?table={table}")
        assert re.findall(r"id=t\d+", source) == re.findall(r"id=t\d+", get(client, f"rounds/2/?page={page}"))
    nobody = get(client, "standings/?only=xyzzy")
    assert not ROWS.findall(nobody) and 'value="xyzzy"' in nobody and "no standings yet" not in nobody


def placed(client: Client, where: str) -> dict[str, list[tuple[str, str]]]:
    """Return by the headings of the groups who stands there, with their places."""
    _before, *groups = re.split(r"<h3>(Group \d)</h3>", get(client, where))
    rows = (re.findall(r"<tr id=p(\d+)><td>(?:<i>)?(\d+)", part) for part in groups[1::2])
    return dict(zip(groups[::2], rows, strict=True))


def test_a_search_and_a_page_of_groups_have_their_headings_and_places(client: Client) -> None:
    made = event("large", 110, size=2, rounds=1, system="groups", tie_breaks=("GROUP",))
    computed = Standings.objects.get(tournament=made)
    for at, row in enumerate(computed.body["rows"]):
        row |= {"rank": at + 1, "tie_breaks": {"GROUP": str(at % 2 + 1)}}
    computed.save()
    players = [str(row["player"]) for row in computed.body["rows"]]
    whole = {
        f"Group {group + 1}": [(who, str(place)) for place, who in enumerate(players[group::2], 1)] for group in (0, 1)
    }
    first, second = (placed(client, f"standings/?page={page}") for page in (1, 2))
    assert first == {"Group 1": whole["Group 1"], "Group 2": whole["Group 2"][:45]}
    assert second == {"Group 2": whole["Group 2"][45:]}, "the second page goes on where the first ends"
    Player.objects.filter(entries__tournament=made, entries__number__in=players[1:4:2]).update(club="Zeezicht")
    sought = {"Group 2": [(players[1], "1"), (players[3], "2")]}
    assert placed(client, "standings/?only=zeezicht") == placed(client, f"standings/?club={players[1]}") == sought
    assert not placed(client, "standings/?only=xyzzy")
    Tournament.objects.filter(pk=made.pk).update(scoring={})  # groups are no tie-break that can be chosen
    for shown, below in ((players[0], players[2]), (players[108], players[1]), (players[1], players[3])):
        step = f'rel="next" data-panel-step href="/t/large/standings/player/{below}/"'
        assert step in get(client, f"standings/player/{shown}/panel/"), "the line below it, and not the next of all"


def test_each_choice_is_a_page_of_its_own_for_those_who_keep_them(client: Client, large: Tournament) -> None:
    queries = ["", "?page=2", "?page=3", "?only=pion", "?only=zee", "?club=7", "?club=9", "?at=7"]
    tags = [client.get(f"/t/large/standings/{query}")["ETag"] for query in queries]
    assert len({*tags}) == len(tags)
    for where, there in (
        ("standings/?page=99", "standings/?page=3"),
        ("standings/?page=2&only=pion&lang=nl", "standings/?only=pion&lang=nl"),
        ("standings/?page=9&only=xyzzy", "standings/?only=xyzzy"),
        ("rounds/2/?by=name&page=4", "rounds/2/?by=name&page=3"),
    ):
        assert client.get(f"/t/large/{where}")["Location"] == f"/t/large/{there}", "behind the last page is the last"
    for odd in ("?page=0", "?page=x", "?at=x", "?club=-1", "?page=123456", "?table=7"):
        assert ROWS.findall(get(client, f"standings/{odd}")) == ROWS.findall(get(client, "standings/"))


def test_a_page_that_is_no_list_has_no_parts_to_ask_for(client: Client, large: Tournament) -> None:
    for where in ("", "crosstable/", "board/", "standings/card.png", "movement/", "players/7/", "schedule/", "about/"):
        tags = {
            client.get(f"/t/large/{where}{query}")["ETag"] for query in ("", "?only=x", "?page=3", "?at=7", "?club=7")
        }
        assert len(tags) == 1, where


def test_a_panel_opens_and_closes_beside_the_lines_that_were_looked_for(client: Client, large: Tournament) -> None:
    for asked in ("?page=2", "?only=pion&lang=nl", "?club=7"):
        source = get(client, f"standings/{asked}")
        query = html.escape(asked)
        opened = re.findall(r'href="/t/large/standings/player/(\d+)/([^"]*)"', source)
        assert len(opened) == len(ROWS.findall(source)) and {more for _number, more in opened} == {query}
        number = opened[0][0]
        for where in ("", "panel/"):
            beside = get(client, f"standings/player/{number}/{where}{asked}")
            assert f'href="/t/large/standings/{query}#p{number}" data-close-panel' in beside
            steps = re.findall(r'data-panel-step href="[^"]*/player/\d+/([^"]*)"', beside)
            assert steps and {*steps} == {query}
            assert not where or "<tr id=p" not in beside
            assert where or ROWS.findall(beside) == ROWS.findall(source)
    last = ROWS.findall(get(client, "standings/?page=3"))[0]
    assert f'href="/t/large/standings/?page=3#p{last}"' in get(client, f"standings/player/{last}/")
    beside = get(client, f"standings/player/{last}/")
    ways = re.findall(r'action="([^"]*)"|(?:href|data-mine)="([^"?]*)\?[^"]*(?:page|club|at)=[^#"]*(?:#me)?"', beside)
    assert {*map("".join, ways)} >= {"/t/large/standings/"} and "" not in {*map("".join, ways)}, "back to the list"


def test_few_players_are_not_asked_whom_they_look_for(client: Client) -> None:
    event("large", 16)
    assert 'class="sift"' not in get(client, "standings/") and not pages(get(client, "standings/"))
