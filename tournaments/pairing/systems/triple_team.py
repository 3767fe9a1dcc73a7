"""The triple-team challenge: three teams of four on three boards, pair against pair (QC 7.2, 7.3).

Round 1 is that of QC 7.2: A1 and A4 against B2 and B3, B1 and B4 against C2 and C3, C1 and C4 against A2
and A3. The first four rounds are the Berger form of QC 7.3; rounds 5 to 8 and 9 to 12 repeat it with
other partners. Partners sit opposite each other (QC 7.5). ``docs/algorithms/team-rotations.md``.
"""

from __future__ import annotations

from functools import partial

from games.core.options import OPPOSITE
from tournaments.pairing.core import Event, PairingRequest, Seating
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.teams.bounds import partners_fixed
from tournaments.pairing.teams.challenge import challenge, check

BERGER_ROUNDS = 4


def _length(event: Event) -> int:
    return int(event.pairing.get("rounds") or BERGER_ROUNDS)


def _bound(event: Event, rounds: int) -> int | None:
    return partners_fixed(event, rounds, partial(challenge, count=3))


@pairing_system(
    "triple-team",
    teams=True,
    name="Triple-team challenge",
    help="Three teams of four on three boards (QC 7.2, 7.3).",
    rounds_help="Without a number of rounds there are four: each pair plays against each.",
    table_sizes=(4,),
    fixed=True,
    length=_length,
    check=check,
    bound=_bound,
    partners=OPPOSITE,
)
def triple_team(request: PairingRequest) -> Seating:
    """Pair three teams of four on three boards."""
    return challenge(request, 3)
