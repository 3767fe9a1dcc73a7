"""The whole schedule of a tournament whose system knows it beforehand: the Berger table, and others like it; the ways
to share out short tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.documents.document import DocumentError, Event, Round
from scoring.ladder import ladder_rules
from scoring.sections.groups import SYSTEM as GROUPS
from scoring.sections.groups import Stages
from tournaments.models import Tournament
from tournaments.pairing import registry
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, prepare
from tournaments.pairing.schedules.library import by_way, known_ways
from tournaments.selectors.events.events import event_of
from tournaments.selectors.people.presence import players_of_round

LADDER = "levels"
MOST_PLAYERS = 100
"""With more players a page of all tables helps nobody, and takes long to make."""
SYSTEM = "tables"


@dataclass(frozen=True, slots=True)
class PlannedSeat:
    """A player at a table: position from 1, pairing number, and the points once they are known."""

    position: int
    number: int
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class PlannedTable:
    number: int
    seats: tuple[PlannedSeat, ...]


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of the schedule; ``made`` once everybody can see it, else it is as the system will make it."""

    number: int
    made: bool
    tables: tuple[PlannedTable, ...]
    byes: tuple[int, ...]


def knows_its_schedule(tournament: Tournament) -> bool:
    """Tell whether the pairing system fixes rounds beforehand: all of them, those of the groups before the finals, or
    those of an evening on which groups of four play each other. No query."""
    try:
        event = Event(
            name="", game=tournament.game, options=tournament.options, pairing=dict(tournament.pairing_request)
        )
        system, ready = prepare(event)
        if system.key == LADDER:
            rules = ladder_rules(ready)
            return rules.table == 2 and rules.together > 1
        return system.key == GROUPS or bool(system.is_fixed(ready))
    except (DocumentError, PairingError):
        return False


def plan_of(tournament: Tournament) -> tuple[PlannedRound, ...]:
    """Return every round, those made and those to come; nothing where the players do not fit the system yet."""
    event = event_of(tournament)
    if not 2 <= len(event.players) <= MOST_PLAYERS:
        return ()
    rounds = [_round(made, True) for made in event.rounds]
    try:
        rounds += [_round(planned, False) for planned in _to_come(event)]
    except (DocumentError, PairingError):
        return tuple(rounds)
    return tuple(rounds)


def _to_come(event: Event) -> Iterable[Round]:
    """Yield the rounds to come that no result can change any more."""
    system, ready = prepare(event)
    if system.key not in (LADDER, GROUPS):
        yield from pair(event, every=True).rounds
        return
    if system.key == GROUPS:
        last = Stages(ready).group_rounds
    else:
        rules = ladder_rules(ready)
        made = len(event.rounds)
        # the groups of an evening are known from its first round on
        last = rules.evening(made) + rules.together - 1 if made else 0
    length = system.length(ready)
    while len(event.rounds) < (last if length is None else min(last, length)):
        following = pair(event).rounds
        event = replace(event, rounds=(*event.rounds, *following))
        yield from following


def _round(round_: Round, made: bool) -> PlannedRound:
    tables = tuple(
        PlannedTable(
            table.number,
            tuple(
                PlannedSeat(position, number, table.points[position - 1] if table.points else None)
                for position, number in enumerate(table.seats, 1)
            ),
        )
        for table in round_.tables
    )
    return PlannedRound(round_.number, made, tables, tuple(bye.player for bye in round_.byes))


@dataclass(frozen=True, slots=True)
class ShortTables:
    """A way to share out short tables.

    ``repeats``: repeated meetings over all rounds. ``least`` and ``most``: short tables of a player. ``chosen``: the
    tournament's settings come to this.
    """

    label: str
    repeats: int
    least: int
    most: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class ShortTableWays:
    """The ways for so many players and rounds."""

    players: int
    rounds: int
    ways: Sequence[ShortTables]


def short_table_ways(tournament: Tournament) -> ShortTableWays | None:
    """Compare the ways for the players entered so far; None where nothing is to be chosen. At most one query.

    That is with another system, full tables, byes instead of short tables, once a round is paired, and where only a
    search of seconds could tell.
    """
    if tournament.system != SYSTEM or tournament.state != Tournament.State.PLANNED:
        return None
    chosen = tournament.pairing_options.get("leftover", "best")
    if chosen == "byes":
        return None
    players, rounds, size = players_of_round(tournament, 1), tournament.rounds_planned, tournament.table_size
    allowed = tuple(tournament.pairing_options.get("allowed_sizes") or ())
    usual_first = bool(tournament.pairing_options.get("usual_first"))
    ways = known_ways(players, rounds, size, allowed, usual_first)
    if len({way.repeats for way in ways}) < 2:
        return None
    if chosen == "best":
        chosen = by_way("best", players, rounds, size, None, allowed, usual_first).key
    labels = dict(next(o for o in registry.systems()[SYSTEM].options if o.key == "leftover").choices)
    shown = [
        ShortTables(_(labels[way.key]), way.repeats, way.least, way.most, chosen=way.key == chosen) for way in ways
    ]
    return ShortTableWays(players, rounds, shown)
