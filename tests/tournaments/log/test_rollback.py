"""Rounds go back step by step and come back exactly as they were; nothing with results is deleted."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scoring.documents.writing import write_event
from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.standings import compute_standings
from tournaments.models import LogEntry, Result, Round, Standings, Tournament
from tournaments.selectors.events.events import event_of
from tournaments.services.results import results
from tournaments.services.rounds import rollback, rounds

pytestmark = pytest.mark.django_db


@world
def evening(boss):
    """Two rounds of three, played and closed."""
    evening = make.duel(4)
    for _number in (1, 2):
        make.played(evening, boss, ("1", "0"))
    compute_standings(evening.pk)
    return evening


def of(evening, number):
    return Round.objects.exclude(state="discarded").get(tournament=evening, number=number)


def whole(evening):
    evening = Tournament.objects.get(pk=evening.pk)
    compute_standings(evening.pk)
    kept = Standings.objects.filter(tournament=evening).order_by("after_round")
    living = Round.objects.filter(tournament=evening).order_by("pk")
    book = Result.objects.filter(table__round__tournament=evening).order_by("pk")
    return (
        write_event(event_of(evening)),
        list(kept.values_list("after_round", "body")),
        evening.state,
        list(living.values("number", "state", "published_at", "closed_at")),
        list(book.values()),
    )


def test_a_round_put_aside_and_brought_back_is_exactly_what_it_was(evening, boss):
    before = whole(evening)
    second = of(evening, 2)
    rollback.put_aside(second.pk, by=boss, typed="2", reason="wrong list")
    compute_standings(evening.pk)
    assert [r.number for r in event_of(evening).rounds] == [1]
    assert list(Standings.objects.filter(tournament=evening).values_list("after_round", flat=True)) == [1]
    assert Result.objects.filter(table__round=second).count() == 2
    rollback.bring_back(second.pk, by=boss)
    assert whole(evening) == before


def test_all_the_way_back_and_forth(evening, boss):
    before = whole(evening)
    keys = [of(evening, 2).pk, of(evening, 1).pk]
    for number, key in zip((2, 1), keys, strict=True):
        rollback.put_aside(key, by=boss, typed=str(number))
    assert event_of(evening).rounds == ()
    evening.refresh_from_db()
    assert evening.state == Tournament.State.RUNNING  # pairing numbers and settings stay: results rest on them
    for key in reversed(keys):
        rollback.bring_back(key, by=boss)
    assert whole(evening) == before


def test_another_round_can_be_played_in_its_place_and_put_aside_too(evening, boss):
    before = whole(evening)
    second = of(evening, 2)
    rollback.put_aside(second.pk, by=boss, typed="2")
    other = make.published(evening, boss)
    make.play(other, boss, ("0", "1"))
    with pytest.raises(Refused, match="Round 2 has replaced it"):
        rollback.bring_back(second.pk, by=boss)
    rollback.put_aside(other.pk, by=boss, typed="2")
    rollback.bring_back(second.pk, by=boss)
    document, standings, *_rest = whole(evening)
    assert (document, standings) == before[:2]
    assert Result.objects.filter(table__round=other).count() == 2


def test_later_rounds_go_first(evening, boss):
    for act in (rollback.reopen, lambda pk, by: rollback.put_aside(pk, by=by, typed="1")):
        with pytest.raises(Refused, match="Round 2 comes after it"):
            act(of(evening, 1).pk, by=boss)
    keys = [of(evening, 2).pk, of(evening, 1).pk]
    for number, key in zip((2, 1), keys, strict=True):
        rollback.put_aside(key, by=boss, typed=str(number))
    with pytest.raises(Refused, match="Round 1 comes before it"):
        rollback.bring_back(keys[0], by=boss)


@pytest.mark.parametrize("typed", ["", "1", "two", "02"])
def test_putting_aside_asks_for_the_number_typed(evening, boss, typed):
    with pytest.raises(Refused, match="Enter the number of the round, 2"):
        rollback.put_aside(of(evening, 2).pk, by=boss, typed=typed)
    assert of(evening, 2).state == Round.State.CLOSED


def test_a_closed_round_is_opened_again_and_a_finished_tournament_goes_on(boss):
    evening = make.duel(2, rounds_planned=1)
    round_ = make.played(evening, boss, ("1", "0"))
    rollback.reopen(round_.pk, by=boss)
    evening.refresh_from_db()
    assert (of(evening, 1).state, evening.state) == ("published", "running")
    rounds.close(round_.pk, by=boss)
    evening.refresh_from_db()
    assert evening.state == "finished"


def test_a_published_round_without_results_is_a_draft_again(evening, boss):
    third = make.published(evening, boss)
    rollback.unpublish(third.pk, by=boss)
    third.refresh_from_db()
    assert (third.state, third.published_at) == ("draft", None)
    assert [r.number for r in event_of(evening).rounds] == [1, 2]
    assert not Standings.objects.filter(tournament=evening, after_round=3).exists()
    rounds.publish(third.pk, by=boss)
    make.play(third, boss, ("1", "0"))
    with pytest.raises(Refused, match=r"has results\. Put it aside instead"):
        rollback.unpublish(third.pk, by=boss)


def test_a_discarded_draft_comes_back_too(evening, boss):
    third = make.draft(evening, boss)
    seats = list(third.seats.order_by("pk").values())
    rounds.discard(third.pk, by=boss)
    rollback.bring_back(third.pk, by=boss)
    third.refresh_from_db()
    assert (third.state, list(third.seats.order_by("pk").values())) == ("draft", seats)


def test_a_round_discarded_before_the_event_began_does_not_come_back(boss):
    evening = make.duel(4)
    round_ = make.draft(evening, boss)
    rounds.discard(round_.pk, by=boss)
    with pytest.raises(Refused, match="the settings are no longer locked"):
        rollback.bring_back(round_.pk, by=boss)


def test_no_result_is_entered_in_a_round_put_aside(evening, boss):
    second = of(evening, 2)
    result = Result.objects.filter(table__round=second, is_current=True).first()
    rollback.put_aside(second.pk, by=boss, typed="2")
    with pytest.raises(Refused, match="not published"):
        results.enter(result.table_id, by=boss, points=make.points("0", "1"), seen_result=result.pk, reason="x")


@pytest.mark.parametrize("step", [rollback.reopen, rollback.unpublish, rollback.bring_back])
def test_every_step_twice_is_one_step_or_refused(evening, boss, step):
    round_ = make.published(evening, boss) if step is rollback.unpublish else of(evening, 2)
    if step is rollback.bring_back:
        rollback.put_aside(round_.pk, by=boss, typed="2")
    step(round_.pk, by=boss)
    state = Round.objects.get(pk=round_.pk).state
    step(round_.pk, by=boss)
    assert Round.objects.get(pk=round_.pk).state == state


@pytest.mark.parametrize("role", ["arbiter", "judge", "helper"])
def test_steps_back_are_the_chief_arbiters(evening, role):
    by = make.arbiter(evening, role)
    key = of(evening, 2).pk
    for act in (rollback.reopen, rollback.unpublish, rollback.bring_back):
        with pytest.raises(PermissionDenied):
            act(key, by=by)
    with pytest.raises(PermissionDenied):
        rollback.put_aside(key, by=by, typed="2")
    rollback.reopen(key, by=make.arbiter(evening, "chief"))


def test_a_tournament_is_deleted_when_its_name_is_typed_and_the_log_keeps_it(words, signed_in, boss):
    planned = make.duel(2)
    client, url = signed_in(boss), reverse("admin:tournaments_tournament_delete", args=[planned.pk])
    assert "2 entries" in words(client.get(url))
    assert "Enter the tournament's name" in words(client.post(url, {"post": "yes", "typed": "x"}, follow=True))
    assert Tournament.objects.filter(pk=planned.pk).exists()
    client.post(url, {"post": "yes", "typed": planned.name})
    assert not Tournament.objects.filter(pk=planned.pk).exists()
    gone = LogEntry.objects.get(kind="tournament", action="delete", tournament_id=planned.pk)
    assert (gone.actor_id, gone.old["name"]) == (boss.pk, planned.name)


def test_on_the_page(words, signed_in, boss, evening):
    client, second = signed_in(boss), of(evening, 2)
    page = reverse("admin:tournaments_rounds", args=[evening.pk])
    assert words(client.get(page)).count("Remove this round (kept, can be restored)") == 1
    address = reverse("admin:tournaments_put_aside", args=[evening.pk, second.pk])
    refused = client.post(address, {"typed": ""}, follow=True)
    assert "Enter the number of the round" in words(refused)
    done = client.post(address, {"typed": "2", "reason": "wrong list"}, follow=True)
    assert "Round 2 is put aside, with its results" in words(done)
    assert "Restore this round" in words(client.get(page))
    client.post(reverse("admin:tournaments_bring_back", args=[evening.pk, second.pk]))
    assert of(evening, 2) == second


def test_the_page_costs_a_fixed_number_of_queries(desk, evening, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        desk.get(reverse("admin:tournaments_rounds", args=[evening.pk]))


def test_an_adjourned_table_is_not_counted_as_a_result(evening, boss, desk):
    round_ = make.published(evening, boss)
    first, _second = make.play(round_, boss, ("1", "0"))
    results.enter(
        first.table_id,
        by=boss,
        points=make.points("1", "0"),
        end="adjourned",
        seen_result=first.pk,
        reason="fire alarm",
    )
    page = desk.get(reverse("admin:tournaments_rounds", args=[evening.pk])).content.decode()
    assert "2 tables, 1 result, 1 adjourned" in page
    assert "Its 2 results are kept" in page
