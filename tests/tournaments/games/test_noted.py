"""A game of Kwartet whose hands nobody noted, entered by its questions: at the desk and by the players of a table."""

from __future__ import annotations

import html

import pytest
from django.urls import reverse

from tests.tournaments.games.conftest import table_for
from tests.tournaments.games.test_touch import DATA, allowed, seat
from tests.tournaments.worlds import world
from tournaments.jobs.game_records import check_record
from tournaments.models import GameRecord, LiveGame, Player, Result
from tournaments.models.settings import NameShown
from tournaments.services.games import live_games
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db

RECORD = {"game": "kwartet", "options": {}, "setup": {}}
# three players, two quartets: seat 1 has A1 A2 B1, seat 2 A3 A4 B2, seat 3 B3 B4
WHOLE = "1:2>A3+ 1:2>A4+ 1:3>B2- 3:2>B1- 2:1>B1+ 2:3>B3+ 2:3>B4+"
HANDS = [["A1", "A2", "B1"], ["A3", "A4", "B2"], ["B3", "B4"]]


@world
def table(boss):
    made = table_for(RECORD, boss, 3)
    for position, name in enumerate(("Anna", "Bert", "Cora"), 1):
        entry = made.seats.get(position=position).entry
        Player.objects.filter(pk=entry.player_id).update(name=name, name_shown=NameShown.FULL)
    return made


def desk(table):
    return reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk])


def test_a_helper_enters_the_questions_and_hands_in_the_game(signed_in, boss, table):
    helper = signed_in(boss)
    assert "Hands unknown?" in html.unescape(helper.get(desk(table)).content.decode())
    assert helper.post(desk(table), {"what": "noted", "quartets": "2", "questions": WHOLE}).status_code == 302
    row = LiveGame.objects.get()
    assert row.setup == {"quartets": 2, "hands": HANDS}
    assert row.plies.count() == 7
    assert helper.post(desk(table), {"what": "hand-in", "after": 7}).status_code == 302
    check_record(GameRecord.objects.get().pk)
    assert [str(points) for points in Result.objects.get().points] == ["3/2", "3/2", "0"]


def test_a_player_of_the_table_can_too_and_each_entry_is_theirs(client, table):
    rule = allowed(table)
    sent = {"what": "noted", "quartets": "2", "questions": WHOLE}
    assert client.post(seat(rule, table, 2), sent).status_code == 303
    assert {ply.player_id for ply in LiveGame.objects.get().plies.all()} == {table.seats.get(position=2).entry_id}


@pytest.mark.parametrize(
    ("questions", "words"),
    [
        ("1:2>A3+ 1:2>A4- 3:2>B1-", "Move 3: Bert was on turn here, not Cora. (K 2.4)"),
        ("1:2>A3+ 1:2>A3+", "Move 2: The entry ends in +, but Bert does not have A3. (K 2.7)"),
        ("1:2>A3+ 1:2>A4+", "Nobody handed over a card of these quartets: B."),
        ("hello", "Move 1: \"hello\" is not a question."),
        ("1:2>A3+ 1:3>A4+ 1:2>B1+ 1:2>B2+ 1:2>B3+ 1:2>B4+", "cards; they may differ by one at most."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_with_names_and_nothing_is_lost(signed_in, boss, table, questions, words):
    page = signed_in(boss).post(desk(table), {"what": "noted", "quartets": "2", "questions": questions})
    assert page.status_code == 422
    text = html.unescape(page.content.decode())
    assert words in text
    assert f">{questions}</textarea>" in text and 'name="quartets" value="2"' in text
    assert not LiveGame.objects.exists()


def test_questions_are_looked_at_while_they_are_noted(signed_in, boss, table):
    helper = signed_in(boss)
    sent = {"what": "noted-look", "quartets": "2", "questions": "1:2>A3+ 1:2>A4-"}
    assert helper.post(desk(table), sent, **DATA).status_code == 200
    answer = helper.post(desk(table), sent | {"questions": "1:2>A3- 1:2>A4-"}, **DATA)
    assert (answer.status_code, answer.json()["problem"]) == (422, "Move 2: Bert was on turn here, not Anna. (K 2.4)")
    assert helper.post(desk(table), sent | {"quartets": "x"}, **DATA).status_code == 422
    assert not LiveGame.objects.exists()


def test_it_takes_no_place_of_a_game_that_is_being_entered(signed_in, boss, table):
    live_games.begin(table.pk, by=boss, setup={"quartets": 2, "hands": HANDS})
    with pytest.raises(live_games.Overtaken):
        live_games.begin_noted(table.pk, by=boss, quartets=2, text=WHOLE)


def test_with_a_pot_it_is_not_offered_and_the_page_says_why(client, signed_in, boss, table):
    why = "With two players cards are drawn unseen from the pot"
    assert why not in signed_in(boss).get(desk(table)).content.decode()
    assert why not in client.get(seat(allowed(table), table, 1)).content.decode()
    table = table_for(RECORD, boss, 2)
    page = signed_in(boss).get(desk(table)).content.decode()
    assert "data-noted" not in page and why in page
    assert why in client.get(seat(allowed(table), table, 1)).content.decode()
    answer = signed_in(boss).post(desk(table), {"what": "noted", "quartets": "2", "questions": WHOLE}, **DATA)
    assert "Enter the hands and the pot first." in answer.json()["problem"]


def test_hands_that_cannot_be_are_told_to_a_player_and_stay_in_the_fields(client, table):
    rule = allowed(table)
    page = client.post(seat(rule, table), {"what": "begin", "hand1": "A1 A2", "hand2": "A3", "hand3": "B1 B2"})
    assert page.status_code == 422
    text = html.unescape(page.content.decode())
    assert "There are 5 cards here" in text and 'value="A1 A2"' in text


def test_an_entry_for_another_player_than_the_one_on_turn_is_not_taken_for_theirs(signed_in, boss, table):
    """As entries that waited for a connection: whoever made them did not know what came of the one before."""
    row = live_games.begin(table.pk, by=boss, setup={"quartets": 2, "hands": HANDS})
    helper = signed_in(boss)
    sent = {"game": row.pk, "after": 0, "text": "2>A3", "turn": 1}
    assert helper.post(desk(table), sent, **DATA).status_code == 200
    answer = helper.post(desk(table), sent | {"after": 1, "text": "1>A1", "turn": 2}, **DATA)
    assert (answer.status_code, answer.json()["problem"]) == (409, "Anna was on turn here, not Bert.")
    assert row.plies.count() == 1


def test_moves_without_the_hands_lead_to_the_questions(client, signed_in, boss, table):
    rule = allowed(table)
    slip = reverse("report_seat", args=[table_token(rule, table.pk), 2])
    for moves in ("Bert A3", "Anna asks Bert for A3"):
        page = html.unescape(client.post(slip, {"what": "look", "text": moves}).content.decode())
        assert "the moves alone are not enough" in page and "under “Hands unknown?”" in page
        assert '"quartets" must be' not in page
        assert f'href="{seat(rule, table, 2)}#noted"' in page.split('id="looked"')[1]
    at_desk = reverse("admin:tournaments_record", args=[table.round.tournament_id, table.pk])
    answer = signed_in(boss).post(at_desk, {"what": "look", "text": "Bert A3"})
    assert "the moves alone are not enough" in html.unescape(answer.content.decode())


def test_the_last_moves_and_a_refused_question_name_the_players(client, signed_in, boss, table):
    rule = allowed(table)
    hands = [["A1", "A2", "A3"], ["A4", "B1", "B2"], ["B3", "B4"]]
    live_games.begin(table.pk, by=boss, setup={"quartets": 2, "hands": hands})
    page = client.post(seat(rule, table, 1), {"what": "enter", "text": "3>B3", "after": "0"})
    assert "Anna cannot ask for this card." in html.unescape(page.content.decode())
    assert client.post(seat(rule, table, 1), {"what": "enter", "text": "2>A4", "after": "0"}).status_code == 303
    for reader, address in ((client, seat(rule, table, 1)), (signed_in(boss), desk(table))):
        page = html.unescape(reader.get(address).content.decode())
        assert "asks Bert for A4 and gets it" in page and "asks seat" not in page
