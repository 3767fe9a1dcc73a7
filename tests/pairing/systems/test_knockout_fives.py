"""Knockouts, double eliminations, consolations and finals of groups at tables of five and six, whole, to their end."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.brackets.knockout import usual_advance
from scoring.documents.document import Event, Round
from scoring.explain import Explainer
from scoring.standings import standings
from tests.pairing.simulated import field, finished, with_round
from tests.support.examples import THOROUGH
from tournaments.pairing.bracket.drawn import Way, drawings
from tournaments.pairing.core import PairingError, distinct
from tournaments.pairing.engine import pair, verify

OVER = ("all-paired", "knockout-decided", "knockout-won", "groups-over")
# A landing tries all numbers up to those with two rounds at tables of five, and some beyond; the thorough run, all.
PEOPLE = range(5, 61) if THOROUGH else [*range(5, 16), 18, 19, 25, 26, 30, 31, 37, 53]


def to_the_end(start: Event, seed: int) -> Event:
    """The event with all its rounds, played by lot."""
    lots = random.Random(seed)
    while True:
        try:
            following = pair(start).rounds[0]
        except PairingError as error:
            assert error.notice.code in OVER, str(error)
            return start
        start = with_round(start, _told_apart(finished(following, start.game, lots)))
        assert len(start.rounds) < 40


def _told_apart(round_: Round) -> Round:
    """The round without ties: of equals at a table the one with the earlier seat was better."""
    tables = []
    for table in round_.tables:
        points = [value or Fraction(0) for value in table.points or ()]
        order = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
        places = {seat: Fraction(len(order) - 1 - at) for at, seat in enumerate(order)}
        tables.append(replace(table, points=tuple(places[seat] for seat in range(len(points))), end="played"))
    return replace(round_, tables=tuple(tables))


def ends_right(event: Event, size: int) -> None:
    """It is final, everybody has a rank, one has the first, and it is who won the last table."""
    assert all(2 <= len(distinct(t.seats)) <= size for r in event.rounds for t in r.tables)
    shown = standings(event)
    assert shown.final
    assert sorted(line.player for line in shown.standings) == [p.id for p in event.players]
    ranks = [line.rank for line in shown.standings]
    assert ranks.count(1) == 1
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    table = next(t for t in event.rounds[-1].tables if shown.standings[0].player in t.seats)
    assert table.points is not None
    best = max(value for value in table.points if value is not None)
    assert table.seats[table.points.index(best)] == shown.standings[0].player
    places = [line.player for line in shown.standings[: len(table.seats)]]
    assert sorted(places) == sorted(table.seats)
    assert places == sorted(table.seats, key=lambda p: -(table.points or ())[table.seats.index(p)])  # type: ignore[operator]


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("size", [5, 6])
def test_a_knockout_of_any_number_has_one_winner_and_ranks_everybody(people: int, size: int) -> None:
    advance = 1 + people % (size - 1)
    for chosen in ({}, {"advance": advance}):
        event = to_the_end(field(people, "knockout", table_size=size, **chosen), people)
        ends_right(event, size)
    assert people > 30 or verify(event).ok


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("size", [5, 6])
def test_so_has_a_double_elimination(people: int, size: int) -> None:
    for advance in {size // 2, 1 + people % (size // 2)}:
        event = to_the_end(field(people, "double-elimination", table_size=size, advance=advance), people * advance)
        ends_right(event, size)
    assert people > 20 or verify(event).ok


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize(("size", "kind"), [(5, "first-match"), (6, "feed-in")])
def test_so_has_a_knockout_with_a_consolation(people: int, size: int, kind: str) -> None:
    event = to_the_end(field(people, "knockout", table_size=size, consolation=kind), people)
    shown = standings(event)
    assert shown.final
    assert sorted(line.player for line in shown.standings) == [p.id for p in event.players]
    assert [line.rank for line in shown.standings].count(1) == 1
    assert people > 20 or verify(event).ok


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("size", [5, 6])
def test_so_has_an_event_of_groups_and_a_final(people: int, size: int) -> None:
    groups = max(1, people // (2 * size))
    event = to_the_end(field(people, "groups", table_size=size, groups=groups, group_rounds=2, qualifiers=3), people)
    ends_right(event, size)


class TestTables:
    @pytest.mark.parametrize(("size", "usual"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
    def test_half_of_a_table_goes_on_where_nothing_is_said(self, size: int, usual: int) -> None:
        assert usual_advance(size) == usual
        event = to_the_end(field(24, "knockout", table_size=size), 1)
        told = to_the_end(field(24, "knockout", table_size=size, advance=usual), 1)
        assert event.rounds == told.rounds

    def test_who_comes_from_a_fifth_or_sixth_place_is_told_in_words(self) -> None:
        start = field(36, "double-elimination", table_size=6, advance=1)
        event = with_round(start, _told_apart(finished(pair(start).rounds[0], "kwartet", random.Random(1))))
        reasons = " ".join(map(str, pair(event).reasons.values()))
        for place in ("winner", "second", "third", "fourth", "fifth", "sixth"):
            assert f"{place} of table" in reasons

    @pytest.mark.parametrize("system", ["knockout", "double-elimination"])
    def test_the_drawing_shows_every_table_and_who_has_won(self, system: str) -> None:
        event = to_the_end(field(31, system, table_size=6), 4)
        drawn = drawings(event)
        assert drawn[0].winners == (standings(event).standings[0].player,)
        boxes = [box for drawing in drawn for column in drawing.columns for box in column.boxes if box.number]
        assert len(boxes) == sum(len(r.tables) for r in event.rounds)
        assert max(len(box.spots) for box in boxes) == 6
        assert {spot.place for box in boxes for spot in box.spots} == {1, 2, 3, 4, 5, 6}

    def test_before_the_end_the_drawing_names_the_places_that_lead_on(self) -> None:
        start = field(36, "knockout", table_size=6)
        drawn = drawings(with_round(start, pair(start).rounds[0]))[0]
        assert [column.tables for column in drawn.columns] == [6, 3, 2, 1] or drawn.whole
        waiting = [spot for box in drawn.columns[1].boxes for spot in box.spots]
        assert {spot.origin.place for spot in waiting if spot.origin} == {1, 2, 3}
        assert all(spot.way is Way.OPEN for spot in waiting)

    def test_who_is_ahead_is_said_in_the_words_of_the_bracket(self) -> None:
        event = to_the_end(field(18, "knockout", table_size=6), 2)
        explainer = Explainer(event)
        first, second = (line.player for line in standings(event).standings[:2])
        assert "by the place at the last table: 1 against 2" in explainer.above(first, second).text
