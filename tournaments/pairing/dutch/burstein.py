"""The Burstein system as in force since 1 February 2026, bracket by bracket (FIDE Handbook C.04.4.2).

The bye goes first (3.1). Then, as in the Dutch system, each bracket is narrowed down by the criteria (2.3) and by the
order of candidates (4): the strongest by the Index meets the weakest that they can. Scores do not count in that order,
floats not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from tournaments.pairing.dutch.brackets import Descent, Look, RoundPairing
from tournaments.pairing.dutch.candidates import Choice
from tournaments.pairing.dutch.completion import Completion
from tournaments.pairing.dutch.criteria import moves, same_colours_least
from tournaments.pairing.dutch.people import Entrant


def pair_by_index(people: Sequence[Entrant], meets: Sequence[int]) -> RoundPairing:
    """Pair these people; ``meets``: the possible opponents of each, a bit for each place. Raises NoPairing."""
    return _ByeFirst(people, meets).run()


def bye_order(person: Entrant) -> tuple[int, int, int]:
    """Return the key by which the bye is due: the lowest score, the most games played, the lowest rank (3.1)."""
    return (person.score, -person.played, -person.rank)


class _ByeFirst(Descent):
    def start(self) -> None:
        """Give the bye to the first to whom it can go, and leave them out. Raises NoPairing."""
        free = self.could_have_the_bye()
        if not self.odd:
            return
        self.bye = min(free, key=lambda place: bye_order(self.people[place]))
        self.left &= ~(1 << self.bye)
        self.mate = Completion(self.meets, self.left, self.mate).mate
        self.odd = False
        groups = ([place for place in group if place != self.bye] for group in self.groups)
        self.groups = [group for group in groups if group]

    def look(
        self, moved: list[int], group: list[int], following: list[int], rest: list[int], exits: int | None
    ) -> Look:
        return _ByIndex(self, moved, group, following, rest, exits)


class _ByIndex(Look):
    def narrow(self, bye_near: bool) -> None:
        """Grant C5 to C8, then the order of article 4: number 1 meets the greatest number, then number 2, and so on."""
        np, table = self.np, self.round.table
        self.candidates.grant(chain(moves(self.bracket, table), [same_colours_least(self.bracket, table)]))
        if self.own == 2 * len(self.inside()):
            self.candidates.only(self.own)
        people = self.round.people
        order = sorted(range(self.own), key=lambda k: people[int(self.places[k])].rank)
        ranks = np.zeros(self.bracket.size, dtype=np.int64)
        ranks[order] = np.arange(1, self.own + 1)
        self.candidates.choose(Choice(k, ranks) for k in order)
