"""Swiss events by lot, what is known before a round of one, and the agreement of two implementations."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from scoring.documents.document import Bye, Event, Player, Round, Table
from tests.pairing.dutch.plain import Pairs
from tests.pairing.simulated import field
from tournaments.pairing.core import PairingError, PairingRequest
from tournaments.pairing.dutch.brackets import NoPairing, RoundPairing
from tournaments.pairing.dutch.field import DutchField, dutch_field
from tournaments.pairing.dutch.people import Entrant
from tournaments.pairing.engine import pair, prepare

Plain = Callable[[Sequence[Entrant], Sequence[int]], tuple[Pairs, int | None] | None]
Engine = Callable[[Sequence[Entrant], Sequence[int]], RoundPairing]


def random_event(
    lots: random.Random, most: int, banned: int = 2, least: int = 3, apart: int = 0, **options: Any
) -> Iterator[Event]:
    """An event before each of its rounds: late entries, withdrawals, absences, byes, forfeits, forbidden pairs.

    No two of the first ``apart`` players may meet, as if they came from one club. A round that cannot be paired is
    refused in a sentence, and is the last.
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
        except PairingError as error:
            assert str(error).startswith("Round ") and str(error).endswith("."), error
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


def known(event: Event) -> DutchField:
    """Return what is known before the next round."""
    _, ready = prepare(event)
    return dutch_field(PairingRequest(ready, len(event.rounds) + 1))


def agreed(engine: Engine, plain: Plain, people: Sequence[Entrant], meets: Sequence[int]) -> RoundPairing | None:
    """Return the pairing in which both have the same pairs and bye; None where both say that there is none."""
    due = plain(people, meets)
    if due is None:
        with pytest.raises(NoPairing):
            engine(people, meets)
        return None
    made = engine(people, meets)
    assert (sorted(made.pairs), made.bye) == (sorted(due[0]), due[1])
    return made
