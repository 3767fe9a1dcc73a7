"""Teams meet by the Berger tables: board against board at tables of two, pair against pair at tables of four.

Tables of two: board k of one team meets board k of the other; the team named first has seat 1 on the odd
boards, the other on the even ones. Tables of four: boards 1 + 4 of each team meet boards 2 + 3 of the
other, as in QC 7.2, partners opposite (QC 7.5). With two boards a match is one table: 1 + 2 of each team meet
there (QC 2.3). An odd number of teams: the one drawn against n + 1 is free, its players have byes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.notices import Notice
from games.core.options import OPPOSITE
from tournaments.pairing.core import Event, Fault, PairingError, PairingRequest, Round, Seating
from tournaments.pairing.options import BOARDS
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.systems.berger import OPTIONS as BERGER_OPTIONS
from tournaments.pairing.systems.berger import berger_round
from tournaments.pairing.teams.bounds import tables_fixed
from tournaments.pairing.teams.opposite import SPLITS, Match, Seats, seat_pairs
from tournaments.pairing.teams.tables import (
    Place,
    Squad,
    faults_of_the_rule,
    members,
    round_by_round,
    squads,
    team_round,
)

OPTIONS = (
    *BERGER_OPTIONS,
    replace(
        BOARDS,
        help="At tables of two, empty: as many boards as every team has players for. At tables of four a "
        "match has four boards, or two: then a team is a pair.",
    ),
)

BOARD = 1000
"""A place here is team × 1000 + board, team from 0."""


def match_round(event: Event, number: int) -> list[tuple[int, int]]:
    """Return a round's matches as (team, team) from 0, in the order of the Berger table; an odd field's n + 1 too."""
    teams = len(members(event))
    size = teams + teams % 2
    cycle, k = divmod(number - 1, size - 1)
    if event.pairing.get("swap_last_two") and cycle == 0 and size > 2 and k >= size - 3:
        k = 2 * size - 5 - k
    out = [(a - 1, b - 1) for a, b in berger_round(size, k + 1)]
    return [(b, a) for a, b in out] if cycle % 2 else out


def _length(event: Event) -> int:
    """Return n − 1 rounds a cycle (n where n is odd), or ``rounds``. Raises PairingError."""
    teams = len(members(event))
    if teams < 2:
        raise PairingError(Notice("team-berger-too-few", teams=teams))
    whole = (teams - 1 + teams % 2) * int(event.pairing["cycles"])
    asked = event.pairing.get("rounds")
    if asked is not None and asked > whole:
        raise PairingError(Notice("team-berger-too-many-rounds", teams=teams, whole=whole, asked=asked))
    return int(asked or whole)


def boards_of(event: Event) -> int:
    """Return the number of boards in a match. Raises PairingError where the option does not fit."""
    asked = event.pairing.get("boards")
    if event.pairing["table_size"] == 4:
        if asked not in (None, 2, 4):
            raise PairingError(Notice("team-berger-four-boards", asked=asked))
        return int(asked or 4)
    return int(asked or min(len(squad) for squad in members(event).values()))


def _seated(event: Event) -> list[list[Seats]]:
    """Return all rounds at tables of four, places in seat order, one match after the other.

    Always the whole schedule, so that a round is the same whichever rounds are asked for.
    """
    teams = len(members(event))
    splits = (SPLITS[0], SPLITS[0][::-1]) if boards_of(event) == 4 else (((1, 2), (1, 2)),)
    rounds: list[list[Match]] = []
    for number in range(1, (teams - 1 + teams % 2) * int(event.pairing["cycles"]) + 1):
        matches: list[Match] = []
        for one, two in match_round(event, number):
            if teams in (one, two):
                continue
            for first, second in splits:
                home = (one * BOARD + first[0], one * BOARD + first[1])
                guests = (two * BOARD + second[0], two * BOARD + second[1])
                matches.append((home, guests))
        rounds.append(matches)
    return seat_pairs(rounds)


def _places(event: Event, teams: list[Squad], number: int) -> list[list[Place]]:
    if event.pairing["table_size"] == 4:
        tables = _seated(event)[number - 1]
        return [[(teams[code // BOARD], code % BOARD) for code in seats] for seats in tables]
    out: list[list[Place]] = []
    for one, two in match_round(event, number):
        if len(teams) in (one, two):
            continue
        for k in range(1, len(teams[one].boards) + 1):
            pair: list[Place] = [(teams[one], k), (teams[two], k)]
            out.append(pair if k % 2 else pair[::-1])
    return out


def _round(request: PairingRequest) -> Seating:
    event, number = request.event, request.first
    teams = squads(request, boards_of(event))
    free = [
        player
        for pair in match_round(event, number)
        if len(teams) in pair
        for player in teams[min(pair)].boards
        if player is not None
    ]
    return team_round(request, teams, _places(event, teams, number), free)


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    if request.options["table_size"] == 4:
        return faults_of_the_rule(request, round_, partners=True)
    return faults_of_the_rule(request, round_, seat=lambda due: Notice("team-berger-seat", player=due))


@pairing_system(
    "team-berger",
    teams=True,
    name="Round robin of teams (Berger tables)",
    help="Every team meets every team: board by board, or pair by pair at tables of four.",
    table_sizes=(2, 4),
    fixed=True,
    options=OPTIONS,
    length=_length,
    check=_check,
    bound=tables_fixed,
    partners=OPPOSITE,
)
def team_berger(request: PairingRequest) -> Seating:
    """Pair every team with every team: board by board, or pair by pair at tables of four."""
    return round_by_round(request, _round)
