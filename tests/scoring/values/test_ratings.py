"""Ratings of a season: by the published method, the same everywhere, and undone by leaving an event out."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from itertools import combinations
from math import log
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from scoring.documents.document import Bye, Event, Player, Round, Table
from scoring.ratings import BETA, MU, SIGMA, START, TAU, Rating, rate, rated, season
from tests.scoring.events import events
from tests.support.examples import examples

ROOT = Path(__file__).parents[3]
RATINGS = st.builds(Rating, st.decimals(-500, 4000, places=6), st.decimals(1, 600, places=6), st.integers(0, 50))


def met(points: list[int]) -> list[tuple[int, int, int]]:
    """A table's meetings from its points."""
    return [
        (one, other, 1 + (points[one] > points[other]) - (points[one] < points[other]))
        for one, other in combinations(range(len(points)), 2)
    ]


def event(*tables: tuple[tuple[int, ...], tuple[str, ...]], players: int = 4, **fields: object) -> Event:
    """An event of Quaro with a table a round."""
    return Event(
        name="",
        game="quaro",
        pairing={"table_size": max(len(seats) for seats, _points in tables)},
        players=tuple(Player(number, f"P{number}") for number in range(1, players + 1)),
        rounds=tuple(
            Round(
                at,
                (Table(1, seats, tuple(Fraction(p) for p in points), None, "played"),),
                tuple(Bye(p) for p in range(1, players + 1) if p not in seats),
            )
            for at, (seats, points) in enumerate(tables, 1)
        ),
        **fields,  # type: ignore[arg-type]
    )


@settings(max_examples=examples(60))
@given(st.lists(RATINGS, min_size=2, max_size=4), st.data())
def test_it_is_the_published_method_as_openskill_has_it(table: list[Rating], data: st.DataObject) -> None:
    points = data.draw(st.lists(st.integers(0, 3), min_size=len(table), max_size=len(table)), label="points")
    model = BradleyTerryFull(mu=1500, sigma=500, beta=250, tau=5, kappa=0.0001)
    teams = [[model.rating(float(one.mu), float(one.sigma))] for one in table]
    expected = model.rate(teams, ranks=[-p for p in points])
    found = rate(dict(enumerate(table)), met(points))
    for at, (theirs,) in enumerate(expected):
        assert float(found[at].mu) == pytest.approx(theirs.mu, abs=1e-4)
        assert float(found[at].sigma) == pytest.approx(theirs.sigma, abs=1e-4)
        assert found[at].games == table[at].games + 1


def test_a_worked_example() -> None:
    """Two beginners: c² = 2 (500² + 5²) + 2 · 250², p = 1/2, so the winner gains (500² + 5²)/c · 1/2."""
    found = rate({"a": START, "b": START}, [("a", "b", 2)])
    c = (2 * (SIGMA**2 + TAU**2) + 2 * Decimal(250) ** 2).sqrt()
    gain = ((SIGMA**2 + TAU**2) / c / 2).quantize(Decimal("0.000001"))
    assert found["a"].mu == MU + gain == Decimal("1658.123370")
    assert found["b"].mu == MU - gain
    assert found["a"].sigma == found["b"].sigma < SIGMA
    assert (found["a"].shown, found["a"].games) == (1658, 1)


def test_the_better_placed_gain_and_equals_stay_equal() -> None:
    found = rate(dict.fromkeys(range(4), START), met([8, 4, 4, 0]))
    assert found[0].mu > found[1].mu == found[2].mu == MU > found[3].mu
    assert all(found[at].margin() < 1000 for at in range(4))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nineteen_of_twenty_true_strengths_lie_within_the_margin(seats: int) -> None:
    """240 players, 24 of them at a time, 30 tables each; places are drawn by Plackett and Luce's model."""
    lots = random.Random(7)
    inside = 0
    for _ in range(10):
        true = [lots.gauss(float(MU), float(SIGMA)) for _ in range(24)]
        ratings = dict.fromkeys(range(24), START)
        for _round in range(30):
            order = lots.sample(range(24), 24)
            for first in range(0, 24, seats):
                luck = {
                    p: true[p] / (2**0.5 * float(BETA)) - log(-log(lots.random())) for p in order[first : first + seats]
                }
                placed = sorted(luck, key=luck.__getitem__, reverse=True)
                games = [(one, other, 2) for at, one in enumerate(placed) for other in placed[at + 1 :]]
                ratings.update(rate({p: ratings[p] for p in placed}, games))
        inside += sum(abs(float(ratings[p].mu) - true[p]) <= ratings[p].margin(seats) for p in range(24))
    assert inside >= 0.95 * 240


@settings(max_examples=examples(60))
@given(st.lists(RATINGS, min_size=2, max_size=4), st.data())
def test_the_order_of_seats_and_names_does_not_matter(table: list[Rating], data: st.DataObject) -> None:
    points = data.draw(st.lists(st.integers(0, 3), min_size=len(table), max_size=len(table)))
    order = data.draw(st.permutations(range(len(table))))
    found = rate(dict(enumerate(table)), met(points))
    other = rate({at: table[who] for at, who in enumerate(order)}, met([points[who] for who in order]))
    for at, who in enumerate(order):
        assert abs(other[at].mu - found[who].mu) <= Decimal("0.000001")
        assert abs(other[at].sigma - found[who].sigma) <= Decimal("0.000001")


@settings(max_examples=examples(60))
@given(st.lists(RATINGS, min_size=2, max_size=4), st.data())
def test_a_better_place_never_lowers_a_rating(table: list[Rating], data: st.DataObject) -> None:
    points = data.draw(st.lists(st.integers(0, 3), min_size=len(table), max_size=len(table)))
    before = rate(dict(enumerate(table)), met(points))
    points[0] += 1
    after = rate(dict(enumerate(table)), met(points))
    assert after[0].mu >= before[0].mu


def test_byes_forfeits_and_open_tables_are_not_rated() -> None:
    base = event(((1, 2, 3), ("3", "2", "1")))
    assert rated(base, {})[4] == START
    forfeit = Table(1, (1, 2, 3), (Fraction(3), Fraction(2), None), None, "forfeit")
    one_left = Table(1, (1, 2), (Fraction(3), None), None, "forfeit")
    for table, games in ((forfeit, [1, 1, 0, 0]), (one_left, [0, 0, 0, 0]), (Table(1, (1, 2, 3)), [0] * 4)):
        found = rated(Event(**{**_fields(base), "rounds": (Round(1, (table,)),)}), {})
        assert [found[number].games for number in (1, 2, 3, 4)] == games


def _fields(of: Event) -> dict[str, object]:
    return {name: getattr(of, name) for name in Event.__slots__}


def test_who_holds_two_colours_meets_each_opponent_once() -> None:
    table = Table(1, (1, 2, 1, 3), tuple(map(Fraction, (8, 4, 2, 0))), None, "played")
    found = rated(
        Event(
            name="", game="quatro-chess", players=tuple(Player(n, "") for n in (1, 2, 3)), rounds=(Round(1, (table,)),)
        ),
        {},
    )
    assert [found[number].games for number in (1, 2, 3)] == [1, 1, 1]
    assert found[1].mu > found[2].mu > found[3].mu


A, B, C = (
    event(((1, 2, 3), ("3", "2", "1")), ((2, 3, 4), ("9", "0", "9"))),
    event(((4, 3, 2, 1), ("4", "3", "2", "1"))),
    event(((1, 2), ("0", "5"))),
)
PEOPLE = {1: "anna", 2: "bert", 3: "carla", 4: "dirk"}


def test_an_event_left_out_is_as_if_it_had_never_been() -> None:
    with_it = season([("a", A, PEOPLE), ("b", B, PEOPLE), ("c", C, PEOPLE)])
    without = season([("a", A, PEOPLE), ("c", C, PEOPLE)])
    assert with_it["anna"].rating != without["anna"].rating
    assert season([("a", A, PEOPLE), ("c", C, PEOPLE)]) == without
    assert season([("a", A, PEOPLE), ("b", B, PEOPLE), ("c", C, PEOPLE)]) == with_it


def test_a_season_is_its_events_one_after_the_other() -> None:
    found = season([("a", A, PEOPLE), ("b", B, PEOPLE)])
    after_a = rated(A, {})
    assert {who: found[who].steps[0].after for who in found} == {PEOPLE[n]: r for n, r in after_a.items()}
    assert {who: found[who].rating for who in found} == {PEOPLE[n]: r for n, r in rated(B, after_a).items()}
    assert [step.event for step in found["anna"].steps] == ["a", "b"]
    for run in found.values():
        assert run.steps[-1].after == run.rating
        assert run.steps[1].before == run.steps[0].after


@settings(max_examples=examples(40))
@given(events(most_players=6))
def test_any_event_can_be_rated(event: Event) -> None:
    found = rated(event, {})
    assert set(found) == {player.id for player in event.players}
    assert all(0 < one.sigma <= SIGMA + TAU * one.games for one in found.values())


def test_the_decimal_settings_of_a_caller_do_not_matter() -> None:
    expected = rate(dict.fromkeys(range(4), START), met([8, 4, 2, 0]))
    with localcontext():
        getcontext().prec = 5
        assert rate(dict.fromkeys(range(4), START), met([8, 4, 2, 0])) == expected


SCRIPT = """
from tests.scoring.values.test_ratings import A, B, C, PEOPLE
from scoring.ratings import season
import json
runs = season([("a", A, PEOPLE), ("b", B, PEOPLE), ("c", C, PEOPLE)])
print(json.dumps({who: [str(run.rating.mu), str(run.rating.sigma)] for who, run in sorted(runs.items())}))
"""
DIGITS = {
    "anna": ["1140.865585", "413.023248"],
    "bert": ["1544.302284", "394.212167"],
    "carla": ["1275.935490", "410.694458"],
    "dirk": ["2022.949206", "422.456565"],
}


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_digits_are_the_same_in_every_process(seed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
    )
    assert json.loads(run.stdout) == DIGITS
