"""The drawing of a knockout: its rounds as columns of tables, with the way of everybody who goes on.

Rounds to come are paired as they would be: where a table has no result yet, the drawing names the place at it
("first of table 2") instead of a player. What is drawn follows from the document alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from scoring.brackets.eliminations import bracket, is_decided, is_elimination
from scoring.brackets.knockout import Fate, Reached, places, whole_or
from scoring.brackets.second_bracket import Consoled, Kind, Lives, kind_of
from scoring.documents.document import DocumentError, Event, Round, Table
from scoring.sections.groups import Stages, is_in_groups
from tournaments.pairing.core import PairingError, PairingRequest
from tournaments.pairing.registry import systems

MOST_ROUNDS = 40


class Way(Enum):
    """Names where the way of a player leads from a table."""

    ON = "on"
    """Goes on in the same bracket."""
    DOWN = "down"
    """Plays on in the second bracket."""
    OUT = "out"
    OPEN = "open"
    """Not known yet."""
    DONE = "done"
    """Has played the last table."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A place that brings somebody to a table: at a ``table`` of a round, or in a ``group``."""

    place: int
    table: int | None = None
    round: int | None = None
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Somebody at a table. ``player`` is None, and ``origin`` told, while it is not known who comes.

    ``seats``: where they sit, from 0; without meaning while the table is not paired.
    """

    player: int | None
    way: Way
    place: int | None = None
    points: Fraction | None = None
    origin: Origin | None = None
    own: int = 0
    """The player's number in the part of the event that is drawn, also while it is not known who it will be."""
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A table of the drawing, or a bye (``number`` is None). ``next``: the boxes of the next column that it feeds."""

    number: int | None
    spots: tuple[Spot, ...]
    paired: bool = True
    third_place: bool = False
    next: tuple[int, ...] = ()

    @property
    def is_open(self) -> bool:
        """Tell whether it has no result, or one that does not say who goes on."""
        return any(spot.way is Way.OPEN for spot in self.spots)

    @property
    def is_decided(self) -> bool:
        """Tell whether it is known who goes on from here."""
        return any(spot.way is Way.ON and spot.player is not None for spot in self.spots)


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a bracket, by its number in the event."""

    round: int
    boxes: tuple[Box, ...]
    paired: bool

    @property
    def tables(self) -> int:
        return sum(box.number is not None and not box.third_place for box in self.boxes)

    @property
    def is_open(self) -> bool:
        """Tell whether a table of it has no result, or does not say who goes on."""
        return any(box.is_open for box in self.boxes)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One bracket. ``part``: main, second (who lost), or final (of groups, with its number).

    ``whole``: the drawing reaches to the last table. ``winners``: who has won it, once it is known.
    """

    part: str
    columns: tuple[Column, ...]
    whole: bool
    winners: tuple[int, ...] = ()
    number: int = 1
    double: bool = False

    @property
    def has_winner(self) -> bool:
        """Tell whether its last column leads to the winner: not in the second bracket of two lives."""
        return self.whole and (self.part != "second" or not self.double)


@dataclass(frozen=True, slots=True)
class _Play:
    """A knockout with the rounds to come: ``guessed``: the tables, by round and number, without a known outcome.

    ``number_of``: the numbers of tables in the event, where the knockout is a part of one.
    """

    event: Event
    played: int
    whole: bool
    guessed: frozenset[tuple[int, int]]
    first: int = 1
    number_of: Mapping[tuple[int, int], int] = field(default_factory=dict)
    players: Sequence[int] = ()
    origins: Mapping[int, Origin] = field(default_factory=dict)

    def player(self, own: int) -> int:
        return self.players[own - 1] if self.players else own

    def number(self, round_: int, own: int) -> int:
        return self.number_of.get((round_, own), own)


def drawings(event: Event) -> list[Drawing]:
    """Draw the brackets of an event: none where it is no knockout, or before its first round."""
    if not event.rounds:
        return []
    if is_elimination(event):
        return _drawn(_played_on(event))
    if is_in_groups(event) and Stages(event).rules.then == "knockout":
        return _finals(event)
    return []


# --- the rounds to come


def _played_on(event: Event) -> _Play:
    """Return the knockout with its rounds to come, paired as if the better seed won at every open table."""
    played = len(event.rounds)
    try:
        system = systems()[str(event.pairing.get("system"))]
        event = replace(event, pairing=system.complete(replace(event, rounds=())))
    except DocumentError:
        return _Play(event, played, False, frozenset())
    entered, event = event.rounds, replace(event, rounds=())
    guessed: set[tuple[int, int]] = set()
    for entry in entered:
        event = _with_round(event, entry, guessed, bracket(replace(event, rounds=(*event.rounds, entry))))
    limit = min(MOST_ROUNDS, whole_or(event.pairing.get("rounds"), MOST_ROUNDS))
    try:
        while len(event.rounds) < limit:
            request = PairingRequest(event, len(event.rounds) + 1)
            event = _with_round(event, system.pair(request).rounds[0], guessed)
    except PairingError:
        pass  # it is over, or the arbiter has to decide something first
    return _Play(event, played, is_decided(event), frozenset(guessed))


def _with_round(
    event: Event, entry: Round, guessed: set[tuple[int, int]], after: Mapping[int, Reached] | None = None
) -> Event:
    """Return the event with a round, and a result at each table that does not say who goes on; these are ``guessed``.

    ``after``: how far everybody came in it; None for a round to come.
    """
    before = bracket(event)
    tables = []
    for table in entry.tables:
        if after is None or any(after[player].fate is Fate.OPEN for player in table.players):
            guessed.add((entry.number, table.number))
            table = _with_result(table, before)
        tables.append(table)
    return replace(event, rounds=(*event.rounds, replace(entry, tables=tuple(tables))))


def _with_result(table: Table, before: Mapping[int, Reached]) -> Table:
    """Let those win who have not lost yet, then the better seeds."""
    order = sorted(table.players, key=lambda player: (is_beaten(before[player]), player))
    worth = {player: Fraction(2 * len(order) - at) for at, player in enumerate(order)}
    return replace(table, points=tuple(worth[player] for player in table.seats), game_points=None, end="played")


def is_beaten(reached: Reached) -> bool:
    """Tell whether somebody is in the second bracket, or came out of it."""
    return isinstance(reached, Lives | Consoled) and reached.beaten


# --- the finals of groups


def _finals(event: Event) -> list[Drawing]:
    """Draw the finals of an event of groups; while the groups play, with the places that lead there."""
    stages = Stages(event)
    begin = stages.group_rounds + 1
    drawn = len(event.rounds) >= begin
    out: list[Drawing] = []
    for number, members in enumerate(stages.finals, 1):
        if len(members) < 2:
            continue
        pairing = {
            "system": "knockout",
            "table_size": stages.rules.table,
            "tie": "higher-seed",
            "apart_clubs": True,
            "apart_rounds": 1,
        }
        part = stages.part(members, begin, None, pairing)
        known = dict(enumerate(members, 1))
        real = {
            (entry.number - begin + 1, own): table.number
            for entry in event.rounds
            for own, table in enumerate((t for t in entry.tables if set(members) >= set(t.seats)), 1)
            if entry.number >= begin
        }
        play = _played_on(part)
        origins = {} if drawn else _from_groups(stages, members, number)
        play = replace(play, first=begin, number_of=real, players=tuple(known.values()), origins=origins)
        out += [replace(drawing, part="final", number=number) for drawing in _drawn(play)]
    return out


def _from_groups(stages: Stages, members: Sequence[int], final: int) -> dict[int, Origin]:
    """Return the place in a group that leads to each seed of a final."""
    step = stages.rules.qualifiers
    seen: dict[int, int] = {}
    out = {}
    for seed, player in enumerate(members, 1):
        group = stages.group_of[player]
        seen[group] = seen.get(group, (final - 1) * step) + 1
        out[seed] = Origin(seen[group], group=group)
    return out


# --- columns

Side = list[tuple[Round, list[Box]]]


def _drawn(play: _Play) -> list[Drawing]:
    double = kind_of(play.event) is Kind.DOUBLE
    reached = [bracket(play.event, number) for number in range(len(play.event.rounds) + 1)]
    sides: dict[str, Side] = {"main": [], "second": []}
    origins = dict(play.origins)
    united = False
    for entry in play.event.rounds:
        before, after = reached[entry.number - 1], reached[entry.number]
        boxes: dict[str, list[Box]] = {"main": [], "second": []}
        for table in entry.tables:
            beaten = {is_beaten(before[player]) for player in table.players}
            united = united or (double and len(beaten) > 1)
            boxes["second" if beaten == {True} and not united else "main"].append(
                _box(play, entry, table, before, after, origins)
            )
        for bye in entry.byes:
            if bye.kind != "zero" and before[bye.player].alive:
                side = "second" if is_beaten(before[bye.player]) and not united else "main"
                boxes[side].append(_free(play, entry, bye.player, after, origins))
        for side, own in boxes.items():
            if any(box.number is not None for box in own):
                sides[side].append((entry, own))
        _remember(play, entry, origins)
    drawn = []
    for side, rounds in sides.items():
        if rounds:
            columns = _joined(rounds, play, reached)
            drawn.append(Drawing(side, columns, play.whole, _winners(columns), double=double))
    return drawn


def _remember(play: _Play, entry: Round, origins: dict[int, Origin]) -> None:
    """Keep where those came from of whom it is not known yet who they are."""
    for table in entry.tables:
        place = places(table)
        for player in table.players:
            origins.pop(player, None)
            if (entry.number, table.number) in play.guessed:
                number = play.number(entry.number, table.number)
                origins[player] = Origin(place[player], number, entry.number + play.first - 1)


def _free(play: _Play, entry: Round, player: int, after: Mapping[int, Reached], origins: Mapping[int, Origin]) -> Box:
    done = after[player].fate is Fate.DONE
    known = None if player in origins else play.player(player)
    spot = Spot(known, Way.DONE if done else Way.ON, 1 if done else None, origin=origins.get(player), own=player)
    return Box(None, (spot,), entry.number <= play.played)


def _box(
    play: _Play,
    entry: Round,
    table: Table,
    before: Mapping[int, Reached],
    after: Mapping[int, Reached],
    origins: Mapping[int, Origin],
) -> Box:
    third = not any(before[player].alive for player in table.players)
    open_ = (entry.number, table.number) in play.guessed or not table.entered
    place = {} if open_ else places(table)
    spots = []
    for player in table.players:
        seats = [at for at, sitting in enumerate(table.seats) if sitting == player]
        points = [table.points[at] for at in seats] if table.points and not open_ else []
        worth = [value for value in points if value is not None]
        way = Way.OPEN if open_ else Way.DONE if third else _way(before[player], after[player])
        spots.append(
            Spot(
                None if player in origins else play.player(player),
                way,
                after[player].place if way is Way.DONE else place.get(player),
                sum(worth, Fraction(0)) if worth else None,
                origins.get(player),
                player,
                tuple(seats),
            )
        )
    number = play.number(entry.number, table.number)
    return Box(number, tuple(spots), entry.number <= play.played, third)


def _way(before: Reached, after: Reached) -> Way:
    if after.fate is Fate.THROUGH:
        return Way.DOWN if is_beaten(after) and not is_beaten(before) else Way.ON
    return {Fate.OPEN: Way.OPEN, Fate.OUT: Way.OUT, Fate.DONE: Way.DONE}[after.fate]


def _joined(rounds: Side, play: _Play, reached: Sequence[Mapping[int, Reached]]) -> tuple[Column, ...]:
    """Return the columns, each ordered by where its tables lead, so that few lines cross."""
    columns: list[Column] = []
    following: tuple[Box, ...] = ()
    for entry, boxes in reversed(rounds):
        before, after = reached[entry.number - 1], reached[entry.number]
        at = {spot.own: index for index, box in enumerate(following) if not box.third_place for spot in box.spots}
        joined = []
        for box in boxes:
            own = [spot.own for spot in box.spots]
            on = [player for player in own if _way(before[player], after[player]) is Way.ON]
            joined.append(replace(box, next=tuple(sorted({at[player] for player in on if player in at}))))
        order = sorted(range(len(joined)), key=lambda index: (joined[index].third_place, _mean(joined[index]), index))
        following = tuple(joined[index] for index in order)
        columns.append(Column(entry.number + play.first - 1, following, entry.number <= play.played))
    return _as_they_come(columns[::-1])


def _as_they_come(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Return the columns with those at a table to come in the order in which the lines lead there, from above.

    A table that is paired has seats, and keeps their order.
    """
    out: list[Column] = []
    at: dict[int, int] = {}
    for column in columns:
        boxes = column.boxes
        if not column.paired:
            below = len(at)
            # who comes from another bracket has no line here, and stands below
            boxes = tuple(
                replace(box, spots=tuple(sorted(box.spots, key=lambda spot: at.get(spot.own, below)))) for box in boxes
            )
        out.append(replace(column, boxes=boxes))
        at = {spot.own: place for place, box in enumerate(boxes) for spot in box.spots}
    return tuple(out)


def _mean(box: Box) -> float:
    return sum(box.next) / len(box.next) if box.next else float("inf")


def _winners(columns: Sequence[Column]) -> tuple[int, ...]:
    spots = [spot for box in columns[-1].boxes if not box.third_place for spot in box.spots]
    return tuple(spot.player for spot in spots if spot.way is Way.DONE and spot.place == 1 and spot.player is not None)
