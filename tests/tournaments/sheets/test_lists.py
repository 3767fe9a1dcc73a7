"""Teams and results as lists, in and out: what goes out comes in again and changes nothing."""

from __future__ import annotations

import csv
import io
import zipfile
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from tests.tournaments import make
from tournaments.errors import Refused
from tournaments.imports.headings import ENDS, LANGUAGES, WRITTEN, end_of, end_word, heading, seat_column
from tournaments.imports.lines import Unreadable, quoted, unquoted
from tournaments.imports.players import COLUMN_OF, plain, read_players
from tournaments.imports.points import read_points
from tournaments.imports.results import read_results
from tournaments.imports.spreadsheet import read_sheet
from tournaments.imports.teams import read_teams
from tournaments.imports.writing import Sheet, write
from tournaments.models import Entry, Player, PlayerImport, Result, Team
from tournaments.selectors import sheets
from tournaments.services import entries, result_lists, team_lists

FORMS = ["csv", "xlsx"]
QUIET = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
DANGEROUS = [
    "=1+1",
    "+31",
    "-5",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
    "'=1",
    "''=1",
    "=cmd|' /C calc'!A0",
]
CELLS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=12).map(
        lambda t: " ".join(t.split())
    ),
    st.sampled_from(DANGEROUS),
)


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
        delimiter = (
            csv.Sniffer().sniff(text.splitlines()[0], ";,").delimiter if ";" in text or "," in text else ";"
        )
        return [
            cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) for cell in row
        ]
    page = load_workbook(io.BytesIO(content)).active
    found = [cell for row in page.iter_rows() for cell in row if cell.value is not None]
    assert not any(cell.data_type == "f" for cell in found)
    return [str(cell.value) for cell in found if isinstance(cell.value, str)]


class TestWriting:
    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("language", LANGUAGES)
    @given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
    @QUIET
    def test_what_is_written_is_read_again_and_no_cell_is_calculated(self, form, language, rows):
        content = write(Sheet("Sheet: [1]", ["Name", "Club"], rows), form, language)
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))
                       for cell in cells_of(content, form))  # fmt: skip
        read = [tuple(unquoted(cell) for cell in line.cells) + ("",) * (2 - len(line.cells))
                for line in read_sheet(content)[1:]]  # fmt: skip
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
        assert read_points(read_sheet(content)[1].cells[1]) == points

    @pytest.mark.parametrize(
        ("points", "language", "text"),
        [("7/2", "en", "3.5"), ("7/2", "nl", "3,5"), ("14/3", "de", "4 2/3"), ("4", "af", "4"), ("1/3", "en", "0 1/3"),
         ("-5/2", "en", "−2.5")],
    )  # fmt: skip
    def test_points_are_written_as_numbers_and_never_as_what_a_sheet_takes_for_a_date(
        self, points, language, text
    ):
        content = write(Sheet("S", ["Points"], [[Fraction(points)]]), "csv", language)
        assert content.decode("utf-8-sig").splitlines()[1].strip('"') == text


class TestHeadings:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_heading_that_we_write_we_read(self, language):
        for column in ("name", "rating", "club", "birth_year", "team", "board", "fixed_table"):
            assert COLUMN_OF[plain(heading(column, language))] == column
        for column in ("number#", "player#", "points#"):
            assert seat_column(heading(column, language, 3)) == (column, 3)
        for end in ENDS:
            assert end_of(end_word(end, language)) == end

    def test_there_is_a_heading_in_each_language(self):
        assert all(len(words) == len(LANGUAGES) for words in WRITTEN.values())


class TestExcel:
    def test_a_club_list_as_excel_saves_it(self):
        found = read_players(
            workbook([["Naam", "Elo", "Club"], ["Éva Müller", 1640.0, "Köln"], [], ["Bert", None]])
        )
        assert [(p.number, p.name, p.rating, p.club) for p in found.lines] == [
            (2, "Éva Müller", 1640, "Köln"), (4, "Bert", None, ""),
        ]  # fmt: skip

    def test_dates_truths_and_formulas_are_read_as_what_they_show(self):
        from datetime import date, datetime

        rows = [
            ["Name", "x"],
            ["a", date(2026, 1, 2)],
            ["b", datetime(2026, 1, 2, 3, 4)],  # noqa: DTZ001
            ["c", True],
            ["d", "=1+1"],
        ]
        assert [line.cells[1:] for line in read_sheet(workbook(rows))[1:]] == [
            ("2026-01-02",), ("2026-01-02 03:04:00",), ("TRUE",), (),
        ]  # fmt: skip

    def test_an_archive_that_swells_is_refused_unopened(self):
        out = io.BytesIO(workbook([["Name"], ["Anna"]]))
        with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/worksheets/sheet9.xml", b"<x>" + b" " * 40_000_000)
        assert len(out.getvalue()) < 2 * 1024 * 1024
        with pytest.raises(Unreadable, match="larger inside"):
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
        assert [line.number for line in read_sheet(out.getvalue())] == [1, 1_048_576]

    def test_too_many_lines_are_refused(self):
        with pytest.raises(Unreadable, match="more than 10000 lines"):
            read_sheet(workbook([["Name"], *[[f"P{i}"] for i in range(10_001)]]))

    @given(st.integers(0, 10_000), st.binary(min_size=1, max_size=40), st.booleans())
    @settings(max_examples=150, deadline=None)
    def test_no_damage_breaks_the_reader(self, at, bytes_, cut):
        whole = _SMALL
        at %= len(whole)
        damaged = whole[:at] + bytes_ + (b"" if cut else whole[at + len(bytes_) :])
        try:
            assert read_sheet(damaged) is not None
        except Unreadable as refusal:
            assert str(refusal)

    @given(st.binary(max_size=200))
    @settings(max_examples=100, deadline=None)
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
        [(read_teams, b"Team;Short name\n"), (read_results, b"Round;Table;Player 1;Points 1;Points 2;End\n"),
         (read_players, b"Name;Rating\n")],
    )  # fmt: skip
    @given(st.binary(max_size=200), st.booleans())
    @settings(max_examples=150, deadline=None)
    def test_no_bytes_break_a_reader(self, read, head, content, headed):
        try:
            read((head if headed else b"") + content)
        except Unreadable as refusal:
            assert str(refusal)

    @given(st.lists(st.tuples(st.text(";,'\"=-½1234/. ", max_size=6), st.text(max_size=6)), max_size=4))
    @settings(max_examples=150, deadline=None)
    def test_every_line_of_results_says_something_or_what_is_wrong(self, rows):
        out = io.StringIO(newline="")
        writer = csv.writer(out, delimiter=";")
        writer.writerow(["Round", "Table", "Points 1", "Points 2"])
        writer.writerows([["1", "1", *row] for row in rows])
        try:
            found = read_results(out.getvalue().encode("utf-8", "ignore"))
        except Unreadable:
            return
        assert all(line.problems or line.blank or line.points for line in found)


@pytest.mark.django_db
class TestTeams:
    @pytest.fixture
    def event(self):
        return make.tournament(4)

    def imported(self, event, boss, content, **more):
        return team_lists.carry_out(
            team_lists.upload(event.pk, by=boss, filename="teams.csv", content=content).pk, by=boss, **more
        )

    def test_teams_come_in_and_the_same_file_twice_changes_nothing(self, event, boss):
        content = "Team;Short name\nTorens;A\nLopers;\n".encode("utf-16")
        assert self.imported(event, boss, content).counts == {"new": 2, "changed": 0, "same": 0, "refused": 0}
        assert list(Team.objects.order_by("name").values_list("key", "name")) == [
            ("T1", "Lopers"),
            ("A", "Torens"),
        ]
        event.refresh_from_db()
        version = event.version
        assert self.imported(event, boss, content).count("same") == 2
        event.refresh_from_db()
        assert event.version == version

    def test_two_teams_may_exchange_their_names(self, event, boss):
        self.imported(event, boss, b"Team;Short name\nRooks;A\nBishops;B\n")
        done = self.imported(event, boss, b"Team;Short name\nBishops;A\nRooks;B\n")
        assert done.count("changed") == 2
        assert dict(Team.objects.values_list("key", "name")) == {"A": "Bishops", "B": "Rooks"}

    @pytest.mark.parametrize(
        ("content", "why"),
        [(b"Team;Short name\nRooks;A\nrooks;B\n", "line 2 already"), (b"Team\n=1\n", "formula"),
         (b"Team;Short name\n;A\n", "name is missing"), (b"Team;Short name\nKnights;C\n", "short name is K"),
         (b"Team;Short name\nKnights;P\n", "Another team has this name"),
         (b"Team;Short name\nX;K\nKnights;\n", "same team as in line 2")],
    )  # fmt: skip
    def test_one_refused_line_keeps_all_out(self, event, boss, content, why):
        Team.objects.create(tournament=event, key="K", name="Knights")
        Team.objects.create(tournament=event, key="P", name="Pawns")
        waiting = team_lists.upload(event.pk, by=boss, filename="x", content=content)
        plan = team_lists.preview(waiting)
        assert why in " ".join(p for line in plan.lines for p in line.problems)
        with pytest.raises(Refused, match="Nothing was imported"):
            team_lists.carry_out(waiting.pk, by=boss)
        assert Team.objects.count() == 2

    @pytest.mark.parametrize(
        ("content", "why"),
        [(b"", "empty"), (b"Name of dog\nRex\n", "no column is called"), (b"Team\n", "no teams")],
    )
    def test_what_is_no_list_of_teams_is_refused(self, event, boss, content, why):
        with pytest.raises(Refused, match=why):
            team_lists.upload(event.pk, by=boss, filename="x", content=content)

    def test_an_arbiter_imports_no_teams(self, event):
        with pytest.raises(PermissionDenied):
            team_lists.upload(event.pk, by=make.arbiter(event), filename="x", content=b"Team\nA\n")

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_goes_out_comes_in_again(self, event, boss, form, language):
        for key, name in (("A", "=Rooks"), ("T2", "'=x"), ("Ö", "Lopers; de, eerste")):
            Team.objects.create(tournament=event, key=key, name=name)
        with translation.override(language):
            content = write(sheets.teams(event), form, language)
            plan = team_lists.preview(team_lists.upload(event.pk, by=boss, filename="x", content=content))
        assert plan.counts == {"new": 0, "changed": 0, "same": 3, "refused": 0}


@pytest.mark.django_db
class TestPlayersOut:
    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_goes_out_comes_in_again_here_and_elsewhere(self, boss, form, language):
        event = make.tournament(0)
        team = Team.objects.create(tournament=event, key="A", name="+Rooks")
        for number, name in enumerate(
            [*DANGEROUS, "Gerrit-Jan 't Hart", 'Rik "R" Botha', "Peters; de, Boer"], 1
        ):
            player = Player.objects.create(name=name, club=name, rating=1500 + number, birth_year=1990)
            Entry.objects.create(
                tournament=event, player=player, number=number, team=team, board=number, fixed_table=2
            )
        count = Entry.objects.count()
        with translation.override(language):
            content = write(sheets.players(event), form, language)
            for there, same, new in ((event, count, 0), (make.tournament(0), 0, count)):
                waiting = entries.upload(there.pk, by=boss, filename="x", content=content)
                assert entries.preview(waiting).counts == {
                    "new": new,
                    "changed": 0,
                    "same": same,
                    "refused": 0,
                }
                entries.carry_out(waiting.pk, by=boss)
            assert Player.objects.count() == count
            assert write(sheets.players(there), form, language)[:500] == content[:500] or form == "xlsx"


@pytest.mark.django_db
class TestResults:
    @pytest.fixture
    def event(self, boss):
        event = make.tournament(8)
        make.published(event, boss)
        return event

    def upload(self, event, boss, content):
        return result_lists.upload(event.pk, by=boss, filename="results.csv", content=content)

    HEAD = b"Round;Table;Points 1;Points 2;Points 3;Points 4\n"

    def test_results_come_in_by_the_book(self, event, boss, django_capture_on_commit_callbacks):
        waiting = self.upload(event, boss, self.HEAD + "1;1;8;4;2;0\n1;2;3,5;3½;7/2;3.5\n".encode())
        plan = result_lists.preview(waiting)
        assert plan.counts == {"new": 2, "changed": 0, "same": 0, "refused": 0}
        assert not Result.objects.exists()
        result_lists.carry_out(waiting.pk, by=boss, seen=plan.stamp)
        assert sorted(map(str, Result.objects.values_list("source", flat=True))) == ["import", "import"]
        assert [str(r) for r in Result.objects.order_by("table__number")] == [
            "8 – 4 – 2 – 0",
            "7/2 – 7/2 – 7/2 – 7/2",
        ]
        again = self.upload(event, boss, self.HEAD + b"1;1;8;4;2;0\n1;2;3,5;3,5;3,5;3,5\n")
        assert result_lists.carry_out(again.pk, by=boss).count("same") == 2
        assert Result.objects.count() == 2

    def test_a_correction_supersedes_and_says_where_it_comes_from(self, event, boss):
        for points in ("8;4;2;0", "0;2;4;8"):
            waiting = self.upload(event, boss, self.HEAD + f"1;1;{points}\n".encode())
            done = result_lists.carry_out(waiting.pk, by=boss)
        assert done.lines[0].changes == ["8 – 4 – 2 – 0 → 0 – 2 – 4 – 8"]
        current = Result.objects.get(is_current=True)
        assert (current.number, current.reason) == (2, "from the list results.csv")

    def test_what_was_entered_after_the_preview_is_not_overrun(self, event, boss):
        waiting = self.upload(event, boss, self.HEAD + b"1;1;8;4;2;0\n")
        seen = result_lists.preview(waiting).stamp
        make.play(event.rounds.get(), boss, ("0", "2", "4", "8"))
        with pytest.raises(Refused, match="after this preview"):
            result_lists.carry_out(waiting.pk, by=boss, seen=seen)
        assert Result.objects.count() == 2

    @pytest.mark.parametrize(
        ("line", "why"),
        [
            ("1;1;9;9;9;9", "Table 1:"), ("1;7;8;4;2;0", "no table 7"), ("2;1;8;4;2;0", "not published"),
            ("1;1;8;4;2;", "Seat 4: the points are missing"), ("1;1;8;4;two;0", "are no points"),
            ("x;1;8;4;2;0", "The round “x” must be"), ("1;1;1.;2.;3.;4.", "enter them, not places"),
            ("1;1;8;4;2;0\n1;1;8;4;2;0", "line 2 already"), ("1;1;8;4;2;0;5", "more cells"),
            ("1;1;8;1.;2;0", "points for everybody or places"),
        ],
    )  # fmt: skip
    def test_one_refused_line_keeps_all_out(self, event, boss, line, why):
        waiting = self.upload(event, boss, self.HEAD + f"{line}\n1;2;8;4;2;0\n".encode())
        problems = " ".join(p for planned in result_lists.preview(waiting).lines for p in planned.problems)
        assert why in problems
        with pytest.raises(Refused, match="Nothing was imported"):
            result_lists.carry_out(waiting.pk, by=boss)
        assert not Result.objects.exists()

    def test_who_does_not_sit_there_is_refused(self, event, boss):
        table = event.rounds.get().tables.get(number=1)
        number = table.seats.get(position=1).entry.number
        head = b"Round;Table;Number 1;Player 2;Points 1;Points 2;Points 3;Points 4\n"
        plan = result_lists.preview(
            self.upload(event, boss, head + f"1;1;{number + 90};Nobody;8;4;2;0\n".encode())
        )
        assert len(plan.lines[0].problems) == 2
        assert f"(number {number})" in plan.lines[0].problems[0]

    def test_a_line_without_points_says_nothing(self, event, boss):
        make.play(event.rounds.get(), boss)
        plan = result_lists.preview(self.upload(event, boss, self.HEAD + b"1;1;;;;\n"))
        assert plan.counts["same"] == 1

    def test_no_shows_and_ends(self, event, boss):
        content = self.HEAD[:-1] + ";Ende\n1;1;–;8;4;2;kampflos\n1;2;-;-;-;-;\n".encode()
        result_lists.carry_out(self.upload(event, boss, content).pk, by=boss)
        assert set(Result.objects.values_list("end", flat=True)) == {"forfeit"}

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("scoring", [{}, {"points": "places"}])
    def test_what_goes_out_comes_in_again(self, boss, form, language, scoring):
        event = make.tournament(12, scoring=scoring)
        round_ = make.published(event, boss)
        make.play(round_, boss, ("14/3", "14/3", "14/3", "0"))
        if scoring:
            head = b"Round;Table;Points 1;Points 2;Points 3;Points 4\n"
            result_lists.carry_out(self.upload(event, boss, head + b"1;2;2.;1.;2.;4.\n").pk, by=boss)
        with translation.override(language):
            content = write(sheets.results(event), form, language)
            plan = result_lists.preview(self.upload(event, boss, content))
        assert plan.counts == {"new": 0, "changed": 0, "same": 3, "refused": 0}

    def test_an_arbiter_of_another_event_imports_nothing(self, event):
        with pytest.raises(PermissionDenied):
            self.upload(event, make.arbiter(make.tournament(4)), self.HEAD + b"1;1;8;4;2;0\n")

    def test_the_number_of_queries_does_not_grow(self, event, boss, django_assert_num_queries):
        small = self.upload(event, boss, self.HEAD + b"1;1;8;4;2;0\n")
        with django_assert_num_queries(5):
            result_lists.preview(PlayerImport.objects.select_related("tournament").get(pk=small.pk))
        big = make.tournament(80)
        make.published(big, boss)
        lines = "".join(f"1;{n};8;4;2;0\n" for n in range(1, 21)).encode()
        waiting = self.upload(big, boss, self.HEAD + lines)
        with django_assert_num_queries(5):
            result_lists.preview(PlayerImport.objects.select_related("tournament").get(pk=waiting.pk))

    def test_carrying_out_costs_the_same_for_two_tables_and_for_twenty(
        self, boss, django_assert_max_num_queries
    ):
        for players in (8, 80):
            made = make.tournament(players)
            make.published(made, boss)
            for points in ("8;4;2;0", "0;2;4;8"):
                lines = "".join(f"1;{n};{points}\n" for n in range(1, players // 4 + 1)).encode()
                waiting = self.upload(made, boss, self.HEAD + lines)
                with django_assert_max_num_queries(20):
                    result_lists.carry_out(waiting.pk, by=boss)
            assert (
                Result.objects.filter(table__round__tournament=made, is_current=True).count() == players // 4
            )

    def test_a_list_of_players_costs_the_same_whatever_its_length(self, boss, django_assert_max_num_queries):
        for count in (2, 60):
            made = make.tournament(0)
            for rating in (1500, 1600):
                lines = "".join(f"P{count} {n};{rating}\n" for n in range(count)).encode()
                waiting = entries.upload(made.pk, by=boss, filename="x", content=b"Name;Rating\n" + lines)
                with django_assert_max_num_queries(20):
                    assert entries.carry_out(waiting.pk, by=boss).count("refused") == 0
            assert set(Player.objects.values_list("rating", flat=True)) == {1600}
