"""The cost of each change to a paired round, found fast enough for every place in the round at once.

``desk`` answers with the whole round, held against what the system would make; this holds a change against
the round as it is, looks only at the tables that change, and says what gets worse as values that a page can
put into words. Nothing is forbidden here but what cannot be played; the arbiter decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property

from games.core.notices import Notice
from scoring.documents.document import Bye, Event, Round, Table
from scoring.documents.gamelink import seats_matter
from tournaments.pairing.core import PairingError, PairingRequest, distinct, pairs
from tournaments.pairing.desk import Grade, anew
from tournaments.pairing.engine import prepare
from tournaments.pairing.history import before, history
from tournaments.pairing.points import points_for_pairing
from tournaments.pairing.seats import doubled, seat_tables, stand

NEW_TABLE = 0


class Kind(Enum):
    """The things that a change can make worse."""

    FORBIDDEN = "forbidden"
    REPEAT = "repeat"
    CLUB = "club"
    TEAM = "team"
    SEATS = "seats"
    SHORT = "short"
    SCORE = "score"
    FIXED = "fixed"
    ALONE = "alone"
    BYE = "bye"
    AWAY = "away"


GRAVE = frozenset({Kind.FORBIDDEN, Kind.ALONE, Kind.AWAY})
"""What breaks a ban or cannot be played: to be confirmed. All else is warned of."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that gets worse. ``players`` are pairing numbers.

    ``amount``: of REPEAT the rounds in which the two met; of SEATS how often the player has had each seat,
    this round included; of SHORT and BYE how often before; of SCORE the difference in points; of FIXED the
    table that they should have.
    """

    kind: Kind
    table: int | None
    players: tuple[int, ...]
    amount: tuple[Fraction, ...] = ()

    @property
    def grade(self) -> Grade:
        return Grade.CONFIRM if self.kind in GRAVE else Grade.WARNED


@dataclass(frozen=True, slots=True)
class Effect:
    """A change: the tables that are other than before (one without seats is gone), all byes, and its cost."""

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...]
    findings: tuple[Finding, ...]

    @property
    def grade(self) -> Grade:
        grades = {finding.grade for finding in self.findings}
        return next((g for g in (Grade.CONFIRM, Grade.WARNED) if g in grades), Grade.FREE)


class Review:
    """A paired round under the arbiter's hands. Made once, asked often.

    ``event`` holds the round ``number`` and the rounds before it. Raises DocumentError for options that the
    system refuses, PairingError where the event has no such round.
    """

    def __init__(self, event: Event, number: int) -> None:
        self.system, self.event = prepare(event)
        self.number = number
        rounds = [r for r in event.rounds if r.number == number]
        if not rounds:
            raise PairingError(Notice("no-round", round=number, rounds=len(event.rounds)))
        self.round = rounds[0]
        self.size = int(self.event.pairing["table_size"])
        self.earlier = before(event, number)
        self.past = history(self.earlier, self.size)
        self.players = {p.id: p for p in event.players}
        request = PairingRequest(self.event, number)
        self.forbidden, self.fixed = request.forbidden, request.fixed_tables
        self.tables = {t.number: t for t in self.round.tables}
        self.at = {p: t.number for t in self.round.tables for p in t.seats}
        self.byes = {b.player: b for b in self.round.byes}
        self._doubled = doubled(self.event)
        self._seats_matter = seats_matter(event.game, event.options)

    @cached_property
    def scores(self) -> tuple[dict[int, int], int]:
        """Return the points before the round, times a unit, and that unit; no points where nothing rests on them."""
        if self.system.is_fixed(self.event) or not self.earlier:
            return {}, 1
        points = points_for_pairing(self.event, self.earlier)
        return points.now, points.unit

    @cached_property
    def _met_in(self) -> dict[tuple[int, int], tuple[Fraction, ...]]:
        met: dict[tuple[int, int], tuple[Fraction, ...]] = {}
        for round_ in self.earlier:
            for table in round_.tables:
                for pair in pairs(distinct(table.seats)):
                    met[pair] = (*met.get(pair, ()), Fraction(round_.number))
        return met

    def exchange(self, a: int, b: int) -> Effect:
        """Let two players change places: seats at one table, at two, or a seat and a bye."""
        self._placed(a)
        self._placed(b)
        swap = {a: b, b: a}
        changed = []
        for number in sorted({self.at[p] for p in (a, b) if p in self.at}):
            table = self.tables[number]
            seats = self._coloured(tuple(swap.get(p, p) for p in table.seats))
            if seats != table.seats:
                changed.append(Table(number, seats))
        byes = dict(self.byes)
        for out, into in ((a, b), (b, a)):
            if into in byes and out not in self.byes:
                del byes[into]
                byes[out] = Bye(out)
        return self.effect(changed, byes.values())

    def move(self, player: int, to: int | None) -> Effect:
        """Move a player from their place to a seat of another table, a new one (NEW_TABLE), or (None) a bye.

        Raises PairingError where the table has no room, or the player is there already.
        """
        self._placed(player)
        here = self.at.get(player)
        changed = []
        if here is not None and here != to:
            rest = tuple(p for p in self.tables[here].seats if p != player)
            changed.append(Table(here, self._coloured(distinct(rest))))
        byes = {p: b for p, b in self.byes.items() if p != player}
        if to is None:
            if player in self.byes:
                raise PairingError(Notice("has-no-table", player=player))
            byes[player] = Bye(player)
        elif to == NEW_TABLE:
            changed.append(Table(max(self.tables, default=0) + 1, (player,)))
        else:
            changed.append(Table(to, self._with(player, to)))
        return self.effect(changed, byes.values())

    def leave(self, player: int, kind: str | None) -> Effect:
        """Take a player out of the round, with a bye of a kind or (None) without any trace in it.

        A player who would be left alone at a table has a bye, and the table goes.
        """
        self._placed(player)
        byes = {p: b for p, b in self.byes.items() if p != player}
        if kind is not None:
            byes[player] = Bye(player, kind)
        changed = []
        if (here := self.at.get(player)) is not None:
            rest = distinct(p for p in self.tables[here].seats if p != player)
            if len(rest) == 1:
                byes[rest[0]] = Bye(rest[0])
                rest = ()
            changed.append(Table(here, self._coloured(rest)))
        return self.effect(changed, byes.values())

    def enter(self, player: int, kind: str) -> Effect:
        """Bring somebody without a place into the round, with a bye for now."""
        if player in self.at or player in self.byes:
            raise PairingError(Notice("has-a-place", player=player, round=self.number))
        return self.effect((), (*self.byes.values(), Bye(player, kind)))

    def has_room(self, table: int) -> bool:
        """Return whether one player more can sit at a table."""
        return len(distinct(self.tables[table].seats)) < self.size

    def pair_anew(self, tables: Sequence[int]) -> Effect:
        """Pair the players of these tables among themselves, by the system's own code where possible.

        Raises PairingError where they cannot.
        """
        return self.turned_into(anew(self.event, self.number, tables))

    def turned_into(self, other: Round) -> Effect:
        """Return the cost of putting a whole round in this one's place."""
        new = {t.number: t for t in other.tables}
        changed = [t for n, t in new.items() if n not in self.tables or self.tables[n].seats != t.seats]
        changed += [Table(n, ()) for n in self.tables if n not in new]
        return self.effect(sorted(changed, key=lambda t: t.number), other.byes)

    def effect(self, changed: Iterable[Table], byes: Iterable[Bye]) -> Effect:
        """Return the change with all that it makes worse, table by table."""
        changed = tuple(changed)
        byes = tuple(sorted(byes, key=lambda b: b.player))
        old = [self.tables[t.number] for t in changed if t.number in self.tables]
        together = {pair for t in old for pair in pairs(distinct(t.seats))}
        widest = max((self._gap(t.seats) for t in old), default=0)
        findings = [f for t in changed for f in self._table(t, together, widest)]
        findings += self._byes(byes)
        return Effect(changed, byes, tuple(findings))

    def _table(self, table: Table, together: set[tuple[int, int]], widest: int) -> Iterator[Finding]:
        n, group = table.number, distinct(table.seats)
        if len(group) == 1:
            yield Finding(Kind.ALONE, n, group)
        for pair in pairs(group):
            if pair not in together:
                yield from self._meeting(n, pair)
        if (gap := self._gap(group)) > widest:
            scores, unit = self.scores
            ends = (max(group, key=lambda p: scores[p]), min(group, key=lambda p: scores[p]))
            yield Finding(Kind.SCORE, n, ends, (Fraction(gap, unit),))
        for p in group:
            if p not in self.at and not self.players[p].plays(self.number):
                yield Finding(Kind.AWAY, n, (p,))
            if (wish := self.fixed.get(p)) and n != wish and self.at.get(p) == wish:
                yield Finding(Kind.FIXED, n, (p,), (Fraction(wish),))
            yield from self._seat(table, p, len(group))

    def _meeting(self, table: int, pair: tuple[int, int]) -> Iterator[Finding]:
        a, b = (self.players[p] for p in pair)
        if pair in self.forbidden:
            yield Finding(Kind.FORBIDDEN, table, pair)
        if when := self._met_in.get(pair):
            yield Finding(Kind.REPEAT, table, pair, when)
        if a.club and a.club == b.club:
            yield Finding(Kind.CLUB, table, pair)
        if a.team and a.team == b.team and not self.system.teams:
            yield Finding(Kind.TEAM, table, pair)

    def _seat(self, table: Table, player: int, sitting: int) -> Iterator[Finding]:
        counts = self._counts(player, table)
        old = self.tables.get(self.at.get(player, -1))
        spread = max(counts) - min(counts)
        were = self._counts(player, old) if old else ()
        if self._seats_matter and spread > max(1, max(were) - min(were) if were else 0):
            yield Finding(Kind.SEATS, table.number, (player,), tuple(map(Fraction, counts)))
        visits = self.past.small.get(player, 0)
        short = sitting < self.size and not (old and len(distinct(old.seats)) < self.size)
        if short and visits and sitting > 1:
            yield Finding(Kind.SHORT, table.number, (player,), (Fraction(visits),))

    def _counts(self, player: int, table: Table) -> list[int]:
        """Return the number of times that the player has had each seat, with this table."""
        counts = list(self.past.seat_counts(player))
        counts += [0] * (len(table.seats) - len(counts))
        for seat, who in enumerate(table.seats):
            counts[seat] += who == player
        return counts

    def _byes(self, byes: Iterable[Bye]) -> Iterator[Finding]:
        for bye in byes:
            if bye.player not in self.byes and bye.kind == "pairing":
                had = self.past.byes.get(bye.player, 0)
                yield Finding(Kind.BYE, None, (bye.player,), (Fraction(had),))

    def _gap(self, seats: Iterable[int]) -> int:
        scores, _unit = self.scores
        points = [scores[p] for p in seats if p in scores]
        return max(points) - min(points) if points else 0

    def _with(self, player: int, to: int) -> tuple[int, ...]:
        """Return the seats of a table with one player more: on a second colour of somebody's, or the last seat."""
        if to not in self.tables:
            raise PairingError(Notice("no-table", round=self.number, table=to))
        seats = self.tables[to].seats
        if player in seats:
            raise PairingError(Notice("sits-there-already", player=player, table=to))
        if not self.has_room(to):
            raise PairingError(Notice("table-full", table=to))
        group = distinct(seats)
        if self._doubled and len(group) == 3:
            second = next(i for i, p in enumerate(seats) if p in seats[:i])
            return (*seats[:second], player, *seats[second + 1 :])
        return self._coloured((*group, player))

    def _coloured(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats, or where three or two play four colours (QC 2.1) new ones if theirs are not right."""
        group = distinct(seats)
        if not self._doubled or len(group) not in (2, 3):
            return group if self._doubled else seats
        right = sorted(stand(group, self.players, True)) == sorted(seats)
        if right and (len(group) == 3 or seats[0] == seats[1]):
            return seats
        return seat_tables([group], self.event, self.past)[0]

    def _placed(self, player: int) -> None:
        if player not in self.at and player not in self.byes:
            raise PairingError(Notice("no-place", player=player, round=self.number))
