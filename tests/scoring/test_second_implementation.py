"""Every tie-break equals a plain second implementation on random events."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.declarations.declared import KEY, OPTION
from scoring.core.registry import find
from scoring.core.values import column
from scoring.documents.document import Bye, Event, Player, Round, Table
from scoring.pairwise import history_of
from scoring.ranking import in_order
from tests.scoring.declared_kinds import DECLARED, declaration
from tests.scoring.events import events
from tests.scoring.naive import Naive
from tests.support.examples import examples

CODES = (
    "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "FB", "FB/C1", "SB", "SB/C1", "SB/C2",
    "SB/M1", "SB/P", "AOB", "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS", "PS/C1", "PS/C2", "PS/M1", "KS",
    "KS/L+1", "KS/L-2", "ARO", "ARO/C1", "ARO/M1", "PLACE1", "PLACE2", "PLACE3", "BEST/1", "BEST/2",
    "COL1", "COL2", "COL2/R", "AOS", "AOS/C1", "AOS/C2", "AOS/M1", "AOS/P", "AOS/C1/P", "ASB", "ASB/C1", "ASB/M1/P",
    "PPG", "DIFF", "SHARE",
)  # fmt: skip


@given(events(most_players=7), st.sampled_from(CODES))
@settings(max_examples=examples(120))
def test_a_tie_break_is_what_its_definition_says(event: Event, text: str) -> None:
    assert_defined(event, text)


@pytest.mark.parametrize("kind", DECLARED)
@given(st.data(), st.sampled_from(CODES))
@settings(max_examples=examples(40))
def test_it_is_so_for_each_kind_of_declared_game(kind: str, data: st.DataObject, text: str) -> None:
    assert_defined(data.draw(events(most_players=7, kind=kind)), text)


def assert_defined(event: Event, text: str) -> None:
    history = history_of(event)
    naive = Naive(event)
    code, entry = find(text)
    numbers, unit = column(entry, code, history)
    assert {p: str(value) for p, value in ((p, naive.value(p, text) * unit) for p in naive.players)} == {
        p: str(numbers[p]) for p in naive.players
    }


def scored(*values: int | None) -> tuple[Fraction | None, ...]:
    return tuple(None if value is None else Fraction(value) for value in values)


def test_where_the_lowest_score_wins_who_came_has_won_against_who_did_not() -> None:
    """Player 2 has 0 and 0 points, 1 and 3 have −1 each, 3 for the bye in the first round: SB/P = 1 × −1 + 1 × −1."""
    event = Event(
        name="Low",
        game=KEY,
        pairing={"system": "swiss", "table_size": 2},
        players=tuple(Player(number, str(number)) for number in (1, 2, 3)),
        options={OPTION: declaration("low counts")},
        scoring={"points": "game"},
        rounds=(
            Round(1, (Table(1, (2, 1), scored(0, -1), scored(0, 1), "played"),), (Bye(3, "pairing"),)),
            Round(2, (Table(1, (3, 2), scored(None, 0), scored(None, 0), "forfeit"),), (Bye(1, "pairing"),)),
        ),
    )
    naive = Naive(event)
    assert [naive.score(player) for player in naive.players] == [-1, 0, -1]
    assert [naive.value(player, "SB/P") for player in naive.players] == [0, -2, 0]
    assert_defined(event, "SB/P")
    assert_defined(event, "WIN")


@given(events())
@settings(max_examples=examples(60))
def test_points_are_what_the_rules_say(event: Event) -> None:
    history = history_of(event)
    naive = Naive(event)
    for player in naive.players:
        trail = [turn.points for turn in history.turns[player]]
        assert trail == [naive.points(player, number) * history.unit for number in range(1, len(trail) + 1)]
        assert history.score[player] == naive.score(player) * history.unit


@given(events(most_players=6))
@settings(max_examples=examples(40))
def test_direct_encounter_is_made_among_those_with_equal_scores(event: Event) -> None:
    naive = Naive(event)
    order = in_order({None: history_of(event)}, naive.players, ("DE",))
    groups: dict[object, list[int]] = {}
    for player in naive.players:
        groups.setdefault(naive.score(player), []).append(player)
    for tied in groups.values():
        for place, together in enumerate(naive.encounter(tied)):
            for player in together:
                assert order.keys[player][1] == place
                assert order.values["DE"][player] == naive.encounter_points(player, tied)


@st.composite
def encounters(draw: st.DrawFn) -> Event:
    """A few players, each pair of whom has met never, once or twice."""
    count = draw(st.integers(2, 5))
    rounds = []
    for one in range(1, count + 1):
        for other in range(one + 1, count + 1):
            for _ in range(draw(st.sampled_from((0, 1, 1, 1, 1, 2)))):
                won = draw(st.integers(0, 2))
                points = (Fraction(won, 2), Fraction(2 - won, 2))
                rounds.append(Round(len(rounds) + 1, (Table(1, (one, other), points, None, "played"),)))
    return Event(
        name="Encounters",
        game="quarto",
        pairing={"system": "swiss", "table_size": 2},
        players=tuple(Player(number, str(number)) for number in range(1, count + 1)),
        rounds=tuple(rounds),
    )


@given(encounters())
@settings(max_examples=examples(250))
def test_direct_encounter_orders_the_tied_as_its_definition_says(event: Event) -> None:
    code, entry = find("DE")
    assert entry.ranking is not None
    naive = Naive(event)
    _, order = entry.ranking(history_of(event), naive.players, code)
    assert [sorted(group) for group in order] == [sorted(group) for group in naive.encounter(naive.players)]
