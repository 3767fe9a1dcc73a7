"""Every tie-break equals a plain second implementation on random events."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.document import Event
from scoring.pairwise import history_of
from scoring.ranking import in_order
from scoring.registry import find
from scoring.values import column
from tests.scoring.events import events
from tests.scoring.naive import Naive

CODES = (
    "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "FB", "FB/C1", "SB", "SB/C1", "SB/C2", "SB/M1",
    "SB/P", "AOB", "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS", "PS/C1", "PS/C2", "PS/M1", "KS", "KS/L+1",
    "KS/L-2", "ARO", "ARO/C1", "ARO/M1", "PLACE1", "PLACE2", "PLACE3", "BEST/1", "BEST/2",
)  # fmt: skip


@given(events(), st.sampled_from(CODES))
@settings(max_examples=400, deadline=None)
def test_a_tie_break_is_what_its_definition_says(event: Event, text: str) -> None:
    history = history_of(event)
    naive = Naive(event)
    code, entry = find(text)
    numbers, unit = column(entry, code, history)
    assert {p: str(value) for p, value in ((p, naive.value(p, text) * unit) for p in naive.players)} == {
        p: str(numbers[p]) for p in naive.players
    }


@given(events())
@settings(max_examples=150, deadline=None)
def test_points_are_what_the_rules_say(event: Event) -> None:
    history = history_of(event)
    naive = Naive(event)
    for player in naive.players:
        trail = [turn.points for turn in history.turns[player]]
        assert trail == [naive.points(player, number) * history.unit for number in range(1, len(trail) + 1)]


@given(events(most_players=7))
@settings(max_examples=150, deadline=None)
def test_direct_encounter_orders_as_its_definition_says(event: Event) -> None:
    history = history_of(event)
    naive = Naive(event)
    order = in_order({None: history}, naive.players, ("DE",))
    groups: dict[object, list[int]] = {}
    for player in naive.players:
        groups.setdefault(naive.score(player), []).append(player)
    for tied in groups.values():
        place = 0
        for together in naive.encounter(tied):
            for player in together:
                assert order.keys[player][1] == place, (tied, naive.encounter(tied))
                assert order.values["DE"][player] == naive.encounter_points(player, tied)
            place += 1
