"""A player's rank and points are the same wherever they stand, and the points are the sum of what the rounds show."""

from __future__ import annotations

import html
import io
import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.tournaments import make
from tests.tournaments.events.test_go_evening import GO
from tests.tournaments.kinds import KINDS
from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.worlds import world
from tournaments.imports.writing import Sheet, write
from tournaments.jobs.standings import compute_standings
from tournaments.models import Player, Tournament
from tournaments.selectors.events.public import shown_rounds
from tournaments.selectors.papers import lists
from tournaments.selectors.papers.print_scene import Scene
from tournaments.selectors.papers.printed_standings import ranking
from tournaments.selectors.standings.groups import standings_parts
from tournaments.selectors.standings.standings import standings_shown
from tournaments.sentences.points import readable
from tournaments.services.entries import attendance
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

SLUG = "truth"
Seen = dict[str, tuple[str, Fraction | None]]
"""By name: the rank as it is read, and the points; None where a page says that there are none yet."""


def number(text: str) -> Fraction | None:
    """Read a number as the pages write it: 4⅔, ½, 12 5⁄12, −3.5, 32,500; None for anything else."""
    text = text.replace("−", "-").replace("\u202f", "").replace(",", "").strip()
    found = re.fullmatch(r"(-?)\s*(\d+(?:\.\d+)?)?\s*(\d+⁄\d+|[¼-¾⅐-⅞])?", text)
    if found is None or not (found[2] or found[3]):
        return None
    value = Fraction(found[2] or 0)
    if found[3]:
        part = unicodedata.normalize("NFKC", found[3]).replace("⁄", "/")
        value += Fraction(part)
    return -value if found[1] else value


def text(of: str) -> str:
    """Return what is read of a piece of a page; what only screen readers are told is left out."""
    of = re.sub(r"<span class=\"?v\"?>.*?</span>", "", of)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", of))).strip()


class Pages:
    """The public pages of an event as it is, each read once, and what each of them says of each player."""

    def __init__(self, client: Client, made: Tournament) -> None:
        self.client = client
        self.penalised = made.penalties.exists()
        self.names = dict(made.entries.values_list("number", "player__name"))
        self.read: dict[str, str] = {}

    def get(self, address: str) -> str:
        if address not in self.read:
            answer = self.client.get(f"/t/{SLUG}/{address}", headers={"accept-language": "en"})
            assert answer.status_code == 200, address
            self.read[address] = answer.content.decode()
        return self.read[address]

    def rows(self, address: str, last: bool = False) -> Seen:
        """Read a table whose rows are rank, player, …, with the points third, or last."""
        found: Seen = {}
        for row in re.findall(r"<tr(?: id=p\d+)?><td(.*?)(?=<tr|</table>)", self.get(address), re.DOTALL):
            cells = [text(f"<{cell}") for cell in re.split(r"<t[dh]", f"<td{row}")[1:]]
            name = next(name for name in self.names.values() if name in cells[1])
            found[name] = (cells[0].split(" ")[0], number(cells[-1 if last else 2]))
        return found

    def wall(self) -> Seen:
        page = self.get("board/?show=standings")
        found = re.findall(r"<li><strong>(.*?)</strong><span[^>]*>(.*?)</span> <b>(.*?)</b></li>", page)
        return {
            next(n for n in self.names.values() if n in name): (text(first), number(text(last)))
            for first, name, last in found
        }

    def each(self, address: Callable[[int], str]) -> Seen:
        """Read the card of each player: *Rank 3*, and *12 points* at the beginning of a line."""
        found: Seen = {}
        for at, name in self.names.items():
            page = self.get(address(at))
            rank = re.search(r">Rank (\d+)", page)
            points = re.search(r"<p>([^<>]*) points?\b", page)
            found[name] = (rank[1] if rank else "", number(text(points[1])) if points else None)
        return found

    def program(self) -> Seen:
        """Read the API."""
        rows = self.client.get(f"/api/v1/tournaments/{SLUG}/standings/").json()["standings"]
        return {self.names[row["player"]]: (str(row["rank"]), Fraction(row["points"])) for row in rows}

    def summed(self) -> dict[str, Fraction]:
        """Add up the points of each player's rounds as their page lists them."""
        sums = {}
        for at, name in self.names.items():
            page = self.get(f"players/{at}/")
            cells = re.findall(r'<td role="cell" class="points">(.*?)</td>', re.sub(r"<small.*?</small>", "", page))
            start = re.search(r"Start (\S+)", page)
            given = [text(start[1]) if start else "0", *(text(cell).rpartition("mean ")[2] for cell in cells)]
            sums[name] = sum((number(one) or Fraction(0) for one in given), Fraction(0))
        return sums


def chess(boss: Any) -> Tournament:
    """Tables of four, two of three, somebody with two colours; shared draws in thirds."""
    return make.tournament(14, slug=SLUG, rounds_planned=4, options={"draw_points": "share"}, **TIES)


def pairs(boss: Any) -> Tournament:
    """A Swiss for nine: somebody has a bye each round."""
    return make.duel(9, slug=SLUG, rounds_planned=4, system="swiss", **TIES)


def go(boss: Any) -> Tournament:
    """McMahon: points begin with a starting score."""
    made = make.tournament(8, slug=SLUG, rounds_planned=3, **GO)
    for entry in made.entries.select_related("player"):
        Player.objects.filter(pk=entry.player_id).update(rating=2300 - 100 * entry.number)
    return made


def riichi(boss: Any) -> Tournament:
    """Scores that bring points with decimals, also below nought."""
    return make.tournament(12, slug=SLUG, rounds_planned=3, system="tables", **KINDS["score"].fields)


def league(boss: Any) -> Tournament:
    """Everybody against everybody."""
    return make.duel(7, slug=SLUG, rounds_planned=7, system="berger", **TIES)


TIES = {"scoring": {"tie_breaks": ["DE", "BH"]}}
ENDS = {
    "chess": {4: [("8", "4", "2", "0"), ("14/3", "14/3", "14/3", "0")], 3: [("8", "4", "2")]},
    "pairs": {2: [("1", "0"), ("1/2", "1/2")]},
    "league": {2: [("1/2", "1/2"), ("0", "1")]},
    "go": {2: [("1", "0"), ("1/2", "1/2")]},
    "riichi": {4: [("42300", "28100", "39600", "-10000"), ("-1200", "30300", "20700", "50200")]},
}
EVENTS = {"chess": chess, "pairs": pairs, "league": league, "go": go, "riichi": riichi}


def play(made: Tournament, boss: Any, kind: str, tables: int | None = None) -> None:
    """Publish a round and enter the results of its first ``tables``; None: of all."""
    round_ = make.published(made, boss)
    for at, table in enumerate(round_.tables.order_by("number")[:tables]):
        ends = ENDS[kind][table.seats.count()]
        results.enter(table.pk, by=boss, points=make.points(*ends[at % len(ends)]))


@world(params=product(EVENTS, ["half a round", "whole rounds", "a first half"]), ids="-".join)
def event(param: tuple[str, str]) -> Tournament:
    """An event with two rounds and a half, or three whole ones; somebody has a penalty."""
    kind, until = param
    boss = make.organiser()
    made = EVENTS[kind](boss)
    for _number in range(0 if until == "a first half" else 2):
        play(made, boss, kind)
    if until != "a first half":
        results.give_penalty(
            made.pk, by=boss, to=made.entries.get(number=2), round=1, points=Fraction(1, 2), reason="left the hall"
        )
    play(made, boss, kind, None if until == "whole rounds" else 1)
    compute_standings(made.pk)
    return made


def test_rank_and_points_are_the_same_everywhere_and_the_points_are_the_sum_of_the_rounds(
    client: Client, event: Tournament
) -> None:
    pages = Pages(client, event)
    truth = pages.rows("standings/")
    assert set(truth) == set(pages.names.values())
    known = {name: seen for name, seen in truth.items() if seen[1] is not None}
    for said in (pages.rows("widget/"), pages.rows("crosstable/1/"), pages.wall()):
        assert {name: said[name] for name in known} == known
    square = pages.rows("crosstable/square/", last=True)
    assert {name: square[name] for name in known} == known
    for of_one in (pages.each("mine/{}/".format), pages.each("players/{}/".format)):
        assert {name: of_one[name] for name in known} == known
    program = pages.program()
    assert {name: program[name] for name in known} == known
    summed = pages.summed()
    for name, (_rank, points) in truth.items():
        penalty = Fraction(1, 2) if name == pages.names[2] and pages.penalised else 0
        assert points is None or summed[name] - penalty == points, name


def test_a_penalty_is_named_wherever_a_sum_is_shown(client: Client, boss: Any) -> None:
    made = make.tournament(8, slug=SLUG, system="swiss-tables", rounds_planned=3)
    for penalised_after in (1, 2):
        make.play(make.published(made, boss), boss)
        if penalised_after == 1:
            to = made.entries.get(number=2)
            results.give_penalty(made.pk, by=boss, to=to, round=1, points=Fraction(1, 2), reason="left the hall")
        compute_standings(made.pk)
        seen = Pages(client, made)
        said = "penalty −½ from round 1: left the hall"
        for address in ("players/2/", "standings/player/2/", "mine/2/", "standings/"):
            assert said in text(seen.get(address)), address
    assert "−½ round 1, penalty: left the hall" in text(seen.get("standings/why/2/"))
    shown = standings_shown(made, shown_rounds(made.pk))
    assert shown is not None
    row = next(row for row in shown.rows if row.player == 2)
    first = Fraction(row.trail[0] or 0) - Fraction(1, 2)
    sums = [readable(str(first)), readable(row.points)]
    assert re.findall(r"· (\S+) in all", text(seen.get("mine/2/"))) == sums[::-1]
    assert words(pdf(made, "standings")).count(said) == 1


def knockout(boss: Any) -> Tournament:
    """Eight of whom four were out after round 1, two after round 2; seven play no more, and one has won."""
    made = make.duel(8, slug=SLUG, system="knockout", rounds_planned=3, **TIES)
    for _number in range(3):
        make.play(make.published(made, boss), boss, ("1", "0"))
    compute_standings(made.pk)
    return made


def test_nobody_has_a_nought_for_a_round_that_they_were_not_in(client: Client, boss: Any) -> None:
    made = knockout(boss)
    pages = Pages(client, made)
    rounds = {at: made.entries.get(number=at).seats.count() for at in pages.names}
    assert sorted(rounds.values()) == [1, 1, 1, 1, 2, 2, 3, 3]
    table = pages.get("standings/").split("<tbody>")[1]
    cross = pages.get("crosstable/1/").split("<tbody>")[1]
    api = pages.client.get(f"/api/v1/tournaments/{SLUG}/standings/").json()["standings"]
    _columns, paper = ranking(Scene(made, None, ""), standings_shown(made, shown_rounds(made.pk)), str)
    sheet = {row[1]: row for row in lists.standings(made).rows}
    for row in api:
        at = row["player"]
        last, later = rounds[at], 3 - rounds[at]
        cells = re.search(rf"<tr id=p{at}>(.*?)(?=<tr|</table>)", table, re.DOTALL)[1].split("<td>")[-3:]
        assert [bool(text(cell)) for cell in cells] == [True] * last + [False] * later, at
        met = next(part for part in cross.split("<tr>") if pages.names[at] in part).split("<td>")[-3:]
        met = [text(cell.partition("</table>")[0]) for cell in met]
        assert all(met[:last]) and met[last:] == ["out", ""][:later], at
        assert row.get("not_in", []) == [*range(last + 1, 4)]
        assert row.get("out_after") == (None if row["rank"] == 1 else last)
        assert [bool(cell) for cell in next(line for line in paper if line[1] == str(at))[-3:]] == [
            bool(text(cell)) for cell in cells
        ]
        assert [cell is not None for cell in sheet[at][-3:]] == [bool(text(cell)) for cell in cells]
        mine = pages.get(f"mine/{at}/")
        assert "No game in this round" not in mine
        assert mine.count("<li><b class=at>") == last
        points = pages.get(f"standings/why/{at}/").split("<dl")[1].partition("</dd>")[0]
        assert len(re.findall(r"round \d", text(points))) == last


def shortened(client: Client, boss: Any, **scoring: Any) -> tuple[Pages, Tournament]:
    """Two rounds of a Swiss for nine: number 4 withdrew after round 1, and number 5 was expelled then."""
    made = make.duel(9, slug=SLUG, rounds_planned=4, system="swiss", scoring=TIES["scoring"] | scoring)
    make.play(make.published(made, boss), boss, ("1", "0"))
    for number in (4, 5):
        attendance.withdraw(made.entries.get(number=number).pk, by=boss)
    made.refresh_from_db()
    made.scoring = {**made.scoring, "expelled_players": [5]}
    made.save()
    make.play(make.published(made, boss), boss, ("1", "0"))
    compute_standings(made.pk)
    made.refresh_from_db()
    return Pages(client, made), made


def test_who_withdrew_is_told_so_and_of_nothing_that_comes(client: Client, boss: Any) -> None:
    pages, _made = shortened(client, boss)
    for address in ("mine/4/", "players/4/", "standings/player/4/"):
        said = text(pages.get(address))
        assert "Withdrawn after round 1." in said, address
        assert " behind " not in said.partition("Rounds")[0] and "You do not play" not in said, address
    assert "rounds.ics" in pages.get("mine/1/") and "rounds.ics" not in pages.get("mine/4/")
    assert pages.get("mine/4/").count("<li><b class=at>") == 1
    assert "behind" in text(pages.get("standings/player/9/")) or "behind" in text(pages.get("standings/player/8/"))


@pytest.mark.parametrize("rule", ["out", "in"])
def test_who_was_expelled_is_said_wherever_they_are_or_are_missing(client: Client, boss: Any, rule: str) -> None:
    pages, made = shortened(client, boss, expelled=rule)
    for address in ("mine/5/", "players/5/", "standings/player/5/"):
        said = text(pages.get(address))
        assert "Expelled after round 1." in said and "Withdrawn" not in said, address
        assert ("this player is not ranked" in said) is (rule == "out"), address
    name = pages.names[5]
    line = f"Not ranked: {name} (expelled)"
    for paper in ("standings", "crosstable"):
        assert (line in words(pdf(made, paper))) is (rule == "out"), paper
    # the crosstable names opponents by number
    for address, who in (("standings/", name), ("crosstable/1/", f"5 {name}"), ("crosstable/square/", f"5 {name}")):
        assert (f"Not ranked {who} expelled" in text(pages.get(address))) is (rule == "out"), address
    for sheet in (lists.standings(made), lists.cross(made)):
        row = next(row for row in sheet.rows if row[1] == 5)
        assert len(row) == len(sheet.heading) and ("expelled" in row) is (rule == "out")
    told = words(pdf(made, "report"))
    assert f"{name} was expelled after round 1." in told and f"{name} withdrew" not in told
    assert f"{pages.names[4]} withdrew after round 1." in told


def test_nobody_is_absent_while_only_another_group_plays(client: Client, boss: Any) -> None:
    fields = {"system": "groups", "rounds_by_system": True, "pairing_options": {"groups": 2, "then": "none"}}
    made = make.duel(9, slug=SLUG, **fields, **TIES)
    for _number in range(5):
        make.play(make.published(made, boss), boss, ("1", "0"))
    compute_standings(made.pk)
    pages = Pages(client, made)
    api = pages.client.get(f"/api/v1/tournaments/{SLUG}/standings/").json()["standings"]
    idle = {row["player"] for row in api if row.get("not_in")}
    assert len(idle) == 4
    assert {tuple(row["not_in"]) for row in api if row["player"] in idle} == {(4, 5)}
    cross = pages.get("crosstable/1/").split("<tbody>")[1]
    assert "absent" not in cross and "withdrawn" not in cross
    for name in (pages.names[at] for at in idle):
        row = next(part for part in cross.split("<tr>") if name in part).partition("</table>")[0]
        assert [text(cell) for cell in row.split("<td>")[-2:]] == ["", ""]
        assert [row[-2:] for row in lists.standings(made).rows if name in row] == [[None, None]]


def test_sheets_rank_in_groups_as_paper_does(boss: Any) -> None:
    fields = {"system": "groups", "rounds_by_system": True, "pairing_options": {"groups": 2, "then": "none"}}
    made = make.duel(9, slug=SLUG, **fields, **TIES)
    for _number in range(5):
        make.play(make.published(made, boss), boss, ("1", "0"))
    compute_standings(made.pk)
    shown = standings_shown(made, shown_rounds(made.pk))
    assert shown is not None
    scene = Scene(made, None, "")
    paper = [line for _title, part in standings_parts(shown) for line in ranking(scene, part, scene.name)[1]]
    ranks = [(line[0], line[1]) for line in paper]
    assert ranks[0][0] == ranks[5][0] == "1", "a group of five, then one of four"
    for sheet in (lists.standings(made), lists.cross(made)):
        assert [(str(row[0]), str(row[1])) for row in sheet.rows] == ranks


def test_the_report_has_the_ratings_that_count_in_the_event(boss: Any) -> None:
    made = make.duel(4, slug=SLUG)
    entry = made.entries.get(number=2)
    entry.has_own_rating, entry.own_rating = True, 777
    entry.save()
    assert [row[2] for row in lists.players(made, boss).rows] == [1999, 777, 1997, 1996]
    assert " 777 " in words(pdf(made, "report")) and "1998" not in words(pdf(made, "report"))


def test_a_sheet_says_who_left_what_was_taken_off_and_has_numbers(boss: Any) -> None:
    made = make.duel(4, system="swiss", rounds_planned=2, scoring={"tie_breaks": []})
    make.play(make.published(made, boss), boss, ("1/2", "1/2"))
    compute_standings(made.pk)
    assert "Remarks" not in lists.standings(made).heading, "nothing to say"
    late = made.entries.get(number=2)
    results.give_penalty(made.pk, by=boss, to=late, round=1, points=Fraction(1, 2), reason="late")
    attendance.withdraw(late.pk, by=boss)
    compute_standings(made.pk)
    sheet = lists.standings(made)
    assert sheet.heading[-1] == "Remarks"
    assert {row[1]: row[-1] for row in sheet.rows} == {
        2: "Withdrawn after round 1; penalty −½ from round 1: late",
        1: None,
        3: None,
        4: None,
    }
    cells = [value for row in lists.cross(made).rows for value in row[4:]]
    assert cells.count(Fraction(1, 2)) == 4 and "½" not in cells
    thirds = Sheet("Thirds", ["Points"], [[Fraction(8, 3)], [Fraction(1, 6)]], fractions=True)
    (page,) = load_workbook(io.BytesIO(write(thirds, "xlsx", "en"))).worksheets
    assert [cell.value for cell in page["A"][1:]] == pytest.approx([8 / 3, 1 / 6])
    assert page["A2"].number_format == "# ??/??"


def test_who_withdraws_while_still_in_has_no_place_at_a_table_where_they_never_sat(client: Client, boss: Any) -> None:
    made = make.duel(8, slug=SLUG, system="knockout", rounds_planned=3, **TIES)
    first = make.published(made, boss)
    make.play(first, boss, ("1", "0"))
    won = [seat.entry.number for seat in first.seats.filter(position=1).select_related("entry")]
    attendance.withdraw(made.entries.get(number=won[0]).pk, by=boss)
    second = make.published(made, boss)
    make.play(second, boss, ("1", "0"))
    (lost,) = second.seats.filter(position=2).values_list("entry__number", flat=True)
    compute_standings(made.pk)
    pages = Pages(client, made)
    rows = {row["player"]: row for row in client.get(f"/api/v1/tournaments/{SLUG}/standings/").json()["standings"]}
    assert rows[won[0]]["withdrawn"] and rows[won[0]]["not_in"] == [2] and "out_after" not in rows[won[0]]
    why = text(pages.get(f"standings/why/{lost}/{won[0]}/"))
    assert f"{pages.names[won[0]]} has withdrawn." in why
    assert "against 3" not in why
