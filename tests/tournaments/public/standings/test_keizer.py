"""A Keizer evening from its card to the page that explains a place."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.public.reading import text_of
from tests.tournaments.worlds import world
from tournaments.forms.tournament import TournamentForm
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Player, Table, Tournament
from tournaments.sentences.points import readable
from tournaments.services.events.presets import PRESETS, create
from tournaments.services.events.trf import export_report
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


@world
def evening(boss) -> Tournament:
    """Five players of Quarto, two rounds; who sits first wins everywhere."""
    (made,) = create(
        PRESETS["keizer"], by=boss, name="Keizer", starts=date(2026, 12, 4), game="quarto", rounds=4, published=True
    )
    for number, name in enumerate(("Anna", "Bert", "Carla", "Dirk", "Els"), 1):
        player = Player.objects.create(name=name, rating=1500 - number, home=made)
        Entry.objects.create(tournament=made, player=player, number=number)
    for _round in range(2):
        round_ = make.published(made, boss)
        for table in Table.objects.filter(round=round_).order_by("number"):
            results.enter(table.pk, by=boss, points=make.points("1", "0"))
    compute_standings(made.pk)
    made.refresh_from_db()
    return made


def test_the_page_shows_score_and_value_and_says_what_they_are(client: Client, evening: Tournament) -> None:
    answer = client.get(reverse("standings", args=[evening.slug]))
    page = text_of(answer.content.decode())
    heads = re.findall(r"<th scope=col([^>]*)>(?:<abbr[^>]*>)?([^<]*)", answer.content.decode())
    assert [name for _key, name in heads[:5]] == ["#", "Player", "Keizer score", "Points", "Value"], (
        "what ranks is first"
    )
    assert [name for key, name in heads if "aria-sort" in key] == ["Keizer score"], "and is bold, not the points"
    assert "Keizer score" in page and "Value" in page
    assert "Players are ranked by the Keizer score; equal scores by the points, then by pairing number." in page
    rows = client.get(f"/api/v1/tournaments/{evening.slug}/standings/").json()["standings"]
    assert [list(row["tie_breaks"]) for row in rows] == [["KEIZER", "VALUE"]] * 5
    assert [row["tie_breaks"]["VALUE"] for row in rows] == ["8", "7", "6", "5", "4"]


def test_a_place_is_explained_round_by_round(client: Client, evening: Tournament) -> None:
    """The winner of round 1 at table 1, against whom, by which value, and what it brought."""
    first = client.get(f"/api/v1/tournaments/{evening.slug}/standings/").json()["standings"][0]
    page = text_of(client.get(reverse("why", args=[evening.slug, first["player"]])).content.decode())
    assert "own value: 1 × the value 8" in page
    assert re.search(r"round \d ?, win: 1 × the value \d", page)
    assert "on the Keizer score" in page


def test_the_report_says_that_the_ranks_are_keizers(evening: Tournament, boss) -> None:
    assert b"092 Individual: Keizer system (ranks by the Keizer score)" in export_report(evening, by=boss)


def test_the_form_knows_the_options_and_proposes_the_usual(evening: Tournament) -> None:
    assert evening.pairing_options == {"numbering": "rating", "absences": 5}
    assert any("absent_value" in name for name in TournamentForm().fields)


def test_the_score_stands_first_wherever_the_order_is_shown(client: Client, evening: Tournament) -> None:
    rows = client.get(f"/api/v1/tournaments/{evening.slug}/standings/").json()["standings"]
    scores = [readable(row["tie_breaks"]["KEIZER"]) for row in rows]
    wall = client.get(reverse("board", args=[evening.slug]) + "?show=standings").content.decode()
    slides = wall[wall.index('class="slides"') :]
    assert [text_of_html(figure) for figure in re.findall(r"<b>(.*?)</b></li>", slides)] == scores, "on the wall"
    front = client.get(reverse("tournament", args=[evening.slug])).content.decode()
    first = re.findall(r"<tr id=p\d+>.*?<th scope=row>.*?<td>(.*?)(?=<td>|<tr)", front + "<tr")
    assert [text_of_html(figure) for figure in first] == scores, "on the event's page"
    whole = client.get(reverse("standings", args=[evening.slug])).content.decode()
    linked = re.findall(r'<tr id=p\d+>.*?<td><a href="[^"]*why/[^"]*">(.*?)</a>', whole)
    assert [text_of_html(figure) for figure in linked] == scores, "and it leads to its sum"


def text_of_html(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)
