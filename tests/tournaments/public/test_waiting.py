"""A table without a result counts as not yet played, wherever a round is shown; and a knockout tells who has won."""

from __future__ import annotations

import csv
import io
import itertools
import re
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scoring.output import standings_document
from scoring.standings import standings
from tests.games.core.test_declared import RIICHI
from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import text_of
from tests.tournaments.public.standings.test_matches import league
from tests.tournaments.worlds import world
from tournaments.jobs.seasons import update_series
from tournaments.jobs.standings import compute_standings
from tournaments.models import Series, SeriesEvent, Standings, Table, Tournament
from tournaments.selectors.events.events import event_of
from tournaments.selectors.events.public import shown_rounds
from tournaments.selectors.papers import lists, printed_standings
from tournaments.selectors.papers.print_scene import Scene
from tournaments.selectors.people import shown_names
from tournaments.selectors.standings.rank_movement import moved, steps
from tournaments.selectors.standings.standings import standings_shown
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


def get(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


@world
def half() -> Tournament:
    """Sixteen players; of the third round two tables of four are in."""
    made = event("half", 16, rounds=3, missing=2, tie_breaks=("BH",))
    Standings.objects.filter(tournament=made).delete()
    compute_standings(made.pk)
    made.refresh_from_db()
    return made


def waiting(of: Tournament) -> set[int]:
    shown = event_of(of)
    return {player for table in shown.rounds[-1].tables if not table.entered for player in table.seats}


def test_every_place_agrees_on_who_waits(client: Client, half: Tournament) -> None:
    wait = waiting(half)
    assert len(wait) == 8
    document = standings_document(standings(event_of(half)))
    assert {row["player"] for row in document["standings"] if row["trail"][-1] is None} == wait
    answer = client.get("/api/v1/tournaments/half/standings/").json()
    rows = {row["player"]: row for row in answer["standings"]}
    assert {number for number, row in rows.items() if row["trail"][-1] is None} == wait
    assert {number for number, row in rows.items() if row.get("waits")} == wait
    assert all(rows[number]["played"] == 2 for number in wait)
    before = client.get("/api/v1/tournaments/half/standings/after/2/").json()
    ranks = {row["player"]: row["rank"] for row in before["standings"]}
    assert {number: rows[number]["rank_before"] for number in wait} == {number: ranks[number] for number in wait}
    html = get(client, "/t/half/standings/")
    assert {int(n) for n in re.findall(r"<tr id=p(\d+)><td><i class=wait", html)} == wait
    assert html.count("<span class=v>playing</span>") == 8


def test_what_grey_ranks_are_is_said_above_them(client: Client, half: Tournament) -> None:
    page = get(client, f"/t/{half.slug}/standings/")
    assert -1 < page.find("Grey rank: this player is still playing.") < page.index('<div class="ranks">')


RANK = r"<td>(?:<i class=wait title=\"[^\"]+\">)?(\d+|<span aria-hidden=true>–)"
"""A rank in a table of the standings, or the dash of who has none yet."""


def ranks_on(html: str) -> list[tuple[int, int | None]]:
    """Return player and rank of each row of a page's standings, from the top; None for a dash."""
    rows = re.findall(rf"<tr id=p(\d+)>{RANK}", html)
    assert len(rows) == html.count("<tr id=p")
    return [(int(player), int(rank) if rank.isdigit() else None) for player, rank in rows]


@pytest.mark.parametrize("kind", ["tables", "pairs", "knockout", "teams"])
def test_ranks_never_fall_from_one_row_to_the_next_however_many_tables_are_in(client: Client, kind: str) -> None:
    boss = make.organiser()
    made = {
        "tables": lambda: make.tournament(16, scoring={"tie_breaks": ["BH"]}),
        "pairs": lambda: make.duel(6, scoring={"tie_breaks": []}),
        "knockout": lambda: make.tournament(16, system="knockout", rounds_planned=2),
        "teams": league,
    }[kind]()
    Tournament.objects.filter(pk=made.pk).update(rounds_planned=2)
    ends = [("1", "0"), ("1/2", "1/2")] if kind in ("pairs", "teams") else [("8", "4", "2", "0"), ("0", "4", "8", "2")]
    seen, page = 0, f"/t/{made.slug}/"
    for _round in range(2):
        tables = list(make.published(made, boss).tables.order_by("-number"))
        for done in range(len(tables) + 1):
            if done:
                results.enter(tables[done - 1].pk, by=boss, points=make.points(*ends[done % 2]))
            compute_standings(made.pk)
            answer = client.get(f"/api/v1/tournaments/{made.slug}/standings/").json()["standings"]
            told = [(row["player"], row["rank"]) for row in answer]
            shown = ranks_on(get(client, f"{page}standings/"))
            numbers = [rank for _player, rank in shown if rank is not None]
            assert numbers == sorted(numbers)
            silent = {row["player"] for row in answer if all(points is None for points in row["trail"])}
            assert shown == [(player, None if player in silent else rank) for player, rank in told]
            assert ranks_on(get(client, page)) == shown[: len(ranks_on(get(client, page)))]
            if kind != "knockout":
                worth = {
                    row["player"]: (row["player"] in silent, row["points"], sorted(row["tie_breaks"].items()))
                    for row in answer
                }
                for (one, rank), (other, next_rank) in itertools.pairwise(told):
                    assert (worth[one] == worth[other]) == (rank == next_rank)
            # of some each time, until all were asked several times
            for player, rank in shown if THOROUGH else shown[done % 4 :: 4]:
                own = text_of(get(client, f"{page}mine/{player}/"))
                assert (f"Rank {rank} " in own) == (rank is not None)
            crossed = re.findall(rf"<tr>{RANK}.*?/players/(\d+)/", get(client, f"{page}crosstable/1/"))
            assert [(int(player), int(rank) if rank.isdigit() else None) for rank, player in crossed] == shown
            seen += 0 < done < len(tables)
    assert seen, "a round was half played"


def test_players_who_share_a_rank_share_it_in_the_crosstable_and_are_told_apart_by_number(client: Client) -> None:
    boss = make.organiser()
    made = make.duel(4, scoring={"tie_breaks": []})
    make.play(make.published(made, boss), boss, ("1/2", "1/2"))
    compute_standings(made.pk)
    for form in ("square/", "1/"):
        html = get(client, f"/t/{made.slug}/crosstable/{form}")
        assert re.findall(r"<tr><td>(\d+)<th scope=row><small>(\d+)</small>", html) == [("1", n) for n in "1234"]
    assert re.findall(r"<th scope=col>(\d)", get(client, f"/t/{made.slug}/crosstable/square/")) == list("1234")
    assert "<small>1</small>" in html and ">T1</a> 4<" in html, "opponents by number"


def test_nought_points_stay_nought(client: Client, half: Tournament) -> None:
    last = event_of(half).rounds[-1]
    nought = {
        seat
        for table in last.tables
        if table.entered
        for seat, points in zip(table.seats, table.points or (), strict=True)
        if points == 0
    }
    rows = {row["player"]: row for row in client.get("/api/v1/tournaments/half/standings/").json()["standings"]}
    assert all(rows[player]["trail"][-1] == "0" for player in nought)


@pytest.mark.parametrize("path", ["standings/", "", "widget/", "board/?show=standings"])
def test_the_heading_says_which_tables_are_in(client: Client, half: Tournament, path: str) -> None:
    assert "Standings after round 2, with 2 of 4 tables of round 3" in text_of(get(client, f"/t/half/{path}"))


def test_the_heading_of_a_first_round_names_no_round_before(client: Client) -> None:
    made = event("first", 16, rounds=1, missing=3, tie_breaks=("BH",))
    Standings.objects.filter(tournament=made).delete()
    compute_standings(made.pk)
    html = get(client, "/t/first/standings/")
    assert "Standings after 1 of 4 tables of round 1" in text_of(html)
    assert html.count("no rank yet</span>") == 12
    # neither the round nor the points of those who play are known
    assert html.count("<span class=v>playing</span>") == 24
    for where in ("", "around/3/"):
        words = text_of(get(client, f"/t/first/movement/{where}"))
        assert "The picture gets this round when all its results are in" in words


def test_before_a_first_result_nothing_is_known_but_what_was_given(client: Client, boss: Any) -> None:
    """In a game with points below nought, too, those who wait stand last, and their tie-breaks are not 0."""
    made = make.tournament(
        8,
        slug="riichi",
        game="declared",
        options={"declaration": RIICHI},
        scoring={"tie_breaks": ["GP", "TPN"]},
        rounds_planned=2,
    )
    first, second = make.published(made, boss).tables.order_by("number")
    results.enter(first.pk, by=boss, points=make.points("42300", "28100", "19600", "10000"))
    compute_standings(made.pk)
    played, wait = (
        list(table.seats.order_by("position").values_list("entry__number", flat=True)) for table in (first, second)
    )
    wait.sort()
    answer = client.get("/api/v1/tournaments/riichi/standings/").json()["standings"]
    assert [(row["player"], row["rank"]) for row in answer] == list(zip(played + wait, range(1, 9), strict=True))
    rows = get(client, "/t/riichi/standings/").split("<tr id=p")[1:]
    assert [int(row.partition(">")[0]) for row in rows] == played + wait
    silent = ["–", "…", "…", str(wait[0])]
    assert [text_of(cell).split()[0] for cell in rows[4].split("<td>")[1:5]] == silent, "rank, points, GP, TPN"
    sheet = lists.standings(made)
    line = sheet.rows[4]
    assert [line[0], *line[4:7]] == ["–", "…", "…", wait[0]]
    sums = [text_of(part) for part in get(client, f"/t/riichi/standings/why/{wait[0]}/").split("<dt")[1:]]
    assert any("GP" in part and "…" in part for part in sums) and not any(
        "GP" in part and " 0 " in part for part in sums
    )
    page = text_of(get(client, f"/t/riichi/players/{wait[0]}/"))
    assert "GP …" in page and f"TPN {wait[0]} " in page
    scene, shown = Scene(made, None, ""), standings_shown(made, shown_rounds(made.pk))
    assert shown is not None
    paper = printed_standings.ranking(scene, shown, str)[1][4]
    assert [paper[0], *paper[3:6]] == silent


def test_nobody_moves_by_half_a_round(client: Client, half: Tournament) -> None:
    found = moved(half.pk, 3)
    assert (found.rounds, found.half) == ((1, 2), (3, 2, 4))
    assert [step.round for step in steps(half.pk, 3, 5)] == [1, 2]
    assert client.get("/api/v1/tournaments/half/movement/").json()["rounds"] == [1, 2]
    table = text_of(get(client, "/t/half/movement/"))
    assert "R2" in table and "R3" not in table


def test_the_movement_is_there_again_when_the_round_is_in(client: Client, half: Tournament) -> None:
    boss = make.organiser()
    for table in Table.objects.filter(round__tournament=half, round__number=3):
        if not table.results.exists():
            results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    compute_standings(half.pk)
    assert moved(half.pk, 3).rounds == (1, 2, 3)
    html = get(client, "/t/half/standings/")
    assert "class=wait" not in html and "Standings after round 3" in text_of(html)


def test_a_sum_has_what_is_there_and_names_what_is_missing(client: Client, half: Tournament) -> None:
    number = min(waiting(half))
    html = text_of(get(client, f"/t/half/standings/why/{number}/"))
    assert "Round 3 is being played: it counts once its result is in." in html
    value = client.get(f"/api/v1/tournaments/half/standings/why/{number}/").json()["values"][0]
    assert value["missing"] == [{"round": 3, "state": "playing"}]
    assert len(value["terms"]) == 2 and value["text"].endswith(", without round 3")


def test_players_pages_and_the_crosstable_show_that_a_table_is_playing(client: Client, half: Tournament) -> None:
    number = min(waiting(half))
    own = get(client, f"/t/half/players/{number}/")
    assert own.count('title="playing"') == 1
    assert "the rank counts the points so far" in text_of(own)
    assert "the rank counts the points so far" in text_of(get(client, f"/t/half/mine/{number}/"))
    # two tables of four: of each of eight players it stands where the points will
    assert get(client, "/t/half/crosstable/").count('title="playing"') == 8


def test_an_adjourned_table_says_so(client: Client, half: Tournament) -> None:
    boss = make.organiser()
    table = Table.objects.filter(round__tournament=half, round__number=3).exclude(results__isnull=False).first()
    assert table is not None
    results.enter(table.pk, by=boss, points=make.points(*[None] * 4), end="adjourned", reason="late")
    compute_standings(half.pk)
    html = get(client, "/t/half/standings/")
    assert html.count("<span class=v>adjourned</span>") == html.count("<span class=v>playing</span>") == 4
    number = table.seats.values_list("entry__number", flat=True).first()
    assert "The table of round 3 is adjourned" in text_of(get(client, f"/t/half/standings/why/{number}/"))


def test_the_crosstable_has_no_0_for_a_player_who_still_plays_the_first_game(client: Client) -> None:
    made = event("first", 8, rounds=1, missing=1, tie_breaks=("BH",))
    wait = waiting(made)
    assert len(wait) == 4
    for view in ("square/", "1/"):
        html = get(client, f"/t/first/crosstable/{view}")
        rows = html.split("<tbody>")[1].split("<tr>")[1:]
        mine = [row for row in rows if int(re.search(r"/players/(\d+)/", row)[1]) in wait]  # type: ignore[index]
        points = [row.rsplit("<td>", 1)[1] if view == "square/" else row.split("<td>")[2] for row in mine]
        assert len(points) == 4 and all("playing" in cell for cell in points), points


def test_the_crosstable_tells_an_adjourned_table_from_one_that_is_played(client: Client, half: Tournament) -> None:
    table = Table.objects.filter(round__tournament=half, round__number=3).exclude(results__isnull=False).first()
    assert table is not None
    results.enter(table.pk, by=make.organiser(), points=make.points(*[None] * 4), end="adjourned", reason="late")
    html = get(client, "/t/half/crosstable/1/")
    signs = set(re.findall(r'<i class=open title="(\w+)" aria-hidden=true>(.)</i>', html))
    assert signs == {("adjourned", "‖"), ("playing", "…")}
    assert "<dt>‖</dt><dd>adjourned" in html


def test_paper_and_sheets_have_the_same_signs_with_their_meaning(half: Tournament) -> None:
    table = Table.objects.filter(round__tournament=half, round__number=3).exclude(results__isnull=False).first()
    assert table is not None
    results.enter(table.pk, by=make.organiser(), points=make.points(*[None] * 4), end="adjourned", reason="late")
    compute_standings(half.pk)
    for what in ("standings", "crosstable"):
        paper = words(pdf(half, what))
        assert "‖: The game is adjourned: it will be played on." in paper, what
        assert "…: The table has no result yet: the game is still on." in paper, what
        assert paper.count(" ‖") > 4, what
    assert "‖" in words(pdf(half, "by-table", 3)), "pairings"
    for make_sheet in (lists.standings, lists.cross):
        sheet = make_sheet(half)
        assert any("‖" in str(cell) for row in sheet.rows for cell in row)
        assert ["‖", "The game is adjourned: it will be played on."] in sheet.notes


@pytest.mark.parametrize("kind", ["standings", "crosstable"])
def test_a_sheet_says_that_it_is_provisional_where_no_column_moves(
    client: Client, half: Tournament, boss: Any, kind: str
) -> None:
    client.force_login(boss)

    def got(form: str) -> tuple[str, bytes]:
        answer = client.get(reverse("admin:tournaments_list", args=[half.pk, kind, form]))
        return answer.headers["Content-Disposition"], answer.content

    name, table = got("csv")
    assert name == f'attachment; filename="half-{kind}-provisional.csv"'
    named, content = got("xlsx")
    assert named == f'attachment; filename="half-{kind}-provisional.xlsx"'
    first, second = load_workbook(io.BytesIO(content)).worksheets
    head = next(csv.reader(io.StringIO(table.decode("utf-8-sig"))))
    assert [cell.value for cell in first[1]] == head
    notes = [cell.value for row in second for cell in row]
    assert any(str(note).startswith("2 results missing: round 3") for note in notes)
    Standings.objects.filter(tournament=half).update(final=True)
    for table_ in Table.objects.filter(round__tournament=half, results__isnull=True):
        results.enter(table_.pk, by=boss, points=make.points("8", "4", "2", "0"))
    Tournament.objects.filter(pk=half.pk).update(rounds_planned=3)
    compute_standings(half.pk)
    name, _table = got("csv")
    assert name == f'attachment; filename="half-{kind}.csv"'
    assert len(load_workbook(io.BytesIO(got("xlsx")[1])).worksheets) == 1


def test_the_square_says_what_else_counts_and_only_then(client: Client, boss: Any) -> None:
    made = make.duel(4, slug="even", system="swiss", scoring={"tie_breaks": []})
    odd = make.duel(5, slug="odd", system="swiss", scoring={"tie_breaks": []})
    for each in (made, odd):
        make.play(make.published(each, boss), boss, ("1", "0"))
        compute_standings(each.pk)
    said = "Points also count byes and penalties."
    assert said in get(client, "/t/odd/crosstable/square/") and said in words(pdf(odd, "crosstable"))
    assert "Crosstable · After round 1" in words(pdf(odd, "crosstable"))
    assert said not in get(client, "/t/odd/crosstable/1/"), "there byes stand in their rounds"
    assert said not in get(client, "/t/even/crosstable/square/") + words(pdf(made, "crosstable"))
    to = made.entries.get(number=1)
    results.give_penalty(made.pk, by=boss, to=to, round=1, points=Fraction(1, 2), reason="left the hall")
    compute_standings(made.pk)
    assert said in get(client, "/t/even/crosstable/square/") and said in words(pdf(made, "crosstable"))


# --- knockout


def cup(boss: Any, name: str = "cup") -> Tournament:
    """Eight in a knockout at tables of four: whoever wins the final has fewer points than somebody before it."""
    made = make.tournament(8, system="knockout", rounds_planned=2, slug=name, scoring={"tie_breaks": ["BH"]})
    first = make.published(made, boss)
    make.play(first, boss)
    final = make.published(made, boss)
    (table,) = Table.objects.filter(round=final)
    seats = list(table.seats.order_by("position").values_list("entry__number", flat=True))
    trail = {line.player: line.points for line in standings(event_of(made), 1).standings}
    # the finalist who came with fewest points wins, whoever came with most is last
    ordered = sorted(seats, key=lambda player: (trail[player], player))
    points = dict(zip(ordered, ("8", "4", "2", "0"), strict=True))
    results.enter(table.pk, by=boss, points=make.points(*(points[player] for player in seats)))
    compute_standings(made.pk)
    made.refresh_from_db()
    return made


def finalists(made: Tournament) -> list[int]:
    (table,) = event_of(made).rounds[-1].tables
    assert table.points is not None
    order = sorted(zip(table.points, table.seats, strict=True), key=lambda pair: -(pair[0] or 0))
    return [player for _points, player in order]


def test_the_winner_of_the_final_is_first_everywhere(client: Client) -> None:
    boss = make.organiser()
    made = cup(boss)
    final = finalists(made)
    api = client.get("/api/v1/tournaments/cup/standings/").json()
    assert [row["player"] for row in api["standings"]][:4] == final
    assert api["final"]
    html = get(client, "/t/cup/standings/")
    assert [int(n) for n in re.findall(r"<tr id=p(\d+)>", html)][:4] == final
    wall = get(client, "/t/cup/board/?show=standings")
    wall = wall[wall.index('class="slide standings') :]  # the drawn bracket comes first
    names = {person.number: person.name for person in shown_names.people(made.pk).values()}
    assert [wall.index(names[player]) for player in final] == sorted(wall.index(names[p]) for p in final)
    why = text_of(get(client, f"/t/cup/standings/why/{final[1]}/"))
    assert "on the place at the last table: 1 against 2" in why
    assert re.search(r"Players who advance from each table\s*2", text_of(get(client, "/t/cup/about/")))


def test_a_series_by_places_gives_the_winner_of_the_final_the_most(client: Client) -> None:
    boss = make.organiser()
    made = cup(boss)
    series = Series.objects.create(name="Cups", slug="cups", published=True, value="places", places="10 8 6 5")
    SeriesEvent.objects.create(series=series, tournament=made)
    update_series(series.pk)
    series.refresh_from_db()
    order = [row["numbers"][0] for row in (series.body or {})["rows"]]
    assert order[:4] == finalists(made)
