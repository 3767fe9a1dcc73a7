"""The engine against an implementation that makes every pairing and judges it, on small random events."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest

from scoring.documents.document import Bye, Event, Player, Round, Table
from tests.pairing.dutch.plain import plain_colour, plain_pairing
from tests.pairing.simulated import field
from tournaments.pairing.core import PairingError, PairingRequest
from tournaments.pairing.dutch import brackets
from tournaments.pairing.dutch.brackets import NoPairing, pair_brackets
from tournaments.pairing.dutch.field import dutch_field
from tournaments.pairing.dutch.people import colour_of_higher, entrants, may_meet
from tournaments.pairing.engine import pair, prepare, verify


def random_event(
    lots: random.Random, most: int, banned: int = 2, least: int = 3, apart: int = 0, **options: Any
) -> Iterator[Event]:
    """An event before each of its rounds: late entries, withdrawals, absences, byes, forfeits, forbidden pairs.

    No two of the first ``apart`` players may meet, as if they came from one club.
    """
    people = lots.randint(least, most)
    rounds = lots.randint(3, 8)
    forbidden = [sorted(lots.sample(range(1, people + 1), 2)) for _ in range(lots.choice([0, banned // 2, banned]))]
    forbidden += [list(pair_) for pair_ in combinations(range(1, min(apart, people) + 1), 2)]
    start = field(
        people,
        "swiss",
        "quarto",
        rounds=rounds,
        forbidden=forbidden,
        acceleration=lots.choice(["none", "none", "baku"]),
        initial_colour=lots.choice(["white", "black"]),
        **options,
    )
    players = tuple(_life(p, lots, rounds) for p in start.players)
    event = replace(start, players=players)
    for number in range(1, rounds + 1):
        yield event
        try:
            round_ = pair(event).rounds[0]
        except PairingError:
            return
        event = replace(event, rounds=(*event.rounds, _played(round_, lots)))
        assert event.rounds[-1].number == number


def _life(player: Player, lots: random.Random, rounds: int) -> Player:
    return replace(
        player,
        joined=lots.choice([1, 1, 1, 1, 2, 3]),
        left=lots.choice([None, None, None, None, None, rounds - 1]),
        absent=frozenset(k for k in range(1, rounds + 1) if lots.random() < 0.07),
    )


def _played(round_: Round, lots: random.Random) -> Round:
    half = Fraction(1, 2)
    results: list[tuple[tuple[Fraction | None, Fraction | None], str]] = [
        ((Fraction(1), Fraction(0)), "played"),
        ((Fraction(0), Fraction(1)), "played"),
        ((half, half), "played"),
    ] * 4
    results += [((Fraction(1), None), "forfeit"), ((None, Fraction(1)), "forfeit")]
    tables = []
    for table in round_.tables:
        points, end = lots.choice(results)
        tables.append(Table(table.number, table.seats, points, None, end))
    byes = tuple(Bye(b.player, lots.choice(["zero", "half", "full"])) if b.kind == "zero" else b for b in round_.byes)
    return Round(round_.number, tuple(tables), byes)


@pytest.mark.parametrize("seed", range(24))
def test_both_make_the_same_pairs_bye_and_colours(seed: int) -> None:
    for event in random_event(random.Random(seed), 11):
        _, ready = prepare(event)
        known = dutch_field(PairingRequest(ready, len(event.rounds) + 1))
        people = entrants(known)
        if len(people) < 2:
            continue
        meets = may_meet(known, people)
        plain = plain_pairing(people, meets)
        if plain is None:
            with pytest.raises(NoPairing):
                pair_brackets(people, meets)
            continue
        made = pair_brackets(people, meets)
        assert (sorted(made.pairs), made.bye) == (sorted(plain[0]), plain[1])
        for a, b in made.pairs:
            high, low = people[a], people[b]
            colour = colour_of_higher(high.wish, low.wish, high.count, known.white_first)
            assert (colour > 0) == plain_colour(high, low, known.white_first)


@pytest.mark.parametrize("seed", range(100, 112))
def test_whatever_happens_the_absolute_rules_are_kept_and_the_check_agrees(seed: int) -> None:
    event = None
    for event in random_event(random.Random(seed), 30):  # noqa: B007
        pass
    assert event is not None
    assert verify(event).ok
    met: set[frozenset[int]] = set()
    free: set[int] = set()
    colours: dict[int, list[int]] = {}
    for round_ in event.rounds:
        for table in round_.tables:
            pair_ = frozenset(table.seats)
            assert tuple(sorted(pair_)) not in {tuple(p) for p in event.pairing["forbidden"]}
            if table.end == "played":
                assert pair_ not in met
                met.add(pair_)
                for player, colour in zip(table.seats, (1, -1), strict=True):
                    colours.setdefault(player, []).append(colour)
            else:
                free |= {p for p, own in zip(table.seats, table.points or (), strict=True) if own}
        for bye in round_.byes:
            if bye.kind == "pairing":
                assert bye.player not in free
            if bye.kind in ("pairing", "full"):
                free.add(bye.player)
    for had in colours.values():
        before_last = had[:-1]  # topscorers of the last round may go beyond
        assert abs(sum(before_last)) <= 2
        assert all(len({a, b, c}) > 1 for (a, b), c in zip(pairwise(before_last), before_last[2:], strict=False))


@pytest.mark.parametrize("seed", range(6))
def test_looking_at_a_bracket_with_everybody_below_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many must leave a bracket, and however few of them can be paired below."""
    for event in random_event(random.Random(seed), 44, banned=150, least=20):
        answers = []
        for at_once in (0, 1000):
            monkeypatch.setattr(brackets, "ALL_AT_ONCE", at_once)
            try:
                answers.append(pair(event).rounds)
            except PairingError as error:
                answers.append(str(error))
        assert answers[0] == answers[1]
