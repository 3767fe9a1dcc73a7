"""Prizes of an event: who gets what, from the lists of prizes, the standings and a rule for ties.

Money is whole cents, shared exactly and paid in steps. The rule is `docs/algorithms/prizes.md`; ``hort`` is the system
named after V. Hort: half of each prize goes by place, the other halves are shared by all with as many points.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, groupby

PLACE, EQUAL, HORT = "place", "equal", "hort"
SHARINGS = (PLACE, EQUAL, HORT)
STEPS = (1, 5, 10, 50, 100)

MOST_SWEEPS = 20
"""So often the tied players of a group are asked for a better list; it usually takes two or three."""


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of one place: money in ``cents``, a ``thing``, or both. ``worth``: what the thing counts as, in cents,
    where a player could have either of two prizes."""

    cents: int = 0
    thing: str = ""
    worth: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can win: ``rank`` of the standings, shared by those who are equal in everything; ``tied``: the same
    for all who share the prizes of their places, such as their points."""

    number: int
    rank: int
    tied: Fraction | int
    birth_year: int | None = None
    rating: int | None = None
    club: str = ""
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of places 1, 2, … among those who fulfil all conditions. Without a condition it is for everybody."""

    prizes: tuple[Prize, ...]
    born_from: int | None = None
    born_to: int | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    club: str = ""
    mark: str = ""

    def is_for(self, person: Person) -> bool:
        """Tell whether a person fulfils the conditions. An unknown year of birth fulfils none; no rating is below any
        rating."""
        born, rating = person.birth_year, person.rating
        if (self.born_from, self.born_to) != (None, None) and born is None:
            return False
        return (
            (self.born_from is None or born is None or born >= self.born_from)
            and (self.born_to is None or born is None or born <= self.born_to)
            and (self.rating_from is None or (rating is not None and rating >= self.rating_from))
            and (self.rating_to is None or rating is None or rating <= self.rating_to)
            and (not self.club or same(self.club, person.club))
            and (not self.mark or any(same(self.mark, mark) for mark in person.marks))
        )


@dataclass(frozen=True, slots=True)
class Award:
    """Something that a person wins in a list, both by their place from 0: money, and things. ``shared``: the numbers
    of those who shared the money, the person among them; ``undecided``: those between whom only a lot can decide who
    gets the thing, the person among them; ``first``: the place of the best of those who share their rank."""

    number: int
    list: int
    place: int
    cents: int
    things: tuple[str, ...] = ()
    shared: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()
    first: int = field(default=0, compare=False)


def same(one: str, other: str) -> bool:
    """Compare two names of clubs, or two marks, as people do."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def awards(
    lists: Sequence[PrizeList], people: Iterable[Person], sharing: str = EQUAL, step: int = 1, several: bool = False
) -> tuple[Award, ...]:
    """Return what everybody wins, in the order of the lists and of the places. ``several``: one person may win in
    several lists; otherwise in the most valuable only. Raises ValueError for an unknown sharing or step."""
    if sharing not in SHARINGS or step not in STEPS:
        raise ValueError(f"{sharing!r} in steps of {step} is no way to share")
    ordered = sorted(people, key=lambda person: (person.rank, person.number))
    given = [0] * len(lists)
    steps = [_step_of(each, step) for each in lists]
    result: list[Award] = []
    for _tied, group in groupby(ordered, key=lambda person: person.rank if sharing == PLACE else person.tied):
        tied = _Group(lists, list(group), given, sharing)
        chosen = tied.everywhere() if several else tied.best()
        for at, members in chosen.items():
            result += tied.pay(at, members, steps[at])
            given[at] = min(len(lists[at].prizes), given[at] + len(members))
    return tuple(sorted(result, key=lambda award: (award.list, award.place, award.number)))


def _step_of(prizes: PrizeList, step: int) -> int:
    """Return the largest step, up to the one asked for, in which each prize of a list can be paid: in a larger one
    those who share the places below could get more than somebody above."""
    return max(s for s in STEPS if s <= step and all(prize.cents % s == 0 for prize in prizes.prizes))


class _Group:
    """Those who share the prizes of their places. Members are known by their place in the group, the best first."""

    def __init__(self, lists: Sequence[PrizeList], people: list[Person], given: list[int], sharing: str) -> None:
        self.lists, self.people, self.given, self.sharing = lists, people, tuple(given), sharing
        self.ranks = [person.rank for person in people]
        self.left = [each.prizes[start:] for each, start in zip(lists, self.given, strict=True)]
        self.sums = [list(accumulate((prize.cents for prize in left), initial=0)) for left in self.left]
        self.open = [[at for at, each in enumerate(lists) if self.left[at] and each.is_for(p)] for p in people]

    def everywhere(self) -> dict[int, list[int]]:
        """Put everybody into every list that is for them."""
        members: dict[int, list[int]] = {}
        for member, open_ in enumerate(self.open):
            for at in open_:
                members.setdefault(at, []).append(member)
        return members

    def best(self) -> Mapping[int, list[int]]:
        """Put everybody into one list: the first that is for them, then, from the last of the group up, into the one
        that is worth the most to them, until nobody gains by a change."""
        where = [open_[0] if open_ else None for open_ in self.open]
        members: dict[int, list[int]] = {at: [] for at in range(len(self.lists))}
        for member, at in enumerate(where):
            if at is not None:
                members[at].append(member)
        choosers = [member for member, open_ in enumerate(self.open) if len(open_) > 1]
        for _sweep in range(MOST_SWEEPS):
            changed = False
            for member in reversed(choosers):
                now = where[member]
                assert now is not None
                members[now].remove(member)
                # the list that they are in first: only a better one moves them; then the lists in their order
                options = [now, *(at for at in self.open[member] if at != now)]
                best = max(options, key=lambda at: (self.value(at, member, members[at]), at == now, -at))
                insort(members[best], member)
                where[member] = best
                changed |= best != now
            if not changed:
                break
        return {at: chosen for at, chosen in members.items() if chosen}

    def value(self, at: int, member: int, others: Sequence[int]) -> tuple[Fraction, bool]:
        """Return what a list is worth to a member beside others in it, in cents, and whether there is anything."""
        place = bisect_left(others, member)
        low = bisect_left(others, self.ranks[member], key=self.ranks.__getitem__)
        high = bisect_right(others, self.ranks[member], key=self.ranks.__getitem__) + 1
        money = self.share(at, low, high, len(others) + 1)
        prize = self.left[at][place] if place < len(self.left[at]) else None
        thing = bool(prize and prize.thing)
        return money + (prize.worth if prize and thing else 0), thing or money > 0

    def share(self, at: int, low: int, high: int, count: int) -> Fraction:
        """Return the exact money of a member of a list with ``count`` members, whose rank is shared by the places from
        ``low`` to before ``high``."""
        sums = self.sums[at]
        last = len(sums) - 1
        pool = Fraction(sums[min(count, last)], count)
        by_place = Fraction(sums[min(high, last)] - sums[min(low, last)], high - low)
        if self.sharing == PLACE:
            return by_place
        return pool if self.sharing == EQUAL else (pool + by_place) / 2

    def pay(self, at: int, members: Sequence[int], step: int) -> Iterator[Award]:
        """Give the members of a list their prizes: money in steps, things by place."""
        ranks = [self.ranks[member] for member in members]
        spans = [(bisect_left(ranks, rank), bisect_right(ranks, rank)) for rank in ranks]
        exact = [self.share(at, low, high, len(members)) for low, high in spans]
        left = self.left[at]
        things = [left[place].thing if place < len(left) else "" for place in range(len(members))]
        numbers = [self.people[member].number for member in members]
        for place, (cents, (low, high)) in enumerate(zip(paid(exact, step), spans, strict=True)):
            sharers = (low, high) if self.sharing == PLACE else (0, len(members))
            shared = tuple(numbers[slice(*sharers)]) if cents and sharers[1] - sharers[0] > 1 else ()
            open_ = len(set(things[low:high])) > 1
            if cents or things[place] or open_:
                yield Award(
                    numbers[place],
                    at,
                    self.given[at] + place,
                    cents,
                    (things[place],) if things[place] else (),
                    shared,
                    tuple(numbers[low:high]) if open_ else (),
                    self.given[at] + low,
                )


def paid(shares: Sequence[Fraction], step: int) -> list[int]:
    """Round exact shares to whole steps that add up to the same: down, then the largest remainders up, of equal ones
    the first. What is less than a step goes to the first."""
    whole = [int(share // step) * step for share in shares]
    rest = int(sum(shares)) - sum(whole)
    by_remainder = sorted(range(len(shares)), key=lambda at: (whole[at] - shares[at], at))
    for at in by_remainder[: rest // step]:
        whole[at] += step
    if shares:
        whole[0] += rest % step
    return whole
