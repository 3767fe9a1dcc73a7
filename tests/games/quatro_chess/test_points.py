"""QC 6: points, places, teams, and which points a table can have."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import ImpossiblePoints
from games.core.game import Game, Outcome
from games.quatro_chess import GAME
from games.quatro_chess.board import Colour
from games.quatro_chess.points import check_points, draw, possible_points
from games.quatro_chess.state import Move, State
from reliability import results
from tests.games.quatro_chess.positions import new_game, play, state_of
from tests.games.quatro_chess.sample import ALL_SETUPS
from tests.support.examples import examples

LEFT = "wKg1 wPj2 rKa6 rPb3 bKg12 bPj11 gKl6 gPk3"
STALEMATES_RED = "wKg1 wRb4 wRc9 rKa10 bKg12 bPj11 gKl6 gPk3"


def result(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def points(state: State) -> list[str]:
    return [str(entry) for entry in result(state).points]


def test_the_first_out_gets_0_the_second_2_the_third_4_the_last_8() -> None:
    """QC 6.1, 6.4."""
    outcome = result(play(new_game(), "forfeit black", "resign", "forfeit green"))
    assert [str(entry) for entry in outcome.points] == ["2", "8", "0", "4"]
    assert outcome.places == (3, 1, 4, 2)
    assert outcome.termination == "last-standing"
    assert outcome.extra["colours"] == {
        "white": {"place": 3, "points": "2", "out": "resign"},
        "red": {"place": 1, "points": "8", "out": None},
        "black": {"place": 4, "points": "0", "out": "forfeit"},
        "green": {"place": 2, "points": "4", "out": "forfeit"},
    }
    assert "team_points" not in outcome.extra


def test_a_stalemated_colour_gets_half_of_its_place() -> None:
    """QC 6.2: 0, 1 or 2."""
    first = play(state_of(STALEMATES_RED), "g1g2", "resign", "resign")
    assert points(first) == ["8", "0", "2", "4"]
    second = play(state_of(STALEMATES_RED), "forfeit black", "g1g2", "resign")
    assert points(second) == ["8", "1", "0", "4"]
    third = play(state_of(STALEMATES_RED), "forfeit black", "forfeit green", "g1g2")
    assert points(third) == ["8", "2", "0", "2"]
    assert result(third).extra["colours"]["red"] == {"place": 2, "points": "2", "out": "stalemate"}
    assert result(third).places == (1, 2, 4, 2)


@pytest.mark.parametrize(
    ("out", "shared", "halved"),
    [
        ([], ["7/2", "7/2", "7/2", "7/2"], ["4", "4", "4", "4"]),
        (["black"], ["14/3", "14/3", "0", "14/3"], ["4", "4", "0", "4"]),
        (["black", "white"], ["2", "6", "0", "6"], ["2", "4", "0", "4"]),
    ],
)
def test_who_remains_together_in_a_draw_shares_what_is_left_or_has_4_each(
    out: list[str], shared: list[str], halved: list[str]
) -> None:
    """QC 6.3, option draw_points."""
    for half, expected in ((False, shared), (True, halved)):
        state = play(state_of(LEFT, half=half), *[f"forfeit {colour}" for colour in out])
        drawn = play(_with_quiet(state, 200), "draw50")
        assert points(drawn) == expected
        assert result(drawn).termination == "fifty-moves"


def _with_quiet(state: State, quiet: int) -> State:
    return replace(state, quiet=quiet)


def test_the_winning_colours_of_one_player_share_4_and_8_whatever_the_option() -> None:
    """QC 5.1, 6.3: half points are for draws only."""
    for half in (False, True):
        state = play(state_of(LEFT, owners=(1, 1, 2, 2), half=half), "forfeit black", "forfeit green")
        outcome = result(state)
        assert outcome.points == fractions(12, 2)
        assert outcome.places == (1, 2)
        colours = outcome.extra["colours"]
        assert [colours[colour]["place"] for colour in colours] == [1, 1, 4, 3]
        assert [colours[colour]["points"] for colour in colours] == ["6", "6", "0", "2"]


def test_teams_have_the_sum_of_their_seats() -> None:
    """QC 6.4."""
    state = play(new_game(4, teams=[[4, 2], [1, 3]]), "forfeit black", "forfeit white")
    outcome = result(state)
    assert outcome.points == fractions(2, 6, 0, 6)
    assert outcome.extra["team_points"] == ["12", "2"]


# --- check_points


def fractions(*entries: object) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(entry)) for entry in entries)


TEAMS = {"teams": [[1, 3], [2, 4]]}
HALF = {"draw_points": "half"}
SHARE = {"draw_points": "share"}


@pytest.mark.parametrize(
    ("options", "entered", "rule"),
    [
        ({}, fractions(8, 8, 0, 0), "QC 6.1"),
        ({}, fractions(8, 4, 2, 2), "QC 6.1"),
        ({}, fractions(8, 4, 0, 0), "QC 6.1"),
        (SHARE, fractions(4, 4, 4, 4), "QC 6.3"),
        ({}, fractions(6, 6, 0, 0), "QC 6.1"),
        ({}, fractions(6, 6, 0, 2), "QC 6.3"),
        ({}, fractions(6, 1, 6, 0), "QC 6.3"),
        ({}, fractions(0, 0, 0, 0), "QC 6.1"),
        ({}, fractions(-8, 4, 2, 0), "QC 6.1"),
        ({}, fractions("7/2", "7/2", "7/2", "7/2"), "QC 6.3"),
        (HALF, fractions("14/3", "14/3", "14/3", 0), "QC 6.3"),
        ({**TEAMS, **HALF}, fractions(6, 6, 2, 0), "QC 5.1"),
        (TEAMS, fractions(8, 2, 4, 0), "QC 5.1"),
        ({**TEAMS, **SHARE}, fractions(8, 2, 4, 0), "QC 5.1"),
        ({}, fractions(8, 4, 2), "QC 6.1"),
        ({}, fractions(), "QC 6.1"),
    ],
)
def test_points_that_no_game_gives_are_refused(
    options: dict[str, Any], entered: tuple[Fraction, ...], rule: str
) -> None:
    """QC 6; with teams partners are not the first two to go out before others do (QC 5.1)."""
    with pytest.raises(ImpossiblePoints) as caught:
        check_points(options, entered)
    assert caught.value.rule == rule
    assert caught.value.message.endswith(".")


SINGLES = (1, 2, 3, 4)
SETUPS = {
    "four": SINGLES,
    "two, black and green together": (1, 1, 2, 2),
    "two, red and black together": (1, 2, 2, 1),
    "three, white and red": (1, 1, 2, 3),
    "three, white and black": (1, 2, 1, 3),
    "three, white and green": (1, 2, 3, 1),
    "three, red and black": (1, 2, 2, 3),
    "three, red and green": (1, 2, 3, 2),
    "three, black and green": (1, 2, 3, 3),
}


def orders(*results: tuple[Fraction, ...]) -> set[tuple[Fraction, ...]]:
    return {order for result in results for order in permutations(result)}


def test_four_single_players_can_end_in_these_ways_and_no_others() -> None:
    """QC 6.1 to 6.3: the last alone gets 8, and nobody shares 4 and 8 but in a draw of the older kind."""
    won = orders(fractions(8, 4, 2, 0), fractions(8, 4, 1, 0), fractions(8, 2, 2, 0), fractions(8, 2, 1, 0))
    halved = orders(*(fractions(4, 4, *rest) for rest in ((4, 4), (4, 0), (2, 0), (1, 0))))
    assert possible_points({}) == possible_points(HALF, SINGLES) == won | halved
    assert len(won | halved) == 113
    shared = orders(fractions("7/2", "7/2", "7/2", "7/2"), fractions("14/3", "14/3", "14/3", 0))
    assert possible_points(SHARE) == won | shared | orders(fractions(6, 6, 2, 0), fractions(6, 6, 1, 0))


def test_partners_who_are_the_last_share_4_and_8() -> None:
    """QC 5.1, 6.1: they sit opposite each other, and who is left with a partner of the first out is not the last."""
    possible = possible_points(TEAMS)
    alone = [points for points in possible if 8 in points]
    assert {sorted(points)[-2:] == [6, 6] for points in possible if 6 in points} == {True}
    assert {points[(points.index(Fraction(6)) + 2) % 4] for points in possible if 6 in points} == {Fraction(6)}
    # whoever has 8 was the last of their team, after the other team was down to one
    assert {points[(points.index(Fraction(8)) + 2) % 4] in (0, 1, 2) for points in alone} == {True}
    assert fractions(8, 0, 2, 4) in alone and fractions(8, 2, 4, 0) not in alone


def test_two_colours_of_one_player_share_4_and_8_as_the_last() -> None:
    """QC 2.2, 5.1: at two and three players."""
    three = (7, 3, 7, 9)
    check_points({}, fractions(6, 0, 6, 2), three)
    check_points({}, fractions(6, 1, 6, 0), three)
    for wrong in (fractions(6, 6, 0, 2), fractions(8, 2, 4, 0)):
        with pytest.raises(ImpossiblePoints) as caught:
            check_points({}, wrong, three)
        assert caught.value.rule == "QC 5.1"
    check_points({}, fractions(0, 2, 6, 6), (1, 1, 2, 2))
    check_points({}, fractions(0, 4, 8, 2), (1, 1, 2, 2))
    with pytest.raises(ImpossiblePoints):
        check_points({}, fractions(0, 6, 6, 2), (1, 1, 2, 2))


def by_hand(sides: tuple[int, ...], *, half: bool) -> set[tuple[Fraction, ...]]:
    """Count up what can happen: who goes out in which order, who of them by stalemate, and how many."""
    worth = fractions(0, 2, 4, 8)
    found = set()
    for order in permutations(range(4)):
        for gone in range(4):
            # with one side left the game is over, and nobody else goes out
            if any(len({sides[colour] for colour in order[out:]}) == 1 for out in range(gone)):
                continue
            left = order[gone:]
            over = len({sides[colour] for colour in left}) == 1
            each = Fraction(4) if half and not over else sum(worth[gone:]) / len(left)
            for stalemates in product((1, 2), repeat=gone):
                points = [each] * 4
                for place, colour in enumerate(order[:gone]):
                    points[colour] = worth[place] / stalemates[place]
                found.add(tuple(points))
    return found


@pytest.mark.parametrize("half", [True, False], ids=["half", "share"])
def test_counted_by_hand_it_is_the_same_for_everybody_who_can_sit_there(half: bool) -> None:
    options = HALF if half else SHARE
    for players in SETUPS.values():
        assert possible_points(options, players) == by_hand(players, half=half), players
    assert possible_points({**options, **TEAMS}, SINGLES) == by_hand((1, 2, 1, 2), half=half)


def test_a_draw_of_all_four_is_possible() -> None:
    """QC 6.3: what the desk enters for the sign of a draw."""
    for options in (HALF, SHARE, TEAMS, {**TEAMS, **SHARE}):
        check_points(options, [draw(options)] * 4)


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 2**32 - 1))
def test_whatever_a_game_ends_with_is_possible(seed: int) -> None:
    """QC 5, 6."""
    rng = Random(seed)
    start = rng.choice(ALL_SETUPS)
    state = GAME.start(start)
    while state.turn is not None:
        if rng.random() < 0.2:
            state = play(_with_quiet(state, 200), "draw50")
        else:
            state = play(state, rng.choice(["resign", f"forfeit {rng.choice(state.living).key}"]))
    colours = result(state).extra["colours"]
    owners = state.table.owners
    points = [Fraction(colours[colour.key]["points"]) for colour in Colour]
    check_points(start.options, points, owners)
    assert tuple(points) in by_hand(
        owners if state.table.teams is None else tuple(state.table.side(colour) for colour in Colour),
        half=state.table.half_draws,
    )


def test_the_interface_passes_them_on() -> None:
    GAME.check_points({}, fractions(8, 4, 2, 0))
    with pytest.raises(ImpossiblePoints):
        GAME.check_points({}, fractions(1, 1, 1, 1))
    with pytest.raises(ImpossiblePoints):
        GAME.check_points({}, fractions(6, 6, 0, 2), SINGLES)
    GAME.check_points({}, fractions(6, 6, 0, 2), (1, 1, 2, 3))


def as_any_game(game: Game[State, Move]) -> str:
    """A type checker reads here that the game fulfils the interface."""
    return game.info.key


def test_the_game_is_known_by_its_key() -> None:
    assert as_any_game(GAME) == "quatro-chess"


def test_points_that_only_the_other_way_of_drawing_gives_are_refused_with_its_name() -> None:
    """QC 6.3: a document from before the default changed says why its draw cannot be read."""
    shared = [Fraction(7, 2)] * 4
    with pytest.raises(ImpossiblePoints) as caught:
        check_points({}, shared)
    assert caught.value.rule == "QC 6.3"
    assert '"draw_points": "share"' in str(caught.value)
    check_points(SHARE, shared)
    with pytest.raises(ImpossiblePoints) as caught:
        check_points(SHARE, [Fraction(4)] * 4)
    assert '"draw_points": "half"' in str(caught.value)


def test_no_random_game_ends_with_a_result_that_an_event_refuses() -> None:
    """QC 6.1 to 6.4; `python -m reliability.results` plays many more."""
    assert results.run(list(results.setups()), 3, 1, tries=0) == []


def test_setups_that_only_count_otherwise_share_their_games() -> None:
    """QC 6.3, QC 2.2: who may take whom and who wins together is the play; draws and seats are only counted."""
    shared = [[setup.name for setup in alike] for alike in results.played_alike(list(results.setups())) if alike[1:]]
    assert shared[1] == [
        "quatro-chess, 4, partners, colours 1234, half",
        "quatro-chess, 4, partners, colours 1234, share",
        "quatro-chess, 4, partners, colours 1324, half",
        "quatro-chess, 4, partners, colours 1324, share",
    ]
    assert [len(alike) for alike in shared] == [2, 4, *[2] * 8]


def test_runs_that_begin_at_other_portions_are_of_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    lots = []
    monkeypatch.setattr(results, "_portion", lambda work: lots.append(work[1:]) or {})
    monkeypatch.setattr(results, "PORTION", 10)
    quarto = next(results.setups())
    results.run([quarto], 25, 1, tries=0)
    results.run([quarto], 10, 1, first=3, tries=0)
    assert lots == [(10, "1 quarto 0"), (10, "1 quarto 1"), (5, "1 quarto 2"), (10, "1 quarto 3")]


def test_a_result_that_no_table_can_have_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "by_colour", lambda _state: (Fraction(6),) * 4)
    chess = next(setup for setup in results.setups() if setup.key == "quatro-chess")
    assert ["6 6 6 6 is refused" in fault for fault in results.run([chess], 3, 1, tries=0)] == [True]


def test_a_result_that_was_not_seen_is_aimed_at_and_told_where_it_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """QC 6.2: stalemates that random games hardly ever have."""
    chess = next(setup for setup in results.setups() if setup.key == "quatro-chess")
    wanted = frozenset({fractions(0, 1, 2, 8), fractions(4, 1, 0, 4), fractions(2, 2, 8, 0)})
    assert results.run([replace(chess, listed=wanted)], 0, 1) == []
    monkeypatch.setattr(results, "aimed", lambda _start, _points, _lots: fractions(8, 4, 2, 0))
    (fault,) = results.run([replace(chess, listed=wanted)], 0, 1, tries=2)
    assert fault.endswith("never seen, 3 of 3: 0 1 2 8; 2 2 8 0; 4 1 0 4")
