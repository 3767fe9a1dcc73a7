"""A complete schedule at tables of three to six, fixed in advance for individual players."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.notices import Notice
from tournaments.pairing.apart import club_notes
from tournaments.pairing.check import standard, uneven_tables
from tournaments.pairing.core import (
    Bye,
    Event,
    Fault,
    PairingError,
    PairingRequest,
    Round,
    Seating,
    distinct,
    pairs,
)
from tournaments.pairing.finishing import finished
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import APART, SIZES, USUAL_FIRST, PairingOption
from tournaments.pairing.plans.planning import Planner
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.schedules.library import longest_by
from tournaments.pairing.schedules.perfect import PROVED
from tournaments.pairing.schedules.shapes import shape, tables_of

MOST_ROUNDS = 60

OPTIONS = (
    *APART,
    SIZES,
    USUAL_FIRST,
    PairingOption(
        "rounds",
        "integer",
        None,
        "Rounds",
        "Empty: as many rounds as a known schedule has without repeated meetings, but at least three.",
        minimum=1,
        maximum=MOST_ROUNDS,
    ),
    PairingOption(
        "leftover",
        "choice",
        "best",
        "When the players do not fill all tables",
        "Short tables have one player less. Even at the end: nobody has sat at short tables more than once more than "
        "anybody else. In turn: nobody sits at a second one before everybody has sat at one. Byes: all other players "
        "sit at full tables.",
        choices=(
            ("best", "Short tables, even at the end if that costs no repeated meeting"),
            ("even", "Short tables, even at the end"),
            ("threes", "Short tables in turn"),
            ("uneven", "Short tables, fewest repeats"),
            ("byes", "Byes"),
        ),
    ),
)


EXHAUSTED = {(4, 6, 3): 5, (4, 12, 4): 13, (3, 6, 3): 5}
"""(table size, players, rounds) → the least repeated meetings there can be, by complete search."""


def proven(event: Event, rounds: int) -> int | None:
    """Return the bound of ``EXHAUSTED`` or ``PROVED`` where everybody plays every round, at tables as full as can
    be."""
    people = len(event.players)
    size = int(event.pairing["table_size"])
    if event.pairing["leftover"] == "byes":
        return None
    if any(p.joined > 1 or p.left is not None or p.absent for p in event.players):
        return None
    form = tables_of(people, size, event.pairing)
    for round_ in event.rounds:
        sizes = sorted(len(distinct(t.seats)) for t in round_.tables)
        if form is None or not form.plain or sizes != sorted(form.sizes):
            return None
    if form is not None and not form.short and rounds > PROVED.get((people, size), rounds):
        return 1
    return EXHAUSTED.get((size, people, rounds))


def schedule_length(event: Event) -> int:
    """Return ``rounds``, or as many as are known without a repeated meeting, but at least three."""
    asked = event.pairing.get("rounds")
    if asked is not None:
        return int(asked)
    starters = sum(p.joined <= 1 for p in event.players)
    size = int(event.pairing["table_size"])
    allowed, usual_first = event.pairing["allowed_sizes"], event.pairing["usual_first"]
    if shape(starters, size, allowed=allowed, usual_first=usual_first) is None:
        return 3
    return max(3, longest_by(event.pairing["leftover"], starters, size, allowed, usual_first))


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check as every system does, and that short tables or byes come in turn, or are even at the end."""

    def answer(asked: PairingRequest) -> Seating:
        return finished(asked.event, tables(asked))

    yield from standard(request, round_, answer)
    way = request.options["leftover"]
    if way == "uneven" or (way in ("best", "even") and round_.number < schedule_length(request.event)):
        return
    try:
        expected = tables(request)
    except PairingError:
        return
    yield from uneven_tables(request, round_, expected)


def refuse_forbidden(request: PairingRequest, rounds: list[Round]) -> None:
    """Raise PairingError where two sit together who must not: then the rounds cannot do without."""
    for round_ in rounds:
        for table in round_.tables:
            for a, b in pairs(distinct(table.seats)):
                if (a, b) in request.forbidden_in(round_.number):
                    raise PairingError(Notice("tables-forbidden", round=round_.number, a=a, b=b))


@pairing_system(
    "tables",
    shape=tables_of,
    name="Complete schedule at tables",
    help="As few repeated meetings as possible, with balanced seats, for any number of rounds.",
    table_sizes=(4, 3, 5, 6),
    fixed=True,
    options=OPTIONS,
    length=schedule_length,
    check=_check,
    bound=proven,
)
def tables(request: PairingRequest) -> Seating:
    """Pair with as few repeated meetings as possible and balanced seats, for any number of rounds."""
    length = schedule_length(request.event)
    last = request.first + request.count - 1
    if last > length:
        raise PairingError(Notice("past-the-end", rounds=length, round=last))
    planner = Planner(request, length)
    rounds = []
    notes: list[Notice] = []
    reasons = {}
    for plan in planner.rounds(last):
        numbered, conflicts = number_tables(plan.tables, request.fixed_tables)
        notes += [Notice("in-round", number=plan.number, text=conflict) for conflict in conflicts]
        met = {pair for table in plan.tables for pair in pairs(distinct(table))}
        notes += club_notes(plan.number, met & request.apart_in(plan.number))
        for table in numbered:
            reasons[plan.number, table.number] = plan.reason
        rounds.append(Round(plan.number, numbered, tuple(Bye(p) for p in plan.byes)))
    refuse_forbidden(request, rounds)
    return Seating(tuple(rounds), (*planner.notes, *notes), reasons)
