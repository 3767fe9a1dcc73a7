"""Carries a complete schedule through an event: as planned where the rounds were played so, repaired where
not.

The plan of round 1 is made for those who are there from the start; absences do not change it (the absent
leave their table, which is then short). When people join or withdraw, or a round was played otherwise, the
rest is planned again from what there is. All of it is worked out from the document each time, so that
nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from games.core.notices import Notice
from scoring.documents.document import forbidden_until
from scoring.lots import Lots
from tournaments.pairing.apart import placed_apart, seated_apart, together
from tournaments.pairing.core import (
    Bye,
    PairingError,
    PairingRequest,
    Player,
    Round,
    Table,
    distinct,
)
from tournaments.pairing.history import History, before, history
from tournaments.pairing.plans import club_tables
from tournaments.pairing.plans.repairing import CLUB_STEPS, REPAIR_STEPS, Asked, Even, Groups, Improved, fit, searched
from tournaments.pairing.schedules.library import Way, by_way, complete
from tournaments.pairing.schedules.perfect import Schedule
from tournaments.pairing.schedules.search import FORBIDDEN, repeats
from tournaments.pairing.schedules.shapes import FEWEST, Shape, shape
from tournaments.pairing.seats import doubled, seat_rest, seat_schedule, seat_tables

Seats = list[tuple[int, ...]]


@dataclass(slots=True)
class Planned:
    """One round to come: tables as seated, who has a bye, and why it is so."""

    number: int
    tables: Seats
    byes: tuple[int, ...]
    reason: Notice


class Planner:
    """Works out the rounds of an event of ``length`` rounds; ``notes`` says what was not as planned."""

    def __init__(self, request: PairingRequest, length: int) -> None:
        self.request = request
        self.length = length
        self.size = int(request.options["table_size"])
        self.way: str = request.options["leftover"]
        self.with_byes = self.way == "byes"
        self.allowed: tuple[int, ...] = request.options["allowed_sizes"]
        self.usual_first: bool = request.options["usual_first"]
        self.players = {p.id: p for p in request.event.players}
        self.done: list[Round] = []
        self.notes: list[Notice] = []
        self.reason = Notice("schedule", people=len(self.players), rounds=length)
        self.groups: dict[int, Groups] = {}
        self.idle: dict[int, tuple[int, ...]] = {}
        self.seats: dict[int, Seats] = {}
        self.unseated = 1
        self.banned_always = False

    def rounds(self, last: int) -> Iterator[Planned]:
        """Yield the rounds from ``request.first`` to ``last``, after the played ones have been followed."""
        self._plan_first()
        played = {r.number: r for r in before(self.request.event, self.request.first)}
        for number in range(1, last + 1):
            if number > 1 and self._people_changed(number):
                self._plan_again(number)
            groups, idle = self._kept_apart(number, *self._fitted(number))
            actual = played.get(number)
            if actual is None:
                seats = self._seated(number, groups)
                tables = tuple(Table(t, s) for t, s in enumerate(seats, start=1))
                self.done.append(Round(number, tables, tuple(Bye(p) for p in idle)))
                yield Planned(number, seats, idle, self.reason)
            else:
                self.done.append(self._known(actual))
            if number < last:
                self._compare(number, groups)

    def _known(self, actual: Round) -> Round:
        """Return a played round without ids that are nobody's, which a check may meet."""
        tables = tuple(Table(t.number, tuple(p for p in t.seats if p in self.players)) for t in actual.tables)
        return Round(actual.number, tables, actual.byes)

    def _compare(self, number: int, groups: Groups) -> None:
        """Plan again after a round with other tables; seat the rest again after one with other seats."""
        actual = self.done[-1].tables
        expected = {frozenset(g) for g in groups}
        if {frozenset(t.seats) for t in actual} != expected:
            self.notes.append(Notice("not-played-as-planned", round=number))
            self._plan_again(number + 1)
        elif expected != {frozenset(g) for g in self.groups[number]}:
            self.unseated = number + 1
        else:
            self._seat(number)
            if {t.seats for t in actual} != set(self.seats[number]):
                self.unseated = number + 1

    def _plan_first(self) -> None:
        people = self._people(1)
        form = self._shape(people, 1)
        if form.idle and not self.with_byes and self.request.first == 1:
            self.notes.append(
                Notice("sizes-leave-byes", people=len(people), sizes=tuple(sorted({*self.allowed, self.size})))
                if self.allowed
                else Notice("odd-player-has-bye", people=len(people), player=form.idle)
            )
        tables, idle = self._schedule(len(people))
        lots = Lots(self.request.seed, "tables", len(people), self.length, self.size)
        order = self._places(people, tables, lots)
        for number, (round_, free) in enumerate(zip(tables, idle, strict=True), start=1):
            self.groups[number] = lots.shuffled(tuple(order[p] for p in table) for table in round_)
            self.idle[number] = tuple(sorted(order[p] for p in free))
        self.reason = Notice("schedule", people=len(people), rounds=self.length)
        if self._must_move():
            self._improve(1)
        elif form.idle == 0:
            self._part_clubs(people, form, lots)

    def _part_clubs(self, people: Sequence[int], form: Shape, lots: Lots) -> None:
        """Take other tables if fewer of one club sit together at them, and if as many, fewer meet again."""
        apart = self.request.apart_in(self.length)
        if not self.request.options.get("apart_clubs") or not club_tables.together(self.groups.values(), apart):
            return
        clubs = club_tables.clubs_of(people, apart)
        designed = club_tables.in_columns(clubs, self.size, self.length, lots)
        if designed is None:
            drafts = club_tables.dealt(clubs, form.sizes, self.length, lots), list(self.groups.values())
            designed = min(
                (self._searched_apart(draft, apart) for draft in drafts),
                key=lambda rounds: (club_tables.together(rounds, apart), repeats(rounds)),
            )
        if club_tables.together(designed, apart) < club_tables.together(self.groups.values(), apart):
            self.groups.update((number, lots.shuffled(tables)) for number, tables in enumerate(designed, start=1))

    def _searched_apart(self, draft: Schedule, apart: frozenset[tuple[int, int]]) -> Schedule:
        rounds = [(number, tables, ()) for number, tables in enumerate(draft, start=1)]
        wish = dict.fromkeys(apart, club_tables.CLUB) | dict.fromkeys(self.request.forbidden_in(1), FORBIDDEN)
        better = self._searched(rounds, lambda a, b: wish.get((min(a, b), max(a, b)), 0), CLUB_STEPS)
        return [tables for _number, tables, _byes in better]

    def _schedule(self, people: int) -> tuple[Schedule, list[tuple[int, ...]]]:
        """Return the complete schedule for the places; add a note where short tables repeat meetings or are uneven."""
        form = shape(people, self.size, self.with_byes, self.allowed, self.usual_first)
        if form is None or not form.short or form.idle:
            return complete(
                people, self.length, self.size, self.with_byes, self.request.progress, self.allowed, self.usual_first
            )
        way = by_way(self.way, people, self.length, self.size, self.request.progress, self.allowed, self.usual_first)
        if self.way == "best":
            self.way = way.key
        if self.request.first == 1:
            self._compare_ways(people, way)
        return way.schedule, [()] * self.length

    def _compare_ways(self, people: int, way: Way) -> None:
        """Note what the way that is taken costs beside the others."""
        if way.key == "uneven":
            if way.most - way.least > 1:
                self.notes.append(Notice("short-tables-uneven", least=way.least, most=way.most))
        elif way.repeats:
            fewest = by_way(
                "uneven", people, self.length, self.size, self.request.progress, self.allowed, self.usual_first
            )
            if not fewest.repeats:
                self.notes.append(Notice("short-tables-cost", repeated=way.repeats))
            elif fewest.repeats < way.repeats:
                self.notes.append(Notice("short-tables-dear", repeated=way.repeats, fewest=fewest.repeats))

    def _places(self, people: Sequence[int], tables: Sequence[Sequence[Sequence[int]]], lots: Lots) -> list[int]:
        """Deal people to places, by lot, so that few meet who should not."""
        best = self._places_by_lot(people, tables, lots)
        asked = [(round_, self.request.apart_in(k)) for k, round_ in enumerate(tables, 1)]
        rounds = [(round_, apart) for round_, apart in asked if apart]
        options = self.request.options
        if not rounds or not (options.get("apart_clubs") or forbidden_until(options)):
            return best
        best = placed_apart(best, rounds, dict.fromkeys(self.request.forbidden_in(1), 1_000), lots)
        place = {p: i for i, p in enumerate(best)}
        for k, round_ in enumerate(tables, 1):
            sits = {place: t for t, table in enumerate(round_) for place in table}
            for a, b in self.request.forbidden_in(k):
                if a in place and b in place and sits.get(place[a], -1) == sits.get(place[b], -2):
                    self.banned_always = True
        return best

    def _places_by_lot(self, people: Sequence[int], tables: Sequence[Sequence[Sequence[int]]], lots: Lots) -> list[int]:
        """Deal the places by lot; with pairs that must not meet, take the best of many lots."""
        best = lots.shuffled(people)
        if not self._must_move(everybody=True):
            return best
        wishes = self._wishes()

        def against(order: Sequence[int]) -> int:
            place = {p: i for i, p in enumerate(order)}
            sits = [{p: t for t, table in enumerate(round_) for p in table} for round_ in tables]
            total = 0
            for (a, b), wish in wishes.items():
                if a in place and b in place:
                    together = sum(row.get(place[a]) == row.get(place[b]) for row in sits)
                    total += together if wish > 0 else len(sits) - together
            return total

        least = against(best)
        for _ in range(60):
            if not least:
                break
            order = lots.shuffled(people)
            if (worth := against(order)) < least:
                best, least = order, worth
        return best

    def _wishes(self) -> dict[tuple[int, int], int]:
        """Weigh the pairs that must not meet (positive) or that sit at one fixed table together (negative)."""
        first_rounds = forbidden_until(self.request.options) is not None
        banned = () if first_rounds and not self.banned_always else self.request.forbidden_in(1)
        wishes = dict.fromkeys(banned, FORBIDDEN)
        fixed = sorted(self.request.fixed_tables.items())
        for i, (a, table) in enumerate(fixed):
            for b, other in fixed[i + 1 :]:
                wishes.setdefault((a, b), FORBIDDEN if table != other else -FORBIDDEN)
        return wishes

    def _must_move(self, everybody: bool = False) -> bool:
        """Return whether a wish stands against the planned rounds (or, for everybody, whether there is any)."""
        wishes = self._wishes()
        if everybody or not wishes:
            return bool(wishes)
        for groups in self.groups.values():
            where = {p: t for t, group in enumerate(groups) for p in group}
            for (a, b), wish in wishes.items():
                if a in where and b in where and (where[a] == where[b]) == (wish > 0):
                    return True
        return False

    def _people(self, number: int) -> list[int]:
        """Return the people who belong to the event in a round, present or not."""
        return sorted(p.id for p in self.players.values() if _belongs(p, number))

    def _people_changed(self, number: int) -> bool:
        return self._people(number) != self._people(number - 1)

    def _possible_shape(self, people: Sequence[int]) -> Shape | None:
        return shape(len(people), self.size, self.with_byes, self.allowed, self.usual_first)

    def _shape(self, people: Sequence[int], number: int) -> Shape:
        form = self._possible_shape(people)
        if form is None:
            raise PairingError(
                Notice(
                    "cannot-be-seated",
                    round=number,
                    people=len(people),
                    size=self.size,
                    least=self.size if self.with_byes or self.size == 3 else min(FEWEST, *self.allowed, self.size),
                )
            )
        return form

    def _fitted(self, number: int) -> tuple[Groups, tuple[int, ...]]:
        """Return the planned tables, fitted to the people who are there."""
        there = [p.id for p in self.request.players(number)]
        if there == self._people(number):
            return self.groups[number], self.idle[number]
        if number < self.request.first and self._possible_shape(there) is None:
            return [], tuple(there)  # too few came, and had a bye, as a group of an event has
        form = self._shape(there, number)
        past = history(self.done, self.size)
        coming = self._coming(number + 1)
        groups, idle = fit(
            self.groups[number],
            self.idle[number],
            set(there),
            form,
            lambda a, b: past.met(a, b) + coming.get((min(a, b), max(a, b)), 0) + self._ban(a, b, number),
            lambda p: past.small.get(p, 0) + past.byes.get(p, 0),
        )
        missing = sorted(set(self._people(number)) - set(there))
        if missing and number >= self.request.first:
            names = tuple(missing)
            self.notes.append(Notice("not-there", round=number, players=names))
        return groups, idle

    def _kept_apart(self, number: int, groups: Groups, idle: tuple[int, ...]) -> tuple[Groups, tuple[int, ...]]:
        """Return the tables, changed if two sit together who must not and there is any other way."""
        banned = self.request.forbidden_in(number)
        if not together(groups, banned):
            return groups, idle
        apart = seated_apart(groups, idle, banned)
        if apart is None:
            return groups, idle
        coming = self._coming(number + 1)
        better = self._searched(
            [(number, apart[0], apart[1])],
            lambda a, b: coming.get((min(a, b), max(a, b)), 0) + self._ban(a, b, number),
        )
        _number, tables, free = better[0]
        if together(tables, banned):  # evenness counted for more
            return [tuple(group) for group in apart[0]], tuple(apart[1])
        return tables, free

    def _ban(self, a: int, b: int, number: int) -> int:
        return FORBIDDEN if (min(a, b), max(a, b)) in self.request.forbidden_in(number) else 0

    def _unwanted(self, past: History, number: int, a: int, b: int) -> int:
        return past.met(a, b) + self._ban(a, b, number)

    def _coming(self, number: int) -> dict[tuple[int, int], int]:
        """Count the meetings that the plan still holds from a round on."""
        out: dict[tuple[int, int], int] = {}
        for later in range(number, self.length + 1):
            for group in self.groups[later]:
                for i, a in enumerate(group):
                    for b in group[i + 1 :]:
                        key = (a, b) if a < b else (b, a)
                        out[key] = out.get(key, 0) + 1
        return out

    def _seated(self, number: int, groups: Groups) -> Seats:
        """Return the planned seats where the table is as planned, else the best seats for the table's history."""
        self._seat(number)
        planned = {frozenset(s): s for s in self.seats[number]}
        changed = [g for g in groups if frozenset(g) not in planned]
        if not changed:
            return [planned[frozenset(g)] for g in groups]
        past = history((r for r in self.done if r.number < number), self.size)
        new = dict(zip(map(frozenset, changed), seat_tables(changed, self.request.event, past), strict=True))
        return [planned.get(frozenset(g)) or new[frozenset(g)] for g in groups]

    def _plan_again(self, number: int) -> None:
        """Plan from this round on with the people who belong now, at the old tables if possible; then improve it."""
        if number > self.length:
            return
        people = self._people(number)
        if number < self.request.first and self._possible_shape(people) is None:
            return  # nobody sat at a table in it
        form = self._shape(people, number)
        past = history(self.done, self.size)
        for later in range(number, self.length + 1):
            self.groups[later], self.idle[later] = fit(
                self.groups[later],
                self.idle[later],
                set(people),
                form,
                partial(self._unwanted, past, later),
                lambda p: past.small.get(p, 0) + past.byes.get(p, 0),
            )
        self._improve(number)
        self.reason = Notice("planned-again", round=number)
        self.unseated = number

    def _improve(self, number: int) -> None:
        """Exchange people in the rounds from ``number`` on until nothing repeats or the steps are used up."""
        wishes = self._wishes()
        rounds = [(r, self.groups[r], self.idle[r]) for r in range(number, self.length + 1)]
        for r, tables, byes in self._searched(rounds, lambda a, b: wishes.get((min(a, b), max(a, b)), 0)):
            self.groups[r], self.idle[r] = tables, byes

    def _searched(
        self, rounds: Sequence[Asked], wish: Callable[[int, int], int], steps: int = REPAIR_STEPS
    ) -> list[Improved]:
        """Improve these rounds. ``wish``: earlier meetings that two are taken to have had besides their own."""
        even: Even = None if self.way == "uneven" else "end" if self.way == "even" else "always"
        past = history(self.done, self.size)
        return searched(rounds, past, wish, self.size, self.request.seed, even, steps, self.request.progress)

    def _seat(self, number: int) -> None:
        """Seat the tables from round ``unseated`` on, if this round is one of them."""
        if number < self.unseated:
            return
        numbers = range(self.unseated, self.length + 1)
        rest = [self.groups[r] for r in numbers]
        past = history((r for r in self.done if r.number < self.unseated), self.size)
        if past.games:
            seated = seat_rest(rest, self.request.event, past)
        else:
            seated = seat_schedule(rest, self.players, doubled(self.request.event))
        self.seats.update(zip(numbers, seated, strict=True))
        self.unseated = self.length + 1


def _belongs(player: Player, number: int) -> bool:
    return max(1, player.joined) <= number and (player.left is None or player.left >= number)


__all__ = ["Planned", "Planner", "distinct"]
