"""Single elimination at tables of two, three or four: byes to the top seeds, the first ``advance`` go on.

The pairing numbers are the seeds: by rating, by lot, or as given, for instance the order of a finished
event's standings (group stage, then finals). A player who has left or is absent is out; their table
plays without them. ``docs/algorithms/knockout.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.core.notices import Notice
from scoring.knockout import usual_advance
from tournaments.pairing.bracket.progress import Standing, standing, tables_of
from tournaments.pairing.bracket.shape import rounds_needed
from tournaments.pairing.clubs import club_notes
from tournaments.pairing.core import Bye, Event, Fault, PairingError, PairingRequest, Round, Seating, pairs
from tournaments.pairing.history import before, history
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import APART, PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.seats import seat_tables
from tournaments.pairing.teams.tables import table_faults

OPTIONS = (
    *APART,
    PairingOption(
        "advance",
        "integer",
        None,
        "Players who advance from each table",
        "Empty: two of four, one of three or two.",
        minimum=1,
        maximum=3,
    ),
    PairingOption(
        "third_place",
        "flag",
        False,
        "Game for third place",
        "At tables of two, the losers of the semifinals play for it alongside the final. At larger "
        "tables the final decides it.",
    ),
    PairingOption(
        "tie",
        "choice",
        "decide",
        "Tie for the last place that advances",
        "Used when points and the game's own tally are equal.",
        choices=(
            ("decide", "The arbiter enters a play-off"),
            ("higher-seed", "The higher seed advances"),
            ("lot", "By lot"),
        ),
    ),
)


def _complete(request: PairingRequest) -> PairingRequest:
    """Return the request with ``advance`` filled in. Raises PairingError for options that do not go together."""
    options = dict(request.options)
    size = int(options["table_size"])
    if options["advance"] is None:
        options["advance"] = usual_advance(size)
    if int(options["advance"]) >= size:
        raise PairingError(Notice("knockout-too-many-go-on", size=size, most=size - 1, advance=options["advance"]))
    if options["third_place"] and size > 2:
        raise PairingError(Notice("knockout-third-place-of-two"))
    return replace(request, event=replace(request.event, pairing=options))


def _length(event: Event) -> int:
    request = _complete(PairingRequest(event, 1))
    options = request.options
    people = sum(p.joined <= 1 for p in event.players)
    if people < 2:
        raise PairingError(Notice("knockout-too-few", people=people))
    whole = rounds_needed(people, int(options["table_size"]), int(options["advance"]))
    return min(whole, int(options["rounds"] or whole))


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check that the tables and byes follow from the results, and that seats are balanced."""
    try:
        expected = knockout(request)
    except PairingError as error:
        yield Fault(round_.number, None, Notice("not-of-the-system", why=error.notice))
        return
    yield from table_faults(request, round_, expected)


@pairing_system(
    "knockout",
    name="Knockout",
    help="Single elimination by seed. The top seeds get the byes; the best at each table advance.",
    table_sizes=(2, 3, 4),
    fixed=False,
    options=OPTIONS,
    length=_length,
    check=_check,
    everyone=False,
)
def knockout(request: PairingRequest) -> Seating:
    """Pair a single elimination by seed."""
    request = _complete(request)
    options = request.options
    size, advance = int(options["table_size"]), int(options["advance"])
    now = standing(request)
    here = {p.id for p in request.players(request.first)}
    if len(now.people) < 2:
        if now.people:
            raise PairingError(Notice("knockout-won", player=now.people[0]))
        raise PairingError(Notice("knockout-decided"))
    byes, tables = tables_of(now.people, size, advance)
    tables, apart = _kept_apart(request, tables)
    final = len(tables) == 1 and not byes
    third = [p for p in now.losers if p in here]
    if final and options["third_place"] and len(third) == 2:
        tables.append(third)
    groups: list[list[int]] = []
    why: dict[frozenset[int], Notice] = {}
    for k, people in enumerate(tables):
        there = [p for p in people if p in here]
        if len(there) <= (1 if final else advance):
            byes += there
            continue
        groups.append(there if k % 2 == 0 else there[::-1])
        notice = Notice("knockout-table", players=_came(there, now))
        if people is third:
            notice = Notice("knockout-third-place", players=_came(there, now))
        elif final:
            notice = Notice("knockout-final", players=_came(there, now))
        why[frozenset(there)] = notice
    past = history(before(request.event, request.first), size)
    seated = seat_tables(groups, request.event, past)
    numbered, conflicts = number_tables(seated, request.fixed_tables)
    free = sorted(p for p in byes if p in here)
    round_ = Round(request.first, numbered, tuple(Bye(p) for p in free))
    reasons = {(request.first, t.number): why[frozenset(t.seats)] for t in numbered}
    return Seating(
        (round_,), (*_notes(request, now, free, here), *club_notes(request.first, apart), *conflicts), reasons
    )


def _kept_apart(request: PairingRequest, tables: list[list[int]]) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return the tables with all apart who should be, else at least those who must; and the pairs not kept apart."""
    tried = [table[:] for table in tables]
    try:
        _keep_apart(request, tried, request.apart)
    except PairingError:
        tried = [table[:] for table in tables]
        _keep_apart(request, tried, request.forbidden)
    return tried, [pair for table in tried for pair in pairs(table) if pair in request.apart]


def _keep_apart(request: PairingRequest, tables: list[list[int]], apart: frozenset[tuple[int, int]]) -> None:
    """Exchange players of one row, the nearest first, so that no pair of these sits together.

    Raises PairingError where no single exchanges do.
    """

    def clash(people: Sequence[int]) -> list[tuple[int, int]]:
        return [pair for pair in pairs(people) if pair in apart]

    for t, people in enumerate(tables):
        for a, b in clash(people):
            row = max(people.index(a), people.index(b))
            for u in sorted(range(len(tables)), key=lambda u: (abs(u - t), u)):
                other = tables[u]
                if u == t or row >= len(other):
                    continue
                people[row], other[row] = other[row], people[row]
                if not clash(people) and not clash(other):
                    break
                people[row], other[row] = other[row], people[row]
            else:
                raise PairingError(Notice("knockout-forbidden", round=request.first, a=a, b=b))


def _came(people: Sequence[int], now: Standing) -> tuple[Notice, ...]:
    """Return, for example, ``player 1 (seed 1), player 16 (seed 16)``."""
    return tuple(Notice("player-came", number=p, came=now.came[p]) for p in people)


def _notes(request: PairingRequest, now: Standing, free: Sequence[int], here: set[int]) -> Iterator[Notice]:
    number = request.first
    if free:
        yield Notice("knockout-free", round=number, players=tuple(free))
    gone = [p for p in now.people if p not in here]
    if gone:
        yield Notice("knockout-gone", round=number, players=tuple(gone))
