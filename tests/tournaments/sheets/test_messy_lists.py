"""Lists come in as clubs send them: every sheet of the collection is read as `expected.json` says, nothing is lost."""

from __future__ import annotations

import io
import json
import time
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook

from tournaments.imports import cells
from tournaments.imports.choices import Choices, choices_of, columns_named, line_numbers
from tournaments.imports.columns import role_of
from tournaments.imports.players import read_players
from tournaments.imports.readers.lines import Unreadable
from tournaments.imports.readers.spreadsheet import decode, read_book, separator

DATA = Path(__file__).parents[1] / "data" / "lists"
EXPECTED = json.loads((DATA / "expected.json").read_text("utf-8"))
READ = [name for name, expected in EXPECTED.items() if isinstance(expected, dict)]
REFUSED = [name for name, expected in EXPECTED.items() if isinstance(expected, str)]


def content(name):
    return (DATA / name).read_bytes()


def row(line):
    why = line.left.code if line.left else "; ".join(map(str, line.problems))
    values = [line.number, line.name, line.rating, line.club, line.birth_year, line.team, line.board, line.fixed_table]
    return [*values, why, [str(remark) for remark in line.remarks]]


@pytest.mark.parametrize("name", READ)
def test_a_list_is_read_as_it_comes_with_a_remark_on_everything_that_is_not_as_it_stands(name):
    players, expected = read_players(content(name)), EXPECTED[name]
    assert (players.sheet, players.heading, list(players.roles)) == (
        expected["sheet"],
        expected["heading"],
        expected["columns"],
    )
    assert [str(remark) for remark in players.remarks] == expected["remarks"]
    assert [row(line) for line in players.lines] == expected["lines"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_list_is_called_by_its_name(name):
    with pytest.raises(Unreadable) as refusal:
        read_players(content(name))
    assert str(refusal.value) == EXPECTED[name]


@pytest.mark.parametrize("name", READ)
def test_no_cell_is_dropped_without_a_word(name):
    """Each text of the file's sheet is a value, or named in a remark, in a column that is said to be left out, or in
    a line that is."""
    players = read_players(content(name))
    grid = next(grid for grid in read_book(content(name)).grids if grid.name == players.sheet)
    if not players.heading:
        return
    read = {line.number: line for line in players.lines}
    said = " ".join(str(remark) for remark in players.remarks)
    for line in grid.lines:
        if line.number < players.heading:
            assert f"line {line.number} " in said
        elif line.number > players.heading and not read[line.number].left:
            player = read[line.number]
            values = f"{player.name} {player.rating} {player.club} {player.birth_year} {player.team} {player.board}"
            here = f"{values} {player.fixed_table} {' '.join(map(str, [*player.remarks, *player.problems]))}"
            for at, cell in enumerate(line.cells):
                role = players.roles[at]
                if (role == "birth_year" and player.birth_year) or cell.removesuffix(",0") == str(player.rating):
                    continue
                assert not cell or cell in here or (not role and (players.headings[at] in said)), (cell, here)


class TestChoices:
    def test_another_sheet_and_another_heading(self):
        chosen = read_players(content("14-blad.xlsx"), Choices(sheet="Reserve"))
        assert [line.name for line in chosen.lines] == ["Reserve Speler"]
        assert read_players(content("14-blad.xlsx"), Choices(heading=7)).lines[0].name == "Kees"
        with pytest.raises(Unreadable, match="there are: Blad1, Reserve"):
            read_players(content("14-blad.xlsx"), Choices(sheet="Blad2"))

    def test_columns_lines_and_cells(self):
        choices = Choices(columns={0: "name", 1: "rating", 3: "team"}).without(3).with_line(6)
        choices = choices.mended(5, {"name": "Piet Jansen sr.", "rating": "1300", "email": "x"})
        assert choices_of(json.loads(json.dumps(choices.document()))) == choices
        lines = {line.number: line for line in read_players(content("2-cellen.xlsx"), choices).lines}
        assert lines[2].team == "De Toren" and lines[2].birth_year is None
        assert lines[3].left and lines[3].left.code == "list-left-out"
        assert (lines[5].name, lines[5].rating, lines[5].problems) == ("Piet Jansen sr.", 1300, [])
        assert lines[6].left is None and lines[6].name == "Totaal 4"

    def test_a_namesake_can_be_numbered(self):
        lines = read_players(content("2-cellen.xlsx"), Choices().of_person(5, "another")).lines
        assert [line.name for line in lines][2:4] == ["Piet Jansen", "Piet Jansen (2)"] and not lines[3].problems

    def test_choices_on_a_command_line(self):
        assert line_numbers("3, 17-19") == {3, 17, 18, 19}
        assert columns_named(["Naam=name", "a=b=rating", "Elo="]) == {"Naam": "name", "a=b": "rating", "Elo": ""}
        for text in ("3-", "x", "", "5-2", "1-9999999"):
            with pytest.raises(ValueError):
                line_numbers(text)
        with pytest.raises(ValueError):
            columns_named(["Naam=nickname"])


class TestCells:
    @pytest.mark.parametrize(
        ("cell", "rating"),
        [("1850*", 1850), ("1600 (KNSB)", 1600), ("ca. 1.500", 1500), ("1 850", 1850), ("1640,5", 1641),
         ("±1500", 1500), ("-", None), ("n.v.t.", None), ("N/A", None), ("geen", None), ("k. A.", None),
         ("sixteen", None), ("-5", None), ("1e3", None), ("1850/1900", None), ("99999", None), ("DE 0012", 12)],
    )  # fmt: skip
    def test_ratings_with_something_beside_them(self, cell, rating):
        value, remark = cells.number("rating", cell)
        assert value == rating and remark is not None

    @pytest.mark.parametrize(
        ("cell", "year"),
        [("1961-03-04 00:00:00", 1961), ("4-3-1961", 1961), ("04.03.1961", 1961), ("3/4/61", 1961),
         ("4 maart 2011", 2011), ("22343", 1961), ("'88", 1988), ("geb. 1975", 1975), ("1975", 1975), ("soon", None),
         ("3-4-2999", None)],
    )  # fmt: skip
    def test_dates_of_birth(self, cell, year):
        assert cells.birth_year(cell)[0] == year

    @pytest.mark.parametrize(
        ("written", "name"),
        [("Vries, Jan de", "Jan de Vries"), ("Jansen, Piet", "Piet Jansen"), ("Piet Jansen, jr.", "Piet Jansen, jr."),
         ("Peters,Jan", "Peters,Jan"), ("a, b, c", "a, b, c"), (", Jan", ", Jan"), ("VISSER Lotte", "Lotte Visser"),
         ("VAN DEN BERG Anna", "Anna van den Berg"), ("AB de Villiers", "AB de Villiers"), ("JAN SMIT", "JAN SMIT"),
         ("J. de Wit", "J. de Wit"), ("SMIT-MOL Eva", "Eva Smit-Mol")],
    )  # fmt: skip
    def test_surname_first(self, written, name):
        assert cells.turned(written) == name

    @pytest.mark.parametrize(
        ("cell", "club"), [("-", ""), ("n.v.t.", ""), ("geen", ""), ("Nieuw", "Nieuw"), ("NB", "NB")]
    )
    def test_a_club_that_is_none(self, cell, club):
        player = read_players(f"Naam;Club\nJan;{cell}\n".encode()).lines[0]
        assert (player.club, player.problems) == (club, [])
        assert [str(remark) for remark in player.remarks] == ([] if club else [f"“{cell}” was read as empty."])

    def test_the_parts_of_a_name(self):
        assert cells.joined("Jan de", "", "Vries") == cells.joined("Jan", "", "Vries, de") == "Jan de Vries"

    @pytest.mark.parametrize(
        ("heading", "role"),
        [("Your rating (if any)", "rating"), ("Voor- en achternaam", "name"), ("Club / Town", "club"),
         ("E-mail name", None), ("Name of parent", None), ("Tussenv.", "infix"), ("What is your first name?", "first"),
         ("x" * 5000, None)],
    )  # fmt: skip
    def test_headings_that_are_questions(self, heading, role):
        assert role_of(heading) == role

    @pytest.mark.parametrize("heading", ["Nmae;Club", "Nme;Vereniging;ELO", "Spieelr;Verien", "Nomm;Cote;Clubb"])
    def test_a_heading_that_is_misspelt_is_not_entered_as_a_player(self, heading):
        players = read_players(f"{heading}\nAnna Bol;Leiden;\nBert Kok;Delft;\n".encode())
        assert [line.left and line.left.code for line in players.lines] == ["list-heading-misspelt", None, None]
        taken = read_players(f"{heading}\nAnna Bol;Leiden;\n".encode(), Choices(take=frozenset({1})))
        assert taken.lines[0].left is None

    @pytest.mark.parametrize("line", ["Anna;Maria", "Leo;Maria", "Anna Bol;Leiden", "Marc;Club Elan;1500"])
    def test_names_that_are_like_headings_are_players(self, line):
        players = read_players(f"{line}\nBert;Delft\n".encode())
        assert [line.left for line in players.lines] == [None, None]


class TestTexts:
    def test_a_mark_that_is_never_closed_costs_no_line(self):
        players = read_players(b'Name;Club\n"Anna;Leiden\nBert;Delft\n')
        assert [(line.name, line.club) for line in players.lines] == [("Anna", "Leiden"), ("Bert", "Delft")]
        assert "list-quotes" in [remark.code for remark in players.remarks]

    def test_a_quoted_line_end_is_one_cell(self):
        assert read_players(b'Name,Club\n"Anna\nBol",Leiden\n').lines[0].name == "Anna Bol"

    def test_letters_that_were_damaged_before_are_repaired(self):
        text, remarks = decode("Name\nJörg Müller\n".encode().decode("cp1252").encode())
        assert text == "Name\nJörg Müller\n" and [remark.code for remark in remarks] == ["list-mojibake"]

    @pytest.mark.parametrize(
        ("text", "between"),
        [("a;b\n1,5;2,5\n", ";"), ("Title\n\na|b\nc|d\n", "|"), ("Hi Bo,\nJan\nAnna\nPiet\n", ""), ('"a;b",c\n', ",")],
    )
    def test_separators_are_told_from_punctuation(self, text, between):
        assert separator(text) == between


class TestHostile:
    def ods(self, table):
        out = io.BytesIO()
        spaces = "urn:oasis:names:tc:opendocument:xmlns"
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("META-INF/manifest.xml", "<m/>")
            archive.writestr(
                "content.xml",
                f'<o:c xmlns:o="{spaces}:office:1.0" xmlns:table="{spaces}:table:1.0" xmlns:text="{spaces}:text:1.0">'
                f"{table}</o:c>",
            )
        return out.getvalue()

    def test_a_cell_said_to_be_repeated_a_billion_times_is_bounded(self):
        cell = '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
        table = (
            f'<table:table><table:table-row table:number-rows-repeated="1048576">{cell}</table:table-row></table:table>'
        )
        with pytest.raises(Unreadable, match="more than 10000 lines"):
            read_players(self.ods(table))

    def test_entities_in_a_sheet_are_refused(self):
        out = io.BytesIO(self.ods("<table:table/>"))
        with zipfile.ZipFile(out) as archive:
            text = archive.read("content.xml")
        hostile = b'<!DOCTYPE x [<!ENTITY a "ha">]>' + text
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("META-INF/manifest.xml", "<m/>")
            archive.writestr("content.xml", hostile)
        with pytest.raises(Unreadable, match="cannot be read"):
            read_players(out.getvalue())

    @pytest.mark.parametrize("name", ["7-meldung.xls", "6-leden.ods"])
    def test_no_damage_breaks_a_reader(self, name):
        whole = content(name)
        for at in range(0, len(whole), max(1, len(whole) // 120)):
            for damaged in (whole[:at], whole[:at] + b"\xff\x00\x41" + whole[at + 3 :]):
                try:
                    read_players(damaged)
                except Unreadable as refusal:
                    assert str(refusal)

    def test_a_locked_file_says_so(self):
        with pytest.raises(Unreadable, match="protected by a password"):
            read_players(
                b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le") + b"\0\0"
            )

    def test_cells_far_apart_take_no_room(self):
        book = Workbook()
        book.active["A1"], book.active["XFD1048576"] = "Name", "x"
        book.active["A2"] = "Anna"
        out = io.BytesIO()
        book.save(out)
        assert [line.name for line in read_players(out.getvalue()).lines] == ["Anna"]

    def test_a_sheet_of_another_name_is_counted_before_it_is_opened(self):
        book, out = Workbook(), io.BytesIO()
        book.active["A1"] = "Name"
        book.save(out)
        hostile = io.BytesIO()
        with zipfile.ZipFile(out) as source, zipfile.ZipFile(hostile, "w", zipfile.ZIP_DEFLATED) as archive:
            for part in source.namelist():
                text = source.read(part).replace(b"sheet1.xml", b"sheet1.dat")
                if part.endswith("sheet1.xml"):
                    part, text = part.replace("sheet1.xml", "sheet1.dat"), text + b" " * 20_000_000
                archive.writestr(part, text)
        with pytest.raises(Unreadable, match="much larger than a list"):
            read_players(hostile.getvalue())

    def test_one_long_text_in_many_cells_is_bounded(self):
        book, out = Workbook(), io.BytesIO()
        book.active.append(["Name", "Club"])
        for number in range(3000):
            book.active.append([f"Player {number}", "long club " * 240])
        book.save(out)
        with pytest.raises(Unreadable, match="more text than a list should have"):
            read_players(out.getvalue())

    @pytest.mark.parametrize("before", [b"", b'"'])
    def test_a_cell_without_end_is_refused(self, before):
        with pytest.raises(Unreadable, match="more than 131072 letters"):
            read_players(b"Name;Rating\n" + before + b"x" * 200_000 + b"\n")

    def test_merged_cells_without_end_take_no_time(self):
        cell = '<table:table-cell table:number-rows-spanned="9000"><text:p>x</text:p></table:table-cell>'
        rows = f'<table:table-row table:number-rows-repeated="9500">{cell * 60}</table:table-row>'
        began = time.process_time()
        read_book(self.ods(f"<table:table>{rows}</table:table>"))
        hostile = time.process_time() - began
        began = time.process_time()
        read_book(self.ods(f"<table:table>{rows.replace('9000', '1')}</table:table>"))
        assert hostile < 10 * (time.process_time() - began)
