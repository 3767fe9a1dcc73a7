"""Brackets on screen and on paper: lines meet their boxes, names are whole, and a page holds what belongs together."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.support.browser import BY_COLOURS, Open, faults
from tests.support.stack import Stack

LONG = ["Elżbieta Wiśniewska-Brzęczyszczykiewicz", "Wolfeschlegelsteinhausenbergerdorff Maximilianopolous"]
CUPS = ["cup-of-fours", "two-lives", "large-fours"]
WORDY = "cup-of-long-names"
A4, A3 = (842, 595), (1191, 842)
# how far the ends of a column's lines are from the middle of the edge of a box, at most, in px
LOOSE = """() => Math.max(...[...document.querySelectorAll(".bracket")].flatMap(bracket => {
    const box = one => one.getBoundingClientRect();
    const boxes = li => li ? [...li.querySelectorAll(":scope > ol > li")].map(box) : [];
    const middle = box => (box.top + box.bottom) / 2;
    return [...bracket.querySelectorAll(":scope > li > .joins")].flatMap(lines => {
        const from = boxes(lines.parentElement), to = boxes(lines.parentElement.nextElementSibling);
        const at = lines.getBoundingClientRect();
        if (!at.width) return [];  // a folded round
        return [...lines.querySelectorAll("path")].flatMap(path => {
            const [, begin] = path.getAttribute("d").match(/^M0 ([\\d.]+)/);
            const end = path.getAttribute("d").match(/([\\d.]+)$/)[1];
            const off = share => one => Math.abs(middle(one) - at.top - at.height * share / 100);
            const near = (share, all) => Math.min(...all.map(off(share)));
            return [near(begin, from), ...(to.length ? [near(end, to)] : []), Math.abs(at.left - from[0].right)];
        });
    });
}))"""


@pytest.fixture(scope="module")
def cups(stack: Stack) -> None:
    """Sixteen at tables of four, sixteen with two lives, sixty-four at tables of four; the first round is played. And
    thirty-two with long names at tables of four, after two rounds."""
    stack.python(f"""
        from itertools import count
        from tests.tournaments import make
        from tests.tournaments.public.standings.test_bracket import CUP, HIGHER, play
        from tournaments.models import Player, User
        make._numbers = count(9601)  # names of their own in a database that all browser tests share
        boss = User.objects.filter(is_superuser=True).first()
        fours = {{"system": "knockout", "rounds_planned": 5, **HIGHER}}
        for slug, number, fields in (
            ({CUPS[0]!r}, 16, fours),
            ({CUPS[1]!r}, 16, CUP | {{"system": "double-elimination", "rounds_planned": 12}} | HIGHER),
            ({CUPS[2]!r}, 64, fours),
        ):
            made = make.tournament(number, name=slug, slug=slug, **fields)
            for place, name in enumerate({LONG!r}, 1):
                Player.objects.filter(entries__tournament=made, entries__number=place).update(name=name, club=slug)
            play(made, boss)
        wordy = make.tournament(32, name={WORDY!r}, slug={WORDY!r}, **fours)
        for place in range(1, 33):
            name = {LONG!r}[place % 2] + f" {{place}}"
            Player.objects.filter(entries__tournament=wordy, entries__number=place).update(name=name)
        play(wordy, boss)
        play(wordy, boss)
    """)


def pages(page: Page) -> list[tuple[tuple[int, int], str]]:
    """Print the page, and return the size and the text of each sheet."""
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    return [
        ((round(sheet.mediabox.width), round(sheet.mediabox.height)), sheet.extract_text()) for sheet in printed.pages
    ]


def bare(text: str) -> str:
    """A name that is broken over lines is whole all the same."""
    return re.sub(r"\s", "", text)


def test_lines_meet_their_boxes_on_every_screen_and_on_paper(open_page: Open, cups: None) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    troubles: dict[tuple[object, ...], object] = {}
    for slug in CUPS[:2]:
        page.goto(f"t/{slug}/bracket/")
        for width in (1280, 1920, 3840):
            page.set_viewport_size({"width": width, "height": 800})
            if width == 1280:
                troubles |= {(slug, "light", one["id"]): one for one in faults(page)}
                page.emulate_media(color_scheme="dark")
                troubles |= {(slug, "dark", one["id"]): one for one in faults(page, *BY_COLOURS)}
            if (far := page.evaluate(LOOSE)) > 2:
                troubles[slug, width] = far
        # as wide as an upright sheet, by which a browser asks which styles apply on paper
        page.set_viewport_size({"width": 710, "height": 800})
        page.emulate_media(media="print")
        if (far := page.evaluate(LOOSE)) > 2:
            troubles[slug, "paper"] = far
        page.emulate_media(media="screen")
    assert troubles == {}


def test_a_bracket_is_on_one_sheet_with_its_event(open_page: Open, cups: None) -> None:
    page = open_page(f"t/{CUPS[0]}/bracket/", viewport={"width": 1280, "height": 800})
    (size, drawn), (_size, standings) = pages(page)
    assert size == A4 and CUPS[0] in drawn and "Quarter-finals" in drawn and "Winner" in drawn
    assert all(bare(name) in bare(drawn) for name in LONG)
    assert "Standings" in standings and "Table" not in standings

    page.goto(f"t/{CUPS[1]}/bracket/")
    (size, drawn), (_size, standings) = pages(page)
    assert size == A3 and "Winners’ bracket" in drawn and "Losers’ bracket" in drawn
    assert drawn.count("Table 8") == 2 and all(bare(name) in bare(drawn) for name in LONG)
    assert "Standings" in standings


def test_eight_tables_of_four_with_long_names_are_whole_on_the_large_sheet(open_page: Open, cups: None) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    for where in ("bracket/", ""):
        page.goto(f"t/{WORDY}/{where}")
        sheets = pages(page)
        (size, drawn), *_others = sheets
        assert size == A3 and WORDY in drawn and "Winner" in drawn
        # the drawing names everybody who is in it, once a round
        assert drawn.count("Table ") == 8 + 4 + 2 + 1
        assert all(bare(drawn).count(bare(name)) >= 16 for name in LONG)
        assert all(len(text) > 100 for _size, text in sheets)
        assert all(text.count("Table ") == 0 for _size, text in sheets[1:])


def test_what_fits_no_sheet_is_printed_by_rounds_with_the_way_on_in_words(open_page: Open, cups: None) -> None:
    page = open_page(f"t/{CUPS[2]}/bracket/", viewport={"width": 1280, "height": 800})
    sheets = pages(page)
    assert {size for size, _text in sheets} == {A4} and "Round 1" in sheets[0][1]
    whole = [len(re.findall(r"Table \d+\n(?:.*\n){3,9}?Next: table", text)) for _size, text in sheets]
    assert sum(whole) == 16 + 8 + 4 + 2, "no table is torn in two"
    assert any("Final" in text and "Winner" in text for _size, text in sheets)


def test_a_crosstable_of_many_wastes_no_sheet(open_page: Open, stack: Stack) -> None:
    stack.python("from tests.tournaments.public.build import event; event('many-rounds', 250, rounds=7)")
    page = open_page("t/many-rounds/crosstable/", viewport={"width": 1280, "height": 800})
    sheets = pages(page)
    assert {size for size, _text in sheets} == {A4} and len(sheets) <= 9
    assert "Crosstable" in sheets[0][1] and all("R7" in text for _size, text in sheets)


# of each bracket: the columns that are in sight in part, and whether the round that is played is in sight
CUT = """() => [...document.querySelectorAll(".draw > .scroll")].map(scroll => {
    const frame = scroll.getBoundingClientRect();
    const columns = [...scroll.querySelectorAll(".bracket > li")].filter(li => li.offsetWidth);
    const part = box => Math.min(box.right, frame.right) - Math.max(box.left, frame.left);
    const shown = columns.map(li => [li, part(li.getBoundingClientRect()), li.offsetWidth]);
    return {
        cut: shown.filter(([, part, all]) => part > 4 && part < all - 1).map(([li]) => li.id),
        here: shown.some(([li, part]) => li.classList.contains("here") && part > 4),
    };
})"""


@pytest.fixture(scope="module")
def large(stack: Stack) -> None:
    """Thirty-two in a first and in a third round of five, and in a third with two lives."""
    stack.python(f"""
        from itertools import count
        from tests.tournaments import make
        from tests.tournaments.public.standings.test_bracket import CUP, HIGHER, play
        from tournaments.models import Player, User
        make._numbers = count(9701)
        boss = User.objects.filter(is_superuser=True).first()
        five = CUP | HIGHER | {{"rounds_planned": 5}}
        for slug, rounds, fields in (
            ("first-of-five", 1, five), ("third-of-five", 3, five),
            ("lives-of-32", 3, five | {{"system": "double-elimination", "rounds_planned": 12}}),
        ):
            made = make.tournament(32, name=slug, slug=slug, **fields)
            for place, name in enumerate({LONG!r}, 1):
                Player.objects.filter(entries__tournament=made, entries__number=place).update(name=name, club=slug)
            for number in range(rounds):
                play(made, boss, left_open=1 if number == rounds - 1 else 0)
    """)


def test_a_large_bracket_is_low_opens_at_its_round_and_cuts_no_column(open_page: Open, large: None) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    high = {}
    for slug in ("first-of-five", "third-of-five", "lives-of-32"):
        for width in (768, 1024, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(f"t/{slug}/bracket/")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (slug, width)
            for shown in page.evaluate(CUT):
                assert shown == {"cut": [], "here": True}, (slug, width)
            assert page.evaluate(LOOSE) <= 2 or width < 960, (slug, width)
            high[slug, width] = page.locator(".bracket").first.bounding_box()["height"]
    assert high["first-of-five", 1280] < 2000, "sixteen tables, with a name of 53 letters at one"
    assert high["third-of-five", 1280] < 900, "what is over is folded"


def test_what_is_folded_is_opened_by_the_keyboard_without_a_script(open_page: Open, large: None) -> None:
    page = open_page("t/third-of-five/bracket/", viewport={"width": 1280, "height": 800}, java_script_enabled=False)
    first = page.locator("#m1r1")
    expect(first).to_be_hidden()
    expect(page.locator("#m1r3")).to_be_visible()
    box = page.get_by_label("Earlier rounds")
    box.focus()
    page.keyboard.press("Space")
    expect(first).to_be_visible()
    expect(page.locator("#m1r2")).to_be_visible()
    for width, height in ((375, 700), (768, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(box).to_be_hidden()  # a phone goes to a round by its name
        expect(first).to_be_visible()


def test_on_the_narrowest_phone_no_word_of_a_language_sticks_out(open_page: Open, cups: None) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    for slug in CUPS[:2]:
        for language in ("de", "nl", "fr"):
            page.goto(f"t/{slug}/bracket/?lang={language}")
            assert page.evaluate("document.documentElement.lang") == language
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (slug, language)
            rule = page.locator(".draw .chip").first.bounding_box()
            assert rule is not None and rule["x"] + rule["width"] <= 320 - 12, (slug, language)
