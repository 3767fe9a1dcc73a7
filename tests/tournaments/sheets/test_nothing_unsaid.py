"""Nothing of a list is dropped without a word: hidden lines, far columns, many sheets; also of teams and results."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from tests.tournaments import make
from tests.tournaments.sheets.test_messy_lists import TestHostile as _Hostile
from tournaments.imports.choices import Choices
from tournaments.imports.players import players_in
from tournaments.imports.readers.lines import ranges
from tournaments.imports.readers.spreadsheet import read_book
from tournaments.imports.results import read_results
from tournaments.imports.teams import read_teams
from tournaments.models import Result, Team

pytestmark = pytest.mark.django_db


def book_of(rows: list[list[Any]], *, hidden: tuple[int, ...] = (), sheets: int = 1) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for number in hidden:
        book.active.row_dimensions[number].hidden = True
    for number in range(sheets - 1):
        book.create_sheet(f"Sheet {number + 2}").append(["x"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def codes(remarks: Any) -> dict[str, Any]:
    return {remark.code: dict(remark.params) for remark in remarks}


def test_hidden_lines_far_columns_and_many_sheets_of_a_list_of_players_are_remarked_on() -> None:
    far = ["Anna", 1640, *[""] * 68, "captain"]
    rows = [["Name", "Rating"], far, ["Bert", 1500], ["Chris", 1400], ["Dawid", 1300], ["Els", 1200]]
    players = players_in(read_book(book_of(rows, hidden=(3, 5, 6), sheets=32)), Choices())
    said = codes(players.remarks)
    assert [line.name for line in players.lines] == ["Anna", "Bert", "Chris", "Dawid", "Els"], "hidden, but read"
    assert said["list-hidden-lines"] == {"lines": "3, 5-6"}
    assert said["list-wide"] == {"most": 64} and said["list-sheets"] == {"most": 30, "sheets": 32}
    plain = codes(players_in(read_book(book_of(rows[:1] + rows[2:])), Choices()).remarks)
    assert not plain.keys() & {"list-hidden-lines", "list-wide", "list-sheets"}


ODS = """<table:table table:name="A">
<table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell></table:table-row>
<table:table-row table:visibility="filter"><table:table-cell><text:p>Anna</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="80"/><table:table-cell><text:p>far</text:p></table:table-cell>
</table:table-row></table:table>"""


def test_an_opendocument_sheet_says_so_too() -> None:
    more = "".join(f'<table:table table:name="S{n}"><table:table-row/></table:table>' for n in range(30))
    said = codes(players_in(read_book(_Hostile().ods(ODS + more)), Choices()).remarks)
    assert said["list-hidden-lines"] == {"lines": "2"} and "list-wide" in said
    assert said["list-sheets"] == {"most": 30, "sheets": 31}


def test_lines_are_told_as_people_write_them() -> None:
    assert ranges([8, 3, 5, 6, 7]) == "3, 5-8" and ranges(range(1, 60, 2), most=2) == "1, 3, …"


def test_a_list_of_teams_says_what_was_not_read() -> None:
    rows = [["The league"], ["Team", "Coach", ""], ["Alpha", "Kim", "blue"], ["Beta"]]
    teams = read_teams(book_of(rows, hidden=(4,)))
    said = codes(teams.remarks)
    assert said["list-above"] == {"line": 1, "text": "The league"} and said["list-unread"] == {"column": "Coach"}
    assert said["list-unread-blank"] == {"column": "C", "text": "blue"}
    assert said["list-hidden-lines"] == {"lines": "4"}


def test_a_list_of_results_says_what_was_not_read() -> None:
    rows = [["Round", "Table", "Points 1", "Points 2", "Remark"], [1, 1, 1, 0, "quick"], [1, 2, 1, 0]]
    results = read_results(book_of(rows, hidden=(2,)))
    assert codes(results.remarks).keys() == {"list-unread", "list-hidden-lines"}


@pytest.mark.parametrize("kind", ["teams", "results"])
def test_a_refused_line_of_teams_or_results_is_struck_out_and_the_rest_comes_in(
    boss: Any, signed_in: Any, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)
    event = make.duel(4)
    if kind == "results":
        make.published(event, boss)
    text = {
        "teams": "Team;Coach\nAlpha;Kim\nAlpha;Lee\nBeta;Max\n",
        "results": "Round;Table;Points 1;Points 2\n1;1;1;0\n9;9;1;0\n1;2;0;1\n",
    }[kind]
    browser = signed_in(boss)
    where = reverse("admin:tournaments_list_upload", args=[event.pk, kind])
    page = browser.post(where, {"file": SimpleUploadedFile("list.csv", text.encode())}, follow=True)
    at = page.redirect_chain[-1][0]
    content = page.content.decode()
    assert "1 line is left out" in content and ("Coach" in content or kind == "results")
    content = browser.post(at, {"skip": "3"}, follow=True).content.decode()
    assert "Left out by you." in content and "Import the other 2 lines" in content
    content = browser.post(at, {"take": "3"}, follow=True).content.decode()
    assert "left out until corrected" in content, "taken in again it is refused again"
    content = browser.post(at, {"skip": "3"}, follow=True).content.decode()
    stamp = content.split('name="stamp" value="')[1].split('"')[0]
    browser.post(at, {"stamp": stamp})
    if kind == "teams":
        assert list(Team.objects.filter(tournament=event).values_list("name", flat=True)) == ["Alpha", "Beta"]
    else:
        assert Result.objects.filter(table__round__tournament=event).count() == 2
