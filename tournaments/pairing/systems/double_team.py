"""The double-team challenge: two teams of four on two boards, two of each team on each board (QC 7.1).

Partners sit opposite each other (QC 7.5). Round 1 is 1 + 4 against 2 + 3, as in QC 7.2. Later rounds
rotate, so that after six each has met every opponent three times and had every team-mate as a partner
twice, and after every four rounds has had each seat once. ``docs/algorithms/team-rotations.md``.
"""

from __future__ import annotations

from games.core.options import OPPOSITE
from tournaments.pairing.core import Event, PairingRequest, Seating
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.teams.challenge import challenge, check

EVEN_ROUNDS = 6


def _length(event: Event) -> int:
    return int(event.pairing.get("rounds") or EVEN_ROUNDS)


@pairing_system(
    "double-team",
    teams=True,
    name="Double-team challenge",
    help="Two teams of four on two boards (QC 7.1).",
    rounds_help="Without a number of rounds there are six, after which all is even.",
    table_sizes=(4,),
    fixed=True,
    length=_length,
    check=check,
    partners=OPPOSITE,
)
def double_team(request: PairingRequest) -> Seating:
    """Pair two teams of four on two boards."""
    return challenge(request, 2)
