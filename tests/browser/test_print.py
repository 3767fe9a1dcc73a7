"""Public pages on paper, as a browser prints them: no empty sheet, nothing over anything else, every name whole."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page
from pypdf import PageObject, PdfReader

from tests.support.browser import Open
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

LONG = [
    "Wolfeschlegelsteinhausenbergerdorff Maximilianopolous",
    "Elżbieta Wiśniewska-Brzęczyszczykiewicz",
    "Maria de los Ángeles Fernández de Córdoba y Álvarez",
    "Hans-Joachim Freiherr von Schnitzenbaumer-Weißmüller",
]
NAMES = [*LONG, *(f"Speler Nummer{number}" for number in range(5, 41))]
LISTS = ["rounds/4/", "rounds/4/?by=name", "standings/", "crosstable/", "crosstable/square/", "schedule/"]
"""Where everybody of the event is named."""
PAGES = [
    "", "tournaments/", "calendar/", "seasons/", "hall/", "help/", "help/paper/", "rules/quatro-chess/",
    "rules/kwartet/",
    *(f"t/paper/{where}" for where in (
        "", *LISTS, "standings/after/2/", "standings/why/1/", "standings/why/1/2/", "standings/player/1/", "movement/",
        "movement/top/16/", "players/1/", "mine/1/", "find/", "about/", "games/", "games/figures/",
        "rounds/4/tables/10/", "schedule/3/",
    )),
    "t/paper-over/", "t/paper-over/rounds/1/", "t/paper-over/movement/", "t/paper-over/schedule/", "t/paper-soon/",
    "t/paper-soon/schedule/", "t/paper-duels/teams/", "t/paper-duels/rounds/1/", "t/paper-duels/standings/",
    "t/paper-scores/rounds/1/", "t/paper-scores/standings/",
]  # fmt: skip


@pytest.fixture(scope="module")
def pages(stack: Stack) -> list[str]:
    """The public pages of an event of forty with a game that is being entered, of one that is over, of one to come, of
    teams and of scores; and the page of a person."""
    person = stack.python(f"""
        from itertools import count
        from tests.games.core.test_declared import RIICHI
        from tests.tournaments import make
        from tests.tournaments.public.build import event
        from tests.tournaments.public.full import GOLDEN, PLIES
        from tests.tournaments.public.standings.test_matches import first_wins, league
        from tournaments.jobs.standings import compute_standings
        from tournaments.models import LiveGame, LivePly, PersonPage, Table, User
        from tournaments.services.results import results
        import json
        make._numbers = count(7701)  # names of their own in a database that all browser tests share
        boss = User.objects.get(username="organiser")
        record = json.loads(GOLDEN.read_text("utf-8"))["record"]
        paper = event(
            "paper", {NAMES!r}, rounds=4, missing=4, venue="Leiden", schedule="19:30 Round 1",
            options=record["options"],
        )
        table = Table.objects.filter(round__tournament=paper, round__number=4).order_by("-number")[0]
        game = LiveGame.objects.create(table=table, setup=record["setup"])
        LivePly.objects.bulk_create(
            LivePly(game=game, number=number, text=text) for number, text in enumerate(record["moves"][:PLIES], 1)
        )
        over = event("paper-over", {NAMES[:24]!r}, rounds=3, state="finished", venue="Goes")
        for entry in over.entries.all():
            PersonPage.objects.create(player_id=entry.player_id)
        event("paper-soon", {NAMES!r}, rounds=0, state="planned")
        duels = league(slug="paper-duels")
        first_wins(make.published(duels, boss).tables.order_by("number")[0], boss)
        compute_standings(duels.pk)
        scores = make.tournament(
            12, slug="paper-scores", game="declared", rounds_planned=3, options={{"declaration": RIICHI}}
        )
        for table in make.published(scores, boss).tables.all():
            results.enter(table.pk, by=boss, points=make.points("62300", "28100", "19600", "-10000"))
        compute_standings(scores.pk)
        print(over.entries.get(number=1).player_id)
    """)
    return [*PAGES, f"people/{person}/"]


Word = tuple[str, float, float, float]


def words(sheet: PageObject) -> list[Word]:
    """Return the words of a sheet, each with the left end of its line of writing and its size, in pt."""
    found: list[Word] = []

    def see(text: str, page: Any, line: Any, _font: Any, size: float) -> None:
        if text.strip():
            left = line[4] * page[0] + line[5] * page[2] + page[4]
            foot = line[4] * page[1] + line[5] * page[3] + page[5]
            found.append((text.strip(), left, foot, abs(size * line[3] * page[3])))

    sheet.extract_text(visitor_text=see)
    return found


def laid_over(found: list[Word]) -> Iterator[tuple[str, str]]:
    """Yield words that lie over each other, each taken as narrow as its letters can be."""
    upwards = sorted(found, key=lambda word: word[2])
    for at, (one, left, foot, size) in enumerate(upwards):
        for other, left_too, foot_too, size_too in upwards[at + 1 :]:
            if foot_too > foot + 0.7 * size:
                break  # it and all others stand higher than this one reaches
            high = min(foot + 0.7 * size, foot_too + 0.7 * size_too) - foot_too
            wide = min(left + 0.35 * size * len(one), left_too + 0.35 * size_too * len(other)) - max(left, left_too)
            # on one line narrow letters are mistaken for wide ones; there, two words begin at one place (players of
            # one rank share a knot of their lines, with the same number)
            one_line = abs(foot - foot_too) < 0.05 * size
            at_once = abs(left - left_too) < 0.1 * size and one != other
            if at_once if one_line else high > 0.3 * min(size, size_too) and wide > 1:
                yield one, other


def printed(page: Page, size: str) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(page.pdf(format=size, prefer_css_page_size=True))).pages)


def trouble(sheet: PageObject, found: list[Word]) -> object:
    """Return what is wrong with a sheet of these words."""
    if len("".join(word for word, *_place in found)) < 16:
        return f"an empty sheet: {found}"
    return list(laid_over(found)) or [word for word, left, *_rest in found if not 15 < left < sheet.mediabox.width - 15]


def test_every_page_prints_without_empty_sheets_and_nothing_lies_over_anything_and_names_are_whole(
    open_page: Open, pages: list[str]
) -> None:
    """All on A4, where forty players fit a sheet by table, by name and round by round, and their movement fits two;
    each third on letter, too, in the thorough run each."""
    page = open_page(viewport={"width": 1280, "height": 800})
    troubles: dict[tuple[object, ...], object] = {}
    sheets = {}
    for at, where in enumerate(pages):
        answer = page.goto(where)
        assert answer is not None and answer.status == 200, where
        if page.locator("#replay[data-film]").count():
            page.locator("html.filmed").wait_for()
        for size in ("A4", "Letter") if THOROUGH or at % 3 == 0 else ("A4",):
            papers = [(sheet, words(sheet)) for sheet in printed(page, size)]
            for number, (sheet, found) in enumerate(papers, 1):
                if wrong := trouble(sheet, found):
                    troubles[where, size, number] = wrong
            if size == "A4":
                sheets[where] = papers
    for where in LISTS:
        found = [word for _sheet, words_of in sheets[f"t/paper/{where}"] for word, *_place in words_of]
        text = re.sub(r"\s", "", "".join(found))
        if missing := [name for name in NAMES if name.replace(" ", "") not in text]:
            troubles[where, "not whole"] = missing
        # nor is a short one broken within a word
        if found.count("Speler") < 36:
            troubles[where, "broken"] = found
    few = ("rounds/4/", "rounds/4/?by=name", "crosstable/", "movement/")
    assert [len(sheets[f"t/paper/{where}"]) for where in few] == [1, 1, 1, 2]
    assert troubles == {}


# how far the head of each round begins from the cell below it, in px
HEADS_OFF = """() => {
    const left = cell => {
        const inside = new Range();
        inside.selectNodeContents(cell);
        return inside.getBoundingClientRect().left;
    };
    const below = document.querySelector(".cross.rounds tbody tr").cells;
    return [...document.querySelectorAll(".cross.rounds thead th:nth-child(n+4)")].map(
        head => Math.abs(left(head) - left(below[head.cellIndex])));
}"""


def test_a_crosstable_of_few_is_written_large_and_its_heads_stand_over_their_cells(
    open_page: Open, pages: list[str]
) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    for slug, least in (("paper-over", 9), ("paper", 6.5)):
        page.goto(f"t/{slug}/crosstable/")
        page.emulate_media(media="print")
        apart = page.evaluate(HEADS_OFF)
        assert apart and max(apart) < 2, apart
        (sheet,) = printed(page, "A4")
        found = words(sheet)
        assert min(size for *_place, size in found) > 5.9, found
        sizes = [size for word, *_place, size in found if word.startswith(("Speler", "Nummer"))]
        assert sizes and min(sizes) > least - 0.1, sizes


def test_a_tables_number_stands_beside_its_seat_also_where_its_game_can_be_watched(
    open_page: Open, pages: list[str]
) -> None:
    page = open_page("t/paper/rounds/4/?by=name", viewport={"width": 1280, "height": 800})
    assert page.locator(".names a.game").count() == 4
    apart = page.evaluate("""() => [...document.querySelectorAll(".names li")].map(line => {
        const [number, seat] = ["b", "i"].map(sign => line.querySelector(sign).getBoundingClientRect());
        return seat.left - number.right;
    })""")
    assert len(apart) == 40 and max(apart) < 12, apart
