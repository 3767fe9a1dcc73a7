"""The games of the demonstration: they go on by themselves while somebody looks, until somebody stops them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.demo import town
from tests.tournaments.worlds import world
from tournaments.demo import evenings
from tournaments.demo.evenings import record
from tournaments.demo.town import build_next
from tournaments.domain.logbook import acting
from tournaments.live.hub import WATCHED
from tournaments.models import Demonstration, LiveGame, LivePly, LogEntry, Tournament
from tournaments.services.events import demonstration

pytestmark = pytest.mark.django_db


@world
def boss(param):
    """The organiser of a town whose two games have begun."""
    boss = town.begun()
    build_next()
    return boss


def looked_at(*slugs):
    """Write down what the live channel does while these events have viewers."""
    with connection.cursor() as cursor:
        cursor.execute(WATCHED, {"slugs": list(slugs)})


def moves():
    return [list(game.plies.values_list("text", flat=True)) for game in LiveGame.objects.order_by("table__number")]


def test_each_card_of_the_recorded_kwartet_has_a_name():
    setup = record(evenings.FULL["kwartet"])["setup"]
    assert len(setup["names"]) == setup["quartets"] == 6 and all(len(names) == 5 for names in setup["names"].values())


def test_two_games_are_begun_as_they_were_recorded(boss):
    assert moves() == [record(path)["moves"][: evenings.OPENING] for path in evenings.PLAYED]


def test_they_go_on_a_move_at_a_time_while_somebody_looks(boss):
    before = Tournament.objects.get().version
    assert evenings.play_on() == 0
    looked_at("demonstration")
    assert [evenings.play_on() for _move in range(3)] == [2, 2, 2]
    assert moves() == [record(path)["moves"][: evenings.OPENING + 3] for path in evenings.PLAYED]
    assert Tournament.objects.get().version == before + 3
    Demonstration.objects.update(watched_at=Now() - timedelta(minutes=1))
    assert not evenings.due() and evenings.play_on() == 0


def test_who_looks_at_another_event_lets_nothing_go_on(boss):
    make.duel(4, slug="own-evening", published=True)
    looked_at("own-evening")
    assert not evenings.due()


def test_a_button_stops_them_and_lets_them_go_on(desk):
    for what, goes_on in (("stop", False), ("play", True)):
        desk.post(reverse("admin:tournaments_demonstration"), {"do": what})
        looked_at("demonstration")
        assert evenings.due() is goes_on


def test_behind_the_last_move_it_begins_again(boss):
    game = LiveGame.objects.order_by("table__number").first()
    whole = record(evenings.PLAYED[0])["moves"]
    left = [LivePly(game=game, number=number, text=text) for number, text in enumerate(whole, 1)][evenings.OPENING :]
    with acting(tournament=game.table.round.tournament_id):
        LivePly.objects.bulk_create(left)
    looked_at("demonstration")
    evenings.play_on()
    assert moves()[0] == whole[: evenings.OPENING]
    # what plays by itself does not fill the log for ever
    played = LogEntry.objects.filter(kind="liveply", tournament_id=game.table.round.tournament_id)
    assert played.count() <= 2


def test_a_game_in_which_somebody_entered_a_move_is_theirs(boss):
    game = LiveGame.objects.order_by("table__number").first()
    LivePly.objects.create(game=game, number=evenings.OPENING + 1, text="a1a2", entered_by=boss)
    looked_at("demonstration")
    assert evenings.play_on() == 1
    assert game.plies.count() == evenings.OPENING + 1


def test_nothing_goes_on_where_it_was_removed(boss):
    looked_at("demonstration")
    demonstration.remove(by=boss)
    assert not evenings.due() and evenings.play_on() == 0


def test_the_first_page_shows_the_game_with_whose_move_it_is(client, boss):
    page = client.get("/").content.decode()
    assert 'data-url="/live/demonstration"' in page and f"move {evenings.OPENING}" in page
    looked_at("demonstration")
    evenings.play_on()
    page = client.get("/").content.decode()
    shown = f"ply/{evenings.OPENING + 1}"
    assert f"move {evenings.OPENING + 1}" in page and "to move" in page and shown in page
