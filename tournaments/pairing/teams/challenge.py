"""The double-team and the triple-team challenge (QC 7.1 to 7.3): a rotation of twelve rounds, then again."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.notices import Notice
from tournaments.pairing.core import Fault, PairingError, PairingRequest, Round, Seating
from tournaments.pairing.teams.rotation import TEAM, seated
from tournaments.pairing.teams.squads import Squad, members, squads
from tournaments.pairing.teams.tables import joined, partner_faults, table_faults, team_round

WORDS = {2: Notice("two-teams-of-four"), 3: Notice("three-teams-of-four")}


def challenge(request: PairingRequest, count: int) -> Seating:
    """Return the rounds asked for, for ``count`` teams. Raises PairingError for another number of teams."""
    there = len(members(request.event))
    if there != count:
        raise PairingError(Notice("challenge-teams", teams=WORDS[count], there=there))
    rounds = range(request.first, request.first + request.count)
    return joined(_round(PairingRequest(request.event, number)) for number in rounds)


def _round(request: PairingRequest) -> Seating:
    teams = squads(request, 4)
    plan = seated(len(teams))[(request.first - 1) % 12]

    def place(code: int) -> tuple[Squad, int]:
        return teams[code // TEAM], code % TEAM

    return team_round(request, teams, [[place(code) for code in seats] for seats in plan])


def check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check the tables of the rotation: partners opposite, seats balanced."""
    try:
        expected = challenge(request, 2 if request.options["system"] == "double-team" else 3)
    except PairingError as error:
        yield Fault(round_.number, None, error.notice)
        return
    yield from table_faults(request, round_, expected)
    yield from partner_faults(request, round_)
