"""Levels: groups of equals play each other, the best of each go up for the next evening, the last go down.

The ladder is that of the standings (``scoring.ladder``). At tables of three and four a group is a table; at tables of
two a group of four, or more, plays a round robin. ``docs/algorithms/levels.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.core.notices import Notice, declare, sentences
from games.core.notices import gettext_noop as _
from scoring.ladder import QUAD, Ladder, LadderRules, cut, groups_of, ladder, ladder_rules, parted, usual_table
from tournaments.pairing.core import Bye, PairingError, PairingRequest, Round, Seating, pairs
from tournaments.pairing.history import before, history
from tournaments.pairing.numbering import BY_SEASON, number_tables
from tournaments.pairing.options import NUMBERING, PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.schedules.shapes import Shape, uniform
from tournaments.pairing.seats import seat_tables
from tournaments.pairing.systems.berger import berger_round
from tournaments.pairing.teams.tables import faults_of_the_results

declare(
    {
        "levels-across": _("They have no opponent in their own groups in this round, so they play each other."),
        "levels-apart": _("%(a)s changed places with %(b)s, so that two who must not meet are in different groups."),
        "levels-down": _("Down from the level above: %(players)s."),
        "levels-forbidden": _(
            "Round %(round)s cannot be paired: too many pairs must not meet. Take a pair out of pairing.forbidden."
        ),
        "levels-group": _("Level %(level)s: places %(first)s to %(last)s of those who are here."),
        "levels-joined": _("%(players)s had no group this evening and took an empty place."),
        "levels-open": _("Round %(round)s, table %(table)s has no result yet: it counts nothing for going up."),
        "levels-rest": _("They had no group this evening."),
        "levels-round": _("Round %(number)s of %(together)s in this group."),
        "levels-sizes": _("Groups of %(large)s and %(small)s, because %(players)s players are here."),
        "levels-too-few": _("Two players are needed for a round; %(people)s can play."),
        "levels-up": _("Up from the level below: %(players)s."),
    }
)

OPTIONS = (
    replace(
        NUMBERING,
        help="The order in which the players are numbered when round 1 is paired. It is the first ladder.",
        choices=(*NUMBERING.choices, (BY_SEASON, "By the ladder of the season")),
        proposed="rating",
    ),
    PairingOption(
        "group_size",
        "integer",
        QUAD,
        "Players of a group",
        "At tables of two. At larger tables a group is one table.",
        choices=tuple((size, str(size)) for size in (2, 4, 6, 8, 10)),
    ),
    PairingOption(
        "group_rounds",
        "integer",
        None,
        "Rounds of an evening",
        "A group plays this many rounds together before anybody goes up or down. Empty: at tables of two until "
        "everyone has met everyone, at larger tables one.",
        minimum=1,
        maximum=60,
    ),
    PairingOption(
        "movers",
        "integer",
        1,
        "Up and down",
        "This many of each group go up a level for the next evening, and the same number go down. With 0 the groups "
        "stay.",
        minimum=0,
        maximum=10,
    ),
)

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Evening:
    """The groups of an evening as they play now. ``index``: the round of the evening, from 0. ``idle``: those who
    have no group."""

    ladder: Ladder
    groups: list[Group]
    index: int
    idle: list[int]


def _shape(people: int, size: int, options: Mapping[str, Any]) -> Shape | None:
    """Return the tables for so many people: all of them full, or with one empty seat, as far as that can be."""
    if size == 2 or people < 2:
        return uniform(2, people // 2, idle=people % 2) if people > 1 else None
    sizes = [len(group) for group in cut(range(people), size)]
    return Shape(size, tuple(sizes), 0) if min(sizes) >= size - 1 else None


@pairing_system(
    "levels",
    shape=_shape,
    name="Levels (ladder)",
    help="Players of the same level play each other. After each evening the best go up a level, the last go down.",
    table_sizes=(4, 3, 2, 5, 6),
    fixed=False,
    requested_byes=True,
    options=OPTIONS,
    check=faults_of_the_results,
    usual_table=usual_table,
)
def levels(request: PairingRequest) -> Seating:
    """Seat every group at its table, or pair it by its round of the round robin."""
    rules = ladder_rules(request.event)
    here = [player.id for player in request.players(request.first)]
    if len(here) < 2:
        raise PairingError(Notice("levels-too-few", people=len(here)))
    evening, notes = _evening(request, rules, here)
    tables = _games(request, rules, evening) if rules.table == 2 else _tables(request, rules, evening)
    past = history(before(request.event, request.first), rules.table)
    seats = seat_tables([group for group, _why in tables], request.event, past)
    numbered, conflicts = number_tables(seats, request.fixed_tables)
    placed = {player for group, _why in tables for player in group}
    byes = tuple(Bye(player) for player in here if player not in placed)
    why = {frozenset(group): reason for group, reason in tables}
    reasons = {(request.first, table.number): why[frozenset(table.seats)] for table in numbered}
    return Seating((Round(request.first, numbered, byes),), (*notes, *conflicts), reasons)


def _evening(request: PairingRequest, rules: LadderRules, here: Sequence[int]) -> tuple[_Evening, list[Notice]]:
    """Return the groups of the round's evening, without those who are not here, and notes."""
    first = rules.evening(request.first)
    now = ladder(request.event, first, rules)
    notes = [
        Notice("levels-open", round=round_.number, table=table.number)
        for round_ in before(request.event, first)[-rules.together :]
        for table in round_.tables
        if not table.entered
    ]
    opening = next((r for r in request.event.rounds if r.number == first), None)
    if first == request.first or opening is None:
        groups = cut(now.sorted(here), rules.size)
        found = parted(groups, request.forbidden)
        if found is None:
            raise PairingError(Notice("levels-forbidden", round=request.first))
        groups, exchanges = found
        sizes = sorted({len(group) for group in groups})
        if len(sizes) > 1:
            notes.append(Notice("levels-sizes", large=sizes[1], small=sizes[0], players=len(here)))
        notes += [Notice("levels-apart", a=a, b=b) for a, b in exchanges]
    else:
        groups = groups_of(now, rules, opening)
    grouped = {player for group in groups for player in group}
    idle = [player for player in here if player not in grouped]
    playing = [tuple(player for player in group if player in here) for group in groups]
    return _Evening(now, playing, request.first - first, idle), notes


def _tables(request: PairingRequest, rules: LadderRules, evening: _Evening) -> list[tuple[Group, Notice]]:
    """Return each group as a table; those without a group take empty seats, from the last table up."""
    groups = [list(group) for group in evening.groups if len(group) > 1]
    idle = evening.ladder.sorted([*evening.idle, *(group[0] for group in evening.groups if len(group) == 1)])
    joined: dict[int, list[int]] = {}
    rest: list[int] = []
    for player in idle:
        for index in reversed(range(len(groups))):
            if len(groups[index]) < rules.size and not _barred(request, [*groups[index], player]):
                groups[index].append(player)
                joined.setdefault(index, []).append(player)
                break
        else:
            rest.append(player)
    out: list[tuple[Group, Notice]] = []
    place = 1
    for index, group in enumerate(groups):
        why = _group_reason(rules, evening, index, group, place)
        if index in joined:
            why = sentences([why, Notice("levels-joined", players=tuple(joined[index]))])
        out.append((tuple(group), why))
        place += len(group)
    out += [(group, Notice("levels-rest")) for group in cut(rest, rules.size) if len(group) > 1]
    if any(_barred(request, group) for group, _why in out):
        raise PairingError(Notice("levels-forbidden", round=request.first))
    return out


def _games(request: PairingRequest, rules: LadderRules, evening: _Evening) -> list[tuple[Group, Notice]]:
    """Return the games of each group in this round of its round robin; who has none there plays across the groups."""
    out: list[tuple[Group, Notice]] = []
    idle = list(evening.idle)
    first = rules.evening(request.first)
    opening = [r for r in request.event.rounds if r.number == first]
    whole = groups_of(evening.ladder, rules, opening[0]) if evening.index and opening else evening.groups
    place = 1
    for level, (group, those_here) in enumerate(zip(whole, evening.groups, strict=True)):
        for pair in _round_of(group, evening.index):
            there = [p for p in pair if p in those_here]
            if len(there) == 2:
                out.append((pair, _group_reason(rules, evening, level, group, place)))
            else:
                idle += there
        place += len(group)
    met = {
        pair
        for r in request.event.rounds
        if first <= r.number < request.first
        for t in r.tables
        for pair in pairs(t.players)
    }
    return out + _across(request, evening.ladder.sorted(dict.fromkeys(idle)), met)


def _round_of(group: Group, index: int) -> list[Group]:
    """Return the pairs of a round, from 0, of a group's round robin; one player alone where the number is odd."""
    if len(group) < 2:
        return [group]
    size = len(group) + len(group) % 2
    table = berger_round(size, index % (size - 1) + 1)
    return [tuple(group[number - 1] for number in pair if number <= len(group)) for pair in table]


def _across(request: PairingRequest, idle: list[int], met: set[tuple[int, int]]) -> list[tuple[Group, Notice]]:
    """Pair those without an opponent with the nearest in the ladder whom they have not met this evening."""
    out: list[tuple[Group, Notice]] = []
    byes = history(before(request.event, request.first), 2).byes
    if len(idle) % 2:
        idle = [p for p in idle if p != max(reversed(idle), key=lambda p: -byes.get(p, 0))]
    while idle:
        player, *others = idle
        mate = next((p for p in others if (min(p, player), max(p, player)) not in met | request.forbidden), None)
        idle = [p for p in others if p != mate]
        if mate is not None:
            out.append(((player, mate), Notice("levels-across")))
    return out


def _barred(request: PairingRequest, group: Sequence[int]) -> bool:
    return any(pair in request.forbidden for pair in pairs(group))


def _group_reason(rules: LadderRules, evening: _Evening, index: int, group: Sequence[int], place: int) -> Notice:
    """Say which level it is, who came up and who went down, and the round of the evening."""
    why = [Notice("levels-group", level=index + 1, first=place, last=place + len(group) - 1)]
    moved = evening.ladder.moved
    if risen := tuple(player for player in group if moved.get(player) == 1):
        why.append(Notice("levels-up", players=risen))
    if fallen := tuple(player for player in group if moved.get(player) == -1):
        why.append(Notice("levels-down", players=fallen))
    if rules.together > 1:
        why.append(Notice("levels-round", number=evening.index + 1, together=rules.together))
    return sentences(why)
