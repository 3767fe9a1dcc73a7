"""The pairings that are still in question, fewer with each wish: what the criteria ask for, in their order.

A wish gives every pair a value; of the pairings left those with the greatest sum stay. Wishes are granted one
after another, as many at once as whole numbers have room for; who has only one partner left is done with.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from tournaments.pairing.dutch.heaviest import EXACT, Heaviest, heaviest

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from tournaments.pairing.dutch.heaviest import Truth, Whole

FEW = 3
"""So few choices are always granted with the help of weights."""


class NoneLeft(Exception):
    """There is no pairing of everybody."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The wishes of one person: ``ranks[q]`` is the greater, the better q is as a partner."""

    person: int
    ranks: npt.NDArray[np.int64]


class Candidates:
    """Perfect matchings of the people 0 … n - 1: at first all that have allowed pairs only.

    ``mate`` is one of those left, once a wish was granted.
    """

    def __init__(self, allowed: Truth) -> None:
        import numpy as np

        self.allowed = allowed.copy()
        self.mate = [-1] * len(allowed)
        self.open = np.arange(len(allowed))
        self.odd_sets: list[Truth] = []
        self.asked = False

    def grant(self, wishes: Iterable[Whole]) -> None:
        """Keep the pairings with the greatest sum of the first wish, of these by the second, and so on.

        Raises NoneLeft where there is no pairing.
        """
        import numpy as np

        waiting = deque(wishes)
        while waiting or not self.asked:
            index = np.ix_(self.open, self.open)
            allowed = self.allowed[index]
            pairs = len(self.open) // 2
            room = self._room()
            total = np.zeros(allowed.shape, dtype=np.int64)
            scale = 1
            while waiting:
                values = waiting[0][index]
                shown = values[allowed]
                least, most = (int(shown.min()), int(shown.max())) if shown.size else (0, 0)
                size = (most - least) * pairs + 1
                if scale > 1 and size * scale > room:
                    break
                waiting.popleft()
                if least != most:
                    total = total * size + (values - least)
                    scale *= size
            if scale > 1 or not self.asked:
                self._refine(total, scale)

    def choose(self, choices: Iterable[Choice]) -> None:
        """Keep the pairings with the best partner for the first person, of these for the second, and so on.

        Two who choose may choose each other. No two partners have one rank, except for the lowest, 0.
        """

        waiting = deque(choices)
        stride = len(waiting)
        while waiting:
            if stride > FEW:
                if self._take(self._at_will(waiting, stride)):
                    for _ in range(stride):
                        waiting.popleft()
                    stride = min(2 * stride, len(waiting))
                else:
                    stride //= 2
            else:
                self._serve(waiting)
                stride = min(max(stride, 2 * FEW), len(waiting))

    def _at_will(self, choices: Iterable[Choice], most: int) -> list[tuple[int, int]]:
        """Return the pairs if each of the first so many took the partner they like best of those that are left."""
        import numpy as np

        free = np.zeros(len(self.allowed), dtype=bool)
        free[self.open] = True
        pairs = []
        for choice in islice(choices, most):
            if free[choice.person]:
                ranks = np.where(self.allowed[choice.person] & free, choice.ranks, -1)
                partner = int(ranks.argmax())
                if ranks[partner] > 0:  # else whichever of the lowest: nobody who comes later can want this person
                    free[choice.person] = free[partner] = False
                    pairs.append((choice.person, partner))
        return pairs

    def _take(self, pairs: list[tuple[int, int]]) -> bool:
        """Keep only the pairings with these pairs, if there are any; return whether there are."""
        import numpy as np

        if not all(self.allowed[a, b] for a, b in pairs):
            return False
        before = np.isin(np.arange(len(self.allowed)), self.open)
        after = before.copy()
        after[[p for pair in pairs for p in pair]] = False
        owed = 0
        for odd in self.odd_sets:
            left = sum(bool(odd[a]) != bool(odd[b]) for a, b in pairs)
            owed += int((odd & before).sum()) % 2 - left
        people, odd_sets, mate = self.open, self.odd_sets, list(self.mate)
        self.open = np.flatnonzero(after)
        best = self._best(np.zeros((len(self.open), len(self.open)), dtype=np.int64), 1)
        crossings = 0
        if best is not None:
            crossings = sum(int((odd[self.open] != odd[self.open[best.mate]]).sum()) // 2 for odd in self.odd_sets)
        if best is None or crossings != owed:
            self.open, self.odd_sets, self.mate = people, odd_sets, mate
            return False
        for a, b in pairs:
            self.mate[a], self.mate[b] = b, a
            self.allowed[[a, b], :] = False
            self.allowed[:, [a, b]] = False
        self._keep(best)
        return True

    def _serve(self, waiting: deque[Choice]) -> None:
        """Grant the wishes of as many as there is room for at once."""
        import numpy as np

        size = len(self.open)
        room = self._room()
        place = {int(p): k for k, p in enumerate(self.open)}
        total = np.zeros((size, size), dtype=np.int64)
        scale = 1
        while waiting:
            choice = waiting[0]
            who = place.get(choice.person)
            partners = np.flatnonzero(self.allowed[choice.person, self.open])
            ranks, values = np.unique(choice.ranks[self.open[partners]], return_inverse=True)
            options = len(ranks)
            if scale > 1 and scale * options > room:
                break
            waiting.popleft()
            if who is not None and options > 1:
                total *= options
                total[who, partners] += values
                total[partners, who] += values
                scale *= options
        if scale > 1:
            self._refine(total, scale)

    def forbid(self, pairs: Truth) -> None:
        """Leave out the pairings that have one of these pairs; some must be left."""
        self.allowed &= ~pairs

    def only(self, people: int) -> None:
        """Look only at the first so many people, whom no pairing left pairs with anybody else."""
        self.allowed[:people, people:] = False
        self.allowed[people:, :people] = False
        self.open = self.open[self.open < people]
        self.odd_sets = [odd for odd in self.odd_sets if odd[self.open].any() and not odd[self.open].all()]

    def _room(self) -> int:
        """Return the greatest range of sums of a wish that can be granted at once."""
        people = max(1, len(self.open))
        return EXACT // (people * (1 + len(self.odd_sets) * people))

    def _refine(self, values: Whole, scale: int) -> None:
        """Keep the heaviest; sums of ``values`` differ by less than ``scale``. The odd sets of before come first."""
        best = self._best(values, scale)
        if best is None:
            raise NoneLeft
        self.asked = True
        self._keep(best)

    def _best(self, values: Whole, scale: int) -> Heaviest | None:
        import numpy as np

        allowed = self.allowed[np.ix_(self.open, self.open)]
        weights = values
        if self.odd_sets:
            crossings = np.zeros(allowed.shape, dtype=np.int64)
            for odd in self.odd_sets:
                inside = odd[self.open]
                crossings += inside[:, None] != inside
            weights = values - crossings * scale
        return heaviest(weights, allowed)

    def _keep(self, best: Heaviest) -> None:
        import numpy as np

        people = self.open
        for k, partner in enumerate(best.mate):
            self.mate[int(people[k])] = int(people[partner])
        self.allowed[np.ix_(people, people)] = best.tight
        odd_sets = []
        for odd in best.odd_sets:
            inside = np.zeros(len(self.allowed), dtype=bool)
            inside[people[odd]] = True
            odd_sets.append(inside)
        self.odd_sets = odd_sets
        self._settle()

    def _settle(self) -> None:
        """Pair everybody who has one possible partner; the partner has no other."""
        import numpy as np

        open_ = np.zeros(len(self.allowed), dtype=bool)
        open_[self.open] = True
        while True:
            degree = self.allowed.sum(axis=1)
            single = np.flatnonzero(open_ & (degree == 1))
            if not single.size:
                break
            for person in single:
                if open_[person]:
                    partner = int(self.allowed[person].argmax())
                    for entrant in (int(person), partner):
                        self.allowed[entrant, :] = False
                        self.allowed[:, entrant] = False
                        open_[entrant] = False
        self.open = np.flatnonzero(open_)
        self.odd_sets = [odd for odd in self.odd_sets if (odd & open_).sum() > 1 and (~odd & open_).any()]


def indicator(people: Sequence[int], size: int, most_bits: int = 10) -> Iterator[npt.NDArray[np.int64]]:
    """Yield a weight for each person so that the first counts more than all that follow; several lots of them."""
    import numpy as np

    for start in range(0, len(people), most_bits):
        part = people[start : start + most_bits]
        weights = np.zeros(size, dtype=np.int64)
        for k, person in enumerate(part):
            weights[person] = 1 << (len(part) - 1 - k)
        yield weights
