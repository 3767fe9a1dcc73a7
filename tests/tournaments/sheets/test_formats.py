"""CSV and Excel: every cell comes back, none is calculated, and no file breaks the reader."""

from __future__ import annotations

import csv
import io
import zipfile
from fractions import Fraction

import pytest
from django.conf import settings as site
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from tests.support import pace
from tests.support.examples import examples
from tests.tournaments.sheets.cells import DANGEROUS, FORMS
from tournaments.imports.columns import COLUMN_OF, plain
from tournaments.imports.headings import ENDS, RESULTS, WRITTEN, end_of, end_word, heading, seat_column
from tournaments.imports.players import read_players
from tournaments.imports.points import read_points
from tournaments.imports.readers.lines import Unreadable, quoted, unquoted
from tournaments.imports.readers.spreadsheet import read_book, whole
from tournaments.imports.results import read_results
from tournaments.imports.teams import read_teams
from tournaments.imports.writing import Sheet, write

LANGUAGES = [code for code, _name in site.LANGUAGES]
QUIET = settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
CELLS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=12).map(lambda t: " ".join(t.split())),
    st.sampled_from(DANGEROUS),
)


def read_sheet(content):
    """Return the first sheet that is shown and holds anything."""
    book = read_book(content)
    return whole(min((grid for grid in book.grids if grid.lines), key=lambda grid: grid.hidden, default=book.grids[0]))


def workbook(rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def cells_of(content, form):
    """Every cell as a spreadsheet would find it: texts, and whether it is a formula."""
    if form == "csv":
        text = content.decode("utf-8-sig")
        delimiter = csv.Sniffer().sniff(text.splitlines()[0], ";,").delimiter if ";" in text or "," in text else ";"
        return [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) for cell in row]
    page = load_workbook(io.BytesIO(content)).active
    found = [cell for row in page.iter_rows() for cell in row if cell.value is not None]
    assert not any(cell.data_type == "f" for cell in found)
    return [str(cell.value) for cell in found if isinstance(cell.value, str)]


class TestWriting:
    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("language", LANGUAGES)
    @given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
    @example([("=cmd|' /C calc'!A0",) * 2] * 5)
    @QUIET
    def test_what_is_written_is_read_again_and_no_cell_is_calculated(self, form, language, rows):
        content = write(Sheet("Sheet: [1]", ["Name", "Club"], rows), form, language)
        assert not any(
            cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))
            for cell in cells_of(content, form)
        )
        read = [
            tuple(unquoted(cell) for cell in line.cells) + ("",) * (2 - len(line.cells))
            for line in read_sheet(content).lines[1:]
        ]
        assert read == [row for row in rows if any(row)]

    @given(st.text(max_size=8))
    @QUIET
    def test_quoting_loses_nothing(self, text):
        assert unquoted(quoted(text)) == text

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("language", LANGUAGES)
    @given(st.fractions(0, 999, max_denominator=12))
    @QUIET
    def test_points_stay_exact(self, form, language, points):
        content = write(Sheet("Points", ["Name", "Points"], [["x", points]]), form, language)
        assert read_points(read_sheet(content).lines[1].cells[1]) == points

    @pytest.mark.parametrize(
        ("points", "language", "text"),
        [
            ("7/2", "en", "3.5"),
            ("7/2", "nl", "3,5"),
            ("14/3", "de", "4 2/3"),
            ("4", "af", "4"),
            ("1/3", "en", "0 1/3"),
            ("-5/2", "en", "−2.5"),
        ],
    )
    def test_points_are_written_as_numbers_and_never_as_what_a_sheet_takes_for_a_date(self, points, language, text):
        content = write(Sheet("S", ["Points"], [[Fraction(points)]]), "csv", language)
        assert content.decode("utf-8-sig").splitlines()[1].strip('"') == text


class TestHeadings:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_heading_that_we_write_we_read(self, language):
        for column in ("name", "rating", "club", "birth_year", "team", "board", "fixed_table"):
            assert COLUMN_OF[plain(heading(column, language))] == column
        for column in ("number#", "player#", "points#"):
            assert seat_column(heading(column, language, 3)) == (column, 3)
        for column in RESULTS:
            assert seat_column(heading(column, language, 2) + " (Won, Lost (net))") == ("points#", 2)
        for end in ENDS["en"]:
            assert end_of(end_word(end, language)) == end

    def test_there_is_a_heading_in_each_language(self):
        assert WRITTEN.keys() == ENDS.keys() == set(LANGUAGES)
        assert all(words.keys() == WRITTEN["en"].keys() and all(words.values()) for words in WRITTEN.values())


class TestExcel:
    def test_a_club_list_as_excel_saves_it(self):
        found = read_players(workbook([["Naam", "Elo", "Club"], ["Éva Müller", 1640.0, "Köln"], [], ["Bert", None]]))
        assert [(p.number, p.name, p.rating, p.club) for p in found.lines] == [
            (2, "Éva Müller", 1640, "Köln"),
            (4, "Bert", None, ""),
        ]

    def test_dates_truths_and_formulas_are_read_as_what_they_show(self):
        from datetime import date, datetime

        rows = [
            ["Name", "x"],
            ["a", date(2026, 1, 2)],
            ["b", datetime(2026, 1, 2, 3, 4)],  # noqa: DTZ001
            ["c", True],
            ["d", "=1+1"],
        ]
        assert [line.cells[1:] for line in read_sheet(workbook(rows)).lines[1:]] == [
            ("2026-01-02",),
            ("2026-01-02 03:04:00",),
            ("TRUE",),
            # a formula whose value the file does not hold
            ("=1+1",),
        ]

    def test_an_archive_that_swells_is_refused_unopened(self):
        out = io.BytesIO(workbook([["Name"], ["Anna"]]))
        with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/worksheets/sheet9.xml", b"<x>" + b" " * 40_000_000)
        assert len(out.getvalue()) < 2 * 1024 * 1024
        with pytest.raises(Unreadable, match="much larger than a list"):
            read_sheet(out.getvalue())

    def test_entities_are_refused(self):
        hostile = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'
        with pytest.raises(Unreadable, match="cannot be read"):
            read_sheet(_with_part(workbook([["Name"], ["Anna"]]), "xl/worksheets/sheet1.xml", hostile))

    def test_a_row_far_down_is_found_quickly(self):
        book = Workbook()
        book.active["A1"], book.active["A1048576"] = "Name", "Anna"
        out = io.BytesIO()
        book.save(out)
        taken, lines = pace.timed(lambda: read_sheet(out.getvalue()).lines)
        assert [line.number for line in lines] == [1, 1_048_576]
        assert taken < 1

    def test_too_many_lines_are_refused(self):
        with pytest.raises(Unreadable, match="more than 10000 lines"):
            read_sheet(workbook([["Name"], *[[f"P{i}"] for i in range(10_001)]]))

    @given(st.integers(0, 10_000), st.binary(min_size=1, max_size=40), st.booleans())
    @settings(max_examples=examples(150))
    def test_no_damage_breaks_the_reader(self, at, bytes_, cut):
        whole = _SMALL
        at %= len(whole)
        damaged = whole[:at] + bytes_ + (b"" if cut else whole[at + len(bytes_) :])
        try:
            assert read_sheet(damaged) is not None
        except Unreadable as refusal:
            assert str(refusal)

    @given(st.binary(max_size=200))
    @settings(max_examples=examples(100))
    def test_no_xml_breaks_the_reader(self, content):
        for part in ("xl/worksheets/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml"):
            try:
                read_sheet(_with_part(_SMALL, part, b"<?xml version='1.0'?>" + content))
            except Unreadable as refusal:
                assert str(refusal)


def _with_part(content, name, part):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            new.writestr(info.filename, part if info.filename == name else old.read(info))
    return out.getvalue()


_SMALL = workbook([["Name", "Rating"], ["Anna", 1500], ["Bert", 1400]])


class TestFuzz:
    @pytest.mark.parametrize(
        ("read", "head"),
        [
            (read_teams, b"Team;Short name\n"),
            (read_results, b"Round;Table;Player 1;Points 1;Points 2;End\n"),
            (read_players, b"Name;Rating\n"),
        ],
    )
    @given(st.binary(max_size=200), st.booleans())
    @settings(max_examples=examples(150))
    def test_no_bytes_break_a_reader(self, read, head, content, headed):
        try:
            read((head if headed else b"") + content)
        except Unreadable as refusal:
            assert str(refusal)

    @given(st.lists(st.tuples(st.text(";,'\"=-½1234/. ", max_size=6), st.text(max_size=6)), max_size=4))
    @settings(max_examples=examples(150))
    def test_every_line_of_results_says_something_or_what_is_wrong(self, rows):
        out = io.StringIO(newline="")
        writer = csv.writer(out, delimiter=";")
        writer.writerow(["Round", "Table", "Points 1", "Points 2"])
        writer.writerows([["1", "1", *row] for row in rows])
        try:
            found = read_results(out.getvalue().encode("utf-8", "ignore"))
        except Unreadable:
            return
        assert all(line.problems or line.blank or line.points for line in found.lines)
