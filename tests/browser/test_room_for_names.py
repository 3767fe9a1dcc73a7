"""Room for names: in an event's bar, round a table, at the end of a line, in a team's rounds and a round's list."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.support.browser import Open
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

LONG = [
    "Wolfeschlegelsteinhausenbergerdorff Maximilianopolous",
    "Александр Константинопольский-Рождественский",
    "Παπαδοπούλου Αικατερίνη-Μαρία Καραγιαννοπούλου",
    "Maria de los Ángeles Fernández de Córdoba y Álvarez",
]
WORDY = [
    "Elżbieta Wiśniewska-Brzęczyszczykiewicz",
    "Александр Константинопольский",
    "Αικατερίνη Παπαδοπούλου",
    "Hans-Joachim Freiherr von Schnitzenbaumer",
]
TEAMS = ["Schachgemeinschaft Oberpfalz-Nord Weiden", "Κωνσταντινούπολη", "Ga"]
LABELS = """() => [...document.querySelectorAll("small.team")].filter(label => {
    const box = label.getBoundingClientRect(), card = label.closest("li, td, .card").parentElement;
    return !box.width || box.right > innerWidth + .5 || box.left < -.5
        || label.scrollWidth > label.clientWidth + 1 || !card;
}).map(label => label.textContent)"""
TORN = """where => [...document.querySelectorAll(where)].flatMap(link => {
    const text = link.firstChild, range = document.createRange(), torn = [];
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) torn.push(word[0]);
    }
    return torn;
})"""
BAR = """() => {
    const box = where => document.querySelector(where).getBoundingClientRect();
    const title = box(".title"), tabs = box(".tabs"), signs = box(".signs");
    const link = document.querySelector(".title a");
    const cut = link.scrollWidth - link.clientWidth;
    const last = [...document.querySelectorAll(".tabs li")].filter(li => li.getClientRects().length).at(-1);
    return [tabs.left - title.right, signs.left - last.getBoundingClientRect().right, cut > 1 ? title.width : 999,
        tabs.height];
}"""
NAMES = """() => {
    const box = document.querySelector(".bump").getBoundingClientRect();
    const names = [...document.querySelectorAll(".bump .name")];
    const high = names.map(name => name.getBoundingClientRect()).sort((a, b) => a.top - b.top);
    return {
        over: names.filter(name => name.getBoundingClientRect().right > box.right + .5).map(n => n.textContent),
        on: high.filter((one, at) => at && one.top < high[at - 1].bottom - 5).length,
        said: names.map(name => name.textContent.replace(/\\s/g, "")),
    };
}"""
SIGNS = """() => [...document.querySelectorAll(".tcard")].map(card => {
    const box = at => at.getBoundingClientRect();
    const middle = at => [box(at).left + box(at).width / 2, box(at).top + box(at).height / 2];
    return [card.querySelector(".sq"), ...card.querySelectorAll(".around > li > i")].map(middle);
})"""


@pytest.fixture(scope="module", autouse=True)
def events(stack: Stack) -> str:
    """An event with all that widens a bar, one at tables of five, one with long names; the key of a team."""
    return stack.python(f"""
        from tests.tournaments import make
        from tests.tournaments.public.build import event, names
        from tests.tournaments.public.full import full
        from itertools import count
        from tournaments.models import Entry, Player, Round, Seat, Table, Tournament, User
        from tournaments.services.results import results
        made = full("room", minutes=100, seconds=7200)
        Tournament.objects.filter(pk=made.pk).update(name="Kaapse Ope – Quatro Chess 26")
        fives = make.tournament(0, slug="fives", table_size=5, game="kwartet", state="running", rounds_planned=3)
        people = Player.objects.bulk_create(Player(name=name, club='Fives') for name in [*{LONG!r}, *names(6)])
        entries = Entry.objects.bulk_create(
            Entry(tournament=fives, player=who, number=at) for at, who in enumerate(people, 1)
        )
        round_ = Round.objects.create(tournament=fives, number=1, state="published")
        for at in (0, 5):
            table = Table.objects.create(round=round_, number=at // 5 + 1)
            for seat, entry in enumerate(entries[at:at + 5], 1):
                Seat.objects.create(round=round_, entry=entry, table=table, position=seat)
        event("lines", [*{LONG!r}, *names(8)], rounds=3)
        event("forty", [*{WORDY!r}, *names(36, seed=40)], rounds=2, missing=3)
        Tournament.objects.filter(slug="forty").update(name="Verbandsmeisterschaft der Damen und Herren Oberpfalz-Nord")
        make._numbers = count(9701)
        lives = make.duel(16, name="Two lives", slug="wordy-lives", system="double-elimination", rounds_planned=9,
                          pairing_options={{"tie": "higher-seed"}})
        for entry, name in zip(lives.entries.order_by("number"), {WORDY!r}):
            Player.objects.filter(pk=entry.player_id).update(name=name, club="Wordy")
        boss = User.objects.create_superuser("wordy", password="quite long 1")
        for _round in range(2):
            make.play(make.published(lives, boss), boss, ("1", "0"))
        event("to-come", 8, rounds=0, state="planned", name="Verbandsmeisterschaftsvorrunde Oberpfalz-Nord")
        triple = make.tournament(12, slug="long-teams", system="triple-team", rounds_planned=4)
        for entry, name in zip(triple.entries.order_by("number"), {[*LONG, *WORDY]!r}):
            Player.objects.filter(pk=entry.player_id).update(name=name)
        for at, entry in enumerate(triple.entries.order_by("number")):
            entry.team, _new = triple.teams.get_or_create(key=f"K{{at % 3}}", name={TEAMS!r}[at % 3])
            entry.board = at // 3 + 1
            entry.save()
        first = make.published(triple, boss).tables.get(number=1)
        results.enter(first.pk, by=boss, points=make.points(*make.QC_END))
        print(made.teams.last().pk)
    """).split()[-1]


def test_tabs_lie_between_the_name_and_the_clock_in_every_language(open_page: Open) -> None:
    page = open_page()
    troubles: dict[tuple[Any, ...], Any] = {}
    for language, _name in settings.LANGUAGES:
        page.goto(f"t/room/?lang={language}")
        page.locator("[data-face]:not(:empty)").first.wait_for()
        for width in (1280, 1366, 1600, 1824, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            before, after, cut, high = page.evaluate(BAR)
            if before < 8 or after < 8 or cut < 240 or high > 60:
                troubles[language, width] = (before, after, cut, high)
    assert troubles == {}


def test_five_sit_in_a_ring_with_their_table_in_its_middle(open_page: Open) -> None:
    page = open_page("t/fives/")
    for width in (320, 375, 1280):
        page.set_viewport_size({"width": width, "height": 760})
        tables = page.evaluate(SIGNS)
        assert len(tables) == 2
        for (x, y), (south_x, south), west, north_west, north_east, east in tables:
            assert abs(south_x - x) < 2 and south > y + 20, "the first is below the table, alone"
            assert west[0] < x < east[0] and abs(west[1] - y) < 2 and abs(east[1] - y) < 2
            assert north_west[0] < x < north_east[0] and max(north_west[1], north_east[1]) < y - 10
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_long_names_of_teams_stand_whole_at_their_seats(open_page: Open) -> None:
    page = open_page()
    for where in ("", "rounds/1/", "rounds/1/?by=name", "schedule/", "mine/1/"):
        page.goto(f"t/long-teams/{where}")
        assert page.locator("small.team").count() >= 4, where
        for width in (320, 375, 1280):
            page.set_viewport_size({"width": width, "height": 760})
            if where != "schedule/" or width < 1280:  # a wide table has a scroll of its own
                assert page.evaluate(LABELS) == [], (where, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, where


@pytest.mark.parametrize("show", ["?show=pairings", ""])
def test_long_names_of_teams_have_room_on_the_wall(open_page: Open, show: str) -> None:
    page = open_page(f"t/long-teams/board/{show}", viewport={"width": 1280, "height": 720})
    lines = page.locator(".slide.on ul li:not(:has(ul))")
    assert lines.count() == 12
    over = """all => all.filter(line => line.querySelector(":scope > span").scrollHeight > line.clientHeight + 2)
        .map(line => line.textContent)"""
    assert lines.evaluate_all(over) == []


def test_a_long_name_beside_a_table_is_not_torn_on_a_desktop(open_page: Open) -> None:
    page = open_page("t/fives/", viewport={"width": 1280, "height": 800})
    assert max(one.bounding_box()["height"] for one in page.locator(".around span:not(.v)").all()) < 60


# of each seat of a row: whether it is inside the table, where it begins, and where its points end
IN_LINE = """() => [...document.querySelectorAll(".rows tbody tr")].map(row => {
    const table = row.closest("table").getBoundingClientRect();
    return [...row.cells].slice(1).map(seat => {
        const box = seat.getBoundingClientRect(), got = seat.querySelector("b");
        const inside = box.left >= table.left && box.right <= table.right + 1;
        return [inside, box.top + box.height / 2, box.left, got && box.right - got.getBoundingClientRect().right];
    });
})"""


def test_many_tables_are_low_rows_with_seats_in_order_and_no_word_of_a_name_is_torn(open_page: Open) -> None:
    page = open_page("t/forty/")
    for width, height, lines in ((1920, 1080, 2), (1440, 900, 2), (768, 1024, 3), (390, 844, 4)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TORN, ".rows td > a:not(.to-game)") == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        rows = page.evaluate(IN_LINE)
        assert len(rows) == 10
        for seats in rows:
            assert all(inside for inside, *_where in seats), width
            places = [(middle, left) for _inside, middle, left, _points in seats]
            reading = sorted(places, key=lambda place: (round(place[0] / 9), place[1]))
            assert len({*places}) == 4 and places == reading, "in their order"
            assert len({round(middle / 9) for middle, _left in places}) <= lines, width
            ends = [points for *_where, points in seats if points is not None]
            assert not ends or max(ends) - min(ends) < 1, "points end in line"
        table = page.locator(".rows").bounding_box()
        assert table and table["height"] / 10 < 120 and table["y"] < height / 2, "within a few screens"


@pytest.mark.parametrize(
    ("where", "width", "names"),
    [("wordy-lives/bracket/", 1280, ".duel a"), ("forty/standings/", 375, ".standings th a")],
)
def test_a_usual_long_word_is_whole_in_brackets_and_standings(
    open_page: Open, where: str, width: int, names: str
) -> None:
    page = open_page(f"t/{where}", viewport={"width": width, "height": 800})
    assert page.locator(names).filter(has_text="Brzęczyszczykiewicz").count() >= 1
    assert page.evaluate(TORN, names) == []


# of each player: the bracket, how far the sign of the seat is from the edge, and what follows from the last letter
IN_ROWS = """() => [...document.querySelectorAll(".duel li:has(i):has(a)")].filter(li => li.offsetWidth).map(li => {
    const name = li.querySelector("a"), inside = new Range(), box = li.getBoundingClientRect();
    inside.selectNodeContents(name);
    const ends = [...inside.getClientRects()].map(line => line.right);
    const rest = [...li.children].slice([...li.children].indexOf(name.parentElement) + 1);
    const next = rest.find(one => !one.matches(".v") && one.offsetWidth);
    inside.selectNodeContents(next);
    const begin = next.textContent ? inside.getBoundingClientRect().left : next.getBoundingClientRect().left;
    const sign = li.querySelector("i").getBoundingClientRect();
    return [li.closest(".scroll").id, sign.left - box.left, begin - Math.max(...ends)];
})"""


def test_in_a_bracket_signs_stand_below_each_other_and_no_name_touches_its_tick(open_page: Open) -> None:
    page = open_page("t/wordy-lives/bracket/")
    for width in (1280, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        rows = page.evaluate(IN_ROWS)
        assert len(rows) > 16
        assert len({(bracket, round(left)) for bracket, left, _gap in rows}) == 2, width
        assert min(gap for _bracket, _left, gap in rows) > 4, width


def test_the_featured_board_grows_with_the_screen_and_leaves_room_for_tables(open_page: Open) -> None:
    page = open_page("t/room/", viewport={"width": 1280, "height": 800})
    small = page.locator(".featured-board").bounding_box()
    page.set_viewport_size({"width": 1920, "height": 1080})
    large = page.locator(".featured-board").bounding_box()
    assert small["width"] < 360 < 460 < large["width"]
    assert page.locator(".tcard, .mcard").first.bounding_box()["y"] < 800
    page.set_viewport_size({"width": 1920, "height": 700})
    assert page.locator(".featured-board").bounding_box()["width"] < 360, "where it is low the board is small"


def test_a_long_name_of_an_event_is_whole_in_two_lines_of_its_bar_and_heads_what_comes(open_page: Open) -> None:
    cut = "link => [link.scrollHeight - link.clientHeight, link.scrollWidth - link.clientWidth]"
    page = open_page("t/forty/")
    for width in (375, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert max(page.locator(".title a").evaluate(cut)) <= 1, width
        assert page.locator(".top").bounding_box()["height"] < 51, width
    page.goto("t/to-come/")
    headings = page.get_by_role("heading", level=1)
    expect(headings).to_have_count(1)
    expect(headings).to_have_text("Verbandsmeisterschaftsvorrunde Oberpfalz-Nord")
    for width in (375, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert headings.bounding_box()["y"] > 48 and page.locator(".now").bounding_box()["y"] < 200, width


@pytest.mark.parametrize("where", ["t/lines/movement/", "t/lines/movement/around/2/"])
def test_names_at_the_ends_of_lines_are_whole(open_page: Open, where: str) -> None:
    page = open_page(where, viewport={"width": 375, "height": 760})
    names = page.evaluate(NAMES)
    assert names["over"] == [] and names["on"] == 0
    assert len(names["said"]) > 4 and not any("…" in name for name in names["said"])
    assert {name.replace(" ", "") for name in LONG} & {*names["said"]}, "a long one is among them"


def test_a_teams_rounds_are_read_on_a_phone(open_page: Open, events: str) -> None:
    page = open_page(f"t/room/teams/{events}/")
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 760})
        lines = page.locator(".of-team .one").all()
        assert lines and max(one.bounding_box()["height"] for one in lines) < 110
        table = page.locator(".of-team").bounding_box()
        assert table and table["x"] + table["width"] <= width


def test_points_that_lead_to_a_game_leave_the_names_their_room(open_page: Open) -> None:
    page = open_page("t/room/rounds/1/", viewport={"width": 375, "height": 760})
    link = "b.outerHTML = `<a class=to-game href='#'>${b.outerHTML}</a>`"
    page.evaluate(f"document.querySelectorAll('.pairings td b').forEach(b => {{ {link} }})")
    widths = [one.bounding_box()["width"] for one in page.locator(".pairings .to-game").all()]
    assert widths and max(widths) < 70


def test_the_desks_line_of_names_says_all_five_on_a_phone(stack: Stack, open_page: Open) -> None:
    address = stack.python("""
        from django.urls import reverse
        from tournaments.models import Tournament
        print(reverse("admin:tournaments_desk", args=[Tournament.objects.get(slug="fives").pk]))
    """)
    page = open_page(address.strip().lstrip("/"), by=stack.username, viewport={"width": 375, "height": 760})
    line = page.locator(".v-quick output")
    expect(line).to_contain_text(LONG[0])
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 760})
        cut = line.evaluate("line => [line.scrollWidth - line.clientWidth, line.scrollHeight - line.clientHeight]")
        assert max(cut) <= 0, width
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


SIGNS_OF_BAR = """() => {
    const box = where => document.querySelector(where).getBoundingClientRect();
    const face = document.querySelector("[data-face]"), sign = box("[data-sign]"), title = box(".title");
    return {
        clock: /\\d:\\d\\d/.test(face.textContent) && face.checkVisibility({ visibilityProperty: true }),
        beside: title.right <= box("[data-face]").left + 1 && box("[data-face]").right <= sign.left + 1,
        whole: sign.right <= innerWidth && box("[data-face]").width > 40 && sign.width > 20 && box(".top").height < 51,
        title: title.width >= 60,
    };
}"""
OF_AN_EVENT = [
    "", "rounds/3/", "rounds/3/tables/4/", "standings/", "standings/player/3/", "standings/why/3/", "crosstable/",
    "movement/", "games/", "games/figures/", "mine/5/", "players/5/", "find/", "about/", "teams/",
]  # fmt: skip


def test_every_page_of_an_event_has_clock_and_sign_in_its_bar(open_page: Open) -> None:
    """In the two languages with the longest words: a landing looks at each page in one of them, in turn."""
    page = open_page(viewport={"width": 375, "height": 760})
    troubles = {}
    for at, where in enumerate(OF_AN_EVENT):
        for language in ("de", "fr") if THOROUGH else (("de", "fr")[at % 2],):
            page.goto(f"t/room/{where}?lang={language}")
            expect(page.locator("[data-face]")).to_have_text(re.compile(r"\d:\d\d"))
            for width in (320, 375, 768, 1280):
                page.set_viewport_size({"width": width, "height": 760})
                shown = page.evaluate(SIGNS_OF_BAR)
                if not all(shown.values()):
                    troubles[where, language, width] = shown
    assert troubles == {}
