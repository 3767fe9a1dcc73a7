"""The sand-glass of a table: who has one, for how long, and what the desk hears when it has run out."""

from __future__ import annotations

import html
import json

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.games.conftest import golden, table_for
from tests.tournaments.reports.conftest import first_table, reporting
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version
from tournaments.models import Clock, LiveGame, PersonalLink, Player, ReportRule, Result, TimeCall
from tournaments.models.settings import NameShown
from tournaments.services.games import clock, live_games
from tournaments.services.results.report_links import table_token

pytestmark = pytest.mark.django_db


@world
def table(boss):
    return first_table(make.duel(4), boss)


@world
def four(boss):
    return first_table(make.tournament(8), boss)


def link_of(table, position=1):
    entry = table.seats.get(position=position).entry
    token = PersonalLink.objects.create(entry=entry).token
    return reverse("glass", args=[table.round.tournament.slug, token])


def link_of_slip(rule, table):
    return reverse("slip_glass", args=[table_token(rule, table.pk)])


def text(response):
    return html.unescape(response.content.decode())


def entered(page):
    return json.loads(page.split('<script id="entered" type="application/json">')[1].split("</script>")[0])


def test_a_new_phone_knows_the_game_that_was_entered_elsewhere(phone, four, boss):
    rule = reporting(four.round.tournament)
    game = live_games.begin(four.pk, by=boss)
    names = dict(four.seats.values_list("position", "entry__player__name"))
    live_games.enter(game.pk, by=boss, after=0, text="g2g4")
    live_games.enter(game.pk, by=boss, after=1, text="resign")
    page = text(phone.get(link_of_slip(rule, four)))
    assert entered(page) == {"plies": 2, "turn": 3, "out": [2]}
    accused = page.split('<select name="position">')[1].split("</select>")[0]
    assert names[2] not in accused and '<option value="3" selected>' in accused and names[1] in accused
    live_games.enter(game.pk, by=boss, after=2, text="resign")
    live_games.enter(game.pk, by=boss, after=3, text="resign")
    page = text(phone.get(link_of_slip(rule, four)))
    assert entered(page)["turn"] == 0
    assert "This game is over." in page and 'name="position"' not in page
    assert 'id="entered"' not in text(phone.get(reverse("practice_glass", args=["quarto"])))


class TestPage:
    def test_it_names_those_at_the_table_and_offers_the_minutes_of_the_rules(self, phone, table, four):
        """Q 4.4, QC 7.6."""
        quarto, chess = text(phone.get(link_of(table))), text(phone.get(link_of(four)))
        for seat in table.seats.all():
            assert seat.entry.player.name in quarto
        assert 'data-seconds="60"' in quarto and 'name="glass"' not in quarto
        assert 'data-seconds="180"' in chess
        assert 'value="180" checked> 3:00' in chess and 'value="240"> 4:00' in chess
        assert chess.count("data-seat=") == 4

    def test_the_hall_s_clock_for_a_move_comes_first(self, phone, table):
        Clock.objects.create(tournament=table.round.tournament, kind="move", seconds=45, left_ms=45_000)
        page = text(phone.get(link_of(table)))
        assert 'data-seconds="45"' in page and 'value="45" checked> 0:45' in page and 'value="60"> 1:00' in page

    def test_a_hidden_name_is_hidden_on_it_too(self, phone, boss, four):
        hidden = four.seats.get(position=2).entry.player
        Player.objects.filter(pk=hidden.pk).update(name="Zbigniew Qvintox", name_shown=NameShown.NUMBER)
        address = reverse("admin:tournaments_glass", args=[four.round.tournament_id, four.pk])
        desk = Client()
        desk.force_login(boss)
        for page in (text(phone.get(link_of(four))), text(desk.get(address))):
            assert "Qvintox" not in page

    def test_my_table_leads_to_it_while_the_game_is_on(self, client, boss, table):
        entry = table.seats.get(position=1).entry
        link = PersonalLink.objects.create(entry=entry)
        mine = reverse("personal", args=[table.round.tournament.slug, link.token])
        assert 'href="glass/"' in text(client.get(mine))
        # where players enter their moves, to that page as well, and from there to the glass
        moves = reverse("own_game", args=[link.token])
        assert moves not in text(client.get(mine))
        rule = ReportRule.objects.create(tournament=table.round.tournament, mode="accept", moves=True)
        table.round.tournament.refresh_from_db()
        bump_version(table.round.tournament)
        assert f'href="{moves}"' in text(client.get(mine))
        live_games.begin(table.pk, by=boss)
        slip = reverse("own_game_seat", args=[table_token(rule, table.pk), 1])
        assert f'href="{link_of_slip(rule, table)}"' in text(client.get(slip))
        glass = reverse("glass", args=[table.round.tournament.slug, link.token])
        assert f'href="{glass}"' in text(client.get(moves))
        LiveGame.objects.all().delete()
        make.play(table.round, boss, ("1", "0"))
        assert "glass/" not in text(client.get(mine))

    def test_practice_needs_no_tournament(self, phone):
        page = text(phone.get(reverse("practice_glass", args=["quatro-chess"])))
        assert page.count("data-seat=") == 4 and "data-tell" not in page
        assert phone.get("/glass/chess/").status_code == 404

    def test_nobody_stores_the_page_or_learns_its_address(self, phone, table):
        response = phone.get(link_of(table))
        assert response["Cache-Control"] == "private, no-store" and response["Referrer-Policy"] == "no-referrer"

    @pytest.mark.parametrize("wrong", ["x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
    def test_a_made_up_link_opens_nothing(self, phone, table, wrong):
        assert phone.get(reverse("glass", args=[table.round.tournament.slug, wrong])).status_code == 404


class TestTimeIsUp:
    def test_a_player_tells_and_the_desk_enters_the_forfeit(self, phone, desk, boss, table):
        mine = link_of(table)
        other = table.seats.get(position=2).entry.player.name
        for _twice in range(2):
            assert phone.post(mine, {"position": "2", "seconds": "60"}).status_code == 303
        assert "The arbiter has been told." in text(phone.get(mine))
        call = TimeCall.objects.get()
        shown = text(desk.get(reverse("admin:tournaments_desk", args=[table.round.tournament_id])))
        assert f"Table {table.number}: time is up" in shown and f"{other} had 1:00 for the move" in shown
        assert f"Enter the forfeit of {other}" in shown
        settle = reverse("admin:tournaments_time_up", args=[table.round.tournament_id, call.pk])
        desk.post(settle, {"forfeit": "1"})
        assert list(Result.objects.get(table=table).points) == make.points("1", "0")
        call.refresh_from_db()
        assert (call.state, call.settled_by) == ("forfeit", boss)
        shown = text(desk.get(reverse("admin:tournaments_desk", args=[table.round.tournament_id])))
        assert "time is up" not in shown

    def test_an_arbiter_may_deal_with_it_and_the_game_goes_on(self, boss, table):
        call = clock.tell_time_call(table.pk, None, position=1, seconds=60)
        clock.settle_time_call(call.pk, by=boss, forfeit=False)
        assert not Result.objects.exists()
        again = clock.tell_time_call(table.pk, None, position=2, seconds=60)
        assert again.pk != call.pk

    def test_a_game_that_is_being_entered_gets_the_forfeit_as_its_next_entry(self, boss, four):
        game = live_games.begin(four.pk, by=boss)
        live_games.enter(game.pk, by=boss, after=0, text="g2g4")
        call = clock.tell_time_call_from_desk(four.pk, by=boss, position=2, seconds=180)
        clock.settle_time_call(call.pk, by=boss, forfeit=True)
        assert [ply.text for ply in LiveGame.objects.get().plies.all()] == ["g2g4", "forfeit red"]

    def test_without_its_moves_a_table_of_four_offers_no_forfeit(self, desk, boss, four):
        call = clock.tell_time_call(four.pk, None, position=3, seconds=180)
        page = text(desk.get(reverse("admin:tournaments_desk", args=[four.round.tournament_id])))
        assert "Table 1: time is up" in page and "Enter the forfeit" not in page
        with pytest.raises(Refused, match="when its game is over"):
            clock.settle_time_call(call.pk, by=boss, forfeit=True)
        call.refresh_from_db()
        assert call.state == "open"

    def test_the_table_s_own_slip_tells_it_too(self, phone, table):
        rule = reporting(table.round.tournament)
        address = reverse("slip_glass", args=[table_token(rule, table.pk)])
        assert phone.post(address, {"position": "1", "seconds": "60"}).status_code == 303
        assert TimeCall.objects.get().entry is None

    def test_nothing_is_told_of_a_seat_that_is_not_there_or_after_the_result(self, phone, boss, table):
        mine = link_of(table)
        for wrong in ({"position": "3", "seconds": "60"}, {"position": "1", "seconds": "5"}, {"position": "²"}, {}):
            assert phone.post(mine, wrong).status_code == 422
        make.play(table.round, boss, ("1", "0"))
        answer = phone.post(mine, {"position": "1", "seconds": "60"})
        assert answer.status_code == 422 and "already in" in text(answer)
        assert not TimeCall.objects.exists()

    def test_a_player_of_another_table_is_no_part_of_this_one(self, boss):
        made = make.duel(4)
        round_ = make.published(made, boss)
        first, second = round_.tables.order_by("number")
        with pytest.raises(Refused, match="do not sit"):
            clock.tell_time_call(first.pk, second.seats.first().entry_id, position=1, seconds=60)

    def test_only_who_enters_results_settles_it(self, boss, table):
        call = clock.tell_time_call(table.pk, None, position=1, seconds=60)
        helper = make.arbiter(table.round.tournament, "helper")
        clock.tell_time_call_from_desk(table.pk, by=helper, position=1, seconds=60)
        for who in (helper, make.arbiter(make.duel(2))):
            with pytest.raises(PermissionDenied):
                clock.settle_time_call(call.pk, by=who, forfeit=True)
        judge = make.arbiter(table.round.tournament, "judge", tables=[table.number + 1])
        with pytest.raises(PermissionDenied):
            clock.settle_time_call(call.pk, by=judge, forfeit=True)

    def test_the_database_keeps_one_open_call_a_table(self, table):
        TimeCall.objects.create(table=table, position=1, seconds=60)
        with pytest.raises(IntegrityError), transaction.atomic():
            TimeCall.objects.create(table=table, position=2, seconds=60)
        with pytest.raises(IntegrityError), transaction.atomic():
            TimeCall.objects.create(table=table, position=1, seconds=60, state="settled")

    def test_kwartet_has_no_forfeit_in_its_record(self, boss):
        table = table_for(golden("kwartet/golden/all-quartets-4-players.json"), boss, 4)
        assert clock.forfeit_entry(table.round.tournament.game, 1) == ""
