"""Team events as matches: on the pages, the wall and paper."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import make
from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.public.reading import Page
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Player, Table, Team, Tournament
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


def league(teams: int = 4, boards: int = 2, game: str = "quarto", size: int = 2, **fields: Any) -> Tournament:
    made = make.tournament(0, game=game, system="team-berger", table_size=size, rounds_planned=1, **fields)
    for number, name in enumerate(("Eindhoven", "Delft", "Leiden", "Gouda")[:teams]):
        team = Team.objects.create(tournament=made, key="ABCD"[number], name=name)
        for board in range(1, boards + 1):
            player = Player.objects.create(name=f"{name[:3]} {board}")
            Entry.objects.create(tournament=made, player=player, team=team, board=board, number=boards * number + board)
    return made


def text(client: Client, made: Tournament, where: str = "") -> str:
    answer = client.get(f"/t/{made.slug}/{where}")
    assert answer.status_code == 200, where
    source = answer.content.decode()
    page = Page(source)
    assert page.faults == [] and len(page.ids) == len(set(page.ids))
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", source)))


def first_wins(table: Table, boss: Any) -> None:
    results.enter(table.pk, by=boss, points=make.points("1", "0"))


@world
def running(boss: Any) -> Tournament:
    """Round 1 of four teams: of Eindhoven–Gouda one board is in, Delft–Leiden is over."""
    made = league()
    round_ = make.published(made, boss)
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    for table in (tables[0], *tables[2:]):
        first_wins(table, boss)
    compute_standings(made.pk)
    return made


def test_my_table_shows_the_match_and_the_place_of_the_own_team(client: Client, running: Tournament, boss: Any) -> None:
    page = text(client, running, "mine/1/")
    assert page.index("Eindhoven – Gouda 1–0 1 board playing") < page.index("Seat 1")
    assert "of 4 teams" not in page, "the match is not over"
    over = text(client, running, "mine/3/")
    assert "Delft – Leiden 1–1" in over and "board playing" not in over
    assert re.search(r"Rank .* Delft: \w+ of 4 teams", over)
    alone = make.duel(slug="alone")
    make.published(alone, boss)
    assert "class=meets" not in client.get("/t/alone/mine/1/").content.decode()


PAGES = ["", "rounds/1/", "rounds/1/?by=name"]


@pytest.mark.parametrize("where", PAGES)
def test_pages_of_a_round_show_matches_with_what_is_still_playing(
    client: Client, running: Tournament, where: str
) -> None:
    page = text(client, running, where)
    assert "Eindhoven 1–0 1 board playing Gouda" in page
    assert "Delft 1–1 Leiden" in page
    assert page.index("Eindhoven") < page.index("Ein 1")
    assert where or "Tables of round" not in page, "the tables stand in the matches; no heading stands over nothing"


def test_by_name_a_match_is_a_row_that_leads_to_its_tables(client: Client, running: Tournament) -> None:
    page = text(client, running, "rounds/1/?by=name")
    assert "Gouda 1–2" in page and "Leiden 3–4" in page and "<details" not in page


@pytest.mark.parametrize("where", ["", "rounds/1/"])
def test_a_match_opens_into_its_tables_and_is_open_while_it_is_played(
    client: Client, running: Tournament, where: str
) -> None:
    page = text(client, running, where)
    assert re.search(r"Table Eindhoven Result Gouda 1 Ein 1 1–0 Gou 1 2 Ein 2 … playing Gou 2", page)
    html = client.get(f"/t/{running.slug}/{where}").content.decode()
    assert re.findall(r'<details class="card mcard[^"]*"( open)?><summary><span>(\w+)', html) == [
        (" open", "Eindhoven"),
        ("", "Delft"),
    ]


def test_the_first_page_shows_each_table_once(client: Client, running: Tournament) -> None:
    html = client.get(f"/t/{running.slug}/").content.decode()
    assert html.count("id=t1>") == 1 and "tcard" not in html


def test_teams_stand_against_each_other_with_what_each_match_brought(client: Client, running: Tournament) -> None:
    page = text(client, running, "teams/")
    row = page.split("Team against team Team")[1]
    assert re.search(r"Delft 1–1 ", row) and re.search(r"Eindhoven 1–0 … playing", row)
    assert re.search(r"Gouda 0–1 … playing", row)
    assert "# Team Match points W D L" in page


def test_in_a_team_event_that_is_over_a_team_stands_on_the_podium(
    client: Client, running: Tournament, boss: Any
) -> None:
    last = Table.objects.get(round__tournament=running, number=2)
    eindhoven_first = last.seats.get(position=1).entry.player.name.startswith("Ein")
    results.enter(last.pk, by=boss, points=make.points(*(("1", "0") if eindhoven_first else ("0", "1"))))
    compute_standings(running.pk)
    Tournament.objects.filter(pk=running.pk).update(state="finished")
    html = client.get(f"/t/{running.slug}/").content.decode()
    podium = html.split('class="podium"')[1].split("</ol>")[0]
    assert "Eindhoven" in podium and "/teams/" in podium and "Ein 1" not in podium
    assert "Winner: Eindhoven" in " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_match_that_has_not_begun_has_no_score(client: Client, boss: Any) -> None:
    made = league()
    make.published(made, boss)
    assert "Eindhoven – 2 boards playing Gouda" in text(client, made)


def test_the_team_without_a_match_is_named(client: Client, boss: Any) -> None:
    made = league(3)
    make.published(made, boss)
    assert "Eindhoven free this round" in text(client, made, "rounds/1/")


def test_events_without_matches_show_none(client: Client, boss: Any) -> None:
    made = make.tournament(8)
    make.published(made, boss)
    assert "Matches" not in text(client, made) + text(client, made, "rounds/1/")


def test_pairs_at_tables_of_four_make_one_match(client: Client, boss: Any) -> None:
    made = league(2, boards=4, game="quatro-chess", size=4)
    round_ = make.published(made, boss)
    table = Table.objects.filter(round=round_).order_by("number").first()
    results.enter(table.pk, by=boss, points=make.points("6", "2", "6", "0"))
    page = text(client, made, "rounds/1/")
    assert re.search(r"(Eindhoven|Delft) (12–2|2–12) 1 board playing", page)


class TestStandings:
    def test_the_teams_come_first_with_matches_won_drawn_and_lost(self, client: Client, running: Tournament) -> None:
        page = text(client, running, "standings/")
        assert page.index("# Team") < page.index("# Player")
        assert "# Team Match points W D L Boards" in page
        assert re.search(r"Delft 1 0 1 0 1", page)
        assert "Board points: the points of a team’s players in its matches" in page
        assert "matches won" in page

    def test_board_points_have_a_word_and_stand_beside_the_matches(self, client: Client, running: Tournament) -> None:
        for where in ("", "standings/", "teams/"):
            assert "MPvGP" not in text(client, running, where), where
            source = client.get(f"/t/{running.slug}/{where}").content.decode()
            assert source.count("<td class=bp>") == 4, where

    def test_an_event_that_adds_points_up_has_no_matches_in_its_table(self, client: Client, boss: Any) -> None:
        made = league(scoring={"teams": {"score": "sum"}})
        make.play(make.published(made, boss), boss, ("1", "0"))
        compute_standings(made.pk)
        page = text(client, made, "standings/")
        assert "# Team Points" in page and "Match points" not in page
        assert "Matches" not in text(client, made)

    def test_all_tabs_agree_about_what_is_missing(self, client: Client, running: Tournament, boss: Any) -> None:
        team = Team.objects.filter(tournament=running).first()
        tabs = ("standings/", "teams/", f"teams/{team.pk}/")
        assert all("1 result missing" in text(client, running, tab) for tab in tabs)
        first_wins(Table.objects.get(round__tournament=running, number=2), boss)
        compute_standings(running.pk)
        assert not any("missing" in text(client, running, tab) for tab in tabs)

    def test_team_tie_breaks_are_explained_on_the_list_of_teams(self, client: Client, running: Tournament) -> None:
        assert "Board points: the points of a team’s players" in text(client, running, "teams/")


class TestWall:
    def test_matches_stand_before_the_tables(self, client: Client, running: Tournament) -> None:
        page = text(client, running, "board/")
        assert "Eindhoven – Gouda tables 1–2 · 1 board playing 1–0" in page
        assert "<strong></strong>" not in client.get(f"/t/{running.slug}/board/").content.decode()
        assert page.index("Eindhoven – Gouda") < page.index("Ein 1")

    def test_boards_stand_below_their_teams_and_players_on_the_side_of_theirs(
        self, client: Client, running: Tournament
    ) -> None:
        page = (
            client.get(f"/t/{running.slug}/board/")
            .content.decode()
            .split('class="slide tables')[1]
            .split("wall-foot")[0]
        )
        heads = re.findall(r'<li class="match"><ul role="list">(.*?)</ul>', page)
        names = [re.findall(r"<span[^>]*>([^<]*)</span>", head) for head in heads]
        boards = page.split('<li class="match">')[1:]
        team_of = dict(running.entries.values_list("player__name", "team__name"))
        assert len(names) == 2 and all(len(pair) == 2 for pair in names)
        for pair, below in zip(names, boards, strict=True):
            for table in below.split("<strong>")[1:]:
                seated = re.findall(r"</i><span[^>]*>([^<]*)</span>", table)
                assert [team_of[name] for name in seated] == pair

    def test_teams_stand_before_players(self, client: Client, running: Tournament, boss: Any) -> None:
        first_wins(Table.objects.get(round__tournament=running, number=2), boss)
        compute_standings(running.pk)
        page = text(client, running, "board/")
        assert page.index("Eindhoven") < page.index("Ein 1")


def test_names_of_teams_are_escaped(client: Client, boss: Any) -> None:
    made = league(2)
    Team.objects.filter(key="A").update(name="<b>&A")
    make.play(make.published(made, boss), boss, ("1", "0"))
    compute_standings(made.pk)
    for where in ("", "rounds/1/", "standings/", "teams/", "board/"):
        source = client.get(f"/t/{made.slug}/{where}").content.decode()
        assert "<b>&A" not in source and "<b>&A" in html.unescape(source), where


class TestPaper:
    def printed(self, made: Tournament, what: str) -> str:
        return words(pdf(made, what, 1))

    def test_pairings_begin_with_the_matches(self, running: Tournament) -> None:
        page = self.printed(running, "by-table")
        assert "Eindhoven 1–0 Gouda (tables 1–2)" in page
        assert "Delft 1–1 Leiden (tables 3–4)" in page
        assert page.index("Eindhoven 1–0") < page.index("Ein 1")

    def test_standings_begin_with_the_teams_and_explain_their_tie_breaks(self, running: Tournament) -> None:
        page = self.printed(running, "standings")
        assert page.index("Won – drawn – lost") < page.index("Ein 1")
        assert "Boards: Board points" in page and "MPvGP" not in page
