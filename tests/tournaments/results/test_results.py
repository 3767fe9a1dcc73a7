"""Results entered, superseded, refused; and the standings that follow."""

from __future__ import annotations

import pytest
from celery import current_app
from django.core.exceptions import PermissionDenied

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused, ResultConflict
from tournaments.jobs import standings as standings_jobs
from tournaments.jobs import sweep
from tournaments.jobs.standings import compute_standings
from tournaments.models import Result, Round, Standings, Table, Tournament
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


@world
def round_(boss):
    return make.published(make.tournament(16, rounds_planned=1), boss)


@pytest.fixture
def table(round_):
    return Table.objects.get(round=round_, number=1)


def rows(evening, after=1):
    return Standings.objects.get(tournament=evening, after_round=after).body["rows"]


def test_a_result_is_kept_with_who_entered_it(boss, table):
    result = results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    assert result.entered_by == boss
    assert result.is_current
    assert [str(p) for p in result.points] == ["8", "4", "2", "0"]


def test_a_second_result_must_have_seen_the_first(boss, table):
    first = results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    other = make.arbiter(table.round.tournament)
    with pytest.raises(ResultConflict, match="Replace it with yours, or leave it") as conflict:
        results.enter(table.pk, by=other, points=make.points("4", "8", "2", "0"))
    assert conflict.value.current == first
    assert str(boss) in conflict.value.message
    second = results.enter(
        table.pk, by=other, points=make.points("4", "8", "2", "0"), seen_result=first.pk, reason="misread"
    )
    first.refresh_from_db()
    assert (first.is_current, second.is_current, second.supersedes, second.number) == (False, True, first, 2)


def test_the_same_result_twice_is_one_result(boss, table):
    first = results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    again = results.enter(table.pk, by=make.arbiter(table.round.tournament), points=make.points("8", "4", "2", "0"))
    assert again == first
    assert Result.objects.count() == 1


@pytest.mark.parametrize(
    "end",
    [("8", "8", "8", "8"), ("8", "4", "2", "1"), ("0", "0", "0", "0"), ("8", "6", "0", "0"), ("7", "7", "0", "0")],
)
def test_points_that_quatro_chess_cannot_give_are_refused_with_the_rule(boss, table, end):
    with pytest.raises(Refused) as refusal:
        results.enter(table.pk, by=boss, points=make.points(*end))
    assert refusal.value.rule
    assert refusal.value.rule.startswith("QC 6")
    assert "QC 6" in refusal.value.message
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    "end", [("8", "4", "2", "0"), ("0", "1", "2", "8"), ("4", "4", "0", "2"), ("4",) * 3 + ("0",), ("4",) * 4]
)
def test_the_points_of_rule_qc_6_are_accepted(boss, table, end):
    assert results.enter(table.pk, by=boss, points=make.points(*end)).is_current


@pytest.mark.parametrize("end", [("8", None, "2", "4"), ("8", None, None, "4")], ids=["one", "two"])
def test_who_did_not_show_up_has_no_points(boss, table, end):
    result = results.enter(table.pk, by=boss, points=make.points(*end), end="forfeit")
    assert (result.points, result.end) == (make.points(*end), "forfeit")


def test_a_forfeit_of_nobody_is_refused(boss, table):
    with pytest.raises(Refused, match="nobody forfeited"):
        results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"), end="forfeit")


def test_a_missing_player_in_a_game_that_was_played_is_refused_with_what_to_enter(boss, table):
    with pytest.raises(Refused, match="forfeit"):
        results.enter(table.pk, by=boss, points=make.points("8", None, "2", "4"), end="played")
    assert not Result.objects.exists()


def test_a_result_for_a_draft_is_refused(boss):
    round_ = make.draft(make.duel(), boss)
    with pytest.raises(Refused, match="not published"):
        results.enter(Table.objects.filter(round=round_).first().pk, by=boss, points=make.points("1", "0"))


def test_an_arbiter_of_another_tournament_enters_nothing(table):
    with pytest.raises(PermissionDenied):
        results.enter(table.pk, by=make.arbiter(make.duel()), points=make.points("8", "4", "2", "0"))
    assert not Result.objects.exists()


def test_an_arbiter_who_may_not_decide_neither_adjourns_a_table_nor_takes_its_result_away(boss, table):
    first = results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    points = make.points(None, None, None, None)
    arbiter = make.arbiter(table.round.tournament)
    with pytest.raises(PermissionDenied):
        results.enter(table.pk, by=arbiter, points=points, end="adjourned", seen_result=first.pk, reason="fire alarm")
    chief = make.arbiter(table.round.tournament, "chief")
    assert results.enter(
        table.pk, by=chief, points=points, end="adjourned", seen_result=first.pk, reason="fire alarm"
    ).is_current


def test_a_closed_round_is_corrected_with_a_reason_and_only_by_somebody_who_may_correct(boss):
    evening = make.duel(4, rounds_planned=1)
    round_ = make.published(evening, boss)
    first = make.play(round_, boss, ("1", "0"))[0]
    rounds.close(round_.pk, by=boss)
    judge = make.arbiter(evening, "judge", tables=[first.table.number])
    correction = {"points": make.points("0", "1"), "seen_result": first.pk}
    with pytest.raises(PermissionDenied):
        results.enter(first.table_id, by=judge, reason="misread", **correction)
    arbiter = make.arbiter(evening)
    with pytest.raises(Refused, match="is closed"):
        results.enter(first.table_id, by=arbiter, **correction)
    assert results.enter(first.table_id, by=arbiter, reason="misread", **correction).number == 2


def test_the_worker_computes_the_standings(boss, round_):
    evening = round_.tournament
    make.play(round_, boss)
    compute_standings(evening.pk)
    body = Standings.objects.get(tournament=evening).body
    assert sorted(row["points"] for row in body["rows"]) == sorted(["8", "4", "2", "0"] * 4)
    assert body["rows"][0]["rank"] == 1
    assert body["final"] is True


def test_standings_with_results_missing_are_provisional(boss, round_, table):
    results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    compute_standings(round_.tournament_id)
    assert Standings.objects.get(tournament=round_.tournament).final is False


def test_a_corrected_result_re_ranks_every_later_round(boss):
    evening = make.duel(4)
    first = make.published(evening, boss)
    make.play(first, boss, ("1", "0"))
    make.play(make.published(evening, boss), boss, ("1", "0"))
    compute_standings(evening.pk)
    before = {after: rows(evening, after) for after in (1, 2)}
    table = Table.objects.get(round=first, number=1)
    current = Result.objects.get(table=table, is_current=True)
    results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=current.pk)
    compute_standings(evening.pk)
    assert all(rows(evening, after) != before[after] for after in (1, 2))


def test_a_correction_of_round_two_leaves_the_standings_after_round_one_alone(boss):
    evening = make.duel(4)
    for _number in (1, 2):
        make.play(make.published(evening, boss), boss, ("1", "0"))
    compute_standings(evening.pk)
    untouched = Standings.objects.get(tournament=evening, after_round=1).computed_at
    current = Result.objects.filter(table__round__number=2, is_current=True).first()
    results.enter(current.table_id, by=boss, points=make.points("0", "1"), seen_result=current.pk)
    compute_standings(evening.pk)
    assert Standings.objects.get(tournament=evening, after_round=1).computed_at == untouched


def test_a_standings_task_that_runs_twice_changes_nothing(boss, round_):
    evening = round_.tournament
    make.play(round_, boss)
    compute_standings(evening.pk)
    version = Tournament.objects.get(pk=evening.pk).version
    compute_standings(evening.pk)
    assert Tournament.objects.get(pk=evening.pk).version == version


def test_an_overtaken_standings_task_does_not_write_over_a_newer_one(boss, round_, monkeypatch):
    """A newer row appears after a task has taken its snapshot and before it writes."""
    evening = round_.tournament
    make.play(round_, boss)
    compute_standings(evening.pk)
    current = Result.objects.filter(table__round=round_, is_current=True).first()
    results.enter(current.table_id, by=boss, points=make.points("0", "2", "4", "8"), seen_result=current.pk)
    take_lock = standings_jobs.lock

    def overtaken(tournament_id):
        row = Standings.objects.get(tournament=evening)
        row.computed_for, row.body = row.computed_for + 10, {**row.body, "marker": "newer"}
        row.save()
        return take_lock(tournament_id)

    monkeypatch.setattr(standings_jobs, "lock", overtaken)
    compute_standings(evening.pk)
    newest = Standings.objects.get(tournament=evening)
    assert newest.body["marker"] == "newer"


def test_standings_of_another_shape_are_computed_again(boss, round_):
    evening = round_.tournament
    make.play(round_, boss)
    compute_standings(evening.pk)
    assert sweep.stale_tournaments() == []
    kept = Standings.objects.get(tournament=evening)
    Standings.objects.update(shape=kept.shape - 1, body={**kept.body, "rows": []})
    assert sweep.stale_tournaments() == [evening.pk]
    compute_standings(evening.pk)
    again = Standings.objects.get(tournament=evening)
    assert (again.body, again.shape) == (kept.body, kept.shape)
    assert sweep.stale_tournaments() == []


def test_who_waits_for_a_table_keeps_the_rank_of_the_round_before(boss):
    evening = make.tournament(8, rounds_planned=2)
    first = make.published(evening, boss)
    compute_standings(evening.pk)
    body = Standings.objects.get(tournament=evening).body
    assert body["tables"] == [0, 2]
    assert all(row["waits"] and row.get("rank_before") is None for row in body["rows"])
    assert all(row["trail"] == [None] and row["played"] == 0 for row in body["rows"])
    make.play(first, boss)
    second = make.published(evening, boss)
    table = Table.objects.filter(round=second).first()
    results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    compute_standings(evening.pk)
    before, now = (row.body for row in Standings.objects.filter(tournament=evening).order_by("after_round"))
    ranks = {row["player"]: row["rank"] for row in before["rows"]}
    played = {seat.entry.number for seat in table.seats.select_related("entry")}
    assert (before["tables"], now["tables"]) == ([2, 2], [1, 2])
    for row in now["rows"]:
        if row["player"] in played:
            assert "waits" not in row and row["trail"][1] is not None
        else:
            assert (row["rank_before"], row["trail"][1]) == (ranks[row["player"]], None)


def test_the_sweep_finds_work_that_a_lost_task_left_undone(boss, round_):
    evening = round_.tournament
    nothing: dict[str, list[int]] = {name: [] for name in sweep.left_undone()}
    assert (
        {"pair_round", "compute_standings", "check_record"}
        <= set(nothing)
        <= {name.removeprefix("tournaments.tasks.") for name in current_app.tasks}
    )
    assert sweep.left_undone() == nothing | {"compute_standings": [evening.pk]}
    compute_standings(evening.pk)
    assert sweep.left_undone() == nothing
    make.play(round_, boss)
    assert sweep.left_undone() == nothing | {"compute_standings": [evening.pk]}
    compute_standings(evening.pk)
    Tournament.objects.filter(pk=evening.pk).update(rounds_planned=5)
    waiting = rounds.ask_for_pairing(evening.pk, by=boss)
    assert sweep.left_undone() == nothing
    Round.objects.filter(pk=waiting.pk).update(asked_at="2026-01-01T00:00:00Z")
    assert sweep.left_undone() == nothing | {"pair_round": [waiting.pk]}


def test_a_result_costs_a_fixed_number_of_queries(boss, django_assert_max_num_queries):
    for players in (16, 64):
        round_ = make.published(make.tournament(players, rounds_planned=1), boss)
        table = Table.objects.filter(round=round_).first()
        with django_assert_max_num_queries(12):
            results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
