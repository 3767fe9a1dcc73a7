"""The Dutch and the Burstein system once more, slowly and plainly: every pairing of a bracket is made and judged.

For small fields only. It shares with the engine what a player is (``people``) and nothing of how a pairing is
found, so that each checks the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from tournaments.pairing.dutch.explain import failings
from tournaments.pairing.dutch.people import Entrant

Pairs = tuple[tuple[int, int], ...]


def plain_pairing(people: Sequence[Entrant], meets: Sequence[int]) -> tuple[Pairs, int | None] | None:
    """Return the pairs of places and the place with the bye, by the rules in force; None where there is no pairing."""
    return Plain(people, meets).run()


def plain_by_index(people: Sequence[Entrant], meets: Sequence[int]) -> tuple[Pairs, int | None] | None:
    """Return the pairs of places and the place with the bye by the Burstein system; None where there is no pairing."""
    return PlainBurstein(people, meets).run()


def plain_colour(high: Entrant, low: Entrant, white_first: bool) -> bool:
    """Return whether the higher ranked of two has white (article 5.2)."""
    one, other = high.wish, low.wish
    if one.colour != other.colour:
        return (one.colour or -other.colour) > 0
    if one.colour == 0:
        return (high.count % 2 == 1) == white_first
    strength = [3 if w.absolute else 2 if w.strong else 1 for w in (one, other)]
    strength = [10 * s + (abs(w.difference) if s == 3 else 0) for s, w in zip(strength, (one, other), strict=True)]
    if strength[0] != strength[1]:
        return (one.colour > 0) == (strength[0] > strength[1])
    shared = min(len(one.colours), len(other.colours))
    for k in range(1, shared + 1):
        if one.colours[-k] != other.colours[-k]:
            return one.colours[-k] < 0
    return one.colour > 0


class Plain:
    """The Dutch system."""

    bye: int | None = None

    def __init__(self, people: Sequence[Entrant], meets: Sequence[int]) -> None:
        self.people = people
        self.meets = meets
        self.everybody = frozenset(range(len(people)))
        self.bye_score: int | None = None
        self.can_go_on = cache(self._can_go_on)
        self.best_next = cache(self._best_next)

    def start(self) -> bool:
        """Find out how low the bye can go; return whether there is a pairing at all."""
        if len(self.everybody) % 2 == 0:
            return self.can_go_on(self.everybody)
        for score in sorted({e.score for e in self.people}):
            self.bye_score = score
            self.can_go_on.cache_clear()
            if self.can_go_on(self.everybody):
                return True
        return False

    def run(self) -> tuple[Pairs, int | None] | None:
        if not self.start():
            return None
        pairs: list[tuple[int, int]] = []
        moved: tuple[int, ...] = ()
        left = self.everybody
        for score in sorted({self.people[p].score for p in left}, reverse=True):
            group = tuple(p for p in sorted(left) if self.people[p].score == score)
            pairing = self._bracket(moved, group, left)
            pairs += pairing
            left -= {p for pair in pairing for p in pair}
            moved = tuple(p for p in (*moved, *group) if p in left)
        return tuple(pairs), moved[0] if moved else self.bye

    def _bracket(self, moved: tuple[int, ...], group: tuple[int, ...], left: frozenset[int]) -> Pairs:
        """Return the best candidate; of equal ones the first in the order of article 4."""
        return min(
            self._candidates(moved, group, left),
            key=lambda pairs: (self.value(moved, group, left, pairs), self.order(moved, group, pairs)),
        )

    def order(self, moved: tuple[int, ...], group: tuple[int, ...], pairs: Pairs) -> tuple[object, ...]:
        """Return the key of a candidate in the order of the rules."""
        return _order(moved, group, pairs)

    def _candidates(self, moved: tuple[int, ...], group: tuple[int, ...], left: frozenset[int]) -> list[Pairs]:
        """Return all candidates with the most pairs (C6), after which the rest can be paired (C4, C5)."""
        for size in range((len(moved) + len(group)) // 2, -1, -1):
            out = [
                pairs
                for pairs in self._matchings((*moved, *group), len(moved), size)
                if self.can_go_on(left - {p for pair in pairs for p in pair})
            ]
            if out:
                return out
        raise ValueError("the bracket before left people who cannot be paired")

    def _matchings(self, own: tuple[int, ...], moved: int, size: int) -> Iterator[Pairs]:
        """Yield every set of so many pairs; no two of those moved down meet."""
        if size == 0:
            yield ()
            return
        if len(own) < 2 * size:
            return
        first, rest = own[0], own[1:]
        for k, other in enumerate(rest):
            if self.meets[first] >> other & 1 and not (moved and k < moved - 1):
                smaller = rest[:k] + rest[k + 1 :]
                for pairs in self._matchings(smaller, max(0, moved - 1), size - 1):
                    yield ((first, other), *pairs)
        yield from self._matchings(rest, max(0, moved - 1), size)

    def value(
        self, moved: tuple[int, ...], group: tuple[int, ...], left: frozenset[int], pairs: Pairs
    ) -> tuple[tuple[int, ...], ...]:
        """Return the values of C7 to C21, in order."""
        own = (*moved, *group)
        counted = failings(self.people, moved, own, pairs)
        gone = {p for pair in pairs for p in pair}
        down = tuple(p for p in own if p not in gone)
        ahead = self.best_next(down, left - gone)
        return (counted["C7"], ahead, self._unplayed(down), *list(counted.values())[2:])

    def _unplayed(self, down: tuple[int, ...]) -> tuple[int, ...]:
        """Return the value of C9: only where the one who leaves the bracket has the bye; the more games the better."""
        if self.bye_score is None or len(down) != 1 or self.people[down[0]].score != self.bye_score:
            return ()
        return (-self.people[down[0]].played,)

    def _best_next(self, down: tuple[int, ...], left: frozenset[int]) -> tuple[int, ...]:
        """Return the value of C8: the floaters of the next bracket, as few and as low as can be."""
        score = max((self.people[p].score for p in left if p not in down), default=None)
        if score is None:
            return ()
        group = tuple(e.place for e in self.people if e.score == score)
        values = []
        for pairs in self._candidates(down, group, left):
            gone = {p for pair in pairs for p in pair}
            floaters = [self.people[p].score for p in (*down, *group) if p not in gone]
            values.append((len(floaters), *sorted(floaters, reverse=True)))
        return min(values)

    def _can_go_on(self, left: frozenset[int]) -> bool:
        """Return whether these can be paired, the bye going to somebody with the score of ``bye_score``."""
        if not left:
            return True
        first = min(left)
        rest = left - {first}
        if any(self.meets[first] >> other & 1 and self.can_go_on(rest - {other}) for other in sorted(rest)):
            return True
        person = self.people[first]
        if len(left) % 2 == 0 or not person.bye_free or person.score != self.bye_score:
            return False
        return self.can_go_on(rest)


class PlainBurstein(Plain):
    """The Burstein system (C.04.4.2)."""

    def start(self) -> bool:
        if len(self.everybody) % 2:
            due = [e for e in self.people if e.bye_free]
            due.sort(key=lambda e: e.rank, reverse=True)  # 3.1.5, then the rules before it
            due.sort(key=lambda e: e.played, reverse=True)
            due.sort(key=lambda e: e.score)
            for person in due:
                if self.can_go_on(self.everybody - {person.place}):
                    self.bye = person.place
                    self.everybody -= {person.place}
                    return True
            return False
        return self.can_go_on(self.everybody)

    def value(
        self, moved: tuple[int, ...], group: tuple[int, ...], left: frozenset[int], pairs: Pairs
    ) -> tuple[tuple[int, ...], ...]:
        """Return the values of C6 to C8, in order."""
        own = (*moved, *group)
        gone = {p for pair in pairs for p in pair}
        down = tuple(p for p in own if p not in gone)
        scores = tuple(sorted((self.people[p].score for p in down), reverse=True))
        wishes = [{self.people[p].wish.colour for p in pair} for pair in pairs]
        missed = sum(len(colours) == 1 and 0 not in colours for colours in wishes)
        return (scores, self.best_next(down, left - gone), (missed,))

    def order(self, moved: tuple[int, ...], group: tuple[int, ...], pairs: Pairs) -> tuple[object, ...]:
        """Return the opponent's number of number 1, of number 2 and so on, the greater first, 0 for a floater (4.3)."""
        ranked = sorted((*moved, *group), key=lambda p: self.people[p].rank)
        number = {p: k for k, p in enumerate(ranked, start=1)}
        partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        return tuple(-number[partner[p]] if p in partner else 0 for p in ranked)


def _order(moved: tuple[int, ...], group: tuple[int, ...], pairs: Pairs) -> tuple[object, ...]:
    """Return the key of a candidate in the order of article 4 of the Dutch system."""
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    chosen = tuple(p for p in moved if p in partner)
    opponents = tuple(partner[p] for p in chosen)
    rest = [p for p in group if partner.get(p) not in chosen]
    number = {p: k for k, p in enumerate(rest, start=1)}
    inner = [sorted((number[a], number[b])) for a, b in pairs if a in number and b in number]
    half = len(inner)
    first = sorted(low for low, _high in inner)
    outgoing = sorted((n for n in range(1, half + 1) if n not in first), reverse=True)
    incoming = [n for n in first if n > half]
    meets = {pair[0]: pair[1] for pair in inner}
    return (
        chosen,
        opponents,
        len(incoming),
        sum(incoming) - sum(outgoing),
        [-n for n in outgoing],
        incoming,
        [meets[n] for n in first],
    )
