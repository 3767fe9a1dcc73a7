"""McMahon starting scores on the site: from the card of Go to the standings, and what moves nobody later."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.events.test_partners import saved, sent
from tests.tournaments.rounds.test_groups import play_round
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Player, Tournament
from tournaments.selectors.events.events import event_of
from tournaments.selectors.events.public import shown_rounds
from tournaments.selectors.standings.standings import standings_shown
from tournaments.services.events.presets import OTHER_GAMES, create
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db

RATINGS = (2320, 2290, 2260, 2180, 2160, 2110, None, 1900)


@world
def cup():
    """Eight players of Go; the bar is 2250 and the floor 2000."""
    chosen = {"mcmahon": True, "mcmahon_bar": 2250, "mcmahon_floor": 2000}
    event = make.tournament(8, game="go", system="swiss", table_size=2, rounds_planned=4, pairing_options=chosen)
    for number, rating in enumerate(RATINGS, 1):
        Player.objects.filter(entries__tournament=event, entries__number=number).update(rating=rating)
    return event


def starts(event):
    compute_standings(event.pk)
    return {row.player: row.tie_breaks["START"] for row in standings_shown(event, shown_rounds(event.pk)).rows}


def test_the_card_of_go_makes_one_and_its_round_is_paired(boss):
    card = OTHER_GAMES["go"]
    (event,) = create(card, by=boss, name="Go", starts=date(2026, 12, 4), game="go", rounds=5, published=True)
    assert event.pairing_options["mcmahon"] is True and event.system == "swiss"
    assert card.scoring["tie_breaks"] == ["BH", "SB", "LOT"]
    people = [Player(name=f"Go {n}", rating=2400 - 50 * n, home=event, register=event.club) for n in range(12)]
    Entry.objects.bulk_create(
        Entry(tournament=event, player=player, number=n)
        for n, player in enumerate(Player.objects.bulk_create(people), 1)
    )
    notes = [str(note) for note in make.draft(event, boss).notes]
    # five rounds: the sixth of twelve is rated 2150
    assert "McMahon: everybody rated 2150 or more begins at the top." in notes


def test_the_starting_score_stands_in_the_standings_and_in_the_sum_of_the_points(cup, boss, client, words):
    play_round(cup, boss)
    assert starts(cup) == {1: "3", 2: "3", 3: "3", 4: "2", 5: "2", 6: "1", 7: "0", 8: "0"}
    page = words(client.get(f"/t/{cup.slug}/standings/"))
    assert "Start" in page
    player = words(client.get(f"/t/{cup.slug}/players/1/"))
    assert "starting score" in player


def test_a_rating_that_changes_moves_nobody_and_a_latecomer_begins_by_the_same_rule(cup, boss):
    play_round(cup, boss)
    Player.objects.filter(entries__tournament=cup, entries__number=8).update(rating=2900)
    late = Player.objects.create(name="Late", rating=2170, home=cup, register=cup.club)
    Entry.objects.create(tournament=cup, player=late, number=9, joined=2)
    play_round(cup, boss)
    assert starts(cup) == {1: "3", 2: "3", 3: "3", 4: "2", 5: "2", 6: "1", 7: "0", 8: "0", 9: "2"}
    assert event_of(cup).pairing["starts"]["9"] == 2


def test_round_1_paired_anew_takes_the_ratings_of_then(cup, boss):
    rounds.discard(make.published(cup, boss).pk, by=boss)
    cup.refresh_from_db()
    Player.objects.filter(entries__tournament=cup, entries__number=8).update(rating=2900)
    play_round(cup, boss)
    assert starts(cup)[8] == "3"


def test_the_settings_refuse_it_beside_an_acceleration_at_its_field(cup, desk):
    saved(desk, cup, pairing__swiss__mcmahon="on", pairing__swiss__mcmahon_bar="2100")
    cup.refresh_from_db()
    assert cup.pairing_options == {"mcmahon": True, "mcmahon_bar": 2100}
    address = reverse("admin:tournaments_tournament_change", args=[cup.pk])
    assert 'name="pairing__swiss__mcmahon_band"' in desk.get(address).content.decode()
    answer = sent(desk, cup, pairing__swiss__mcmahon="on", pairing__swiss__acceleration="baku")
    assert "choose one of the two" in str(answer.context["adminform"].form.errors["pairing__swiss__acceleration"])
    assert Tournament.objects.get(pk=cup.pk).pairing_options == {"mcmahon": True, "mcmahon_bar": 2100}


def test_what_the_card_sets_is_standard_for_its_game_and_nothing_empty_is_shown(boss, client):
    card = OTHER_GAMES["go"]
    (event,) = create(card, by=boss, name="Go", starts=date(2026, 12, 4), game="go", rounds=5, published=True)

    def options():
        page = client.get(f"/t/{event.slug}/about/").content.decode()
        return {
            re.sub("<.*?>", "", label).strip(): (re.sub("<.*?>", "", value).replace("not standard", "").strip(), mark)
            for mark, label, value in re.findall(r"<div( class=.?other.?)?><dt>(.*?)</dt><dd>(.*?)</dd>", page)
        }

    shown = options()
    assert shown["McMahon starting scores"] == ("yes", "")
    assert all(value not in ("", "–") for value, _mark in shown.values())
    assert not any(mark for _value, mark in shown.values())
    event.pairing_options = {"numbering": "rating", "mcmahon_bar": 2250}
    event.save()
    shown = options()
    assert any(value == "2250" for value, _mark in shown.values())
    assert shown["McMahon starting scores"][0] == "no"
    assert shown["McMahon starting scores"][1]
