"""A recorded game on the public page: every ply, in pictures and in words, bounded, and only what is proven."""

from __future__ import annotations

import html
import re
from functools import partial

import pytest
from django.urls import reverse

from games.core.record import decode, shape
from games.core.registry import get
from games.core.replay import prepare
from tests.support import pace
from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tests.tournaments.public.reading import Page
from tournaments.models import GameRecord, Round, Table, Tournament
from tournaments.selectors.games import replays
from tournaments.sentences import speaker
from tournaments.services.results import results
from tournaments.web.games import move_words

pytestmark = pytest.mark.django_db


def address(table, *more):
    round_ = table.round
    base = reverse("table", args=[round_.tournament.slug, round_.number, table.number])
    return base + "".join(f"{part}/" for part in more)


def shown_at(client, table, *more):
    answer = client.get(address(table, *more))
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_ply_is_a_sound_page_with_its_picture_and_its_move(client, recorded):
    table, record = recorded
    plies = len(record["moves"])
    for ply in sorted({0, 1, 2, plies // 2, plies - 1, plies}):
        page = Page(shown_at(client, table, "ply", ply))
        assert not page.faults
        assert len(set(page.ids)) == len(page.ids)
        assert sum(tag == "svg" for tag, _attributes in page.tags) == 13  # logo, lens, board, four controls, six tabs
        assert not [tag for tag, attributes in page.tags if "style" in attributes or tag == "style"]
        current = [at for tag, at in page.tags if at.get("aria-current") == "step"]
        assert len(current) == (ply > 0)
        assert f"{ply} of {plies}" in page.text


@pytest.mark.parametrize(("language", "knight"), [("en", "N"), ("af", "R")])
def test_a_move_of_chess_stands_beside_its_words_as_in_the_film(client, boss, language, knight):
    """With its figurine and the letter of the reader's language, not as the record has it."""
    name, size = WHOLE["quatro-chess"]
    record = golden(name)
    table = table_for(record, boss, size)
    hand_in(table, boss, record)
    page = client.get(address(table, "ply", 1), headers={"accept-language": language}).content.decode()
    written = re.findall(r'<code aria-hidden="true">([^<]*)</code>', page)
    assert any(text.startswith(f"♞\ufe0e{knight}") for text in written)
    assert not [text for text in written if re.fullmatch(r"[a-l]\d+[a-l]\d+[qrbn]?", text)]


def test_the_picture_is_the_engines_own(client, recorded):
    table, record = recorded
    parsed = shape(decode(__import__("json").dumps(record)))
    game, start = prepare(parsed)
    for ply in (0, 3, len(record["moves"])):
        state = game.run(start, parsed.moves[:ply])
        sitting = table.seats.order_by("position").values_list("entry__player__name", flat=True)
        now = replays.moment(replays.game_of(table.round.tournament, table.pk), ply)
        players = replays.players_of(now, list(sitting))
        page = shown_at(client, table, "ply", ply)
        assert game.diagram(state, say=speaker(players)) in page
        assert html.escape(game.text(state, say=speaker(players))) in page
        assert "eat 1" not in game.diagram(state, say=speaker(players))
        answer = client.get(address(table, "ply", ply, "diagram"))
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.content.decode() == game.diagram(state)


def test_every_move_of_every_game_has_words(recorded):
    table, record = recorded
    game = replays.game_of(table.round.tournament, table.pk)
    seats = table.seats.count()
    for first in range(0, game.plies, replays.WINDOW):
        now = replays.moment(game, first + 1)
        for played in now.moves:
            seat, words = move_words.describe(now.engine, played)
            assert 1 <= seat <= seats
            assert words
            if record["game"] != "quaro":
                assert words != played.text


def test_the_steps_lead_to_the_first_last_and_next_ply(client, recorded):
    table, record = recorded
    plies = len(record["moves"])
    page = shown_at(client, table, "ply", 2)
    for ply in (0, 1, 3, plies):
        assert f'href="{address(table, "ply", ply)}"' in page
    assert 'rel="prev"' not in shown_at(client, table, "ply", 0)
    assert 'rel="next"' not in shown_at(client, table, "ply", plies)
    # who opens a game that is over sees it from the start, and not its result
    assert f"0 of {plies}" in shown_at(client, table)


def test_there_is_no_ply_beyond_the_last(client, recorded):
    table, record = recorded
    assert client.get(address(table, "ply", len(record["moves"]) + 1)).status_code == 404
    assert client.get(address(table, "ply", 10**12)).status_code == 404
    assert client.get(address(table, "ply", 10**12, "diagram")).status_code == 404
    slug, huge = table.round.tournament.slug, 10**30
    assert client.get(reverse("table", args=[slug, huge, 1])).status_code == 404
    assert client.get(reverse("table_ply", args=[slug, 1, huge, huge])).status_code == 404


def test_the_page_is_the_same_for_everyone_and_unchanged_while_nothing_changes(client, recorded):
    table, _record = recorded
    first = client.get(address(table, "ply", 1))
    assert first["Cache-Control"] == "no-cache"
    again = client.get(address(table, "ply", 1), headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(address(table, "ply", 2), headers={"if-none-match": first["ETag"]})
    assert other.status_code == 200


def test_a_ply_costs_the_same_queries_whatever_the_length(client, boss, django_assert_max_num_queries):
    for name in ("quatro_chess/golden/resign.json", "quatro_chess/golden/last-standing.json"):
        table = table_for(golden(name), boss, 4)
        hand_in(table, boss, golden(name))
        client.get(address(table))
        with django_assert_max_num_queries(8):
            client.get(address(table, "ply", 2))


def test_a_record_of_twenty_thousand_moves_makes_small_pages_quickly(client, boss):
    deal = {"quartets": 2, "hands": [["A1", "A2", "B1", "B2"], ["A3", "A4", "B3", "B4"]]}
    # each bluffs for a card of their own, which costs the turn, for ever (K 4.3)
    moves = ["2>A1", "1>A3"] * 9_990
    record = {"game": "kwartet", "options": {}, "seats": [None] * 3, "setup": deal, "moves": moves}
    deal["hands"] = [["A1", "A2", "B1"], ["A3", "A4", "B2"], ["B3", "B4"]]
    # then seat 1 collects everything
    record["moves"] = [*moves, "2>A3", "2>A4", "2>B2", "3>B3", "3>B4"]
    table = table_for(record, boss, 3)
    assert hand_in(table, boss, record).state == "agrees"
    plies = len(record["moves"])
    for ply in (0, 10_000, plies):
        taken, page = pace.timed(partial(shown_at, client, table, "ply", ply))
        assert taken < 0.5
        assert len(page) < 60_000
        assert page.count('<li id="ply-') <= replays.WINDOW


@pytest.mark.parametrize("text", ["{}", "nonsense", None])
def test_a_record_that_no_longer_replays_says_so(client, recorded, caplog, text):
    table, _record = recorded
    kept = GameRecord.objects.get().text
    GameRecord.objects.update(text=text or kept.replace('"moves": [', '"moves": ["nonsense", '))
    assert "cannot be replayed under the current rules" in shown_at(client, table)
    assert client.get(address(table, "ply", 1, "diagram")).status_code == 404
    assert "cannot be replayed" in caplog.text


class TestKwartet:
    @pytest.fixture
    def table(self, boss):
        record = golden(WHOLE["kwartet"][0])
        table = table_for(record, boss, 4)
        hand_in(table, boss, record)
        return table

    def hands(self, page):
        """The cards that lie face up in the picture."""
        return set(re.findall(r"<title>([A-Z][1-4])\b", page))

    def test_a_spectator_sees_no_hand_at_any_ply_before_the_end(self, client, table):
        for ply in range(64):
            assert not self.hands(shown_at(client, table, "ply", ply))

    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", "asks “{}, may I have Birds: owl?” and does not get it"),
            ("nl", "vraagt “Mag ik van {} van Birds owl?” en krijgt die niet"),
        ],
    )
    def test_whoever_watches_reads_questions_by_the_names_of_player_and_card(self, client, table, language, words):
        """K 2.1. The film has the names too: its words are held to these in the browser."""
        asked = table.seats.get(position=4).entry.player.name
        page = html.unescape(
            client.get(address(table, "ply", 1), headers={"accept-language": language}).content.decode()
        )
        told = words.format(asked)
        line = re.search(r'<li id="ply-1">.*?<span>([^<]*)</span>(.*?)</a>', page)
        assert line and line.groups() == (told, "")  # not the record's entry
        asker = table.seats.get(position=1).entry.player.name
        assert re.findall(r"<text [^>]*>([^<]*)</text>", page)[-1] == f"{asker} {told}"
        assert client.get(address(table) + "moves/").json()["start"]["names"]["A"][1] == "owl"

    def test_a_finished_game_is_seen_through_each_players_eyes(self, client, table):
        setup = golden(WHOLE["kwartet"][0])["setup"]
        for seat in range(1, 5):
            page = shown_at(client, table, "ply", 0, "seat", seat)
            assert self.hands(page) == set(setup["hands"][seat - 1])
            assert f'href="{address(table, "ply", 1, "seat", seat)}"' in page
        assert client.get(address(table, "ply", 0, "seat", 5)).status_code == 404
        assert client.get(address(table, "ply", 0, "seat", 0)).status_code == 404

    def test_where_nothing_is_hidden_there_is_one_view(self, client, boss):
        record = golden(WHOLE["quarto"][0])
        table = table_for(record, boss, 2)
        hand_in(table, boss, record)
        assert client.get(address(table, "ply", 0, "seat", 1)).status_code == 404
        assert 'id="views"' not in shown_at(client, table)


class TestOnlyWhatIsProven:
    @pytest.fixture
    def table(self, boss):
        return table_for(golden(WHOLE["quarto"][0]), boss, 2)

    def test_a_table_without_a_record_says_so(self, client, table):
        assert "No game of this table was recorded." in shown_at(client, table)
        assert client.get(address(table, "ply", 0)).status_code == 404

    def test_a_refused_record_is_not_shown_nor_anything_that_it_says(self, client, boss, table):
        hand_in(table, boss, golden(WHOLE["quarto"][0]) | {"moves": ["give RUDEWORD"]})
        page = shown_at(client, table)
        assert "breaks the rules" in page
        assert "RUDEWORD" not in page
        assert '<ol class="moves"' not in page

    def test_a_record_that_differs_is_not_shown(self, client, boss, table):
        results.enter(table.pk, by=boss, points=make.points("0", "1"))
        assert hand_in(table, boss, golden(WHOLE["quarto"][0])).state == "differs"
        assert "does not match the result" in shown_at(client, table)
        assert client.get(address(table, "ply", 1)).status_code == 404

    def test_one_that_waits_says_that_it_waits(self, client, boss, table):
        GameRecord.objects.create(table=table, text="{}")
        assert "is being replayed" in shown_at(client, table)

    def test_a_draft_or_hidden_event_shows_nothing(self, client, boss, table):
        hand_in(table, boss, golden(WHOLE["quarto"][0]))
        Round.objects.update(state="draft")
        assert client.get(address(table, "ply", 1)).status_code == 404
        assert client.get(address(table, "ply", 1, "diagram")).status_code == 404
        Round.objects.update(state="published")
        assert client.get(address(table, "ply", 1)).status_code == 200
        Tournament.objects.update(published=False)
        assert client.get(address(table, "ply", 1)).status_code == 404


def test_two_colours_of_one_player_bear_their_name(client, boss):
    record = golden("quatro_chess/golden/three-seats.json")
    evening = make.tournament(3, table_size=3, options=record["options"])
    table = Table.objects.select_related("round__tournament").get(round=make.published(evening, boss))
    entries = replays.table_entries(table.pk)
    players = list(dict.fromkeys(entries))
    names = get("quatro-chess").info.seat_names
    record["setup"] = {"colours": {n: players.index(e) + 1 for n, e in zip(names, entries, strict=True)}}
    made = hand_in(table, boss, record | {"moves": ["resign", "resign"]})
    assert made.state == "agrees", made.verdict
    page = Page(shown_at(client, table, "ply", 1))
    assert "resigns" in page.text


class TestCards:
    def test_a_round_shows_picture_pairing_and_points_of_its_games(self, client, recorded):
        table, record = recorded
        round_ = table.round
        for name in ("round", "tournament"):
            arguments = [round_.tournament.slug] + ([round_.number] if name == "round" else [])
            page = client.get(reverse(name, args=arguments)).content.decode()
            assert f'src="{address(table, "ply", len(record["moves"]), "diagram")}"' in page
            assert f'href="{address(table)}"' in page
            assert not Page(page).faults

    def test_a_round_without_records_has_no_cards(self, client, boss):
        table = table_for(golden(WHOLE["quarto"][0]), boss, 2)
        page = client.get(reverse("round", args=[table.round.tournament.slug, 1])).content.decode()
        assert "boards" not in page

    def test_its_queries_are_the_same_for_any_number_of_games(self, client, boss, django_assert_max_num_queries):
        record = golden(WHOLE["quarto"][0])
        evening = make.duel(12, rounds_planned=11)
        round_ = make.published(evening, boss)
        where = reverse("round", args=[evening.slug, 1])
        with django_assert_max_num_queries(10) as before:
            client.get(where)
        for table in Table.objects.filter(round=round_):
            hand_in(table, boss, record)
        with django_assert_max_num_queries(len(before.captured_queries)):
            page = client.get(where).content.decode()
        assert page.count("<img") == 6
