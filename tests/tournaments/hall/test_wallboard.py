"""The wallboard follows the event; several screens share the lines."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.games.core.test_declared import ORDER
from tests.tournaments import make
from tests.tournaments.kinds import EVERY, KINDS
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import Page
from tournaments.jobs.standings import compute_standings
from tournaments.models import Result, Tournament
from tournaments.services.entries import check_in
from tournaments.services.games import clock
from tournaments.services.results import results
from tournaments.services.rounds import rounds
from tournaments.views.public import wallboard
from tournaments.web.seats import size_in_list
from tournaments.web.variants import variant

pytestmark = pytest.mark.django_db


def shown(client: Client, slug: str, query: str = "") -> tuple[str, Page, str]:
    """The phase, the page, its HTML."""
    answer = client.get(f"/t/{slug}/board/{query}")
    assert answer.status_code == 200 and not answer.cookies
    html = answer.content.decode()
    found = Page(html)
    assert found.faults == [] and len(found.ids) == len(set(found.ids))
    phase = re.search(r'class="wall-(\w+)"', html[html.index("data-board") :])
    assert phase
    return phase[1], found, html


@pytest.mark.parametrize("kind", EVERY)
def test_it_follows_the_event(client: Client, boss: Any, kind: str) -> None:
    made = make.tournament(8, slug="evening", **KINDS[kind].fields) if kind else make.duel(4, slug="evening")
    first, second = KINDS[kind].ends[:2] if kind else (("1", "0"), ("1/2", "1/2"))
    phase, page, _html = shown(client, "evening")
    assert phase == "welcome" and f"{8 if kind else 4} players" in page.text
    round_ = make.published(made, boss)
    phase, page, _html = shown(client, "evening")
    assert phase == "pairings" and "Round 1" in page.text and "Find your table" in page.text
    clock.start(made.pk, by=boss)
    assert shown(client, "evening")[0] == "running"
    tables = round_.tables.order_by("number")
    results.enter(tables[0].pk, by=boss, points=make.points(*first))
    phase, page, _html = shown(client, "evening")
    assert phase == "results" and "1 of 2 results" in page.text
    results.enter(tables[1].pk, by=boss, points=make.points(*second))
    compute_standings(made.pk)
    phase, page, _html = shown(client, "evening")
    assert phase == "standings" and "Standings after round 1" in page.text
    rounds.close(round_.pk, by=boss)
    assert shown(client, "evening")[0] == "standings"
    make.published(made, boss)
    assert shown(client, "evening")[0] == "pairings"


def test_the_foot_leads_to_what_is_looked_for(client: Client) -> None:
    """The own name before the first round, the table while there is one, all results at the end."""
    event("soon", 8, rounds=0, state="planned", check_in=True)
    _phase, page, html = shown(client, "soon")
    assert "Am I on the list?" in page.text and ">http://testserver/t/soon/find/<" in html
    event("on", 8, rounds=2, missing=1)
    assert "Find your table" in shown(client, "on")[1].text
    event("over", 8, rounds=2, state="finished")
    phase, page, html = shown(client, "over")
    assert phase == "standings" and "Final standings" in page.text and "All results" in page.text
    assert "after" not in page.text and ">http://testserver/t/over/standings/<" in html


def test_while_players_check_in_it_counts_who_is_here(client: Client, boss: Any) -> None:
    made = make.duel(4, slug="evening", check_in=True)
    first, second, third, fourth = made.entries.order_by("number").select_related("player")
    phase, page, html = shown(client, "evening")
    assert phase == "welcome" and "Check-in 0 of 4 here · still expected:" in page.text
    check_in.check_in(made.pk, first.pk, by=boss)
    second.absent = [1]
    second.save()
    phase, page, html = shown(client, "evening")
    assert "1 of 3 here" in page.text
    slides = html[html.index('class="slides"') : html.index("wall-foot")]
    assert third.player.name in slides and fourth.player.name in slides
    assert first.player.name not in slides and second.player.name not in slides
    for entry in (third, fourth):
        check_in.check_in(made.pk, entry.pk, by=boss)
    assert "3 of 3 here" in (text := shown(client, "evening")[1].text) and "Everybody is here." in text
    check_in.close(made.pk, {second.pk: check_in.ABSENT}, by=boss)
    assert "Welcome 4 players" in shown(client, "evening")[1].text


@pytest.mark.parametrize("check", [True, False])
def test_before_round_1_no_number_stands_where_tables_will(client: Client, check: bool) -> None:
    event("soon", 30, rounds=0, state="planned", check_in=check)
    html = shown(client, "soon")[2]
    slides = html[html.index('class="slides"') : html.index("wall-foot")]
    assert slides.count("<li>") == 30
    assert not re.search(r"\d", re.sub(r"<section[^>]*>|&#x27;", "", slides))


def test_nobody_entered_and_nothing_computed_have_words(client: Client) -> None:
    event("empty", players=0, rounds=0)
    assert "Nobody is entered yet" in shown(client, "empty")[1].text
    assert "They appear with the first result" in shown(client, "empty", "?show=standings")[1].text
    phase, page, _html = shown(client, "empty", "?show=clock")
    assert phase == "clock" and "The clock has not been started yet." in page.text


def test_a_screen_may_show_one_thing_only(client: Client) -> None:
    event("club", rounds=2, missing=1)
    for show in ("pairings", "standings", "clock"):
        assert shown(client, "club", f"?show={show}")[0] == show
    assert shown(client, "club", "?show=cats")[0] == "results"


def test_several_screens_show_everybody_once_between_them(client: Client) -> None:
    made = event("club", 50, rounds=2)
    wanted = sorted(made.entries.values_list("player__name", flat=True))
    for show, parts in product(("pairings", "standings"), (1, 2, 3, 7)):
        names: list[str] = []
        for part in range(1, parts + 1):
            html = shown(client, "club", f"?show={show}&part={part}&of={parts}")[2]
            names += re.findall(r"<li>(?:<strong>\d+</strong>)?<span[^>]*>([^<]+)</span>", html)
        assert sorted(name.replace("&#x27;", "'") for name in names) == wanted, (show, parts)


def test_a_page_has_few_lines_and_none_is_nearly_empty(client: Client) -> None:
    event("club", 100, rounds=1)
    html = shown(client, "club", "?show=pairings")[2]
    counts = [part.count("<li>") for part in html.split("<section")[1:]]
    assert sum(counts) == 100 and max(counts) <= wallboard.LINES * wallboard.COLUMNS and min(counts) >= 16


def test_tables_stay_in_the_order_of_their_numbers_while_results_come_in(client: Client) -> None:
    made = event("club", rounds=1)
    Result.objects.filter(table__round__tournament=made, table__number=1).update(is_current=False)
    html = shown(client, "club")[2]
    assert re.findall(r"<li><strong>(\d+)</strong>", html) == ["1", "2", "3", "4"]


def test_it_says_where_phones_find_their_table(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event("club", rounds=1)
    monkeypatch.setattr("tournaments.web.addresses.own_address", lambda: "192.168.7.9")
    answer = client.get("/t/club/board/", headers={"host": "localhost:8000"}).content.decode()
    assert "http://192.168.7.9:8000/t/club/find/" in answer and 'class="qr"' in answer
    answer = client.get("/t/club/board/", headers={"host": "10.0.0.4"}).content.decode()
    assert "http://10.0.0.4/t/club/find/" in answer
    monkeypatch.setattr("tournaments.web.addresses.own_address", lambda: "")
    answer = client.get("/t/club/board/", headers={"host": "localhost:8000"}).content.decode()
    assert "http://localhost:8000/t/club/find/" in answer, "without a network there is nothing better"


def test_a_draft_and_an_unpublished_event_are_not_on_the_wall(client: Client) -> None:
    event("club", rounds=1, draft=True)
    assert "Round 2" not in shown(client, "club", "?show=pairings")[1].text
    Tournament.objects.update(published=False)
    assert client.get("/t/club/board/").status_code == 404


def test_what_is_hidden_is_hidden_on_the_wall(client: Client) -> None:
    event("club", ["Anna Geheim", "Bert B", "Carla C", "Dirk D"], rounds=1, names_shown="number")
    for query in ("", "?show=pairings", "?show=standings"):
        assert "Geheim" not in shown(client, "club", query)[2]


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("part=2&of=3", (2, 3)),
        ("part=3&of=2", (1, 1)),
        ("part=0&of=2", (1, 1)),
        ("part=1&of=999", (1, 1)),
        ("part=x&of=2", (1, 1)),
        ("part=٢&of=٣", (1, 1)),
        ("of=3", (1, 1)),
        ("part=1&of=1", (1, 1)),
        ("part=-1&of=2", (1, 1)),
        ("part=" + "1" * 300 + "&of=2", (1, 1)),
    ],
)
def test_which_of_several_screens(query: str, part: tuple[int, int]) -> None:
    form = variant(query)
    assert (form.part, form.parts) == part
    assert variant(form.query) == form, "one spelling for one form"


def test_where_names_are_shortened_nobody_is_named_as_missing(client: Client, boss: Any) -> None:
    made = make.duel(4, slug="evening", check_in=True, names_shown="initial")
    check_in.check_in(made.pk, made.entries.get(number=1).pk, by=boss)
    _phase, page, html = shown(client, "evening")
    assert "1 of 4 here" in page.text
    assert "3 players are still expected." in page.text
    slides = html[html.index('class="slides"') : html.index("wall-foot")]
    assert "Player" not in slides


@pytest.mark.parametrize(("size", "most"), [(2, 9), (4, 5), (5, 3), (6, 3)])
@pytest.mark.django_db
def test_a_page_of_tables_has_no_more_lines_than_the_wall_has_room_for(boss, client, size, most):
    more = {"game": "declared", "options": {"declaration": ORDER}} if size > 4 else {}
    made = make.duel(40) if size == 2 else make.tournament(10 * size, table_size=size, rounds_planned=1, **more)
    round_ = make.published(made, boss)
    first = round_.tables.order_by("number").first()
    typed = {2: ("1", "0"), 4: make.QC_END}.get(size, tuple(map(str, range(1, size + 1))))
    results.enter(first.pk, by=boss, points=make.points(*typed))
    page = client.get(reverse("board", args=[made.slug])).content.decode()
    pages = [part.partition("</section>")[0] for part in page.split('class="slide tables')[1:]]
    found = [part.count("<strong>") for part in pages]
    assert found and max(found) <= most and sum(found) == round_.tables.count()


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("<bdi>Hanneke van &#x27;t Veer</bdi>", ""),
        ("N" * 23, ' class="long"'),
        ("Ж" * 20, ' class="long"'),
        ("N" * 57, ' class="longest"'),
    ],
)
def test_a_long_name_is_measured_by_what_is_seen_of_it(name, style):
    assert size_in_list(name) == style
