"""Open pages are told what changed: in the browser a delta makes exactly the page that a fetch would give."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import Open, drive_clock
from tests.support.examples import THOROUGH
from tests.support.stack import CHECKOUT, Stack
from tests.tournaments.live.evenings import Evening, turns

SCRIPT = CHECKOUT / "tournaments/static/tournaments/delta.js"
CHECK = """turns => {
    const read = html => new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
    return turns.map(([name, before, line, after]) => {
        const copy = read(before);
        const good = window.applyDelta(copy, JSON.parse(line));
        return good && copy.isEqualNode(read(after)) ? "" : name + (good ? ": another page" : ": refused");
    }).filter(Boolean);
}"""
SET_UP = """
    from tests.support.waiting import until
    from tests.tournaments import make
    from tournaments.models import Standings, Table, User
    made = make.tournament(16, slug="told", rounds_planned=2)
    round_ = make.published(made, User.objects.get(username="organiser"))
    # a page that has no standings yet fetches the first: they are there before a page is opened
    until(Standings.objects.filter(tournament=made).exists)
    print(*Table.objects.filter(round=round_).values_list("pk", flat=True))
"""
ENTER = """
    from tests.tournaments import make
    from tournaments.models import User
    from tournaments.services.results import results
    for table in {tables}:
        results.enter(table, by=User.objects.get(username="organiser"), points=make.points(*make.QC_END))
"""
REGION = """async address => {
    const answer = await fetch(address, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-live]");
    const own = document.querySelector("[data-live]").cloneNode(true);
    for (const lit of own.querySelectorAll(".fresh")) lit.classList.remove("fresh");
    for (const lit of own.querySelectorAll('[class=""]')) lit.removeAttribute("class");
    for (const lit of page.querySelectorAll('[class=""]')) lit.removeAttribute("class");
    // the wall's own script shows one slide and hides the others
    return "board" in own.dataset ? own.textContent === page.textContent : own.isEqualNode(page);
}"""


@pytest.mark.django_db
@pytest.mark.usefixtures("eager_tasks")
def test_a_browser_makes_of_every_page_of_an_evening_the_next(
    request: pytest.FixtureRequest, django_capture_on_commit_callbacks: Any
) -> None:
    changed = [
        [f"{turn.what}: {turn.path}", turn.before, turn.line, turn.after]
        for turn in turns(Evening(11, 13 if THOROUGH else 8), django_capture_on_commit_callbacks)
    ]
    assert len(changed) > 100
    page = request.getfixturevalue("open_page")()
    page.goto("")
    page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    assert page.evaluate(CHECK, changed) == []


def test_a_result_reaches_open_pages_without_a_fetch_and_is_said_aloud(open_page: Open, stack: Stack) -> None:
    tables = [int(word) for word in stack.python(SET_UP).split()]
    pages: list[tuple[str, Page]] = []
    fetched: list[str] = []
    for where in ("standings/", "", "rounds/1/", "board/", "standings/?lang=de"):
        page = open_page()
        if where == "rounds/1/":
            drive_clock(page)
        page.goto(f"t/told/{where}")
        expect(page.locator("[data-sign]")).to_have_attribute("data-state", "live")
        page.on("request", lambda asked: fetched.append(asked.url) if asked.resource_type == "fetch" else None)
        if where == "rounds/1/":
            page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
        pages.append((f"/t/told/{where}", page))
    aloud = pages[2][1]
    voice = aloud.locator("div[aria-live=polite]")
    heard: list[str] = []
    for batch in (tables[:1], tables[1:2]):
        before = [int(page.locator("[data-live]").get_attribute("data-version") or 0) for _where, page in pages]
        stack.python(ENTER.format(tables=batch))
        for (_where, page), version in zip(pages, before, strict=True):
            # two versions a result: the result, and the standings that follow it
            expect(page.locator("[data-live]")).to_have_attribute("data-version", str(version + 2))
        aloud.clock.run_for(500)
        heard.append(voice.text_content() or "")
    assert [address for address in fetched if "/t/" in address] == []
    assert re.fullmatch(r"Table \d: Player \S+ 8, Player \S+ 4, Player \S+ 2, Player \S+ 0", heard[0])
    assert heard[1] == heard[0], "it speaks once in ten seconds"
    aloud.clock.run_for(10_000)
    expect(voice).to_have_text(re.compile(r"^Table \d: Player"))
    expect(voice).not_to_have_text(heard[0])
    expect(pages[4][1].locator("div[aria-live=polite]")).to_have_text(
        re.compile(r"^Player \S+: 1\. Platz: 8 Punkte\. Player")
    )
    for where, page in pages:
        assert page.evaluate(REGION, where), where
