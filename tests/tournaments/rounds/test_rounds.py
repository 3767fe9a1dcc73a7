"""Rounds from being asked for to being closed."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.core.exceptions import PermissionDenied

from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.domain.locks import lock, mark_standings_stale
from tournaments.jobs import pairing
from tournaments.jobs.pairing import pair_round
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Round, Seat, Standings, Table, Tournament
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def test_sixteen_players_meet_exactly_once_in_five_rounds(boss):
    evening = make.tournament(16)
    met: list[frozenset[int]] = []
    for _number in range(5):
        round_ = make.published(evening, boss)
        make.play(round_, boss)
        for table in Table.objects.filter(round=round_):
            met += map(frozenset, combinations(table.seats.values_list("entry__number", flat=True), 2))
        rounds.close(round_.pk, by=boss)
    assert len(met) == len(set(met)) == 16 * 15 // 2
    evening.refresh_from_db()
    assert evening.state == Tournament.State.FINISHED


def test_asked_twice_and_paired_twice_it_is_the_same_round(boss):
    evening = make.duel()
    first = rounds.ask_for_pairing(evening.pk, by=boss)
    assert rounds.ask_for_pairing(evening.pk, by=boss) == first
    pair_round(first.pk)
    before = list(Seat.objects.filter(round=first).values_list("pk", flat=True))
    assert rounds.ask_for_pairing(evening.pk, by=boss) == first
    pair_round(first.pk)
    assert before and list(Seat.objects.filter(round=first).values_list("pk", flat=True)) == before


def test_a_task_for_a_round_that_is_gone_does_nothing(boss):
    evening = make.duel()
    round_ = rounds.ask_for_pairing(evening.pk, by=boss)
    rounds.discard(round_.pk, by=boss)
    pair_round(round_.pk)
    pair_round(987654321)
    assert not Table.objects.exists()


def test_a_round_that_cannot_be_paired_says_why_and_can_be_tried_again(boss):
    evening = make.duel(4, pairing_options={"forbidden": [*combinations(range(1, 5), 2)]})
    round_ = rounds.ask_for_pairing(evening.pk, by=boss)
    pair_round(round_.pk)
    round_.refresh_from_db()
    assert round_.state == Round.State.FAILED
    assert round_.problem
    Tournament.objects.filter(pk=evening.pk).update(pairing_options={})
    assert rounds.ask_for_pairing(evening.pk, by=boss) == round_
    pair_round(round_.pk)
    round_.refresh_from_db()
    assert round_.state == Round.State.DRAFT


def test_a_first_round_that_cannot_be_paired_leaves_the_settings_open(boss):
    evening = make.tournament(4, system="whist", rounds_planned=9)
    round_ = rounds.ask_for_pairing(evening.pk, by=boss)
    pair_round(round_.pk)
    evening.refresh_from_db()
    assert evening.state == Tournament.State.PLANNED
    Tournament.objects.filter(pk=evening.pk).update(rounds_planned=3)
    assert make.draft(evening, boss) == round_
    evening.refresh_from_db()
    assert evening.state == Tournament.State.RUNNING
    rounds.discard(round_.pk, by=boss)
    evening.refresh_from_db()
    assert evening.state == Tournament.State.PLANNED


def test_rounds_that_the_system_does_not_have_are_refused_in_a_sentence(boss):
    evening = make.tournament(16)
    make.published(evening, boss)
    Tournament.objects.filter(pk=evening.pk).update(rounds_planned=400)
    with pytest.raises(Refused):
        rounds.ask_for_pairing(evening.pk, by=boss)


def test_a_fault_of_the_program_is_said_to_be_one(boss, monkeypatch, caplog):
    def broken(*_args, **_options):
        raise ZeroDivisionError("a bug")

    evening = make.duel()
    round_ = rounds.ask_for_pairing(evening.pk, by=boss)
    monkeypatch.setattr("tournaments.jobs.pairing.pair", broken)
    pair_round(round_.pk)
    round_.refresh_from_db()
    assert round_.state == Round.State.FAILED
    assert "error in the program" in str(round_.problem)
    assert "a bug" not in str(round_.problem)
    assert "ZeroDivisionError" in caplog.text


def test_a_change_while_the_round_is_being_paired_is_in_the_pairing(boss, monkeypatch):
    """A player withdraws after the worker has read who plays, and before it has saved."""
    evening = make.duel(6)
    round_ = rounds.ask_for_pairing(evening.pk, by=boss)
    thinking = pairing.pair
    calls = []

    def slow(event, **options):
        if not calls:
            Entry.objects.filter(tournament=evening, number=6).update(left=0)
            mark_standings_stale(lock(evening.pk))
        calls.append(len([p for p in event.players if p.plays(1)]))
        return thinking(event, **options)

    monkeypatch.setattr(pairing, "pair", slow)
    pair_round(round_.pk)
    assert calls == [6, 5]
    assert not Seat.objects.filter(round=round_, entry__number=6, table__isnull=False).exists()


def test_the_next_round_of_a_fixed_schedule_can_be_paired_before_the_results_are_in(boss):
    evening = make.duel()
    make.published(evening, boss)
    assert make.draft(evening, boss).number == 2


def test_a_draft_is_published_once(boss):
    evening = make.duel()
    round_ = make.published(evening, boss)
    at = round_.published_at
    assert rounds.publish(round_.pk, by=boss).published_at == at


def test_a_round_with_a_missing_result_is_not_closed(boss):
    round_ = make.published(make.duel(), boss)
    table = Table.objects.get(round=round_, number=1)
    results.enter(table.pk, by=boss, points=make.points("1", "0"))
    with pytest.raises(Refused, match="table 2 has no result"):
        rounds.close(round_.pk, by=boss)


def test_a_round_with_results_is_never_discarded(boss):
    round_ = make.published(make.duel(), boss)
    make.play(round_, boss, ("1", "0"))
    with pytest.raises(Refused, match="cannot be discarded"):
        rounds.discard(round_.pk, by=boss)


def test_a_discarded_round_takes_its_standings_with_it(boss):
    evening = make.duel()
    round_ = make.published(evening, boss)
    compute_standings(evening.pk)
    assert Standings.objects.filter(tournament=evening, after_round=1).exists()
    rounds.discard(round_.pk, by=boss)
    assert not Standings.objects.filter(tournament=evening).exists()


def test_more_rounds_than_planned_are_refused(boss):
    evening = make.duel(rounds_planned=1)
    make.published(evening, boss)
    with pytest.raises(Refused, match="All 1 rounds have been paired"):
        rounds.ask_for_pairing(evening.pk, by=boss)


def test_nobody_to_pair_is_refused(boss):
    with pytest.raises(Refused, match="too few players"):
        rounds.ask_for_pairing(make.duel(1).pk, by=boss)


def test_pairing_numbers_are_closed_up_when_the_event_begins(boss):
    evening = make.duel(4)
    Entry.objects.filter(tournament=evening, number=2).delete()
    make.draft(evening, boss)
    assert list(Entry.objects.filter(tournament=evening).values_list("number", flat=True)) == [1, 2, 3]


def test_pairing_numbers_can_be_given_by_rating(boss):
    evening = make.duel(4, pairing_options={"numbering": "rating"})
    last = Entry.objects.get(tournament=evening, number=4)
    last.player.rating = 2500
    last.player.save()
    make.draft(evening, boss)
    last.refresh_from_db()
    assert last.number == 1


@pytest.mark.parametrize("act", ["publish", "discard", "close"])
def test_a_stranger_changes_no_round(boss, act):
    round_ = make.draft(make.duel(), boss)
    with pytest.raises(PermissionDenied):
        getattr(rounds, act)(round_.pk, by=make.arbiter())
    with pytest.raises(PermissionDenied):
        rounds.ask_for_pairing(round_.tournament_id, by=make.arbiter())
