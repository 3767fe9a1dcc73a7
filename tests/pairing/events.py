"""Events for the tests of pairing, and naive second implementations of what is counted."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.documents.document import Bye, Event, Player, Round, Table
from tests.pairing.simulated import placed, seat_counts
from tournaments.pairing.engine import pair, verify


def event(people: int | Sequence[Player], system: str, game: str = "quarto", **options: Any) -> Event:
    """An event without rounds; ``people`` is a number, or the players."""
    players = [Player(i, f"P{i}") for i in range(1, people + 1)] if isinstance(people, int) else people
    return Event("Test", game, pairing={"system": system, **options}, players=tuple(players))


def play(start: Event, rounds: int) -> Event:
    """The event after so many rounds paired one by one."""
    for _ in range(rounds):
        start = replace(start, rounds=(*start.rounds, *pair(start).rounds))
    return start


def whole(start: Event) -> Event:
    """The event with every round of its fixed schedule."""
    return replace(start, rounds=(*start.rounds, *pair(start, every=True).rounds))


def a_round(number: int, *tables: Sequence[int], byes: Sequence[int] = ()) -> Round:
    """A round of these tables, numbered in order."""
    seated = tuple(Table(t, tuple(seats)) for t, seats in enumerate(tables, start=1))
    return Round(number, seated, tuple(Bye(p) for p in byes))


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[int]]:
    """Count how often any two sat at one table, the slow way."""
    count: Counter[frozenset[int]] = Counter()
    for round_ in rounds:
        for table in round_.tables:
            for a, b in itertools.combinations(sorted(set(table.seats)), 2):
                count[frozenset((a, b))] += 1
    return count


def repeats(rounds: Sequence[Round]) -> int:
    return sum(times - 1 for times in meetings(rounds).values())


def everyone_once(round_: Round, people: Sequence[int]) -> bool:
    """Tell if each of these people sits at one table or has one bye, and nobody else does."""
    return placed(round_) == sorted(people)


def seat_spreads(rounds: Sequence[Round], seats: int) -> dict[int, int]:
    """Player → difference of how often they had their commonest and their rarest seat."""
    return {player: max(counts) - min(counts) for player, counts in seat_counts(rounds, seats).items()}


def swapped(start: Event, number: int, a: int, b: int) -> Event:
    """The event with two players exchanged in a round, as an arbiter would."""
    change = {a: b, b: a}
    rounds = tuple(
        r
        if r.number != number
        else replace(
            r,
            tables=tuple(replace(t, seats=tuple(change.get(p, p) for p in t.seats)) for t in r.tables),
            byes=tuple(replace(x, player=change.get(x.player, x.player)) for x in r.byes),
        )
        for r in start.rounds
    )
    return replace(start, rounds=rounds)


def with_tables(start: Event, number: int, tables: Sequence[Table]) -> Event:
    """The event with other tables in a round."""
    rounds = (replace(r, tables=tuple(tables)) if r.number == number else r for r in start.rounds)
    return replace(start, rounds=tuple(rounds))


def faults(made: Event, number: int) -> list[str]:
    """Return the faults that the check finds in a round, in words."""
    return [str(fault.notice) for fault in verify(made).faults[number]]
