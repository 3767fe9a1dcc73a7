"""A column of numbers has one style: where one of them is a decimal, all are, whole numbers too."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.printing.test_documents import pdf
from tests.tournaments.printing.test_documents import words as words_of
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import Standings, Tournament
from tournaments.sentences.points import column_decimals, earned, in_column, readable, written_for, written_with
from tournaments.services.results import results
from tournaments.views.player import my_table
from tournaments.web.cells import columns_of
from tournaments.web.variants import variant

pytestmark = pytest.mark.django_db


@world
def riichi(boss):
    """Points of 27, −5, −17.5 and −4.5: whole numbers beside decimals."""
    event = make.tournament(4, game="riichi", rounds_planned=2)
    table = make.published(event, boss).tables.get()
    results.enter(table.pk, by=boss, points=make.points("42000", "20000", "27500", "30500"))
    compute_standings(event.pk)
    return event


def column(html):
    """The points of the rows of a page's standings, as a reader sees them."""
    body = html.partition('class="standings')[2].partition("</table>")[0].partition("<tbody>")[2]
    cells = [re.split("<td", row)[2] for row in body.split("<tr")[1:]]
    return [re.sub("<[^>]*>", "", "<td" + cell) for cell in cells]


def test_the_standings_of_a_game_with_decimals_have_them_in_every_line(riichi, client):
    shown = column(client.get(reverse("standings", args=[riichi.slug])).content.decode())
    assert len(shown) == 4 and all("." in number for number in shown) and "27.0" in shown


def test_a_phone_has_them_too_and_when_everything_is_at_hand_the_same_page(riichi, client):
    slow = [client.get(f"/t/{riichi.slug}/mine/{number}/").content.decode() for number in (1, 2, 3, 4)]
    assert any("27.0" in page for page in slow)
    form = replace(variant("", "en"), root="http://testserver")
    for number, page in enumerate(slow, 1):
        quick = my_table.quick(riichi.birth, f"mine/{number}/", Tournament.objects.get(pk=riichi.pk).version, form)
        assert quick is not None and quick.decode() == page


def test_so_do_papers(riichi):
    with written_for(riichi):
        paper = words_of(pdf(riichi, "standings"))
    with_one = {row["points"] for row in Standings.objects.get().body["rows"] if "/" not in row["points"]}
    assert with_one
    for points in with_one:
        assert f"{points.replace('-', '−')}.0" in paper


def test_scores_as_they_were_typed_and_counted_places_stay_whole(riichi, client):
    page = client.get(reverse("standings", args=[riichi.slug])).content.decode()
    assert "42,000" in client.get(reverse("round", args=[riichi.slug, 1])).content.decode()
    assert "42,000.0" not in page and "1.0<" not in page.partition("<tbody>")[2].partition("<td>1<")[0]


def test_a_decimal_among_halves_makes_decimals_of_all():
    numbers = ["21/2", "41/5", "12", None]
    with written_with(numbers):
        assert [earned(number) for number in numbers] == ["10.5", "8.2", "12.0", ""]
    assert [earned(number) for number in numbers[:1]] == ["10½"] and readable("12") == "12"


def test_each_tie_break_has_its_own_style():
    lines = [{"BH": "21/2", "ARO": "41/5"}, {"BH": "12", "ARO": "9"}]
    write = columns_of(["BH", "ARO"], lines)
    assert list(write(lines[0])) == ["<td>10<i>½</i>", "<td>8.2"] and list(write(lines[1])) == ["<td>12", "<td>9.0"]


def test_what_makes_a_column_one_of_decimals():
    assert column_decimals(["1/10"]) and not column_decimals(["1/2", "1/3", None, "7"])
    with written_with(["1/10"]):
        assert column_decimals(["1/2"]) and not column_decimals(["7"])
    assert in_column("7", True) == ("7.0", "") and in_column("-7", True) == ("−7.0", "")
