"""A game as a film: small, without names, without what is hidden, and without the result on the page."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from games.core import registry
from games.core.written import entry
from tests.games.play import play, sample_of
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tournaments.models import LivePly, Player
from tournaments.services.games import live_games
from tournaments.web.games import films

pytestmark = pytest.mark.django_db


def at(table, name="table_moves", **more):
    round_ = table.round
    return reverse(
        name, kwargs={"slug": round_.tournament.slug, "number": round_.number, "table": table.number, **more}
    )


def test_a_game_of_426_moves_is_four_thousand_bytes(client, boss):
    record = golden(WHOLE["quatro-chess"][0])
    table = table_for(record, boss, 4)
    hand_in(table, boss, record)
    answer = client.get(at(table))
    film = answer.json()
    assert film["plies"] == 426 == len(films.split(film["moves"]))
    assert len(answer.content) < 4_000
    assert len(gzip.compress(answer.content)) < 1_800
    assert client.get(at(table), headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_every_entry_begins_with_the_move_of_the_record(client, recorded):
    table, record = recorded
    film = client.get(at(table)).json()
    texts = [entry.partition("|")[0] for entry in films.split(film["moves"])]
    if record["game"] == "kwartet":
        texts = [text.rstrip("+-") for text in texts]
    assert texts == [move.rstrip(" +-") if record["game"] == "kwartet" else move for move in record["moves"]]
    assert len(film["who"]) == len(texts)


def test_the_list_can_say_which_of_two_pieces_moved_as_the_text_of_the_game_does():
    """As in ``Ndf3``: the film says what a reader without rules could not know."""
    engine, told = registry.get("quatro-chess"), Counter()
    for seed in range(4):
        played = play(sample_of(engine), Random(seed))
        state = engine.start(played.start)
        for text in played.moves:
            after = engine.play(state, engine.read(text))
            step = re.fullmatch(r"([a-l]\d+)([a-l]\d+)[qrbn]?", text)
            short = entry(engine, state, text, after)
            if step and not short.startswith("O"):
                sign = re.search(r"@(\S+)", films.entry(engine, state, text, after, True).partition("|")[2])
                piece, origin = re.match(r"([KQRBN]?)(.*?)x?[a-l]\d+(?:=[QRBN])?[+#]?$", short).groups()
                own = step[1][0] if not piece and "x" in short else ""
                assert (sign[1] if sign else own) == origin, (seed, short)
                told[piece or "P"] += bool(sign)
            state = after
    assert sum(told.values()) > 3 and told["P"] > 0, told


def test_nobodys_name_is_in_a_film(client, recorded):
    table, _record = recorded
    film, page = client.get(at(table)).content.decode(), client.get(at(table, "table")).content.decode()
    for name in Player.objects.filter(entries__seats__table=table).values_list("name", flat=True):
        assert name in page
        assert name not in film


def test_the_result_is_not_on_the_page_before_the_last_move(client, recorded):
    """Neither the points nor who won stands anywhere on it: not in the title, the head, the names or the status."""
    table, record = recorded
    points = client.get(at(table)).json()["over"]["points"]
    assert any(point != "0" for point in points)
    plies = len(record["moves"])
    for address in (at(table, "table"), at(table, "table_ply", ply=plies - 1)):
        page = client.get(address).content.decode()
        page = re.sub(r' data-words="[^"]*"', "", page)  # sentences with gaps, the same for every game
        assert "The game is over" not in page
        assert "<b class=points>" not in page and '<b class="points">' not in page
        head = page.partition("</head>")[0]
        name = table.round.tournament.name
        assert f"<title>Table {table.number}, Round 1 · {name} · Viertal</title>" in head
        assert not re.search(r"\bwins?\b|is over|[Pp]oints", head)
    asked = client.get(at(table, "table_ply", ply=plies)).content.decode()
    assert "The game is over" in asked and '<b class="points">' in asked
    said = re.search(r'id="said".*?The game is over: ([^<]*)\.</p>', asked, re.DOTALL)[1]
    shown = sorted((Fraction(point) for point in points), reverse=True)
    assert [Fraction(part.rpartition(" ")[2]) for part in said.split(", ")] == shown, "who won comes first, by name"
    assert all(len(part.split()) >= 2 for part in said.split(", "))
    assert "0 of " in client.get(at(table, "table")).content.decode()


def test_pages_of_single_moves_name_the_page_of_the_game_as_the_one_to_find(client, recorded):
    table, _record = recorded
    for address in (at(table, "table"), at(table, "table_ply", ply=2)):
        (canonical,) = re.findall(r'<link rel="canonical" href="([^"]+)">', client.get(address).content.decode())
        assert canonical.endswith(at(table, "table"))


def play_on(table, record, boss):
    """Play the first twenty entries of a record at a table, where the game goes on."""
    row = live_games.begin(table.pk, by=boss, setup=record["setup"])
    LivePly.objects.bulk_create(
        LivePly(game=row, number=number, text=text) for number, text in enumerate(record["moves"][:20], 1)
    )


def test_hidden_hands_are_in_no_film_while_the_game_goes_on(client, boss):
    record = golden(WHOLE["kwartet"][0])
    table = table_for(record, boss, 4)
    play_on(table, record, boss)
    body = client.get(at(table)).content.decode()
    asked = set(re.findall(r"\d>([A-Z]\d)", body))
    assert set(re.findall(r"[A-Z][1-4]", body)) <= asked
    assert json.loads(body)["live"] is True
    assert "known" not in json.loads(body)
    hand_in(table, boss, record)
    film = client.get(at(table)).json()
    assert film["start"]["hands"] == [sorted(hand) for hand in record["setup"]["hands"]]
    assert len(film["known"]) == 5


def test_qu_2_1_whoever_looks_on_reads_what_each_could_score_also_without_script(client, boss):
    record = golden(WHOLE["quaro"][0])
    table = table_for(record, boss, 2)
    hand_in(table, boss, record)
    told = client.get(at(table)).json()["chances"].split(";")
    assert len(told) == len(record["moves"]) + 1
    assert told[20] == "4 Ge5 Yd5 Be6 Ye8,0" and told[-1] == ""
    page = " ".join(client.get(at(table, "table_ply", ply=20)).content.decode().split())
    assert "<p>Most points in one turn: " in page
    assert "can score 4: green on e5, yellow on d5, blue on e6, yellow on e8; " in page
    assert "<p>Most points" not in client.get(at(table, "table_ply", ply=len(record["moves"]))).content.decode()


def test_qu_2_1_while_a_game_goes_on_its_players_weigh_that_alone(client, boss):
    record = golden(WHOLE["quaro"][0])
    table = table_for(record, boss, 2)
    play_on(table, record, boss)
    assert "chances" not in client.get(at(table)).json()
    assert "<p>Most points" not in client.get(at(table, "table_ply", ply=20)).content.decode()


def test_a_film_costs_the_same_queries_whatever_the_length(client, boss, django_assert_max_num_queries):
    for name in ("quatro_chess/golden/resign.json", WHOLE["quatro-chess"][0]):
        table = table_for(golden(name), boss, 4)
        hand_in(table, boss, golden(name))
        with django_assert_max_num_queries(6):
            client.get(at(table))
