"""A game entered move by move: legal moves only, seen at once by spectators, handed in as a record at the end."""

from __future__ import annotations

import json
import re

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE, golden, table_for
from tests.tournaments.public.reading import Page
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain.errors import Refused
from tournaments.jobs.game_records import check_record
from tournaments.models import GameRecord, LiveGame, LivePly, Result, Round, Table, Tournament
from tournaments.services.games import live_games

pytestmark = pytest.mark.django_db

DEAL = {"quartets": 2, "hands": [["A1", "A2", "B1"], ["A3", "A4", "B2"], ["B3", "B4"]]}


def spectators(client, table):
    address = reverse("table", args=[table.round.tournament.slug, table.round.number, table.number])
    return client.get(address).content.decode()


@pytest.mark.parametrize("game", sorted(WHOLE))
def test_a_whole_game_of_each_is_entered_and_becomes_the_result(client, boss, game):
    name, size = WHOLE[game]
    record = golden(name)
    table = table_for(record, boss, size)
    row = live_games.begin(table.pk, by=boss, setup=record["setup"])
    # a long game is entered from near its end on
    moves, last = record["moves"], 12
    LivePly.objects.bulk_create(
        LivePly(game=row, number=number, text=text) for number, text in enumerate(moves[:-last], 1)
    )
    with pytest.raises(Refused, match="not over yet"):
        live_games.hand_in(row.pk, by=boss, after=len(moves) - last)
    for number in range(len(moves) - last, len(moves)):
        live_games.enter(row.pk, by=boss, after=number, text=moves[number])
        assert f"{number + 1} of {number + 1}" in " ".join(spectators(client, table).split())
    with pytest.raises(Refused):
        live_games.enter(row.pk, by=boss, after=len(moves), text=moves[-1])
    made = live_games.hand_in(row.pk, by=boss, after=len(moves))
    check_record(made.pk)
    made.refresh_from_db()
    assert made.state == "agrees", made.verdict
    result = Result.objects.get(table=table)
    assert (result.source, result.record, result.entered_by) == ("record", made, boss)
    assert "being played" not in spectators(client, table)
    assert str(len(moves)) in spectators(client, table)


def test_what_is_chosen_for_a_whole_event_only_is_in_no_record(boss):
    """Kwartet's number of quartets: the hands tell it, so a record with it would be refused."""
    record = golden(WHOLE["kwartet"][0])
    record = record | {"options": record["options"] | {"quartets": record["setup"]["quartets"]}}
    table = table_for(record, boss, WHOLE["kwartet"][1])
    assert table.round.tournament.options["quartets"]
    row = live_games.begin(table.pk, by=boss, setup=record["setup"])
    for number, text in enumerate(record["moves"]):
        live_games.enter(row.pk, by=boss, after=number, text=text)
    made = live_games.hand_in(row.pk, by=boss, after=len(record["moves"]))
    assert "quartets" not in json.loads(made.text)["options"]
    check_record(made.pk)
    made.refresh_from_db()
    assert made.state == "agrees", made.verdict


def test_only_legal_moves_are_entered_and_the_rule_is_named(table, boss):
    row = live_games.begin(table.pk, by=boss)
    live_games.enter(row.pk, by=boss, after=0, text=" give   LRTF ")
    assert LivePly.objects.get().text == "give LRTF"
    for text in ("give LRTH", "place z9", "x" * 80, "٣"):
        with pytest.raises(Refused) as refusal:
            live_games.enter(row.pk, by=boss, after=1, text=text)
        assert refusal.value.rule
    assert LivePly.objects.count() == 1


def test_the_last_move_is_taken_back(table, boss):
    row = live_games.begin(table.pk, by=boss)
    with pytest.raises(Refused, match="no move"):
        live_games.take_back(row.pk, by=boss, after=0)
    live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
    live_games.take_back(row.pk, by=boss, after=1)
    assert not LivePly.objects.exists()
    live_games.enter(row.pk, by=boss, after=0, text="give DSSH")


def test_a_move_that_two_helpers_take_back_is_taken_back_once(table, boss):
    row = live_games.begin(table.pk, by=boss)
    live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
    live_games.enter(row.pk, by=boss, after=1, text="place a1")
    live_games.take_back(row.pk, by=boss, after=2)
    with pytest.raises(live_games.Overtaken, match=r"The last move is now 1\. give LRTF"):
        live_games.take_back(row.pk, by=make.arbiter(table.round.tournament), after=2)
    assert LivePly.objects.count() == 1


def test_whoever_has_not_seen_the_last_move_is_told_of_it(table, boss):
    other = make.arbiter(table.round.tournament)
    row = live_games.begin(table.pk, by=boss)
    live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
    with pytest.raises(live_games.Overtaken, match=r"The last move is now 1\. give LRTF, entered by"):
        live_games.enter(row.pk, by=other, after=0, text="give DSSH")
    with pytest.raises(live_games.Overtaken):
        live_games.take_back(row.pk, by=other, after=2)
    # a double press of the same person is one move
    assert live_games.enter(row.pk, by=boss, after=0, text="give LRTF").number == 1
    assert LivePly.objects.count() == 1


def test_the_same_move_of_another_person_is_no_double_press(table, boss):
    other = make.arbiter(table.round.tournament)
    row = live_games.begin(table.pk, by=boss)
    live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
    with pytest.raises(live_games.Overtaken, match=rf"give LRTF, entered by {boss}\."):
        live_games.enter(row.pk, by=other, after=0, text="give LRTF")
    assert [ply.entered_by for ply in LivePly.objects.all()] == [boss]


def test_a_game_begun_twice_is_one(table, boss):
    assert live_games.begin(table.pk, by=boss) == live_games.begin(table.pk, by=boss)


def test_a_dropped_game_is_shown_no_more_and_another_can_begin(client, table, boss):
    row = live_games.begin(table.pk, by=boss)
    assert "being played" in spectators(client, table)
    live_games.drop(row.pk, by=boss)
    assert "No game of this table was recorded." in spectators(client, table)
    with pytest.raises(Refused, match="No more moves can be entered"):
        live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
    assert live_games.begin(table.pk, by=boss) != row


@pytest.mark.parametrize("setup", [{"hands": 3}, {"quartets": 2}, {}, {"quartets": 2, "hands": [["A1"]]}])
def test_a_deal_that_cannot_be_is_refused_with_the_rule(boss, setup):
    table = table_for({"game": "kwartet", "options": {}}, boss, 3)
    with pytest.raises(Refused) as refusal:
        live_games.begin(table.pk, by=boss, setup=setup)
    assert refusal.value.rule
    assert not LiveGame.objects.exists()


def test_an_arbiter_elsewhere_enters_nothing(table, boss):
    row = live_games.begin(table.pk, by=boss)
    stranger = make.arbiter(make.duel(2))
    for act in (
        lambda: live_games.begin(table.pk, by=stranger),
        lambda: live_games.enter(row.pk, by=stranger, after=0, text="give LRTF"),
        lambda: live_games.take_back(row.pk, by=stranger, after=0),
        lambda: live_games.hand_in(row.pk, by=stranger, after=0),
        lambda: live_games.drop(row.pk, by=stranger),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_every_step_is_seen_by_whoever_watches(table, boss):
    def version():
        return Tournament.objects.get(pk=table.round.tournament_id).version

    before = version()
    row = live_games.begin(table.pk, by=boss)
    live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
    live_games.take_back(row.pk, by=boss, after=1)
    live_games.drop(row.pk, by=boss)
    assert version() == before + 4


def test_a_move_costs_a_fixed_number_of_queries(boss, django_assert_max_num_queries):
    record = golden(WHOLE["quatro-chess"][0])
    table = table_for(record, boss, 4)
    row = live_games.begin(table.pk, by=boss)
    LivePly.objects.bulk_create(
        LivePly(game=row, number=number, text=text) for number, text in enumerate(record["moves"][:300], 1)
    )
    with django_assert_max_num_queries(10):
        live_games.enter(row.pk, by=boss, after=300, text=record["moves"][300])


def test_spectators_of_kwartet_see_no_hand_anywhere(client, boss):
    """Neither the page of any ply, nor a picture, a card or a download, holds a card that nobody has asked for."""
    table = table_for({"game": "kwartet", "options": {}}, boss, 3)
    row = live_games.begin(table.pk, by=boss, setup=DEAL)
    live_games.enter(row.pk, by=boss, after=0, text="2>A3")
    slug, number = table.round.tournament.slug, table.round.number
    addresses = [
        reverse("table", args=[slug, number, table.number]),
        *(reverse("table_ply", args=[slug, number, table.number, ply]) for ply in (0, 1)),
        *(reverse("table_diagram", args=[slug, number, table.number, ply]) for ply in (0, 1)),
        reverse("round", args=[slug, number]),
        reverse("tournament", args=[slug]),
    ]
    for address in addresses:
        page = client.get(address).content.decode()
        assert set(re.findall(r"\b[AB][1-4]\b", page)) <= {"A3"}, address
    for seat in (1, 2, 3):
        assert client.get(reverse("table_seat", args=[slug, number, table.number, 1, seat])).status_code == 404
    assert not GameRecord.objects.exists()


def test_a_round_that_is_taken_back_shows_and_takes_nothing(client, table, boss):
    row = live_games.begin(table.pk, by=boss)
    Round.objects.update(state="discarded")
    assert "being played" not in spectators(client, table)
    with pytest.raises(Refused):
        live_games.enter(row.pk, by=boss, after=0, text="give LRTF")


class TestPage:
    def address(self, table):
        return reverse("admin:tournaments_game", args=[table.round.tournament_id, table.pk])

    def test_a_helper_enters_a_move_by_typing_or_by_choosing(self, signed_in, words, table, boss):
        helper = signed_in(make.arbiter(table.round.tournament))
        assert helper.post(self.address(table)).status_code == 302
        page = words(helper.get(self.address(table)))
        assert 'value="give LRTF"' in page
        assert "16 legal moves" in page
        assert helper.post(self.address(table), {"after": "0", "text": "give LRTF"}).status_code == 302
        assert helper.post(self.address(table), {"after": "1", "move": "place a1"}).status_code == 302
        page = words(helper.get(self.address(table)))
        assert "places it on a1" in page
        assert 'name="after" value="2"' in page
        assert helper.post(self.address(table), {"after": "2", "what": "back"}).status_code == 302
        assert LivePly.objects.count() == 1

    def test_what_is_wrong_is_said_with_its_rule_and_what_was_typed_stays(self, signed_in, words, table, boss):
        signed_in(boss).post(self.address(table))
        answer = signed_in(boss).post(self.address(table), {"after": "0", "text": "place a1"})
        assert answer.status_code == 422
        page = words(answer)
        assert "#q-" in page
        assert 'value="place a1"' in page
        assert signed_in(boss).post(self.address(table), {"after": "0", "text": " "}).status_code == 422
        assert signed_in(boss).post(self.address(table), {"after": "x", "text": "give LRTF"}).status_code == 409
        assert signed_in(boss).post(self.address(table), {"after": "9", "text": "give LRTF"}).status_code == 409
        assert signed_in(boss).post(self.address(table), {"what": "hand-in", "after": "0"}).status_code == 422

    def test_the_end_is_offered_as_the_result(self, signed_in, words, table, boss):
        record = golden(WHOLE["quarto"][0])
        signed_in(boss).post(self.address(table))
        row = LiveGame.objects.get()
        LivePly.objects.bulk_create(LivePly(game=row, number=n, text=text) for n, text in enumerate(record["moves"], 1))
        page = words(signed_in(boss).get(self.address(table)))
        names = [seat.entry.player.name for seat in table.seats.order_by("position")]
        assert re.search(rf"The game is over: {names[0]} [01], {names[1]} [01]\.", page)
        sent = {"what": "hand-in", "after": str(len(record["moves"]))}
        answer = signed_in(boss).post(self.address(table), sent)
        assert answer["Location"] == reverse("admin:tournaments_record", args=[table.round.tournament_id, table.pk])
        assert json.loads(GameRecord.objects.get().text)["moves"] == record["moves"]
        # the page that another helper, or a live update, still has open
        assert "The game has been handed in as the table’s record." in words(signed_in(boss).get(self.address(table)))

    def test_a_deal_is_typed_hand_by_hand(self, signed_in, words, boss):
        table = table_for({"game": "kwartet", "options": {}}, boss, 3)
        page = words(signed_in(boss).get(self.address(table)))
        assert 'name="hand3"' in page
        assert signed_in(boss).post(self.address(table), {"hand1": "A1"}).status_code == 422
        wrong = {"hand1": "A1 A2 B1", "hand2": "A3 A4 B2", "hand3": "B3 B3"}
        assert signed_in(boss).post(self.address(table), wrong).status_code == 422
        right = wrong | {"hand3": "b3, b4"}
        assert signed_in(boss).post(self.address(table), right).status_code == 302
        assert LiveGame.objects.get().setup == DEAL

    def test_stones_are_typed_hand_by_hand(self, signed_in, boss):
        table = table_for({"game": "quaro", "options": {}}, boss, 2)
        sent = {"hand1": "r r g b", "hand2": "YGBB"}
        assert signed_in(boss).post(self.address(table), sent).status_code == 302
        assert LiveGame.objects.get().setup == {"hands": ["RRGB", "YGBB"]}

    def test_the_page_holds_no_style(self, signed_in, table, boss):
        signed_in(boss).post(self.address(table))
        page = signed_in(boss).get(self.address(table)).content.decode()
        inside = page[page.index('<div id="desk"') :]
        assert not [at for _tag, at in Page(inside[: inside.index("<ol class")]).tags if "style" in at]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_broker")
class TestRaces:
    def test_two_helpers_at_one_table_one_enters_the_other_is_told(self):
        boss = make.organiser()
        table = table_for(golden(WHOLE["quarto"][0]), boss, 2)
        helpers = [make.arbiter(table.round.tournament) for _ in range(3)]
        row = live_games.begin(table.pk, by=boss)
        for after in range(0, 8, 2):
            pieces = ["LRTF", "DSSH", "LSTF", "DRSH", "LRSF", "DSTF", "LSSH", "DRTH", "LRTH", "DRTF"]
            left = [p for p in pieces if not LivePly.objects.filter(text=f"give {p}").exists()]
            answers = at_once(
                *(
                    lambda who=who, piece=piece, after=after: live_games.enter(
                        row.pk, by=who, after=after, text=f"give {piece}"
                    )
                    for who, piece in zip(helpers, left, strict=False)
                )
            )
            assert sorted(type(a).__name__ for a in answers) == ["LivePly", "Overtaken", "Overtaken"]
            squares = [f"place {'abcd'[after // 2]}1", f"place {'abcd'[after // 2]}2"]
            answers = at_once(
                *(
                    lambda who=who, square=square, after=after: live_games.enter(
                        row.pk, by=who, after=after + 1, text=square
                    )
                    for who, square in zip(helpers, squares, strict=False)
                )
            )
            assert sorted(type(a).__name__ for a in answers) == ["LivePly", "Overtaken"]
        numbers = list(LivePly.objects.filter(game=row).values_list("number", flat=True))
        assert numbers == list(range(1, 9))

    def test_a_game_begun_from_many_places_is_one(self):
        boss = make.organiser()
        table = table_for(golden(WHOLE["quarto"][0]), boss, 2)
        rows = at_once(*[lambda: live_games.begin(table.pk, by=boss)] * 5)
        assert len({row.pk for row in rows}) == 1
        assert LiveGame.objects.count() == 1

    def test_a_move_and_taking_back_at_once(self):
        boss = make.organiser()
        table = table_for(golden(WHOLE["quarto"][0]), boss, 2)
        row = live_games.begin(table.pk, by=boss)
        live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
        answers = at_once(
            lambda: live_games.enter(row.pk, by=boss, after=1, text="place a1"),
            lambda: live_games.take_back(row.pk, by=boss, after=1),
        )
        assert sum(isinstance(answer, live_games.Overtaken) for answer in answers) == 1
        assert LivePly.objects.count() in (0, 2)

    def test_handing_in_twice_at_once_makes_one_record(self):
        boss = make.organiser()
        record = golden(WHOLE["quarto"][0])
        table = table_for(record, boss, 2)
        row = live_games.begin(table.pk, by=boss)
        LivePly.objects.bulk_create(LivePly(game=row, number=n, text=text) for n, text in enumerate(record["moves"], 1))
        at_once(*[lambda: live_games.hand_in(row.pk, by=boss, after=len(record["moves"]))] * 3)
        assert GameRecord.objects.count() == 1


def test_the_database_takes_one_running_game_a_table_and_one_entry_a_number(table, boss):
    row = live_games.begin(table.pk, by=boss)
    live_games.enter(row.pk, by=boss, after=0, text="give LRTF")
    for act in (
        lambda: LiveGame.objects.create(table=Table.objects.get(pk=table.pk)),
        lambda: LivePly.objects.create(game=row, number=1, text="give DSSH"),
        lambda: LivePly.objects.create(game=row, number=0, text="give DSSH"),
        lambda: LivePly.objects.create(game=row, number=2, text=""),
        lambda: LiveGame.objects.filter(pk=row.pk).update(state="done"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            act()
