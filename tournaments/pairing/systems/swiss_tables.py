"""Power pairing at tables of three to six: a Swiss for more than two at a table.

Equal scores sit together, no pair meets again before it must, seats are balanced, and in a score group the
strengths are folded. ``docs/algorithms/swiss-tables.md`` states the objective and the guarantees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.notices import Notice, every, sentences
from scoring.lots import Lots
from tournaments.pairing.apart import club_notes
from tournaments.pairing.check import byes as bye_faults
from tournaments.pairing.check import repeats, uneven_seats, uneven_tables
from tournaments.pairing.core import Bye, Fault, PairingError, PairingRequest, Round, Seating, distinct, pairs
from tournaments.pairing.finishing import finished
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import APART, SIZES, USUAL_FIRST, PairingOption
from tournaments.pairing.power import fewest
from tournaments.pairing.power.closest import closest, countable
from tournaments.pairing.power.columns import MOST as MOST_TABLES
from tournaments.pairing.power.columns import how_many
from tournaments.pairing.power.cost import MOST_PEOPLE, Field, cheapest, weights
from tournaments.pairing.power.field import Entrants, entrants, first_tables, least_spread, spread
from tournaments.pairing.power.search import Search, improve
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.schedules.shapes import Shape, tables_of
from tournaments.pairing.seats import seat_tables

OPTIONS = (
    *APART,
    SIZES,
    USUAL_FIRST,
    PairingOption(
        "leftover",
        "choice",
        "threes",
        "When the players do not fill all tables",
        "Short tables: nobody sits at a second one before everybody has sat at one. Byes: nobody has a "
        "second one before everybody has had one.",
        choices=(("threes", "Tables with one player less"), ("byes", "Byes")),
    ),
    PairingOption(
        "repeat_weight",
        "integer",
        None,
        "Weight of a repeated meeting",
        "Empty: nobody meets again as long as that can be avoided. With a number k, a repeated meeting "
        "weighs as much as a player who is k places' worth of points away from the others at the table. "
        "In a small field, equal scores then sit together more often.",
        minimum=1,
        maximum=1000,
    ),
)

Groups = list[list[int]]


@dataclass(frozen=True, slots=True)
class Made:
    """Tables as lists of ranks, and what is proven of them.

    ``fewest``: no tables have fewer meetings. ``excess``: so many per cent of what scores, seats and strengths cost
    could at most be saved with as few meetings; None where no bound is known. ``searched``: the tables of the search,
    from which closer ones were made.
    """

    tables: Groups
    fewest: bool
    excess: int | None
    searched: Groups


def _make(field: Field, form: Shape, lots: Lots, weight: int | None, closer: bool) -> Made:
    """Return tables of the least meetings, then of the least cost in scores, seats and strengths, as far as found."""
    w = weights(field, form.tables, weight)
    others = [k for k in form.sizes if k != field.size]
    search = Search(field, w, first_tables(field.scores, field.visits, field.size, others))
    improve(search, lots.fraction, *_effort(len(field)))
    if len(field) <= MOST_PEOPLE:
        better = cheapest(field, w, form.sizes, search.total())
        tables = better or search.tables
        return Made(tables, True, 0, tables)
    search, least = _fewest_meetings(search, lots)
    searched = [sorted(table) for table in search.tables]
    if not closer or how_many(len(field), form.sizes) > MOST_TABLES or not countable(field, w, searched):
        return Made(searched, least, None, searched)
    search.descend(search.worst_first(1), len(field), search.evaluated + _effort(len(field))[0], ideal=0)
    found = closest(field, w, search.tables)
    return Made(found.tables, least, -(-100 * (found.cost - found.bound) // max(1, found.cost)), searched)


def _fewest_meetings(search: Search, lots: Lots) -> tuple[Search, bool]:
    """Return the search where it has the fewest meetings found, and whether fewer are proven impossible."""
    field, w = search.field, search.w
    if max(search.cost) < w.trouble or not fewest.avoidable(field, w, search.tables):
        return search, w.strict
    proven = False
    if w.strict and len(field) <= fewest.MOST_PEOPLE[max(map(len, search.tables))]:
        better, proven = fewest.fewer_meetings(field, w, search.tables, 4_000_000)
        if better is not search.tables:
            search = Search(field, w, better)
            improve(search, lots.fraction, *_effort(len(field)))
    if not proven:
        _search_on(search, lots)
    return search, proven


def _search_on(search: Search, lots: Lots) -> None:
    """Search on where meetings may be needless: up to six spells, until two in a row find nothing."""
    vain = 0
    for _ in range(6):
        before = search.total()
        improve(search, lots.fraction, search.evaluated + 250_000, 1000)
        vain = 0 if search.total() < before else vain + 1
        if vain == 2:
            break


def _effort(people: int) -> tuple[int, int]:
    """Return how many exchanges to look at, and how many kicks: some 0.03 s for a few players, 0.15 s for a
    thousand."""
    return 50_000 + 120 * people, 1000


def _check(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check repeats, byes, seats and small tables against the system's own round, and that scores are close."""
    try:
        expected = finished(request.event, swiss_tables(request))
    except PairingError as error:
        yield Fault(round_.number, None, Notice("not-of-the-system", why=error.notice))
        return
    # rounds from before the closest tables were sought, and those of machines that count otherwise, are right as well
    if faults := list(_against(request, round_, expected)):
        searched = finished(request.event, _seated(request, closer=False))
        yield from min(faults, list(_against(request, round_, searched)), key=len)


def _against(request: PairingRequest, round_: Round, expected: Seating) -> Iterator[Fault]:
    yield from repeats(request, round_, expected)
    yield from bye_faults(request, round_, expected)
    yield from uneven_seats(request, round_, expected)
    yield from uneven_tables(request, round_, expected)
    yield from _small_faults(request, round_, expected)
    yield from _spread_faults(request, round_, expected)


def _small_faults(request: PairingRequest, round_: Round, expected: Seating) -> Iterator[Fault]:
    """Yield a fault if there are more people at short tables than need be."""
    size = int(request.options["table_size"])

    def short(seated: Round) -> int:
        sizes = [len(distinct(t.seats)) for t in seated.tables]
        return sum(k for k in sizes if k != size)

    players, due = short(round_), short(expected.rounds[0])
    if players > due:
        notice = Notice("too-many-at-short-tables", players=players, size=size, due=due)
        yield Fault(round_.number, None, notice)


def _spread_faults(request: PairingRequest, round_: Round, expected: Seating) -> Iterator[Fault]:
    """Check that equal scores sit together: the differences may be half as much again as the system's own, and two
    places.
    """
    who = entrants(request, 0, int(request.options["table_size"]))
    index = {p: i for i, p in enumerate(who.ids)}

    def total(seated: Round) -> int:
        groups = [[index[p] for p in distinct(t.seats) if p in index] for t in seated.tables]
        return spread(who.field.scores, [g for g in groups if g])

    actual, own = total(round_), total(expected.rounds[0])
    place = 1
    while place * place < who.field.unit2:
        place += 1
    if 2 * actual > 3 * own + 4 * place:
        notice = Notice("spread-needless", points=Fraction(actual, who.unit), own=Fraction(own, who.unit))
        yield Fault(round_.number, None, notice)


@pairing_system(
    "swiss-tables",
    shape=tables_of,
    name="Power pairing at tables (Swiss for three to six)",
    help="Players with equal scores sit together, no pair meets again unless it must, and seats are balanced.",
    table_sizes=(4, 3, 5, 6),
    fixed=False,
    requested_byes=True,
    options=OPTIONS,
    check=_check,
)
def swiss_tables(request: PairingRequest) -> Seating:
    """Seat players with equal scores together, so that no pair meets again unless it must, with balanced seats."""
    return _seated(request, closer=True)


def _seated(request: PairingRequest, *, closer: bool) -> Seating:
    """Return the round, of the closest tables or of those that the search found before."""
    size = int(request.options["table_size"])
    there = len(request.players(request.first))
    form = tables_of(there, size, request.options)
    if form is None:
        raise PairingError(Notice("power-too-few", players=there, round=request.first, size=size))
    who = entrants(request, form.idle, form.size)
    lots = Lots(request.seed, "swiss-tables", request.first)
    made = _make(who.field, form, lots, request.options["repeat_weight"], closer)
    # of pairs that are kept apart, the closest tables are no more than the search's, but they may be others
    if _forbidden(request, who, made.tables) and not _forbidden(request, who, made.searched):
        made = Made(made.searched, made.fewest, None, made.searched)
    _refuse_forbidden(request, who, made.tables)
    tables = sorted((sorted(t) for t in made.tables), key=lambda t: _height(who.field, t))
    # Turned from table to table, so that the strong do not all get the same of several equally good seats.
    turned = [t[k % len(t) :] + t[: k % len(t)] for k, t in ((i + i // max(4, size), t) for i, t in enumerate(tables))]
    seated = seat_tables([[who.ids[i] for i in t] for t in turned], request.event, who.past)
    numbered, conflicts = number_tables(seated, request.fixed_tables)
    round_ = Round(request.first, numbered, tuple(Bye(p) for p in who.byes))
    notes = (*_notes(request, who, made, form), *conflicts)
    return Seating((round_,), notes, _reasons(request, who, round_))


def _height(field: Field, table: Sequence[int]) -> tuple[int, int, int]:
    """Return a key that sorts tables by the highest score, then the sum of scores, then the strength of the best
    player."""
    return -field.scores[table[0]], -sum(field.scores[i] for i in table) * (60 // len(table)), table[0]


def _forbidden(request: PairingRequest, who: Entrants, tables: Sequence[Sequence[int]]) -> set[tuple[int, int]]:
    return {pair for table in tables for pair in pairs([who.ids[i] for i in table])} & request.forbidden


def _refuse_forbidden(request: PairingRequest, who: Entrants, tables: Sequence[Sequence[int]]) -> None:
    if broken := sorted(_forbidden(request, who, tables)):
        names = every(every(pair) for pair in broken)
        raise PairingError(Notice("power-forbidden", round=request.first, pairs=names))


def _notes(request: PairingRequest, who: Entrants, made: Made, form: Shape) -> Iterator[Notice]:
    number, field, tables = request.first, who.field, made.tables
    strict = request.options["repeat_weight"] is None
    for round_number, table in who.open_tables:
        yield Notice("counts-as-draw", round=round_number, table=table)
    together = {pair for t in tables for pair in pairs([who.ids[i] for i in t])}
    yield from club_notes(number, together & request.apart)
    again = sum(1 for t in tables for k, a in enumerate(t) for b in t[k + 1 :] if b in field.met[a])
    if again and strict:
        how = Notice("fewer-not-found")
        if made.fewest:
            how = Notice("proven-fewest-spread") if form.short else Notice("proven-fewest")
        yield Notice("power-repeats", round=number, pairs=_pairs(again), how=how)
    elif again:
        yield Notice("power-repeats-allowed", round=number, pairs=_pairs(again))
    if field.scores[0] != field.scores[-1]:
        points = Fraction(spread(field.scores, tables), who.unit)
        least = Fraction(least_spread(field.scores, form.sizes), who.unit)
        yield Notice("power-spread", round=number, points=points, least=least)
        # where repeats are weighed against the rest, nothing is proven of the two together
        if strict and made.excess is not None:
            yield _proven(number, made.fewest, made.excess)
    rounds = request.options["rounds"]
    if number == 1 and rounds is not None and max(6, 2 * field.size - 2) * rounds >= len(field):
        yield Notice("schedule-repeats-fewer", players=len(field), rounds=rounds)


def _proven(number: int, fewest: bool, excess: int) -> Notice:
    if excess:
        return Notice("power-near", round=number, percent=excess)
    return Notice("power-best", round=number) if fewest else Notice("power-nearest", round=number)


def _pairs(count: int) -> Notice:
    return Notice("one-pair") if count == 1 else Notice("pairs", count=count)


def _reasons(request: PairingRequest, who: Entrants, round_: Round) -> dict[tuple[int, int], Notice]:
    """Return the reasons of each table: its scores, floaters, repeated meetings, and why it is not a full table."""
    out = {}
    for table in round_.tables:
        sitting = distinct(table.seats)
        why = [_scores({p: who.points[p] for p in sitting})]
        for a, b in pairs(sitting):
            if who.past.met(a, b):
                why.append(Notice("meet-again", a=a, b=b))
        if len(sitting) != who.field.size:
            had = max(who.past.small.get(p, 0) for p in sitting)
            if had:
                why.append(Notice("short-table", players=len(sitting), had=had))
            elif round_.number > 1:  # before the first round it goes without saying
                why.append(Notice("short-table-first", players=len(sitting)))
        if any(request.fixed_tables.get(p) == table.number for p in sitting):
            # not for whom: that is between them and the arbiter
            why.append(Notice("table-fixed", table=table.number))
        out[round_.number, table.number] = sentences(why)
    return out


def _scores(points: dict[int, Fraction]) -> Notice:
    """Name the one score group, or the commonest score and the players who floated up or down to it."""
    counts = Counter(points.values())
    commonest, times = max(counts.items(), key=lambda c: (c[1], c[0]))
    if len(counts) == 1:
        return Notice("score-group", points=commonest)
    if times == 1:
        return Notice("neighbours", lowest=min(counts), highest=max(counts))
    floated = tuple(
        Notice("floated-down-from", player=p, points=own)
        if own > commonest
        else Notice("floated-up-from", player=p, points=own)
        for p, own in points.items()
        if own != commonest
    )
    return Notice("score-group-floated", points=commonest, floated=floated)
