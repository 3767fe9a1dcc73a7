"""Pages around an event's list of players: brackets, matches, a person, a season, what a player agrees to, messages."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_layout import FIRST_LINE
from tests.support.browser import Open, faults
from tests.support.examples import THOROUGH
from tests.support.stack import Stack

MARK = "element => getComputedStyle(element).backgroundColor"
WORD = "element => getComputedStyle(element, '::after').content"
PAINT = (
    "element => [getComputedStyle(element).color, getComputedStyle(element.closest('.card, .duel')).backgroundColor]"
)


@pytest.fixture(scope="module")
def made(stack: Stack) -> dict[str, Any]:
    """A cup after its first round, a match that is played, and a finished evening of a season whose first player has
    a page and a personal link."""
    printed = stack.python("""
        import json
        from tests.tournaments import make
        from tests.tournaments.public.build import event
        from tests.tournaments.public.standings.test_bracket import CUP, HIGHER, play
        from tests.tournaments.public.standings.test_matches import first_wins, league
        from tournaments.jobs.seasons import update_series
        from tournaments.jobs.standings import compute_standings
        from tournaments.jobs.wishes import _message
        from tournaments.models import PersonalLink, PersonPage, PushDevice, Series, SeriesEvent, Table, User
        from tournaments.selectors.people.mails import moved
        boss = User.objects.filter(is_superuser=True).earliest("pk")
        cup = make.tournament(8, **CUP, **HIGHER)
        play(cup, boss)
        teams = league()
        round_ = make.published(teams, boss)
        for table in list(Table.objects.filter(round=round_).order_by("number"))[1:]:
            first_wins(table, boss)
        compute_standings(teams.pk)
        over = event("around", 16, rounds=2, state="finished", venue="Leiden")
        season = Series.objects.create(name="Around the year", slug="around-year", published=True)
        SeriesEvent.objects.create(series=season, tournament=over)
        update_series(season.pk)
        entry = over.entries.get(number=1)
        PersonPage.objects.create(player_id=entry.player_id)
        told = event("told", 8, rounds=1, name="Club evening")
        link = PersonalLink.objects.create(entry=told.entries.get(number=3))
        device = PushDevice.objects.create(entry=link.entry, endpoint="https://push.example/1", language="nl")
        print(json.dumps({
            "cup": cup.slug, "league": teams.slug, "person": entry.player_id,
            "winner": over.standings.get(after_round=2).body["rows"][0]["player"],
            "token": PersonalLink.objects.create(entry=entry).token,
            "told": link.token,
            "table": told.rounds.get().tables.get(seats__entry=link.entry).number,
            "message": _message(moved(PushDevice.objects.filter(pk=device.pk)).get()).decode(),
        }))
        device.delete()
    """)
    return dict(json.loads(printed))


def be(page: Page, slug: str, number: int) -> None:
    page.goto(f"t/{slug}/players/{number}/")
    page.get_by_role("button", name="This is me", exact=True).click()


def test_my_way_through_a_bracket_my_match_and_my_step_are_marked(open_page: Open, made: dict[str, Any]) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    be(page, made["cup"], 1)
    page.goto(f"t/{made['cup']}/bracket/")
    mine, others = page.locator(".duel li:has(a[href*='/players/1/'])"), page.locator(".duel li:has(a)")
    expect(mine).to_have_count(2)
    assert len({spot.evaluate(MARK) for spot in others.all()}) == 2
    assert mine.nth(0).evaluate(MARK) == mine.nth(1).evaluate(MARK) != others.nth(2).evaluate(MARK)
    assert mine.locator("a").first.evaluate(WORD) == '"\u00a0you"'
    be(page, made["league"], 1)
    for where in ("", "rounds/1/"):
        page.goto(f"t/{made['league']}/{where}")
        match, other = page.locator(".mcard:has(a[href*='/players/1/'])"), page.locator(".mcard:not([open])")
        assert match.locator("summary").evaluate(MARK) != other.locator("summary").evaluate(MARK), where
        assert match.locator("summary").evaluate(WORD) == '"\u00a0you"', "it is said by a word, also while it is shut"
    winner = made["winner"]
    be(page, "around", winner)
    page.goto("t/around/")
    step = page.locator(f".podium a[href*='/players/{winner}/']")
    colour, behind = step.evaluate(PAINT)
    assert colour != behind and step.evaluate(WORD) == '"\u00a0you"'


WORDS = """element => [getComputedStyle(element).fontWeight, getComputedStyle(element).textDecorationLine]"""


def test_the_winner_of_a_match_is_bold_and_looks_like_no_link(open_page: Open, made: dict[str, Any]) -> None:
    page = open_page(f"t/{made['league']}/", viewport={"width": 1280, "height": 800})
    match = page.locator(".mcard:not([open])").first  # a drawn one
    match.evaluate("card => card.classList.add('one')")
    over = match.locator("summary")
    won, lost = over.locator("span").first.evaluate(WORDS), over.locator("span").last.evaluate(WORDS)
    assert int(won[0]) > int(lost[0]) and (won[1], lost[1]) == ("none", "none")


STEPS = """() => Object.groupBy([...document.querySelectorAll(".podium li")].map(step => ({
    rank: +step.querySelector(".pl").textContent, height: Math.round(step.getBoundingClientRect().height)
})), step => step.rank)"""
SHARED = """ranks => {
    const list = document.querySelector(".podium"), tile = list.querySelector("li");
    list.replaceChildren(...ranks.map((rank, at) => {
        const step = tile.cloneNode(true);
        step.className = `card place${rank}`;
        step.querySelector(".pl").textContent = rank;
        step.querySelector("a").textContent = at % 2 ? "Wolfeschlegelsteinhausenbergerdorff Maximilian" : "Bo Li";
        return step;
    }));
}"""


def test_tiles_of_a_rank_have_one_height_and_none_is_higher_than_a_better_one(
    open_page: Open, made: dict[str, Any]
) -> None:
    page = open_page("t/around/", viewport={"width": 1280, "height": 800})
    media: tuple[Literal["screen", "print"], ...] = ("screen", "print")
    for medium in media:
        page.emulate_media(media=medium)
        for ranks in ([1, 2, 3], [1, 1, 3], [1, 2, 2], [1, 1, 3, 3, 3, 3], [1, 2, 3, 3]):
            page.evaluate(SHARED, ranks)
            heights = {int(rank): {step["height"] for step in steps} for rank, steps in page.evaluate(STEPS).items()}
            assert heights.keys() == set(ranks)
            assert all(len(one) == 1 for one in heights.values()), (medium, heights)
            in_order = [max(heights[rank]) for rank in sorted(heights)]
            assert in_order == sorted(in_order, reverse=True), (medium, heights)
            assert len(set(in_order)) == len(in_order), (medium, heights)


EDGES = """() => [...document.querySelectorAll(".person table")].flatMap(table => {
    const right = cell => {
        const range = document.createRange();
        range.selectNodeContents(cell.firstChild);
        return range.getBoundingClientRect().right;
    };
    return [...table.querySelectorAll("[aria-labelledby=met-title] tbody td")].map(cell =>
        Math.round(right(cell) - right(table.tHead.rows[0].cells[cell.cellIndex])));
})"""


def test_figures_of_a_person_stand_below_the_end_of_their_heads(open_page: Open, made: dict[str, Any]) -> None:
    page = open_page(f"people/{made['person']}/", viewport={"width": 1280, "height": 800})
    edges = page.evaluate(EDGES)
    assert len(edges) > 8 and set(edges) <= {-1, 0, 1}


def test_a_persons_places_and_points_fit_a_small_phone(open_page: Open, made: dict[str, Any]) -> None:
    page = open_page(f"people/{made['person']}/", viewport={"width": 320, "height": 640})
    # the longest that mostly stands there: of an event that is still played
    page.locator("[aria-labelledby=events-title] td:nth-child(2)").first.evaluate(
        "cell => { cell.innerHTML = '14 of 24 <small>so far</small>' }"
    )
    more = "all => Math.max(...all.map(box => box.scrollWidth - box.clientWidth))"
    assert page.locator(".person .scroll").evaluate_all(more) <= 0


WIDTHS = (
    """row => [...row.cells].map(cell => cell.getBoundingClientRect()).map(box => [box.left, box.right, box.width])"""
)
BOX = "element => [getComputedStyle(element).backgroundColor, getComputedStyle(element).boxShadow]"


def test_a_match_on_a_phone_has_its_width_for_names_and_says_that_it_is_played(
    open_page: Open, made: dict[str, Any]
) -> None:
    page = open_page(f"t/{made['league']}/", viewport={"width": 375, "height": 760})
    open_match, over = page.locator(".mcard[open]"), page.locator(".mcard:not([open])")
    number, one, result, other = open_match.locator("tbody tr").first.evaluate(WIDTHS)
    whole = other[1] - one[0]
    assert one[2] + other[2] > 0.75 * whole
    assert abs(one[2] - other[2]) < 2 and one[1] <= number[0] < result[1] <= other[0]
    assert (
        open_match.locator("thead").get_by_text("Table").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 12
    )
    assert open_match.locator(".score").evaluate(BOX) != over.locator(".score").evaluate(BOX)


def test_axe_finds_nothing_and_content_begins_high(open_page: Open, made: dict[str, Any]) -> None:
    """A player's panel, person, consent, my table as it is installed, season, search, bracket; on a phone by day and
    wide by night, at a landing in turn. Schedule and hall begin as high on a phone."""
    own = f"t/around/me/{made['token']}/"
    pages = ["t/around/standings/player/1/", f"people/{made['person']}/", f"{own}person/", own, "seasons/around-year/"]
    pages += ["t/around/mine/1/", "tournaments/?q=anna", f"t/{made['cup']}/bracket/"]
    page = open_page(viewport={"width": 375, "height": 760}, reduced_motion="reduce")
    troubles: dict[tuple[Any, ...], Any] = {}
    others = [f"t/{made['cup']}/", f"t/{made['league']}/teams/", "t/around/schedule/", "hall/"]
    for at, where in enumerate([*pages, *others]):
        page.set_viewport_size({"width": 375, "height": 760})
        page.emulate_media(color_scheme="light")
        page.goto(where)
        for width in (320, 375):
            page.set_viewport_size({"width": width, "height": 760})
            if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
                troubles[where, width] = "sticks out"
        if "panel" not in where and (first := page.evaluate(FIRST_LINE)["first"]) >= 200:
            troubles[where, "first line"] = first
        if where in pages:
            violations = faults(page) if THOROUGH or at % 2 else []
            if THOROUGH or not at % 2:
                page.set_viewport_size({"width": 1280, "height": 760})
                page.emulate_media(color_scheme="dark")
                violations += faults(page)
            if violations:
                troubles[where, "axe"] = [(one["id"], one["nodes"][0]["html"][:120]) for one in violations]
    assert troubles == {}


ACTIVE = """async () => {
    const box = document.querySelector("[data-push]");
    const registration = await navigator.serviceWorker.register(box.dataset.worker, { scope: box.dataset.scope });
    const worker = registration.installing || registration.waiting || registration.active;
    if (worker.state !== "activated") await new Promise(done => worker.addEventListener("statechange",
        () => worker.state === "activated" && done()));
    return registration.scope;
}"""
SHOWN = """async scope => (await (await navigator.serviceWorker.getRegistration(scope)).getNotifications())
    .map(({ title, body, lang }) => [title, body, lang])"""
CLICKED = """async () => {
    const done = [];
    const ended = new Promise(end => {
        self.clients.openWindow = async address => { end(done.push(["opened", address])) };
        WindowClient.prototype.navigate = async function (address) { end(done.push(["led", this.url, address])) };
        WindowClient.prototype.focus = async function () {
            done.push(["focused", this.url]);
            if (this.url === self.registration.scope) end();
        };
    });
    const [message] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification: message }));
    await ended;
    return [done, (await self.registration.getNotifications()).length];
}"""


@pytest.mark.parametrize(
    ("lacks", "reason"),
    [
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "only at a secure address"),
        ("delete window.PushManager", "This browser cannot show messages."),
    ],
    ids=["plain", "no push"],
)
def test_a_phone_that_cannot_have_messages_reads_why(
    open_page: Open, made: dict[str, Any], lacks: str, reason: str
) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    page.add_init_script(lacks)
    page.goto(f"t/told/me/{made['told']}/tell/")
    expect(page.locator("[data-no-push]")).to_contain_text(reason)
    expect(page.locator("[data-push]")).to_be_hidden()
    expect(page.get_by_role("button", name="Show me messages")).to_be_hidden()


def test_a_phone_that_can_reads_no_reason(open_page: Open, made: dict[str, Any]) -> None:
    page = open_page(f"t/told/me/{made['told']}/tell/", viewport={"width": 320, "height": 640}, whole=True)
    expect(page.get_by_role("button", name="Show me messages")).to_be_visible()
    expect(page.locator("[data-no-push]")).to_be_hidden()


def test_a_message_shows_the_table_in_the_players_language_and_opens_their_page(
    stack: Stack, open_page: Open, made: dict[str, Any]
) -> None:
    """No push service is asked: the browser's own tools deliver what the job would have sent. Nobody can click on a
    message of the desktop in a test, so the event of that click is raised in the worker."""
    page = open_page(whole=True)
    page.context.grant_permissions(["notifications"])
    own = f"t/told/me/{made['told']}/"
    page.goto(f"{own}tell/")
    tools = page.context.new_cdp_session(page)
    known: dict[str, str] = {}
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.update({one["scopeURL"]: one["registrationId"] for one in told["registrations"]}),
    )
    tools.send("ServiceWorker.enable")
    scope = page.evaluate(ACTIVE)
    assert scope == f"{stack.url}{own}"
    delivery = {"origin": stack.url.rstrip("/"), "registrationId": known[scope]}
    tools.send("ServiceWorker.deliverPushMessage", {**delivery, "data": "no message of ours"})
    tools.send("ServiceWorker.deliverPushMessage", {**delivery, "data": made["message"]})
    page.wait_for_function(f"async scope => ({SHOWN})(scope).then(shown => shown.length)", arg=scope)
    assert page.evaluate(SHOWN, scope) == [[f"Ronde 1: tafel {made['table']}", "Club evening", "nl"]]
    (worker,) = page.context.service_workers
    below = f"{scope}tell/"
    assert worker.evaluate(CLICKED) == [[["focused", below], ["led", below, scope]], 0]
    page.goto(own)
    expect(page.locator(".place .no")).to_have_text(str(made["table"]))
    again = {**delivery, "data": made["message"]}
    tools.send("ServiceWorker.deliverPushMessage", again)
    page.wait_for_function(f"async scope => ({SHOWN})(scope).then(shown => shown.length)", arg=scope)
    assert worker.evaluate(CLICKED) == [[["focused", scope]], 0], "the page is open: no second one"
    tools.send("ServiceWorker.deliverPushMessage", again)
    page.wait_for_function(f"async scope => ({SHOWN})(scope).then(shown => shown.length)", arg=scope)
    page.goto("t/told/")
    assert worker.evaluate(CLICKED) == [[["opened", scope]], 0]
