"""Four teams or a multiple of four: the number ones form a group, the number twos the next, and so on (QC
7.4).

Four teams: one table a board, the same all the event. The seat is (team + board + round) mod 4, so that
each team has all four seats in every round and each player has each seat in four rounds. More teams: each
group is an event of its own, a complete schedule or power pairing. With a complete schedule one schedule
of the teams is copied to the boards, its seats turned by one from board to board. Tables are numbered
through, board after board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.document import Player
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
from tournaments.pairing.history import before
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.teams.squads import members, squads
from tournaments.pairing.teams.tables import Place, joined, table_faults, team_round

OPTIONS = (
    PairingOption(
        "groups",
        "choice",
        "tables",
        "The event of each board",
        "With more than four teams. Four teams sit at one table a board all the time.",
        choices=(("tables", "Complete schedule"), ("swiss-tables", "Power pairing")),
    ),
    PairingOption(
        "boards",
        "integer",
        None,
        "Boards",
        "Left out: as many as every team has players.",
        minimum=1,
        maximum=100,
    ),
)


def _teams(event: Event) -> dict[str, list[Player]]:
    """The teams with players. Raises PairingError unless they are a multiple of four."""
    teams = members(event)
    if not teams or len(teams) % 4:
        raise PairingError(
            f"Board groups are for four teams or a multiple of four (QC 7.4); the event has {len(teams)} "
            "teams with players. Change the teams, or choose team-berger."
        )
    return teams


def _boards(event: Event) -> int:
    asked = event.pairing.get("boards")
    return int(asked or min(len(squad) for squad in _teams(event).values()))


def _fixed(event: Event) -> bool:
    return event.pairing.get("groups") != "swiss-tables" or len(_teams(event)) == 4


def _length(event: Event) -> int | None:
    """``rounds``; for four teams four, for complete schedules as many as ``tables`` makes."""
    asked = event.pairing.get("rounds")
    if asked is not None:
        return int(asked)
    if len(_teams(event)) == 4:
        return 4
    if not _fixed(event):
        return None
    system, units = prepare(_units(event))
    return system.length(units)


def _units(event: Event) -> Event:
    """The teams as the players of a complete schedule."""
    units = tuple(Player(k, f"Team {k}") for k in range(1, len(_teams(event)) + 1))
    options = {"system": "tables", "table_size": 4, "seed": int(event.pairing["seed"])}
    rounds = event.pairing.get("rounds")
    if rounds is not None:
        options["rounds"] = rounds
    return replace(event, pairing=options, players=units, rounds=(), teams=())


def _schedule(event: Event) -> list[list[tuple[int, ...]]]:
    """Rounds of tables of teams, counted from 0, in seat order; for four teams always the same four."""
    if len(_teams(event)) == 4:
        return [[(0, 1, 2, 3)]]
    # In Quatro Chess as in every game: whole tables only, so that no seat is doubled.
    answer = pair(_units(event), every=True)
    return [[tuple(p - 1 for p in table.seats) for table in round_.tables] for round_ in answer.rounds]


def _fixed_round(request: PairingRequest, schedule: list[list[tuple[int, ...]]]) -> Seating:
    teams = squads(request, _boards(request.event))
    number = request.first - 1
    units = schedule[number % len(schedule)]
    turn = number if len(teams) == 4 else 0
    tables: list[list[Place]] = []
    for board in range(1, _boards(request.event) + 1):
        for seats in units:
            order: list[Place] = [(teams[seats[(s - board + 1 - turn) % 4]], board) for s in range(4)]
            tables.append(order)
    return team_round(request, teams, tables)


def _group_event(request: PairingRequest, board: int, group: list[Player]) -> tuple[Event, dict[int, int]]:
    """One board's group as an event of its own, its players renumbered; and new number → id."""
    event = request.event
    new = {player.id: k for k, player in enumerate(group, 1)}
    rounds = []
    for round_ in before(event, request.first):
        tables = [t for t in round_.tables if set(t.seats) <= new.keys()]
        rounds.append(
            Round(
                round_.number,
                tuple(replace(t, seats=tuple(new[p] for p in t.seats)) for t in tables),
                tuple(Bye(new[b.player], b.kind) for b in round_.byes if b.player in new),
            )
        )
    options = {
        "system": "swiss-tables",
        "table_size": 4,
        "rounds": request.options["rounds"],
        "seed": request.seed * 1000 + board,
        "forbidden": [[new[a], new[b]] for a, b in sorted(request.forbidden) if a in new and b in new],
    }
    players = tuple(replace(p, id=new[p.id], team=None, board=None) for p in group)
    own = replace(event, pairing=options, players=players, rounds=tuple(rounds), teams=())
    return own, {k: player for player, k in new.items()}


def _power_round(request: PairingRequest) -> Seating:
    event = request.event
    teams = _teams(event)
    groups: list[tuple[int, ...]] = []
    byes: list[Bye] = []
    notes: list[str] = []
    said: dict[tuple[int, ...], str] = {}
    for board in range(1, _boards(event) + 1):
        own, ids = _group_event(request, board, [squad[board - 1] for squad in teams.values()])
        answer = pair(own)
        for table in answer.rounds[0].tables:
            seats = tuple(ids[p] for p in table.seats)
            groups.append(seats)
            said[seats] = f"Board {board}. Numbers within the group: " + answer.reasons.get(
                (request.first, table.number), ""
            )
        byes += [Bye(ids[b.player], b.kind) for b in answer.rounds[0].byes]
        notes += [f"Board {board}: {note}" for note in answer.notes]
    spare = [p.id for squad in teams.values() for p in squad[_boards(event) :] if p.plays(request.first)]
    byes += [Bye(player, "zero") for player in spare]
    numbered, conflicts = number_tables(groups, request.fixed_tables)
    round_ = Round(request.first, numbered, tuple(sorted(byes, key=lambda b: b.player)))
    reasons = {(request.first, t.number): said[t.seats] for t in numbered}
    return Seating((round_,), (*notes, *conflicts), reasons)


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    try:
        expected = board_groups(request)
    except PairingError as error:
        yield Fault(round_.number, None, str(error))
        return
    if _fixed(request.event):
        yield from table_faults(request, round_, expected)
        return
    board = {p.id: k for squad in _teams(request.event).values() for k, p in enumerate(squad, 1)}
    for table in round_.tables:
        numbers = sorted({board[p] for p in distinct(table.seats) if p in board})
        if len(numbers) > 1:
            text = f"Boards {' and '.join(map(str, numbers))} sit together; each board is a group (QC 7.4)."
            yield Fault(round_.number, table.number, text)
    yield from repeats(request, round_, expected)
    yield from bye_faults(request, round_, expected)
    yield from uneven_seats(request, round_, expected)


@pairing_system(
    "board-groups",
    name="Board groups",
    help="The number ones of four, eight, … teams form a group, the number twos the next (QC 7.4).",
    table_sizes=(4,),
    fixed=_fixed,
    options=OPTIONS,
    length=_length,
    check=_check,
)
def board_groups(request: PairingRequest) -> Seating:
    """The k-th boards of all teams form group k; the points of a team's players are added up."""
    rounds = range(request.first, request.first + request.count)
    if not _fixed(request.event):
        return joined(_power_round(PairingRequest(request.event, number)) for number in rounds)
    schedule = _schedule(request.event)
    return joined(_fixed_round(PairingRequest(request.event, number), schedule) for number in rounds)
