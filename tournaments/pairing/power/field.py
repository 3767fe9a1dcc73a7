"""The field of a power pairing, made from the event: ranks, whole-number scores, meetings, seats wanted; the start of
the search in it, and the bound that the search is measured by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby, product

from scoring.documents.document import Player
from tournaments.pairing.core import PairingRequest
from tournaments.pairing.history import History, before, history
from tournaments.pairing.points import Points, points_for_pairing
from tournaments.pairing.power.cost import Field
from tournaments.pairing.seats import doubled


def parts(scores: Sequence[int], size: int) -> list[int]:
    """Return for each rank its score group × 8 + its quarter of the group (at tables of four; third, fifth, …)."""
    out: list[int] = []
    for number, (_, group) in enumerate(groupby(scores)):
        length = sum(1 for _ in group)
        out += [number * 8 + k * size // length for k in range(length)]
    return out


def small_tables(visits: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Seat tables of these sizes with those who sat at such tables least, of these the lowest in rank."""
    lowest = sorted(range(len(visits)), key=lambda i: (visits[i], -i))[: sum(sizes)]
    lowest.sort()
    ends = list(accumulate(sizes))
    return [lowest[end - size : end] for end, size in zip(ends, sizes, strict=True)]


def first_tables(
    scores: Sequence[int], visits: Sequence[int], size: int, others: Sequence[int] = ()
) -> list[list[int]]:
    """Make tables of consecutive ranks; inside a score group the quarters meet, as the halves do in a Swiss.

    A group that the size does not divide leaves its last players to sit with the first of the next. ``others``: the
    sizes of the tables that are not full.
    """
    short = small_tables(visits, others)
    away = {i for table in short for i in table}
    tables: list[list[int]] = []
    waiting: list[int] = []
    rest = [i for i in range(len(scores)) if i not in away]
    for _, members in groupby(rest, key=lambda i: scores[i]):
        group = list(members)
        if waiting:
            taken = size - len(waiting)
            waiting += group[:taken]
            group = group[taken:]
            if len(waiting) < size:
                continue
            tables.append(waiting)
        count = len(group) // size
        tables += [[group[k + q * count] for q in range(size)] for k in range(count)]
        waiting = group[count * size :]
    return tables + short


def least_spread(scores: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the least possible sum of (highest − lowest score) at tables of these sizes.

    Proof: the sum is, over the gaps between neighbours in rank, the gap times the tables on both sides of
    it. A gap that no table spans splits the field into whole tables; so consecutive tables in some order of
    the sizes, which span every other gap once, cannot be beaten. ``scores`` are highest first.
    """
    kinds = Counter(sizes)
    best: dict[tuple[int, ...], int] = {}
    for counts in product(*(range(times + 1) for times in kinds.values())):
        end = sum(count * size for count, size in zip(counts, kinds, strict=True))
        options = [
            best[(*counts[:k], counts[k] - 1, *counts[k + 1 :])] + scores[end - size] - scores[end - 1]
            for k, size in enumerate(kinds)
            if counts[k]
        ]
        best[counts] = min(options, default=0)
    return best[tuple(kinds.values())]


def spread(scores: Sequence[int], tables: Sequence[Sequence[int]]) -> int:
    """Return the sum over tables of (highest − lowest score)."""
    return sum(max(scores[i] for i in t) - min(scores[i] for i in t) for t in tables)


@dataclass(frozen=True, slots=True)
class Entrants:
    """A field and what its indices stand for: ``ids`` by rank, their points, what came before, who has a bye.

    ``unit``: the field's scores are the points times this.
    """

    field: Field
    unit: int
    ids: tuple[int, ...]
    points: Mapping[int, Fraction]
    past: History
    byes: tuple[int, ...]
    open_tables: tuple[tuple[int, int], ...]


def entrants(request: PairingRequest, byes: int, size: int) -> Entrants:
    """Return the ranked people of the round ``request.first``; ``byes`` of them go without a table.

    ``size``: a full table of the round. A bye goes to whoever has had the fewest, of those to the lowest in rank.
    """
    rounds = before(request.event, request.first)
    past = history(rounds, size)
    points = points_for_pairing(request.event, rounds)
    ranked = ranking(request.players(request.first), points.now)
    free = sorted(range(len(ranked)), key=lambda i: (past.byes.get(ranked[i].id, 0), -i))[:byes]
    away = {ranked[i].id for i in free}
    ids = tuple(p.id for p in ranked if p.id not in away)
    # Six steps to the smallest difference, so that a place's worth rounds well.
    unit = 6 * points.unit
    return Entrants(
        _field(request, ids, points, unit, past, size),
        unit,
        ids,
        {p: Fraction(points.now[p], points.unit) for p in ids},
        past,
        tuple(sorted(away)),
        points.open_tables,
    )


def ranking(players: Sequence[Player], points: Mapping[int, int]) -> list[Player]:
    """Sort players by points, then strength: the rating (none is lowest), then the lower number."""
    return sorted(players, key=lambda p: (-points[p.id], p.rating is None, -(p.rating or 0), p.id))


def _field(request: PairingRequest, ids: Sequence[int], points: Points, unit: int, past: History, size: int) -> Field:
    scores = [points.now[i] * (unit // points.unit) for i in ids]
    index = {player: i for i, player in enumerate(ids)}
    met: list[dict[int, int]] = [{} for _ in ids]
    for (a, b), times in past.meetings.items():
        if a in index and b in index:
            met[index[a]][index[b]] = times
            met[index[b]][index[a]] = times
    double = doubled(request.event)
    largest = max((size, *(request.options.get("allowed_sizes") or ())))
    width = 4 if double else largest
    wanted = []
    for player in ids:
        counts = (*past.seat_counts(player), *(0,) * width)[:width]
        least = min(counts)
        wanted.append(sum(1 << s for s, c in enumerate(counts) if c == least))
    visits = [past.small.get(player, 0) for player in ids]
    fewest = min(visits, default=0)
    return Field(
        scores=scores,
        unit2=place_worth_squared(scores, len(points.after) - 1, size),
        met=met,
        seats=wanted,
        visits=[v - fewest for v in visits],
        part=parts(scores, size),
        apart=_apart(request, index),
        size=size,
        chairs=[15 if double else (1 << k) - 1 for k in range(largest + 1)],
    )


def place_worth_squared(scores: Sequence[int], rounds: int, size: int) -> int:
    """Return the square of what one place is worth, from the average of the points given: at 3-2-1-0 the average is 1½.

    At least 1. A rounded whole number: only weights depend on it.
    """
    shares = len(scores) * rounds * (size - 1)
    if not shares:
        return 1
    return max(1, (2 * (2 * sum(scores)) ** 2 + shares**2) // (2 * shares**2))


def _apart(request: PairingRequest, index: Mapping[int, int]) -> frozenset[tuple[int, int]]:
    """Return the pairs to keep apart, and players who must sit at different fixed tables, as (lower, higher) index."""
    out = {(a, b) for a, b in request.apart if a in index and b in index}
    fixed = [(p, t) for p, t in request.fixed_tables.items() if p in index]
    for i, (a, table) in enumerate(fixed):
        out |= {(a, b) for b, other in fixed[i + 1 :] if other != table}
    return frozenset((min(index[a], index[b]), max(index[a], index[b])) for a, b in out)
