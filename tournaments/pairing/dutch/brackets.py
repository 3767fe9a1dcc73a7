"""The Dutch system as in force since 1 February 2026, bracket by bracket (FIDE Handbook C.04.3).

Of each bracket the pairings are narrowed down: by the criteria in their order, then by the order in which the
rules look at candidates (article 4): who of those moved down is paired, with whom, who is exchanged, who meets
whom. What comes below the next bracket is only asked whether it can be paired at all (C4, C5); if not, the
bracket is looked at again together with everybody below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tournaments.pairing.dutch.candidates import Candidates, Choice, NoneLeft, indicator
from tournaments.pairing.dutch.completion import Completion, bits
from tournaments.pairing.dutch.criteria import Bracket, Table, table_of, wishes
from tournaments.pairing.dutch.people import Entrant

if TYPE_CHECKING:
    from tournaments.pairing.dutch.heaviest import Truth

ALL_AT_ONCE = 24
"""So few people below are looked at with the bracket from the start."""

MORE_EXITS = 4


@dataclass(frozen=True, slots=True)
class Paired:
    """One bracket when it is done: places. ``moved``: came from above; ``down``: leave downwards."""

    people: tuple[int, ...]
    moved: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    down: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """Pairs of places, the higher first; who has the bye; the brackets from the top."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    brackets: tuple[Paired, ...]


class NoPairing(Exception):
    """The absolute criteria leave no way. ``bye``: people can be paired, but the bye can go to nobody (C2)."""

    def __init__(self, *, bye: bool) -> None:
        super().__init__()
        self.bye = bye


def pair_brackets(people: Sequence[Entrant], meets: Sequence[int]) -> RoundPairing:
    """Pair these people; ``meets``: the possible opponents of each, a bit for each place. Raises NoPairing."""
    return Descent(people, meets).run()


class Descent:
    """The way down through the score groups of a round."""

    def __init__(self, people: Sequence[Entrant], meets: Sequence[int]) -> None:
        import numpy as np

        self.np = np
        self.people = people
        self.meets = meets
        self.table: Table = table_of(people)
        n = len(people)
        self.odd = n % 2 == 1
        raw = b"".join(mask.to_bytes((n + 7) // 8, "little") for mask in meets)
        grid = np.frombuffer(raw, dtype=np.uint8).reshape(n, -1)
        self.may = np.unpackbits(grid, axis=1, bitorder="little")[:, :n].astype(bool)
        self.groups: list[list[int]] = []
        for e in people:
            if self.groups and people[self.groups[-1][0]].score == e.score:
                self.groups[-1].append(e.place)
            else:
                self.groups.append([e.place])
        self.mate = [-1] * n
        self.left = (1 << n) - 1
        self.bye_score = 0
        self.bye_candidates = 0
        self.bye: int | None = None

    def run(self) -> RoundPairing:
        self.start()
        moved: list[int] = []
        done: list[Paired] = []
        for k, group in enumerate(self.groups):
            if k + 1 == len(self.groups) and not moved and len(group) == 1:
                moved = group
                break
            bracket = self._bracket(moved, group, self.groups[k + 1 :])
            done.append(bracket)
            moved = list(bracket.down)
        pairs = tuple(pair for bracket in done for pair in bracket.pairs)
        return RoundPairing(pairs, moved[0] if moved else self.bye, tuple(done))

    def start(self) -> None:
        """Find out whether there is a pairing (C1 to C3), and how low the bye can go (C5). Raises NoPairing."""
        free = self.could_have_the_bye()
        if self.odd:
            self.bye_score = min(self.people[p].score for p in free)
            for e in self.people:
                if e.bye_free and e.score == self.bye_score:
                    self.bye_candidates |= 1 << e.place

    def could_have_the_bye(self) -> list[int]:
        """Return the places that the bye could go to, if everybody else is to be paired (C2, C4). Raises NoPairing."""
        whole = Completion(self.meets, self.left)
        self.mate = whole.mate
        if whole.alone.bit_count() > self.odd:
            raise NoPairing(bye=False)
        free = [p for p in bits(whole.could_be_alone()) if self.people[p].bye_free]
        if self.odd and not free:
            raise NoPairing(bye=True)
        return free

    def look(
        self, moved: list[int], group: list[int], following: list[int], rest: list[int], exits: int | None
    ) -> Look:
        """Look at a bracket. ``exits``: None where ``rest`` is everybody below. Raises NoneLeft."""
        return Look(self, moved, group, following, rest, exits)

    def _bracket(self, moved: list[int], group: list[int], below: list[list[int]]) -> Paired:
        following = below[0] if below else []
        rest = [p for other in below[1:] for p in other]
        if len(rest) > ALL_AT_ONCE:
            ahead = self._look_ahead(moved, group, following)
            if ahead is not None and self._can_go_on(ahead):
                return ahead.paired
        look = self.look(moved, group, following, rest, None)
        possible = self._can_go_on(look)
        assert possible  # everybody below was looked at
        return look.paired

    def _look_ahead(self, moved: list[int], group: list[int], following: list[int]) -> Look | None:
        """Return a look with so many exits that no more would be used; None where there is no such pairing."""
        people = len(moved) + len(group) + len(following)
        for exits in range(2 + people % 2, people + 2 * MORE_EXITS, MORE_EXITS):
            try:
                look = self.look(moved, group, following, [], exits)
            except NoneLeft:
                continue
            if not look.all_exits_used():
                return look
        return None

    def _can_go_on(self, look: Look) -> bool:
        """Return whether the people left over can be paired when this bracket, and the next as foreseen, are."""
        left = self.left
        for a, b in look.paired.pairs:
            left &= ~(1 << a | 1 << b)
        after = left
        for a, b in look.foreseen:
            after &= ~(1 << a | 1 << b)
        rest = Completion(self.meets, after, self.mate)
        if rest.alone.bit_count() > self.odd:
            return False
        if self.odd and not rest.could_be_alone() & self.bye_candidates:
            return False
        self.left = left
        self.mate = rest.mate
        for a, b in look.foreseen:
            self.mate[a], self.mate[b] = b, a
        return True


class Look:
    """One look at a bracket, together with the next score group.

    ``exits``: None where ``rest`` is everybody below; else so many who stand for whoever is below that.
    """

    def __init__(
        self,
        round_: Descent,
        moved: list[int],
        group: list[int],
        following: list[int],
        rest: list[int],
        exits: int | None,
    ) -> None:
        np = round_.np
        self.np = np
        self.round = round_
        self.moved = len(moved)
        self.own = len(moved) + len(group)
        self.closed = exits is None
        self.places = np.array([*moved, *group, *following, *rest], dtype=np.int64)
        self.bracket = Bracket(
            self.places,
            self.moved,
            self.own,
            self.own + len(following),
            int(round_.odd) if exits is None else exits,
            False,
        )
        self.candidates = Candidates(self._allowed())
        self.narrow(round_.odd and round_.people[group[0]].score <= round_.bye_score)
        mate = self.candidates.mate
        n = len(self.places)
        real = [(a, b) for a, b in enumerate(mate[:n]) if a < b < n]
        self.foreseen = [self._pair(a, b) for a, b in real if b >= self.own]
        own = [self._pair(a, b) for a, b in real if b < self.own]
        inside = {p for pair in own for p in pair}
        self.paired = Paired(
            tuple(int(p) for p in self.places[: self.own]),
            tuple(moved),
            tuple(own),
            tuple(p for p in (*moved, *group) if p not in inside),
        )

    def _pair(self, a: int, b: int) -> tuple[int, int]:
        return int(self.places[a]), int(self.places[b])

    def all_exits_used(self) -> bool:
        """Return whether all exits are used: with more of them, more people might have left."""
        n = len(self.places)
        return all(partner < n for partner in self.candidates.mate[n:])

    def _allowed(self) -> Truth:
        """Return the pairs that are allowed: nobody moved down with another, who could have met above."""
        np, n, size = self.np, len(self.places), self.bracket.size
        allowed: Truth = np.zeros((size, size), dtype=bool)
        allowed[:n, :n] = self.round.may[np.ix_(self.places, self.places)]
        allowed[: self.moved, : self.moved] = False
        if self.closed:
            free = [bool(self.round.bye_candidates >> int(p) & 1) for p in self.places]
            allowed[n:, :n] = free
            allowed[:n, n:] = allowed[n:, :n].T
        else:
            allowed[n:, :] = True
            allowed[:, n:] = True
            np.fill_diagonal(allowed, False)
        return allowed

    def narrow(self, bye_near: bool) -> None:
        """Grant the criteria, then what article 4 says of the order of candidates."""
        candidates = self.candidates
        asked = wishes(self.bracket, self.round.table)
        candidates.grant([next(asked)])
        inside = self.inside()
        if bye_near and self.own - 2 * len(inside) == 1:
            self._leave_one_with_the_bye()
            self.bracket = replace(self.bracket, single=True)
            asked = wishes(self.bracket, self.round.table)
        candidates.grant(asked)
        if self.own == 2 * len(inside):
            candidates.only(self.own)
        self._choose_moved()
        self._exchange()

    def _leave_one_with_the_bye(self) -> None:
        """Give the bye to the one who leaves the bracket, so that they meet nobody below."""
        np, size, n = self.np, self.bracket.size, len(self.places)
        out = np.zeros((size, size), dtype=bool)
        out[: self.own, self.own : n] = True
        for k in range(self.own):
            if not self.round.bye_candidates >> int(self.places[k]) & 1:
                out[k, n:] = True
        self.candidates.forbid(out | out.T)

    def inside(self) -> list[tuple[int, int]]:
        """Return the pairs within the bracket, the higher first."""
        mate = self.candidates.mate
        return [(a, mate[a]) for a in range(self.own) if a < mate[a] < self.own]

    def _choose_moved(self) -> None:
        """Choose the people moved down who are paired (4.4), and their opponents (4.2)."""
        np, size = self.np, self.bracket.size
        paired = [a for a, _b in self.inside() if a < self.moved]
        if 0 < len(paired) < self.moved:
            inside = np.zeros((size, size), dtype=bool)
            inside[: self.own, : self.own] = True
            self.candidates.grant(
                np.where(inside, weights[:, None] + weights, 0) for weights in indicator(range(self.moved), size)
            )
            paired = [a for a, _b in self.inside() if a < self.moved]
        ranks = np.zeros(size, dtype=np.int64)
        ranks[: self.own] = np.arange(self.own, 0, -1)
        self.candidates.choose(Choice(a, ranks) for a in paired)

    def _exchange(self) -> None:
        """Exchange people of the upper half for people of the lower (4.3), and choose the opponents (4.2)."""
        np, size = self.np, self.bracket.size
        mate = self.candidates.mate
        rest = [a for a in range(self.moved, self.own) if not mate[a] < self.moved]
        half = sum(a < mate[a] < self.own for a in rest)
        if not half:
            return
        place = np.full(size, -1, dtype=np.int64)
        place[rest] = np.arange(len(rest))
        known = place >= 0
        inside = known[:, None] & known
        upper = np.minimum(place[:, None], place)
        self.candidates.grant([np.where(inside, (upper < half).astype(np.int64), 0), np.where(inside, -upper, 0)])
        first = self._uppers(rest)
        exchanged = sum(a not in first for a in rest[:half])
        if exchanged:
            self.candidates.grant(
                np.where(inside, -weights[upper], 0) for weights in indicator(range(half - 1, -1, -1), len(rest))
            )
        if exchanged > 1:
            self.candidates.grant(
                np.where(inside, weights[upper], 0) for weights in indicator(range(half, len(rest)), len(rest))
            )
        first = self._uppers(rest)
        is_first = np.zeros(size, dtype=bool)
        is_first[sorted(first)] = True
        above = place[:, None] < place
        right = inside & np.where(above, is_first[:, None] & ~is_first, ~is_first[:, None] & is_first)
        self.candidates.forbid(inside & ~right)
        ranks = np.zeros(size, dtype=np.int64)
        ranks[rest] = np.arange(len(rest), 0, -1)
        self.candidates.choose(Choice(a, ranks) for a in sorted(first))

    def _uppers(self, rest: list[int]) -> set[int]:
        mate = self.candidates.mate
        return {a for a in rest if a < mate[a] < self.own}
