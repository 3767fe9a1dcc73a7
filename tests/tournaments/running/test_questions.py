"""A running event is not changed by accident: each thing that a change touches is asked once, by every door."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.running.settings_form import as_stored, change, far, on_the_form
from tournaments.domain.errors import Refused
from tournaments.models import PersonalLink
from tournaments.pairing import registry as pairing
from tournaments.services.events import tournaments
from tournaments.services.events.running import Unconfirmed
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

CHANGES = {
    "rounds": lambda event: {"pairing": {**event.pairing_request, "rounds": 2}},
    "tie_breaks": lambda event: {"scoring": {**event.scoring, "tie_breaks": ["WIN"]}},
    "scoring": lambda event: {"scoring": {**event.scoring, "bye": "1"}},
    "date": lambda _event: {"starts": far()},
    "address": lambda _event: {"slug": "another"},
    "public": lambda _event: {"published": False},
    "two_person": lambda _event: {"two_person": True},
}
KEYS = {
    "rounds": ["rounds:2"],
    "tie_breaks": ["tie_breaks:WIN", "tie_breaks_announced:WIN"],
    "scoring": ["scoring:HASH"],
    "date": [f"date:{timezone.localdate() - timedelta(days=2000)}"],
    "address": ["address:another"],
    "public": ["public:no"],
    "two_person": ["two_person:yes"],
}
"""What confirms each; tie-breaks are confirmed twice."""
SAID = {
    "rounds": "The event will have 2 rounds instead of 3. It will be finished immediately, because round 2 is closed.",
    "tie_breaks": "The tie-breaks change from BH SB to WIN. Standings after round 2: the order",
    "scoring": "The rules for the standings change. Standings after round 2: the order",
    "date": "Round 1 was published on ",
    "address": " to “another”. Links, posters and QR codes with the former one still lead here.",
    "public": "Only arbiters will see the pages",
    "two_person": "Until then 4 existing results are provisional.",
}


def masked(keys):
    """The keys, with the digests of long values left open."""
    return [re.sub(r"^(scoring):[0-9a-f]{12}$", r"\1:HASH", key) for key in keys]


@pytest.mark.parametrize("key", CHANGES)
class TestEachIsAskedOnce:
    def test_by_the_service(self, running, boss, key):
        before, values = as_stored(running), CHANGES[key](running)
        with pytest.raises(Unconfirmed) as asked:
            tournaments.change(running.pk, values, by=boss)
        keys = [question.key for question in asked.value.questions]
        assert masked(keys) == KEYS[key]
        assert SAID[key] in asked.value.questions[0].sentence
        assert as_stored(running) == before
        for short in range(len(keys)):
            with pytest.raises(Unconfirmed):
                tournaments.change(running.pk, values, by=boss, confirmed=keys[:short])
        tournaments.change(running.pk, values, by=boss, confirmed=keys)
        assert as_stored(running) != before
        tournaments.change(running.pk, values, by=boss)  # it is so already: nothing is asked

    def test_by_a_program(self, running, boss, client, key):
        client.force_login(boss)
        before, values = as_stored(running), CHANGES[key](running)
        where = f"/api/v1/tournaments/{running.slug}/"
        asked = client.patch(where, values, content_type="application/json", headers={"if-match": "*"})
        assert (asked.status_code, asked.json()["code"]) == (409, "confirm_needed")
        assert masked(asked.json()["confirm"]) == KEYS[key]
        assert SAID[key] in asked.json()["findings"][0]
        assert as_stored(running) == before
        done = client.patch(
            where,
            {**values, "confirm": asked.json()["confirm"]},
            content_type="application/json",
            headers={"if-match": "*"},
        )
        assert done.status_code == 200, done.content
        assert as_stored(running) != before

    def test_on_the_page(self, running, boss, signed_in, words, key):
        client, before = signed_in(boss), as_stored(running)
        fields = on_the_form(running, key)
        asked = words(client.post(change(running), fields))
        assert "Not saved yet: answer the questions first." in asked
        assert "Please correct the error" not in asked
        keys = re.findall(r'name="confirm" value="([^"]+)"', asked)
        assert masked(keys) == KEYS[key]
        assert SAID[key] in asked
        assert as_stored(running) == before
        done = client.post(change(running), fields | {"confirm": keys})
        assert done.status_code == 302
        assert as_stored(running) != before


class TestAYesIsToOneValue:
    """An answer to one change does not confirm another change of the same setting."""

    def test_of_rounds(self, running, boss):
        values = {"pairing": {**running.pairing_request, "rounds": 2}}
        with pytest.raises(Unconfirmed):
            tournaments.change(running.pk, values, by=boss, confirmed=["rounds:3", "rounds"])
        tournaments.change(running.pk, values, by=boss, confirmed=["rounds:2"])

    def test_of_rules_for_the_standings(self, running, boss):
        asked = []
        for bye in ("1", "0"):
            with pytest.raises(Unconfirmed) as error:
                tournaments.change(running.pk, {"scoring": {**running.scoring, "bye": bye}}, by=boss, confirmed=asked)
            asked.extend(question.key for question in error.value.questions)
        assert len(set(asked)) == 2


def test_a_setting_that_can_no_longer_be_changed_says_why(running, boss, signed_in):
    page = signed_in(boss).get(change(running)).content.decode()
    locked = re.findall(r"<(?:input|select|textarea)[^>]* name=\"(\w+)\"[^>]* disabled", page)
    assert "table_size" in locked and "seed" in locked
    # a choice is text, whole at any width; its place tells the script which options belong to it
    places = {name: int(place) for place, name in re.findall(r'data-place="(\d+)"[^>]* id="id_(\w+)"', page)}
    assert f">{pairing.systems()[running.system].name}</output>" in page
    assert places["system"] == list(pairing.systems()).index(running.system)
    assert 'id="id_game"' in page and not re.search(r"<select[^>]* id=\"id_(game|system)\"", page)
    assert page.count("The tournament has begun: this can no longer be changed.") >= len(set(locked))
    fresh = make.duel(4)
    assert "this can no longer be changed" not in signed_in(boss).get(change(fresh)).content.decode()


def test_a_round_that_is_half_played_is_said_to_be_so(boss):
    event = make.duel(4, scoring={"tie_breaks": ["RTNG"]}, rounds_planned=3)
    round_ = make.published(event, boss)
    table = round_.tables.order_by("number").first()
    results.enter(table.pk, by=boss, points=make.points("1", "0"))
    with pytest.raises(Unconfirmed) as asked:
        tournaments.change(event.pk, {"scoring": {"tie_breaks": ["TPN"]}}, by=boss)
    assert "Standings after 1 of 2 tables of round 1: the order" in asked.value.questions[0].sentence


class TestNobodyIsBothered:
    def test_before_it_begins(self, boss, signed_in):
        event = make.duel(4, published=False)
        for key, values in CHANGES.items():
            tournaments.change(event.pk, values(event), by=boss)
            assert key  # nothing was asked

    def test_with_what_touches_nothing(self, running, boss, signed_in):
        fields = on_the_form(running) | {"name": "Renamed", "venue": "Leiden", "schedule": "19:30 Round 3"}
        assert signed_in(boss).post(change(running), fields).status_code == 302
        near = running.starts + timedelta(days=2)
        tournaments.change(running.pk, {"starts": near, "venue": "Delft", "places": 40}, by=boss)

    def test_one_question_a_change_and_no_more(self, running, boss):
        """A confirmation of one thing does not confirm another."""
        values = CHANGES["rounds"](running) | CHANGES["address"](running)
        with pytest.raises(Unconfirmed) as asked:
            tournaments.change(running.pk, values, by=boss, confirmed=["rounds:2"])
        assert [question.key for question in asked.value.questions] == ["rounds:2", "address:another"]


def test_other_tie_breaks_say_who_changes_places(boss):
    event = make.duel(4, scoring={"tie_breaks": ["RTNG"]}, rounds_planned=3)
    round_ = make.published(event, boss)
    make.play(round_, boss, ("1", "0"))
    with pytest.raises(Unconfirmed) as asked:
        tournaments.change(event.pk, {"scoring": {"tie_breaks": ["TPN"]}}, by=boss)
    sentence = asked.value.questions[0].sentence
    assert "The tie-breaks change from RTNG to TPN." in sentence
    with pytest.raises(Unconfirmed) as asked:
        tournaments.change(event.pk, {"scoring": {}}, by=boss)
    assert re.search(r"after round 1: the order changes \(Player \S+ 2 → 1", asked.value.questions[0].sentence)


@pytest.mark.parametrize("changed", [{"points": "game"}, {"smaller_tables": "last"}])
def test_what_results_were_valued_by_stays_as_it_was(boss, changed):
    """Points for places stand in each result: by another rule no import of the event would take them."""
    event = make.tournament(7, game="kwartet", scoring={"points": {"places": {"4": ["5", "3", "1", "0"]}}})
    make.published(event, boss)
    with pytest.raises(Refused, match="the points of its results cannot be changed"):
        tournaments.change(event.pk, {"scoring": event.scoring | changed}, by=boss)


def test_taking_the_pages_away_says_how_many_links_it_cuts(running, boss):
    PersonalLink.objects.create(entry=running.entries.first())
    with pytest.raises(Unconfirmed, match="1 personal link will stop working"):
        tournaments.change(running.pk, {"published": False}, by=boss)


def test_showing_more_of_the_names_is_asked(boss):
    event = make.duel(4, names_shown="number")
    with pytest.raises(Unconfirmed, match="full name instead of pairing number only"):
        tournaments.change(event.pk, {"names_shown": "full"}, by=boss)
    tournaments.change(event.pk, {"names_shown": "full"}, by=boss, confirmed=["names:full"])
    tournaments.change(event.pk, {"names_shown": "initial"}, by=boss)
