"""A format tried out: whole events, paired and scored by this program, with results by lot.

Three ways to pair, by what a system needs: a schedule known in advance is made once; the two Swiss systems for
individual players are paired in short (``near``); every other system pairs each round itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import Any

from scoring.documents.document import Bye, Event, Player, Round, Table, Team
from scoring.input.rules import rules_of
from scoring.lots import Lots
from scoring.standings import order_of, standings
from tournaments.pairing.core import PairingError, PairingRequest, distinct
from tournaments.pairing.engine import prepare
from tournaments.pairing.finishing import finished
from tournaments.pairing.planner.luck import (
    Known,
    drawn_strengths,
    game_points,
    ladder,
    seeded,
    table_points,
    teamed,
    weight,
)
from tournaments.pairing.planner.near import Record, near_round
from tournaments.pairing.planner.question import Question
from tournaments.pairing.registry import PairingSystem
from tournaments.pairing.schedules.library import is_stored
from tournaments.pairing.schedules.shapes import Shape
from tournaments.pairing.seats import doubled, stand

OVER = frozenset({"knockout-decided", "groups-over", "all-paired"})
"""Why a system makes no more rounds, though it could have."""
NEAR = frozenset({"swiss", "swiss-tables"})
DECISIVE = frozenset({"knockout", "double-elimination", "groups"})
"""Systems in which somebody must win a game: what is level is played again."""
TIES_OF_TWO = ("DE", "BH", "WIN", "LOT")
TIES = ("DE", "AOS", "PLACE1", "LOT")


@dataclass(slots=True)
class Range:
    """Counts of players: the least and the most."""

    least: int = 10**9
    most: int = 0

    def add(self, number: int) -> None:
        self.least, self.most = min(self.least, number), max(self.most, number)


@dataclass(slots=True)
class Tally:
    """The sums of what the trials of a format showed. ``people`` are the teams of an event of teams, all but for
    ``games`` and ``byes``.

    ``won``: how often the strongest won, shared firsts in part. ``right``: for each trial, of all pairs of players,
    twice those whose stronger stands higher, and once those who are level. ``tables`` and ``byes``: by round, the most.
    ``games`` and ``others``: of a player. ``again``: pairs that met more than once; ``met``: pairs that met.
    """

    people: int
    trials: int = 0
    won: Fraction = Fraction(0)
    right: list[int] = field(default_factory=list)
    rounds: int = 0
    tables: list[int] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    games: Range = field(default_factory=Range)
    others: Range = field(default_factory=Range)
    met: int = 0
    again: int = 0

    @property
    def turns(self) -> list[int]:
        """Return the most tables of each round; of one that no trial came to, such as a second final, one."""
        return self.tables + [1] * (self.rounds - len(self.tables))

    def add(
        self, rounds: Sequence[Round], ranks: Mapping[int, int], strengths: Sequence[int], team_size: int = 1
    ) -> None:
        """Count one event: its rounds, everybody's rank, and the strengths by player; of teams of ``team_size``, those
        of the teams."""
        self.trials += 1
        self.won += _won(ranks, strengths)
        self.right.append(_right(ranks, strengths))
        games: Counter[int] = Counter()
        meetings: Counter[tuple[int, ...]] = Counter()
        self.rounds = max(self.rounds, len(rounds))
        for at, round_ in enumerate(rounds):
            for counts, number in ((self.tables, len(round_.tables)), (self.byes, _sitting_out(round_))):
                counts += [0] * (at + 1 - len(counts))
                counts[at] = max(counts[at], number)
            met: set[tuple[int, ...]] = set()
            for table in round_.tables:
                games.update(distinct(table.seats))
                met.update(combinations(sorted({(seat - 1) // team_size + 1 for seat in table.seats}), 2))
            meetings.update(met)
        others: Counter[int] = Counter()
        for pair in meetings:
            others.update(pair)
        for player in range(1, self.people * team_size + 1):
            self.games.add(games[player])
        for one in range(1, self.people + 1):
            self.others.add(others[one])
        self.met += len(meetings)
        self.again += sum(times > 1 for times in meetings.values())


def _sitting_out(round_: Round) -> int:
    return sum(bye.kind == "pairing" for bye in round_.byes)


def _won(ranks: Mapping[int, int], strengths: Sequence[int]) -> Fraction:
    """Return the share of the first place that the strongest have; who is as strong is strongest, too."""
    first = [player for player, rank in ranks.items() if rank == 1]
    best = max(strengths)
    return Fraction(sum(strengths[player - 1] == best for player in first), len(first))


def _right(ranks: Mapping[int, int], strengths: Sequence[int]) -> int:
    """Count the pairs in right order twice, and those who are level once. The seed parts who is equally strong."""
    by_strength = sorted(ranks, key=lambda player: (-strengths[player - 1], player))
    places = [ranks[player] for player in by_strength]
    return sum(2 if mine < yours else mine == yours for mine, yours in combinations(places, 2))


@dataclass(frozen=True)
class Trial:
    """One format, ready to be tried: its system with complete options, and the event with the rounds made so far.

    ``known``: by player, what results and ratings say of the strength; empty before an event.
    """

    question: Question
    system: PairingSystem
    event: Event
    known: Sequence[Known] = ()

    @cached_property
    def length(self) -> int:
        """Return how many rounds the event has at most. Raises PairingError."""
        return self.system.length(self.event) or 0

    def form(self, people: int) -> Shape | None:
        """Return the tables of a round for so many, where that can be told beforehand."""
        if self.system.shape is None:
            return None
        return self.system.shape(people, int(self.event.pairing["table_size"]), self.event.pairing)

    @cached_property
    def schedule(self) -> Sequence[Round]:
        """Return all rounds to come of a schedule that is known in advance."""
        made = len(self.event.rounds)
        if made >= self.length:
            return ()
        people = len(self.event.players)
        form = self.form(people)
        if self.system.key == "tables" and form and (form.idle or not is_stored(people, self.length, form)):
            return self._near_schedule()
        whole = self.system.pair(PairingRequest(self.event, made + 1, self.length - made))
        return finished(self.event, whole).rounds

    def _near_schedule(self) -> Sequence[Round]:
        """Return rounds in which few meet again, where the schedule itself would take a long search."""
        rounds = list(self.event.rounds)
        rounds.extend(self._near_rounds(rounds, level=True))
        return rounds[len(self.event.rounds) :]

    @cached_property
    def first(self) -> Round:
        """Return round 1 of a new event, which is the same in every trial."""
        return self._paired(self.event, 1)

    def _paired(self, event: Event, number: int) -> Round:
        return finished(event, self.system.pair(PairingRequest(event, number))).rounds[0]

    def run(self, tally: Tally, times: int, *, whole: bool = False) -> None:
        """Play so many more events, and count them. ``whole``: let the system pair all rounds itself."""
        strengths = ladder(len(self.event.players), self.question.spread)
        for _ in range(times):
            lots = Lots(self.question.seed, "planner", tally.trials)
            if self.known:
                drawn = drawn_strengths(self.known, lots)
            elif self.event.teams:
                drawn = teamed(strengths, len(self.event.teams), lots)
            else:
                drawn = seeded(strengths, self.question.rated, lots)
            self.play(tally, drawn, lots, whole=whole)

    def play(self, tally: Tally, strengths: Sequence[int], lots: Lots, *, whole: bool = False) -> None:
        """Play the event once by these strengths, by player, and count it."""
        weights = [0, *map(weight, strengths)]
        rounds = [self._played(round_, weights, lots) for round_ in self.event.rounds]
        to_come = self._rounds(rounds, whole)
        while (seated := next(to_come, None)) is not None:
            rounds.append(self._played(seated, weights, lots))
        event = replace(self.event, rounds=tuple(rounds))
        if not event.teams:
            tally.add(rounds, order_of(event)[1].ranks, strengths)
            return
        size = len(strengths) // len(event.teams)
        numbers = {team.id: number for number, team in enumerate(event.teams, 1)}
        ranks = {numbers[line.team]: line.rank for line in standings(event).teams}
        together = [sum(strengths[at : at + size]) for at in range(0, len(strengths), size)]
        tally.add(rounds, ranks, together, size)

    def _played(self, round_: Round, weights: Sequence[int], lots: Lots) -> Round:
        """Return a round in which every table has a result."""
        tables = [table if table.entered else self._with_result(table, weights, lots) for table in round_.tables]
        return replace(round_, tables=tuple(tables))

    def _with_result(self, table: Table, weights: Sequence[int], lots: Lots) -> Table:
        seats = len(table.seats)
        own = [weights[player] for player in table.seats]
        drawn = self.question.drawn if seats == 2 and self.system.key not in DECISIVE else None
        if drawn is not None:
            points = game_points(own, self.question.points(seats), drawn, self.question.draws, lots)
            return replace(table, points=points, end="played")
        points = table_points(own, self.question.sides(seats), self.question.points(seats), lots)
        return replace(table, points=points, end="played")

    def _rounds(self, played: list[Round], whole: bool) -> Iterator[Round]:
        """Yield round after round; the caller plays each and adds it to ``played``."""
        if self.system.key in NEAR and not whole:
            yield from self._near_rounds(played)
        elif self.system.is_fixed(self.event):
            yield from self.schedule
        else:
            while len(played) < self.length:
                try:
                    event = replace(self.event, rounds=tuple(played))
                    yield self._paired(event, len(played) + 1) if played else self.first
                except PairingError as error:
                    if error.notice.code not in OVER:
                        raise
                    return

    def _near_rounds(self, played: list[Round], *, level: bool = False) -> Iterator[Round]:
        """Yield rounds as ``_rounds`` does. ``level``: whatever the scores are."""
        players = {player.id: player for player in self.event.players}
        past = Record(dict.fromkeys(players, 0), {p: {} for p in players}, {})
        double = doubled(self.event)
        counted = 0
        while len(played) < self.length:
            number = len(played) + 1
            here = [player.id for player in self.event.players if player.plays(number)]
            form = self.form(len(here))
            if form is None or (self.system.key == "swiss" and number >= len(here) + len(here) % 2):
                # nobody may meet twice: the system itself says why there is no such round
                yield self._paired(replace(self.event, rounds=tuple(played)), number)
                continue
            for round_ in played[counted:]:
                self._remember(past, round_, form.size)
            if level:
                past.scores = dict.fromkeys(players, 0)
            counted = len(played)
            tables, byes = near_round(here, form, past)
            absent = PairingRequest(self.event, number).absentees(number, with_points=True)
            yield Round(
                number,
                tuple(Table(at, stand(table, players, double)) for at, table in enumerate(tables, start=1)),
                (*(Bye(player) for player in byes), *absent),
            )

    @cached_property
    def unit(self) -> int:
        """Return what turns points into whole numbers: of a table, of a bye, of a mean of two seats."""
        parts = [2, *(worth.denominator for worth in self.byes.values())]
        parts += [worth.denominator for size in range(2, 7) for worth in self.question.points(size)]
        return lcm(*parts)

    @cached_property
    def byes(self) -> Mapping[str, Fraction]:
        """Return what each kind of bye brings."""
        return rules_of(self.event).byes

    def _remember(self, past: Record, round_: Round, size: int) -> None:
        unit = self.unit
        past.rounds += 1
        for table in round_.tables:
            people = distinct(table.seats)
            for seat, points in zip(table.seats, table.points or (), strict=False):
                past.scores[seat] += int((points or 0) * unit) // table.seats.count(seat)
            for one in people:
                past.short[one] = past.short.get(one, 0) + (len(people) != size)
                for other in people:
                    if other != one:
                        past.met[one][other] = past.met[one].get(other, 0) + 1
        for bye in round_.byes:
            past.scores[bye.player] += int(self.byes[bye.kind] * unit)
            past.byes[bye.player] = past.byes.get(bye.player, 0) + 1


def prepared(question: Question, system: str, pairing: Mapping[str, Any]) -> Trial:
    """Return a format ready to be tried. Raises DocumentError or PairingError where the system refuses it."""
    players = tuple(
        Player(number, str(number), rating=3000 - number if question.rated else None, **_place(question, number - 1))
        for number in range(1, question.players + 1)
    )
    teams = tuple(Team(str(number), str(number)) for number in range(1, question.teams + 1))
    size = question.table_size
    chosen = {**pairing, "system": system, "table_size": size, "seed": question.seed}
    scoring = {"tie_breaks": list(TIES_OF_TWO if size == 2 else TIES)}
    event = Event("", question.game, None, question.options, chosen, scoring, teams, players)
    return Trial(question, *prepare(event))


def _place(question: Question, at: int) -> dict[str, Any]:
    """Return the team and board of the player at a place, from 0; teams follow one another."""
    if question.team_size is None:
        return {}
    return {"team": str(at // question.team_size + 1), "board": at % question.team_size + 1}
