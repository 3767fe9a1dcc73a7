"""Two at once, with real connections."""

from __future__ import annotations

import pytest

from tests.tournaments import make
from tests.tournaments.registrations.conftest import AGREED, offered, sent
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Registration, Waiting
from tournaments.services.entries import registration_decisions as decisions
from tournaments.services.entries import registrations

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_broker")]


def test_the_last_place_goes_to_one_and_the_others_wait():
    made = offered(1, {"places": 2}, automatic=True)

    def enter(number: int) -> Registration:
        return registrations.register(
            made.pk, {"name": f"Racer {number}"}, form_key=f"key {number}", agreed_to=AGREED, language="en"
        )

    answers = at_once(*[lambda n=n: enter(n) for n in range(6)])
    assert all(isinstance(row, Registration) and row.state == "accepted" for row in answers), answers
    assert made.entries.count() == 2
    assert Waiting.objects.filter(tournament=made).count() == 5


def test_a_page_sent_twice_at_once_is_one_entry():
    made = offered(automatic=True)
    answers = at_once(
        *[
            lambda: registrations.register(
                made.pk, {"name": "Zoë Later"}, form_key="one page", agreed_to=AGREED, language="en"
            )
        ]
        * 4
    )
    assert len({row.pk for row in answers}) == 1
    assert made.entries.count() == 1


def test_withdrawn_while_it_is_accepted_is_one_or_the_other_and_nothing_between():
    boss, made = make.organiser(), offered()
    for turn in range(6):
        row = sent(made, name=f"Player {turn}")
        accepted, _withdrawn = at_once(
            lambda pk=row.pk: decisions.accept(made.pk, pk, by=boss), lambda pk=row.pk: registrations.withdraw(pk)
        )
        row.refresh_from_db()
        # withdrawn last in either order: before, the organiser is told; after, the entry is taken back
        assert (row.state, row.player_id) == ("withdrawn", None)
        assert isinstance(accepted, Refused | Registration)
    assert not Entry.objects.filter(tournament=made).exists()


def test_two_organisers_accept_one_entry_once():
    made = offered()
    row, people = sent(made), [make.organiser() for _ in range(3)]
    at_once(*[lambda by=by: decisions.accept(made.pk, row.pk, by=by) for by in people])
    assert made.entries.count() == 1


def test_a_place_given_back_twice_at_once_moves_up_as_many_as_there_are_places():
    boss, made = make.organiser(), offered(0, {"places": 2})
    rows = [sent(made, name=f"Player {n}") for n in range(5)]
    for row in rows:
        decisions.accept(made.pk, row.pk, by=boss)
    at_once(*[lambda pk=row.pk: registrations.withdraw(pk) for row in rows[:2]])
    assert [e.player.name for e in made.entries.order_by("number")] == ["Player 2", "Player 3"]
    assert [w.player.name for w in Waiting.objects.filter(tournament=made)] == ["Player 4"]
