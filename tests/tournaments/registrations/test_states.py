"""Entries and people as a machine of states: whatever is done in whatever order, nobody is stuck or passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.registrations.conftest import offered, sent
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Merge, Player, Registration, Waiting
from tournaments.services.entries import check_in, players, registrations
from tournaments.services.entries import registration_decisions as decisions
from tournaments.services.events import tournaments
from tournaments.services.people import erasure, merges, profile

pytestmark = pytest.mark.django_db
PLACES = st.integers(0, 5)
NAMES = st.sampled_from(("Anna", "Bert", "Annabel", "anna"))
State = Registration.State


class Entries(RuleBasedStateMachine):
    """An evening with two places that accepts by itself, and everything that is done to its entries and people."""

    def __init__(self) -> None:
        super().__init__()
        self.boss = make.organiser()
        self.evening = offered(0, {"places": 2}, automatic=True)
        for name in ("Cleo", "Dirk", "Elke"):
            sent(self.evening, f"{name} {self.evening.pk}")
        self.known = Player.objects.create(name=f"Known {self.evening.pk}")

    def attempt(self, step: Callable[..., Any], *arguments: Any, **more: Any) -> None:
        """Do it, or be told in a sentence why not."""
        try:
            step(*arguments, **more)
        except Refused as refused:
            assert str(refused)

    def nth(self, rows: Any, place: int) -> Any:
        found = list(rows.order_by("pk"))
        return found[place % len(found)] if found else None

    @property
    def sent(self) -> Any:
        return Registration.objects.filter(tournament=self.evening)

    @property
    def people(self) -> Any:
        return Player.objects.filter(pk__in=self.sent.filter(player__isnull=False).values("player"))

    @rule(name=NAMES)
    def enter(self, name: str) -> None:
        self.attempt(sent, self.evening, f"{name} {self.evening.pk}")

    @rule(place=PLACES, new=st.booleans())
    def accept(self, place: int, new: bool) -> None:
        if row := self.nth(self.sent, place):
            self.attempt(decisions.accept, self.evening.pk, row.pk, by=self.boss, new=new)

    @rule(place=PLACES)
    def refuse(self, place: int) -> None:
        if row := self.nth(self.sent, place):
            self.attempt(decisions.refuse, self.evening.pk, row.pk, by=self.boss)

    @rule(place=PLACES)
    def withdraw(self, place: int) -> None:
        if row := self.nth(self.sent, place):
            self.attempt(registrations.withdraw, row.pk)

    @rule(place=PLACES)
    def put_on_the_list(self, place: int) -> None:
        if entry := self.nth(Entry.objects.filter(tournament=self.evening), place):
            self.attempt(check_in.to_waiting_list, self.evening.pk, entry.pk, by=self.boss)

    @rule(place=PLACES)
    def give_a_place(self, place: int) -> None:
        if waiting := self.nth(Waiting.objects.filter(tournament=self.evening), place):
            self.attempt(check_in.promote, self.evening.pk, waiting.pk, by=self.boss)

    @rule(place=PLACES)
    def take_out(self, place: int) -> None:
        if entry := self.nth(Entry.objects.filter(tournament=self.evening), place):
            self.attempt(players.take_out, self.evening.pk, entry.number, by=self.boss)

    @rule(place=PLACES, keeps=st.booleans())
    def merge(self, place: int, keeps: bool) -> None:
        person, known = self.nth(self.people, place), Player.objects.filter(pk=self.known.pk).first()
        if person and known and person != known:
            first, second = (person, known) if keeps else (known, person)
            self.attempt(merges.merge, first.pk, second.pk, by=self.boss)

    @rule(place=PLACES)
    def undo_a_merge(self, place: int) -> None:
        if done := self.nth(Merge.objects.filter(kept__in=[*self.people, self.known.pk]), place):
            self.attempt(merges.undo, done.pk, by=self.boss)

    @rule(place=PLACES, name=NAMES, shown=st.sampled_from(("", "initial", "number")))
    def rename_and_hide(self, place: int, name: str, shown: str) -> None:
        if entry := self.nth(Entry.objects.filter(tournament=self.evening), place):
            Player.objects.filter(pk=entry.player_id).update(name_shown=shown)
            self.attempt(profile.edit, entry.pk, by=self.boss, name=f"{name} {self.evening.pk}", club=str(place))

    @rule(place=PLACES)
    def erase(self, place: int) -> None:
        if person := self.nth(self.people, place):
            self.attempt(erasure.erase, person.pk, by=self.boss, typed=person.name)

    @rule()
    def archive_and_restore(self) -> None:
        self.attempt(tournaments.archive, self.evening.pk, by=self.boss)
        self.attempt(tournaments.reopen, self.evening.pk, by=self.boss)

    @invariant()
    def nobody_has_two_places_or_one_too_many(self) -> None:
        inside = set(Entry.objects.filter(tournament=self.evening).values_list("player", flat=True))
        queue = list(Waiting.objects.filter(tournament=self.evening))
        assert len(inside) <= 2
        assert not inside & {waiting.player_id for waiting in queue}

    @invariant()
    def everybody_waits_where_they_came(self) -> None:
        came = dict(self.sent.filter(state=State.ACCEPTED).values_list("player", "since"))
        queue = Waiting.objects.filter(tournament=self.evening)
        times = [came.get(waiting.player_id, waiting.since) for waiting in queue]
        assert times == sorted(times)

    def teardown(self) -> None:
        """Leave every state that is left."""
        for row in self.sent.filter(state__in=Registration.OPEN):
            registrations.withdraw(row.pk)
        assert not self.sent.filter(state__in=Registration.OPEN).exists()


@pytest.mark.usefixtures("no_broker")
def test_no_order_of_steps_ends_in_a_fault_a_dead_end_or_a_wrong_place():
    run_state_machine_as_test(
        Entries,
        settings=settings(
            max_examples=200 if THOROUGH else 16,
            stateful_step_count=14,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
