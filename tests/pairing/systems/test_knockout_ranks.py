"""The standings of random knockouts against a plain second implementation, with absences, forfeits and byes."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.brackets.knockout import bracket, is_decided, lots_at
from scoring.documents.document import Event
from scoring.standings import standings
from tests.pairing.simulated import changed, field, finished, maybe_forfeited, with_round
from tests.support.examples import examples
from tournaments.pairing.bracket.progress import standing
from tournaments.pairing.core import PairingError, PairingRequest
from tournaments.pairing.engine import pair, prepare

Key = tuple[bool, int, int]


@st.composite
def knockouts(draw: st.DrawFn) -> Event:
    """A knockout, as far as it came: some tables by forfeit, some players absent or gone."""
    size = draw(st.sampled_from((2, 3, 4)))
    options = {"table_size": size, "tie": draw(st.sampled_from(("lot", "higher-seed")))}
    if size == 4:
        options["advance"] = draw(st.sampled_from((1, 2, 3)))
    if size == 2:
        options["third_place"] = draw(st.booleans())
    game = "quarto" if size == 2 else "kwartet"
    event = field(draw(st.integers(2, 40)), "knockout", game, seed=draw(st.integers(0, 9)), **options)
    lots = random.Random(draw(st.integers(0, 10_000)))
    for number in range(1, draw(st.integers(1, 7)) + 1):
        if number > 1 and lots.random() < 0.4:
            event = changed(event, lots.randrange(len(event.players)) + 1, left=number - 1)
        if lots.random() < 0.3:
            event = changed(event, lots.randrange(len(event.players)) + 1, absent=frozenset({number}))
        try:
            following = pair(event).rounds[0]
        except PairingError:
            break
        played = finished(following, event.game, lots)
        tables = tuple(maybe_forfeited(table, lots, 0.2) for table in played.tables)
        event = with_round(event, replace(played, tables=tables))
    scoring = {"tie_breaks": ["BH", "LOT"]}
    return replace(event, scoring=scoring)


def plainly(event: Event) -> dict[int, Key]:
    """Everyone's key, the smaller the better, by asking the pairing who was in before each round."""
    _system, ready = prepare(event)
    options = dict(ready.pairing)
    size = int(options["table_size"])
    if options["advance"] is None:
        options["advance"] = 2 if size == 4 else 1
    ready = replace(ready, pairing=options)
    played = len(event.rounds)
    inside = [set(standing(PairingRequest(ready, number)).people) for number in range(1, played + 2)]
    over = any(len(people) <= size for people in inside[:-1])
    last = next((k for k, people in enumerate(inside) if len(people) <= size), played) if over else played
    keys: dict[int, Key] = {}
    for player in event.players:
        reached = max((k for k in range(last + 1) if player.id in inside[k]), default=-1) + 1
        alone = not over and inside[played] == {player.id}
        alive = not over and not alone and player.id in inside[played] and player.plays(played + 1)
        finals = {number for number in range(1, played + 1) if len(inside[number - 1]) <= size}
        place = 1 if alone else _place(event, player.id, reached, size, alive, finals)
        keys[player.id] = (not alive, -reached, place)
    return keys


def _place(event: Event, player: int, reached: int, size: int, alive: bool, finals: set[int]) -> int:
    """The place at the last table; behind all of a table for who did not come to it, 1 after a bye or who is left
    alone. In the round of the final the tie is broken."""
    if not alive and reached > len(event.rounds):
        return size + 1
    came = [(entry.number, table) for entry in event.rounds for table in entry.tables if player in table.seats]
    byes = [entry.number for entry in event.rounds for bye in entry.byes if bye.player == player and bye.kind != "zero"]
    last = max([number for number, _table in came] + byes, default=0)
    if not alive and last < reached:
        return size + 1
    if last in byes or not came:
        return 1
    number, table = came[-1]
    assert table.points is not None
    own = table.points[table.seats.index(player)]
    if own is None:
        return len(table.seats)
    place = 1 + sum(p is not None and p > own for p in table.points)
    level = sorted(seat for seat, points in zip(table.seats, table.points, strict=True) if points == own)
    if number in finals and event.pairing["tie"] == "lot":
        level.sort(key=lots_at(table, number, event.pairing["seed"]).index)
    return place + level.index(player) if number in finals else place


@given(knockouts())
@settings(max_examples=examples(150))
def test_the_ranks_are_those_of_a_plain_second_implementation(event: Event) -> None:
    keys = plainly(event)
    assert {player: one.key for player, one in bracket(event).items()} == {
        player: (int(gone), round_, place) for player, (gone, round_, place) in keys.items()
    }
    found = standings(event).standings
    lot = {line.player: -line.tie_breaks["LOT"] for line in found}
    buchholz = {line.player: line.tie_breaks["BH"] for line in found}
    expected = sorted(keys, key=lambda player: (keys[player], -buchholz[player], -lot[player]))
    assert [line.player for line in found] == expected
    assert [line.rank for line in found] == list(range(1, len(found) + 1))


@given(knockouts())
@settings(max_examples=examples(60))
def test_nobody_who_is_out_stands_above_somebody_who_is_in(event: Event) -> None:
    for number in range(len(event.rounds) + 1):
        reached = bracket(event, number)
        alive = [reached[line.player].alive for line in standings(event, number).standings]
        assert alive == sorted(alive, reverse=True)


def test_the_points_alone_decide_nothing() -> None:
    event = field(8, "knockout", "quatro-chess", table_size=4)
    for _ in range(2):
        event = with_round(event, finished(pair(event).rounds[0], event.game, random.Random(3)))
    winner = standings(event).standings[0]
    final = event.rounds[-1].tables[0]
    assert final.points is not None
    assert final.points[final.seats.index(winner.player)] == Fraction(8)


def test_a_final_that_comes_early_because_a_player_never_came_ends_the_knockout() -> None:
    """Six players at tables of four, of which three advance, are planned to need three rounds.

    Player 1 never comes: four are left after round 1, and they play the final in round 2.
    """
    event = field(6, "knockout", "quatro-chess", table_size=4, advance=3, tie="lot")
    event = changed(event, 1, absent=frozenset({1}), left=1)
    for _ in range(2):
        event = with_round(event, finished(pair(event).rounds[0], event.game, random.Random(3)))
    assert [len(table.seats) for table in event.rounds[1].tables] == [4]
    assert is_decided(event)
    with pytest.raises(PairingError) as refused:
        pair(event)
    assert refused.value.notice.code == "knockout-decided"
