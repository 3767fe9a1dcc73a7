"""Standings: order, shared ranks, lots, what is final, who has withdrawn, and earlier rounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import DocumentError, Event, Player
from scoring.input.reading import event_from
from scoring.mcmahon import START
from scoring.output import standings_document
from scoring.standings import standings
from tests.games.core.test_declared import RIICHI
from tests.scoring.documents import document_of
from tests.scoring.events import events
from tests.support.examples import examples

CODES = ("DE", "BH/C1", "BH", "SB", "WIN", "PS", "KS", "STD", "BPG", "REP", "PLACE1", "BEST/1", "ARO")


def document(rounds: list[dict[str, Any]], players: int = 4, **more: Any) -> dict[str, Any]:
    return document_of("quarto", players, rounds, **{"pairing": {"system": "swiss", "rounds": 2}, **more})


WON, DRAWN = ["1", "0"], ["1/2", "1/2"]
TWO_ROUNDS: list[dict[str, Any]] = [
    {"tables": [{"seats": [1, 2], "points": WON}, {"seats": [3, 4], "points": WON}]},
    {"tables": [{"seats": [1, 3], "points": DRAWN}, {"seats": [2, 4], "points": DRAWN}]},
]


def test_equal_players_share_a_rank() -> None:
    found = standings(event_from(document(TWO_ROUNDS)))
    assert [(line.rank, line.player, line.points) for line in found.standings] == [
        (1, 1, Fraction(3, 2)),
        (1, 3, Fraction(3, 2)),
        (3, 2, Fraction(1, 2)),
        (3, 4, Fraction(1, 2)),
    ]


def test_the_printed_form_is_that_of_the_contract() -> None:
    value = document(TWO_ROUNDS, scoring={"tie_breaks": ["DE", "BH"]}, teams=[{"id": "A"}])
    value["players"][0]["team"] = "A"
    found = standings_document(standings(event_from(value)))
    assert list(found) == ["after_round", "final", "standings", "teams"]
    assert (found["after_round"], found["final"]) == (2, True)
    assert found["standings"][0] == {
        "rank": 1,
        "player": 1,
        "points": "3/2",
        "tie_breaks": {"DE": "1/2", "BH": "2"},
        "played": 2,
        "trail": ["1", "1/2"],
    }
    assert found["teams"] == [{"rank": 1, "team": "A", "points": "3/2"}]


def test_lots_break_every_tie_and_fall_the_same_each_time() -> None:
    value = document(TWO_ROUNDS, scoring={"tie_breaks": ["LOT"]})
    orders = set()
    for seed in range(20):
        value["pairing"]["seed"] = seed
        first, second = standings(event_from(value)), standings(event_from(value))
        assert first == second
        assert [line.rank for line in first.standings] == [1, 2, 3, 4]
        assert sorted(line.tie_breaks["LOT"] for line in first.standings) == [1, 2, 3, 4]
        orders.add(tuple(line.player for line in first.standings))
    assert orders == {(1, 3, 2, 4), (1, 3, 4, 2), (3, 1, 2, 4), (3, 1, 4, 2)}


def test_lots_are_known_numbers() -> None:
    """So that another machine, or another version, is seen to draw the same."""
    value = document([], 8, scoring={"tie_breaks": ["LOT"]}, pairing={"seed": 7})
    assert [line.player for line in standings(event_from(value)).standings] == LOTS_OF_SEED_7


LOTS_OF_SEED_7 = [7, 2, 6, 3, 4, 8, 1, 5]


@pytest.mark.parametrize(
    ("rounds", "final"),
    [
        ([], False),
        (TWO_ROUNDS[:1], False),
        (TWO_ROUNDS, True),
        ([TWO_ROUNDS[0], {"tables": [{"seats": [1, 3]}, {"seats": [2, 4], "points": WON}]}], False),
        ([TWO_ROUNDS[0], {"tables": [{"seats": [1, 3], "end": "adjourned"}]}], False),
        ([{"tables": [{"seats": [1, 2]}]}, TWO_ROUNDS[1]], False),
        ([TWO_ROUNDS[0], {"tables": [{"seats": [1, 3], "points": ["1", None], "end": "forfeit"}]}], True),
    ],
)
def test_standings_are_final_once_all_rounds_are_in(rounds: list[dict[str, Any]], final: bool) -> None:
    assert standings(event_from(document(rounds))).final is final


OF_THREE: list[dict[str, Any]] = [
    {"tables": [{"seats": [1, 2], "points": WON}], "byes": [{"player": 3}]},
    {"tables": [{"seats": [2, 3], "points": WON}], "byes": [{"player": 1}]},
    {"tables": [{"seats": [3, 1], "points": WON}], "byes": [{"player": 2}]},
]


def test_a_round_robin_knows_its_last_round() -> None:
    for played in (1, 2, 3):
        value = document(OF_THREE[:played], 3, pairing={"system": "berger"})
        assert standings(event_from(value)).final is (played == 3)
    value = document(OF_THREE, 3, pairing={"system": "berger", "cycles": 2})
    assert not standings(event_from(value)).final


def test_an_adjourned_table_counts_nothing_until_it_is_decided() -> None:
    rounds = [{"tables": [{"seats": [1, 2], "end": "adjourned"}, {"seats": [3, 4], "points": WON}]}]
    found = standings(event_from(document(rounds, scoring={"tie_breaks": ["BH", "STD", "DE"]})))
    lines = {line.player: line for line in found.standings}
    for player in (1, 2):
        assert (lines[player].points, lines[player].trail) == (0, (None,))
        assert set(lines[player].tie_breaks.values()) == {Fraction(0)}
        assert (lines[player].played, lines[player].adjourned) == (0, (1,))
    assert lines[4].trail == (Fraction(0),)
    printed = {line["player"]: line for line in standings_document(found)["standings"]}
    assert (printed[1]["trail"], printed[4]["trail"]) == ([None], ["0"])
    assert not found.final


def test_points_for_the_time_being_wait_as_long_as_the_table_is_adjourned() -> None:
    rounds = [{"tables": [{"seats": [1, 2], "points": WON, "end": "adjourned"}]}]
    lines = {line.player: line for line in standings(event_from(document(rounds))).standings}
    assert (lines[1].points, lines[1].trail, lines[1].played) == (0, (None,), 0)


def test_a_result_missing_when_the_next_round_stands_is_shown_as_adjourned() -> None:
    rounds = [{"tables": [{"seats": [1, 2]}, {"seats": [3, 4], "points": WON}]}]
    first = {line.player: line for line in standings(event_from(document(rounds))).standings}
    assert (first[1].trail, first[1].adjourned) == ((None,), ())
    found = standings(event_from(document([*rounds, TWO_ROUNDS[1]])))
    second = {line.player: line for line in found.standings}
    assert (second[1].trail, second[1].points) == ((None, Fraction(1, 2)), Fraction(1, 2))
    assert (second[1].played, second[1].adjourned) == (1, (1,))
    assert not found.final


def test_who_has_no_result_yet_stands_below_those_who_played_even_with_points_below_nought() -> None:
    game = {"game": "declared", "options": {"declaration": RIICHI}}
    table = {"seats": [1, 2, 3, 4], "game_points": ["42300", "28100", "19600", "10000"], "end": "played"}
    waiting = [{"seats": [5, 6, 7, 8]}, {"seats": [9, 10, 11, 12], "end": "adjourned"}]
    value = {**document([{"tables": [table, *waiting]}], 12, scoring={"tie_breaks": ["TPN"]}), **game}
    lines = standings(event_from(value)).standings
    assert [line.player for line in lines] == [1, 2, 3, 4, *range(5, 13)]
    assert [line.rank for line in lines] == [*range(1, 13)]
    assert lines[3].points < 0 == lines[4].points
    shared = standings(event_from({**value, "scoring": {"tie_breaks": []}})).standings
    assert [line.rank for line in shared] == [1, 2, 3, 4, *[5] * 8]
    # a round later the first of them have played, and stand where their points put them
    played = {**waiting[0], "game_points": table["game_points"], "end": "played"}
    second = {"tables": [played, {"seats": [9, 10, 11, 12]}]}
    later = {**value, "rounds": [{"tables": [table, waiting[1]]}, second]}
    ranks = {line.player: line.rank for line in standings(event_from(later)).standings}
    assert [ranks[player] for player in range(9, 13)] == [9, 10, 11, 12]


def test_who_is_still_in_a_knockout_stands_above_who_is_out_with_or_without_a_result() -> None:
    rounds = [{"tables": [{"seats": [1, 2], "points": WON}, {"seats": [3, 4]}]}]
    found = standings(event_from(document(rounds, pairing={"system": "knockout"}))).standings
    assert [line.player for line in found] == [1, 3, 4, 2]


@given(events())
@settings(max_examples=examples(60))
def test_exactly_the_tables_without_a_result_are_null(event: Event) -> None:
    """Byes, absences and forfeits are 0 where 0 is right; the sum of what is there is the points."""
    waiting = {
        (player, entry.number)
        for entry in event.rounds
        for table in entry.tables
        if table.end not in ("played", "forfeit")
        for player in table.seats
    }
    for line in standings(event).standings:
        null = {(line.player, number) for number, points in enumerate(line.trail, 1) if points is None}
        assert null == {entry for entry in waiting if entry[0] == line.player}
        begun = line.tie_breaks.get(START, Fraction(0))
        assert line.points == sum((points for points in line.trail if points is not None), begun)


def test_standings_after_an_earlier_round_are_as_they_were() -> None:
    event = event_from(document(TWO_ROUNDS, scoring={"tie_breaks": ["DE", "BH"]}))
    earlier = event_from(document(TWO_ROUNDS[:1], scoring={"tie_breaks": ["DE", "BH"]}))
    assert standings(event, 1) == standings(earlier)
    assert standings(event, 0).standings[0].trail == ()
    with pytest.raises(DocumentError, match="there are no standings after round 3"):
        standings(event, 3)
    with pytest.raises(DocumentError):
        standings(event, -1)


def test_a_withdrawn_player_stays_and_is_marked() -> None:
    value = document(TWO_ROUNDS)
    value["players"][3]["left"] = 1
    found = standings(event_from(value))
    assert [line.player for line in found.standings if line.withdrawn] == [4]
    assert standings_document(found)["standings"][-1]["withdrawn"] is True
    assert "withdrawn" not in standings_document(found)["standings"][0]
    value["scoring"] = {"withdrawn": "out"}
    found = standings(event_from(value))
    assert [line.player for line in found.standings] == [1, 3, 2]
    assert found.left_out == (4,)


def test_who_leaves_after_the_last_round_has_not_withdrawn() -> None:
    value = document(TWO_ROUNDS)
    value["players"][3]["left"] = 2
    assert not any(line.withdrawn for line in standings(event_from(value)).standings)


def test_an_expelled_player_is_out_of_the_table_unless_the_rules_keep_them() -> None:
    value = document(TWO_ROUNDS, scoring={"expelled_players": [1]})
    assert [(line.rank, line.player) for line in standings(event_from(value)).standings] == [(1, 3), (2, 2), (2, 4)]
    value["scoring"]["expelled"] = "in"
    found = standings(event_from(value))
    assert [line.player for line in found.standings if line.expelled] == [1]
    assert standings_document(found)["standings"][0]["expelled"] is True


ROUND_ROBIN: list[dict[str, Any]] = [
    {"tables": [{"seats": [1, 4], "points": WON}, {"seats": [2, 3], "points": DRAWN}]},
    {"tables": [{"seats": [4, 3], "points": [None, "1"], "end": "forfeit"}, {"seats": [1, 2], "points": DRAWN}]},
    {"tables": [{"seats": [2, 4], "points": ["1", None], "end": "forfeit"}, {"seats": [3, 1], "points": DRAWN}]},
]


def test_who_played_less_than_half_of_a_round_robin_may_be_annulled() -> None:
    value = document(ROUND_ROBIN, pairing={"system": "berger"})
    value["players"][3]["left"] = 1
    kept = standings(event_from(value))
    assert {line.player: line.points for line in kept.standings} == {1: 2, 2: 2, 3: 2, 4: 0}
    value["scoring"] = {"under_half": "annul", "tie_breaks": ["SB"]}
    found = standings(event_from(value))
    assert {line.player: line.points for line in found.standings} == {1: 1, 2: 1, 3: 1}
    assert found.left_out == (4,)
    assert {line.tie_breaks["SB"] for line in found.standings} == {Fraction(1)}


def test_half_of_the_games_of_a_round_robin_are_enough_to_stay() -> None:
    forfeit = {"tables": [{"seats": [2, 3], "points": ["1", None], "end": "forfeit"}], "byes": [{"player": 1}]}
    value = document(
        [OF_THREE[0], forfeit, OF_THREE[2]], 3, pairing={"system": "berger"}, scoring={"under_half": "annul"}
    )
    assert standings(event_from(value)).left_out == ()


def test_the_free_round_of_a_round_robin_is_no_round_for_tie_breaks() -> None:
    drawn = {"tables": [{"seats": [3, 1], "points": DRAWN}], "byes": [{"player": 2}]}
    value = document(
        [*OF_THREE[:2], drawn], 3, pairing={"system": "berger"}, scoring={"tie_breaks": ["SB", "SB/C1", "KS", "REP"]}
    )
    found = {line.player: line.tie_breaks for line in standings(event_from(value)).standings}
    # Of two games each, half of two points is one: 1 and 2 have it.
    assert found[1] == {"SB": Fraction(5, 4), "SB/C1": 1, "KS": 1, "REP": 3}
    assert found[3] == {"SB": Fraction(3, 4), "SB/C1": Fraction(3, 4), "KS": Fraction(1, 2), "REP": 3}


def test_a_missed_round_of_a_round_robin_adjusts_nobodys_score() -> None:
    rounds = [
        {"tables": [{"seats": [1, 4], "points": WON}, {"seats": [2, 3], "points": DRAWN}]},
        {"tables": [{"seats": [4, 3], "points": WON}, {"seats": [1, 2], "points": DRAWN}]},
        {"tables": [{"seats": [3, 1], "points": WON}], "byes": [{"player": 2}, {"player": 4, "kind": "zero"}]},
    ]
    value = document(rounds, pairing={"system": "berger"}, scoring={"tie_breaks": ["SB"]})
    sums = {line.player: line.tie_breaks["SB"] for line in standings(event_from(value)).standings}
    # 1 beat 4, who has one point; in a Swiss the missed last round would add half a point (C.07, 15.2, 16.2.5).
    scores = {line.player: line.points for line in standings(event_from(value)).standings}
    assert sums[1] == scores[4] + scores[2] / 2
    value["pairing"] = {"system": "swiss", "rounds": 3}
    swiss = {line.player: line.tie_breaks["SB"] for line in standings(event_from(value)).standings}
    assert swiss[1] > scores[4] + scores[2] / 2


def test_rating_tie_breaks_are_dropped_while_players_are_unrated() -> None:
    value = document(TWO_ROUNDS, scoring={"tie_breaks": ["ARO", "RTNG", "BH"]})
    found = standings(event_from(value))
    assert list(found.standings[0].tie_breaks) == ["BH"]
    assert set(found.dropped) == {"ARO", "RTNG"}
    value["scoring"]["unrated"] = 1000
    found = standings(event_from(value))
    assert found.standings[0].tie_breaks == {"ARO": 1000, "RTNG": 1000, "BH": 2}
    assert found.dropped == {}


def test_nobody_and_nothing_has_standings_too() -> None:
    empty = standings(event_from({"format": "viertal-event/1"}))
    assert standings_document(empty) == {"after_round": 0, "final": False, "standings": [], "teams": []}
    value = document([{}], 3, scoring={"tie_breaks": list(CODES)}, pairing={"system": "swiss"})
    assert [line.rank for line in standings(event_from(value)).standings] == [1, 1, 1]


def renamed(event: Event, names: list[int]) -> Event:
    """The event with player n called ``names[n - 1]``."""
    to = dict(enumerate(names, 1))
    rounds = tuple(
        replace(
            entry,
            tables=tuple(replace(table, seats=tuple(to[seat] for seat in table.seats)) for table in entry.tables),
            byes=tuple(replace(bye, player=to[bye.player]) for bye in entry.byes),
        )
        for entry in event.rounds
    )
    players = sorted((Player(to[p.id], p.name, p.rating) for p in event.players), key=lambda player: player.id)
    return replace(event, players=tuple(players), rounds=rounds)


def by_points(event: Event) -> bool:
    """Tell if points come first; in a knockout the round reached does."""
    return event.pairing["system"] != "knockout"


def with_tie_breaks(event: Event, codes: tuple[str, ...]) -> Event:
    return replace(event, scoring={**event.scoring, "tie_breaks": list(codes)})


@given(events(), st.randoms(use_true_random=False))
@settings(max_examples=examples(50))
def test_permuting_the_players_permutes_the_standings(event: Event, random: Any) -> None:
    names = list(range(1, len(event.players) + 1))
    random.shuffle(names)
    ranked = with_tie_breaks(event, CODES)
    before = {line.player: line for line in standings(ranked).standings}
    after = {line.player: line for line in standings(renamed(ranked, names)).standings}
    for player, name in enumerate(names, 1):
        assert before[player].rank == after[name].rank
        assert before[player].points == after[name].points
        assert before[player].tie_breaks == after[name].tie_breaks


@given(events(complete=True).filter(by_points), st.data())
@settings(max_examples=examples(50))
def test_more_points_never_lower_a_rank_on_points(event: Event, data: st.DataObject) -> None:
    seats = [
        (entry, table, seat)
        for entry in event.rounds
        for table in entry.tables
        for seat, points in enumerate(table.points or ())
        if points is not None
    ]
    if not seats:
        return
    entry, table, seat = data.draw(st.sampled_from(seats))
    points = list(table.points or ())
    points[seat] = (points[seat] or Fraction(0)) + data.draw(st.sampled_from((Fraction(1, 2), Fraction(2))))
    more = replace(table, points=tuple(points), game_points=None)
    changed = replace(entry, tables=tuple(more if each is table else each for each in entry.tables))
    rounds = tuple(changed if each is entry else each for each in event.rounds)
    better = replace(event, rounds=rounds)
    player = table.seats[seat]
    before = {line.player: line.rank for line in standings(event).standings}
    after = {line.player: line.rank for line in standings(better).standings}
    assert after[player] <= before[player]


@given(events().filter(by_points))
@settings(max_examples=examples(60))
def test_ranks_follow_from_points_and_tie_breaks(event: Event) -> None:
    codes = ("BH", "SB", "PS", "LOT")
    found = standings(with_tie_breaks(event, codes))
    lines = found.standings
    begun = sum(line.tie_breaks.get(START, 0) for line in lines)
    assert sum(line.points for line in lines) == begun + sum(points or 0 for line in lines for points in line.trail)
    for above, below in pairwise(lines):
        shown = [code for code in codes if code in above.tie_breaks and code != "LOT"]
        keys = [
            (
                any(points is not None for points in line.trail),
                line.points,
                *(line.tie_breaks[code] for code in shown),
                -line.tie_breaks["LOT"],
            )
            for line in (above, below)
        ]
        assert keys[0] > keys[1]
        assert below.rank == above.rank + 1
