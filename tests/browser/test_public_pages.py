"""Public pages beside what is drawn for them: search, first page, a round and a wall with scores, panels; nobody kept
out of what opens on them."""

from __future__ import annotations

import pytest
from django.conf import settings

from tests.browser.test_everyone import SCHEMES, serious
from tests.support.browser import Open
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

LONG = ["Marijke van den Oosterhout-Vermeulen", "Wolfeschlegelsteinhausenbergerdorf Max"]
EXTREME = ["Maria de los Ángeles Fernández de Córdoba y Álvarez de la Torre", "W" * 90]


@pytest.fixture(scope="module")
def made(stack: Stack) -> int:
    """An evening of riichi with scores, one round over and one under way; teams; players of one name to search for; a
    finished event whose players have pages: that of its last player is returned."""
    printed = stack.python(f"""
        from itertools import count
        from tests.games.core.test_declared import RIICHI
        from tests.tournaments import make
        from tests.tournaments.public.build import event
        from tests.tournaments.public.standings.test_matches import first_wins, league
        from tournaments.jobs.standings import compute_standings
        from tournaments.models import PersonPage, Player, User
        from tournaments.services.results import results
        make._numbers = count(8801)  # names of their own in a database that all browser tests share
        boss = User.objects.get(username="organiser")
        evening = make.tournament(
            12, name="Riichi evening", slug="scores", game="declared", rounds_planned=3,
            options={{"declaration": RIICHI}},
        )
        names = ["François van den Berg", "Gerrit Åkesson-Müller", "Bert Weiß", *{LONG!r}, *{EXTREME!r}]
        for entry, name in zip(evening.entries.order_by("number"), names):
            Player.objects.filter(pk=entry.player_id).update(name=name)
        for number in range(2):
            round_ = make.published(evening, boss)
            for table in list(round_.tables.order_by("number"))[number:]:
                results.enter(table.pk, by=boss, points=make.points("62300", "28100", "19600", "-10000"))
            compute_standings(evening.pk)
        teams = league(slug="matches-open")
        round_ = make.published(teams, boss)
        first_wins(round_.tables.order_by("number")[0], boss)
        compute_standings(teams.pk)
        over = event(
            "found", [f"Quirijn Zoeker {{letter}}" for letter in "ABCDEFGH"], rounds=2, state="finished", venue="Goes",
        )
        event("found-too", ["Anna", "Bert", "Carl", "Dora"], rounds=1, state="finished", name="Zoeker cup")
        for entry in over.entries.all():
            PersonPage.objects.create(player_id=entry.player_id)
        print(entry.player_id)
    """)
    return int(printed)


BOXES = """() => [...document.querySelectorAll(".hits .lines > li")].map(line => {
    const box = line.getBoundingClientRect();
    return [box.left, box.right, box.width].map(Math.round);
})"""


def test_what_a_search_found_of_one_kind_fills_a_wide_screen(open_page: Open, made: int) -> None:
    page = open_page(viewport={"width": 1920, "height": 1080})
    for width, columns in ((1920, 3), (1280, 2), (375, 1)):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("tournaments/?q=quirijn")
        boxes = page.evaluate(BOXES)
        assert len(boxes) == 8 and len({left for left, _right, _wide in boxes}) == columns, width
        assert max(right for _left, right, _wide in boxes) > width - 61, width
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("tournaments/?q=zoeker")
    people, tournaments = (page.locator(f"#{part}").bounding_box() for part in ("people", "list"))
    assert people["x"] + people["width"] < tournaments["x"], "players and tournaments stand side by side"
    assert tournaments["width"] > 1.5 * people["width"], "and tournaments have most of the room"


FRONT = """() => {
    const box = document.querySelector("#q"), brush = document.createElement("canvas").getContext("2d");
    const hint = getComputedStyle(box, "::placeholder"), own = getComputedStyle(box);
    brush.font = `${hint.fontWeight} ${hint.fontSize} ${own.fontFamily}`;
    const room = box.clientWidth - parseFloat(own.paddingLeft) - parseFloat(own.paddingRight);
    return [document.querySelector("#running").getBoundingClientRect().top,
        room - brush.measureText(box.placeholder).width];
}"""


def test_a_phone_sees_what_runs_in_its_upper_quarter_and_the_whole_hint(open_page: Open, made: int) -> None:
    page = open_page()
    for language, _name in settings.LANGUAGES:
        page.set_viewport_size({"width": 375, "height": 800})
        page.goto(f"?lang={language}")
        top, spare = page.evaluate(FRONT)
        assert top < 200 and spare >= 0, language
        page.set_viewport_size({"width": 320, "height": 700})
        top, spare = page.evaluate(FRONT)
        assert top < 240 and spare >= 0, language
        assert page.locator(".search button").first.bounding_box()["width"] >= 44, language


CELLS = """() => [...document.querySelectorAll(".pairings td:has(> .sc)")].map(cell => {
    const at = part => cell.querySelector(`:scope > ${part}`).getBoundingClientRect();
    const name = at("a"), [score, points] = [at(".sc"), at("b")], card = cell.closest("tr").getBoundingClientRect();
    return {
        name: cell.querySelector("a").textContent, height: cell.getBoundingClientRect().height,
        beside: name.right <= Math.min(score.left, points.left) + 1,
        inside: Math.max(score.right, points.right) <= card.right && points.bottom <= score.top + 1,
    };
})"""


def test_a_line_of_a_round_with_scores_is_as_high_as_two_lines_of_text(open_page: Open, made: int) -> None:
    page = open_page("t/scores/rounds/1/", viewport={"width": 375, "height": 800})
    for width in (320, 375, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        cells = page.evaluate(CELLS)
        assert len(cells) == 12 and all(cell["beside"] and cell["inside"] for cell in cells), (width, cells)
        short = [cell["height"] for cell in cells if len(cell["name"]) < 22]
        # two lines of 24 px and what stands round them
        assert len(short) >= 8 and (width != 375 or max(short) <= 60), (width, short)


WALL = """() => {
    const out = [], slides = [...document.querySelectorAll(".slide")];
    for (const slide of slides) {
        for (const other of slides) other.classList.toggle("on", other === slide);
        for (const line of slide.querySelectorAll(".tables ul > li, .tables > ol ul > li")) {
            const name = line.querySelector("span:not(.v)"), score = line.querySelector(".sc");
            const own = line.getBoundingClientRect(), box = name.getBoundingClientRect();
            if (box.top < own.top - 1 || box.bottom > own.bottom + 1 || name.scrollWidth > name.clientWidth + 1)
                out.push(`higher or wider than its line: ${name.textContent}`);
            if (score && box.right > score.getBoundingClientRect().left + 1) out.push(`over: ${name.textContent}`);
            if (score && parseFloat(getComputedStyle(score).fontSize) < innerHeight / 45) out.push("small score");
        }
    }
    return [document.querySelectorAll(".tables .sc").length, out];
}"""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_names_on_a_wall_with_scores_are_whole_and_beside_them(
    open_page: Open, made: int, size: tuple[int, int]
) -> None:
    page = open_page("t/scores/board/", viewport={"width": size[0], "height": size[1]})
    scores, faults = page.evaluate(WALL)
    assert scores == 8 and faults == []


ONE_LINE = """() => [...document.querySelectorAll(".got-points, .panel .seats b, .panel .sc, .seatbar b")]
    .filter(figure => figure.getClientRects().length)
    .map(figure => {
        const words = document.createRange();
        words.selectNodeContents(figure);
        const own = figure.closest(".panel").getBoundingClientRect(), box = words.getBoundingClientRect();
        return [figure.textContent, box.height < 30 && box.right <= own.right && box.left >= own.left];
    })"""


def test_a_number_with_a_sign_stays_in_one_line_of_a_panel(open_page: Open, made: int) -> None:
    page = open_page(viewport={"width": 375, "height": 800})
    for number in (1, 4, 7, 12):
        page.goto(f"t/scores/standings/player/{number}/")
        for width in (320, 375, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            figures = page.evaluate(ONE_LINE)
            assert len(figures) > 4 and all(whole for _text, whole in figures), (width, figures)


COVERED = """() => {
    const panel = document.querySelector(".panel"), notes = document.querySelector(".notes");
    // whatever stands there, at the same place, as signs and links with a large target do
    notes.style.cssText = "position: relative; margin-top: -12rem";
    const own = panel.getBoundingClientRect(), below = notes.getBoundingClientRect();
    const at = [own.left + own.width / 2, (Math.max(below.top, own.top) + Math.min(below.bottom, own.bottom)) / 2];
    const top = document.elementFromPoint(...at);
    return [below.top < at[1] && at[1] < own.bottom, Boolean(top && top.closest(".panel")),
        getComputedStyle(panel).backgroundColor];
}"""


def test_nothing_shows_through_a_panel_beside_the_standings(open_page: Open, made: int) -> None:
    page = open_page("t/scores/standings/player/4/", viewport={"width": 1280, "height": 1400})
    over, whole, ground = page.evaluate(COVERED)
    assert over, "the notes lie under the panel"
    assert whole and ground not in ("transparent", "rgba(0, 0, 0, 0)")


def test_nobody_is_kept_out_of_what_opens_on_a_page(open_page: Open, made: int) -> None:
    """The chart of ranks with its table, an opened match, an open panel, what a search found, a person: by day and
    night, wide and on a phone."""
    page = open_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    troubles = {}
    for where, opened in (
        ("t/found/movement/", "svg.bump"),
        ("t/matches-open/", ".mcard[open]"),
        ("t/scores/standings/player/4/", ".panel"),
        ("t/scores/rounds/1/", ".sc"),
        ("tournaments/?q=zoeker", ".others + section"),
        ("tournaments/?q=zzzz", ".empty"),
        (f"people/{made}/", ".person"),
    ):
        for width in (1280, 375):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(where)
            for card in page.locator("details.mcard:not([open]) > summary").all():
                card.click()
            assert page.locator(opened).count(), where
            # a landing: wide by day, a phone by night
            for scheme, rules in SCHEMES if THOROUGH else ((SCHEMES[0] if width == 1280 else ("dark", ())),):
                page.emulate_media(color_scheme=scheme)
                if found := serious(page, *rules):
                    troubles[where, width, scheme] = found
    assert troubles == {}
