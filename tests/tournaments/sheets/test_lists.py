"""Teams and results as lists, in and out: what goes out comes in again and changes nothing."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils import translation

from tests.tournaments import make
from tests.tournaments.kinds import KINDS
from tests.tournaments.sheets.cells import DANGEROUS, FORMS
from tournaments.domain.errors import Refused
from tournaments.imports.writing import write
from tournaments.models import Entry, Player, PlayerImport, Result, Team
from tournaments.selectors.papers import lists as list_selectors
from tournaments.services.lists import lists

pytestmark = pytest.mark.usefixtures("read_here")
WRITTEN = [("xlsx", "de"), *(("csv", code) for code, _name in settings.LANGUAGES)]
"""A text has figures as its language writes them; a workbook has numbers, and of the language its headings alone."""


@pytest.mark.django_db
class TestTeams:
    @pytest.fixture
    def event(self):
        return make.tournament(4)

    def imported(self, event, boss, content, **more):
        return lists.carry_out(
            lists.upload("teams", event.pk, by=boss, filename="teams.csv", content=content).pk, by=boss, **more
        )

    def test_teams_come_in_and_the_same_file_twice_changes_nothing(self, event, boss):
        content = "Team;Short name\nTorens;A\nLopers;\n".encode("utf-16")
        assert self.imported(event, boss, content).counts == {"new": 2, "changed": 0, "same": 0, "refused": 0}
        assert list(Team.objects.order_by("name").values_list("key", "name")) == [("T1", "Lopers"), ("A", "Torens")]
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
        [
            (b"Team;Short name\nRooks;A\nrooks;B\n", "already in line 2"),
            (b"Team\n=1\n", "formula"),
            (b"Team;Short name\n;A\n", "name is missing"),
            (b"Team;Short name\nKnights;C\n", "short name is K"),
            (b"Team;Short name\nKnights;P\n", "Another team has this name"),
            (b"Team;Short name\nX;K\nKnights;\n", "same team as in line 2"),
        ],
    )
    def test_one_refused_line_keeps_all_out(self, event, boss, content, why):
        Team.objects.create(tournament=event, key="K", name="Knights")
        Team.objects.create(tournament=event, key="P", name="Pawns")
        waiting = lists.upload("teams", event.pk, by=boss, filename="x", content=content)
        plan = lists.preview(waiting)
        assert why in " ".join(p for line in plan.lines for p in line.problems)
        with pytest.raises(Refused, match="Nothing was imported"):
            lists.carry_out(waiting.pk, by=boss)
        assert Team.objects.count() == 2

    @pytest.mark.parametrize(("content", "why"), [(b"", "empty"), (b"Team\n", "no teams")])
    def test_what_is_no_list_of_teams_is_refused(self, event, boss, content, why):
        with pytest.raises(Refused, match=why):
            lists.upload("teams", event.pk, by=boss, filename="x", content=content)

    def test_an_arbiter_imports_no_teams(self, event):
        with pytest.raises(PermissionDenied):
            lists.upload("teams", event.pk, by=make.arbiter(event), filename="x", content=b"Team\nA\n")

    @pytest.mark.parametrize(("form", "language"), WRITTEN)
    def test_what_goes_out_comes_in_again(self, event, boss, form, language):
        for key, name in (("A", "=Rooks"), ("T2", "'=x"), ("Ö", "Lopers; de, eerste")):
            Team.objects.create(tournament=event, key=key, name=name)
        with translation.override(language):
            content = write(list_selectors.teams(event), form, language)
            plan = lists.preview(lists.upload("teams", event.pk, by=boss, filename="x", content=content))
        assert plan.counts == {"new": 0, "changed": 0, "same": 3, "refused": 0}


@pytest.mark.django_db
class TestPlayersOut:
    @pytest.mark.parametrize(("form", "language"), WRITTEN)
    def test_what_goes_out_comes_in_again_here_and_elsewhere(self, boss, form, language):
        event = make.tournament(0)
        team = Team.objects.create(tournament=event, key="A", name="+Rooks")
        for number, name in enumerate([*DANGEROUS, "Gerrit-Jan 't Hart", 'Rik "R" Botha', "Peters; de, Boer"], 1):
            player = Player.objects.create(name=name, club=name, rating=1500 + number, birth_year=1990)
            Entry.objects.create(tournament=event, player=player, number=number, team=team, board=number, fixed_table=2)
        count = Entry.objects.count()
        with translation.override(language):
            content = write(list_selectors.players(event, boss), form, language)
            for there, same, new in ((event, count, 0), (make.tournament(0), 0, count)):
                waiting = lists.upload("players", there.pk, by=boss, filename="x", content=content)
                assert lists.preview(waiting).counts == {"new": new, "changed": 0, "same": same, "refused": 0}
                lists.carry_out(waiting.pk, by=boss)
            assert Player.objects.count() == count
            assert write(list_selectors.players(there, boss), form, language)[:500] == content[:500] or form == "xlsx"


@pytest.mark.django_db
class TestResults:
    @pytest.fixture
    def event(self, boss):
        event = make.tournament(8, options={"draw_points": "share"})
        make.published(event, boss)
        return event

    def upload(self, event, boss, content):
        return lists.upload("results", event.pk, by=boss, filename="results.csv", content=content)

    HEAD = b"Round;Table;Points 1;Points 2;Points 3;Points 4\n"

    def test_results_come_in_by_the_book(self, event, boss, django_capture_on_commit_callbacks):
        waiting = self.upload(event, boss, self.HEAD + "1;1;8;4;2;0\n1;2;3,5;3½;7/2;3.5\n".encode())
        plan = lists.preview(waiting)
        assert plan.counts == {"new": 2, "changed": 0, "same": 0, "refused": 0}
        assert not Result.objects.exists()
        lists.carry_out(waiting.pk, by=boss, seen=plan.stamp)
        assert sorted(map(str, Result.objects.values_list("source", flat=True))) == ["import", "import"]
        assert [str(r) for r in Result.objects.order_by("table__number")] == ["8 – 4 – 2 – 0", "7/2 – 7/2 – 7/2 – 7/2"]
        again = self.upload(event, boss, self.HEAD + b"1;1;8;4;2;0\n1;2;3,5;3,5;3,5;3,5\n")
        assert lists.carry_out(again.pk, by=boss).count("same") == 2
        assert Result.objects.count() == 2

    def test_a_correction_supersedes_and_says_where_it_comes_from(self, event, boss):
        for points in ("8;4;2;0", "0;2;4;8"):
            waiting = self.upload(event, boss, self.HEAD + f"1;1;{points}\n".encode())
            done = lists.carry_out(waiting.pk, by=boss)
        assert done.lines[0].changes == ["8 – 4 – 2 – 0 → 0 – 2 – 4 – 8"]
        current = Result.objects.get(is_current=True)
        assert (current.number, current.reason) == (2, "from the list results.csv")

    def test_what_was_entered_after_the_preview_is_not_overrun(self, event, boss):
        waiting = self.upload(event, boss, self.HEAD + b"1;1;8;4;2;0\n")
        seen = lists.preview(waiting).stamp
        make.play(event.rounds.get(), boss, ("0", "2", "4", "8"))
        with pytest.raises(Refused, match="after this preview"):
            lists.carry_out(waiting.pk, by=boss, seen=seen)
        assert Result.objects.count() == 2

    @pytest.mark.parametrize(
        ("line", "why"),
        [
            ("1;1;9;9;9;9", "Table 1:"),
            ("1;7;8;4;2;0", "no table 7"),
            ("2;1;8;4;2;0", "not published"),
            ("1;1;8;4;2;", "Seat 4: the points are missing"),
            ("1;1;8;4;two;0", "is not a number of points"),
            ("x;1;8;4;2;0", "The round “x” must be"),
            ("1;1;1.;2.;3.;4.", "Enter points, not places"),
            ("1;1;8;4;2;0\n1;1;8;4;2;0", "already in line 2"),
            ("1;1;8;4;2;0;5", "more cells"),
            ("1;1;8;1.;2;0", "points for everybody, or places"),
        ],
    )
    def test_one_refused_line_keeps_all_out(self, event, boss, line, why):
        waiting = self.upload(event, boss, self.HEAD + f"{line}\n1;2;8;4;2;0\n".encode())
        problems = " ".join(p for planned in lists.preview(waiting).lines for p in planned.problems)
        assert why in problems
        with pytest.raises(Refused, match="Nothing was imported"):
            lists.carry_out(waiting.pk, by=boss)
        assert not Result.objects.exists()

    def test_who_does_not_sit_there_is_refused(self, event, boss):
        table = event.rounds.get().tables.get(number=1)
        number = table.seats.get(position=1).entry.number
        head = b"Round;Table;Number 1;Player 2;Points 1;Points 2;Points 3;Points 4\n"
        plan = lists.preview(self.upload(event, boss, head + f"1;1;{number + 90};Nobody;8;4;2;0\n".encode()))
        assert len(plan.lines[0].problems) == 2
        assert f"(number {number})" in plan.lines[0].problems[0]

    def test_a_line_without_points_says_nothing(self, event, boss):
        make.play(event.rounds.get(), boss)
        plan = lists.preview(self.upload(event, boss, self.HEAD + b"1;1;;;;\n"))
        assert plan.counts["same"] == 1

    def test_no_shows_and_ends(self, event, boss):
        content = self.HEAD[:-1] + ";Ende\n1;1;–;8;4;2;kampflos\n1;2;-;-;-;-;\n".encode()
        lists.carry_out(self.upload(event, boss, content).pk, by=boss)
        assert set(Result.objects.values_list("end", flat=True)) == {"forfeit"}

    @pytest.mark.parametrize(("form", "language"), WRITTEN)
    @pytest.mark.parametrize("scoring", [{}, {"points": "places"}])
    def test_what_goes_out_comes_in_again(self, boss, form, language, scoring):
        event = make.tournament(12, scoring=scoring, options={"draw_points": "share"})
        round_ = make.published(event, boss)
        make.play(round_, boss, ("14/3", "14/3", "14/3", "0"))
        if scoring:
            head = b"Round;Table;Points 1;Points 2;Points 3;Points 4\n"
            lists.carry_out(self.upload(event, boss, head + b"1;2;2.;1.;2.;4.\n").pk, by=boss)
        with translation.override(language):
            content = write(list_selectors.results(event), form, language)
            plan = lists.preview(self.upload(event, boss, content))
        assert plan.counts == {"new": 0, "changed": 0, "same": 3, "refused": 0}

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("kind", KINDS)
    def test_what_was_typed_of_a_declared_game_goes_out_and_comes_in_again(self, boss, form, kind):
        event = make.tournament(8, **KINDS[kind].fields)
        round_ = make.published(event, boss)
        make.play(round_, boss, KINDS[kind].ends[0])
        content = write(list_selectors.results(event), form, "en")
        plan = lists.preview(self.upload(event, boss, content))
        assert plan.counts == {"new": 0, "changed": 0, "same": 2, "refused": 0}

    def test_an_arbiter_of_another_event_imports_nothing(self, event):
        with pytest.raises(PermissionDenied):
            self.upload(event, make.arbiter(make.tournament(4)), self.HEAD + b"1;1;8;4;2;0\n")

    def test_the_number_of_queries_does_not_grow(self, event, boss, django_assert_num_queries):
        small = self.upload(event, boss, self.HEAD + b"1;1;8;4;2;0\n")
        # one of them: the columns as somebody of the club assigned them
        with django_assert_num_queries(6):
            lists.preview(PlayerImport.objects.select_related("tournament", "uploaded_by").get(pk=small.pk))
        big = make.tournament(80)
        make.published(big, boss)
        lines = "".join(f"1;{n};8;4;2;0\n" for n in range(1, 21)).encode()
        waiting = self.upload(big, boss, self.HEAD + lines)
        with django_assert_num_queries(6):
            lists.preview(PlayerImport.objects.select_related("tournament", "uploaded_by").get(pk=waiting.pk))

    def test_carrying_out_costs_the_same_for_two_tables_and_for_twenty(self, boss, django_assert_max_num_queries):
        for players in (8, 80):
            made = make.tournament(players)
            make.published(made, boss)
            for points in ("8;4;2;0", "0;2;4;8"):
                lines = "".join(f"1;{n};{points}\n" for n in range(1, players // 4 + 1)).encode()
                waiting = self.upload(made, boss, self.HEAD + lines)
                # one of them: the columns as somebody of the club assigned them
                with django_assert_max_num_queries(22):
                    lists.carry_out(waiting.pk, by=boss)
            assert Result.objects.filter(table__round__tournament=made, is_current=True).count() == players // 4

    def test_a_list_of_players_costs_the_same_whatever_its_length(self, boss, django_assert_max_num_queries):
        for count in (2, 60):
            made = make.tournament(0)
            for rating in (1500, 1600):
                lines = "".join(f"P{count} {n};{rating}\n" for n in range(count)).encode()
                waiting = lists.upload("players", made.pk, by=boss, filename="x", content=b"Name;Rating\n" + lines)
                # three of them: the columns as last time, whom the owner knows, where people played last
                with django_assert_max_num_queries(25):
                    assert lists.carry_out(waiting.pk, by=boss).count("refused") == 0
            assert set(Player.objects.values_list("rating", flat=True)) == {1600}
