"""The wall through a whole event, unattended: each state is right, every name is whole and nothing sticks out."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.browser import Open, drive_clock
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

BEGIN = """
    from tests.tournaments import make
    from tournaments.jobs.standings import compute_standings
    from tournaments.models import Player, Table, Tournament, User
    from tournaments.services.entries import check_in
    from tournaments.services.games import clock
    from tournaments.services.results import results
    boss = User.objects.filter(username="waller").first() or User.objects.create_superuser("waller", password="long 1")

    def event():
        return Tournament.objects.get(slug="whole")

    def enter(of, number):
        table = Table.objects.get(round__tournament=event(), round__number=of, number=number)
        ending = [None] * 4
        for place, seat in enumerate(table.seats.order_by("entry__number")):
            ending[seat.position - 1] = make.QC_END[place]
        results.enter(table.pk, by=boss, points=make.points(*ending))

    def said():
        compute_standings(event().pk)
        print(event().version)
"""
MAKE = """
    from itertools import count
    make._numbers = count(9201)  # names of their own in a database that all browser tests share
    made = make.tournament(
        16, name="Beker van Vlaanderen – Quatro Chess Rapid Championship 2026", slug="whole", system="knockout",
        rounds_planned=3, check_in=True, thanks="With thanks to the Stellenbosch bakery and the town library",
        pairing_options={"tie": "higher-seed"},
    )
    long = ["Wolfeschlegelsteinhausenbergerdorff Maximilianopolous", "Александр Константинопольский-Рождественский",
            "Elżbieta Wiśniewska-Brzęczyszczykiewicz", "Marijke van Oosterhout-Vermeulen", "W" * 90]
    for entry, name in zip(made.entries.select_related("player").order_by("number"), long):
        Player.objects.filter(pk=entry.player_id).update(name=name)
    for entry in made.entries.order_by("number")[:12]:
        check_in.check_in(made.pk, entry.pk, by=boss)
"""
# what happens, and then: the phase of the wall, what stands on it
STEPS = [
    (MAKE, "welcome", "12 of 16 here"),
    ("check_in.everybody_here(event().pk, by=boss); check_in.close(event().pk, {}, by=boss)", "welcome",
     "Welcome|here"),
    ("make.published(event(), boss)", "pairings", "Quarter-finals"),
    ("clock.set_up(event().pk, by=boss, kind='round', seconds=3000); clock.start(event().pk, by=boss)", "running",
     "Quarter-finals"),
    ("enter(1, 2)", "results", "1 of 4 results"),
    ("enter(1, 1); enter(1, 3)", "results", "3 of 4 results"),
    ("enter(1, 4)", "standings", "Standings after round 1"),
    ("make.published(event(), boss)", "pairings", "Semi-finals"),
    ("enter(2, 1)", "results", "1 of 2 results"),
    ("enter(2, 2)", "standings", "Standings after round 2"),
    ("make.published(event(), boss)", "pairings", "Final"),
    ("enter(3, 1)", "standings", "Standings after round 3"),
]  # fmt: skip
# screens as they hang in halls: full HD, 4K, an old projector, a tablet that stands upright
SCREENS = ((1920, 1080), (3840, 2160), (1280, 720), (1024, 768), (820, 900))
# a landing goes through the event on the usual one and on the narrowest, and shows each bracket on two, in turn
WHOLE = SCREENS if THOROUGH else (SCREENS[0], SCREENS[-1])
FAULTS = """() => {
    const out = [], root = document.documentElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) out.push("larger than the screen");
    if (document.querySelector("main").getBoundingClientRect().top < 0) out.push("the page is scrolled");
    const slides = [...document.querySelectorAll(".slide")], shown = slides.filter(s => s.classList.contains("on"));
    if (shown.length !== 1) out.push(`${shown.length} pages at once`);
    const foot = document.querySelector(".wall-foot").getBoundingClientRect();
    if (foot.bottom > innerHeight + 1) out.push("the foot is below the screen");
    for (const [at, slide] of slides.entries()) {
        for (const other of slides) other.classList.toggle("on", other === slide);
        const foot = document.querySelector(".wall-foot").getBoundingClientRect();  // beside a board, else below
        for (const e of slide.querySelectorAll("li, p, h2, h3, b, span:not(.v), img")) {
            const box = e.getBoundingClientRect();
            if (!box.width || e.closest(".v")) continue;
            const low = box.bottom > foot.top + 1 && box.right > foot.left || box.bottom > innerHeight;
            if (low || box.right > innerWidth + 1 || box.left < -1)
                out.push(`${at + 1} ${slide.className}: ${e.nodeName} ${box.bottom} of ${foot.top} ${e.textContent}`);
        }
        for (const e of [...slide.querySelectorAll("li > span:not(.v)"), document.querySelector("h1")])
            if (getComputedStyle(e).textOverflow === "ellipsis" || e.scrollWidth > e.clientWidth + 1 && e.clientWidth)
                out.push(`cut: ${e.textContent.slice(0, 40)}`);
        for (const e of slide.querySelectorAll("span:not(.v), bdi, b, small, .nr"))
            // of more than 76 letters is nobody's name
            if (!e.closest(".longest") && e.offsetWidth && e.textContent.trim()
                && parseFloat(getComputedStyle(e).fontSize) < 11.9)
                out.push(`tiny: ${getComputedStyle(e).fontSize} ${e.textContent}`);
        const named = ":is(.byname, .tables, .standings) li:not(.match *) > span:not(.v, .chip)";
        const names = [...document.querySelectorAll(named)].filter(e => slide.contains(e));
        const sizes = new Set(names.map(e => getComputedStyle(e).fontSize));
        if (sizes.size > 3) out.push(`${sizes.size} sizes of names: ${[...sizes]}`);
        if (innerHeight >= 1080 && slide.matches(".knockout"))
            for (const e of slide.querySelectorAll("span:not(.v, .longest), em, small, b"))
                if (!e.closest(".longest") && e.offsetWidth && parseFloat(getComputedStyle(e).fontSize) < 18)
                    out.push(`small: ${getComputedStyle(e).fontSize} ${e.textContent}`);
        const lines = [...slide.querySelectorAll(":scope > :is(ul, ol):not(.bracket) > li")];
        for (const line of lines) for (const part of line.querySelectorAll("span:not(.v)"))
            if (part.getBoundingClientRect().height > line.getBoundingClientRect().height + 1)
                out.push(`higher than its line: ${part.textContent.slice(0, 40)}`);
    }
    for (const slide of slides) slide.classList.toggle("on", slide === shown[0]);
    return out.slice(0, 6).map(line => line.replace(/\\s+/g, " ").slice(0, 120));
}"""


def test_the_wall_goes_through_a_whole_event_by_itself_on_all_kinds_of_screens(open_page: Open, stack: Stack) -> None:
    walls = [open_page(viewport={"width": width, "height": height}) for width, height in WHOLE]
    kinds: set[str] = set()
    for number, (code, phase, words) in enumerate(STEPS):
        body = "\n    ".join(code.split("; ")) if "\n" not in code else code
        version = int(stack.python(f"{BEGIN}\n    {body.strip()}\n    said()\n"))
        for wall in walls:
            if number == 0:
                wall.goto("t/whole/board/")
            wall.wait_for_function(
                "v => Number(document.querySelector('[data-board]').dataset.version) >= v", arg=version
            )
            expect(wall.locator("[data-board]")).to_have_class(re.compile(rf"\bwall-{phase}\b"))
            expect(wall.locator("h1")).to_contain_text(re.compile(words))
            assert wall.evaluate(FAULTS) == [], (number, phase, wall.viewport_size)
            kinds |= set(wall.evaluate("[...document.querySelectorAll('.slide')].map(s => s.classList[1])"))
            expect(wall.locator(".wall-thanks")).to_be_visible()
    assert kinds >= {"byname", "tables", "standings", "knockout"}
    # the winner of the cup is on the screen at the end, and nothing was loaded anew by hand
    expect(walls[0].locator(".cup")).to_contain_text("Wolfeschlegelsteinhausenbergerdorff")


LONG_BRACKET = """
    from itertools import count
    make._numbers = count(9301)
    made = make.duel(
        16, name="Double elimination with long names", slug="long-bracket", system="double-elimination",
        rounds_planned=9, pairing_options={"tie": "higher-seed"},
    )
    long = ["Wolfeschlegelsteinhausenbergerdorff Maximilianopolous", "Александр Константинопольский-Рождественский",
            "Elżbieta Wiśniewska-Brzęczyszczykiewicz", "Marijke van Oosterhout-Vermeulen", "W" * 90,
            "Παπαδοπούλου Αικατερίνη-Μαρία", "François de La Rochefoucauld-Montbel", "Nomvula van der Westhuizen"]
    for at, entry in enumerate(made.entries.select_related("player").order_by("number")):
        Player.objects.filter(pk=entry.player_id).update(
            name=f"{long[at % 8]}{'' if at < 8 else ' II'}"[:100], club="Bracket"
        )
    for number in range(1, 6):
        make.play(make.published(made, boss), boss, ("1", "0"))
    compute_standings(made.pk)
"""


def test_a_bracket_with_long_names_stays_above_the_foot(open_page: Open, stack: Stack) -> None:
    stack.python(f"{BEGIN}\n{LONG_BRACKET}")
    wall = open_page()
    for width, height in SCREENS:
        wall.set_viewport_size({"width": width, "height": height})
        wall.goto("t/long-bracket/board/")
        expect(wall.locator(".slide.knockout").first).to_be_attached()
        assert wall.evaluate(FAULTS) == [], (width, height)


LARGE_BRACKETS = """
    from itertools import count
    from tests.tournaments.public.standings.test_bracket import CUP, HIGHER, play
    make._numbers = count(9501)
    two, fours = CUP | HIGHER, {"system": "knockout", **HIGHER}
    lives = two | {"system": "double-elimination", "rounds_planned": 12}
    long = ["Wolfeschlegelsteinhausenbergerdorff Maximilianopolous",
            "Maria de los Ángeles Fernández de Córdoba y Álvarez"]
    for slug, people, fields, rounds, named in (
        ("large-two", 32, two | {"rounds_planned": 5}, 1, ()),
        ("large-two-long", 32, two | {"rounds_planned": 5}, 1, long),
        ("large-second", 32, two | {"rounds_planned": 5}, 2, long[:1]), ("large-fours", 32, fours, 1, long),
        ("large-lives", 32, lives, 3, long),
    ):
        made = make.tournament(people, name=slug, slug=slug, **fields)
        for entry, name in zip(made.entries.order_by("number"), named):
            Player.objects.filter(pk=entry.player_id).update(name=name, club=slug)
        for number in range(rounds):
            play(made, boss, left_open=2 if number == rounds - 1 else 0)
"""
# the tables of the round that is played, as the pages of the wall have them
ON_PAGES = """() => [...document.querySelectorAll(".knockout .here > ol > li")].map(li => li.id.match(/t(\\d+)$/)[1])"""


def test_a_large_bracket_shows_the_round_that_is_played_in_pages_that_fit(open_page: Open, stack: Stack) -> None:
    stack.python(f"{BEGIN}\n{LARGE_BRACKETS}")
    tables = {"large-two": 16, "large-two-long": 16, "large-second": 8, "large-fours": 8}
    troubles: dict[tuple[object, ...], object] = {}
    wall = open_page()
    for at, slug in enumerate((*tables, "large-lives")):
        for size in SCREENS if THOROUGH else (SCREENS[at], SCREENS[at - 3]):
            wall.set_viewport_size({"width": size[0], "height": size[1]})
            wall.goto(f"t/{slug}/board/")
            expect(wall.locator(".slide.knockout").first).to_be_attached()
            if found := wall.evaluate(FAULTS):
                troubles[slug, size] = found
            if slug in tables:
                shown = sorted(map(int, wall.evaluate(ON_PAGES)))
                assert shown == [*range(1, tables[slug] + 1)], (slug, size)
    assert troubles == {}


LIVE = """
    from itertools import count
    from tournaments.services.games import live_games
    make._numbers = count(9401)
    made = make.tournament(
        4, name="A live board with long names", slug="long-game", thanks="With thanks to the bakery and the library"
    )
    long = ["Wolfeschlegelsteinhausenbergerdorff Maximilianopolous", "Александр Константинопольский-Рождественский",
            "Maria de los Ángeles Fernández de Córdoba y Álvarez", "Elżbieta Wiśniewska-Brzęczyszczykiewicz"]
    for entry, name in zip(made.entries.select_related("player").order_by("number"), long):
        Player.objects.filter(pk=entry.player_id).update(name=name, club="Live board")
    round_ = make.published(made, boss)
    live_games.begin(Table.objects.get(round=round_).pk, by=boss)
    clock.set_up(made.pk, by=boss, kind="round", seconds=3000)
    clock.start(made.pk, by=boss)
    compute_standings(made.pk)
"""


def test_a_live_board_with_long_names_stays_above_the_foot(open_page: Open, stack: Stack) -> None:
    stack.python(f"{BEGIN}\n{LIVE}")
    wall = open_page()
    for width, height in SCREENS:
        wall.set_viewport_size({"width": width, "height": height})
        wall.goto("t/long-game/board/")
        expect(wall.locator(".slide.game")).to_be_attached()
        assert wall.evaluate(FAULTS) == [], (width, height)


SHOWN = """() => [...document.querySelectorAll(".slide")].findIndex(slide => slide.matches(".on"))"""


def test_open_screens_follow_the_desk(open_page: Open, stack: Stack) -> None:
    made = stack.python("""
        from tests.tournaments.public.build import event
        print(event("steered", 60, rounds=1, missing=2).pk)
    """)
    desk = open_page(
        f"admin/tournaments/tournament/{made.strip()}/desk/wall/",
        by="organiser",
        viewport={"width": 375, "height": 760},
    )
    walls = [open_page(viewport={"width": 1920, "height": 1080}) for _screen in range(2)]
    for wall, where in zip(
        walls, ("t/steered/board/?show=standings", "t/steered/board/?show=standings&part=1&of=2"), strict=True
    ):
        wall.goto(where)
        expect(wall.locator("[data-sign]")).to_have_attribute("data-state", "live")
    pages = [wall.locator(".slide").count() for wall in walls]
    assert pages[0] > 4 > 2 < pages[1]
    desk.get_by_role("button", name="Hold this page").click()
    expect(desk.get_by_role("status").filter(has_text="All screens stay at their page.")).to_be_visible()
    for wall in walls:
        expect(wall.locator("[data-board]")).to_have_attribute("data-held", re.compile(r"\d+"))
    held = int(walls[0].locator("[data-board]").get_attribute("data-held") or 0)
    desk.get_by_role("button", name="Next page").click()
    for wall, slides in zip(walls, pages, strict=True):
        expect(wall.locator("[data-board]")).to_have_attribute("data-held", str(held + 1))
        expect(wall.locator("[data-page]")).to_have_text(f"{(held + 1) % slides + 1} / {slides}")
        drive_clock(wall)
        wall.evaluate("document.dispatchEvent(new CustomEvent('viertal:updated'))")
        wall.clock.run_for(60_000)
        assert wall.evaluate(SHOWN) == (held + 1) % slides, "it stays"
    desk.get_by_label("Clock").check()
    desk.get_by_role("button", name="Show these").click()
    for wall in walls:
        expect(wall.locator("[data-board]")).not_to_have_attribute("data-held", re.compile("."))
        expect(wall.locator("[data-board]")).to_have_class(re.compile("wall-standings"))  # as its address asks
    free = open_page("t/steered/board/", viewport={"width": 1920, "height": 1080})
    expect(free.locator("[data-board]")).to_have_class(re.compile("wall-clock"))
    desk.get_by_label("Standings").check()
    desk.get_by_role("button", name="Show these").click()
    expect(free.locator("[data-board]")).to_have_class(re.compile("wall-standings"))
    assert free.evaluate(FAULTS) == []
    assert desk.evaluate("document.documentElement.scrollWidth") == 375
