"""Single elimination at tables of two to six: byes to the top seeds, the first ``advance`` go on.

The pairing numbers are the seeds: by rating, by lot, or as given, for instance the order of a finished
event's standings (group stage, then finals). A player who has left or is absent is out; their table
plays without them. ``docs/algorithms/knockout.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.core.notices import Notice
from scoring.brackets.knockout import usual_advance
from scoring.brackets.second_bracket import Kind, kind_of
from tournaments.pairing.apart import club_notes
from tournaments.pairing.bracket.progress import Standing, standing, tables_of
from tournaments.pairing.bracket.seating import round_of
from tournaments.pairing.bracket.second import Form, length
from tournaments.pairing.bracket.shape import came, kept_apart, rounds_needed
from tournaments.pairing.core import Bye, Event, PairingError, PairingRequest, Round, Seating
from tournaments.pairing.history import before, history
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import APART, PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.seats import seat_tables
from tournaments.pairing.teams.tables import faults_of_the_results

ADVANCE = PairingOption(
    "advance",
    "integer",
    None,
    "Players who advance from each table",
    "Empty: half of them, rounded down: three of six, two of five or four, one of three or two.",
    minimum=1,
    maximum=5,
)
TIE = PairingOption(
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
)
OPTIONS = (
    *APART,
    ADVANCE,
    PairingOption(
        "third_place",
        "flag",
        False,
        "Game for third place",
        "At tables of two, the losers of the semifinals play for it alongside the final. At larger "
        "tables the final decides it.",
    ),
    PairingOption(
        "consolation",
        "choice",
        "none",
        "Consolation",
        "A second bracket for those who lose, played at the same time, for the places after the main bracket.",
        choices=(
            ("none", "None: a defeat is the end"),
            ("first-match", "For those who lose their first game"),
            ("feed-in", "For all who lose before the final"),
        ),
    ),
    TIE,
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
    if options["third_place"] and options["consolation"] == Kind.FEED_IN.value:
        raise PairingError(Notice("consolation-third-place"))
    if options["consolation"] != "none" and 2 * int(options["advance"]) > size:
        raise PairingError(Notice("consolation-too-many-go-on", size=size, most=size // 2, advance=options["advance"]))
    return replace(request, event=replace(request.event, pairing=options))


def _form(request: PairingRequest) -> tuple[PairingRequest, Form | None]:
    """Return the complete request, and what it asks for if it asks for a consolation. Raises PairingError."""
    request = _complete(request)
    kind = kind_of(request.event)
    options = request.options
    return request, None if kind is None else Form(kind, int(options["table_size"]), int(options["advance"]))


def _length(event: Event) -> int:
    request, form = _form(PairingRequest(event, 1))
    options = request.options
    if form is not None:
        whole = length(request.event, form)
        return min(whole, int(options["rounds"] or whole))
    people = sum(p.joined <= 1 for p in event.players)
    if people < 2:
        raise PairingError(Notice("knockout-too-few", people=people))
    whole = rounds_needed(people, int(options["table_size"]), int(options["advance"]))
    if whole <= len(event.rounds):
        try:
            standing(replace(request, first=len(event.rounds) + 1))
        except PairingError as error:
            if error.notice.code == "knockout-no-winner":
                whole = len(event.rounds) + 1  # the next thing to be said is who must play off
    return min(whole, int(options["rounds"] or whole))


@pairing_system(
    "knockout",
    name="Knockout",
    help="Single elimination by seed. The top seeds get the byes; the best at each table advance.",
    table_sizes=(2, 3, 4, 5, 6),
    fixed=False,
    options=OPTIONS,
    length=_length,
    check=faults_of_the_results,
    everyone=False,
)
def knockout(request: PairingRequest) -> Seating:
    """Pair a single elimination by seed."""
    request, form = _form(request)
    if form is not None:
        return round_of(request, form)
    options = request.options
    size, advance = int(options["table_size"]), int(options["advance"])
    now = standing(request)
    here = {p.id for p in request.players(request.first)}
    if len(now.people) < 2:
        if now.people:
            raise PairingError(Notice("knockout-won", player=now.people[0]))
        raise PairingError(Notice("knockout-decided"))
    byes, tables = tables_of(now.people, size, advance)
    tables, apart = kept_apart(request, tables)
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
        notice = Notice("knockout-table", players=came(there, now.came))
        if people is third:
            notice = Notice("knockout-third-place", players=came(there, now.came))
        elif final:
            notice = Notice("knockout-final", players=came(there, now.came))
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


def _notes(request: PairingRequest, now: Standing, free: Sequence[int], here: set[int]) -> Iterator[Notice]:
    number = request.first
    if free:
        yield Notice("knockout-free", round=number, players=tuple(free))
    gone = [p for p in now.people if p not in here]
    if gone:
        yield Notice("knockout-gone", round=number, players=tuple(gone))
