"""The database itself refuses what must never be, however it is asked."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from tests.tournaments import make
from tournaments.models import Entry, PossiblePoints, Result, Round, Seat, Table, Tournament
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(evening):
    return Round.objects.create(tournament=evening, number=1, state=Round.State.PUBLISHED)


@pytest.fixture
def table(evening, round_):
    table = Table.objects.create(round=round_, number=1)
    for position, entry in enumerate(Entry.objects.filter(tournament=evening)[:2], start=1):
        Seat.objects.create(round=round_, table=table, position=position, entry=entry)
    PossiblePoints.objects.bulk_create(
        PossiblePoints(tournament=evening, points=[*points, "01"])
        for points in (["1", "0"], ["0", "1"], ["1/2", "1/2"])
    )
    return table


def refused(name, action):
    with pytest.raises(DatabaseError) as refusal, transaction.atomic():
        action()
        connection.check_constraints()
    assert refusal.value.__cause__.diag.constraint_name == name


def enter(table, points, **fields):
    return Result.objects.create(table=table, points=points, **fields)


def test_a_player_sits_at_one_table_in_a_round(evening, round_, table):
    other = Table.objects.create(round=round_, number=2)
    entry = Entry.objects.filter(tournament=evening).first()
    refused("seat_player_at_one_table", lambda: Seat.objects.create(round=round_, table=other, position=1, entry=entry))


def test_a_player_with_a_bye_sits_at_no_table(evening, round_, table):
    entry = Entry.objects.filter(tournament=evening).first()
    refused("seat_player_at_one_table", lambda: Seat.objects.create(round=round_, bye="pairing", entry=entry))


def test_a_player_has_one_bye_in_a_round(evening, round_):
    entry = Entry.objects.filter(tournament=evening).first()
    Seat.objects.create(round=round_, bye="half", entry=entry)
    refused("seat_bye_once", lambda: Seat.objects.create(round=round_, bye="zero", entry=entry))


def test_a_player_may_have_two_colours_at_one_table(evening, round_, table):
    """QC 2.1: with three at a table one has two colours."""
    entry = Entry.objects.filter(tournament=evening).first()
    Seat.objects.create(round=round_, table=table, position=3, entry=entry)
    assert Seat.objects.filter(entry=entry, table=table).count() == 2


def test_a_seat_has_a_player(round_, table):
    refused_null = lambda: Seat.objects.create(round=round_, table=table, position=4, entry=None)  # noqa: E731
    with pytest.raises(DatabaseError, match="entry_id"), transaction.atomic():
        refused_null()


def test_a_seats_round_is_its_tables_round(evening, table):
    second = Round.objects.create(tournament=evening, number=2)
    entry = Entry.objects.filter(tournament=evening).last()
    refused("seat_round_is_its_tables", lambda: Seat.objects.create(round=second, table=table, position=3, entry=entry))


def test_two_rounds_have_two_numbers(evening, round_):
    refused("round_number_once", lambda: Round.objects.create(tournament=evening, number=1))


def test_a_discarded_round_gives_its_number_back(evening, round_):
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DISCARDED)
    assert Round.objects.create(tournament=evening, number=1)


def test_a_table_has_one_current_result(table):
    first = enter(table, ["1", "0"])
    refused("result_one_current", lambda: enter(table, ["0", "1"], number=2, supersedes=first))


def test_a_result_is_superseded_once(table):
    first = enter(table, ["1", "0"])
    Result.objects.filter(pk=first.pk).update(is_current=False)
    second = enter(table, ["0", "1"], number=2, supersedes=first)
    Result.objects.filter(pk=second.pk).update(is_current=False)
    with pytest.raises(DatabaseError, match="supersedes"), transaction.atomic():
        enter(table, ["0", "1"], number=3, supersedes=first)


def test_a_result_is_never_overwritten(table):
    result = enter(table, ["1", "0"])
    refused("result_never_overwritten", lambda: Result.objects.filter(pk=result.pk).update(points=["0", "1"]))


def test_a_superseded_result_does_not_come_back(table):
    result = enter(table, ["1", "0"])
    Result.objects.filter(pk=result.pk).update(is_current=False)
    refused("result_never_overwritten", lambda: Result.objects.filter(pk=result.pk).update(is_current=True))


def test_a_result_is_never_deleted(table):
    result = enter(table, ["1", "0"])
    refused("result_never_deleted", lambda: Result.objects.filter(pk=result.pk).delete())


@pytest.mark.parametrize("points", [["1", "1"], ["8", "0"], ["0", "0"]])
def test_points_that_the_game_cannot_give_are_refused(table, points):
    refused("result_points_possible", lambda: enter(table, points))


def test_points_that_were_checked_for_another_tournament_do_not_count(table):
    PossiblePoints.objects.create(tournament=make.duel(2), points=["8", "0", "01"])
    refused("result_points_possible", lambda: enter(table, ["8", "0"]))


def test_what_two_colours_of_one_player_brought_is_not_for_four_players(boss):
    """The points of a table of three stand for its two colours: four single players cannot have them."""
    event = make.tournament(7)
    four, three = make.published(event, boss).tables.order_by("number")
    seats = list(three.seats.order_by("position").values_list("entry", flat=True))
    double = next(entry for entry in seats if seats.count(entry) == 2)
    points = [6 if entry == double else 0 for entry in seats]
    points[points.index(0)] = 2
    results.enter(three.pk, by=boss, points=[Fraction(value) for value in points])
    points = list(map(str, points))
    assert PossiblePoints.objects.values_list("points", flat=True)[0][:-1] == points
    refused("result_points_possible", lambda: enter(four, points))


def test_what_was_allowed_for_one_order_of_the_seats_is_not_for_another(boss):
    """QC 5.1: partners who stay share the most; the same points in another order need not be a result."""
    event = make.tournament(4, options={"teams": [[1, 3], [2, 4]], "draw_points": "share"})
    (table,) = make.published(event, boss).tables.all()
    results.enter(table.pk, by=boss, points=[Fraction(value) for value in (6, 2, 6, 0)])
    Result.objects.update(is_current=False)
    refused(
        "result_points_possible", lambda: enter(table, ["6", "6", "2", "0"], number=2, supersedes=table.results.get())
    )


def test_what_other_options_allowed_is_asked_anew(boss):
    """QC 6.3: a draw of four is 4 each, or 7/2 where the places are shared."""
    event = make.tournament(4)
    (table,) = make.published(event, boss).tables.all()
    results.enter(table.pk, by=boss, points=[Fraction(4)] * 4)
    Tournament.objects.filter(pk=event.pk).update(name="Another name")
    assert PossiblePoints.objects.exists()
    Tournament.objects.filter(pk=event.pk).update(options={"draw_points": "share"})
    assert not PossiblePoints.objects.exists()


def test_every_seat_has_its_points(table):
    refused("result_points_for_each_seat", lambda: enter(table, ["1", "0", "0"]))


def test_a_played_table_has_points_for_everybody(table):
    refused("result_played_is_complete", lambda: enter(table, ["1", None]))


@pytest.mark.parametrize("text", ["0.5", "2/4", "01", "-01", "-2/4", "-", "1/1", " 1", "1e3"])
def test_points_are_exact_and_in_lowest_terms(table, text):
    def insert():
        with connection.cursor() as cursor:
            cursor.execute(
                'INSERT INTO tournaments_result (table_id, number, points, "end", source, entered_at, reason,'
                " is_current) VALUES (%s, 1, %s, 'played', 'desk', now(), '', true)",
                [table.pk, [text, "0"]],
            )

    refused("result_points_exact", insert)


def test_an_engine_gives_no_points_below_zero(table):
    # only the scores of declared games are below zero, and those are in the book of possible points
    refused("result_points_possible", lambda: enter(table, ["-1", "0"]))


def test_versions_only_grow(evening):
    Tournament.objects.filter(pk=evening.pk).update(version=7)
    refused("tournament_versions_grow", lambda: Tournament.objects.filter(pk=evening.pk).update(version=6))


def test_numbers_and_players_are_entered_once(evening):
    first, second = Entry.objects.filter(tournament=evening)[:2]
    refused("entry_player_once", lambda: Entry.objects.create(tournament=evening, player=first.player, number=99))
    refused("entry_number_once", lambda: Entry.objects.filter(pk=second.pk).update(number=first.number))


def test_someone_who_has_sat_at_a_table_is_not_deleted(evening, table):
    from django.db.models import ProtectedError

    entry = Entry.objects.filter(tournament=evening).first()
    with pytest.raises(ProtectedError):
        entry.delete()


def test_each_function_of_the_database_is_said_once():
    folder = Path(__file__).parents[2] / "tournaments" / "migrations"
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.sql")]
    said = Counter(name for text in texts for name in re.findall(r"FUNCTION (\w+)\(.*RETURNS", text))
    assert len(said) > 20 and set(said.values()) == {1}


@pytest.mark.parametrize("fields", [{}, {"game": "quarto"}, {"system": "berger"}])
def test_an_event_has_a_game_and_a_pairing_system(db, fields):
    with pytest.raises(IntegrityError, match="tournament_of_a_game"), transaction.atomic():
        Tournament.objects.create(name="Bare", slug="bare", **fields)
