"""Four teams or a multiple of four: the number ones form a group, the number twos the next, and so on (QC
7.4).

Four teams: one table a board, the same all the event. The seat is (team + board + round) mod 4, so that
each team has all four seats in every round and each player has each seat in four rounds. More teams make
groups of four of them, in the order of their list, each as if it were alone (``group_teams`` 4); or all number
ones are one group (``all``), an event of its own: a complete schedule or power pairing. With a complete
schedule one schedule of the teams is copied to the boards, its seats turned by one from board to board. Tables
are numbered through, board after board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from games.core.notices import Notice, every
from scoring.documents.document import Player
from tournaments.pairing.check import byes as bye_faults
from tournaments.pairing.check import repeats, uneven_seats
from tournaments.pairing.core import (
    Bye,
    Event,
    Fault,
    PairingError,
    PairingRequest,
    Round,
    Seating,
    distinct,
)
from tournaments.pairing.engine import pair, prepare
from tournaments.pairing.finishing import finished
from tournaments.pairing.history import before
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import BOARDS, PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.systems.swiss_tables import swiss_tables
from tournaments.pairing.teams.bounds import groups_fixed, tables_fixed
from tournaments.pairing.teams.tables import Place, members, round_by_round, squads, table_faults, team_round

OPTIONS = (
    PairingOption(
        "group_teams",
        "choice",
        "all",
        "Players in a group",
        "With eight teams or more. In fours, the first four teams in the list are together, then the next four.",
        choices=(
            ("4", "The number ones of four teams, who meet in every round"),
            ("all", "The number ones of all teams"),
        ),
        proposed="4",
    ),
    PairingOption(
        "groups",
        "choice",
        "tables",
        "The event of each board",
        "For a group of eight or more. Four sit at one table all the time.",
        choices=(("tables", "Complete schedule"), ("swiss-tables", "Power pairing")),
    ),
    replace(BOARDS, label="Boards"),
)


def _teams(event: Event) -> dict[str, list[Player]]:
    """Return the teams with players. Raises PairingError unless they are a multiple of four."""
    teams = members(event)
    if not teams or len(teams) % 4:
        raise PairingError(Notice("board-groups-teams", teams=len(teams)))
    return teams


def _boards(event: Event) -> int:
    asked = event.pairing.get("boards")
    return int(asked or min(len(squad) for squad in _teams(event).values()))


def _fours(event: Event) -> bool:
    """Return whether each group is of four teams."""
    return len(_teams(event)) == 4 or event.pairing.get("group_teams") == "4"


def _fixed(event: Event) -> bool:
    return event.pairing.get("groups") != "swiss-tables" or _fours(event)


def _length(event: Event) -> int | None:
    """Return ``rounds``, if set; else four for groups of four teams, for complete schedules as many as ``tables``
    makes."""
    asked = event.pairing.get("rounds")
    if asked is not None:
        return int(asked)
    if _fours(event):
        return 4
    if not _fixed(event):
        return None
    system, units = prepare(_units(len(_teams(event)), None, int(event.pairing["seed"])))
    return system.length(units)


def _units(teams: int, rounds: int | None, seed: int) -> Event:
    """Return the teams as the players of a complete schedule."""
    options = {"system": "tables", "table_size": 4, "seed": seed, **({"rounds": rounds} if rounds else {})}
    players = tuple(Player(k, f"Team {k}") for k in range(1, teams + 1))
    return Event("Teams", "kwartet", pairing=options, players=players)


@lru_cache(maxsize=16)
def _schedule(teams: int, rounds: int | None, seed: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return rounds of tables of teams, counted from 0, in seat order."""
    answer = pair(_units(teams, rounds, seed), every=True)
    return tuple(tuple(tuple(p - 1 for p in table.seats) for table in round_.tables) for round_ in answer.rounds)


def _fixed_round(request: PairingRequest) -> Seating:
    teams = squads(request, _boards(request.event))
    number = request.first - 1
    turn = 0
    if _fours(request.event):
        units = tuple(tuple(range(first, first + 4)) for first in range(0, len(teams), 4))
        turn = number
    else:
        schedule = _schedule(len(teams), request.options["rounds"], request.seed)
        units = schedule[number % len(schedule)]
    tables: list[list[Place]] = []
    for board in range(1, _boards(request.event) + 1):
        for seats in units:
            order: list[Place] = [(teams[seats[(s - board + 1 - turn) % 4]], board) for s in range(4)]
            tables.append(order)
    return team_round(request, teams, tables)


def _group_event(request: PairingRequest, board: int) -> Event:
    """Return one board's group as an event of its own; the players keep their numbers."""
    event = request.event
    group = tuple(squad[board - 1] for squad in _teams(event).values())
    ids = {p.id for p in group}
    rounds = tuple(
        Round(
            round_.number,
            tuple(t for t in round_.tables if set(t.seats) <= ids),
            tuple(b for b in round_.byes if b.player in ids),
        )
        for round_ in before(event, request.first)
    )
    options = {
        "system": "swiss-tables",
        "table_size": 4,
        "rounds": request.options["rounds"],
        "seed": request.seed * 1000 + board,
        "forbidden": [pair for pair in sorted(request.forbidden) if ids.issuperset(pair)],
    }
    own = replace(event, pairing=options, players=group, rounds=rounds, teams=())
    return prepare(own)[1]


def _power_round(request: PairingRequest) -> Seating:
    """Pair the groups' own rounds, with tables numbered through."""
    event, number = request.event, request.first
    squads(request, _boards(event))  # refuses more boards than a team has players for
    groups: list[tuple[int, ...]] = []
    byes: list[Bye] = []
    notes: list[Notice] = []
    why: dict[tuple[int, ...], Notice] = {}
    for board in range(1, _boards(event) + 1):
        answer = swiss_tables(PairingRequest(_group_event(request, board), number))
        for table in answer.rounds[0].tables:
            groups.append(table.seats)
            why[table.seats] = Notice("board-reason", board=board, text=answer.reasons[number, table.number])
        byes += answer.rounds[0].byes
        notes += [Notice("on-board", board=board, text=note) for note in answer.notes]
    spare = [p.id for squad in _teams(event).values() for p in squad[_boards(event) :] if p.plays(number)]
    byes += [Bye(player, "zero") for player in spare]
    numbered, conflicts = number_tables(groups, request.fixed_tables)
    round_ = Round(number, numbered, tuple(sorted(byes, key=lambda b: b.player)))
    reasons = {(number, t.number): why[t.seats] for t in numbered}
    return Seating((round_,), (*notes, *conflicts), reasons)


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    try:
        expected = finished(request.event, board_groups(request))
    except PairingError as error:
        yield Fault(round_.number, None, error.notice)
        return
    if _fixed(request.event):
        yield from table_faults(request, round_, expected)
        return
    board = {p.id: k for squad in _teams(request.event).values() for k, p in enumerate(squad, 1)}
    for table in round_.tables:
        numbers = sorted({board[p] for p in distinct(table.seats) if p in board})
        if len(numbers) > 1:
            notice = Notice("boards-mixed", boards=every(numbers))
            yield Fault(round_.number, table.number, notice)
    yield from repeats(request, round_, expected)
    yield from bye_faults(request, round_, expected)
    yield from uneven_seats(request, round_, expected)


def _bound(event: Event, rounds: int) -> int | None:
    if _fours(event):
        return tables_fixed(event, rounds)
    teams = _teams(event)
    if any(len(squad) != _boards(event) for squad in teams.values()):
        return None
    return groups_fixed(event, [frozenset(p.id for p in board) for board in zip(*teams.values(), strict=True)])


@pairing_system(
    "board-groups",
    teams=True,
    name="Board groups",
    help="The number ones of four, eight, … teams form a group, the number twos the next (QC 7.4).",
    table_sizes=(4,),
    fixed=_fixed,
    options=OPTIONS,
    length=_length,
    check=_check,
    bound=_bound,
)
def board_groups(request: PairingRequest) -> Seating:
    """Pair the k-th boards of all teams as group k; the points of a team's players are added up."""
    return round_by_round(request, _fixed_round if _fixed(request.event) else _power_round)
