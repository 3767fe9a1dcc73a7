"""Pairs the teams of a round (C.04.6, article 3): the bye first, then from the top bracket after bracket.

The rules ask for the first of many sets of upfloaters, and for the first of many pairings of a bracket. Both are found
without making them all: the pairings that are left are narrowed down wish after wish (``dutch.candidates``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.pairing.dutch.candidates import Candidates, Choice, NoneLeft, indicator
from tournaments.pairing.dutch.completion import Completion
from tournaments.pairing.team_swiss.field import WHITE, SwissTeam, TeamField, first_colour

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Whole = npt.NDArray[np.int64]


class NoPairing(Exception):
    """There is no legal pairing. ``bye``: the teams could be paired, but nobody may have the bye (C2)."""

    def __init__(self, *, bye: bool) -> None:
        super().__init__()
        self.bye = bye


@dataclass(frozen=True, slots=True)
class TeamBracket:
    """A bracket when it is paired. ``score``: of its residents; ``up``: its upfloaters; pairs the smaller number
    first."""

    score: int
    up: tuple[SwissTeam, ...]
    pairs: tuple[tuple[SwissTeam, SwissTeam], ...]


@dataclass(frozen=True, slots=True)
class TeamPairing:
    """``pairs``: white on board 1, black, and the article that gave the colours; in the order of the tables."""

    pairs: tuple[tuple[SwissTeam, SwissTeam, str], ...]
    bye: SwissTeam | None
    brackets: tuple[TeamBracket, ...]


def pair_teams(field: TeamField) -> TeamPairing:
    """Pair the teams of a field. Raises NoPairing."""
    teams = list(field.teams)
    bye = _bye(field, teams)
    if bye is not None:
        teams.remove(bye)
    elif not _can_be_paired(field, teams):
        raise NoPairing(bye=False)
    brackets = []
    while teams:
        bracket = _bracket(field, teams)
        brackets.append(bracket)
        gone = {team.tpn for pair in bracket.pairs for team in pair}
        teams = [team for team in teams if team.tpn not in gone]
    pairs = [_coloured(field, *pair) for bracket in brackets for pair in bracket.pairs]
    return TeamPairing(tuple(sorted(pairs, key=_place)), bye, tuple(brackets))


def _can_be_paired(field: TeamField, teams: Sequence[SwissTeam]) -> bool:
    meets = [sum(1 << k for k, other in enumerate(teams) if field.may_meet(team, other)) for team in teams]
    return not Completion(meets, (1 << len(teams)) - 1).alone


def _bye(field: TeamField, teams: Sequence[SwissTeam]) -> SwissTeam | None:
    """Return who has the bye (3.4). Raises NoPairing."""
    if len(teams) % 2 == 0:
        return None
    for team in sorted(teams, key=lambda t: (t.score, -t.played, -t.tpn)):
        if not team.had_bye and _can_be_paired(field, [other for other in teams if other is not team]):
            return team
    raise NoPairing(bye=any(_can_be_paired(field, [o for o in teams if o is not team]) for team in teams))


def _bracket(field: TeamField, teams: Sequence[SwissTeam]) -> TeamBracket:
    """Return the bracket of the top score among the teams that are left (3.3)."""
    score = max(team.score for team in teams)
    residents = [team for team in teams if team.score == score]
    up = _upfloaters(field, teams, score)
    pairs = _pairs(field, sorted((*residents, *up), key=lambda t: t.tpn), score)
    return TeamBracket(score, tuple(up), tuple(pairs))


def _allowed(field: TeamField, teams: Sequence[SwissTeam]) -> npt.NDArray[np.bool_]:
    import numpy as np

    # a pairing is one of both: what stands with one of them alone counts for the other, too
    allow = field.may_meet
    return np.array([[allow(one, other) and allow(other, one) for other in teams] for one in teams], dtype=bool)


def _upfloaters(field: TeamField, teams: Sequence[SwissTeam], top: int) -> list[SwissTeam]:
    """Return the first set of upfloaters (3.5) by C4 to C7, with which all teams can still be paired (C3).

    In a pairing of all teams that has as few upfloaters as can be, none of them meet each other: they are those who
    meet a resident.
    """
    import numpy as np

    scores = np.array([team.score for team in teams], dtype=np.int64)
    if (scores == top).all():
        return []
    candidates = Candidates(_allowed(field, teams))
    resident = scores == top
    ups = resident[:, None] != resident
    low = np.minimum(scores[:, None], scores)
    high = np.maximum(scores[:, None], scores)
    floated = np.array([team.floated for team in teams], dtype=bool)
    following = max(team.score for team in teams if team.score < top)

    def wishes() -> Iterator[Whole]:
        yield -ups.astype(np.int64)  # C4
        for level in sorted({int(s) for s in scores if s < top}):
            yield -(ups & (low == level)).astype(np.int64)  # C5
        yield -((high == following) & (low < following)).astype(np.int64)  # C6
        if field.floats:
            lower_floated = np.where(resident[:, None], floated[None, :], floated[:, None])
            yield -(ups & lower_floated).astype(np.int64)  # C7

    candidates.grant(wishes())
    order = sorted((k for k, t in enumerate(teams) if t.score < top), key=lambda k: (-teams[k].score, teams[k].tpn))
    mate = candidates.mate
    if any(teams[mate[k]].score == top for k in order):
        candidates.grant(
            np.where(ups, weights[:, None] + weights, 0) for weights in indicator(order, len(teams))
        )  # 3.5.3, 3.5.4
    mate = candidates.mate
    return [teams[k] for k in order if teams[mate[k]].score == top]


def _pairs(field: TeamField, teams: Sequence[SwissTeam], top: int) -> list[tuple[SwissTeam, SwissTeam]]:
    """Return the first pairing of a bracket (3.6) by C8 to C10; the teams are in the order of their numbers."""
    import numpy as np

    size = len(teams)
    colour = np.array([team.preference.colour for team in teams], dtype=np.int64)
    strong = np.array([team.preference.strong for team in teams], dtype=bool)
    resident = np.array([team.score == top for team in teams], dtype=bool)
    floated = np.array([team.floated for team in teams], dtype=bool)
    clash = (colour[:, None] == colour) & (colour != 0)
    opponents = (resident & floated)[:, None] & ~resident[None, :]

    def wishes() -> Iterator[Whole]:
        yield -clash.astype(np.int64)  # C8
        yield -(clash & strong[:, None] & strong).astype(np.int64)  # C9
        if field.floats:
            yield -(opponents | opponents.T).astype(np.int64)  # C10
        smaller = np.minimum(np.arange(size)[:, None], np.arange(size))
        for weights in indicator(range(size), size):
            yield weights[smaller]  # 3.6.2: the top members of the pairs

    candidates = Candidates(_allowed(field, teams))
    candidates.grant(wishes())
    tops = [k for k, partner in enumerate(candidates.mate) if k < partner]
    top_member = np.zeros(size, dtype=bool)
    top_member[tops] = True
    above = np.arange(size)[:, None] < np.arange(size)
    right = np.where(above, top_member[:, None] & ~top_member, ~top_member[:, None] & top_member)
    candidates.forbid(~right)
    candidates.choose(Choice(k, np.arange(size, 0, -1, dtype=np.int64)) for k in tops)
    mate = candidates.mate
    return [(teams[k], teams[mate[k]]) for k in tops]


def _coloured(field: TeamField, one: SwissTeam, other: SwissTeam) -> tuple[SwissTeam, SwissTeam, str]:
    """Return a pair with White on board 1 first, and the article that says so."""
    first, second = sorted((one, other), key=lambda t: (-t.score, -t.second if field.second else 0, t.tpn))
    colour, article = first_colour(first.side, second.side, field.initial)
    return (first, second, article) if colour == WHITE else (second, first, article)


def _place(pair: tuple[SwissTeam, SwissTeam, str]) -> tuple[int, int, int]:
    """Return what orders the matches (C.04.2, 3.6): the higher score, the sum of both, the number of the higher."""
    high, low = sorted(pair[:2], key=lambda t: (-t.score, t.tpn))
    return -high.score, -low.score, high.tpn


__all__ = ["NoPairing", "NoneLeft", "TeamBracket", "TeamPairing", "pair_teams"]
