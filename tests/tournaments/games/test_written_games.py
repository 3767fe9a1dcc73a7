"""Games as people write them, at the desk and from a player's phone: pasted, looked at, handed in, entered on."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.core import texts
from games.core.record import parse
from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE, golden, table_for
from tests.tournaments.reports.conftest import first_table, reporting, sitting_at
from tests.tournaments.results.test_game_records import QUARTO
from tests.tournaments.rounds.test_races import at_once
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.game_records import check_record
from tournaments.models import GameRecord, LivePly, Result
from tournaments.services.games import game_records, live_games
from tournaments.services.results import reports
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db

WON = "1. LRTF a1 2. LRTH b1 3. LRSF c1 4. LRSH d1 Quarto! 1-0"


@world
def table(boss):
    evening = make.duel(4)
    reporting(evening)
    return first_table(evening, boss)


def slip(table, position):
    return reverse("report_seat", args=[table_token(table.round.tournament.report_rule, table.pk), position])


def at_desk(table):
    return reverse("admin:tournaments_record", args=[table.round.tournament_id, table.pk])


def test_moves_that_a_player_pastes_are_looked_at_and_then_prove_the_result(client, words, table):
    looked = client.post(slip(table, 1), {"what": "look", "text": WON})
    page = looked.content.decode()
    assert looked.status_code == 200
    assert "This game proves:" in page
    assert "The position after 9 moves:" in page
    drawn = page.split('<div class="position">')[1].split("</svg>")[0]
    assert "<svg" in drawn and "eat 1" not in drawn
    assert WON in page
    assert not GameRecord.objects.exists()
    assert client.post(slip(table, 1), {"what": "record", "text": WON}).status_code == 303
    record = GameRecord.objects.get()
    assert json.loads(record.text)["moves"] == QUARTO["moves"]
    check_record(record.pk)
    assert Result.objects.get(table=table).points == make.points("1", "0")


def test_a_fault_in_pasted_moves_names_the_move_and_keeps_the_text(client, words, table):
    for what in ("look", "record"):
        answer = client.post(slip(table, 1), {"what": what, "text": "LRTF a1 LRTF"})
        assert answer.status_code == 422
        assert "Move 3: LRTF has already been given" in words(answer)
        assert "LRTF a1 LRTF</textarea>" in words(answer)
    assert not GameRecord.objects.exists()


def test_what_is_wrong_with_pasted_moves_stands_beside_the_field(client, table):
    for what in ("look", "record"):
        page = client.post(slip(table, 1), {"what": what, "text": "LRTF a1 LRTF"}).content.decode()
        before, box = page.split('<details id="record"')
        assert box.startswith(" open>")
        assert "has already been given" not in before and 'role="alert"' not in before
        # the form leads to its answer, which takes the focus
        assert '<form method="post" action="#looked"' in box
        assert 'id="looked" role="alert" tabindex="-1"' in box.split("<form")[0]
        assert 'aria-invalid="true" aria-describedby="moves-problem">LRTF a1 LRTF</textarea>' in box
        assert 'id="moves-problem">Move 3: LRTF has already been given' in box
    page = client.post(slip(table, 1), {"what": "report", "points1": "x"}).content.decode()
    assert 'role="alert"' in page.split('<details id="record"')[0]


def test_a_move_that_is_not_possible_names_the_player_and_moves_as_people_write_them(client, words, boss):
    evening = make.tournament(8)
    reporting(evening)
    four = first_table(evening, boss)
    name = four.seats.get(position=1).entry.player.name
    page = words(client.post(slip(four, 1), {"what": "look", "text": "1. Nf3 c6"}))
    assert f'Move 1: {name} (White) cannot play "Nf3" here. Possible are: f3. (QC 3.1)' in page
    page = client.post(slip(four, 1), {"what": "look", "text": "g4"}).content.decode()
    drawn = page.split('<div class="position">')[1].split("</svg>")[0]
    assert name[:11] in drawn and "eat 1" not in drawn


def test_a_refusal_about_moves_is_told_at_the_top_where_their_form_is_gone(client, table):
    reports.report(table.pk, sitting_at(table)[1], points=make.points("1", "0"))
    page = client.post(slip(table, 1), {"what": "look", "text": "LRTF z9"}).content.decode()
    assert '<details id="record"' not in page
    assert '<p class="note bad" role="alert">Move 2' in page


def test_a_game_that_is_not_over_is_drawn_and_proves_nothing(client, words, table):
    page = words(client.post(slip(table, 1), {"what": "look", "text": "LRTF a1"}))
    assert "The position after 2 moves:" in page
    assert "This game proves:" not in page
    assert "not over" in page


def test_a_pasted_game_holds_no_name_that_was_typed(client, table):
    text = texts.write(parse(json.dumps(QUARTO | {"seats": ["Nosuch Person", "Bert"]})))
    client.post(slip(table, 1), {"what": "record", "file": SimpleUploadedFile("game.txt", text.encode())})
    assert "Nosuch" not in GameRecord.objects.get().text


def test_two_who_paste_the_same_game_at_once_hand_in_two_records_and_make_one_result(table, boss):
    first, second = sitting_at(table)
    made = [reports.hand_in_record(table.pk, entry, content=WON.encode()) for entry in (first, second)]
    for record in made:
        check_record(record.pk)
    assert Result.objects.filter(table=table).count() == 1
    assert {record.state for record in GameRecord.objects.all()} == {"agrees"}


@pytest.mark.django_db(transaction=True)
def test_a_game_pasted_by_both_at_the_same_moment_makes_one_result(boss):
    evening = make.duel(4)
    reporting(evening)
    table = first_table(evening, boss)
    made = at_once(
        *(
            lambda entry=entry: reports.hand_in_record(table.pk, entry, content=WON.encode()).pk
            for entry in sitting_at(table)
        )
    )
    keys = [pk for pk in made if isinstance(pk, int)]
    assert len(keys) == 2
    at_once(*(lambda pk=pk: check_record(pk) for pk in keys))
    assert Result.objects.filter(table=table).count() == 1


def test_the_desk_looks_at_pasted_moves_and_hands_them_in(signed_in, words, boss, table):
    desk = signed_in(boss)
    page = words(desk.post(at_desk(table), {"what": "look", "text": WON}))
    assert "This game proves:" in page
    assert "<svg" in page
    assert not GameRecord.objects.exists()
    assert desk.post(at_desk(table), {"what": "record", "text": WON}).status_code == 302
    assert GameRecord.objects.count() == 1
    wrong = desk.post(at_desk(table), {"what": "look", "text": "LRTF z9"})
    assert wrong.status_code == 422
    assert "Move 2" in words(wrong)


@pytest.mark.parametrize("game", sorted(WHOLE))
def test_a_whole_game_of_each_is_handed_in_as_text(boss, game):
    name, size = WHOLE[game]
    record = golden(name)
    table = table_for(record, boss, size)
    text = texts.write(parse(json.dumps(record)))
    made = game_records.hand_in(table.pk, by=boss, content=text.encode())
    check_record(made.pk)
    made.refresh_from_db()
    assert made.state == "agrees", made.verdict


class TestLiveEntry:
    """Moves typed into a game that is being entered."""

    @pytest.fixture
    def row(self, table, boss):
        return live_games.begin(table.pk, by=boss)

    def test_several_moves_are_entered_at_once(self, row, boss):
        assert live_games.enter(row.pk, by=boss, after=0, text="1. lrtf b3 2. DSTH").number == 3
        assert list(LivePly.objects.values_list("text", flat=True)) == ["give LRTF", "place b3", "give DSTH"]
        assert live_games.enter(row.pk, by=boss, after=3, text="c3").text == "place c3"

    def test_of_several_moves_with_a_fault_none_is_entered(self, row, boss):
        with pytest.raises(Refused, match="already been given"):
            live_games.enter(row.pk, by=boss, after=0, text="LRTF b3 LRTF")
        assert not LivePly.objects.exists()

    def test_a_double_press_with_several_moves_is_one(self, row, boss, table):
        for _press in range(2):
            assert live_games.enter(row.pk, by=boss, after=0, text="LRTF b3").number == 2
        assert LivePly.objects.count() == 2
        with pytest.raises(live_games.Overtaken):
            live_games.enter(row.pk, by=boss, after=0, text="LRTF b4")
        with pytest.raises(live_games.Overtaken):
            live_games.enter(row.pk, by=make.arbiter(table.round.tournament), after=0, text="LRTF b3")

    def test_the_page_takes_several_moves(self, row, boss, signed_in, table):
        address = reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk])
        assert signed_in(boss).post(address, {"after": "0", "text": "LRTF b3, DSTH c3"}).status_code == 302
        assert LivePly.objects.count() == 4


class TestTexts:
    """Games to read as text, for everybody."""

    def test_a_game_that_proves_a_result_is_there_as_text(self, client, table, boss):
        record = game_records.hand_in(table.pk, by=boss, content=json.dumps(QUARTO).encode())
        address = reverse("game_text", args=[table.round.tournament.slug, record.pk])
        assert client.get(address).status_code == 404
        check_record(record.pk)
        answer = client.get(address)
        assert answer["Content-Type"].startswith("text/plain")
        text = answer.content.decode()
        assert list(texts.record_of(text).moves) == QUARTO["moves"]
        assert '[Round "1"]' in text
        assert (
            address
            in client.get(reverse("table", args=[table.round.tournament.slug, 1, table.number])).content.decode()
        )

    @pytest.mark.parametrize("game", sorted(WHOLE))
    def test_all_games_of_an_event_are_one_text(self, client, boss, game):
        name, size = WHOLE[game]
        record = golden(name)
        table = table_for(record, boss, size)
        check_record(game_records.hand_in(table.pk, by=boss, content=json.dumps(record).encode()).pk)
        text = client.get(reverse("games_text", args=[table.round.tournament.slug])).content.decode()
        again = texts.record_of(text)
        assert len(again.moves) == len(record["moves"])
        assert again.seats == texts.record_of(text).seats

    def test_names_are_those_that_everyone_may_read(self, client, table, boss):
        tournament = table.round.tournament
        tournament.names_shown = "number"
        tournament.save()
        typed = QUARTO | {"seats": ["Nosuch Person", "Bert"]}
        check_record(game_records.hand_in(table.pk, by=boss, content=json.dumps(typed).encode()).pk)
        text = client.get(reverse("games_text", args=[tournament.slug])).content.decode()
        assert "Nosuch" not in text
        assert '[Seat1 "No. ' in text
