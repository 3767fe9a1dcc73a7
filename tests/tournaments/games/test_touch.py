"""Entering a game by touch: the page's data and steps, for helpers and for the players of a table by their link."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE, golden, table_for
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain.errors import Refused
from tournaments.jobs.game_records import check_record
from tournaments.models import GameRecord, LiveGame, LivePly, Player, ReportRule, Result, Round
from tournaments.models.settings import NameShown
from tournaments.services.games import live_games
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db

DATA = {"HTTP_ACCEPT": "application/json"}
DEAL = {"quartets": 2, "hands": [["A1", "A2", "B1"], ["A3", "A4", "B2"], ["B3", "B4"]]}


def allowed(table, **more):
    """The rule of a tournament whose players enter the moves of their own games."""
    return ReportRule.objects.create(tournament=table.round.tournament, **({"mode": "accept", "moves": True} | more))


def seat(rule, table, position=1):
    return reverse("own_game_seat", args=[table_token(rule, table.pk), position])


def entries(table):
    return list(table.seats.order_by("position").values_list("entry_id", flat=True))


class TestDesk:
    def address(self, table):
        return reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk])

    def enter(self, client, table, after, text, **more):
        return client.post(self.address(table), {"after": after, "text": text, **more}, **DATA)

    def test_an_entry_is_answered_with_the_game_as_it_is_then(self, signed_in, table, boss):
        helper = signed_in(make.arbiter(table.round.tournament))
        assert helper.get(self.address(table), **DATA).json() == {"state": {"game": None, "done": False, "plies": 0}}
        row = live_games.begin(table.pk, by=boss)
        answer = self.enter(helper, table, 0, "give LRTF", game=row.pk, key=uuid4())
        state = answer.json()["state"]
        assert (answer.status_code, state["plies"], state["game"]) == (200, 1, row.pk)
        assert state["position"]["turn"] == [2]
        assert ["place a1", "a1"] in state["position"]["ways"]
        assert state["entries"][0][:3] == [1, "give LRTF", 1]
        assert "no-store" in answer["Cache-Control"]
        assert "Accept" in answer["Vary"].split(", ")

    def test_whoever_was_overtaken_is_told_what_is_there_now(self, signed_in, table, boss):
        live_games.begin(table.pk, by=boss)
        live_games.enter(LiveGame.objects.get().pk, by=boss, after=0, text="give LRTF")
        answer = self.enter(signed_in(make.arbiter(table.round.tournament)), table, 0, "give DSSH", key=uuid4())
        assert answer.status_code == 409
        assert "give LRTF" in answer.json()["problem"]
        assert answer.json()["state"]["plies"] == 1

    def test_a_text_is_taken_whole_or_refused_never_cut(self, signed_in, table, boss):
        live_games.begin(table.pk, by=boss)
        long = "give LRTF " + "{a remark} " * 500 + "place a1"
        answer = self.enter(signed_in(boss), table, 0, long)
        assert (answer.status_code, answer.json()["state"]["plies"]) == (200, 2)
        answer = self.enter(signed_in(boss), table, 2, "give DSSH " + "x" * 20_000)
        assert answer.status_code == 422
        assert "20,010 characters" in answer.json()["problem"] and LivePly.objects.count() == 2
        # nor does the browser cut what is pasted into the field
        page = signed_in(boss).get(self.address(table)).content.decode()
        assert "maxlength" not in page.partition('id="move"')[2].partition(">")[0]

    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", "Bert was given LRTF and must place it"),
            ("nl", "Bert kreeg LRTF en plaatst dat eerst"),
            ("de", "Bert hat LRTF bekommen"),
            ("af", "Bert het LRTF gekry"),
        ],
    )
    def test_what_is_refused_names_the_players(self, signed_in, client, table, boss, language, words):
        entry = table.seats.get(position=2).entry
        Player.objects.filter(pk=entry.player_id).update(name="Bert", name_shown=NameShown.FULL)
        live_games.enter(live_games.begin(table.pk, by=boss).pk, by=boss, after=0, text="give LRTF")
        speaks = {"HTTP_ACCEPT_LANGUAGE": language}
        sent = {"after": 1, "text": "give DSSH"}
        asked = signed_in(boss).post(self.address(table), sent, **DATA, **speaks)
        assert (asked.status_code, asked.json()["problem"].startswith(words)) == (422, True)
        page = signed_in(boss).post(self.address(table), sent, **speaks).content.decode()
        assert f"{words}" in page
        address = seat(allowed(table), table)
        assert client.post(address, sent, **DATA, **speaks).json()["problem"].startswith(words)
        # who is shown by their number only is so here, too, for those who play; a helper reads the name
        Player.objects.filter(pk=entry.player_id).update(name_shown=NameShown.NUMBER)
        assert "Bert" not in client.post(address, sent, **DATA, **speaks).json()["problem"]
        # in a game that is pasted, with the number of the move
        typed = {"what": "look", "text": "give LRTF give DSSH"}
        report = reverse("report_seat", args=[address.split("/")[2], 1])
        Player.objects.filter(pk=entry.player_id).update(name_shown=NameShown.FULL)
        page = client.post(report, typed, **speaks).content.decode()
        assert words in page
        desk = reverse("admin:tournaments_record", args=[table.round.tournament_id, table.pk])
        assert words in signed_in(boss).post(desk, typed, **speaks).content.decode()

    def test_what_the_rules_forbid_comes_back_with_the_rule(self, signed_in, table, boss):
        live_games.begin(table.pk, by=boss)
        answer = self.enter(signed_in(boss), table, 0, "place a1")
        assert answer.status_code == 422
        assert answer.json()["rule"].startswith("Q ")
        assert answer.json()["rules"].startswith(reverse("rules", args=["quarto"]) + "#q-")
        assert not LivePly.objects.exists()

    def test_an_entry_sent_twice_under_its_name_is_one(self, signed_in, table, boss):
        live_games.begin(table.pk, by=boss)
        key = uuid4()
        for _turn in range(2):
            assert self.enter(signed_in(boss), table, 0, "give LRTF", key=key).status_code == 200
        # also where others have gone on meanwhile
        live_games.enter(LiveGame.objects.get().pk, by=boss, after=1, text="place a1")
        assert self.enter(signed_in(boss), table, 0, "give LRTF", key=key).json()["state"]["plies"] == 2
        # the same entry under another name is another one
        assert self.enter(signed_in(boss), table, 1, "place a1", key=uuid4()).status_code == 409

    def test_what_was_kept_for_another_game_is_not_entered_here(self, signed_in, table, boss):
        row = live_games.begin(table.pk, by=boss)
        live_games.drop(row.pk, by=boss)
        live_games.begin(table.pk, by=boss)
        answer = self.enter(signed_in(boss), table, 0, "give LRTF", game=row.pk, key=uuid4())
        assert answer.status_code == 409
        assert not LivePly.objects.exists()

    def test_the_data_cost_a_fixed_number_of_queries(self, signed_in, boss, django_assert_max_num_queries):
        record = golden(WHOLE["quatro-chess"][0])
        table = table_for(record, boss, 4)
        row = live_games.begin(table.pk, by=boss)
        LivePly.objects.bulk_create(
            LivePly(game=row, number=number, text=text) for number, text in enumerate(record["moves"][:300], 1)
        )
        client = signed_in(boss)
        with django_assert_max_num_queries(16):
            client.get(self.address(table), **DATA)
        with django_assert_max_num_queries(34):
            assert self.enter(client, table, 300, record["moves"][300], key=uuid4()).status_code == 200


class TestPlayers:
    def test_a_whole_game_becomes_the_result_that_its_players_proved(self, client, table, boss):
        record = golden(WHOLE["quarto"][0])
        rule = allowed(table)
        assert client.post(seat(rule, table), {"what": "begin"}).status_code == 303
        for number, text in enumerate(record["moves"]):
            address = seat(rule, table, number % 2 + 1)
            answer = client.post(address, {"after": number, "text": text, "key": uuid4()}, **DATA)
            assert answer.status_code == 200, answer.json()
        first, second = entries(table)
        assert list(LivePly.objects.values_list("player", flat=True))[:3] == [first, second, first]
        # the other one sees who entered it
        state = client.get(seat(rule, table, 2), **DATA).json()["state"]
        name = table.seats.get(position=1).entry.player.name
        assert state["entries"][0][4] == name
        assert state["over"] == ["1", "0"]
        after = len(record["moves"])
        assert client.post(seat(rule, table), {"what": "hand-in", "after": after}, **DATA).status_code == 200
        check_record(GameRecord.objects.get().pk)
        assert Result.objects.get(table=table).source == "record"
        answer = client.get(seat(rule, table), **DATA).json()
        assert answer == {"state": {"game": None, "done": True, "plies": 0}}

    def test_a_players_own_link_leads_to_the_table_where_they_sit(self, client, table):
        rule = allowed(table)
        token = make.own_token(entries(table)[1])
        page = client.get(reverse("own_game", args=[token])).content.decode()
        assert f"Table {table.number}" in page
        # a seat is named with a table's link only
        assert client.get(reverse("own_game_seat", args=[token, 1])).status_code == 404
        chosen = client.get(reverse("own_game", args=[table_token(rule, table.pk)])).content.decode()
        assert seat(rule, table, 2) in chosen

    @pytest.mark.parametrize(
        "rule", [{"moves": False}, {"mode": "off", "moves": False}], ids=["results only", "nothing"]
    )
    def test_where_players_enter_no_moves_there_is_no_such_page(self, client, table, boss, rule):
        address = seat(allowed(table, **rule), table)
        row = live_games.begin(table.pk, by=boss)
        assert client.get(address).status_code == 404
        assert client.post(address, {"after": 0, "text": "give LRTF"}, **DATA).status_code == 404
        with pytest.raises(Refused, match="players do not enter"):
            live_games.enter(row.pk, by=None, player=entries(table)[0], after=0, text="give LRTF")
        assert not LivePly.objects.exists()

    def test_players_of_another_table_enter_nothing_here(self, client, table, boss):
        rule = allowed(table)
        row = live_games.begin(table.pk, by=boss)
        other = table.round.tables.exclude(pk=table.pk).first()
        stranger = entries(other)[0]
        for act in (
            lambda: live_games.begin(table.pk, by=None, player=stranger),
            lambda: live_games.enter(row.pk, by=None, player=stranger, after=0, text="give LRTF"),
            lambda: live_games.take_back(row.pk, by=None, player=stranger, after=0),
            lambda: live_games.hand_in(row.pk, by=None, player=stranger, after=0),
        ):
            with pytest.raises(Refused, match="do not sit at this table"):
                act()
        token = table_token(rule, table.pk)
        for wrong in (token[:-1] + ("A" if token[-1] != "A" else "B"), token.replace(str(table.pk), str(other.pk), 1)):
            assert client.get(reverse("own_game_seat", args=[wrong, 1])).status_code == 404
        assert client.get(seat(rule, table, 3)).status_code == 404

    def test_players_stop_no_game_that_is_being_entered(self, client, table, boss):
        rule = allowed(table)
        live_games.begin(table.pk, by=boss)
        client.post(seat(rule, table), {"what": "drop"}, **DATA)
        assert LiveGame.objects.get().state == "running"

    def test_once_the_round_is_closed_or_the_result_is_in_nothing_is_entered(self, client, table, boss):
        rule = allowed(table)
        row = live_games.begin(table.pk, by=boss)
        Round.objects.filter(pk=table.round_id).update(state="closed")
        answer = client.post(seat(rule, table), {"after": 0, "text": "give LRTF", "game": row.pk}, **DATA)
        assert answer.status_code == 422
        assert "not being played" in answer.json()["problem"]
        Round.objects.filter(pk=table.round_id).update(state="published")
        make.play(table.round, boss, ("1", "0"))
        answer = client.post(seat(rule, table), {"after": 0, "text": "give LRTF"}, **DATA)
        assert "already in" in answer.json()["problem"]
        assert not LivePly.objects.exists()

    def test_players_see_no_name_of_a_helper_and_none_that_may_not_be_shown(self, client, table, boss):
        hidden = table.seats.get(position=2).entry.player
        hidden.name_shown = NameShown.NUMBER
        hidden.save()
        rule = allowed(table)
        row = live_games.begin(table.pk, by=boss)
        live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
        page = client.get(seat(rule, table))
        told = page.content.decode() + client.get(seat(rule, table), **DATA).content.decode()
        assert hidden.name not in told
        assert str(boss) not in told
        assert "no-store" in page["Cache-Control"]
        assert page["Referrer-Policy"] == "no-referrer"

    def test_a_player_sees_no_card_of_the_others(self, client, boss):
        table = table_for({"game": "kwartet", "options": {}}, boss, 3)
        rule = allowed(table)
        live_games.begin(table.pk, by=boss, setup=DEAL)
        ways = client.get(seat(rule, table, 2), **DATA).json()["state"]["position"]["ways"]
        assert ways == []  # what seat 1 may ask for tells what seat 1 holds
        # a table's slip lies open: questions are asked by the personal link, which shows the hand too
        assert client.get(seat(rule, table, 1), **DATA).json()["state"]["position"]["ways"] == []

    def test_without_script_the_moves_are_buttons(self, client, boss):
        table = table_for(golden(WHOLE["quatro-chess"][0]), boss, 4)
        rule = allowed(table)
        client.post(seat(rule, table), {"what": "begin"})
        page = client.get(seat(rule, table)).content.decode()
        assert '<button name="move" value="c2c4">' in page
        assert "<legend>White: Pawn c2</legend>" in page
        assert '<button name="move" value="resign">' in page
        answer = client.post(seat(rule, table), {"after": "0", "move": "c2c4"})
        assert (answer.status_code, answer["Location"]) == (303, seat(rule, table))
        wrong = client.post(seat(rule, table), {"after": "1", "move": "c2c4"})
        assert wrong.status_code == 422
        assert 'role="alert"' in wrong.content.decode()

    def test_the_page_asks_for_no_style_or_script_within(self, client, table, boss):
        live_games.begin(table.pk, by=boss)
        page = client.get(seat(allowed(table), table)).content.decode()
        assert " style=" not in page.partition("<main")[2].partition("</svg>")[2].partition("tap-config")[0]
        config = json.loads(page.partition('type="application/json">')[2].partition("</script>")[0])
        assert [place["position"] for place in config["places"]] == [1, 2]
        assert config["mine"] == [1]

    def test_a_link_that_is_used_too_often_must_wait(self, client, table, boss, monkeypatch):
        monkeypatch.setattr("tournaments.views.player.game.ENTRIES_A_MINUTE", 2)
        rule = allowed(table)
        live_games.begin(table.pk, by=boss)
        sent = [client.post(seat(rule, table), {"after": 0, "text": "no"}, **DATA).status_code for _turn in range(3)]
        assert sent == [422, 422, 429]


def test_the_first_hands_of_quaro_are_put_together_by_touch_and_typed_without_script(client, boss):
    record = golden(WHOLE["quaro"][0])
    table = table_for(record, boss, 2)
    rule = allowed(table)
    page = client.get(seat(rule, table)).content.decode()
    stones = json.loads(page.partition('id="tap-stones" type="application/json">')[2].partition("</script>")[0])
    assert (list(stones["looks"]), stones["hand"]) == (list("RGBY"), 4)
    sent = {f"hand{number}": hand for number, hand in enumerate(record["setup"]["hands"], 1)}
    assert client.post(seat(rule, table), {"what": "begin", **sent}).status_code == 303
    assert LiveGame.objects.get().setup == record["setup"]


def test_the_rule_is_set_at_the_desk(signed_in, table, boss):
    address = reverse("admin:tournaments_report_rule", args=[table.round.tournament_id])
    assert signed_in(boss).post(address, {"mode": "ask", "minutes": 5, "moves": "on"}).status_code == 302
    assert ReportRule.objects.get().moves
    assert signed_in(boss).post(address, {"mode": "ask", "minutes": 5}).status_code == 302
    assert not ReportRule.objects.get().moves


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_broker")
class TestRaces:
    def test_two_players_at_once_neither_lose_nor_double_an_entry(self):
        boss = make.organiser()
        table = table_for(golden(WHOLE["quarto"][0]), boss, 2)
        allowed(table)
        row = live_games.begin(table.pk, by=boss)
        pieces = ["LRTF", "DSSH", "LSTF", "DRSH"]
        for turn, (one, other) in enumerate(zip(pieces[::2], pieces[1::2], strict=True)):
            first, second = (
                lambda player=player, text=text, turn=turn: live_games.enter(
                    row.pk, by=None, player=player, after=2 * turn, text=f"give {text}", key=uuid4()
                )
                for player, text in zip(entries(table), (one, other), strict=True)
            )
            answers = at_once(first, second)
            assert sorted(type(answer).__name__ for answer in answers) == ["LivePly", "Overtaken"]
            live_games.enter(row.pk, by=boss, after=2 * turn + 1, text=f"place {'ab'[turn]}1")
        assert list(row.plies.values_list("number", flat=True)) == [1, 2, 3, 4]

    def test_an_entry_that_arrives_twice_at_once_is_one(self):
        boss = make.organiser()
        table = table_for(golden(WHOLE["quarto"][0]), boss, 2)
        allowed(table)
        row = live_games.begin(table.pk, by=boss)
        key, player = uuid4(), entries(table)[0]
        send = lambda: live_games.enter(row.pk, by=None, player=player, after=0, text="give LRTF", key=key)  # noqa: E731
        answers = at_once(*[send] * 4)
        assert len({answer.pk for answer in answers}) == 1
        assert LivePly.objects.count() == 1


def test_the_database_takes_a_name_of_an_entry_once_a_game(table, boss):
    row, key = live_games.begin(table.pk, by=boss), uuid4()
    LivePly.objects.create(game=row, number=1, text="give LRTF", key=key)
    with pytest.raises(IntegrityError), transaction.atomic():
        LivePly.objects.create(game=row, number=2, text="place a1", key=key)
