"""The challenges of teams of four on as many boards: the double-team (QC 7.1) and the triple-team (QC 7.2, 7.3).

Partners sit opposite each other (QC 7.5). Round 1 is that of QC 7.2: 1 + 4 against 2 + 3, with three teams A1 and A4
against B2 and B3, B1 and B4 against C2 and C3, C1 and C4 against A2 and A3. Of two teams each player has, after six
rounds, met every opponent three times and had every team-mate as a partner twice, and after every four rounds each
seat once. Of three the first four rounds are the Berger form of QC 7.3; rounds 5 to 8 and 9 to 12 repeat it with
other partners. After twelve rounds all begins anew. ``docs/algorithms/team-rotations.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.core.notices import Notice
from games.core.options import OPPOSITE
from tournaments.pairing.core import Event, PairingError, PairingRequest, Seating
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.teams.bounds import partners_fixed
from tournaments.pairing.teams.opposite import TEAM, seated
from tournaments.pairing.teams.tables import Squad, faults_of_the_rule, members, round_by_round, squads, team_round

WORDS = {2: Notice("two-teams-of-four"), 3: Notice("three-teams-of-four")}
EVEN_ROUNDS = 6
BERGER_ROUNDS = 4


def challenge(request: PairingRequest, count: int) -> Seating:
    """Return the rounds asked for, for ``count`` teams. Raises PairingError for another number of teams."""
    there = len(members(request.event))
    if there != count:
        raise PairingError(Notice("challenge-teams", teams=WORDS[count], there=there))
    return round_by_round(request, _round)


def _round(request: PairingRequest) -> Seating:
    teams = squads(request, 4)
    plan = seated(len(teams))[(request.first - 1) % 12]

    def place(code: int) -> tuple[Squad, int]:
        return teams[code // TEAM], code % TEAM

    return team_round(request, teams, [[place(code) for code in seats] for seats in plan])


def _length(usual: int) -> Callable[[Event], int]:
    return lambda event: int(event.pairing.get("rounds") or usual)


_challenge_system = partial(
    pairing_system,
    teams=True,
    table_sizes=(4,),
    fixed=True,
    check=partial(faults_of_the_rule, partners=True),
    partners=OPPOSITE,
)


@_challenge_system(
    "double-team",
    name="Double-team challenge",
    help="Two teams of four on two boards (QC 7.1).",
    rounds_help="Without a number of rounds there are six, after which all is even.",
    length=_length(EVEN_ROUNDS),
)
def double_team(request: PairingRequest) -> Seating:
    """Pair two teams of four on two boards."""
    return challenge(request, 2)


@_challenge_system(
    "triple-team",
    name="Triple-team challenge",
    help="Three teams of four on three boards (QC 7.2, 7.3).",
    rounds_help="Without a number of rounds there are four: each pair plays against each.",
    length=_length(BERGER_ROUNDS),
    bound=partners_fixed,
)
def triple_team(request: PairingRequest) -> Seating:
    """Pair three teams of four on three boards."""
    return challenge(request, 3)
