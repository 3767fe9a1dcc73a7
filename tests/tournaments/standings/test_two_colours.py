"""A player with two colours at a table of three: one number everywhere, and how it came about beside it."""

from __future__ import annotations

import html
import io
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import scoring_rules
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Seat, Table, Tournament
from tournaments.printing.press import Press
from tournaments.selectors.papers import print_scene, printed_pairings, printing
from tournaments.selectors.people.presence import away
from tournaments.selectors.rounds.colours import brought
from tournaments.services.entries import attendance
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("points", "rule", "value", "sum_"),
    [
        (("2", "8"), "average", "5", "2 + 8, mean 5"),
        (("2", "8"), "sum", "10", "2 + 8 = 10"),
        (("2", "8"), "best", "8", "2 and 8, the better 8"),
        (("7/2", "14/3"), "average", "49/12", "3½ + 4⅔, mean 4\u20091⁄12"),
        ((None, "8"), "average", "4", "0 + 8, mean 4"),
        (("8",), "average", "8", ""),
    ],
)
def test_what_two_colours_bring_is_said_with_its_sum(points, rule, value, sum_):
    whole = brought(points, rule)
    assert (str(whole.value), whole.sum) == (value, sum_)


def test_before_the_result_nothing_is_brought():
    assert brought((None, None), "sum") is None


POINTS = ("8", "4", "2", "0")


@dataclass(frozen=True)
class Double:
    """An event in which the player ``number`` had two colours in round 1, which brought ``value``, said as ``sum``."""

    event: Tournament
    number: int
    table: int
    value: str
    sum: str


@world(params=["average", "sum", "best"])
def double(param, boss) -> Double:
    scoring = {} if param == "average" else {"two_colours": param}
    made = make.tournament(7, rounds_planned=2, scoring=scoring)
    round_ = make.published(made, boss)
    for table in Table.objects.filter(round=round_):
        results.enter(table.pk, by=boss, points=make.points(*POINTS))
        numbers = list(table.seats.order_by("position").values_list("entry__number", flat=True))
        for number in numbers:
            if numbers.count(number) > 1:
                one, other = (int(p) for p, n in zip(POINTS, numbers, strict=True) if n == number)
                found = number, table.number
    compute_standings(made.pk)
    value, sum_ = {
        "average": (str(Fraction(one + other, 2)), f"{one} + {other}, mean {(one + other) // 2}"),
        "sum": (str(one + other), f"{one} + {other} = {one + other}"),
        "best": (str(max(one, other)), f"{one} and {other}, the better {max(one, other)}"),
    }[param]
    return Double(made, *found, value, sum_)


def text(response) -> str:
    assert response.status_code == 200
    page = html.unescape(response.content.decode())
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


@pytest.mark.parametrize(
    "page",
    [
        "",
        "rounds/1/",
        "rounds/1/tables/{table}/",
        "players/{number}/",
        "mine/{number}/",
        "crosstable/",
        "standings/why/{number}/",
    ],
)
def test_every_page_says_how_the_number_came_about(client, double, page):
    address = f"/t/{double.event.slug}/{page.format(number=double.number, table=double.table)}"
    said = text(client.get(address))
    assert double.sum in said, address
    # the crosstable names players by number
    assert page != "crosstable/" or f"Two colours at a table {double.number} " in said


def test_the_wall_says_it_while_results_come_in(client, boss):
    made = make.tournament(7, rounds_planned=2)
    round_ = make.published(made, boss)
    [short] = [
        table for table in Table.objects.filter(round=round_) if table.seats.values("entry").distinct().count() == 3
    ]
    results.enter(short.pk, by=boss, points=make.points("8", "4", "2", "0"))
    assert ", mean " in text(client.get(f"/t/{made.slug}/board/"))


def test_the_sum_on_the_players_page_is_what_the_standings_count(client, double):
    page = text(client.get(f"/t/{double.event.slug}/players/{double.number}/"))
    assert f"{double.value} points" in page


def test_the_api_says_the_number_and_the_colours(client, double):
    slug, number = double.event.slug, double.number
    player = client.get(f"/api/v1/tournaments/{slug}/players/{number}/").json()
    assert player["standing"]["points"] == player["rounds"][0]["points"] == double.value
    why = client.get(f"/api/v1/tournaments/{slug}/standings/why/{number}/").json()
    [term] = why["values"][0]["terms"]
    assert term["amount"] == double.value
    assert all(colour in double.sum for colour in term["colours"]) and len(term["colours"]) == 2


def test_about_says_what_is_made_of_two_colours(client, double):
    page = text(client.get(f"/t/{double.event.slug}/about/"))
    rule = double.event.scoring.get("two_colours", "average")
    words = {"average": "the mean of both", "sum": "the sum of both", "best": "the better of both"}[rule]
    assert f"A player with two colours at a table gets {words}." in page


def test_a_game_without_colours_says_nothing_of_them(client):
    assert "two colours" not in text(client.get(f"/t/{make.duel().slug}/about/"))


def test_the_rules_page_names_all_readings(client):
    page = text(client.get("/rules/quatro-chess/"))
    for words in ("the mean of both", "their sum", "the better one", "2 + 8, mean 5"):
        assert words in page


@pytest.mark.parametrize(
    ("chosen", "kept"), [("average", {}), ("sum", {"two_colours": "sum"}), ("best", {"two_colours": "best"}), ("", {})]
)
def test_the_settings_offer_all_readings(desk, chosen, kept):
    made = make.tournament(8, scoring={"two_colours": "best"} if chosen == "" else {})
    address = reverse("admin:tournaments_tournament_change", args=[made.pk])
    assert 'name="scoring_two_colours"' in desk.get(address).content.decode()
    assert desk.post(address, make.settings_of(made, scoring_two_colours=chosen)).status_code == 302
    made.refresh_from_db()
    assert made.scoring == kept


def test_an_event_that_says_nothing_takes_the_mean():
    assert scoring_rules(make.tournament(7)).two_colours == "average"


def test_the_printed_schedule_counts_what_the_standings_count(double):
    scene = print_scene.Scene(double.event, None, "")
    table = next(table for table in scene.shown(1).tables if table.number == double.table)
    assert printed_pairings._meeting(scene, 1, table, double.number).points == double.sum


def test_the_printed_pairings_say_how_two_colours_make_the_points(double):
    text = " ".join(press_text(double.event, "by-table", 1).split())
    assert "Two colours at a table" in text
    assert f"table {double.table}, " in text and double.sum in text


def press_text(event, what, number):
    ready = printing.prepare(event, what, number, "")
    press = Press("a4", ready.head, wide=ready.wide, bare=ready.bare)
    ready.draw(press)
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(press.finish())).pages)


@world
def short(boss) -> Table:
    """Return the table of three in round 1 of seven players."""
    round_ = make.published(make.tournament(7, rounds_planned=2), boss)
    tables = Table.objects.filter(round=round_)
    return next(table for table in tables if table.seats.values("entry").distinct().count() == 3)


def held(table: Table) -> tuple[Entry, list[int]]:
    """Return who has two colours at a table, and the places of their seats, from 0."""
    seats = list(table.seats.order_by("position").select_related("entry"))
    entries = [seat.entry for seat in seats]
    both = next(entry for entry in entries if entries.count(entry) == 2)
    return both, [at for at, entry in enumerate(entries) if entry == both]


def test_a_no_show_of_two_colours_is_one_in_both(short, boss):
    both, (one, other) = held(short)
    points: list[Fraction | None] = [Fraction(0)] * 4
    points[one] = None
    with pytest.raises(Refused, match=f"the seats {one + 1} and {other + 1}"):
        results.enter(short.pk, by=boss, points=points, end="forfeit")
    points[other] = None
    results.enter(short.pk, by=boss, points=points, end="forfeit")
    tournament = short.round.tournament
    for table in Table.objects.filter(round=short.round).exclude(pk=short.pk):
        results.enter(table.pk, by=boss, points=make.points(*POINTS))
    rounds.close(short.round.pk, by=boss)
    assert [(row.entry, row.no_show) for row in away(tournament)] == [(both, True)]


@pytest.mark.parametrize("leave", ["absent", "withdraw"])
def test_who_leaves_leaves_both_seats_and_is_asked_once(short, boss, leave):
    both, _seats = held(short)
    leaves = {"absent": partial(attendance.absent, both.pk, 1), "withdraw": partial(attendance.withdraw, both.pk)}
    with pytest.raises(attendance.Undecided) as asked:
        leaves[leave](by=boss)
    assert len(asked.value.seats) == 1
    leaves[leave](by=boss, seat="free")
    assert not Seat.objects.filter(entry=both, table__isnull=False).exists()
