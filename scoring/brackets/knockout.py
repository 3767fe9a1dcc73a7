"""Ranks a knockout: the round that everybody reached, and their place at the last table.

The rank in a knockout is the round reached, then the place at the last table, then the event's tie-breaks. Those who
are still in stand above those who are out. ``docs/algorithms/knockout.md`` has the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from scoring.documents.document import Event, Round, Table
from scoring.lots import Lots

SYSTEM = "knockout"

ALIVE, ROUND, PLACE = "alive", "round", "place"
"""The criteria of a knockout: still in it, the round reached, the place at the last table."""
CRITERIA = (ALIVE, ROUND, PLACE)
LIVES, BRACKET = "lives", "bracket"
"""Where who loses plays on, also: the defeats left to a player, and the bracket that they play in."""
EVERY_CRITERION = (LIVES, BRACKET, *CRITERIA)
LABELS = {
    LIVES: "the defeats left",
    BRACKET: "the bracket",
    ALIVE: "being still in",
    ROUND: "the round reached",
    PLACE: "the place at the last table",
}


class Fate(Enum):
    """Names what became of a player."""

    THROUGH = "through"
    """Goes on to the next round."""
    OPEN = "open"
    """The last table has no result, or does not say who goes on."""
    OUT = "out"
    DONE = "done"
    """Played the final, or was left alone."""


@dataclass(frozen=True, slots=True)
class Reached:
    """``round``: the round reached, 0 for who was never in. ``place``: 1 for the best of the last table, and after a
    bye; who did not come to a table has its last place."""

    round: int
    place: int
    fate: Fate

    @property
    def criteria(self) -> tuple[str, ...]:
        """Return the criteria that order the players, the first one first."""
        return CRITERIA

    @property
    def alive(self) -> bool:
        """Tell whether the player can still win the knockout."""
        return self.fate in (Fate.THROUGH, Fate.OPEN)

    @property
    def key(self) -> tuple[int, ...]:
        """Return what orders the players, the smaller the better; one number for each of ``criteria``."""
        return (0 if self.alive else 1), -self.round, self.place

    def value(self, criterion: str) -> Fraction:
        """Return the value in one of ``criteria`` as it is shown; 1 for who is still in, else 0."""
        return Fraction({ALIVE: int(self.alive), ROUND: self.round, PLACE: self.place}[criterion])


def bracket(event: Event, rounds: int | None = None) -> dict[int, Reached]:
    """Work out how far every player came after so many rounds of the document, all of them by default.

    Whoever sits at a table of a round, or has a bye in it, has reached it; the game for third place is for those who
    are out already. Who was through and does not come is out in the round that they reached. Who alone is left has won.
    """
    return _course(event, rounds)[0]


def is_decided(event: Event, rounds: int | None = None) -> bool:
    """Tell whether nobody is in any more: the final has been played, or nobody is left who could play one."""
    return _course(event, rounds)[1]


def _course(event: Event, rounds: int | None) -> tuple[dict[int, Reached], bool]:
    """Work out how far every player came, and whether the knockout is over."""
    size = table_size(event)
    advance = whole_or(event.pairing.get("advance"), usual_advance(size))
    now = {
        player.id: Reached(1, 1, Fate.THROUGH) if player.joined <= 1 else Reached(0, 1, Fate.OUT)
        for player in event.players
    }
    counted = event.rounds if rounds is None else event.rounds[:rounds]
    over = False
    for entry in counted:
        final = sum(standing.alive for standing in now.values()) <= size
        now = _after(now, entry, Rules(event, size, 0 if final else advance))
        left = [player for player, standing in now.items() if standing.alive]
        over = not left
        if len(left) == 1 and now[left[0]].fate is Fate.THROUGH:
            now[left[0]] = replace(now[left[0]], place=1, fate=Fate.DONE)
            over = True
    for player in event.players:
        if now[player.id].fate is Fate.THROUGH and not player.plays(len(counted) + 1):
            now[player.id] = replace(now[player.id], place=size + 1, fate=Fate.OUT)
    return now, over


def still_in(event: Event, rounds: int | None = None) -> tuple[int, ...]:
    """Return who can still win the knockout after so many rounds, all of them by default."""
    return tuple(player for player, reached in bracket(event, rounds).items() if reached.alive)


@dataclass(frozen=True, slots=True)
class Rules:
    """Holds what decides who goes on from a table. ``advance``: so many of a table do, none of the final."""

    event: Event
    size: int
    advance: int

    @property
    def third_place(self) -> bool:
        return self.event.pairing.get("third_place") is True

    def goes_on(self, table: Table, number: int) -> tuple[frozenset[int], frozenset[int]]:
        """Split off who goes on from a table with a result, and who is level for the last place that does."""
        worth = {player: worth_at(table, player) for player in table.players}
        if self.advance == 0 or len(worth) <= self.advance:
            return frozenset(worth if self.advance else ()), frozenset()
        least = sorted(worth.values(), reverse=True)[self.advance - 1]
        above = [player for player in worth if worth[player] > least]
        level = sorted(player for player in worth if worth[player] == least)
        tie = self.event.pairing.get("tie")
        if tie == "lot":
            seed = whole_or(self.event.pairing.get("seed"), 0)
            drawn = lots_at(table, number, seed)
            level.sort(key=drawn.index)
        if len(above) + len(level) == self.advance or tie in ("higher-seed", "lot"):
            return frozenset((*above, *level[: self.advance - len(above)])), frozenset()
        return frozenset(above), frozenset(level)

    def last_places(self, table: Table, number: int) -> tuple[dict[int, int], frozenset[int]]:
        """Place everybody at the last table of a bracket, and name who must play off for the first place there.

        ``tie`` parts all who are level, unless the arbiter decides; nobody plays off who did not come.
        """
        place = places(table)
        tie = self.event.pairing.get("tie")
        if tie not in ("higher-seed", "lot"):
            first = [player for player, at in place.items() if at == 1 and worth_at(table, player)[0]]
            return place, frozenset(first if len(first) > 1 else ())
        seed = whole_or(self.event.pairing.get("seed"), 0)
        order = lots_at(table, number, seed) if tie == "lot" else sorted(place)
        order.sort(key=lambda player: worth_at(table, player), reverse=True)
        return {p: at if worth_at(table, p)[0] else place[p] for at, p in enumerate(order, 1)}, frozenset()


def _after(now: dict[int, Reached], entry: Round, rules: Rules) -> dict[int, Reached]:
    """Work out how far everybody is after a round, from how far they were before it."""
    after = dict(now)
    here: set[int] = set()
    for table in entry.tables:
        players = table.players
        here.update(players)
        if rules.third_place and not any(now[player].alive for player in players):
            for player, place in rules.last_places(table, entry.number)[0].items():
                after[player] = replace(now[player], place=place)
            continue
        after.update(_at(table, entry.number, now, rules))
    for bye in entry.byes:
        if bye.kind != "zero" and now[bye.player].alive:
            here.add(bye.player)
            after[bye.player] = (
                Reached(entry.number + 1, 1, Fate.THROUGH) if rules.advance else Reached(entry.number, 1, Fate.DONE)
            )
    for player, before in now.items():
        if player in here or not before.alive:
            continue
        # Whoever was through has reached this round and did not come to it; of the others it was not known.
        place = rules.size + 1 if before.fate is Fate.THROUGH else before.place
        after[player] = replace(before, place=place, fate=Fate.OUT)
    return after


def _at(table: Table, number: int, now: dict[int, Reached], rules: Rules) -> Iterable[tuple[int, Reached]]:
    if not table.entered or table.points is None:
        return [(player, Reached(number, now[player].place, Fate.OPEN)) for player in table.players]
    if rules.advance:
        place = places(table)
        through, level = rules.goes_on(table, number)
    else:
        through = frozenset[int]()
        place, level = rules.last_places(table, number)
    return [
        (player, Reached(number + 1, place[player], Fate.THROUGH))
        if player in through
        else (player, Reached(number, place[player], Fate.OPEN))
        if player in level
        else (player, Reached(number, place[player], Fate.OUT if rules.advance else Fate.DONE))
        for player in table.players
    ]


def usual_advance(size: int) -> int:
    """Return how many of a table go on where the event does not say: half of them, rounded down."""
    return max(1, size // 2)


def lots_at(table: Table, number: int, seed: int) -> list[int]:
    """Order the players of a table of a round by the lots that break a tie there."""
    return Lots(seed, SYSTEM, number, table.number).shuffled(sorted(table.players))


def table_size(event: Event) -> int:
    """Return the declared size of a table, else that of the largest that there is."""
    sizes = (len(table.players) for entry in event.rounds for table in entry.tables)
    return whole_or(event.pairing.get("table_size"), max(sizes, default=2))


def whole_or(value: object, usual: int) -> int:
    return value if type(value) is int else usual


def places(table: Table) -> dict[int, int]:
    """Place everybody at a table with a result, 1 for the best; equals share it, an absent player has the last.

    Nobody has a place where there is no result.
    """
    if not table.entered or table.points is None:
        return {}
    worth = {player: worth_at(table, player) for player in table.players}
    return {
        player: 1 + sum(other > own for other in worth.values()) if own[0] else len(worth)
        for player, own in worth.items()
    }


def worth_at(table: Table, player: int) -> tuple[bool, Fraction, Fraction]:
    """Return what ranks a player at a table: whether they came, their points, and the game's own tally, if any."""
    seats = [index for index, sitting in enumerate(table.seats) if sitting == player]
    points = _of(table.points, seats)
    return any(value is not None for value in points), _sum(points), _sum(_of(table.game_points, seats))


def _of(values: Sequence[Fraction | None] | None, seats: Sequence[int]) -> list[Fraction | None]:
    return [values[seat] for seat in seats] if values else []


def _sum(values: Iterable[Fraction | None]) -> Fraction:
    return sum((value for value in values if value is not None), Fraction(0))
