"""A recorded game stepped through, and one that is being entered followed, in a browser."""

from __future__ import annotations

import re
from itertools import chain, zip_longest

import pytest
from playwright.sync_api import Page, expect

from games.core.registry import get
from tests.support.browser import Open, sign_in
from tests.support.stack import Stack


@pytest.fixture(scope="module")
def recorded(stack: Stack) -> list[str]:
    """A table with a whole game of Quarto, and the desk's page for a game at the table beside it."""
    return stack.python("""
        from django.urls import reverse
        from itertools import count
        from tests.tournaments import make
        make._numbers = count(7001)  # names of their own in a database that all browser tests share
        from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
        from tournaments.models import Table, User
        boss = User.objects.get(username="organiser")
        record = golden(WHOLE["quarto"][0])
        import tournaments.domain.queue
        tournaments.domain.queue.send = lambda *_args: None
        table = table_for(record, boss, 2, slug="replayed", name="Replayed")
        hand_in(table, boss, record)
        other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
        print(reverse("table", args=["replayed", 1, table.number]), len(record["moves"]))
        print(reverse("table", args=["replayed", 1, other.number]))
        print(reverse("admin:tournaments_game", args=[table.round.tournament_id, other.pk]))
    """).split()


def test_a_game_is_stepped_through_by_keys_links_and_by_itself(recorded: list[str], page: Page) -> None:
    address, plies = recorded[0].lstrip("/"), int(recorded[1])
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{address}#ply-3")
    at = page.locator("#film .at")
    expect(at).to_have_text(f"3 of {plies}")
    board = page.locator("#film svg.board-quarto")
    before = board.inner_html()
    page.evaluate("window.neverReloaded = true")
    fetched.clear()
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text(f"4 of {plies}")
    assert board.inner_html() != before
    expect(page).to_have_url(re.compile(r"/ply/4/$"))
    expect(page.locator("#film").get_by_role("status")).to_contain_text("4")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text(f"3 of {plies}")
    assert board.inner_html() == before
    page.keyboard.press("End")
    expect(at).to_have_text(f"{plies} of {plies}")
    # nothing is left to be told, and the whole game can be taken home
    expect(page.get_by_role("button", name="Show the result")).to_be_hidden()
    expect(page.locator("#film").get_by_role("link", name="The game as text")).to_be_visible()
    page.locator("#film [data-ply='5']").click()
    expect(at).to_have_text(f"5 of {plies}")
    expect(page.locator("#film [aria-current=step]")).to_have_attribute("data-ply", "5")
    page.get_by_label("Seconds per move").select_option("0.5")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(at).to_have_text(re.compile(rf"^([7-9]|\d\d) of {plies}$"))
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Next call").click()
    expect(at).to_have_text(f"{plies} of {plies}")
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"seat=2"))
    assert not [url for url in fetched if url.endswith("/moves/")], "the moves are fetched once"
    assert page.evaluate("window.neverReloaded") is True


@pytest.fixture(scope="module")
def films(stack: Stack) -> dict[str, str]:
    """A finished game of each kind: the address of its table, by its game."""
    lines = stack.python("""
        from itertools import count
        from django.urls import reverse
        from tests.tournaments import make
        make._numbers = count(7501)
        from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
        from tournaments.models import User
        boss = User.objects.get(username="organiser")
        import tournaments.domain.queue
        tournaments.domain.queue.send = lambda *_args: None
        for game, (name, size) in WHOLE.items():
            record = golden(name)
            table = table_for(record, boss, size, slug=f"film-{game}", name=f"Film {game}")
            hand_in(table, boss, record)
            print(game, reverse("table", args=[f"film-{game}", 1, table.number]))
    """).split("\n")
    return dict(line.split() for line in lines if line.strip())


SCORING = {"ply": 20, "seat": 1, "stone": "Ge5"}
"""A stone in the game of Quaro that scores 1, while its player holds more."""

POSITIONS = """async ([address, views]) => {
  const film = window.viertalFilm(await (await fetch(address + "moves/")).json());
  const plain = value => JSON.stringify(value, (_key, part) =>
    part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part);
  const held = seats => seats && seats.map(seat => [seat.cards, seat.laid]);
  const sorted = list => list && [...list].sort();
  const wrong = [];
  for (const [ply, view] of views) {
    const here = film.at(ply);
    for (const name of ["pieces", "statues", "board", "left", "bag", "points", "pot"]) {
      if (view[name] !== undefined && plain(here[name]) !== plain(view[name])) wrong.push([ply, name]);
    }
    if (plain(sorted(here.check)) !== plain(sorted(view.check))) wrong.push([ply, "check"]);
    if (plain(held(here.seats)) !== plain(held(view.seats))) wrong.push([ply, "seats"]);
    if (view.given !== undefined && here.given !== view.given) wrong.push([ply, "given"]);
    if (!view.seats && plain(here.hands) !== plain(view.hands)) wrong.push([ply, "hands"]);
  }
  return wrong;
}"""
LOW = """() => {
  const low = nav => nav.getBoundingClientRect().bottom >= innerHeight - 2;
  const bar = [...document.querySelectorAll("nav.tabs")].find(low);
  const seen = [...document.querySelectorAll("#film .boardbox, #film .step")].filter(one => !one.closest(".tools"));
  const lowest = Math.max(...seen.map(one => one.getBoundingClientRect().bottom));
  return [lowest, bar ? bar.getBoundingClientRect().top : innerHeight, document.documentElement.scrollWidth];
}"""
SMALL = """() => {
  const says = node => [...node.childNodes].some(child => child.nodeType === 3 && child.nodeValue.trim());
  const scale = svg => svg ? svg.clientWidth / svg.viewBox.baseVal.width : 1;
  return [...document.querySelectorAll("#film *")].filter(node => says(node) && !node.closest(".v"))
    .map(node => [node.textContent.trim(), parseFloat(getComputedStyle(node).fontSize) * scale(node.ownerSVGElement)])
    .filter(([, size]) => size < 11.9);
}"""


@pytest.mark.parametrize("game", ["quarto", "quaro", "kwartet", "quatro-chess"])
def test_a_film_is_what_the_engine_says_and_fits_phone_and_desk(
    game: str, films: dict[str, str], open_page: Open
) -> None:
    """Every position is the engine's, from both ends; board and controls are in sight at both sizes, letters are 12 px
    or more, and a finger's stroke leads on."""
    import json

    from games.core.record import decode, shape
    from games.core.replay import prepare
    from tests.tournaments.games.conftest import WHOLE, golden

    record = shape(decode(json.dumps(golden(WHOLE[game][0]))))
    engine, start = prepare(record)
    state = engine.start(start)
    views = [(0, engine.view(state, None))]
    for number, text in enumerate(record.moves, 1):
        state = engine.play(state, engine.read(text))
        views.append((number, engine.view(state, None)))
    address = films[game]
    for width, height, touch in ((375, 760, True), (1280, 800, False)):
        page = open_page(
            f"{address.lstrip('/')}ply/12/?seat=2", viewport={"width": width, "height": height}, has_touch=touch
        )
        at = page.locator("#film .at")
        expect(at).to_have_text(f"12 of {len(record.moves)}")
        low, edge, width_of_page = page.evaluate(LOW)
        assert low <= edge and width_of_page <= width, (low, edge, width_of_page)
        assert page.evaluate(SMALL) == []
        if touch:
            stage = page.locator("#film .stage")
            stage.dispatch_event("touchstart", {"touches": [{"identifier": 1, "clientX": 300, "clientY": 300}]})
            stage.dispatch_event("touchend", {"changedTouches": [{"identifier": 1, "clientX": 200, "clientY": 310}]})
            expect(at).to_have_text(f"13 of {len(record.moves)}")
            assert page.evaluate(POSITIONS, [address, views + views[::-1]]) == []
        expect(page.locator("#stands")).not_to_be_empty()
        expect(page.locator("#film .boardbox")).to_have_attribute("aria-describedby", "stands")
        if game == "kwartet":  # cards of a quartet with names are called by them
            faces = [face.get_attribute("aria-label") or "" for face in page.locator("#film .card-face").all()]
            assert {"Birds: owl", "Birds: crow"} < set(faces) and "C3" in faces and "A1" not in faces
            assert page.locator("#film .card-face", has_text="owl").inner_text().split() == ["1", "owl"]


def test_qu_2_1_what_each_can_score_in_one_turn_is_told_and_marked_on_the_board(
    films: dict[str, str], open_page: Open
) -> None:
    """Of the player on turn, until somebody asks for another's or for none; a move later of the next on turn."""
    page = open_page(f"{films['quaro'].lstrip('/')}ply/20/", viewport={"width": 375, "height": 760}, has_touch=True)
    chances = page.get_by_role("group", name="Most points in one turn").get_by_role("button")
    expect(chances).to_have_text([re.compile(r"1\s*4"), re.compile(r"2\s*0")])
    expect(chances.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(chances.nth(0)).to_have_accessible_name(re.compile("can score 4: green on e5, yellow on d5, blue on e6, "))
    could = page.locator("#film svg.board-quaro .could")
    expect(could).to_have_text(["G1", "Y2", "B3", "Y4"])
    chances.nth(1).tap()
    expect(chances.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(could).to_have_count(0)
    chances.nth(1).tap()
    expect(chances.nth(1)).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Forward one move").tap()
    expect(page.locator("#film .chances [aria-pressed=true]")).to_have_count(0)  # nobody wants to see any
    chances.nth(1).tap()
    expect(chances.nth(1)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Forward one move").tap()
    expect(chances.nth(0)).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") == 375


KNOWN = """async address => {
  const film = window.viertalFilm(await (await fetch(address + "moves/")).json());
  const plies = [...Array(film.plies + 1).keys()];
  return film.source.known.map((_told, eyes) => plies.map(ply => {
    const laid = new Set(film.at(ply).seats.flatMap(seat => seat.laid));
    const open = Object.entries(film.known(ply, eyes)).filter(([card]) => !laid.has(card[0]));
    return open.map(([card, { places }]) => [card, places]).sort();
  }));
}"""


def test_k_2_1_the_replay_of_a_game_says_what_could_be_known_after_each_move_and_since_when(
    films: dict[str, str], open_page: Open
) -> None:
    import json

    from games.core.record import decode, shape
    from games.core.replay import prepare
    from games.kwartet.known import known
    from games.kwartet.material import CARDS
    from tests.tournaments.games.conftest import WHOLE, golden

    record = shape(decode(json.dumps(golden(WHOLE["kwartet"][0]))))
    engine, start = prepare(record)
    states = [engine.start(start)]
    for text in record.moves:
        states.append(engine.play(states[-1], engine.read(text)))
    wanted = [
        [[[CARDS[card], sorted(left)] for card, left in enumerate(places) if left] for places in known(states, eyes)]
        for eyes in (None, 1, 2, 3, 4)
    ]
    address = films["kwartet"]
    page = open_page(f"{address.lstrip('/')}ply/20/", viewport={"width": 375, "height": 760}, has_touch=True)
    assert page.evaluate(KNOWN, address) == wanted
    summary = page.locator("#film .known summary")
    sure = sum(len(places) == 1 for _card, places in wanted[0][20])
    expect(summary).to_have_text(f"What everyone could know: the place of {sure} of 24 cards")
    summary.tap()
    cells = page.locator("#film .known li")
    expect(cells).to_have_count(24)
    expect(cells.filter(has_text="since move")).to_have_count(sure)
    expect(page.locator("#film .known li.fresh")).to_have_text(re.compile("B3.*since move 20"))
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    page.get_by_role("combobox", name="View as").select_option("2")
    own = sum(len(places) == 1 for _card, places in wanted[2][20])
    expect(summary).to_have_text(re.compile(f"^What .+ could know: the place of {own} of 24 cards$"))
    expect(page.locator("#film .known li.sure")).to_have_count(own)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#film .stage .known")).to_be_visible()


TOLD = """games => games.map(({film: source, words, seats}) => {
  const film = window.viertalFilm(source), tell = window.viertalWords(source.game, words, seats, source.start.names);
  return film.entries.map((_entry, place) => {
    const event = film.entry(place + 1);
    return [event.seat, tell.say(event), [...tell.list(event).slice(0, 2), source.game === "quatro-chess"]];
  });
})"""


@pytest.mark.parametrize(("language", "names"), [("en", "Anna Bo Chantal Dirk Eva Finn Gert Hans"), ("nl", "")])
def test_film_page_and_text_of_a_game_tell_every_golden_move_alike(
    language: str, names: str, films: dict[str, str], page: Page
) -> None:
    """The words are those of the page without script. A list has the signs of the game as text, which knows English
    letters only."""
    from django.utils import translation

    from games.core import written
    from tests.tournaments.games.conftest import golden_games
    from tournaments.selectors import labels
    from tournaments.selectors.games.replays import Played
    from tournaments.web.games import film_words, move_words
    from tournaments.web.games import films as whole

    page.goto(films["kwartet"].lstrip("/"))
    with translation.override(language):
        letters = str.maketrans({key: str(letter) for key, letter in move_words.LETTERS.items()} | {"x": "×"})
        asked, wanted, signs = [], [], []
        for game, positions in golden_games():
            engine, begun = get(game.record.game), positions[0]
            places = range(1, whole.places(engine, begun) + 1)
            seated = names.split()[: len(places)]
            colours = [labels.seat(engine.info.seat_names, place, language)[2] for place in places]
            seats = [{"name": name, "colour": colour} for name, colour in zip_longest(seated, colours, fillvalue="")]
            asked.append({"film": whole.film(game), "words": film_words.words(engine.info.key), "seats": seats})
            wanted.append([])
            for number, (text, before, after) in enumerate(
                zip(game.record.moves, positions, positions[1:], strict=False), 1
            ):
                wanted[-1].append([*move_words.describe(engine, Played(number, text, before, after), seated)])
                if engine.info.key == "quatro-chess":
                    out = {fallen.reason for fallen in after.out[len(before.out) :]}
                    entry = written.entry(engine, before, text, after).translate(letters)
                    signs.append([text, entry, "mate" in out, "stalemate" in out])
        told = page.evaluate(TOLD, asked)
    assert [[move[:2] for move in moves] for moves in told] == wanted
    listed = [sign for _seat, _words, sign in chain(*told) if sign[2]]
    for (short, marks, _chess), (text, entry, mated, stalemated) in zip(listed, signs, strict=True):
        assert ("#" in marks, "=" in marks) == (mated, stalemated)
        if re.fullmatch(r"([a-l]\d+){2}[qrbn]?", text):
            assert short + marks == entry


def test_a_list_of_moves_has_the_readers_letters_of_pieces_and_a_figurine_beside(
    films: dict[str, str], open_page: Open
) -> None:
    """An Afrikaans knight is R, a rook T; a phone has room for both."""
    page = open_page(f"{films['quatro-chess'].lstrip('/')}?lang=af", viewport={"width": 375, "height": 760})
    moves = page.locator("#film .plies a")
    for figurine, letter in (("♞", "R"), ("♜", "T")):
        expect(moves.filter(has_text=figurine).first).to_have_text(re.compile(f"^{figurine}\ufe0e{letter}"))
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_what_a_card_of_a_diagram_notes_stands_within_it_in_every_language(films: dict[str, str], page: Page) -> None:
    from django.conf import settings
    from django.utils import translation

    from games.core.game import Start
    from tournaments.selectors.labels import letters
    from tournaments.sentences import speaker

    engine, drawn = get("quatro-chess"), []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            states = [engine.run(Start(4), acts) for acts in ((), ("forfeit red",), ("resign",))]
            drawn += [engine.diagram(state, None, letters(), speaker()) for state in states]
    page.goto(films["kwartet"].lstrip("/"))
    outside = page.evaluate(
        """svgs => svgs.flatMap(svg => {
        document.body.innerHTML = svg;
        return [...document.querySelectorAll("svg > g")].flatMap(card => {
            const frame = card.querySelector(":scope > rect[width='76']");
            const room = frame && frame.getBoundingClientRect();
            return [...(frame ? card.querySelectorAll(":scope > text:not(:empty)") : [])].filter(text => {
                const box = text.getBoundingClientRect();
                return box.left < room.left + 1 || box.right > room.right - 1 || box.bottom > room.bottom;
            }).map(text => text.textContent);
        });
    })""",
        drawn,
    )
    assert outside == []


def test_a_name_beside_the_board_stands_there_whole_on_a_phone(films: dict[str, str], open_page: Open) -> None:
    page = open_page(films["quatro-chess"].lstrip("/"), viewport={"width": 320, "height": 760})
    names = page.locator("#film .seatcard b")
    expect(names).to_have_count(4)
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 760})
        cut = names.evaluate_all("""boxes => boxes.filter((box, at) => {
            box.firstChild.textContent = ["Maria de los Ángeles Fernández de Córdoba", "Brzęczyszczykiewicz"][at % 2];
            const room = box.parentElement.getBoundingClientRect(), name = box.firstChild.getBoundingClientRect();
            return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight
                || name.right > room.right || name.bottom > room.bottom;
        }).length""")
        assert cut == 0, width


def test_other_moves_are_tried_and_one_comes_back(films: dict[str, str], open_page: Open, watch) -> None:
    """By the touches that enter a game; from there to the analysis board, and by a frame into another site's page."""
    page = open_page(viewport={"width": 375, "height": 760}, has_touch=True)
    address = films["quatro-chess"]
    page.goto(f"{address.lstrip('/')}ply/51/")
    at, bar, tap = page.locator("#film .at"), page.locator(".other"), page.locator(".trying .tap")
    expect(at).to_have_text("51 of 426")
    page.get_by_role("button", name="Try other moves").tap()
    expect(bar).to_contain_text("You are trying other moves from move 51 on.")
    expect(bar).to_be_in_viewport(ratio=1)
    expect(bar).to_be_focused()
    expect(at).to_be_hidden()
    tap.locator(".t-cell[data-key=k6]").tap()
    expect(tap.locator(".t-target")).to_have_count(2)
    tap.locator(".t-cell[data-key=i6]").tap()
    entries = tap.locator(".t-entries li")
    expect(entries).to_have_count(1)
    expect(entries).to_contain_text(re.compile("^i6 "))  # as in the list of moves
    expect(entries).to_have_attribute("value", "52")
    page.keyboard.press("ArrowRight")  # steps over the board, not through the film behind it
    page.get_by_role("button", name="Take the last move back").tap()
    expect(entries).to_have_count(0)
    watch.allow("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    tap.locator(".t-cell[data-key=k6]").tap()
    tap.locator(".t-cell[data-key=j6]").tap()
    expect(tap.get_by_role("alert")).to_contain_text("as soon as the site can be reached again")
    page.context.set_offline(False)
    tap.locator(".t-cell[data-key=k6]").tap()
    tap.locator(".t-cell[data-key=i6]").tap()
    expect(entries).to_have_count(1)
    expect(tap.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Share", exact=True).tap()
    tried = page.get_by_label("Position as text").input_value()
    page.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Back to the game").tap()
    expect(at).to_have_text("51 of 426")
    expect(bar).to_have_count(0)
    page.get_by_role("button", name="Share", exact=True).tap()
    frame = page.get_by_label("To show the game on another site").input_value()
    assert f'{address}embed/#ply-51"' in frame
    expect(page.get_by_label("Position as text")).not_to_have_value(tried)
    page.get_by_role("button", name="Close").tap()
    page.get_by_role("link", name="Open in the analysis board").tap()
    expect(page.get_by_role("heading", name="Analysis board")).to_be_visible()
    page.locator(".t-cell[data-key=k6]").tap()
    page.locator(".t-cell[data-key=i6]").tap()
    expect(page.locator(".t-entries li")).to_have_count(1)
    expect(page).to_have_url(re.compile(f"/analysis/{re.escape(tried)}/.*back="))


def test_a_turn_of_quaro_is_tried_as_it_is_entered(films: dict[str, str], open_page: Open) -> None:
    """A second stone after one that scores (QU 2.3), the draw (QU 2.4); forgetting it is chosen, never silent."""
    page = open_page(f"{films['quaro'].lstrip('/')}ply/{SCORING['ply']}/", viewport={"width": 1280, "height": 800})
    page.get_by_role("button", name="Try other moves").click()
    tap = page.locator(".trying .tap")
    choice, entries = tap.locator(".t-next"), tap.locator(".t-entries li")
    first = SCORING["stone"]

    def place(stone: str, square: str) -> None:
        tap.locator(f".t-item[data-key='hand:{stone}']").click()
        tap.locator(square).first.click()

    place(first[0], f".t-cell[data-key={first[1:]}]")
    expect(tap.locator(".t-turn")).to_contain_text("It scores 1. Place another stone, or draw.")
    place("B", ".t-cell.t-lit")
    expect(tap.locator(".t-turn")).to_contain_text("Still to draw: 2.")
    expect(choice.get_by_role("button", name="Forgot to draw")).to_be_visible()
    expect(entries).to_have_count(0)
    choice.get_by_role("button", name="Draw at random").click()
    expect(entries).to_have_count(1)
    expect(entries).to_contain_text(re.compile(rf"{first} B\w\d \+[RGBY]{{2}}"))
    expect(tap.locator(".t-seat").filter(has_text="points: 1").locator(".t-item")).not_to_have_count(0)
    expect(tap.locator(".t-cell[data-look]:not([data-look=''])")).not_to_have_count(0)
    # whoever forgets, says so
    page.get_by_role("button", name="Take the last move back").click()
    place(first[0], f".t-cell[data-key={first[1:]}]")
    choice.get_by_role("button", name="No more stones: draw").click()
    choice.get_by_role("button", name="Forgot to draw").click()
    choice.get_by_role("button", name="Forgot to draw").click()
    expect(entries).to_contain_text(first)
    expect(entries).not_to_contain_text("+")


def test_questions_and_pieces_are_tried_by_touch_too(films: dict[str, str], open_page: Open) -> None:
    """Kwartet: whom, which quartet, which card; Quarto: give, place, and a call for which the line is shown."""
    page = open_page(viewport={"width": 375, "height": 760}, has_touch=True)
    tap = page.locator(".trying .tap")
    choice, entries = tap.locator(".t-next"), tap.locator(".t-entries li")
    page.goto(f"{films['kwartet'].lstrip('/')}ply/0/")
    page.get_by_role("button", name="Try other moves").tap()
    for kind in ("[data-key^='seat:']", "[data-key^='quartet:']", "[data-key]"):
        choice.locator(kind).first.tap()
    expect(entries).to_contain_text(re.compile("asks .+ for [A-Z][1-4]"))
    expect(entries).not_to_contain_text("{")
    page.goto(f"{films['quarto'].lstrip('/')}ply/0/")
    page.get_by_role("button", name="Try other moves").tap()
    for number, square in enumerate(("a1", "b1", "c1", "d1"), 1):
        tap.locator(".t-tray-left .t-lit[data-key^='left:L']").first.tap()
        expect(tap.locator(".t-tray-given .t-item")).to_have_count(1)
        tap.locator(f".t-cell[data-key={square}]").tap()
        expect(entries).to_have_count(2 * number)
    tap.locator(".t-call").tap()
    for square in ("a1", "b1", "c1", "d1"):
        tap.locator(f".t-cell.t-lit[data-key={square}]").tap()
    expect(tap.locator(".t-turn")).to_contain_text("The game is over")
    expect(tap.get_by_role("button", name="Hand in")).to_have_count(0)


def test_without_script_the_links_do_the_same(recorded: list[str], open_page: Open) -> None:
    page = open_page(recorded[0].lstrip("/"), java_script_enabled=False, viewport={"width": 360, "height": 740})
    page.get_by_role("link", name="Forward one move").click()
    expect(page.locator("#steps .at")).to_have_text(f"1 of {recorded[1]}")
    expect(page.locator("#board svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_helper_enters_moves_and_a_spectator_follows(
    recorded: list[str], stack: Stack, open_page: Open, watch
) -> None:
    helper, spectator = open_page(), open_page()
    sign_in(helper, stack.username)
    helper.goto(recorded[3].lstrip("/"))
    helper.get_by_role("button", name="Start entering moves").click()
    spectator.goto(recorded[2].lstrip("/"))
    at = spectator.locator("#film .at")
    expect(at).to_have_text("0 of 0")
    spectator.evaluate("window.neverReloaded = true")
    for number, move in enumerate(("give LRTF", "place a1", "give DSSH"), 1):
        # the field has the focus: type, Enter
        expect(helper.get_by_label(f"Move {number}", exact=True)).to_be_focused()
        helper.keyboard.type(move)
        helper.keyboard.press("Enter")
        expect(at).to_have_text(f"{number} of {number}")
    watch.allow("422")
    expect(helper.get_by_label("Move 4", exact=True)).to_be_focused()
    helper.keyboard.type("place a1")
    helper.keyboard.press("Enter")
    expect(helper.get_by_role("alert")).to_contain_text("a1")
    helper.get_by_role("button", name="Take the last move back").click()
    expect(at).to_have_text("2 of 2")
    # a viewer who looks back is left where they are
    spectator.keyboard.press("Home")
    expect(at).to_have_text("0 of 2")
    helper.get_by_label("Move 3", exact=True).fill("give LSTH")
    helper.keyboard.press("Enter")
    expect(at).to_have_text("0 of 3")
    assert spectator.evaluate("window.neverReloaded") is True
    # the space kept for a film on its way does not come back with an update
    kept = "getComputedStyle(document.getElementById('replay'), '::after').content"
    assert spectator.evaluate(kept) == "none"
