"""The game's own figure stands before the points that it brought, on every page that shows a table."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.games.core.test_declared import PODS
from tests.tournaments import make
from tournaments.selectors.papers.print_scene import earned


def test_paper_has_both():
    assert earned("131/5", "played", "41200") == "26.2 (41,200)"
    assert earned("8", "played") == "8" and earned(None, "forfeit", None) == "–"


@pytest.mark.django_db
def test_round_table_and_player_show_scores_where_places_count(boss, client):
    event = make.tournament(4, scoring={"points": {"places": ["5", "3", "1", "0"]}})
    round_ = make.published(event, boss)
    make.play(round_, boss)
    first = round_.tables.get().seats.get(position=1).entry.number
    for page in (
        reverse("round", args=[event.slug, 1]),
        reverse("table", args=[event.slug, 1, 1]),
        reverse("player", args=[event.slug, first]),
    ):
        html = client.get(page).content.decode()
        assert "<small class=sc>8</small>" in html, page


@pytest.mark.django_db
def test_points_alone_stand_alone(boss, client):
    event = make.tournament(4)
    make.play(make.published(event, boss), boss)
    assert "class=sc" not in client.get(reverse("round", args=[event.slug, 1])).content.decode()


@pytest.mark.django_db
def test_nobody_is_marked_as_the_winner_of_a_draw(boss, client):
    event = make.tournament(8, game="declared", options={"declaration": PODS}, rounds_planned=1)
    round_ = make.published(event, boss)
    first, second = round_.tables.order_by("number")
    make.results.enter(first.pk, by=boss, points=make.points("1", "1", "1", "1"))
    make.results.enter(second.pk, by=boss, points=make.points("5", "0", "0", "0"))
    for address in (reverse("round", args=[event.slug, 1]), reverse("tournament", args=[event.slug])):
        page = client.get(address).content.decode()
        assert re.findall(r"<b class=t>(\d)", page) == ["5"], address
