"""Ranks an event of groups and finals: the players of each group among themselves, then those of each final.

Groups are drawn by rating, by lot, or apart by club, or set by hand. The first of each group are in the first final,
the next in the second. ``docs/algorithms/groups.md`` has the rules and the options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from games.core.notices import Notice, declare
from games.core.notices import gettext_noop as _
from scoring.brackets.knockout import bracket
from scoring.core.history import History
from scoring.documents.document import Event, Player, Round
from scoring.input.rules import rules_of
from scoring.ladder import usual_table
from scoring.lots import Lots
from scoring.pairwise import history_of
from scoring.ranking import Order, in_order

declare(
    {
        "groups-cut-lot": _(
            "Group %(group)s: players %(a)s and %(b)s are level in everything; the lot lets player %(a)s "
            "into the higher final."
        ),
        "groups-cut-tie": _(
            "Group %(group)s: players %(a)s and %(b)s have equal points; the tie-breaks let player %(a)s "
            "into the higher final."
        ),
        "groups-replaced": _("Player %(player)s has withdrawn; the next of group %(group)s moves up."),
    }
)

SYSTEM = "groups"
FINAL, PLACE, GROUP = "FINAL", "GROUPPLACE", "GROUP"
"""The criteria of the order: which final, the place there or in the group; and the column of the group."""
LABELS = {FINAL: "the final", PLACE: "the place in the final or group", GROUP: "the group"}
SOURCE = "Groups"
USUAL_GROUPS, USUAL_ROUNDS, MOST_GROUPS = 4, 3, 26


@dataclass(frozen=True, slots=True)
class StageRules:
    """The options of an event. ``members``: player → group, where it is written down; ``finalists``: player → place
    among the finalists, counted through all finals, likewise."""

    groups: int
    draw: str
    rounds: int | None
    then: str
    qualifiers: int
    finals: int
    table: int
    seed: int
    members: Mapping[int, int]
    finalists: Mapping[int, int]


def is_in_groups(event: Event) -> bool:
    """Tell whether the event is played in groups, so that its standings are ranked by groups and finals."""
    return event.pairing.get("system") == SYSTEM


def stage_rules(event: Event) -> StageRules:
    """Return the options of an event with all defaults; what a system refuses is refused where a round is paired."""
    options = event.pairing

    def whole(key: str, usual: int) -> int:
        value = options.get(key)
        return value if type(value) is int else usual

    members = _numbers(options.get("members"))
    table = whole("table_size", 0) or usual_table(event)
    return StageRules(
        groups=max(1, whole("groups", 0)) if options.get("groups") else usual_groups(event, table, members),
        draw=str(options.get("draw") or "rating"),
        rounds=whole("group_rounds", 0) or None,
        then=str(options.get("then") or "knockout"),
        qualifiers=max(1, whole("qualifiers", 2)),
        finals=max(1, whole("finals", 1)),
        table=table,
        seed=whole("seed", 0),
        members=members,
        finalists=_numbers(options.get("finalists")),
    )


def least_in_group(table: int) -> int:
    """Return how many players a group needs."""
    return 2 if table == 2 else 3


def usual_groups(event: Event, table: int, members: Mapping[int, int]) -> int:
    """Return the number of groups where the event names none: four, fewer where one of them would be too small, and
    as many as are written down, where there can be so many."""
    founders = sum(player.joined <= 1 and _ever(player) for player in event.players)
    written = (number for number in members.values() if number <= MOST_GROUPS)
    return max(1, min(USUAL_GROUPS, founders // least_in_group(table)), *written)


def _numbers(value: object) -> dict[int, int]:
    pairs = value.items() if isinstance(value, Mapping) else ()
    return {int(player): number for player, number in pairs if str(player).isdecimal() and type(number) is int}


class Stages:
    """The groups and finals of an event, as they follow from it."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.rules = stage_rules(event)

    @cached_property
    def groups(self) -> list[list[int]]:
        """Return the players of each group, by number. Who is written down in none joins the smallest."""
        members = {p: group for p, group in self.rules.members.items() if 1 <= group <= self.rules.groups}
        players = sorted(self.event.players, key=lambda player: player.id)
        out: list[list[int]] = [[] for _ in range(self.rules.groups)]
        for player in players:
            if player.id in members and _ever(player):
                out[members[player.id] - 1].append(player.id)
        rest = [player for player in players if player.id not in members and _ever(player)]
        if not members and self.rules.draw != "hand":
            founders = [player for player in rest if player.joined <= 1]
            for group, drawn in zip(out, _drawn(founders, self.rules, self.foes), strict=True):
                group.extend(drawn)
            rest = [player for player in rest if player.joined > 1]
        for player in rest:
            min(out, key=len).append(player.id)
        return [sorted(group) for group in out]

    @cached_property
    def foes(self) -> dict[int, set[int]]:
        """Return the players whom each player must not meet."""
        out: dict[int, set[int]] = {}
        for a, b in self.event.pairing.get("forbidden") or ():
            out.setdefault(a, set()).add(b)
            out.setdefault(b, set()).add(a)
        return out

    @property
    def group_of(self) -> dict[int, int]:
        """Return the group of each player, from 1."""
        return {player: number for number, group in enumerate(self.groups, 1) for player in group}

    @cached_property
    def group_rounds(self) -> int:
        """Return how many rounds the groups play: as asked for, or until everyone has met everyone; at larger tables
        three."""
        if self.rules.rounds is not None:
            return self.rules.rounds
        if self.rules.table > 2:
            return USUAL_ROUNDS
        largest = max((len(group) for group in self.groups), default=2)
        return max(1, largest - 1 + largest % 2)

    @cached_property
    def places(self) -> list[list[tuple[int, int]]]:
        """Return each group in its order after the rounds of the groups so far: player and rank."""
        rules = rules_of(self.event)
        history = history_of(self.event, min(len(self.event.rounds), self.group_rounds), rules)
        orders = [in_order({None: history}, group, rules.tie_breaks) for group in self.groups]
        return [[(player, order.ranks[player]) for player in order.participants] for order in orders]

    @cached_property
    def finals(self) -> list[tuple[int, ...]]:
        """Return the players of each final by their seeds: all first of the groups, then all second, and so on."""
        if self.rules.then == "none":
            return []
        size = len(self.groups) * self.rules.qualifiers
        if self.rules.finalists:
            seeds = sorted((seed, player) for player, seed in self.rules.finalists.items())
            return [
                tuple(player for seed, player in seeds if (seed - 1) // size == final)
                for final in range(self.rules.finals)
            ]
        queues = [self._queue(number)[0] for number in range(len(self.groups))]
        finals = []
        for final in range(self.rules.finals):
            rows = range(final * self.rules.qualifiers, (final + 1) * self.rules.qualifiers)
            finals.append(tuple(queue[row] for row in rows for queue in queues if row < len(queue)))
        return finals

    @property
    def seeds(self) -> dict[int, int]:
        """Return the place of each finalist, counted through all finals: what ``finalists`` keeps."""
        size = len(self.groups) * self.rules.qualifiers
        return {
            player: final * size + seed
            for final, players in enumerate(self.finals)
            for seed, player in enumerate(players, 1)
        }

    def cut(self) -> list[Notice]:
        """Say what decided between players of equal points at the cut, and who moved up for somebody who left."""
        notes = []
        history = history_of(self.event, min(len(self.event.rounds), self.group_rounds), rules_of(self.event))
        for number, group in enumerate(self.places):
            queue, gone = self._queue(number)
            reached = self.rules.finals * self.rules.qualifiers
            first = [player for player, _rank in group][:reached]
            notes += [Notice("groups-replaced", player=p, group=number + 1) for p in gone if p in first]
            ranks = dict(group)
            for final in range(1, self.rules.finals + 1):
                at = final * self.rules.qualifiers
                if at >= len(queue):
                    break
                last, following = queue[at - 1], queue[at]
                if history.total(last) == history.total(following):
                    if ranks[last] == ranks[following]:
                        notes.append(Notice("groups-cut-lot", group=number + 1, a=last, b=following))
                    else:
                        notes.append(Notice("groups-cut-tie", group=number + 1, a=last, b=following))
        return notes

    def _queue(self, number: int) -> tuple[list[int], list[int]]:
        """Return a group's players for the finals in their order, equals by lot; and those who have left."""
        group = self.places[number]
        lots = Lots(self.rules.seed, SYSTEM, number).shuffled(sorted(player for player, _rank in group))
        order = sorted(group, key=lambda place: (place[1], lots.index(place[0])))
        players = {player.id: player for player in self.event.players}
        gone = [p for p, _rank in order if (left := players[p].left) is not None and left <= self.group_rounds]
        return [player for player, _rank in order if player not in gone], gone

    def part(self, members: Sequence[int], first: int, last: int | None, pairing: Mapping[str, object]) -> Event:
        """Return these players as an event of their own, numbered in this order, with the rounds from ``first`` on."""
        number = {player: at for at, player in enumerate(members, 1)}
        players = {player.id: player for player in self.event.players}
        rounds = []
        for entry in self.event.rounds:
            if entry.number < first or (last is not None and entry.number > last):
                continue
            tables = [table for table in entry.tables if number.keys() >= set(table.seats)]
            seated = [replace(t, number=at, seats=tuple(number[p] for p in t.seats)) for at, t in enumerate(tables, 1)]
            byes = tuple(replace(bye, player=number[bye.player]) for bye in entry.byes if bye.player in number)
            if seated or byes:
                rounds.append(Round(entry.number - first + 1, tuple(seated), byes))
        return replace(
            self.event,
            pairing=pairing,
            scoring={},
            teams=(),
            players=tuple(_moved(players[p], at, first, self.group_of.get(p, 0)) for p, at in number.items()),
            rounds=tuple(rounds),
        )


def _ever(player: Player) -> bool:
    return player.left is None or player.left >= player.joined


def _moved(player: Player, number: int, first: int, group: int) -> Player:
    """Return a player of a part that begins with the round ``first``; of one group as of one club, to be kept apart."""
    shift = first - 1
    return replace(
        player,
        id=number,
        team=None,
        board=None,
        joined=max(1, player.joined - shift),
        left=None if player.left is None else max(0, player.left - shift),
        absent=frozenset(entry - shift for entry in player.absent if entry > shift),
        club=f"{group}",
    )


def _drawn(players: Sequence[Player], rules: StageRules, foes: Mapping[int, set[int]]) -> list[list[int]]:
    """Draw the groups: by rating to and fro, by lot, or by rating with players of one club as far apart as can be.
    Players who must not meet are in different groups wherever that can be."""
    order = sorted(players, key=lambda player: (player.rating is None, -(player.rating or 0), player.id))
    if rules.draw == "lot":
        order = Lots(rules.seed, SYSTEM, len(order)).shuffled(order)
    groups: list[list[int]] = [[] for _ in range(rules.groups)]
    clubs: list[Counter[str]] = [Counter() for _ in groups]
    for begin in range(0, len(order), rules.groups):
        row = list(range(rules.groups))
        free = row if begin // rules.groups % 2 == 0 else row[::-1]
        for player in order[begin : begin + rules.groups]:
            club = " ".join((player.club or "").casefold().split())
            apart = bool(rules.draw == "club" and club)
            shunned = foes.get(player.id, set())

            def cost(group: int, shunned: set[int] = shunned, club: str = club if apart else "") -> tuple[int, int]:
                return len(shunned.intersection(groups[group])), clubs[group][club] if club else 0

            at = min(free, key=cost)
            free.remove(at)
            groups[at].append(player.id)
            clubs[at][club] += 1
    return _parted(groups, foes) if foes else groups


def _parted(groups: list[list[int]], foes: Mapping[int, set[int]]) -> list[list[int]]:
    """Exchange players, those drawn in the same turn first, until nobody is in a group with somebody whom they must not
    meet, or no exchange helps any more."""

    def clashes(group: Sequence[int]) -> int:
        return sum(len(foes[player].intersection(group)) for player in group if player in foes)

    while True:
        exchange = next(_exchanges(groups, foes, clashes), None)
        if exchange is None:
            return groups
        (one, at), (other, there) = exchange
        groups[one][at], groups[other][there] = groups[other][there], groups[one][at]


def _exchanges(
    groups: list[list[int]], foes: Mapping[int, set[int]], clashes: Callable[[Sequence[int]], int]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Give the exchanges of two players, by group and place in it, that leave fewer pairs together who must not be."""
    for one, group in enumerate(groups):
        for at, player in enumerate(group):
            if not foes.get(player, set()).intersection(group):
                continue
            places = [(abs(at - there), other, there) for other, own in enumerate(groups) for there in range(len(own))]
            for _far, other, there in sorted(places):
                if other == one:
                    continue
                mine, theirs = [*group], [*groups[other]]
                mine[at], theirs[there] = theirs[there], mine[at]
                if clashes(mine) + clashes(theirs) < clashes(group) + clashes(groups[other]):
                    yield (one, at), (other, there)


def by_groups(event: Event, history: History, players: Sequence[int], codes: Sequence[str]) -> Order:
    """Return the order of some players: the finals, each by its places, then the places in the groups; equal places
    by points and tie-breaks over the whole event."""
    stages = Stages(replace(event, rounds=event.rounds[: history.rounds]))
    place = {player: rank for group in stages.places for player, rank in group}
    final, out = dict.fromkeys(players, 0), 1
    if history.rounds > stages.group_rounds:
        finals = stages.finals
        out = len(finals) + 1  # those in no final
        final = dict.fromkeys(players, out)
        for number, members in enumerate(finals, 1):
            place |= _final_places(stages, history, members, codes)
            final |= dict.fromkeys(members, number)
    whole = in_order({None: history}, players, codes)
    last = len(players) + 1
    keys = {player: (final[player], place.get(player, last), *whole.keys[player]) for player in players}
    order = sorted(players, key=lambda player: (keys[player], player))
    ranks: dict[int, int] = {}
    for at, player in enumerate(order, 1):
        before = order[at - 2]
        ranks[player] = ranks[before] if at > 1 and keys[before] == keys[player] else at
    group_of = stages.group_of
    own = {
        GROUP: {player: Fraction(group_of.get(player, 0)) for player in history.participants},
        FINAL: {player: Fraction(final.get(player, out) % out) for player in history.participants},
        PLACE: {player: Fraction(place.get(player, last)) for player in players},
    }
    return replace(
        whole,
        participants=tuple(order),
        ranks=ranks,
        codes=(GROUP, *((FINAL,) if any(final.values()) else ()), *whole.codes),
        values={**own, **whole.values},
        keys=keys,
        criteria=(FINAL, PLACE, *whole.criteria),
    )


def _final_places(stages: Stages, history: History, members: Sequence[int], codes: Sequence[str]) -> dict[int, int]:
    begin = stages.group_rounds + 1
    if stages.rules.then == "knockout":
        options = {"system": "knockout", "table_size": stages.rules.table, "tie": "higher-seed"}
        reached = bracket(stages.part(members, begin, None, options))
        own = {player: reached[number] for number, player in enumerate(members, 1)}
        return dict(in_order({None: history}, members, codes, reached=own).ranks)
    event = stages.event
    rounds = tuple(replace(entry, number=entry.number - begin + 1) for entry in event.rounds if entry.number >= begin)
    part = replace(event, rounds=rounds, pairing={**event.pairing, "rounds": None})
    rules = rules_of(part)
    return dict(in_order({None: history_of(part, len(rounds), rules)}, members, codes).ranks)
