"""Gaps between the tables of power pairing and the best there are: the proven bound, round by round.

    python -m benchmarks.power_gaps [EVENTS [ROUNDS [FEWEST PLAYERS [MOST PLAYERS]]]]

Events of Kwartet and Quatro Chess with absences at one in twenty and up to two forbidden pairs. ``before``: what
scores, seats and strengths cost more than the bound in the tables that the search alone finds, ``after``: in those that
are paired. Short tables and repeats are the same in both. Fields of up to 16 are solved by another way and left out.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.programs import asked
from scoring.documents.document import Event
from tests.pairing.simulated import field, finished
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair
from tournaments.pairing.power import closest as program
from tournaments.pairing.power.columns import columns
from tournaments.pairing.systems import swiss_tables


@dataclass(frozen=True, slots=True)
class Gap:
    """A round: who took part, what the tables cost before and after, the bound, and seconds of processor time."""

    players: int
    round: int
    before: int
    after: int
    bound: int
    seconds: float

    @property
    def shares(self) -> tuple[float, float]:
        """Return how much more than the bound, in per cent, before and after; a bound of 0 counts as 1."""
        least = max(1, self.bound)
        return 100 * (self.before - self.bound) / least, 100 * (self.after - self.bound) / least


def started(seed: int, fewest: int, most: int, rounds: int) -> Event:
    """Return an event of random size, with absences and forbidden pairs."""
    lots = random.Random(seed)
    people = lots.randint(fewest, most)
    pairs = {tuple(sorted(lots.sample(range(1, people + 1), 2))) for _ in range(lots.randrange(3))}
    event = field(
        people,
        "swiss-tables",
        lots.choice(["kwartet", "quatro-chess"]),
        seed=seed,
        forbidden=[[*p] for p in sorted(pairs)],
    )
    players = (
        replace(p, absent=frozenset(r for r in range(1, rounds + 1) if lots.random() < 0.05)) for p in event.players
    )
    return replace(event, players=tuple(players))


def gaps(event: Event, rounds: int, seed: int) -> Iterator[Gap]:
    """Pair and play rounds; yield each of more than 16 players."""
    lots, known = random.Random(seed), program.closest
    seen: list[Gap] = []

    def measured(field_: program.Field, w: program.Weights, tables: list[list[int]]) -> program.Closest:
        start = time.process_time()
        found = known(field_, w, tables)
        seconds = time.process_time() - start
        every = columns(field_, w, tables)
        before = int(every.cost[every.places(tables)].sum()) * every.step
        seen.append(Gap(len(field_), len(event.rounds) + 1, before, found.cost, found.bound, seconds))
        return found

    swiss_tables.closest = measured  # type: ignore[attr-defined, assignment]
    try:
        for _ in range(rounds):
            try:
                round_ = pair(event).rounds[0]
            except PairingError:
                return
            yield from seen
            seen.clear()
            event = replace(event, rounds=(*event.rounds, finished(round_, event.game, lots)))
    finally:
        swiss_tables.closest = known  # type: ignore[attr-defined]


def main() -> None:
    """Print each round and the summary."""
    chosen = asked(__doc__, events=12, rounds=6, least=18, most=24)
    found = []
    print("event  players  round  before, %  after, %  seconds")
    for seed in range(chosen.events):
        for gap in gaps(started(seed, chosen.least, chosen.most, chosen.rounds), chosen.rounds, seed):
            before, after = gap.shares
            print(f"{seed:5}  {gap.players:7}  {gap.round:5}  {before:9.1f}  {after:8.2f}  {gap.seconds:.2f}")
            found.append(gap)
    before, after = ([gap.shares[k] for gap in found] for k in (0, 1))
    proven = sum(gap.after == gap.bound for gap in found)
    print(f"{len(found)} rounds, {proven} proven the best; mean and worst gap before ", end="")
    print(f"{sum(before) / len(found):.1f} and {max(before):.1f} %, after {sum(after) / len(found):.2f} and ", end="")
    seconds = [gap.seconds for gap in found]
    print(f"{max(after):.2f} %; {sum(seconds) / len(found):.2f} s a round, {max(seconds):.2f} s at most")


if __name__ == "__main__":
    main()
