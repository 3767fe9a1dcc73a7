"""A knockout as it is drawn: where everybody goes on, who is out, and the rounds to come."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from scoring.brackets.eliminations import is_decided
from scoring.documents.document import Event
from scoring.standings import standings
from tests.pairing.simulated import field, finished, with_round
from tournaments.pairing.bracket.drawn import Box, Drawing, Origin, Way, drawings
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair


def played(event: Event, rounds: int, left_open: int = 0) -> Event:
    """The event after so many rounds; of the last one the last tables have no result."""
    lots = random.Random(7)
    for number in range(1, rounds + 1):
        round_ = pair(event).rounds[0]
        done = finished(round_, event.game, lots)
        if number == rounds and left_open:
            kept = len(round_.tables) - left_open
            done = replace(done, tables=(*done.tables[:kept], *round_.tables[kept:]))
        event = with_round(event, done)
    return event


def cup(people: int, size: int = 2, **options: object) -> Event:
    game = {2: "quarto", 3: "kwartet", 4: "kwartet"}[size]
    return field(people, "knockout", game, table_size=size, **{"tie": "higher-seed", **options})


def only(event: Event) -> Drawing:
    (drawing,) = drawings(event)
    return drawing


def ways(box: Box) -> list[str]:
    return sorted(spot.way.value for spot in box.spots)


def test_before_the_first_round_and_without_a_knockout_nothing_is_drawn() -> None:
    assert drawings(cup(8)) == []
    assert drawings(played(field(8, "swiss", "quarto", table_size=2), 1)) == []


def test_tables_of_four_of_which_two_go_on() -> None:
    drawing = only(played(cup(16, 4), 1, left_open=2))
    first, semi, final = drawing.columns
    assert [len(column.boxes) for column in drawing.columns] == [4, 2, 1] and drawing.whole
    assert [ways(box) for box in first.boxes if not box.is_open] == [["on", "on", "out", "out"]] * 2
    assert [box.paired for box in (*semi.boxes, *final.boxes)] == [False] * 3
    through = {spot.player for box in first.boxes for spot in box.spots if spot.way is Way.ON}
    assert through == {spot.player for box in semi.boxes for spot in box.spots} - {None}
    assert {spot.origin for box in semi.boxes for spot in box.spots if spot.origin} == {
        Origin(place, table, 1) for place in (1, 2) for table in (3, 4)
    }
    assert all(box.next for box in (*first.boxes, *semi.boxes)) and final.boxes[0].next == ()


@pytest.mark.parametrize(("people", "size"), [(8, 2), (16, 2), (13, 2), (16, 4), (27, 3)])
def test_who_is_to_come_stands_in_the_order_of_the_lines_that_lead_there(people: int, size: int) -> None:
    columns = only(played(cup(people, size), 1, left_open=1)).columns
    for before, column in pairwise(columns):
        feeder = {spot.own: at for at, box in enumerate(before.boxes) for spot in box.spots}
        for box in column.boxes:
            lines = [feeder[spot.own] for spot in box.spots]
            assert lines == sorted(lines), (column.round, box.number)


def test_the_game_for_third_place_stands_beside_the_final_and_leads_nowhere() -> None:
    final = only(played(cup(4, third_place=True), 1)).columns[-1]
    assert [box.third_place for box in final.boxes] == [False, True] and final.tables == 1


def test_byes_have_a_box_so_that_no_line_begins_in_the_void() -> None:
    first, second, *_rest = only(played(cup(6), 1)).columns
    assert sorted(box.number or 0 for box in first.boxes) == [0, 0, 1, 2]
    assert [sum(box.next == (at,) for box in first.boxes) for at in range(len(second.boxes))] == [2, 2]


def test_a_level_table_that_the_arbiter_decides_is_open() -> None:
    event = pair_level(cup(4, tie="decide"))
    box = only(event).columns[0].boxes[0]
    assert box.is_open and all(spot.points is None for spot in box.spots)


def pair_level(event: Event) -> Event:
    round_ = pair(event).rounds[0]
    half = Fraction(1, 2)
    tables = tuple(replace(table, points=(half, half), end="played") for table in round_.tables)
    return with_round(event, replace(round_, tables=tables))


def test_who_loses_in_a_double_elimination_plays_on_in_the_second_bracket() -> None:
    main, second = drawings(played(field(8, "double-elimination", "quarto", table_size=2, tie="higher-seed"), 2))
    assert {way for box in main.columns[0].boxes for way in ways(box)} == {"on", "down"}
    assert {way for box in second.columns[0].boxes for way in ways(box)} == {"on", "out"}
    assert main.columns[-1].tables == 1 and main.whole
    assert second.columns[0].round == 2


def test_while_the_groups_play_the_finals_name_the_places_that_lead_there() -> None:
    drawing = only(played(field(12, "groups", "quarto", table_size=2, groups=4), 1))
    assert drawing.part == "final"
    origins = [spot.origin for box in drawing.columns[0].boxes for spot in box.spots]
    assert set(origins) == {Origin(place, group=group) for place in (1, 2) for group in (1, 2, 3, 4)}
    for box in drawing.columns[0].boxes:
        assert len({spot.origin.group for spot in box.spots if spot.origin}) == 2, "apart in their first round"


def test_the_finals_of_groups_have_the_events_own_players_tables_and_rounds() -> None:
    event = played(field(16, "groups", "quarto", table_size=2, groups=4, finals=2), 4)
    first, second = drawings(event)
    real = {(table.number, frozenset(table.players)) for table in event.rounds[3].tables}
    drawn = {
        (box.number, frozenset(spot.player for spot in box.spots))
        for drawing in (first, second)
        for box in drawing.columns[0].boxes
    }
    assert drawn == real and first.columns[0].round == 4


@pytest.mark.parametrize("people", [2, 3, 5, 7, 8, 13, 16, 21, 33])
@pytest.mark.parametrize(
    ("size", "more"),
    [
        (2, {}),
        (3, {}),
        (4, {}),
        (4, {"advance": 1}),
        (2, {"consolation": "first-match"}),
        (2, {"consolation": "feed-in"}),
    ],
)
def test_each_way_on_ends_where_the_player_sits_next_and_the_winner_is_first(
    people: int, size: int, more: dict[str, object]
) -> None:
    event = cup(people, size, **more)
    lots = random.Random(people)
    for _round in range(20):
        if is_decided(event):
            break
        try:
            round_ = pair(event).rounds[0]
        except PairingError:
            break
        event = with_round(event, finished(round_, event.game, lots))
        for drawing in drawings(event):
            for column, following in zip(drawing.columns, drawing.columns[1:], strict=False):
                for box in column.boxes:
                    on = {spot.own for spot in box.spots if spot.way is Way.ON}
                    if column.paired and not box.is_open:
                        there = {spot.own for at in box.next for spot in following.boxes[at].spots}
                        assert on <= there
    main = drawings(event)[0]
    first = {line.player for line in standings(event).standings if line.rank == 1}
    # a drawn final has two winners; the standings part them by their tie-breaks
    assert main.whole and first <= set(main.winners)
    assert not any(column.is_open for column in main.columns)


def test_the_next_round_is_drawn_as_it_is_then_paired() -> None:
    """The drawing names a place instead of a player; filled in, its tables are those of the pairing."""
    event = cup(16, 4)
    lots = random.Random(3)
    for _round in range(2):
        round_ = pair(event).rounds[0]
        coming = only(with_round(event, round_)).columns[len(event.rounds) + 1]
        event = with_round(event, finished(round_, event.game, lots))
        (entry,) = [entry for entry in event.rounds if entry.number == round_.number]
        place = {
            (order, table.number): player
            for table in entry.tables
            for order, player in enumerate(
                sorted(table.players, key=lambda p: (-(table.points or ())[table.seats.index(p)], p)), 1
            )
        }
        drawn = {
            frozenset(place[spot.origin.place, spot.origin.table or 0] for spot in box.spots if spot.origin)
            for box in coming.boxes
        }
        assert drawn == {frozenset(table.players) for table in pair(event).rounds[0].tables}
