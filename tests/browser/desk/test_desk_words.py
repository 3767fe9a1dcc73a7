"""The desk in a language of long words: few lines, labels beside their marks, nothing beyond the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser import Open, Watch, sign_in
from tests.support.stack import Stack

LONG = "Wolfeschlegelsteinhausenbergerdorff Maximilianopolous von Schnitzenbaumer-Weißmüller"
CORRECT = {"de": "Berichtigen", "fr": "Corriger"}
LINES = """() => [...document.querySelectorAll(".v-table .v-acts")].map(acts => {
    const middles = [...acts.querySelectorAll("button, a, .v-who")].map(part => part.getBoundingClientRect())
        .map(box => (box.top + box.bottom) / 2).sort((a, b) => a - b);
    return middles.filter((middle, at) => !at || middle - middles[at - 1] > 8).length;
})"""
HIGH = """() => [...document.querySelectorAll('.v-table')]
    .map(row => Math.round(10 * row.getBoundingClientRect().height) / 10)"""
LABELS = """() => [...document.querySelectorAll("label:has(> [type=radio], > [type=checkbox])")].map(label => {
    const text = document.createRange();
    text.selectNodeContents([...label.childNodes].findLast(node => node.textContent.trim()));
    const mark = label.querySelector("input").getBoundingClientRect();
    const lines = [...text.getClientRects()].filter(line => line.width > 1);
    return [lines.length, lines.every(line => line.left >= mark.right)];
})"""


@pytest.fixture(scope="module")
def desk(stack: Stack) -> str:
    """The address of the desk of sixteen, one of them with a very long name, with a result at one of four tables."""
    made = stack.python(f"""
        from itertools import count
        from django.urls import reverse
        from tests.tournaments import make
        from tournaments.models import Player, User
        make._numbers = count(9961)  # names of their own in a database that all browser tests share
        made = make.tournament(16, name="Verbandsmeisterschaft", slug="long-words")
        Player.objects.filter(entries__tournament=made, entries__number=3).update(name={LONG!r})
        boss = User.objects.get(username="organiser")
        round_ = make.published(made, boss)
        make.results.enter(round_.tables.get(number=1).pk, by=boss, points=make.points("8", "4", "2", "0"))
        print(reverse("admin:tournaments_desk", args=[made.pk]))
    """)
    return made.strip().lstrip("/")


@pytest.mark.parametrize(("language", "letters"), [("de", "own"), ("fr", "own"), ("de", "the browser's")])
def test_what_is_done_with_a_table_takes_two_lines_at_most(
    stack: Stack, open_page: Open, desk: str, watch: Watch, language: str, letters: str
) -> None:
    """Whichever letters a page begins with it keeps: on a slow line, or a busy machine, those of the browser."""
    page = open_page(viewport={"width": 1280, "height": 800})
    if letters != "own":
        watch.allow(r"\.woff2")
        page.route("**/inter-latin*.woff2", lambda request: request.abort())
    sign_in(page, stack.username)
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto(desk)
    lines, high = page.evaluate(LINES), page.evaluate(HIGH)
    assert len(lines) == 4 and max(lines) <= 2, lines
    corrected = page.get_by_role("button", name=CORRECT[language])
    results = corrected.count()
    page.keyboard.type("8420\n")
    expect(corrected).to_have_count(results + 1)
    assert max(page.evaluate(LINES)) <= 2 and page.evaluate(HIGH) == high, "no row grows when a result is saved"


def test_forms_are_whole_on_a_phone_and_labels_stay_beside_their_marks(
    stack: Stack, open_page: Open, desk: str
) -> None:
    page = open_page(by=stack.username, viewport={"width": 375, "height": 760})
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.goto(f"{desk}penalties/")
    assert page.locator("option", has_text=LONG).count() == 1
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.goto(f"{desk}reports/")
    labels = page.evaluate(LABELS)
    assert max(lines for lines, _beside in labels) > 1 and all(beside for _lines, beside in labels), labels
