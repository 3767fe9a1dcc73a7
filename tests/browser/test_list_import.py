"""From a club's worst sheet to a published round, by mouse and keyboard: how many clicks and keys it takes."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from openpyxl import Workbook
from playwright.sync_api import expect

from tests.browser.test_evening import sign_in
from tests.support.stack import Stack

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_CLICKS_AND_KEYS = 30
COUNTING = """
for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, () => sessionStorage.setItem("acts", Number(sessionStorage.getItem("acts") || 0) + 1), true);
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


def test_23_players_of_the_worst_sheet_have_a_published_round(stack: Stack, open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(COUNTING)
    sign_in(page, stack.username, stack.password)
    page.goto("admin/tournaments/tournament/add/")
    page.evaluate("sessionStorage.setItem('acts', 0)")
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
    taken = int(page.evaluate("sessionStorage.getItem('acts')")) + 2
    assert taken < MOST_CLICKS_AND_KEYS, f"{taken} clicks and keys"
    names = stack.python("""
        from tournaments.models import Entry
        print("\\n".join(Entry.objects.filter(tournament__name="Toren").values_list("player__name", flat=True)))
    """).split("\n")
    assert {"Piet Jansen", "Piet Jansen (2)", "Speler1 van Achternaam1"} <= set(names) and "Totaal" not in names
