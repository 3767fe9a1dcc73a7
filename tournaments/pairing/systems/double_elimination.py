"""Double elimination at tables of two to six: out is who has lost twice.

Who loses in the winners' bracket goes on in the losers' bracket; its best meet the best of the winners' bracket in the
final. ``docs/algorithms/double-elimination.md``.
"""

from __future__ import annotations

from dataclasses import replace

from games.core.notices import Notice
from scoring.brackets.knockout import usual_advance
from scoring.brackets.second_bracket import Kind
from tournaments.pairing.bracket.seating import round_of
from tournaments.pairing.bracket.second import Form, length
from tournaments.pairing.core import Event, PairingError, PairingRequest, Seating
from tournaments.pairing.options import APART, PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.systems.knockout import ADVANCE, TIE
from tournaments.pairing.teams.tables import faults_of_the_results

OPTIONS = (
    *APART,
    ADVANCE,
    TIE,
    PairingOption(
        "reset",
        "flag",
        True,
        "Second final",
        "If somebody from the losers' bracket is first in the final, everybody in it plays once more, and that "
        "table decides.",
    ),
)


def _form(request: PairingRequest) -> tuple[PairingRequest, Form]:
    """Return the request with ``advance`` filled in, and what it asks for. Raises PairingError."""
    options = dict(request.options)
    size = int(options["table_size"])
    if options["advance"] is None:
        options["advance"] = usual_advance(size)
    advance = int(options["advance"])
    if 2 * advance > size:
        raise PairingError(Notice("double-too-many-go-on", size=size, most=size // 2, advance=advance))
    request = replace(request, event=replace(request.event, pairing=options))
    return request, Form(Kind.DOUBLE, size, advance, bool(options["reset"]))


def _length(event: Event) -> int:
    request, form = _form(PairingRequest(event, 1))
    whole = length(request.event, form)
    return min(whole, int(request.options["rounds"] or whole))


@pairing_system(
    "double-elimination",
    name="Double elimination",
    help="A knockout with a second chance: players are out when they have lost twice. The best of the losers' bracket "
    "are in the final, too.",
    table_sizes=(2, 3, 4, 5, 6),
    fixed=False,
    options=OPTIONS,
    length=_length,
    check=faults_of_the_results,
    everyone=False,
)
def double_elimination(request: PairingRequest) -> Seating:
    """Pair the next round of the winners' and the losers' bracket."""
    return round_of(*_form(request))
