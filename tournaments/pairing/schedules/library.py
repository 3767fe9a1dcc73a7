"""The best complete schedule known here for n places: by algebra, from the packed file, or by search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scoring.lots import Lots
from tournaments.pairing.core import Progress
from tournaments.pairing.schedules.deletion import delete, delete_any, delete_level, level
from tournaments.pairing.schedules.packed import Packed, packed, packed_even, packed_free
from tournaments.pairing.schedules.perfect import Schedule, perfect_fours, perfect_large, perfect_threes
from tournaments.pairing.schedules.search import EVEN, Draft, improve, no_meetings, repeats
from tournaments.pairing.schedules.shapes import Shape, shape

MIXED_ROUNDS = 15
"""As many rounds of full and short tables are looked after here."""

ALWAYS_FREE = {4: 60, 3: 40}
"""Above so many players those rounds can always be made without a repeated meeting."""

STORED = {3: (61, 15), 4: (61, 15), 5: (50, 8), 6: (50, 8)}
"""Size of the tables → for up to so many places and rounds the packed files hold what a long search found."""

STEPS = 2_500_000
"""Exchanges looked at by the search for a schedule: a few seconds on one core."""


def perfect(n: int, size: int) -> Schedule:
    """Return the longest schedule known in which nobody meets twice; empty where the size does not divide n."""
    match size:
        case 3:
            return perfect_threes(n)
        case 4:
            return perfect_fours(n)
        case _:
            return perfect_large(n, size)


@lru_cache(maxsize=64)
def longest(n: int, size: int) -> int:
    """Return the number of rounds for which a schedule with even short tables and no repeated meeting is known.

    Where the size does not divide the players, up to 15 rounds are looked at.
    """
    size = _largest(n, size)
    short = -n % size
    if n > ALWAYS_FREE.get(size, n):
        return max(MIXED_ROUNDS, 0 if short else len(perfect(n, size)))
    if not short:
        return len(perfect(n, size))
    known = packed(n, size)
    free = [r for r, entry in known.items() if entry.repeats == 0]
    most = min(MIXED_ROUNDS, len(perfect(n + short, size)))
    best = max(free, default=0)
    for rounds in range(most, best, -1):
        if delete(perfect(n + short, size), n + short, short, rounds) is not None:
            return rounds
    return best


def _largest(n: int, size: int) -> int:
    """Return the size of the largest tables where n people are seated at tables of ``size``: 4 for 16 at fives."""
    form = shape(n, size)
    return size if form is None else form.size


@lru_cache(maxsize=32)
def _known(n: int, rounds: int, size: int) -> Schedule | None:
    """Return a schedule that needs no search, or None."""
    short = -n % size
    whole = perfect(n, size)
    if not short and whole:
        if rounds <= len(whole):
            return whole[:rounds]
        if len(whole) * (size - 1) == n - 1:
            return [whole[r % len(whole)] for r in range(rounds)]
    if short:
        larger = perfect(n + short, size)
        if rounds <= len(larger) and (shortened := delete(larger, n + short, short, rounds)) is not None:
            return shortened
    stored = packed(n, size)
    if rounds in stored and stored[rounds].repeats:
        return stored[rounds].schedule()
    for length, entry in sorted(stored.items()):
        if entry.repeats == 0 and length >= rounds:
            return entry.schedule()[:rounds]
    return stored[rounds].schedule() if rounds in stored else None


@dataclass(frozen=True, slots=True)
class _Question:
    """A schedule to search for; two are equal for the same schedule, no matter who watches the progress."""

    n: int
    rounds: int
    form: Shape
    progress: Progress | None = field(compare=False)


@lru_cache(maxsize=16)
def _searched(asked: _Question) -> tuple[Schedule, list[tuple[int, ...]]]:
    form = asked.form
    lots = Lots(0, "schedule", asked.n, asked.rounds, form.size, form.idle)
    draft = improve(_start(asked.n, asked.rounds, form, lots), STEPS, lots, asked.progress)
    return [[tuple(t) for t in round_] for round_ in draft.tables], [tuple(b) for b in draft.byes]


@lru_cache(maxsize=32)
def uneven(n: int, rounds: int, size: int) -> Schedule | None:
    """Return a schedule without repeats in which some may be at short tables more often, or None if none is known."""
    size = _largest(n, size)
    short = -n % size
    form = shape(n, size)
    if not short or form is None or form.idle:
        return None
    larger = perfect(n + short, size)
    return delete_any(larger, n + short, short, rounds) if rounds <= len(larger) else None


def longest_by(key: str, n: int, size: int, allowed: tuple[int, ...] = (), usual_first: bool = False) -> int:
    """Return for how many rounds a schedule without repeated meetings is known for one of ``WAYS``, or ``best``.

    0 where the tables have sizes that only a search can make a schedule for.
    """
    form = shape(n, size, allowed=allowed, usual_first=usual_first)
    if form is None or not form.plain:
        return 0
    size = form.size
    sure = longest(n, size)
    if key not in ("best", *WAYS[1:]) or not form.short or form.idle or n > STORED.get(size, (0, 0))[0]:
        return sure
    for rounds in range(STORED[size][1], sure, -1):
        if not by_way(key, n, rounds, size).repeats:
            return rounds
    return sure


@dataclass(frozen=True, slots=True)
class Way:
    """A way to share out short tables: ``key`` of ``WAYS``, the schedule, its repeated meetings, and the fewest and
    most short tables of any player."""

    key: str
    schedule: Schedule
    repeats: int
    least: int
    most: int


WAYS = ("threes", "even", "uneven")
"""Short tables in turn, even at the end, fewest repeated meetings."""


def by_way(
    key: str,
    n: int,
    rounds: int,
    size: int,
    progress: Progress | None = None,
    allowed: tuple[int, ...] = (),
    usual_first: bool = False,
) -> Way:
    """Return the best schedule known for one of ``WAYS``; there are short tables (or larger ones) and no byes.

    ``best`` stands for ``even`` where that repeats no more than ``uneven``, else for ``uneven``.
    """
    form = shape(n, size, allowed=allowed, usual_first=usual_first)
    if form is None or form.idle:
        raise ValueError(f"{n} people cannot all sit at tables of {size}")
    return _by_way(_Wanted(n, rounds, form, progress, key))


def known_ways(
    n: int, rounds: int, size: int, allowed: tuple[int, ...] = (), usual_first: bool = False
) -> tuple[Way, ...]:
    """Return the ways that can be compared without a search; none where the tables are full."""
    form = shape(n, size, allowed=allowed, usual_first=usual_first)
    if form is None or not form.short or form.idle or not is_stored(n, rounds, form):
        return ()
    keys = WAYS if _known(n, rounds, form.size) is not None else WAYS[1:]
    return tuple(by_way(key, n, rounds, size, None, allowed, usual_first) for key in keys)


@dataclass(frozen=True, slots=True)
class _Wanted(_Question):
    key: str


@lru_cache(maxsize=64)
def _by_way(wanted: _Wanted) -> Way:
    key, n, rounds, form = wanted.key, wanted.n, wanted.rounds, wanted.form
    size = form.size
    if key == "best":
        even, free = (_by_way(replace(wanted, key=way)) for way in ("even", "uneven"))
        return even if even.repeats <= free.repeats else free
    if key == "threes":
        return _way(wanted, _complete(wanted)[0])
    options: list[Way] = []
    if form.plain:
        if key == "uneven" and (free_schedule := uneven(n, rounds, size)) is not None:
            return _way(wanted, free_schedule)
        if in_turn := _known(n, rounds, size):
            options.append(_way(wanted, in_turn))
        if options and not options[0].repeats:
            return options[0]
        options += _even_ways(wanted)
        if key == "uneven" and (stored := packed_free(n, size).get(rounds)):
            options.append(_way(wanted, stored.schedule()))
    if not options:
        options.append(_way(wanted, _complete(wanted)[0]))
    if not is_stored(n, rounds, form) and all(way.repeats for way in options):
        draft = (uneven(n, rounds, size) if form.plain else None) or options[0].schedule
        searched = _way(wanted, _loosened(wanted, draft))
        if key == "uneven" or searched.most - searched.least <= 1:
            options.append(searched)
    return min(options, key=lambda way: way.repeats)


def _even_ways(wanted: _Wanted) -> list[Way]:
    """Return what is known with short tables even at the end."""
    n, rounds, size = wanted.n, wanted.rounds, wanted.form.size
    if _within(n, rounds, size):
        stored: Packed | None = packed_even(n, size).get(rounds)
        return [_way(wanted, stored.schedule())] if stored else []
    larger = perfect(n + -n % size, size)
    level = delete_level(larger, n + -n % size, -n % size, rounds) if rounds <= len(larger) else None
    return [_way(wanted, level)] if level else []


def _within(n: int, rounds: int, size: int) -> bool:
    """Tell whether the packed files look after so many places and rounds."""
    places, most = STORED.get(size, (0, 0))
    return n <= places and rounds <= most


def is_stored(n: int, rounds: int, form: Shape) -> bool:
    """Tell whether a long search has been made for so many places and rounds, or none is needed."""
    if not form.plain:
        return False
    if _within(n, rounds, form.size):
        return True
    known = _known(n, rounds, form.size)
    return known is not None and not repeats(known)


def _loosened(wanted: _Wanted, schedule: Schedule) -> Schedule:
    """Return a schedule after a search in which short tables need only be even at the end, or not at all."""
    size = wanted.form.size
    draft = Draft(
        [[list(table) for table in round_] for round_ in schedule],
        [[] for _ in schedule],
        size,
        no_meetings(wanted.n),
        [0] * wanted.n,
        [0] * wanted.n,
        EVEN if wanted.key == "even" else 0,
        at_end=True,
    )
    lots = Lots(0, "schedule", wanted.n, wanted.rounds, size, wanted.key)
    better = improve(draft, STEPS, lots, wanted.progress)
    return [[tuple(table) for table in round_] for round_ in better.tables]


def _way(wanted: _Wanted, schedule: Schedule) -> Way:
    visits = [0] * wanted.n
    for round_ in schedule:
        for table in round_:
            for place in table if len(table) != wanted.form.size else ():
                visits[place] += 1
    return Way(wanted.key, schedule, repeats(schedule), min(visits), max(visits))


def complete(
    n: int,
    rounds: int,
    size: int,
    byes: bool = False,
    progress: Progress | None = None,
    allowed: tuple[int, ...] = (),
    usual_first: bool = False,
) -> tuple[Schedule, list[tuple[int, ...]]]:
    """Return tables and byes of each round for n places, the same for the same arguments on every machine.

    Short tables and byes are even after every round; tables known to be perfect come at once. The caller
    has made sure that there is a ``shape``.
    """
    form = shape(n, size, byes, allowed, usual_first)
    if form is None:
        raise ValueError(f"{n} people cannot sit at tables of {size}")
    return _complete(_Wanted(n, rounds, form, progress, "threes"))


def _complete(wanted: _Wanted) -> tuple[Schedule, list[tuple[int, ...]]]:
    n, rounds, form = wanted.n, wanted.rounds, wanted.form
    if form.plain and not form.idle and (schedule := _known(n, rounds, form.size)) is not None:
        return schedule, [()] * rounds
    return _searched(_Question(n, rounds, form, wanted.progress))


def _start(n: int, rounds: int, form: Shape, lots: Lots) -> Draft:
    """Return the draft that the search begins with: the longest known schedule, again and again, or lots."""
    tables: list[list[list[int]]] = []
    idle: list[list[int]] = []
    known: Sequence[Sequence[tuple[int, ...]]] = []
    if form.plain and not form.idle:
        length = max((r for r in (*packed(n, form.size), longest(n, form.size)) if r <= rounds), default=0)
        known = (_known(n, length, form.size) if length else None) or []
    while known and len(tables) < rounds:
        names = lots.shuffled(range(n)) if tables else list(range(n))
        tables += [[[names[p] for p in table] for table in round_] for round_ in known]
    del tables[rounds:]
    idle = [[] for _ in tables]
    while len(tables) < rounds:
        order = lots.shuffled(range(n))
        round_ = []
        for k in form.sizes:
            round_.append(order[:k])
            del order[:k]
        tables.append(round_)
        idle.append(order)
    if form.short or form.idle:
        level(list(zip(tables, idle, strict=True)), n, form.size, lots)
    return Draft(tables, idle, form.size, no_meetings(n), [0] * n, [0] * n)
