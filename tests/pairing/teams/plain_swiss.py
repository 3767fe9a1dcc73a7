"""The same pairing by trying everything, word by word as C.04.6 has it; it shares no code with the engine.

Every set of upfloaters is made and every pairing of a bracket, so it is for few teams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from tournaments.pairing.team_swiss.field import SwissTeam, TeamField

Pair = tuple[int, int]


def plain_pairing(field: TeamField, kind: str, last_round: bool) -> tuple[set[Pair], int | None] | None:
    """Return the pairs (white on board 1, black) and the bye by the teams' numbers; None where there is no pairing.

    ``kind`` and ``last_round``: as the preferences of colours want them.
    """
    teams = {team.tpn: team for team in field.teams}

    @cache
    def legal(people: frozenset[int]) -> bool:
        """Tell whether all of these can be paired without a pair that has met (C1)."""
        if not people:
            return True
        if len(people) % 2:
            return False
        one = min(people)
        return any(
            field.may_meet(teams[one], teams[other]) and legal(people - {one, other}) for other in people - {one}
        )

    left = frozenset(teams)
    bye = None
    if len(left) % 2:
        allowed = [t for t in teams.values() if not t.had_bye and legal(left - {t.tpn})]
        if not allowed:
            return None
        bye = min(allowed, key=lambda t: (t.score, -t.played, -t.tpn)).tpn
        left -= {bye}
    elif not legal(left):
        return None
    pairs: set[Pair] = set()
    while left:
        top = max(teams[t].score for t in left)
        residents = frozenset(t for t in left if teams[t].score == top)
        sets = [
            chosen
            for size in range(len(left - residents) + 1)
            for chosen in map(frozenset, combinations(sorted(left - residents), size))
            if legal(residents | chosen) and legal(left - residents - chosen)
        ]
        up = min(sets, key=lambda chosen: _set_key(teams, left - residents, chosen, legal, floats=field.floats))
        bracket = residents | up
        possible = [p for p in _pairings(sorted(bracket)) if all(field.may_meet(teams[a], teams[b]) for a, b in p)]
        best = min(possible, key=lambda p: _pairing_key(teams, p, up, kind, last_round, floats=field.floats))
        pairs |= {_with_colours(teams[a], teams[b], field, kind, last_round) for a, b in best}
        left -= bracket
    return pairs, bye


def _set_key(
    teams: Mapping[int, SwissTeam],
    below: frozenset[int],
    chosen: frozenset[int],
    legal: Callable[[frozenset[int]], bool],
    *,
    floats: bool,
) -> tuple[Any, ...]:
    """Return what a set of upfloaters is judged by, the smaller the better: C4, C5, C6, C7, then the order (3.5.4)."""
    scores = sorted(teams[t].score for t in chosen)
    following = {t for t in below if teams[t].score == max(teams[u].score for u in below)} if below else set()
    rest = frozenset(following) - chosen
    needed = 0
    if rest:
        lower = below - chosen - rest
        needed = next(
            size
            for size in range(len(lower) + 1)
            if any(legal(rest | set(v)) and legal(lower - set(v)) for v in combinations(sorted(lower), size))
        )
    again = sum(teams[t].floated for t in chosen) if floats else 0
    order = tuple(sorted(chosen, key=lambda t: (-teams[t].score, t)))
    return len(chosen), [-s for s in scores], needed, again, order


def _pairings(people: Sequence[int]) -> Iterator[list[Pair]]:
    if not people:
        yield []
        return
    first, *others = people
    for other in others:
        for rest in _pairings([p for p in others if p != other]):
            yield [(first, other), *rest]


def _pairing_key(
    teams: Mapping[int, SwissTeam],
    pairing: Sequence[Pair],
    up: frozenset[int],
    kind: str,
    last_round: bool,
    *,
    floats: bool,
) -> tuple[Any, ...]:
    """Return what a pairing of a bracket is judged by: C8, C9, C10, then the identifier (3.6.2)."""
    unfulfilled = strong = again = 0
    for a, b in pairing:
        wishes = [_wish(teams[t].colours, kind, last_round) for t in (a, b)]
        if wishes[0] and wishes[1] and wishes[0][0] == wishes[1][0]:
            unfulfilled += 1
            strong += wishes[0] == wishes[1] and wishes[0].endswith("!")
        if floats and (a in up) != (b in up):
            again += teams[b if a in up else a].floated
    tops = sorted((min(pair), max(pair)) for pair in pairing)
    return unfulfilled, strong, again, [a for a, _b in tops], [b for _a, b in tops]


def _wish(colours: Sequence[int], kind: str, last_round: bool) -> str:
    """Return the colour that a team wants: w, b, w! or b! (strong), or nothing (1.7)."""
    text = "".join("w" if c == 1 else "b" for c in colours)
    difference = text.count("w") - text.count("b")
    if kind == "none" or not text:
        return ""
    mark = "!" if kind == "b" else ""
    if difference <= -2 or (difference in (0, -1) and text.endswith("bb")):
        return "w" + mark
    if difference >= 2 or (difference in (0, 1) and text.endswith("ww")):
        return "b" + mark
    if kind == "a":
        return ""
    if difference:
        return "w" if difference < 0 else "b"
    return "" if last_round else {"w": "b", "b": "w"}[text[-1]]


def _with_colours(one: SwissTeam, other: SwissTeam, field: TeamField, kind: str, last_round: bool) -> Pair:
    """Return the pair with White first (4.3)."""
    first, second = one, other
    if (other.score, other.second if field.second else 0, -other.tpn) > (
        one.score,
        one.second if field.second else 0,
        -one.tpn,
    ):
        first, second = other, one
    white = _first_is_white(first, second, field.initial == 1, kind, last_round)
    return (first.tpn, second.tpn) if white else (second.tpn, first.tpn)


def _first_is_white(first: SwissTeam, other: SwissTeam, initial_white: bool, kind: str, last_round: bool) -> bool:
    if not first.colours and not other.colours:
        return (first.number % 2 == 1) == initial_white
    mine, theirs = (_wish(t.colours, kind, last_round) for t in (first, other))
    if mine and not theirs:
        return mine[0] == "w"
    if theirs and not mine:
        return theirs[0] == "b"
    if mine and mine[0] != theirs[0]:
        return mine[0] == "w"
    if mine.endswith("!") != theirs.endswith("!"):
        return mine[0] == "w" if mine.endswith("!") else theirs[0] == "b"
    if sum(first.colours) != sum(other.colours):
        return sum(first.colours) < sum(other.colours)
    for back in range(1, min(len(first.colours), len(other.colours)) + 1):
        if first.colours[-back] != other.colours[-back]:
            return first.colours[-back] == -1
    if mine:
        return mine[0] == "w"
    if first.colours:
        return first.colours[-1] == -1
    return other.colours[-1] == 1
