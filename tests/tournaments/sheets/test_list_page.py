"""The preview of a list of players: columns assigned, lines left out, cells corrected, people told apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import Entry, ListLayout, Player, PlayerImport, Tournament
from tournaments.selectors.papers import lists as list_selectors
from tournaments.services.lists import lists

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[1] / "data" / "lists"


@pytest.fixture
def evening():
    return make.tournament(0)


@pytest.fixture
def desk(client, boss, evening):
    """A signed-in organiser at the preview of a list."""
    client.force_login(boss)

    class Desk:
        def upload(self, name="", text="", event=evening):
            address = reverse("admin:tournaments_list_upload", args=[event.pk, "players"])
            sent = {"text": text} if text else {"file": SimpleUploadedFile(name, (DATA / name).read_bytes())}
            answer = client.post(address, sent)
            if answer.status_code != 302:
                return answer
            self.address = answer.url
            return client.get(self.address)

        def post(self, **sent):
            return client.post(self.address, sent, follow=True)

        def bring_in(self):
            stamp = re.search(r'name="stamp" value="(\w+)"', client.get(self.address).content.decode())[1]
            return self.post(stamp=stamp)

    return Desk()


def names(event):
    return sorted(event.entries.values_list("player__name", flat=True))


def test_nothing_blocks_the_rest_and_what_was_left_out_is_listed_afterwards(desk, evening):
    page = desk.upload("2-cellen.xlsx").content.decode()
    assert "Import the other 3 lines" in page and "2 lines are left out" in page
    done = desk.bring_in()
    assert names(evening) == ["Anna van den Berg", "Jan de Vries", "Piet Jansen"]
    text = done.content.decode()
    assert "Imported: 3 new" in text and "Left out:" in text
    assert "Line 5, Piet Jansen: The same player is already in line 4" in text
    assert "Line 6, Totaal 4: This looks like a line of totals" in text
    # a second click, and the back button
    again = desk.post(stamp="x")
    assert again.status_code == 200 and "Line 6, Totaal 4" in again.content.decode() and len(names(evening)) == 3
    assert bytes(PlayerImport.objects.get().content) == b""


def test_a_namesake_is_numbered_or_told_apart_by_a_year(desk, evening):
    page = desk.upload("2-cellen.xlsx").content.decode()
    assert "Another person: number them" in page
    assert "Piet Jansen (2)" in desk.post(person="5:another").content.decode()
    assert "Piet Jansen (2)" not in desk.post(mend="5", **{"cell-name": "Piet Jansen", "cell-birth_year": "1999"})
    desk.bring_in()
    assert list(
        Player.objects.filter(name="Piet Jansen").order_by("birth_year").values_list("birth_year", flat=True)
    ) == [1999, None]


def test_lines_are_left_out_included_and_corrected(desk, evening):
    desk.upload("14-blad.xlsx")
    desk.post(skip="4")
    assert "Naam Naam" in desk.post(take="7").content.decode()
    desk.post(skip="7")
    desk.post(mend="9", **{"cell-name": "Nieuwe Speler", "cell-rating": "1.610"})
    desk.bring_in()
    assert dict(evening.entries.values_list("player__name", "player__rating")) == {
        "Anna van den Berg": 1420,
        "Kees": None,
        "Nieuwe Speler": 1610,
        "Piet Jansen": None,
    }


def test_another_sheet_and_another_heading_are_read(desk):
    page = desk.upload("14-blad.xlsx").content.decode()
    assert '<option value="Blad1" selected' in page
    page = desk.post(sheet="Reserve", heading="").content.decode()
    assert "Reserve Speler" in page and "Jan de Vries" not in page
    assert "There is no sheet" in desk.post(sheet="x", heading="").content.decode()
    assert "Reserve Speler" in desk.post(sheet="Reserve", heading="1").content.decode()


def test_columns_are_assigned_and_remembered_for_the_next_list(desk, client, boss, evening):
    text = "Wie;Hoe goed;Waar\nAnna Bol;1500;Delft\n"
    assert "No line names the columns" in desk.upload(text=text).content.decode()
    desk.post(sheet="", heading="1")
    page = desk.post(columns="1", **{"column-0": "name", "column-1": "rating", "column-2": "club"}).content.decode()
    assert "1500" in page and not ListLayout.objects.exists()
    desk.bring_in()
    assert list(evening.entries.values_list("player__name", "player__rating", "player__club")) == [
        ("Anna Bol", 1500, "Delft")
    ]
    assert "Wie" not in str(ListLayout.objects.values()[0])
    other = make.tournament(0)
    page = desk.upload(text=text.replace("Anna", "Bea"), event=other).content.decode()
    assert "The columns are assigned as last time." in page
    desk.bring_in()
    assert list(other.entries.values_list("player__name", "player__rating")) == [("Bea Bol", 1500)]
    # for everybody of the club, and for no other club
    client.force_login(make.organiser())
    assert "as last time" in desk.upload(text=text, event=other).content.decode()
    elsewhere = make.tournament(0, club=make.club())
    assert "as last time" not in desk.upload(text=text, event=elsewhere).content.decode()


def test_somebody_of_last_season_is_known_and_of_two_one_is_chosen(desk, evening):
    autumn = make.tournament(0)
    Tournament.objects.filter(pk=autumn.pk).update(name="Autumn 2025", published=True)
    old = Player.objects.create(name="Jan de Vries", club="De Toren", rating=1800, birth_year=1961)
    Entry.objects.create(tournament=autumn, player=old, number=1)
    page = desk.upload(text="Name;Rating\nVries, Jan de;1850\n").content.decode()
    assert "Known: De Toren, 1800, born 1961, last in “Autumn 2025”." in page
    other = Player.objects.create(name="Jan de Vries", club="Veer", rating=1200)
    page = desk.upload(text="Name;Rating\nVries, Jan de;1850\n").content.decode()
    assert "This is Jan de Vries, De Toren" in page and "Somebody new" in page
    assert "Known: Veer" in desk.post(person=f"2:{other.pk}").content.decode()
    desk.bring_in()
    assert [entry.player for entry in evening.entries.all()] == [other]


def test_of_people_elsewhere_nothing_is_shown_that_a_desk_does_not_show(client):
    """A year of birth, and an event that is not public, stay with those who may see them."""
    hidden = make.tournament(0)
    Tournament.objects.filter(pk=hidden.pk).update(name="Secret evening", published=False)
    somebody = Player.objects.create(name="Jan de Vries", club="De Toren", birth_year=1961, home=hidden)
    Entry.objects.create(tournament=hidden, player=somebody, number=1)
    mine = make.tournament(0)
    organiser = make.arbiter(mine, "organiser")
    waiting = lists.upload("players", mine.pk, by=organiser, content=b"Name\nJan de Vries\n")
    (line,) = lists.preview(waiting).lines
    assert line.known == "De Toren" and line.people == [(somebody.pk, "Jan de Vries, De Toren")]


def test_a_second_window_and_another_organiser_do_not_break_a_preview(desk, boss, evening):
    desk.upload("2-cellen.xlsx")
    first = desk.address
    desk.upload(text="Name\nAnna van den Berg\n")
    desk.bring_in()
    desk.address = first
    page = desk.post(skip="2").content.decode()
    assert "Left out by you." in page
    # what was shown before the other list came in is looked at again
    assert "after this preview" in desk.post(stamp="0" * 24).content.decode()
    desk.bring_in()
    assert names(evening) == ["Anna van den Berg", "Anna van den Berg", "Piet Jansen"] or names(evening) == [
        "Anna van den Berg",
        "Piet Jansen",
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("15-foto.xlsx", "This is a photo"), ("16-lijst.pdf", "This is a PDF"), ("19-leeg.csv", "The file is empty")],
)
def test_what_is_no_list_is_said_where_it_was_chosen(desk, name, sentence):
    answer = desk.upload(name)
    assert answer.status_code == 422 and sentence in answer.content.decode()


def test_marks_for_prizes_are_a_column_that_comes_in_and_goes_out(desk, client, evening, boss):
    page = desk.upload(text="Name;Kenmerken;Board\nAnna Bol;gast/ student;\nBert Smit;;\n").content.decode()
    assert "gast, student" in page
    assert 'name="cell-marks" value="gast, student"' in client.get(desk.address + "?mend=2").content.decode()
    desk.bring_in()
    assert dict(evening.entries.values_list("player__name", "marks")) == {"Anna Bol": "gast, student", "Bert Smit": ""}
    # an empty cell leaves the marks that were typed at the desk
    evening.entries.filter(player__name="Bert Smit").update(marks="youth")
    page = desk.upload(text="Name;Marks\nAnna Bol;guest\nBert Smit;\n").content.decode()
    assert "marks: gast, student → guest" in page
    desk.bring_in()
    assert dict(evening.entries.values_list("player__name", "marks")) == {"Anna Bol": "guest", "Bert Smit": "youth"}
    sheet = list_selectors.players(evening, boss)
    assert sheet.heading[-1] == "Marks" and [row[-1] for row in sheet.rows] == ["guest", "youth"]
