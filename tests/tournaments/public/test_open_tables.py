"""Nothing is settled between two of whom one still plays, and a direct encounter that says nothing is no nought."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring.output import standings_document
from scoring.standings import standings
from tests.tournaments import make
from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.public.reading import text_of
from tests.tournaments.public.standings.test_matches import league
from tests.tournaments.public.test_waiting import get
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import Table, Tournament
from tournaments.selectors.events.events import event_of
from tournaments.selectors.papers import lists
from tournaments.selectors.papers.print_scene import Scene
from tournaments.selectors.papers.printed_standings import ranking, team_ranking
from tournaments.selectors.rounds.next_step import OpenTable, open_tables
from tournaments.selectors.standings.standings import standings_shown
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


@world
def begun(boss: Any) -> tuple[Tournament, list[int], list[int]]:
    """Eight players, round 1: one of two tables is in; who sits there, and who still plays."""
    made = make.tournament(8, scoring={"tie_breaks": ["DE", "BH"]})
    first, second = Table.objects.filter(round=make.published(made, boss)).order_by("number")
    results.enter(first.pk, by=boss, points=make.points("8", "4", "2", "0"))
    compute_standings(made.pk)
    made.refresh_from_db()

    def seats(table: Table) -> list[int]:
        return list(table.seats.order_by("position").values_list("entry__number", flat=True))

    return made, seats(first), seats(second)


class TestWhy:
    def test_nobody_is_above_somebody_who_still_plays(
        self, client: Client, begun: tuple[Tournament, list[int], list[int]]
    ) -> None:
        made, there, playing = begun
        page = text_of(get(client, f"/t/{made.slug}/standings/why/{there[0]}/{playing[0]}/"))
        assert "It is still open whether" in page and "has no result in round 1 yet." in page
        assert "by points" not in page and "decides" not in page
        assert re.search(r"Points\s+(8\s+…|…\s+8)", page)
        answer = client.get(f"/api/v1/tournaments/{made.slug}/standings/why/{there[0]}/{playing[0]}/").json()
        assert answer["open"] == [playing[0]] and answer["decided_by"] is None
        assert not any(step["decides"] for step in answer["criteria"])

    def test_two_who_play_do_not_share_a_rank(
        self, client: Client, begun: tuple[Tournament, list[int], list[int]]
    ) -> None:
        made, _there, playing = begun
        one, other = sorted(playing[:2])
        page = text_of(get(client, f"/t/{made.slug}/standings/why/{one}/{other}/"))
        assert "neither has a result in round 1 yet." in page and "share a rank" not in page
        alone = text_of(get(client, f"/t/{made.slug}/standings/why/{one}/"))
        assert "share a rank" not in alone and "is ahead of" not in alone
        answer = client.get(f"/api/v1/tournaments/{made.slug}/standings/why/{one}/").json()
        assert (
            answer["waits"]
            and not client.get(f"/api/v1/tournaments/{made.slug}/standings/why/{_there[0]}/").json()["waits"]
        )

    def test_two_whose_table_is_in_are_settled(
        self, client: Client, begun: tuple[Tournament, list[int], list[int]]
    ) -> None:
        made, there, _playing = begun
        page = text_of(get(client, f"/t/{made.slug}/standings/why/{there[0]}/{there[1]}/"))
        assert "on points: 8 against 4" in page and "decides" in page

    def test_the_title_says_how_much_of_the_round_is_in(
        self, client: Client, begun: tuple[Tournament, list[int], list[int]]
    ) -> None:
        made, there, playing = begun
        page = get(client, f"/t/{made.slug}/standings/why/{there[0]}/{playing[0]}/")
        title = re.search(r'id="why-title">(.*?)</h2>', page)
        assert title is not None and title[1] == "Why one player is above the other"


def test_nobody_has_points_before_their_first_result(
    client: Client, begun: tuple[Tournament, list[int], list[int]]
) -> None:
    made, there, playing = begun
    for page in ("mine", "players"):
        assert re.search(r"\b8 points", text_of(get(client, f"/t/{made.slug}/{page}/{there[0]}/")))
        still = text_of(get(client, f"/t/{made.slug}/{page}/{playing[0]}/"))
        assert "able has no result yet." in still and not re.search(r"\d points?\b", still)
    rows = {row[1]: row for row in lists.standings(made).rows}
    assert [rows[there[0]][at] for at in (0, 4, -1)] == [1, 8, 8]
    assert [rows[playing[0]][at] for at in (0, 4, -1)] == ["–", "…", "…"]


def test_a_direct_encounter_that_says_nothing_is_a_dash_everywhere(
    client: Client, begun: tuple[Tournament, list[int], list[int]]
) -> None:
    made, there, _playing = begun
    page = get(client, f"/t/{made.slug}/players/{there[0]}/")
    assert "<dt>DE <b>–</b></dt>" in page
    sheet = lists.standings(made)
    assert {row[1]: row for row in sheet.rows}[there[0]][list(sheet.heading).index("DE")] == "–"


def test_in_a_cup_whoever_is_out_is_below_those_who_still_play(client: Client, boss: Any) -> None:
    made = make.tournament(8, system="knockout", rounds_planned=2, scoring={"tie_breaks": ["BH"]})
    make.play(make.published(made, boss), boss)
    final = make.published(made, boss)
    inside = list(final.seats.values_list("entry__number", flat=True))
    out = next(number for number in range(1, 9) if number not in inside)
    compute_standings(made.pk)
    page = text_of(get(client, f"/t/{made.slug}/standings/why/{inside[0]}/{out}/"))
    assert "is still in" in page and "still open whether" not in page


class TestDirectEncounter:
    """Round 1 of a round robin: two have won, who have not met; so have the two who lost."""

    @pytest.fixture
    def tied(self, boss: Any) -> Tournament:
        made = make.duel(4, scoring={"tie_breaks": ["DE", "WIN"]})
        make.play(make.published(made, boss), boss, ("1", "0"))
        compute_standings(made.pk)
        made.refresh_from_db()
        return made

    def test_it_is_a_dash_where_the_tied_have_not_met(self, client: Client, tied: Tournament) -> None:
        html = get(client, f"/t/{tied.slug}/standings/")
        cells = re.findall(r"<tr id=p\d+>.*?why/\d+/\">.*?</a><td>(.*?)<td>", html)
        assert cells == ["–"] * 4
        rows = client.get(f"/api/v1/tournaments/{tied.slug}/standings/").json()["standings"]
        assert [row["unmet"] for row in rows] == [["DE"]] * 4
        one, other = (row["player"] for row in rows[:2])
        page = text_of(get(client, f"/t/{tied.slug}/standings/why/{one}/{other}/"))
        assert re.search(r"DE\s+Skipped: the two have not met\.\s+–\s+–", page)
        assert "Still tied, but they have not met:" in page and "Among those still tied" not in page

    def test_it_is_a_number_where_they_have(self, client: Client, tied: Tournament, boss: Any) -> None:
        second = make.published(tied, boss)
        for table in Table.objects.filter(round=second):
            results.enter(table.pk, by=boss, points=make.points("1/2", "1/2"))
        third = make.published(tied, boss)
        for table in Table.objects.filter(round=third):
            results.enter(table.pk, by=boss, points=make.points("1/2", "1/2"))
        compute_standings(tied.pk)
        rows = client.get(f"/api/v1/tournaments/{tied.slug}/standings/").json()["standings"]
        assert all("unmet" not in row for row in rows)
        html = get(client, f"/t/{tied.slug}/standings/")
        assert "<td>–" not in html


class TestTeams:
    """Four teams of four at Quatro Chess: A–D is over, C–B has begun nowhere."""

    @pytest.fixture
    def half(self, boss: Any) -> Tournament:
        made = league(4, boards=4, game="quatro-chess", size=4)
        tables = list(Table.objects.filter(round=make.published(made, boss)).order_by("number"))
        for table in tables[:2]:
            results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
        compute_standings(made.pk)
        made.refresh_from_db()
        return made

    def test_a_team_that_plays_has_no_rank_and_no_nought(self, client: Client, half: Tournament) -> None:
        own = get(client, f"/t/{half.slug}/standings/")
        table = own[own.index("aria-labelledby=teams-title") :]
        assert table[: table.index("</table>")].count("no rank yet</span>") == 2
        assert table[: table.index("</table>")].count("<span class=v>playing</span>") == 2
        listed = get(client, f"/t/{half.slug}/teams/")
        assert listed.count("no rank yet</span>") == 2
        assert listed.count('title="playing"') == 4  # in the order of the teams, and in team against team
        wall = get(client, f"/t/{half.slug}/board/?show=standings")
        assert wall.count("no rank yet</span>") == 2 + 8

    def test_paper_shows_no_nought_for_who_plays(self, half: Tournament) -> None:
        scene = Scene(half, None, "")
        shown = standings_shown(half, scene.rounds)
        assert shown is not None
        columns, rows = ranking(scene, shown, str)
        at = [column.title for column in columns].index("Points")
        assert [row[at] for row in rows].count("…") == 8
        columns, teams = team_ranking(scene, shown)
        assert [row[0] for row in teams].count("–") == 2
        won = [column.title for column in columns].index("Won – drawn – lost")
        assert [row[won] for row in teams if row[0] == "–"] == ["", ""]

    def test_the_report_has_the_teams_first_as_they_are_printed(self, half: Tournament) -> None:
        told, alone = words(pdf(half, "report")), words(pdf(half, "standings"))
        table = alone[alone.index("# Team") : alone.index("Players # No.")]
        assert all(name in table for name in half.teams.values_list("name", flat=True)) and half.teams.count() == 4
        assert f"Teams {table}Players # No." in told
        assert alone[alone.index("Tie-breaks ") : alone.index("What the signs mean")] in told

    def test_programs_and_the_command_line_are_told(self, client: Client, half: Tournament) -> None:
        lines = client.get(f"/api/v1/tournaments/{half.slug}/teams/").json()["results"]
        waits = {line["id"] for line in lines if line.get("waits")}
        assert len(waits) == 2 and all(line["rank_before"] is None for line in lines if line["id"] in waits)
        shown = client.get(f"/api/v1/tournaments/{half.slug}/standings/").json()
        assert {line["team"] for line in shown["teams"] if line.get("waits")} == waits
        event = event_of(half)
        document = standings_document(standings(event), standings(event, 0))
        assert {line["team"] for line in document["teams"] if line.get("waits")} == waits


def test_a_table_without_a_result_is_open_and_so_is_one_that_is_adjourned(
    client: Client, boss: Any, begun: tuple[Tournament, list[int], list[int]]
) -> None:
    made, _there, _playing = begun
    assert open_tables(made.pk) == [OpenTable(round=1, table=2, adjourned=False)]
    assert "1 result missing" in text_of(get(client, f"/t/{made.slug}/standings/"))
    second = Table.objects.get(round__tournament=made, number=2)
    results.enter(second.pk, by=boss, points=[None] * 4, end="adjourned", reason="the bus")
    assert open_tables(made.pk) == [OpenTable(round=1, table=2, adjourned=True)]
    assert open_tables(made.pk, until=0) == []


def test_a_result_that_is_missing_in_an_earlier_round_is_named(
    client: Client, boss: Any, begun: tuple[Tournament, list[int], list[int]]
) -> None:
    made, _there, _playing = begun
    make.play(make.published(made, boss), boss)
    compute_standings(made.pk)
    assert "1 result missing: round 1, table 2." in text_of(get(client, f"/t/{made.slug}/standings/"))
