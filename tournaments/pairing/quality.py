"""The quality figures of a pairing, and a proven bound to print beside them.

The proofs are in ``docs/algorithms/pairing-quality.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.documents.document import forbidden_until
from tournaments.pairing.core import Event, Quality, Round, distinct
from tournaments.pairing.history import history


def quality(event: Event, new: Iterable[Round] = (), bound: int | None = None) -> Quality:
    """Return the figures over the event's rounds and the ``new`` ones.

    ``unmet_pairs`` are among all players of the document. ``bound`` is a stronger lower bound that the system
    has proved, or None.
    """
    rounds = (*event.rounds, *new)
    past = history(rounds)
    people = len(event.players)
    repeated = sum(times - 1 for times in past.meetings.values())
    least = max(repeat_bound(event, rounds), bound or 0)
    return Quality(
        repeated_pairs=repeated,
        most_meetings=max(past.meetings.values(), default=0),
        unmet_pairs=people * (people - 1) // 2 - len(past.meetings),
        seat_spread=max((max(c) - min(c) for c in past.seats.values()), default=0),
        bound=least,
        optimal=repeated == least,
    )


def repeat_bound(event: Event, rounds: Sequence[Round]) -> int:
    """Return a lower bound for ``repeated_pairs`` of any pairing with these table sizes and people each round."""
    return max(0, _slot_bound(event, rounds), _overlap_bound(len(event.players), rounds))


def _slot_bound(event: Event, rounds: Sequence[Round]) -> int:
    """Return half of the meetings that players must have beyond their possible opponents, however the slots are spread.

    With everyone there each round and nobody forbidden this is slots − pairs.
    """
    opponents = {p.id: len(event.players) - 1 for p in event.players}
    always = forbidden_until(event.pairing) is None
    banned = event.pairing.get("forbidden") if always else ()
    for a, b in {(min(pair), max(pair)) for pair in banned or ()}:
        for player in (a, b):
            opponents[player] = opponents.get(player, 0) - 1
    least = dict.fromkeys(opponents, 0)
    most = dict.fromkeys(opponents, 0)
    meetings = 0
    for round_ in rounds:
        sizes = [len(distinct(t.seats)) for t in round_.tables]
        if not sizes:
            continue
        meetings += sum(k * (k - 1) for k in sizes)
        out = {b.player for b in round_.byes if b.kind != "pairing"}
        spare = any(b.kind == "pairing" for b in round_.byes)
        there = {p for t in round_.tables for p in t.seats} | {b.player for b in round_.byes} - out
        largest, smallest = max(sizes) - 1, 0 if spare else min(sizes) - 1
        for player in there & opponents.keys():
            most[player] += largest
            least[player] += smallest
    forced = sum(max(0, least[p] - opponents[p]) for p in opponents)
    room = sum(max(least[p], min(most[p], opponents[p])) for p in opponents)
    return -(-(forced + max(0, meetings - room)) // 2)


def _overlap_bound(people: int, rounds: Sequence[Round]) -> int:
    """Count the meetings that each full round must repeat of any earlier full one: k players come from only t
    tables."""
    least = 0
    fewest = 0
    for round_ in rounds:
        sizes = [len(distinct(t.seats)) for t in round_.tables]
        if not sizes or sum(sizes) != people:
            continue
        if fewest:
            for k in sizes:
                each, over = divmod(k, fewest)
                least += fewest * (each * (each - 1) // 2) + over * each
        fewest = min(fewest or len(sizes), len(sizes))
    return least
