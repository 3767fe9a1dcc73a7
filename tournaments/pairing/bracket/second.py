"""A main bracket and a second one for those who lost in it: who is where, and the tables of the next round.

The second bracket plays as ``scoring.brackets.second_bracket.turn`` says. Who comes into it is put where they do not
meet somebody again so soon; who of it has had no bye yet has one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from games.core.notices import Notice
from scoring.brackets.knockout import Rules
from scoring.brackets.second_bracket import Kind, Turn, left_after, turn, was_played
from scoring.documents.document import Round, Table
from tournaments.pairing.bracket.progress import PLACES, order_at, refuse_no_winner
from tournaments.pairing.bracket.shape import dealt, shape, spread_apart
from tournaments.pairing.core import Event, PairingError, PairingRequest, distinct, pairs
from tournaments.pairing.history import before

Rows = tuple[tuple[int, ...], ...]
Met = set[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Form:
    """The event's wish: the kind of second bracket, and tables of ``size`` of which ``advance`` go on."""

    kind: Kind
    size: int
    advance: int
    reset: bool = True


@dataclass(frozen=True, slots=True)
class Brackets:
    """``main``: who is in the main bracket, best slot first. ``second``: rows of the second one, those who came into it
    last first.

    ``losers``: who lost in the last round of the main bracket and does not play on. ``came``: player → what brought
    them here. ``played``: who had a game in the main bracket. ``byes``: player → byes while others of their bracket
    played. ``finals``: finals of both brackets that were played. ``over``: the main bracket has played its own.
    """

    main: tuple[int, ...]
    second: Rows = ()
    losers: tuple[int, ...] = ()
    came: Mapping[int, Notice] = field(default_factory=dict)
    played: frozenset[int] = frozenset()
    byes: Mapping[int, int] = field(default_factory=dict)
    finals: int = 0
    over: bool = False

    @property
    def beaten(self) -> tuple[int, ...]:
        """Return who is in the second bracket."""
        return tuple(chain.from_iterable(self.second))

    def turn(self, form: Form) -> Turn:
        """Return which of the brackets play next."""
        coming = not set(self.main) <= self.played
        return turn(form.kind, form.size, form.advance, len(self.main), len(self.beaten), coming)


@dataclass(frozen=True, slots=True)
class Plan:
    """A round as it is due if everybody comes: byes and tables of each bracket, in the order of their slots."""

    turn: Turn
    main: tuple[tuple[int, ...], ...] = ()
    second: tuple[tuple[int, ...], ...] = ()
    free: tuple[int, ...] = ()
    """Byes of a bracket that plays."""
    resting: tuple[int, ...] = ()
    """Those whose bracket does not play."""


def brackets(request: PairingRequest, form: Form) -> Brackets:
    """Return the brackets before the round ``request.first``.

    Raises PairingError for a table of which it is not known who goes on.
    """
    people = tuple(p.id for p in sorted(request.event.players, key=lambda p: p.id) if p.joined <= 1)
    seeds = {p: k for k, p in enumerate(people, 1)}
    now = Brackets(people, came={p: Notice("seed", number=k) for p, k in seeds.items()})
    met: Met = set()
    for round_ in before(request.event, request.first):
        now = _after(request, form, round_, now, planned(now, form, met), seeds)
        met.update(pair for table in round_.tables for pair in pairs(distinct(table.seats)))
    return now


def meetings(request: PairingRequest) -> Met:
    """Return the pairs who met before the round ``request.first``."""
    rounds = before(request.event, request.first)
    return {pair for round_ in rounds for table in round_.tables for pair in pairs(distinct(table.seats))}


def planned(now: Brackets, form: Form, met: Met) -> Plan:
    """Return the next round as it is due."""
    turn_ = now.turn(form)
    if turn_.final:
        return Plan(turn_, ((*now.main, *now.beaten),))
    main: list[tuple[int, ...]] = []
    second: list[tuple[int, ...]] = []
    free: list[int] = []
    resting: list[int] = []
    if not turn_.main:
        resting += now.main
    elif turn_.last:
        main.append(now.main)
    else:
        sizes = shape(len(now.main), form.size, form.advance)
        if len(now.main) <= form.size:
            main.append(now.main)
        else:
            free += now.main[: sizes.byes]
            main += map(tuple, dealt(now.main[sizes.byes :], sizes.sizes))
    if not turn_.second:
        resting += now.beaten
    elif turn_.second_last:
        second.append(now.beaten)
    else:
        byes, second_sizes = _sizes(len(now.beaten), form)
        people = now.beaten
        spared = sorted(people, key=lambda p: (now.byes.get(p, 0), people.index(p)))[:byes]
        rows = [[p for p in row if p not in spared] for row in now.second]
        free += spared
        second += map(tuple, dealt(arranged(rows, second_sizes, met), second_sizes))
    return Plan(turn_, tuple(main), tuple(second), tuple(free), tuple(resting))


def _sizes(people: int, form: Form) -> tuple[int, tuple[int, ...]]:
    """Return the byes and the sizes of the tables of a round of the second bracket before its last one.

    A consolation that begins when all are in it is a knockout of its own. Another bracket plays with as few byes as can
    be, at tables as equal as can be, the smaller first.
    """
    if form.kind is Kind.FIRST_MATCH:
        own = shape(people, form.size, form.advance)
        return own.byes, own.sizes
    target = left_after(people, form.size, form.advance)
    out = people - target
    tables = min(out, target // form.advance)
    if not tables:
        return people, ()
    least, more = divmod(out, tables)
    sizes = [form.advance + least] * (tables - more) + [form.advance + least + 1] * more
    return people - sum(sizes), tuple(sizes)


# --- who meets again, and when


def arranged(rows: Sequence[Sequence[int]], sizes: Sequence[int], met: Met) -> list[int]:
    """Join the rows into one list to be dealt to tables of ``sizes``: each row after the first is turned or reversed,
    so that as few as can be meet again now, then as few as can be where two tables come together next."""
    rows = [row for row in rows if row]
    people: list[int] = list(rows[0]) if rows else []
    for row in rows[1:]:
        people = _best(people, row, sizes, met)
    return _exchanged(people, rows, sizes, met)


def _best(people: list[int], row: Sequence[int], sizes: Sequence[int], met: Met) -> list[int]:
    least: tuple[int, int] | None = None
    best = [*people, *row]
    for turned in _turns(row):
        cost = _again([*people, *turned], sizes, met)
        if least is None or cost < least:
            least, best = cost, [*people, *turned]
        if least == (0, 0):
            break
    return best


def _turns(row: Sequence[int]) -> Iterator[list[int]]:
    half = len(row) // 2
    yield list(row)
    yield [*row[half:], *row[:half]]
    for k in range(len(row)):
        yield [*row[k:], *row[:k]]
        yield [*row[k:], *row[:k]][::-1]


def _exchanged(people: list[int], rows: Sequence[Sequence[int]], sizes: Sequence[int], met: Met) -> list[int]:
    """Exchange two of one row as long as fewer then meet again now."""
    row_of = {p: k for k, row in enumerate(rows) for p in row}
    cost = _again(people, sizes, met)
    better = cost[0] > 0
    while better:
        better = False
        for i in range(len(people)):
            for j in range(i + 1, len(people)):
                if row_of[people[i]] != row_of[people[j]]:
                    continue
                other = people[:]
                other[i], other[j] = other[j], other[i]
                changed = _again(other, sizes, met)
                if changed < cost:
                    people, cost, better = other, changed, changed[0] > 0
    return people


def _again(people: Sequence[int], sizes: Sequence[int], met: Met) -> tuple[int, int]:
    """Count the pairs who meet again at these tables, and who can where the first table meets the last, and so on."""
    tables = dealt(people, sizes)
    now = sum(pair in met for table in tables for pair in pairs(table))
    following = 0
    for k in range(len(tables) // 2):
        one, other = tables[k], tables[-1 - k]
        following += sum((min(a, b), max(a, b)) in met for a in one for b in other)
    return now, following


# --- after a round


@dataclass(slots=True)
class _Sorted:
    """The players of one bracket after a round: at which slots some go on, and who lost, a row for each place."""

    on: list[tuple[int, list[int]]] = field(default_factory=list)
    lost: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def table(self, slot: int, order: Sequence[int], advance: int) -> None:
        self.on.append((slot, list(order[:advance])))
        for place, player in enumerate(order[advance:], advance):
            self.lost.setdefault(place, []).append((slot, player))

    def rows_on(self) -> list[list[int]]:
        most = max((len(order) for _, order in self.on), default=0)
        self.on.sort()
        return [[order[k] for _, order in self.on if k < len(order)] for k in range(most)]

    def rows_lost(self) -> list[list[int]]:
        return [[player for _, player in sorted(self.lost[place])] for place in sorted(self.lost)]


def _after(
    request: PairingRequest, form: Form, round_: Round, now: Brackets, plan: Plan, seeds: dict[int, int]
) -> Brackets:
    """Return the brackets after a round."""
    beaten = now.beaten
    first = plan.turn.final
    slots = {p: k for k, p in enumerate(chain(plan.free, *plan.main, *plan.second, plan.resting))}
    best = slots | {p: min(slots[q] for q in table) for table in (*plan.main, *plan.second) for p in table}
    came, byes, last = dict(now.came), dict(now.byes), {}
    main, second = _Sorted(), _Sorted()
    played = set(now.played)
    here: set[int] = set()
    for table in round_.tables:
        players = [p for p in distinct(table.seats) if p in slots]
        here.update(players)
        if not players:
            continue
        if first:
            return _after_final(request, form, round_, table, now, seeds)
        side, ends = (main, plan.turn.last) if set(players) & set(now.main) else (second, plan.turn.second_last)
        order = order_at(request, round_.number, table, len(players) if ends else form.advance, seeds)
        if ends:
            refuse_no_winner(request, round_.number, table)
        order = [p for p in order if p in slots]
        for k, player in enumerate(order):
            came[player] = Notice("came-from-table", place=PLACES[k], table=table.number, round=round_.number)
            last[player] = table.number
        if not ends:
            side.table(min(best[p] for p in players), order, form.advance)
        if side is main and was_played(table):
            played.update(players)
    for bye in round_.byes:
        player = bye.player
        if bye.kind == "zero" or player in here or player not in slots:
            continue
        here.add(player)
        side, ends = (second, plan.turn.second_last) if player in beaten else (main, plan.turn.last)
        if player not in plan.resting:
            byes[player] = byes.get(player, 0) + 1
            came[player] = Notice("free-in-round", round=round_.number)
        if not (first or ends):
            side.on.append((best[player], [player]))
    gone = {p.id for p in request.event.players if p.left is not None and p.left < round_.number}
    for player in slots.keys() - here - gone:
        if player in plan.resting:
            side = second if player in beaten else main
            side.on.append((best[player], [player]))
        elif not first:
            came[player] = Notice("absent-in-round", round=round_.number)
            (second if player in beaten else main).lost.setdefault(form.size, []).append((slots[player], player))
    if first:
        return Brackets((), came=came, finals=now.finals + 1)
    return _next(form, now, plan, main, second, Brackets((), came=came, byes=byes, played=frozenset(played)), last)


def _next(
    form: Form, now: Brackets, plan: Plan, main: _Sorted, second: _Sorted, new: Brackets, last: dict[int, int]
) -> Brackets:
    """Return the brackets made from who goes on and who lost."""
    rows = main.rows_on()
    count = sum(map(len, rows))
    if plan.turn.main:
        people = spread_apart(rows, shape(count, form.size, form.advance).sizes if count > 1 else (), last)
    else:
        people = [p for p in now.main if p in set(chain.from_iterable(rows))]
    lost = main.rows_lost()
    drops = [[p for p in row if _drops(form, plan.turn, p, now)] for row in lost]
    losers = [p for row in lost for p in row if p not in set(chain.from_iterable(drops))]
    if plan.turn.second:
        stays = second.rows_on()
    else:
        inside = set(chain.from_iterable(second.rows_on()))
        stays = [[p for p in row if p in inside] for row in now.second]
    if plan.turn.second_last:
        stays = []
    beaten = tuple(tuple(row) for row in (*drops, *stays) if row)
    # who alone is left in a bracket that nobody comes into any more has won it
    over = now.over or (form.kind is not Kind.DOUBLE and (plan.turn.last or len(people) < 2))
    return replace(
        new,
        main=() if over else tuple(people),
        second=() if over and sum(map(len, beaten)) == 1 else beaten,
        losers=tuple(losers) if plan.turn.main else now.losers,
        finals=now.finals,
        over=over,
    )


def _drops(form: Form, turn_: Turn, player: int, now: Brackets) -> bool:
    """Tell whether somebody who lost in the main bracket plays on in the second one."""
    if form.kind is Kind.DOUBLE:
        return True
    return not turn_.last and (form.kind is Kind.FEED_IN or player not in now.played)


def _after_final(
    request: PairingRequest, form: Form, round_: Round, table: Table, now: Brackets, seeds: dict[int, int]
) -> Brackets:
    """Return the brackets after the final: empty, or all in the second one where the final is played once more."""
    players = distinct(table.seats)
    order = order_at(request, round_.number, table, len(players), seeds)
    refuse_no_winner(request, round_.number, table)
    if form.reset and set(players) & set(now.main):
        place, _level = Rules(request.event, form.size, form.advance).last_places(table, round_.number)
        if any(place[player] == 1 for player in set(now.beaten) & set(players)):
            came = {
                player: Notice("came-from-table", place=PLACES[k], table=table.number, round=round_.number)
                for k, player in enumerate(order)
            }
            return Brackets((), (tuple(order),), came=came, played=now.played, finals=now.finals + 1)
    return Brackets((), came=now.came, finals=now.finals + 1)


# --- how long it lasts


def rounds_with_second(people: int, form: Form) -> int:
    """Return the number of rounds if everybody comes and the final, where there is one of both brackets, is played once
    more."""
    now = Brackets(tuple(range(1, people + 1)))
    rounds = 0
    while len(now.main) + len(now.beaten) > 1:
        rounds += 1
        plan = planned(now, form, set())
        if plan.turn.final:
            return rounds + (1 if form.reset and now.main and now.beaten else 0)
        now = _as_planned(now, form, plan)
    return rounds


def _as_planned(now: Brackets, form: Form, plan: Plan) -> Brackets:
    main, second = _Sorted(), _Sorted()
    seated = set(chain.from_iterable(plan.main))
    for side, tables, ends in ((main, plan.main, plan.turn.last), (second, plan.second, plan.turn.second_last)):
        for table in () if ends else tables:
            # Of those who had a bye the more come into a consolation, the more of them lose.
            side.table(min(table), sorted(table, reverse=form.kind is Kind.FIRST_MATCH), form.advance)
    for player in (*plan.free, *plan.resting):
        (second if player in now.beaten else main).on.append((player, [player]))
    return _next(form, now, plan, main, second, Brackets((), played=now.played | seated), {})


def length(event: Event, form: Form) -> int:
    """Return the number of rounds that an event takes, more than planned where those who stayed away made it longer."""
    people = sum(p.joined <= 1 for p in event.players)
    if people < 2:
        raise PairingError(Notice("knockout-too-few", people=people))
    whole = rounds_with_second(people, form)
    if whole <= len(event.rounds):
        try:
            now = brackets(PairingRequest(event, len(event.rounds) + 1), form)
        except PairingError:
            return len(event.rounds) + 1
        if len(now.main) + len(now.beaten) > 1:
            return len(event.rounds) + 1
    return whole
