"""The history as the tie-breaks see it: each participant's rounds as sets of pairwise meetings.

Points are whole numbers in units of ``1 / unit``, a common denominator of all points of the event, so that
sums are exact and quick. The participants are players, or teams.

Unplayed rounds are counted by FIDE Handbook C.07, articles 15 and 16, as in force from 1 March 2026. At tables of more
than two an unplayed round stands for as many dummies as there are opponents at such a table, all with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from scoring.core.codes import Code
from scoring.documents.document import Table
from scoring.penalties import Penalty

T = TypeVar("T")


class Kind(Enum):
    """The kind of a participant's round."""

    PLAYED = "played"
    ADJOURNED = "adjourned"
    """Seated at a table that will be played on, or whose result was still missing when the next round stood."""
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    PAIRING_BYE = "pairing bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"
    """Also every round that the participant missed: before they joined, after they left, or absent."""
    FREE = "free"
    """The free round of a round robin, or a game against someone annulled: no round to count at all."""
    ANNULLED = "annulled"
    """A game of someone who completed less than half of their round robin."""
    PENDING = "pending"
    """Seated, with no result yet."""


REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})
"""C.07, 16.1.1."""

VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}
"""C.07, 16.1.2."""

NOT_YET = frozenset({Kind.PENDING, Kind.ADJOURNED})
"""A table without a result: not yet played, so it counts nothing; no table, bye or absence is among these."""

NO_ROUND = frozenset({Kind.FREE, Kind.ANNULLED}) | NOT_YET
"""What counts against nobody, not even a dummy."""

UNPAIRED = REQUESTED | {Kind.PAIRING_BYE, Kind.FULL_BYE}

Meeting = tuple[int, int, bool, bool]
"""Opponent, own half points (2 more than they, 1 equal, 0 fewer), played over the board, moved after them."""


class Turn(NamedTuple):
    """One round of one participant.

    ``points`` in the history's unit. ``opponents``: the others at the table in seat order, ``before`` of them
    with a seat before theirs; ``halves``: the own half points against each; ``unplayed``: those whom they did not
    meet over the board. ``place`` is 1 for the best at the table, 0 where nothing was played; ``table`` where
    they sat.
    """

    kind: Kind
    points: int
    opponents: tuple[int, ...] = ()
    halves: tuple[int, ...] = ()
    before: int = 0
    unplayed: tuple[int, ...] = ()
    place: int = 0
    table: Table | None = None

    @property
    def not_yet(self) -> bool:
        """Return whether the table has no result so far. Not yet is not nought: whatever shows a round asks this."""
        return self.kind in NOT_YET

    @property
    def meetings(self) -> list[Meeting]:
        """Return the round as pairwise meetings."""
        unplayed, before = self.unplayed, self.before
        return [
            (opponent, halves, opponent not in unplayed, index < before)
            for index, (opponent, halves) in enumerate(zip(self.opponents, self.halves, strict=True))
        ]


class Trail:
    """A line of a table with its points of each round; None stands for a round without a result."""

    __slots__ = ()
    trail: tuple[Fraction | None, ...]

    @property
    def waits(self) -> bool:
        """Return whether the last round has no result yet."""
        return bool(self.trail) and self.trail[-1] is None


@dataclass(frozen=True, slots=True)
class History:
    """A participant ``p`` has ``turns[p]``, one a round, and ``score[p]``; index 0 is unused.

    ``rounds``: how many are counted; ``final_round``: the event's last round, None while unknown.
    ``win`` and ``draw``: what these are worth at a table of the usual size. ``dummies``: how many meetings an
    unplayed round stands for, one less than the usual number of seats. ``ratings``: None for the unrated.
    ``predetermined``: C.07, 15.2; ``round_robin``: everyone meets everyone, Buchholz is hidden.
    ``capped``: dummies as from 1 March 2026. ``regular``: who met all opponents of all rounds over the board,
    so that a sum over their opponents is all there is to most tie-breaks. ``off``: the penalties that take points off
    a total; tie-breaks rest on ``score``, which knows nothing of them. ``start``: the starting scores, a part of
    ``score``; empty where all begin with nothing. ``memo``: what tie-breaks have in common, worked out once.
    """

    participants: tuple[int, ...]
    turns: Sequence[Sequence[Turn]]
    score: Sequence[int]
    unit: int
    rounds: int
    final_round: int | None
    win: int
    draw: int
    dummies: int
    ratings: Sequence[int | None]
    seed: int = 0
    predetermined: bool = False
    round_robin: bool = False
    capped: bool = True
    regular: Sequence[bool] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    off: Mapping[int, tuple[Penalty, ...]] = field(default_factory=dict)
    start: Sequence[int] = ()

    def once(self, what: Hashable, work_out: Callable[[], T]) -> T:
        """Return what several tie-breaks need of this history, worked out at the first need."""
        if what not in self.memo:
            self.memo[what] = work_out()
        known: T = self.memo[what]
        return known

    def began(self, participant: int) -> int:
        """Return the part of a participant's score with which they began; in the history's unit."""
        return self.start[participant] if self.start else 0

    def total(self, participant: int) -> Fraction:
        """Return a participant's points in the standings: their score less their penalties."""
        score = Fraction(self.score[participant], self.unit)
        return score - sum(penalty.points for penalty in self.off.get(participant, ()))

    def waits(self, participant: int) -> bool:
        """Return whether a participant has no result in the last round yet."""
        turns = self.turns[participant]
        return bool(turns) and turns[-1].not_yet

    def nothing_yet(self, participant: int) -> bool:
        """Return whether a participant waits for a first result, so that the points are not known either; a team that
        has a part of a round's points has a result."""
        turns = self.turns[participant]
        return bool(turns) and all(turn.not_yet and not turn.points for turn in turns)

    @staticmethod
    def are_regular(turns: Sequence[Sequence[Turn]]) -> list[bool]:
        """Return for each participant whether their rounds were all played over the board."""
        return [all(turn.opponents and not turn.unplayed for turn in own) for own in turns]


def adjusted_scores(history: History) -> Sequence[int]:
    """Return each participant's score as it counts for their opponents' tie-breaks (16.3).

    Requested byes that only voluntary unplayed rounds follow, or none, count as draws (16.2.5, 16.3.2).
    In a round robin nothing is adjusted (15.2), nor where the lowest score wins: no score is worth a draw there.
    """
    known: list[int] | None = history.memo.get("adjusted")
    if known is not None:
        return known
    scores = list(history.score)
    if not history.round_robin and not history.options.get("costly"):
        for player in history.participants:
            for turn in reversed(history.turns[player]):
                if turn.kind in REQUESTED:
                    scores[player] += history.draw - turn.points
                elif turn.kind not in VOLUNTARY:
                    break
    history.memo["adjusted"] = scores
    return scores


def dummy_score(history: History, player: int, opponent: int | None) -> int:
    """Return the score of the dummy in an unplayed round (16.4): one's own, but never more than the adjusted score of
    the opponent in a forfeit (16.4.1), or draws in all rounds (16.4.2). Before March 2026 there was no such limit."""
    own = history.score[player]
    if not history.capped:
        return own
    if opponent is not None:
        return min(own, adjusted_scores(history)[opponent])
    return min(own, history.began(player) + history.draw * history.rounds) if history.draw else own


def award_halves(history: History, turn: Turn) -> int:
    """Return the result that an unpaired round's points correspond to: 2 for a win, 1 for a draw, 0 (16.3.1)."""
    if turn.points >= history.win and turn.points > 0:
        return 2
    if turn.points == history.draw and turn.points > 0:
        return 1
    return 2 if history.draw and turn.points > history.draw else 0


def stands_for_dummies(history: History, turn: Turn) -> bool:
    """Return whether a round without opponents counts against dummies: not the free one of a round robin (15.2)."""
    return not turn.opponents and turn.kind not in NO_ROUND and not history.round_robin


def met_scores(history: History, player: int, code: Code) -> tuple[list[int], list[int]] | None:
    """Return quickly the opponents' scores, dummies among them, and the half points made against each.

    None where forfeits, or cuts of voluntary unplayed rounds, need a closer look.
    """
    adjusted = adjusted_scores(history)
    cuts = code.cut_low or code.cut_high
    scores: list[int] = []
    halves: list[int] = []
    for turn in history.turns[player]:
        opponents = turn.opponents
        if turn.unplayed:
            return None
        if opponents:
            scores += [adjusted[opponent] for opponent in opponents]
            halves += turn.halves
        elif stands_for_dummies(history, turn):
            if cuts and turn.kind in VOLUNTARY:
                return None
            scores += [dummy_score(history, player, None)] * history.dummies
            halves += [award_halves(history, turn)] * history.dummies
    return scores, halves
