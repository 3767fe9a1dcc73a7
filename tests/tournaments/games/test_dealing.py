"""Cards that the program deals: who sees a hand, who asks, and that nothing else of the program gives a hand away."""

from __future__ import annotations

import html
import json
import random
import re

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import get_resolver, reverse

from games.core.errors import BadSetup
from games.core.game import Start
from games.core.replay import prepare
from games.kwartet import GAME, decks
from games.kwartet.material import CARDS, cards
from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.reports.conftest import reporting, sitting_at
from tests.tournaments.test_every_url import routes
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.game_records import check_record
from tournaments.models import CardDeck, GameRecord, LiveGame, LogEntry, PersonalLink, ReportRule, Result, Table
from tournaments.selectors.games.replays import live_game
from tournaments.services.games import dealing, live_games
from tournaments.services.results import reports
from tournaments.services.results.report_links import table_token
from tournaments.web import hall_cache

pytestmark = pytest.mark.django_db

ANIMALS = decks.ready("en")["animals"]


def table_of(boss, size=4, **fields):
    made = make.tournament(
        size * 2, game="kwartet", table_size=size, system="tables" if size > 2 else "berger", rounds_planned=3, **fields
    )
    tables = Table.objects.select_related("round__tournament").filter(round=make.published(made, boss))
    return tables.order_by("number").first()


@world
def table(boss):
    return table_of(boss)


@pytest.fixture
def game(boss, table):
    return dealing.deal(table.pk, by=boss, deck=ANIMALS)


def hand_page(table, position):
    link, _made = PersonalLink.objects.get_or_create(entry=table.seats.get(position=position).entry)
    return reverse("hand", args=[table.round.tournament.slug, link.token])


def text(response):
    return html.unescape(response.content.decode())


def held(page):
    """The cards that a page shows as the reader's own."""
    return set(re.findall(r'<li class="q-card">([^<]+)</li>', page))


def kept(hand):
    """The cards of a dealt hand without its whole quartets, which lie on the table from the start (K 1.5)."""
    return [card for card in hand if sum(other[0] == card[0] for other in hand) < 4]


def names(codes):
    return {ANIMALS.quartets[ord(code[0]) - 65][int(code[1])] for code in codes}


class TestDeal:
    @pytest.mark.parametrize("size", [2, 3, 4])
    def test_every_deal_is_one_that_the_rules_allow(self, boss, size):
        seen = set()
        for quartets in (2, 5, 26):
            setup = dealing.dealt(quartets, size)
            seen.add(json.dumps(setup["hands"]))
            state = GAME.start(Start(seats=size, options={}, setup=setup))
            assert sum(map(len, setup["hands"])) + len(setup.get("pot", ())) == 4 * quartets
            assert not state.over or quartets == 2
        assert len(seen) == 3

    def test_two_deals_differ(self):
        assert dealing.dealt(8, 4) != dealing.dealt(8, 4)

    def test_the_deck_brings_its_names_and_the_event_its_number_of_quartets(self, boss):
        table = table_of(boss, options={"quartets": 6})
        row = dealing.deal(table.pk, by=boss, deck=ANIMALS)
        assert row.setup["quartets"] == 6 and row.setup["names"]["B"] == list(ANIMALS.quartets[1])
        assert set(row.setup["names"]) == set("ABCDEF")

    def test_a_deck_that_is_too_small_is_refused(self, boss):
        table = table_of(boss, options={"quartets": 9})
        with pytest.raises(Refused, match="has 8 quartets; 9 are played"):
            dealing.deal(table.pk, by=boss, deck=ANIMALS)

    def test_only_who_enters_results_deals_and_only_once(self, boss, table, game):
        with pytest.raises(Refused, match="already being entered"):
            dealing.deal(table.pk, by=boss, deck=ANIMALS)
        live_games.drop(game.pk, by=boss)
        with pytest.raises(PermissionDenied):
            dealing.deal(table.pk, by=make.arbiter(table.round.tournament, "helper"), deck=ANIMALS)

    @pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
    def test_ready_decks_have_the_same_quartets_in_every_language(self, language):
        ready = decks.ready(language)
        assert {key: len(deck.quartets) for key, deck in ready.items()} == {"animals": 8, "food": 8, "life": 8}
        if language != "en":
            assert all(deck != decks.ready("en")[key] for key, deck in ready.items())

    @pytest.mark.parametrize(
        ("lines", "rule"),
        [
            ("Birds: a, b, c, d", "K 1.1"),
            ("Birds: a, b, c\nFish: a, b, c, d", "K 1.2"),
            ("Birds: a, b, c, A\nFish: a, b, c, d", "K 1.2"),
            ("Birds: a, b, c, d\nbirds: e, f, g, h", "K 1.2"),
            (f"Birds: a, b, c, {'d' * 41}\nFish: a, b, c, d", "K 1.2"),
        ],
    )
    def test_a_deck_that_is_none_is_refused_with_its_rule(self, lines, rule):
        with pytest.raises(BadSetup) as error:
            decks.read(lines)
        assert error.value.rule == rule


class TestDesk:
    def test_it_deals_asks_and_hands_in_without_seeing_a_hand(self, signed_in, boss, table):
        desk = signed_in(boss)
        address = reverse("admin:tournaments_deal", args=[table.round.tournament_id, table.pk])
        assert "Animals" in text(desk.get(address))
        desk.post(address, {"deck": "animals", "quartets": "2"})
        row = LiveGame.objects.get()
        assert row.dealt and row.setup["quartets"] == 2
        while GAME.outcome(state := position(row)) is None:
            player, card = good_question(state).split(">")
            data = {"after": row.plies.count(), "player": player, "card": card}
            assert desk.post(address, data).status_code == 302, data
        page = text(desk.get(address))
        assert "The game is over" in page
        desk.post(address, {"after": row.plies.count(), "what": "hand-in"})
        record = GameRecord.objects.get()
        check_record(record.pk)
        assert Result.objects.get(table=table).record == record

    def test_the_page_for_typed_hands_leads_there(self, signed_in, boss, table, game):
        address = reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk])
        answer = signed_in(boss).get(address)
        assert answer.status_code == 302 and "/deal/" in answer.url

    def test_a_deck_of_one_s_own_is_kept_for_the_club(self, signed_in, boss, table):
        desk = signed_in(boss)
        address = reverse("admin:tournaments_deal", args=[table.round.tournament_id, table.pk])
        lines = "Rivers: Rhine , Meuse,Scheldt, IJssel\r\nTowns: Leiden, Delft, Gouda, Breda"
        desk.post(address, {"what": "keep", "name": "Holland", "text": lines})
        own = CardDeck.objects.get()
        assert own.text == "Rivers: Rhine, Meuse, Scheldt, IJssel\nTowns: Leiden, Delft, Gouda, Breda"
        answer = desk.post(address, {"what": "keep", "name": "Holland", "text": "Rivers: Rhine"})
        assert answer.status_code == 422 and "A deck has 2 to 26 quartets" in text(answer)
        desk.post(address, {"deck": f"own-{own.pk}"})
        assert LiveGame.objects.get().setup["names"]["B"][0] == "Towns"

    def test_another_game_has_no_cards_to_deal(self, signed_in, boss):
        made = make.duel(4)
        table = make.published(made, boss).tables.first()
        assert signed_in(boss).get(reverse("admin:tournaments_deal", args=[made.pk, table.pk])).status_code == 404


def position(row):
    game = live_game(row.table.round.tournament, LiveGame.objects.get(pk=row.pk))
    engine, start = prepare(game.record)
    return engine.run(start, game.record.moves)


def good_question(state):
    """A question that is answered with the card."""
    return next(GAME.write(move) for move in GAME.legal_moves(state) if state.hands[move.seat - 1] >> move.card & 1)


class TestPlayers:
    def test_each_sees_their_own_hand_and_no_other(self, table, game):
        phone = Client(enforce_csrf_checks=True)
        for seat in (1, 2, 3, 4):
            page = text(phone.get(hand_page(table, seat)))
            assert held(page) == names(kept(game.setup["hands"][seat - 1]))
        assert phone.get(hand_page(table, 1))["Cache-Control"] == "private, no-store"

    def test_a_quartet_that_was_dealt_whole_lies_on_the_table(self, boss, table, monkeypatch):
        cards = sorted(CARDS[:32])
        hands = [cards[4 * at : 4 * at + 4] + cards[16 + at :: 4] for at in range(4)]
        setup = {"quartets": 8, "hands": [sorted(hand) for hand in hands]}
        monkeypatch.setattr(dealing, "dealt", lambda quartets, seats: setup)
        dealing.deal(table.pk, by=boss, deck=ANIMALS)
        for seat, hand in enumerate(hands, 1):
            page = text(Client().get(hand_page(table, seat)))
            assert held(page) == names(hand[4:]) == names(kept(hand))

    def test_a_whole_game_is_played_from_four_phones_without_script(self, boss, monkeypatch):
        # on a quick machine the test would ask more often in a minute than a link may be used
        monkeypatch.setattr(reports, "TRIES_A_MINUTE", 1000)
        table = table_of(boss, options={"quartets": 4})
        row = dealing.deal(table.pk, by=boss, deck=ANIMALS)
        phone, chance = Client(enforce_csrf_checks=True), random.Random(4)
        pages = {seat: hand_page(table, seat) for seat in (1, 2, 3, 4)}
        for _turn in range(400):
            state = position(row)
            if GAME.outcome(state) is not None:
                break
            page = text(phone.get(pages[state.turn]))
            whom = re.findall(r'name="player" value="(\d)"', page)
            which = re.findall(r'name="card" value="([A-Z]\d)"', page)
            # the page offers what the engine allows, and nothing else
            offered = {f"{seat}>{card}" for seat in whom for card in which}
            assert offered == {GAME.write(move) for move in GAME.legal_moves(state)}
            for seat in {1, 2, 3, 4} - {state.turn}:
                assert 'name="card"' not in text(phone.get(pages[seat]))
            wanted = [c for c in which if c not in game_hand(state, state.turn)]
            data = {"after": row.plies.count(), "player": chance.choice(whom), "card": chance.choice(wanted)}
            before = row.plies.count()
            # one asks the player who has it, as somebody who remembers would
            for seat in whom:
                if data["card"] in game_hand(state, int(seat)) and chance.random() < 0.7:
                    data["player"] = seat
            assert phone.post(pages[state.turn], data).status_code == 303
            # sent again, as by a phone that heard nothing, it is the same question
            assert phone.post(pages[state.turn], data).status_code == 303
            assert row.plies.count() == before + 1
        assert GAME.outcome(position(row)) is not None
        last = text(phone.get(pages[1]))
        assert "The game is over" in last
        # whoever watches reads the questions in the same words
        told = re.findall(r"asks “Player [^”]+, may I have [^”]+: [^”]+\?” and (?:gets it|does not get it)", last)
        round_ = table.round
        seen = text(Client().get(reverse("table", args=[round_.tournament.slug, round_.number, table.number])))
        assert len(told) == min(12, row.plies.count()) and all(words in seen for words in told)

    def test_the_pot_is_drawn_from_or_left_where_the_event_leaves_it_open(self, boss):
        table = table_of(boss, 2, options={"pot_draw": "may"})
        setup = {"quartets": 2, "hands": [["A1", "A2"], ["B1", "B2"]], "pot": ["A3", "B3", "A4", "B4"]}
        row = dealing.deal(table.pk, by=boss, deck=ANIMALS, quartets=2)
        LiveGame.objects.filter(pk=row.pk).update(setup=setup)
        phone, mine = Client(), hand_page(table, 1)
        phone.post(mine, {"after": "0", "player": "2", "card": "A3"})
        page = text(phone.get(mine))
        assert "Draw a card" in page and "Leave the pot" in page and 'name="card"' not in page
        assert "Draw a card" not in text(phone.get(hand_page(table, 2)))
        phone.post(mine, {"after": "1", "pot": "pass"})
        assert [ply.text for ply in row.plies.all()] == ["2>A3", "pass"]

    def test_nobody_asks_out_of_turn_or_for_another(self, boss, table, game):
        state = position(game)
        other = next(seat for seat in (1, 2, 3, 4) if seat != state.turn)
        question = GAME.write(GAME.legal_moves(state)[0])
        with pytest.raises(Refused, match="not your turn"):
            dealing.ask(game.pk, sitting_at(table)[other - 1], after=0, text=question)
        stranger = table.round.tournament.entries.exclude(pk__in=sitting_at(table)).first()
        with pytest.raises(Refused, match="No cards were dealt to you"):
            dealing.ask(game.pk, stranger.pk, after=0, text=question)
        with pytest.raises(live_games.Overtaken):
            dealing.ask(game.pk, sitting_at(table)[state.turn - 1], after=3, text=question)
        assert not game.plies.exists()

    def test_my_table_leads_to_the_cards(self, table, game):
        page = hand_page(table, 1)
        assert 'href="hand/"' in text(Client().get(page.removesuffix("hand/")))


def game_hand(state, seat):
    return {CARDS[card] for card in cards(state.hands[seat - 1])}


class TestNothingTellsAHand:
    """Two deals that look alike from outside: every address answers the same to both."""

    def deals(self, row, keep):
        """The same game, with the hands of the others exchanged; ``keep`` is the seat that keeps its own."""
        hands = row.setup["hands"]
        others = [seat for seat in range(4) if seat + 1 != keep]
        turned = dict(zip(others, [*others[1:], others[0]], strict=True))
        return row.setup | {"hands": [hands[turned.get(seat, seat)] for seat in range(4)]}

    def values(self, table):
        made = table.round.tournament
        return {
            "slug": made.slug, "pk": made.pk, "number": table.round.number, "table": table.number, "ply": 0, "seat": 2,
            "table_id": table.pk, "round_id": table.round_id, "entry_id": table.seats.get(position=2).entry_id,
            "game": "kwartet", "position": 2, "after": 1, "other": 2, "object_id": made.pk, "sheet": 1, "top": 8,
        }  # fmt: skip

    def addresses(self, table, rule):
        values = self.values(table)
        for route in routes(get_resolver().url_patterns):
            names = re.findall(r"<(?:\w+:)?(\w+)>", route)
            if "(?P" in route or "log" in route or not names:
                continue
            known = values | ({"token": table_token(rule, table.pk)} if route.startswith("r/") else {})
            if route.startswith("t/<slug:slug>/me/"):
                known["token"] = PersonalLink.objects.get(entry=table.seats.get(position=1).entry).token
            if set(names) <= set(known):
                yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(known[found[1]]), route)  # noqa: B023

    def test_at_no_address_to_nobody(self, boss, table, game, monkeypatch):
        hand_page(table, 1)
        rule = reporting(table.round.tournament)
        mighty, phone = Client(), Client()
        mighty.force_login(boss)
        # a public page is the same for all, so the mighty are asked elsewhere; in the thorough run, everywhere
        asked = [
            (who, url)
            for url in self.addresses(table, rule)
            for who in (mighty, phone)
            if THOROUGH or (who is mighty) == url.startswith(("/admin/", "/api/"))
        ]
        assert len(asked) > 200

        def answers(some):
            monkeypatch.setattr(hall_cache, "HALLS", hall_cache.Halls())
            return [plain(who.get(url)) for who, url in some]

        # each holds a card of every quartet, so nothing is laid down as dealt
        even = [[f"{letter}{(at + seat) % 4 + 1}" for at, letter in enumerate("ABCDEFGH")] for seat in range(4)]
        game.setup = game.setup | {"hands": even}
        LiveGame.objects.filter(pk=game.pk).update(setup=game.setup)
        first, differ = dict(zip(asked, answers(asked), strict=True)), []
        for keep in (0, 1):
            # the page of seat 1 tells their own hand, and only theirs
            some = [(who, url) for who, url in asked if url.endswith("/hand/") == bool(keep)]
            LiveGame.objects.filter(pk=game.pk).update(setup=self.deals(game, keep))
            differ += [one for one, other in zip(some, answers(some), strict=True) if first[one] != other]
        # what differs from one time to the next with the same cards, too, says the time
        moving = set()
        for who, url in differ:
            monkeypatch.setattr(hall_cache, "HALLS", hall_cache.Halls())
            before = plain(who.get(url))
            monkeypatch.setattr(hall_cache, "HALLS", hall_cache.Halls())
            moving |= {url} if plain(who.get(url)) != before else set()
        assert len(moving) < 12, f"their answers say the time, and so prove nothing: {moving}"
        assert {url for _who, url in differ} <= moving

    def test_a_hand_s_own_page_changes_with_it(self, table, game):
        """The comparison above can see a difference."""
        page = hand_page(table, 2)
        before = plain(Client().get(page))
        LiveGame.objects.filter(pk=game.pk).update(setup=self.deals(game, keep=1))
        assert plain(Client().get(page)) != before

    def test_not_in_the_log(self, game):
        entries = LogEntry.objects.filter(kind="livegame")
        assert entries and not any("setup" in (entry.new or {}) for entry in entries)

    def test_not_by_a_refusal(self, signed_in, boss, table, game):
        state = position(game)
        desk = signed_in(boss)
        made = table.round.tournament
        api = f"/api/v1/tournaments/{made.slug}/rounds/1/tables/{table.number}/game/entering/moves/"
        other = next(seat for seat in (1, 2, 3, 4) if seat != state.turn)
        letters = "".join(sorted({code[0] for code in game_hand(state, state.turn)}))
        # one hand in 160 has a card of each quartet, and so nothing that it may not ask for
        foreign = [f"{other}>{letter}1" for letter in "ABCDEFGH" if letter not in letters]
        for wrong in (f"{other}>{letters[0]}1 +", f"{other}>{letters[0]}1 -", *foreign):
            answer = desk.post(api, {"after": 0, "text": wrong}, content_type="application/json")
            assert answer.status_code == 422
            said = text(answer)
            assert "has cards of" not in said and "does not have" not in said and " but seat" not in said
        assert not game.plies.exists()

    def test_not_by_the_page_that_enters_moves_by_touch(self, table, game):
        rule = reporting(table.round.tournament)
        ReportRule.objects.filter(pk=rule.pk).update(moves=True)
        phone, page = Client(), hand_page(table, 2)
        own = phone.get(reverse("own_game", args=[page.split("/")[-3]]))
        assert (own.status_code, own.url) == (303, page)
        slip = reverse("own_game_seat", args=[table_token(rule, table.pk), 2])
        for answer in (phone.get(slip), phone.get(slip, headers={"accept": "application/json"})):
            assert answer.status_code == 303 and answer.url.startswith("/r/")

    def test_a_game_that_is_over_shows_all(self, boss):
        table = table_of(boss, options={"quartets": 2})
        row = dealing.deal(table.pk, by=boss, deck=ANIMALS)
        while GAME.outcome(state := position(row)) is None:
            live_games.enter(row.pk, by=boss, after=row.plies.count(), text=good_question(state))
        record = live_games.hand_in(row.pk, by=boss, after=row.plies.count())
        assert json.loads(record.text)["setup"]["hands"] == row.setup["hands"]


def plain(response):
    """An answer without what differs by itself: tokens against forged requests, nonces, moments."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    body = body.decode("utf-8", "replace")
    body = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", body)
    body = re.sub(r'(nonce|csrf[a-z-]*)="[^"]+"', "", body, flags=re.I)
    return response.status_code, body
