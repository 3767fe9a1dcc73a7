"""A club's list of players: read as it comes, shown line by line, carried out as a whole or not at all."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.test import override_settings
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.domain.list_plans import CHANGED, NEW, REFUSED, SAME
from tournaments.imports.players import read_players
from tournaments.imports.readers.lines import Unreadable
from tournaments.imports.readers.spreadsheet import read_text_lines
from tournaments.models import Entry, Player, PlayerImport
from tournaments.services.lists import lists

DATA = Path(__file__).parent.parent / "data"
GOOD = (DATA / "club-players.csv").read_bytes()
BAD = (DATA / "club-players-bad.csv").read_bytes()


def names(text, encoding="utf-8"):
    return [line.name for line in read_players(text.encode(encoding)).lines]


def problems(text):
    return [line.problems for line in read_players(text.encode()).lines]


class TestReading:
    def test_a_column_that_means_nothing_is_named_and_not_dropped_in_silence(self):
        found = read_players(b"Name;Ratng;Club;\nAnna;1800;Noord;\n")
        assert found.unread == ("Ratng",)
        assert not found.lines[0].problems and found.lines[0].rating is None

    def test_a_club_list_as_it_comes(self):
        players = read_players(GOOD)
        assert len(players.lines) == 16
        assert not any(line.problems for line in players.lines)
        by_name = {line.name: line for line in players.lines}
        assert by_name['Hendrik "Rik" Botha'].rating == 1380
        assert by_name["Lotte Peters; de Boer"].birth_year == 2010
        assert by_name["François Joubert"].fixed_table == 3
        assert by_name["Karin Åkesson"].rating is None
        assert by_name["Óscar Núñez"].club == ""

    def test_lines_are_numbered_as_an_editor_shows_them(self):
        players = read_players(GOOD)
        assert {line.name: line.number for line in players.lines}["IJsbrand Öztürk"] == 11

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
    def test_encodings(self, encoding):
        assert names("Naam;Rating\nÉva Müller;1500\n", encoding) == ["Éva Müller"]

    @pytest.mark.parametrize("separator", [";", ",", "\t"])
    def test_separators(self, separator):
        text = f'Name{separator}Club\n"Botha{separator}H";Leiden\n'.replace(";Leiden", f"{separator}Leiden")
        # a tab within a cell is white space like any other
        assert names(text) == [f"Botha{separator}H".replace("\t", " ")]

    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_line_ends(self, newline):
        assert names(newline.join(["Name;Rating", "Anna;1500", "Bert;1400", ""])) == ["Anna", "Bert"]

    @pytest.mark.parametrize(
        ("heading", "column"),
        [
            ("Name,Birth year", "birth_year"),
            ("Naam,Geboortejaar", "birth_year"),
            ("Name,Jahrgang", "birth_year"),
            ("Naam,Vaste tafel", "fixed_table"),
            ("Name,Fester Tisch", "fixed_table"),
            ("NAAM,vereniging", "club"),
            ("Spieler,Verein", "club"),
            ("Speler,Klub", "club"),
            ("name,ELO", "rating"),
            ("Naam,Span", "team"),
        ],
    )
    def test_headings_in_four_languages(self, heading, column):
        assert read_players(f"{heading}\nAnna,\n".encode()).columns == {"name", column}

    def test_first_and_last_names_in_columns_of_their_own(self):
        assert names("Voornaam;Achternaam\nAnneke;de Wit\n") == ["Anneke de Wit"]

    def test_a_rating_may_have_a_decimal_comma(self):
        assert read_players(b"Name;Rating\nAnna;1640,0\n").lines[0].rating == 1640

    @pytest.mark.parametrize("cell", ["-5", "sixteen", "99999", "１６４０", "1e3", "∞"])
    def test_a_rating_that_is_none_is_named_and_keeps_nobody_out(self, cell):
        (line,) = read_players(f"Name;Rating\nAnna;{cell}\n".encode()).lines
        assert line.rating is None and not line.problems
        assert cell in str(line.remarks[0]) and "not read as rating" in str(line.remarks[0])

    def test_every_kind_of_error_is_named_in_its_line(self):
        lines = {line.number: " ".join(map(str, [*line.problems, *line.remarks])) for line in read_players(BAD).lines}
        assert lines[2] == ""
        assert "“sixteen hundred” was not read as rating" in lines[3]
        assert "The name is missing" in lines[4]
        assert "already in line 2" in lines[5]
        assert "looks like a spreadsheet formula" in lines[6]
        assert "“-5” was not read as rating" in lines[7]
        assert "at most 100 are possible" in lines[8]
        assert "The line has 5 cells, but the heading has 3" in lines[9]

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"", "The file is empty"),
            (b"\n\n;;\n", "The file is empty"),
            (b"Name;Rating\n", "no players below it"),
            (b"PK\x03\x04\0\0\0", "cannot be read as a spreadsheet"),
            (b"Name\0;Rating", "not a text file"),
            (b"\xff\xfeN", "looks like UTF-16"),
            (b"x" * (2 * 1024 * 1024 + 1), "larger than 2 MiB"),
        ],
    )
    def test_what_is_no_list_is_refused_with_a_sentence(self, content, sentence):
        with pytest.raises(Unreadable, match=sentence):
            read_players(content)

    @given(st.binary(max_size=300))
    def test_no_bytes_break_the_reader(self, content):
        try:
            players = read_players(b"Name;Rating;Club\n" + content)
        except Unreadable as refusal:
            assert str(refusal)
        else:
            assert all(line.name or line.problems or line.left for line in players.lines)

    @given(
        st.lists(
            st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8), min_size=2), max_size=6
        )
    )
    @example([["\n", "\t"]])
    @example([['"', "\t"]])
    @example([['a"', "b\tc\td"]])
    def test_cells_come_back_as_they_were_written(self, table):
        out = io.StringIO()
        csv.writer(out, delimiter=";", quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(table)
        expected = [tuple(" ".join(cell.split()) for cell in row) for row in table]
        assert [line.cells for line in read_text_lines(out.getvalue())[0].lines] == [
            row for row in expected if any(row)
        ]


@pytest.mark.django_db
class TestImporting:
    @pytest.fixture
    def evening(self):
        return make.tournament(0)

    def upload(self, evening, boss, content=GOOD):
        return lists.upload("players", evening.pk, by=boss, filename="list.csv", content=content)

    def test_nothing_happens_before_the_yes(self, evening, boss):
        plan = lists.preview(self.upload(evening, boss))
        assert plan.counts == {"new": 16, "changed": 0, "same": 0, "refused": 0}
        assert not Entry.objects.exists()

    def test_the_same_file_twice_changes_nothing(self, evening, boss):
        for _time in (1, 2):
            done = lists.carry_out(self.upload(evening, boss).pk, by=boss)
        assert done.counts == {"new": 0, "changed": 0, "same": 16, "refused": 0}
        assert Entry.objects.filter(tournament=evening).count() == Player.objects.count() == 16
        evening.refresh_from_db()
        version = evening.version
        lists.carry_out(self.upload(evening, boss).pk, by=boss)
        evening.refresh_from_db()
        assert evening.version == version

    def test_people_are_found_again_in_the_next_tournament(self, evening, boss):
        lists.carry_out(self.upload(evening, boss).pk, by=boss)
        lists.carry_out(self.upload(make.tournament(0), boss).pk, by=boss)
        assert Player.objects.count() == 16
        assert Entry.objects.count() == 32

    def test_changes_are_said_before_they_are_made(self, evening, boss):
        lists.carry_out(self.upload(evening, boss).pk, by=boss)
        changed = GOOD.replace(b"Anneke de Wit;1640", b"Anneke de Wit;1655")
        plan = lists.preview(self.upload(evening, boss, changed))
        (line,) = [p for p in plan.lines if p.status == CHANGED]
        assert line.changes == ["rating: 1640 → 1655"]

    def test_an_empty_cell_erases_nothing(self, evening, boss):
        lists.carry_out(self.upload(evening, boss, b"Name;Rating;Club\nAnna;1500;Leiden\n").pk, by=boss)
        done = lists.carry_out(self.upload(evening, boss, b"Name;Rating;Club\nAnna;;\n").pk, by=boss)
        assert done.count(SAME) == 1
        assert Player.objects.get().rating == 1500

    def test_one_refused_line_keeps_all_out(self, evening, boss):
        with pytest.raises(Refused, match="Nothing was imported"):
            lists.carry_out(self.upload(evening, boss, BAD).pk, by=boss)
        assert not Player.objects.exists()
        assert PlayerImport.objects.count() == 1

    def test_a_name_that_two_people_bear_must_say_which(self, evening, boss):
        Player.objects.create(name="Anna", club="Leiden")
        Player.objects.create(name="Anna", club="Delft")
        plan = lists.preview(self.upload(evening, boss, b"Name\nAnna\n"))
        assert plan.count(REFUSED) == 1
        plan = lists.preview(self.upload(evening, boss, b"Name;Club\nAnna;Delft\n"))
        assert plan.lines[0].row[1].club == "Delft"

    def test_two_lines_never_mean_one_person(self, evening, boss):
        Player.objects.create(name="Anna")
        plan = lists.preview(self.upload(evening, boss, b"Name;Club\nAnna;Delft\nAnna;Leiden\n"))
        assert [p.status for p in plan.lines] == [NEW, REFUSED]

    def test_an_accent_that_stands_by_itself_is_the_same_letter(self, evening, boss):
        player = Player.objects.create(name="Rene\u0301e")
        Entry.objects.create(tournament=evening, player=player, number=1)
        plan = lists.preview(self.upload(evening, boss, "Name\nRenée\n".encode()))
        assert plan.count(SAME) == 1

    def test_a_list_is_carried_out_once(self, evening, boss):
        waiting = self.upload(evening, boss)
        lists.carry_out(waiting.pk, by=boss)
        with pytest.raises(Refused, match="already been imported"):
            lists.carry_out(waiting.pk, by=boss)

    def test_late_players_join_in_the_next_round(self, evening, boss):
        lists.carry_out(self.upload(evening, boss).pk, by=boss)
        make.published(evening, boss)
        lists.carry_out(self.upload(evening, boss, b"Name\nLate Lies\n").pk, by=boss)
        assert Entry.objects.get(player__name="Late Lies").joined == 2

    def test_teams_come_with_the_list(self, evening, boss):
        lists.carry_out(self.upload(evening, boss, b"Name;Team;Board\nAnna;Rooks;1\nBert;Rooks;2\n").pk, by=boss)
        assert [(e.team.name, e.board) for e in Entry.objects.order_by("number")] == [("Rooks", 1), ("Rooks", 2)]

    @pytest.mark.parametrize("text", ["Name;Team;Board\nA;X;1\nB;X;1\n", "Name;Team;Board\nB;Rooks;1\n"])
    def test_a_board_has_one_player(self, evening, boss, text):
        lists.carry_out(self.upload(evening, boss, b"Name;Team;Board\nAnna;Rooks;1\n").pk, by=boss)
        plan = lists.preview(self.upload(evening, boss, text.encode()))
        assert plan.count(REFUSED) == 1
        assert "Board 1 of" in " ".join(plan.lines[-1].problems)

    def test_two_players_may_change_boards(self, evening, boss):
        both = b"Name;Team;Board\nAnna;Rooks;1\nBert;Rooks;2\n"
        lists.carry_out(self.upload(evening, boss, both).pk, by=boss)
        swapped = b"Name;Team;Board\nAnna;Rooks;2\nBert;Rooks;1\n"
        assert lists.carry_out(self.upload(evening, boss, swapped).pk, by=boss).count(CHANGED) == 2

    def test_a_year_that_would_make_two_people_one_is_refused(self, evening, boss):
        Player.objects.create(name="Jan", club="A", birth_year=1980)
        undated = Player.objects.create(name="Jan", club="A")
        Entry.objects.create(tournament=evening, player=undated, number=1)
        plan = lists.preview(self.upload(evening, boss, b"Name;Birth year\nJan;1980\n"))
        assert plan.count(REFUSED) == 1

    def test_an_arbiter_imports_nobody(self, evening):
        with pytest.raises(PermissionDenied):
            self.upload(evening, make.arbiter(evening))

    def test_the_number_of_queries_does_not_grow_with_the_list(self, evening, boss, django_assert_max_num_queries):
        lines = "".join(f"Player {i};{1000 + i}\n" for i in range(200))
        waiting = self.upload(evening, boss, f"Name;Rating\n{lines}".encode())
        with django_assert_max_num_queries(8):
            lists.preview(waiting)

    @override_settings(LANGUAGE_CODE="nl")
    def test_refusals_are_sentences_in_the_readers_language(self, evening, boss):
        with pytest.raises(Refused):
            self.upload(evening, boss, b"")
