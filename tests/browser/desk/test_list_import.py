"""From a club's worst sheet to a published round, by mouse and keyboard: how many clicks and keys it takes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from datetime import date

from openpyxl import Workbook
from playwright.sync_api import Page, expect

from tests.browser.desk.test_typing_ahead import READING, book, evening, line, type_results
from tests.browser.test_evening import table
from tests.support.browser import sign_in
from tests.support.stack import Stack
from tests.support.waiting import later

MOST_CLICKS, MOST_KEYS = 20, 20
COUNTING = """
for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, () => sessionStorage.setItem(kind, Number(sessionStorage.getItem(kind) || 0) + 1), true);
"""
RATINGS = ["1850*", 1420, "-", "n.v.t.", "1600 (KNSB)", "ca. 1.500", 1733.0, None]


def worst_sheet() -> bytes:
    """Write a workbook of 23 players behind a hidden sheet: titles, blank columns, totals, notes, two namesakes."""
    book = Workbook()
    book.active.title = "_config"
    book.active["A1"] = "cfg"
    book.active.sheet_state = "hidden"
    book.create_sheet("Lees mij")["A1"] = "Zie het blad Leden"
    sheet = book.create_sheet("Leden")
    sheet["A1"] = "Schaakclub De Toren - ledenlijst seizoen 2026/27"
    sheet.merge_cells("A1:G1")
    sheet["A2"] = "bijgewerkt: 1 november 2026"
    sheet.append([])
    sheet.append(["Nr", "Naam", None, "Geb.datum", "Rating", "E-mail", "Opmerking"])
    for number in range(1, 24):
        name = "Jansen, Piet" if number in (7, 19) else f"Achternaam{number}, Speler{number} van"
        born = None if number in (7, 19) else date(1950 + number, 3, number)
        sheet.append([number, name, None, born, RATINGS[number % len(RATINGS)], f"speler{number}@club.example", None])
    sheet.append([None, "Totaal", None, "23 leden", "=AVERAGE(E5:E27)"])
    sheet.append([None, "* rating van vorig seizoen"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def taken(page: Page) -> tuple[int, int]:
    """Return how many clicks and keys it took, and count anew."""
    clicks, keys = page.evaluate("""["pointerdown", "keydown"].map(kind => {
        const count = Number(sessionStorage.getItem(kind));
        sessionStorage.setItem(kind, 0);
        return count;
    })""")
    return int(clicks), int(keys)


def test_23_players_of_the_worst_sheet_have_a_published_round(stack: Stack, open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(COUNTING)
    sign_in(page, stack.username)
    page.goto("admin/tournaments/tournament/add/")
    taken(page)
    page.get_by_label("Name", exact=False).first.click()
    page.keyboard.type("Toren")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Import players").first.click()
    chooser = page.get_by_label("List of players")
    chooser.set_input_files({"name": "leden.xlsx", "mimeType": "application/octet-stream", "buffer": worst_sheet()})
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("The list was read from the sheet “Leden”.")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Totaal").get_by_text("left out")).to_be_visible()
    page.get_by_role("button", name="Another person: number them").click()
    expect(page.get_by_role("row").filter(has_text="Piet Jansen (2)")).to_contain_text("new")
    page.get_by_role("button", name="Import the other 23 lines").click()
    expect(page.get_by_text("23 new")).to_be_visible()
    expect(page.get_by_text("This looks like a line of totals")).to_be_visible()
    page.get_by_role("link", name="Go to the desk").click()
    page.get_by_role("button", name="Pair round 1").click()
    publish = page.get_by_role("button", name="Publish round 1")
    publish.click()
    expect(page.get_by_role("heading", name="Round 1 of")).to_contain_text("published")
    # the file itself takes two clicks that a test cannot make: on the button and on its name
    clicks, keys = taken(page)
    assert clicks + 2 <= MOST_CLICKS and keys <= MOST_KEYS, f"{clicks} clicks, {keys} keys"
    names = stack.python("""
        from tournaments.models import Entry
        print("\\n".join(Entry.objects.filter(tournament__name="Toren").values_list("player__name", flat=True)))
    """).split("\n")
    assert {"Piet Jansen", "Piet Jansen (2)", "Speler1 van Achternaam1"} <= set(names) and "Totaal" not in names


def test_an_evening_takes_few_keys_and_clicks(stack: Stack, open_page: Callable[..., Page]) -> None:
    """A result in 5 keys, a correction in 8, a no-show in 4, and the next round in 2 clicks."""
    addresses = [evening(stack, "fours", 2), evening(stack, "twos", 2, seats=2)]
    page = open_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(COUNTING)
    sign_in(page, stack.username)
    page.goto(addresses[0])
    expect(line(page)).to_be_focused()
    taken(page)
    type_results(page, ["8420"])
    expect(table(page, 1)).to_have_class(re.compile("v-done"))
    assert taken(page) == (0, 5)
    type_results(page, ["1:4820"])
    expect(page.locator("[data-question]")).to_contain_text("Enter replaces it with 4820")
    answer_until_saved(page, stack, "fours", "4 8 2 0 after 1")
    clicks, keys = taken(page)
    assert clicks == 0 and keys <= 8, (clicks, keys)
    type_results(page, ["8420"])
    expect(table(page, 2)).to_have_class(re.compile("v-done"))
    taken(page)
    page.get_by_role("button", name="Close round 1").click()
    page.get_by_role("button", name="Pair round 2").click()
    expect(page.get_by_role("heading", name="Round 2 of")).to_be_visible()
    assert taken(page) == (2, 0)
    page.goto(addresses[1])
    expect(line(page)).to_be_focused()
    taken(page)
    type_results(page, ["1-"])
    answer_until_saved(page, stack, "twos", "1 -")
    clicks, keys = taken(page)
    assert clicks == 0 and keys <= 4, (clicks, keys)


def answer_until_saved(page: Page, stack: Stack, slug: str, stands: str) -> None:
    """Press Enter where the line asks whether it is meant, and see that it stands."""
    asked = page.locator("[data-question]:visible")
    expect(asked.or_(page.locator(".v-done[data-card=table-1]:not(:has([data-question]))")).first).to_be_visible()
    if asked.count():
        later(page, READING)
        page.keyboard.press("Enter")
    expect(asked).to_be_hidden()
    expect(page.locator("[data-typed] strong")).to_have_text("all saved")
    assert book(stack, slug)[1] == stands
