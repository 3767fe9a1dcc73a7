"""Keeps the ladder of an event that is played in levels: groups by their place, the best go up, the last go down.

A group plays one or more rounds together, its evening. Then its first ``moves`` change places with the last of the
group above. ``docs/algorithms/levels.md`` has the rules and the options.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, pairwise

from games.core import registry
from games.core.notices import Notice, declare
from games.core.notices import gettext_noop as _
from scoring.documents.document import Event, Round
from scoring.documents.jsontext import whole
from scoring.pairwise import history_of

declare(
    {
        "ladder-decides": _("In an event with levels the place in the ladder decides, not the points."),
        # Translators: a thing that something is not, as in “x is not a size of a group”.
        "a-size-of-a-group": _("a size of a group"),
    }
)

SYSTEM = "levels"

PLACE, LEVEL = "LADDER", "LEVEL"
"""The place in the ladder, which ranks, and the column that is shown of it."""
LABELS = {PLACE: "the place in the ladder", LEVEL: "the level"}
SOURCE = "Levels"
QUAD = 4
MOST_TOGETHER = 60


@dataclass(frozen=True, slots=True)
class LadderRules:
    """The options of an event. ``size``: players of a group; ``together``: rounds that it plays; ``moves``: how many go
    up and down. ``table``: players at a table. ``forbidden``: pairs that must not meet, the lower id first."""

    size: int
    together: int
    moves: int
    table: int
    forbidden: frozenset[tuple[int, int]] = frozenset()

    def evening(self, round_number: int) -> int:
        """Return the first round of the evening that a round belongs to."""
        return round_number - (round_number - 1) % self.together


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ladder before an evening. ``order``: everybody who has a place in it, from the top. ``moved``: who changed
    their level after the evening before: 1 up, -1 down."""

    order: tuple[int, ...]
    moved: Mapping[int, int]

    def levels(self, size: int) -> dict[int, int]:
        """Return the level of everybody in the ladder, from 1, where nobody is absent."""
        return {player: level for level, group in enumerate(cut(self.order, size), 1) for player in group}

    def sorted(self, players: Iterable[int]) -> list[int]:
        """Return these players from the top; those who have no place yet come last, by their number."""
        place = {player: index for index, player in enumerate(self.order)}
        return sorted(players, key=lambda player: (place.get(player, len(place)), player))


def is_ladder(event: Event) -> bool:
    """Tell whether the event is played in levels, so that its standings are the ladder."""
    return event.pairing.get("system") == SYSTEM


def usual_table(event: Event) -> int:
    """Return the players at a table where the event names no number: four where the game has four seats, else two."""
    return 4 if 4 in registry.game_of(event.game, event.options).info.seats else 2


def ladder_rules(event: Event) -> LadderRules:
    """Return the options of an event with all defaults. Raises DocumentError."""
    options = event.pairing

    def number(key: str, least: int, most: int) -> int | None:
        value = options.get(key)
        return None if value is None else whole(value, f"pairing.{key}", least, most, Notice("a-size-of-a-group"))

    table = number("table_size", 2, 8) or usual_table(event)
    size = table if table > 2 else number("group_size", 2, 20) or QUAD
    usual = 1 if table > 2 else size - 1 + size % 2
    moves = number("movers", 0, 10)
    return LadderRules(
        size=size,
        together=number("group_rounds", 1, MOST_TOGETHER) or usual,
        moves=1 if moves is None else moves,
        table=table,
        forbidden=_pairs(options.get("forbidden")),
    )


def _pairs(value: object) -> frozenset[tuple[int, int]]:
    """Return the pairs of the option ``forbidden``; what is none is refused where the round is paired."""
    pairs = value if isinstance(value, list | tuple) else ()
    whole_pairs = [p for p in pairs if isinstance(p, list | tuple) and len(p) == 2 and all(type(x) is int for x in p)]
    return frozenset((min(pair), max(pair)) for pair in whole_pairs)


def cut(players: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Cut players into as few groups as hold at most ``size`` each, their sizes within one; the larger come first."""
    count = -(-len(players) // size)
    groups: list[tuple[int, ...]] = []
    start = 0
    for index in range(count):
        end = start + (len(players) + count - 1 - index) // count
        groups.append(tuple(players[start:end]))
        start = end
    return groups


def parted(
    groups: Sequence[tuple[int, ...]], forbidden: Container[tuple[int, int]]
) -> tuple[list[tuple[int, ...]], list[tuple[int, int]]] | None:
    """Exchange players of near places, the lowest first, until no group has two who must not meet.

    ``forbidden``: pairs as (lower id, higher id). Returns the groups and the exchanges; None where none is found.
    """
    sizes = [len(group) for group in groups]
    order = [player for group in groups for player in group]

    def faults(order: Sequence[int]) -> int:
        starts = [sum(sizes[:index]) for index in range(len(sizes))]
        return sum(
            (min(a, b), max(a, b)) in forbidden
            for start, size in zip(starts, sizes, strict=True)
            for a, b in combinations(order[start : start + size], 2)
        )

    exchanges = []
    left = faults(order)
    while left:
        for distance, low in ((d, i) for d in range(1, len(order)) for i in reversed(range(len(order) - d))):
            tried = list(order)
            tried[low], tried[low + distance] = tried[low + distance], tried[low]
            if (fewer := faults(tried)) < left:
                exchanges.append((order[low], order[low + distance]))
                order, left = tried, fewer
                break
        else:
            return None
    fresh = iter(order)
    return [tuple(islice(fresh, size)) for size in sizes], exchanges


def groups_of(ladder: Ladder, rules: LadderRules, opening: Round) -> list[tuple[int, ...]]:
    """Return the groups of an evening from its first round, each from the top: its tables, or at tables of two those
    who were there, cut."""
    if rules.table == 2:
        there = [player for table in opening.tables for player in table.players]
        there += [bye.player for bye in opening.byes if bye.kind == "pairing"]
        groups = cut(ladder.sorted(there), rules.size)
        found = parted(groups, rules.forbidden)
        return found[0] if found else groups
    place = {player: index for index, player in enumerate(ladder.sorted(p for t in opening.tables for p in t.players))}
    groups = [tuple(ladder.sorted(table.players)) for table in opening.tables]
    return sorted(groups, key=lambda group: (sum(place[player] for player in group) / len(group), group))


def ladder(event: Event, round_number: int, rules: LadderRules | None = None) -> Ladder:
    """Return the ladder before the evening to which a round belongs. Raises DocumentError.

    It begins with the pairing numbers. Newcomers stand at its end; who left the event is taken out. Whoever misses an
    evening keeps their place, the others fill the rest.
    """
    rules = rules or ladder_rules(event)
    target = rules.evening(round_number)
    rounds = {entry.number: entry for entry in event.rounds if entry.number < target}
    history = history_of(replace(event, rounds=tuple(rounds[n] for n in sorted(rounds))))
    order: list[int] = []
    moved: dict[int, int] = {}
    first = 1
    while True:
        known = set(order)
        order = [p for p in order if not _gone(event, p, first)]
        order += [
            p.id for p in event.players if p.id not in known and p.joined <= first and not _gone(event, p.id, first)
        ]
        if first >= target or first not in rounds:
            return Ladder(tuple(order), moved)
        groups = groups_of(Ladder(tuple(order), {}), rules, rounds[first])
        evening = range(first - 1, min(first - 1 + rules.together, history.rounds))
        points = {p: sum(history.turns[p][index].points for index in evening) for group in groups for p in group}
        order, moved = _after(order, groups, points, rules.moves)
        first += rules.together


def _gone(event: Event, player: int, round_number: int) -> bool:
    left = event.players[player - 1].left
    return left is not None and left < round_number


def _after(
    order: Sequence[int], groups: Sequence[Sequence[int]], points: Mapping[int, int], moves: int
) -> tuple[list[int], dict[int, int]]:
    """Return the ladder after an evening, and who moved. Equal points: who stood higher stays higher."""
    ranked = [sorted(group, key=lambda p: (-points[p], group.index(p))) for group in groups]
    moved: dict[int, int] = {}
    for upper, lower in pairwise(ranked):
        most = min(moves, max(1, len(upper) // 2), max(1, len(lower) // 2))
        moved.update(dict.fromkeys(upper[len(upper) - most :], -1))
        moved.update(dict.fromkeys(lower[:most], 1))
    levels = [
        [
            *(p for p in above if moved.get(p) == -1),
            *(p for p in own if p not in moved),
            *(p for p in below if moved.get(p) == 1),
        ]
        for above, own, below in zip([[], *ranked], ranked, [*ranked[1:], []], strict=False)
    ]
    fresh = iter([p for level in levels for p in level])
    there = {p for group in groups for p in group}
    return [next(fresh) if p in there else p for p in order], moved
