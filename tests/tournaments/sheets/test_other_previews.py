"""The previews of lists of teams and results: columns assigned and remembered, cells mended, as those of players."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import ListLayout, Result, Team
from tournaments.services.lists import lists

pytestmark = pytest.mark.django_db


class Desk:
    """A signed-in organiser at the preview of a list."""

    def __init__(self, browser: Any) -> None:
        self.browser, self.address = browser, ""

    def upload(self, event: Any, kind: str, text: str) -> str:
        where = reverse("admin:tournaments_list_upload", args=[event.pk, kind])
        self.address = self.browser.post(where, {"text": text}).url
        return self.show()

    def show(self, query: str = "") -> str:
        return self.browser.get(self.address + query).content.decode()

    def post(self, **sent: str) -> str:
        return self.browser.post(self.address, sent, follow=True).content.decode()

    def bring_in(self) -> str:
        return self.post(stamp=re.search(r'name="stamp" value="(\w+)"', self.show())[1])


@pytest.fixture
def desk(boss, signed_in, monkeypatch) -> Desk:
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)
    return Desk(signed_in(boss))


def teams_of(event: Any) -> list[tuple[str, str]]:
    return list(Team.objects.filter(tournament=event).order_by("key").values_list("key", "name"))


def test_columns_of_a_list_of_teams_are_assigned_and_remembered_for_the_club(desk):
    event, text = make.tournament(0), "Wie;Kort\nTorens;A\nLopers;B\n"
    page = desk.upload(event, "teams", text)
    assert "No line names the columns" in page and 'name="column-0"' in page
    desk.post(sheet="", heading="1")
    page = desk.post(columns="1", **{"column-0": "team", "column-1": "key"})
    assert "Import all 2 lines" in page
    desk.bring_in()
    assert teams_of(event) == [("A", "Torens"), ("B", "Lopers")]
    assert "Wie" not in str(ListLayout.objects.values()[0])
    other = make.tournament(0)
    assert "The columns are assigned as last time." in desk.upload(other, "teams", text)
    desk.bring_in()
    assert teams_of(other) == [("A", "Torens"), ("B", "Lopers")]
    # a list of players with the same heading is another kind
    assert "as last time" not in desk.upload(make.tournament(0), "players", text)
    elsewhere = make.tournament(0, club=make.club())
    assert "as last time" not in desk.upload(elsewhere, "teams", text)


def test_a_team_is_mended_in_the_preview_and_the_rest_comes_in_without_a_refused_one(desk):
    event = make.tournament(0)
    Team.objects.create(tournament=event, key="K", name="Knights")
    page = desk.upload(event, "teams", "Team;Short name\nRooks;A\n=1+1;B\nKnights;C\n")
    assert "2 lines are left out" in page and "looks like a spreadsheet formula" in page
    assert 'name="cell-team" value="=1+1"' in desk.show("?mend=3")
    assert "Bishops" in desk.post(mend="3", **{"cell-team": "Bishops", "cell-key": "B"})
    done = desk.bring_in()
    assert "Line 4, Knights: This team" in done, "what was left out is said afterwards"
    assert teams_of(event) == [("A", "Rooks"), ("B", "Bishops"), ("K", "Knights")]


def test_a_name_that_a_refused_line_would_have_freed_is_not_given_away(boss):
    event = make.tournament(0)
    Team.objects.create(tournament=event, key="A", name="Rooks")
    Team.objects.create(tournament=event, key="B", name="Pawns")
    content = b"Team;Short name\nPawns;A\nRooks;C\n"
    waiting = lists.upload("teams", event.pk, by=boss, content=content)
    assert [line.status for line in lists.preview(waiting).lines] == ["refused", "refused"]


def test_columns_and_cells_of_a_list_of_results_are_assigned_and_mended(desk, boss):
    event = make.duel(4)
    make.published(event, boss)
    text = "R;Bord;Wit;Zwart\n1;1;1;0\n1;2;x;1\n"
    page = desk.upload(event, "results", text)
    assert "No line names the columns" in page and "Nothing" not in page
    desk.post(sheet="", heading="1")
    page = desk.post(columns="1", **{"column-0": "round", "column-1": "table", "column-2": "points1"})
    assert "No column is assigned to: result, seat 2." in page
    assigned = {"column-0": "round", "column-1": "table", "column-2": "points1", "column-3": "points2"}
    assert "“x” is not a number of points" in desk.post(columns="1", **assigned)
    assert 'name="cell-points1" value="x"' in desk.show("?mend=3")
    page = desk.post(mend="3", **{"cell-round": "1", "cell-table": "2", "cell-points1": "0", "cell-points2": "1"})
    assert "Import all 2 lines" in page
    desk.bring_in()
    results = Result.objects.filter(table__round__tournament=event)
    assert sorted(str(result) for result in results) == ["0 – 1", "1 – 0"]
    assert "as last time" in desk.upload(event, "results", text)


def test_a_refused_line_of_results_is_left_out_with_its_cells_named(desk, boss):
    event = make.duel(4)
    make.published(event, boss)
    desk.upload(event, "results", "Round;Table;Points 1;Points 2\n1;1;1;0\n9;9;1;0\n")
    done = desk.bring_in()
    assert "Imported: 1 new" in done and "Line 3, 9 | 9 | 1 | 0: Round 9 is not published." in done
    assert Result.objects.filter(table__round__tournament=event).count() == 1
