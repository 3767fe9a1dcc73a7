"""The effect of a decision, or of a change of a paired round, before it is made: the moves in the standings, and the
later rounds that rest on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.documents import document as doc
from scoring.documents.document import DocumentError
from scoring.standings import Standings, standings
from tournaments.domain.ledger import Worth
from tournaments.models import Entry, PairingChange, Penalty, Round, Seat, Table, Tournament
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import prepare
from tournaments.pairing.review import NEW_TABLE
from tournaments.selectors import labels
from tournaments.selectors.events.events import event_of, penalty_of
from tournaments.selectors.rounds.review import Act, Cost, Loaded, cost
from tournaments.sentences.points import earned


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody whose rank or points would be others; ranks None for who is not in the standings."""

    number: int
    name: str
    rank: tuple[int | None, int | None]
    points: tuple[Fraction | None, Fraction | None]

    @property
    def said(self) -> tuple[str, str]:
        """Return the points before and after, as people read them."""
        before, after = ("–" if p is None else earned(str(p)) for p in self.points)
        return before, after

    @property
    def direction(self) -> str:
        before, after = self.rank
        if before is None or after is None or before == after:
            return "same"
        return "up" if after < before else "down"


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a decision: ``moved`` players and ``teams`` by new rank; ``later``: sentences about later rounds.

    ``entered`` of the ``tables`` of the round ``after_round`` have a result.
    """

    moved: tuple[Moved, ...]
    teams: tuple[Moved, ...]
    later: tuple[str, ...]
    after_round: int
    entered: int
    tables: int

    @property
    def progress(self) -> tuple[int, int, int]:
        return self.after_round, self.entered, self.tables

    @property
    def title(self) -> str:
        return labels.standings_title(*self.progress)

    @property
    def nothing(self) -> bool:
        return not (self.moved or self.teams)


def of_result(tournament: Tournament, table: Table, value: Worth, end: str) -> Effect:
    """Return the effect of a table's result. Eleven queries, whatever the size."""
    now = event_of(tournament)
    number = table.round.number
    new = {"points": value.taken, "game_points": value.tally, "columns": value.columns, "end": end}
    rounds = tuple(
        replace(r, tables=tuple(replace(t, **new) if t.number == table.number else t for t in r.tables))
        if r.number == number
        else r
        for r in now.rounds
    )
    return _compare(tournament, now, replace(now, rounds=rounds), _later(tournament, now, table))


def of_penalty(tournament: Tournament, penalty: Penalty) -> Effect:
    """Return the effect of a penalty that is not given yet."""
    now = event_of(tournament)
    asked = [*now.scoring.get("penalties", ()), penalty_of(penalty)]
    return of_event(tournament, now, replace(now, scoring={**now.scoring, "penalties": asked}))


def of_event(tournament: Tournament, now: doc.Event, then: doc.Event) -> Effect:
    """Return the effect of another document of the same tournament on its standings."""
    return _compare(tournament, now, then, ())


def _compare(tournament: Tournament, now: doc.Event, then: doc.Event, later: Sequence[str]) -> Effect:
    before, after = standings(now), standings(then)
    names = tournament.display_names
    teams = {team.id: team.name for team in now.teams}
    keys = {key: number for number, key in enumerate(teams, start=1)}
    return Effect(
        moved=_moved(_players(before), _players(after), names),
        teams=_moved(
            {keys[t.team]: (t.rank, t.points) for t in before.teams},
            {keys[t.team]: (t.rank, t.points) for t in after.teams},
            {keys[key]: name for key, name in teams.items()},
        ),
        later=tuple(later),
        after_round=before.after_round,
        entered=before.tables[0],
        tables=before.tables[1],
    )


def _players(computed: Standings) -> dict[int, tuple[int, Fraction]]:
    return {line.player: (line.rank, line.points) for line in computed.standings}


def _moved(
    before: dict[int, tuple[int, Fraction]], after: dict[int, tuple[int, Fraction]], names: dict[int, str]
) -> tuple[Moved, ...]:
    nobody = (None, None)
    moves = [
        Moved(
            n,
            names[n],
            (before.get(n, nobody)[0], after.get(n, nobody)[0]),
            (before.get(n, nobody)[1], after.get(n, nobody)[1]),
        )
        for n in names
        if before.get(n) != after.get(n)
    ]
    return tuple(sorted(moves, key=lambda m: (m.rank[1] or len(names) + 1, m.number)))


def _later(tournament: Tournament, event: doc.Event, table: Table) -> list[str]:
    """Say in sentences which later rounds rest on a result."""
    rounds = list(
        Round.objects.filter(tournament=tournament, number__gt=table.round.number)
        .exclude(state=Round.State.DISCARDED)
        .order_by("number")
    )
    if not rounds:
        return []
    try:
        system, complete = prepare(event)
        fixed = system.is_fixed(complete)
    except (DocumentError, PairingError):
        fixed = False
    if fixed:
        return [_("The later rounds follow a fixed schedule. No result changes who meets whom.")]
    here = Entry.objects.filter(seats__table=table).values("pk")
    sits: dict[int, list[str]] = defaultdict(list)
    byes: dict[int, list[str]] = defaultdict(list)
    names = tournament.display_names
    taken = Seat.objects.filter(round__in=rounds).select_related("entry", "table")
    for seat in taken.filter(entry__in=here, table__isnull=False).order_by("position"):
        assert seat.table is not None
        sits[seat.round_id].append(
            _("%(name)s at table %(table)d") % {"name": names[seat.entry.number], "table": seat.table.number}
        )
    for seat in taken.filter(bye=Seat.Bye.PAIRING).order_by("entry__number"):
        byes[seat.round_id].append(names[seat.entry.number])
    return [sentence for r in rounds for sentence in _of_round(r, sits[r.pk], byes[r.pk])]


def _of_round(round_: Round, sits: list[str], byes: list[str]) -> list[str]:
    number = round_.number
    who = ", ".join(dict.fromkeys(sits))
    if round_.is_shown:
        players = [
            _("Round %(number)d was paired with the old points (%(who)s). It stays as it was played.")
            % {"number": number, "who": who}
        ]
    elif round_.state == Round.State.DRAFT:
        players = [
            _(
                "Round %(number)d is a draft, paired with the old points (%(who)s). Discard it and pair it again, or "
                "publish it as it is."
            )
            % {"number": number, "who": who}
        ]
    else:
        return []
    if byes:
        players.append(
            _("Round %(number)d: with the old points the bye went to %(names)s. It stays.")
            % {"number": number, "names": ", ".join(byes)}
        )
    return players


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table as it would be; without people it would be gone."""

    number: int
    seats: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a change before it is made. ``fields`` are what its form sends; ``nothing``: all stays as it
    is."""

    title: str
    cost: Cost
    fields: Mapping[str, str]
    changed: tuple[ChangedTable, ...]
    of_tables: bool
    nothing: bool

    @property
    def tables(self) -> tuple[ChangedTable, ...]:
        """Return the tables that were paired anew, because a page shows their players."""
        return self.changed if self.of_tables else ()


def preview_change(current: Loaded, act: Act) -> Preview:
    """Return the change with its grade and its cost. Raises PairingError where it cannot be."""
    effect = act.effect(current)
    return Preview(
        title=_title(current, act),
        cost=cost(current, effect),
        fields=act.fields,
        changed=tuple(
            ChangedTable(t.number, t.seats, tuple(current.name(p) for p in t.players)) for t in effect.tables
        ),
        of_tables=bool(act.tables),
        nothing=not effect.tables and effect.byes == current.review.round.byes,
    )


def _title(current: Loaded, act: Act) -> str:
    words = {"a": current.name(act.player) if act.player in current.review.players else ""}
    match act.what:
        case PairingChange.What.EXCHANGE:
            return _("%(a)s and %(b)s swap places") % {**words, "b": current.name(act.other)}
        case PairingChange.What.MOVE if act.to is None:
            return _("%(a)s leaves their table and has a bye") % words
        case PairingChange.What.MOVE if act.to == NEW_TABLE:
            return _("%(a)s moves to a new table") % words
        case PairingChange.What.MOVE:
            return _("%(a)s moves to table %(table)d") % {**words, "table": act.to}
        case PairingChange.What.ANEW:
            return _("Tables %(tables)s re-paired") % {"tables": ", ".join(map(str, act.tables))}
    return _("Back to the system's pairing")
