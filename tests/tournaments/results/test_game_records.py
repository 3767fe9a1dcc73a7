"""Game records as proofs of results, from being handed in to being downloaded."""

from __future__ import annotations

import html
import json

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.game_records import check_record
from tournaments.models import GameRecord, Result, Table
from tournaments.services.games import game_records
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db

# Seat 1 gives, seat 2 places …; four light pieces in row 1, called by who completed it.
QUARTO = {
    "game": "quarto",
    "options": {},
    "seats": ["Anna", "Bert"],
    "setup": {},
    "moves": [
        "give LRTF",
        "place a1",
        "give LRTH",
        "place b1",
        "give LRSF",
        "place c1",
        "give LRSH",
        "place d1",
        "call 1",
    ],
}
RESIGNED = {
    "game": "quatro-chess",
    "options": {},
    "seats": [None, None, None, None],
    "setup": {},
    "moves": ["resign", "resign", "resign"],
}


@world
def table(boss):
    return Table.objects.filter(round=make.published(make.duel(4), boss)).order_by("number").first()


@world
def four(boss):
    return Table.objects.filter(round=make.published(make.tournament(16), boss)).order_by("number").first()


def hand_in(table, boss, record):
    content = record if isinstance(record, bytes) else json.dumps(record).encode()
    made = game_records.hand_in(table.pk, by=boss, content=content)
    check_record(made.pk)
    made.refresh_from_db()
    return made


def test_the_result_follows_from_the_record(table, boss):
    record = hand_in(table, boss, QUARTO)
    result = Result.objects.get(table=table)
    assert (record.state, result.record, result.source) == ("agrees", record, "record")
    assert result.points == make.points("1", "0")
    assert result.entered_by == boss
    assert record.answer["result"]["termination"] == "quarto"


def test_a_table_of_four_gets_the_points_of_its_colours(four, boss):
    hand_in(four, boss, RESIGNED)
    assert Result.objects.get(table=four).points == make.points("0", "2", "4", "8")


def test_a_record_that_agrees_says_so(table, boss):
    results.enter(table.pk, by=boss, points=make.points("1", "0"))
    assert hand_in(table, boss, QUARTO).state == GameRecord.State.AGREES
    assert Result.objects.count() == 1


def test_a_record_that_differs_changes_nothing_and_says_what_it_gives(table, boss):
    results.enter(table.pk, by=boss, points=make.points("0", "1"))
    record = hand_in(table, boss, QUARTO)
    assert record.state == GameRecord.State.DIFFERS
    assert "The record gives 1 – 0, but 0 – 1 was entered." in str(record.verdict)
    assert Result.objects.get().points == make.points("0", "1")


def test_a_record_is_judged_anew_when_the_result_is_corrected(table, boss):
    record = hand_in(table, boss, QUARTO)
    current = Result.objects.get(table=table)
    corrected = results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=current.pk)
    record.refresh_from_db()
    assert record.state == GameRecord.State.DIFFERS
    assert "corrected to 0 – 1" in str(record.verdict)
    results.enter(table.pk, by=boss, points=make.points("1", "0"), seen_result=corrected.pk)
    record.refresh_from_db()
    assert record.state == GameRecord.State.AGREES


def test_a_record_gives_a_round_that_was_taken_back_no_result(table, boss):
    record = game_records.hand_in(table.pk, by=boss, content=json.dumps(QUARTO).encode())
    rounds.discard(table.round_id, by=boss)
    check_record(record.pk)
    record.refresh_from_db()
    assert record.state == GameRecord.State.REFUSED
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"moves": QUARTO["moves"][:-1]}, "is not over, so it does not prove a result"),
        ({"moves": ["give LRTF", "place a1", "give LRTF"]}, "Move 3"),
        ({"options": {"squares": True}}, "different “"),
        ({"claimed": {"places": [2, 1]}}, ""),
        ({"seats": ["Anna"]}, ""),
        ({"game": "chess"}, ""),
    ],
)
def test_what_proves_nothing_is_refused_with_a_reason(table, boss, change, sentence):
    record = hand_in(table, boss, QUARTO | change)
    assert record.state == GameRecord.State.REFUSED
    assert record.verdict
    assert sentence in str(record.verdict)
    assert not Result.objects.exists()


def test_a_record_of_another_game_is_refused(table, boss):
    assert "This is a record of Quatro Chess" in str(hand_in(table, boss, RESIGNED).verdict)


def test_two_colours_of_one_player_must_be_theirs_at_the_table_too(four, boss):
    record = RESIGNED | {"seats": [None] * 3, "setup": {"colours": {"white": 1, "red": 2, "black": 3, "green": 1}}}
    assert "belong to one player in the record or at the table" in str(hand_in(four, boss, record).verdict)


@pytest.mark.parametrize("content", [b"[" * 900_000, b'{"game": NaN}', b"null", b'"\\ud800"', '{"a": "٣"}'.encode()])
def test_hostile_texts_are_refused_by_the_replay(table, boss, content):
    assert hand_in(table, boss, content).state == GameRecord.State.REFUSED


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "There is no record here"),
        (b"\xff\xfe", "not UTF-8"),
        (b"a\0b", "not text"),
        (b" " * (1024 * 1024 + 1), "at most 1 MiB"),
    ],
)
def test_what_is_no_text_is_not_kept(table, boss, content, sentence):
    with pytest.raises(Refused, match=sentence):
        game_records.hand_in(table.pk, by=boss, content=content)
    assert not GameRecord.objects.exists()


def test_a_replay_that_runs_twice_makes_one_result(table, boss):
    record = hand_in(table, boss, QUARTO)
    assert check_record(record.pk) is None
    assert check_record(123456) is None
    assert Result.objects.count() == 1


def test_a_fault_of_the_program_is_said_to_be_one(table, boss, monkeypatch, caplog):
    monkeypatch.setattr("tournaments.jobs.game_records.prove", lambda *_: 1 // 0)
    assert "error in the program" in str(hand_in(table, boss, QUARTO).verdict)
    assert "ZeroDivisionError" in caplog.text


class TestPages:
    def page(self, table):
        return reverse("admin:tournaments_record", args=[table.round.tournament_id, table.pk])

    def file(self, record):
        return reverse("record_download", args=[record.table.round.tournament.slug, record.pk])

    def test_paste_a_record(self, desk, table):
        response = desk.post(self.page(table), {"text": json.dumps(QUARTO)})
        assert response.status_code == 302
        check_record(GameRecord.objects.get().pk)
        assert "The result follows from the record: 1 – 0" in html.unescape(desk.get(self.page(table)).content.decode())

    def test_nothing_pasted(self, desk, table):
        response = desk.post(self.page(table), {"text": " "})
        assert response.status_code == 422
        assert "There is no record here" in response.content.decode()

    def test_an_arbiter_elsewhere_hands_in_nothing(self, client, table):
        client.force_login(make.arbiter(make.duel(2)))
        assert client.get(self.page(table)).status_code == 403
        assert client.post(self.page(table), {"text": json.dumps(QUARTO)}).status_code == 403

    def test_everybody_downloads_a_record_that_proves_a_shown_result(self, client, table, boss):
        record = hand_in(table, boss, QUARTO)
        response = client.get(self.file(record))
        names = [seat.entry.player.name for seat in table.seats.order_by("position")]
        assert json.loads(response.content) == {**QUARTO, "seats": names}, "those who sat there, as shown"
        assert "attachment" in response["Content-Disposition"]

    def test_a_refused_record_is_for_arbiters_alone(self, client, table, boss):
        record = hand_in(table, boss, b"{}")
        assert client.get(self.file(record)).status_code == 404
        client.force_login(make.arbiter(table.round.tournament))
        assert client.get(self.file(record)).status_code == 200

    def test_a_record_of_a_hidden_tournament_is_hidden(self, client, table, boss):
        record = hand_in(table, boss, QUARTO)
        type(table.round.tournament).objects.update(published=False)
        assert client.get(self.file(record)).status_code == 404

    def test_a_record_is_found_under_its_own_tournament_alone(self, client, table, boss):
        record = hand_in(table, boss, QUARTO)
        other = make.duel(2)
        assert client.get(reverse("record_download", args=[other.slug, record.pk])).status_code == 404
