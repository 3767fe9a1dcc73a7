"""A round that is being played, in a browser: not yet is not nought, and nobody moves by half a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser import Open
from tests.support.stack import Stack


@pytest.fixture(scope="module")
def slug(stack: Stack) -> str:
    stack.python("""
        from django.db import transaction
        from tests.tournaments.public.build import event
        from tournaments.jobs.standings import compute_standings
        from tournaments.models import Standings
        made = event("half", 16, rounds=3, missing=2, tie_breaks=("BH", "WIN"))
        with transaction.atomic():  # the worker sees the one or the other
            Standings.objects.filter(tournament=made).delete()
            compute_standings(made.pk)
    """)
    return "half"


@pytest.mark.parametrize(("width", "script"), [(375, True), (1280, True), (375, False)])
def test_the_tables_that_are_still_playing_wait(open_page: Open, slug: str, width: int, script: bool) -> None:
    page = open_page(f"t/{slug}/standings/", viewport={"width": width, "height": 800}, java_script_enabled=script)
    title = "Standings after round 2, with 2 of 4 tables of round 3"
    expect(page.get_by_role("heading", level=2)).to_contain_text(title)
    playing = page.locator("table.standings tbody tr", has=page.locator(".wait"))
    expect(playing).to_have_count(8)
    expect(page.locator("td", has_text="playing")).to_have_count(8)
    ranks = page.locator("table.standings tbody tr").evaluate_all(
        "rows => rows.map(row => parseInt(row.cells[0].textContent, 10))"
    )
    assert len(ranks) == 16 and ranks == sorted(ranks), "order is told straight, whoever plays"
    grey, ink = (
        page.locator(which).first.evaluate("cell => getComputedStyle(cell).color")
        for which in (".standings td .wait", ".standings tbody tr:not(:has(.wait)) td:first-child")
    )
    assert grey != ink


BETWEEN = """() => [...document.querySelectorAll("table.standings tbody tr[id]")].map(row => {
    const ink = cell => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), boxes = [];
        while (texts.nextNode()) {
            const range = document.createRange(), text = texts.currentNode;
            range.selectNodeContents(text);
            if (text.data.trim() && !text.parentElement.closest(".v")) boxes.push(range.getBoundingClientRect());
        }
        return [Math.min(...boxes.map(box => box.left)), Math.max(...boxes.map(box => box.right))];
    };
    const [points, last] = [row.cells[2], row.cells[row.cells.length - 1]].map(ink);
    return last[0] - points[1];
})"""


def test_points_and_the_last_result_do_not_touch_on_a_phone(open_page: Open, stack: Stack) -> None:
    stack.python("""
        from tests.tournaments import make
        from tournaments.jobs.standings import compute_standings
        from tournaments.services.results import results
        boss = make.organiser()
        made = make.duel(8, slug="halves", scoring={"tie_breaks": []})
        make.play(make.published(made, boss), boss, ("1/2", "1/2"))
        first, second = list(make.published(made, boss).tables.order_by("number"))[:2]
        results.enter(first.pk, by=boss, points=make.points("1", "0"))
        results.enter(second.pk, by=boss, points=make.points("1/2", "1/2"))
        compute_standings(made.pk)
    """)
    page = open_page()
    for where in ("standings/", ""):
        page.goto(f"t/halves/{where}")
        for width in (320, 375):
            page.set_viewport_size({"width": width, "height": 760})
            rooms = page.evaluate(BETWEEN)
            assert rooms and min(rooms) >= 14, (width, where, rooms)
            heads = page.locator("table.standings thead th").evaluate_all(
                "cells => cells.map(cell => cell.offsetHeight)"
            )
            assert max(heads) < 60, "a head is not broken letter by letter"


def test_nobody_moves_by_half_a_round(open_page: Open, slug: str) -> None:
    page = open_page(f"t/{slug}/movement/")
    expect(page.locator(".note")).to_have_text(
        "Round 3: 2 of 4 tables have a result. The picture gets this round when all its results are in."
    )
    expect(page.locator("table.moved thead th")).to_have_count(4)


def test_a_sum_says_what_is_missing(open_page: Open, slug: str) -> None:
    page = open_page(f"t/{slug}/standings/", viewport={"width": 375, "height": 800})
    page.locator("table.standings tbody tr", has=page.locator(".wait")).first.locator("td > a").click()
    dialog = page.locator("dialog")
    expect(dialog.locator("[id=w-points] .missing")).to_have_text(
        "Round 3 is being played: it counts once its result is in."
    )
    expect(dialog.locator("[id=w-points] li")).to_have_count(2)
    expect(dialog.locator(".note")).to_contain_text("After round 2, with 2 of 4 tables of round 3.")


def test_nothing_is_cut_off_on_the_narrowest_screen(open_page: Open, slug: str) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    for where in ("standings/", "movement/", "crosstable/", "players/3/", "mine/3/", ""):
        page.goto(f"t/{slug}/{where}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (where, scheme)
