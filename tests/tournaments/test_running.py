"""A running event is not changed by accident: each thing that a change touches is asked once, by every door."""

from __future__ import annotations

import re
import threading
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from games.core.notices import plain
from tests.tournaments import make, test_setup
from tournaments.domain.errors import Refused
from tournaments.domain.locks import lock
from tournaments.models import PersonalLink, Tournament
from tournaments.services import results, rounds, tournaments
from tournaments.services.running import Unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(boss):
    """A round robin of four; rounds 1 and 2 are played, 1 wins always; BH, then the lot."""
    event = make.duel(4, scoring={"tie_breaks": ["BH", "SB"]})
    for _number in range(2):
        round_ = make.published(event, boss)
        make.play(round_, boss, ("1", "0"))
        rounds.close(round_.pk, by=boss)
    event.refresh_from_db()
    return event


def far():
    return timezone.localdate() - timedelta(days=2000)


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


def as_stored(event):
    return {
        name: getattr(Tournament.objects.get(pk=event.pk), name)
        for name in ("rounds_planned", "scoring", "starts", "slug", "published", "two_person", "version")
    }


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
        asked = client.patch(where, values, content_type="application/json")
        assert (asked.status_code, asked.json()["code"]) == (409, "confirm_needed")
        assert masked(asked.json()["confirm"]) == KEYS[key]
        assert SAID[key] in asked.json()["findings"][0]
        assert as_stored(running) == before
        done = client.patch(where, {**values, "confirm": asked.json()["confirm"]}, content_type="application/json")
        assert done.status_code == 200, done.content
        assert as_stored(running) != before

    def test_on_the_page(self, running, boss, signed_in, words, key):
        client, before = signed_in(boss), as_stored(running)
        fields = on_the_form(running, key)
        asked = words(client.post(change(running), fields))
        assert "Not saved yet: please answer the questions first." in asked
        assert "Please correct the error" not in asked
        keys = re.findall(r'name="confirm" value="([^"]+)"', asked)
        assert masked(keys) == KEYS[key]
        assert SAID[key] in asked
        assert as_stored(running) == before
        done = client.post(change(running), fields | {"confirm": keys})
        assert done.status_code == 302
        assert as_stored(running) != before


def change(event):
    return reverse("admin:tournaments_tournament_change", args=[event.pk])


def on_the_form(event, key=""):
    """Return the fields that the form sends of an event, with one thing changed."""
    now = {
        "name": event.name,
        "slug": event.slug,
        "starts": str(event.starts),
        "game": event.game,
        "system": event.system,
        "table_size": "2",
        "rounds_planned": "3",
        "published": "on",
        "scoring_tie_breaks": " ".join(event.scoring.get("tie_breaks", [])),
    }
    changed = {
        "rounds": {"rounds_planned": "2"},
        "tie_breaks": {"scoring_tie_breaks": "WIN"},
        "scoring": {"scoring_bye": "1"},
        "date": {"starts": str(far())},
        "address": {"slug": "another"},
        "public": {"published": ""},
        "two_person": {"two_person": "on"},
    }
    return test_setup.TestSetUp().fields(**(now | changed.get(key, {})))


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
    assert "game" in locked and "system" in locked
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


@contextmanager
def held_elsewhere(event):
    """Somebody else holds the tournament for longer than the lock's time limit."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock(event.pk)
            held.set()
            done.wait(30)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(10)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '300ms'")
        yield
    finally:
        done.set()
        holder.join(10)
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


@pytest.mark.django_db(transaction=True)
def test_the_form_waits_its_turn_and_keeps_what_was_typed(boss, signed_in, words):
    event = make.duel(4)
    client = signed_in(boss)
    with held_elsewhere(event):
        response = client.post(change(event), on_the_form(event) | {"name": "Typed in vain?"})
    page = words(response)
    assert response.status_code == 200 and "Somebody else is changing this tournament. Save again" in page
    assert 'value="Typed in vain?"' in response.content.decode()
    assert Tournament.objects.get(pk=event.pk).name == event.name


@pytest.mark.django_db(transaction=True)
def test_deleting_waits_its_turn_and_says_that_somebody_else_is_changing_it(boss, signed_in, words):
    event = make.duel(4)
    delete = reverse("admin:tournaments_tournament_delete", args=[event.pk])
    client = signed_in(boss)
    with held_elsewhere(event):
        response = client.post(delete, {"post": "yes", "typed": event.name})
    assert response.status_code == 302 and response["Location"] == delete
    assert "Somebody else is changing this tournament. Try again in a moment." in words(client.get(delete))
    assert Tournament.objects.filter(pk=event.pk).exists()
    client.post(delete, {"post": "yes", "typed": event.name})
    assert not Tournament.objects.filter(pk=event.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_two_renames_to_one_address_at_once_end_in_a_sentence(boss, signed_in, words):
    """The other rename commits after the form was checked, and before it is written."""
    first, second = make.duel(4), make.duel(4)
    client, begun = signed_in(boss), threading.Event()

    def rename() -> None:
        with transaction.atomic():
            Tournament.objects.filter(pk=first.pk).update(slug="wanted")
            begun.set()
            threading.Event().wait(1.5)
        connection.close()

    other = threading.Thread(target=rename)
    other.start()
    begun.wait(10)
    answer = client.post(
        change(second), on_the_form(second) | {"slug": "wanted", "confirm": "address:wanted"}, follow=True
    )
    other.join(10)
    assert "Not saved: another tournament took this address a moment ago." in words(answer)
    assert Tournament.objects.get(slug="wanted") == first


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


class TestFewerRoundsThanThereAre:
    SAID = "Round 2 already exists. Enter 2 rounds or more, or take rounds back at the desk first."

    def test_is_refused_by_the_service_and_a_program(self, running, boss, client):
        values = {"pairing": {**running.pairing_request, "rounds": 1}}
        with pytest.raises(Refused, match="Round 2 already exists"):
            tournaments.change(running.pk, values, by=boss, confirmed=["rounds:2"])
        client.force_login(boss)
        sent = values | {"confirm": ["rounds"]}
        where = f"/api/v1/tournaments/{running.slug}/"
        refused = client.patch(where, sent, content_type="application/json")
        assert (refused.status_code, refused.json()["detail"]) == (422, self.SAID)

    def test_is_refused_at_its_field_of_the_page(self, running, boss, signed_in, words):
        fields = on_the_form(running) | {"rounds_planned": "1", "confirm": ["rounds"]}
        refused = signed_in(boss).post(change(running), fields)
        assert refused.context["adminform"].form.errors == {"rounds_planned": [self.SAID]}
        assert as_stored(running)["rounds_planned"] == 3


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


class TestAnEarlierAddressIsLetGo:
    def renamed(self, boss):
        event = make.duel(4)
        first = event.slug
        tournaments.change(event.pk, {"slug": "later"}, by=boss, confirmed=["address:later"])
        event.refresh_from_db()
        return event, first

    def test_by_a_program_that_confirms_it(self, boss, client):
        _event, first = self.renamed(boss)
        client.force_login(boss)
        where = "/api/v1/tournaments/later/"
        assert client.get(where + "settings/").json()["former_slugs"] == [first]
        asked = client.patch(where, {"former_slugs": []}, content_type="application/json")
        assert (asked.status_code, asked.json()["confirm"]) == (409, [f"former_slugs:{first}"])
        assert client.get(f"/t/{first}/").status_code == 301
        sent = {"former_slugs": [], "confirm": [f"former_slugs:{first}"]}
        done = client.patch(where, sent, content_type="application/json")
        assert done.json()["former_slugs"] == []
        assert client.get(f"/t/{first}/").status_code == 404
        assert make.duel(2, slug=first).slug == first

    def test_and_none_is_given_that_it_never_had(self, boss, client):
        self.renamed(boss)
        client.force_login(boss)
        sent = {"former_slugs": ["never"]}
        refused = client.patch("/api/v1/tournaments/later/", sent, content_type="application/json")
        assert (refused.status_code, refused.json()["place"]) == (422, "former_slugs")

    def test_on_the_page(self, boss, signed_in, words):
        event, first = self.renamed(boss)
        client = signed_in(boss)
        page = words(client.get(change(event)))
        assert re.search(rf'name="former_slugs" value="{first}"[^>]*checked', page)
        kept = on_the_form(event) | {"former_slugs": [first]}
        assert client.post(change(event), kept).status_code == 302
        assert [former.slug for former in event.former_addresses.all()] == [first]
        asked = words(client.post(change(event), on_the_form(event)))
        assert f"with the former address “{first}” stop working" in asked
        done = client.post(change(event), on_the_form(event) | {"confirm": [f"former_slugs:{first}"]})
        assert done.status_code == 302 and not event.former_addresses.exists()
        assert "former_slugs" not in words(client.get(change(event)))


class TestByTheCommandLine:
    def call(self, boss, *arguments):
        out = StringIO()
        call_command("event", "--as", boss.username, "change", *arguments, stdout=out)
        return out.getvalue().strip()

    def test_it_asks_and_takes_the_answer(self, running, boss):
        with pytest.raises(CommandError) as asked:
            self.call(boss, running.slug, "--rounds", "2", "--slug", "another")
        assert "--confirm rounds:2" in str(asked.value) and "--confirm address:another" in str(asked.value)
        said = self.call(
            boss,
            running.slug,
            "--rounds",
            "2",
            "--slug",
            "another",
            "--confirm",
            "rounds:2",
            "--confirm",
            "address:another",
        )
        assert said == "Changed another."
        now = Tournament.objects.get(pk=running.pk)
        assert (now.rounds_planned, now.slug, now.state) == (2, "another", Tournament.State.FINISHED)

    def test_it_finds_an_event_by_its_earlier_address(self, running, boss):
        earlier = running.slug
        tournaments.change(running.pk, {"slug": "another"}, by=boss, confirmed=["address:another"])
        assert self.call(boss, earlier, "--venue", "Leiden") == "Changed another."

    def test_it_refuses_what_is_no_date(self, running, boss):
        with pytest.raises(CommandError, match="is not a date"):
            self.call(boss, running.slug, "--date", "tomorrow")


class TestMoreRoundsThanThereCanBe:
    def test_are_refused_by_the_service_and_by_the_form(self, running, boss, signed_in):
        with pytest.raises(Refused, match="can make 3 rounds, not 9"):
            tournaments.change(running.pk, {"pairing": {**running.pairing_request, "rounds": 9}}, by=boss)
        fields = test_setup.TestSetUp().fields(
            name=running.name,
            slug=running.slug,
            starts=str(running.starts),
            game="quarto",
            system="berger",
            table_size="2",
            rounds_planned="9",
            published="on",
            confirm=["rounds"],
        )
        address = reverse("admin:tournaments_tournament_change", args=[running.pk])
        page = signed_in(boss).post(address, fields).content.decode()
        assert "With these players the pairing system can make 3 rounds, not 9." in page
        running.refresh_from_db()
        assert running.rounds_planned == 3

    def test_of_a_knockout_likewise_and_a_swiss_has_no_end(self, boss):
        cup = make.tournament(4, game="quarto", system="knockout", table_size=2, rounds_planned=2)
        open_ = make.tournament(8, game="quarto", system="swiss", table_size=2, rounds_planned=3)
        for event in (cup, open_):
            make.published(event, boss)
            event.refresh_from_db()
        with pytest.raises(Refused, match="can make 2 rounds, not 4"):
            tournaments.change(cup.pk, {"pairing": {**cup.pairing_request, "rounds": 4}}, by=boss)
        values = {"pairing": {**open_.pairing_request, "rounds": 6}}
        assert tournaments.change(open_.pk, values, by=boss, confirmed=["rounds:6"]).rounds_planned == 6

    def test_a_round_that_could_not_be_paired_stands_in_nobodys_way(self, running, boss):
        for number, state in ((3, "closed"), (4, "failed")):
            running.rounds.create(number=number, state=state, problem=plain("No") if state == "failed" else None)
        running.rounds_planned = 9
        running.save()
        values = {"pairing": {**running.pairing_request, "rounds": 3}}
        after = tournaments.change(running.pk, values, by=boss, confirmed=["rounds:3"])
        assert (after.rounds_planned, after.state) == (3, Tournament.State.FINISHED)
        assert running.rounds.get(number=4).state == "discarded"
