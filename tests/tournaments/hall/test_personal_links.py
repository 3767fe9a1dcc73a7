"""Personal links at the desk: made, printed, exported, revoked."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import Page
from tests.tournaments.worlds import world
from tournaments.models import PersonalLink, Player, Tournament

pytestmark = pytest.mark.django_db


@world
def club() -> Tournament:
    return event("club", ["Óscar Núñez", "=cmd|'/c calc'!A1", "Ángel", "Zoë"], rounds=1)


def address(club: Tournament, more: str = "") -> str:
    return f"/admin/tournaments/tournament/{club.pk}/desk/links/{more}"


def test_they_are_made_once_and_printed_by_name(desk: Any, club: Tournament, words: Any) -> None:
    page = words(desk.get(address(club)))
    assert "Make links for 4 players" in page and not PersonalLink.objects.exists()
    for _twice in range(2):
        assert desk.post(address(club, "make/")).status_code == 302
    tokens = {link.entry.player.name: link.token for link in PersonalLink.objects.select_related("entry__player")}
    assert len(tokens) == 4
    answer = desk.get(address(club))
    found = Page(answer.content.decode())
    assert found.faults == [] and "no-store" in answer["Cache-Control"]
    page = words(answer)
    assert page.index("Ángel") < page.index("Óscar") < page.index("Zoë")
    assert page.count('class="qr"') == 5, "one a player and one for the wall"
    for token in tokens.values():
        assert f"http://testserver/t/club/me/{token}/" in page
        assert desk.get(f"/t/club/me/{token}/").status_code == 200


def test_no_paper_and_no_list_of_links_hints_at_a_namesake_whom_pages_hide(desk: Any, words: Any) -> None:
    made = event("club", ["one", "two", "three", "four"], rounds=1)
    people = [("Anna Dubbel", "Leiden", ""), ("Anna Dubbel", "Delft", "number"), ("Bert Vier", "Delft", "")]
    for number, (name, where, shown) in enumerate([*people, ("Bert Vier", "Gouda", "")], 1):
        player = Player.objects.filter(entries__tournament=made, entries__number=number)
        player.update(name=name, club=where, name_shown=shown)
    desk.post(address(made, "make/"))
    slips = re.findall(r"<h3>(.*?)</h3>", desk.get(address(made)).content.decode())
    # whom nobody hides is told from a namesake as on every page
    assert sorted(slips) == ["Anna Dubbel", "Anna Dubbel", "Bert Vier (Delft)", "Bert Vier (Gouda)"]
    lines = desk.get(address(made, "csv/")).content.decode("utf-8-sig").splitlines()[1:]
    assert sorted(re.split("[;,]", line)[1].strip('"') for line in lines) == sorted(slips)


def test_a_player_who_came_later_gets_a_link_and_the_others_keep_theirs(desk: Any, club: Tournament) -> None:
    desk.post(address(club, "make/"))
    before = dict(PersonalLink.objects.values_list("entry", "seed"))
    club.entries.create(player=Player.objects.create(name="Late"), number=5)
    desk.post(address(club, "make/"))
    after = dict(PersonalLink.objects.values_list("entry", "seed"))
    assert len(after) == 5 and before.items() <= after.items()


def test_a_new_link_is_given_to_one_alone(desk: Any, club: Tournament) -> None:
    desk.post(address(club, "make/"))
    before = dict(PersonalLink.objects.values_list("entry", "seed"))
    entry = club.entries.get(number=1)
    assert desk.post(address(club, f"new/{entry.pk}/")).status_code == 302
    after = dict(PersonalLink.objects.values_list("entry", "seed"))
    assert {key for key in before if before[key] != after[key]} == {entry.pk}
    other = event("other", 4, rounds=0).entries.get(number=1)
    assert desk.post(address(club, f"new/{other.pk}/")).status_code == 404


def test_the_list_is_safe_in_a_spreadsheet(desk: Any, club: Tournament) -> None:
    desk.post(address(club, "make/"))
    answer = desk.get(address(club, "csv/"))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["number", "name", "link"] and len(rows) == 5
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    assert ["1", "Óscar Núñez"] in [row[:2] for row in rows]


@pytest.mark.parametrize("more", ["", "csv/", "make/", "new/1/"])
def test_only_who_runs_the_event_sees_or_changes_them(client: Client, club: Tournament, more: str) -> None:
    method = client.get if more in {"", "csv/"} else client.post
    other = client.post if more in {"", "csv/"} else client.get
    assert method(address(club, more)).status_code == 302
    client.force_login(make.arbiter())
    assert method(address(club, more)).status_code == 403
    client.force_login(make.arbiter(club))
    assert method(address(club, more)).status_code in {200, 302, 404}
    assert other(address(club, more)).status_code == 405


def test_many_come_in_pages(desk: Any, django_assert_max_num_queries: Any) -> None:
    large = event("large", 300, rounds=0)
    desk.post(address(large, "make/"))
    with django_assert_max_num_queries(12):
        first = desk.get(address(large))
    assert first.content.decode().count('class="qr"') == 121
    last = desk.get(address(large, "?page=3")).content.decode()
    assert last.count('class="qr"') == 60
    for odd in ("0", "x", "99"):
        assert desk.get(address(large, f"?page={odd}")).status_code == 200
