"""The state of the players' reports: one table's, for those who sit there, and all of a round's, for the desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.domain.ledger import valued
from tournaments.models import (
    GameRecord,
    ReportEvent,
    ReportRule,
    Result,
    Round,
    Seat,
    Table,
    TableReport,
    Tournament,
)
from tournaments.selectors.people import shown_names
from tournaments.sentences import speaker_at
from tournaments.sentences.points import earned, readable

State, Kind = TableReport.State, ReportEvent.Kind


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of the table: its position, the entry's id and pairing number, their name in this event as the public
    knows it, and their points as they are reported or entered (empty while unknown). ``brings``: what a score brings
    them. ``in_team``: their team and board, empty where no team wins the event. ``own_name``: the name by itself."""

    position: int
    entry_id: int
    number: int
    name: str
    points: str
    brings: str = ""
    in_team: str = ""
    own_name: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a table's report, for its players.

    ``number`` is the report's event, which a confirmation names; ``decided`` whether an arbiter has spoken; ``result``
    whether there is a result; ``record`` the state and verdict of the record handed in last, if any.
    """

    state: str
    number: int
    by: int | None
    confirmed: frozenset[int]
    disputed: frozenset[int]
    due_at: datetime | None
    places: tuple[Place, ...]
    result: bool
    decided: bool
    record: tuple[str, str] | None

    @property
    def calling(self) -> bool:
        return self.state in TableReport.CALLING and not self.decided

    @property
    def missing(self) -> frozenset[int]:
        """Return the other players who have not confirmed."""
        return frozenset(place.entry_id for place in self.places) - {self.by} - self.confirmed


def standing(table: Table) -> Standing:
    """Read how one table's report stands, in six queries."""
    seats = list(
        Seat.objects.filter(table=table).order_by("position").values_list("position", "entry_id", "entry__number")
    )
    people = shown_names.people(table.round.tournament_id, only=[number for _p, _e, number in seats])
    report = TableReport.objects.filter(table=table).first()
    events = list(ReportEvent.objects.filter(report=table.pk).order_by("number"))
    result = _current([table.pk]).first()
    record = GameRecord.objects.filter(table=table, handed_in__isnull=False).order_by("-pk").first()
    number, confirmed, disputed = answers(events)
    points_said = _said(report, result)
    brought = brings(table.round.tournament, report, result)
    return Standing(
        state=report.state if report else State.NONE,
        number=number,
        by=report.by_id if report else None,
        confirmed=confirmed,
        disputed=disputed,
        due_at=report.due_at if report else None,
        places=tuple(
            Place(
                position,
                entry,
                who,
                people[who].name,
                points_said[at] if at < len(points_said) else "",
                brought[at] if at < len(brought) else "",
                people[who].in_team,
                people[who].own_name,
            )
            for at, (position, entry, who) in enumerate(seats)
        ),
        result=result is not None,
        decided=(report is not None and report.state == State.SETTLED)
        or (result is not None and not _players_own(result)),
        record=_checked(table, record, [people[who].name for _p, _e, who in seats]) if record else None,
    )


def _checked(table: Table, record: GameRecord, names: list[str]) -> tuple[str, str]:
    """Return the state of a record, and what its replay told."""
    say = speaker_at(table.round.tournament.game, names)
    return record.state, say(record.verdict) if record.verdict else ""


@dataclass(frozen=True, slots=True)
class Call:
    """A table's report as the desk shows it; ``calling`` where an arbiter is wanted.

    Names are full ones; beside them stand the pairing numbers, and what was ``reported`` exactly (``places``: places).
    """

    table_id: int
    table: int
    round: int
    state: str
    points: str
    by: str
    confirmed: tuple[str, ...]
    disputed: tuple[tuple[str, str], ...]
    due_at: datetime | None
    result: str
    reported: tuple[Fraction | None, ...] | None
    places: bool
    by_number: int | None
    confirmed_numbers: tuple[int, ...]
    disputed_numbers: tuple[int, ...]

    @property
    def calling(self) -> bool:
        return self.state in TableReport.CALLING

    @property
    def can_take(self) -> bool:
        """Return whether what was reported can be made the result by one step."""
        return bool(self.points) and not self.result


@dataclass(frozen=True, slots=True)
class Calls:
    """The players' reports on the desk; ``rule`` is None where players do not report."""

    rule: ReportRule | None
    calling: tuple[Call, ...] = ()
    waiting: tuple[Call, ...] = ()


def calls(tournament: Tournament) -> Calls:
    """Return the reports of shown rounds that wait for somebody, a dispute also once its round is closed.

    Four queries, one where players do not report.
    """
    rule = ReportRule.objects.filter(tournament=tournament).exclude(mode=ReportRule.Mode.OFF).first()
    if rule is None:
        return Calls(None)
    reports = list(
        TableReport.objects.filter(
            table__round__tournament=tournament,
            table__round__state__in=Round.SHOWN,
            state__in=[State.OPEN, *TableReport.CALLING],
        )
        .select_related("table__round", "by__player")
        .order_by("table__round__number", "table__number")
    )
    tables = [report.pk for report in reports]
    results = {result.table_id: result for result in _current(tables)}
    events: dict[int, list[ReportEvent]] = {}
    for event in ReportEvent.objects.filter(report__in=tables).select_related("entry__player").order_by("number"):
        events.setdefault(event.report_id, []).append(event)
    rows = [
        _call(report, events.get(report.pk, []), result, tournament.display_names)
        for report in reports
        if (result := results.get(report.pk)) is None or (_players_own(result) and report.state in TableReport.CALLING)
    ]
    return Calls(rule, tuple(c for c in rows if c.calling), tuple(c for c in rows if not c.calling))


def _call(report: TableReport, events: list[ReportEvent], result: Result | None, called: Mapping[int, str]) -> Call:
    _number, confirmed, _disputed = answers(events)
    names = {event.entry_id: called[event.entry.number] for event in events if event.entry_id}
    numbers = {event.entry_id: event.entry.number for event in events if event.entry_id}
    return Call(
        table_id=report.pk,
        table=report.table.number,
        round=report.table.round.number,
        state=report.state,
        points=_joined(report.points, report.places) if report.points else "",
        by=called[report.by.number] if report.by else "",
        confirmed=tuple(names[entry] for entry in sorted(confirmed)),
        disputed=tuple(
            (names[event.entry_id], _joined(event.points, event.places) if event.points else "")
            for event in events
            if event.kind == Kind.DISPUTE
        ),
        due_at=report.due_at,
        result=str(result) if result else "",
        reported=tuple(report.points) if report.points else None,
        places=report.places,
        by_number=report.by.number if report.by else None,
        confirmed_numbers=tuple(numbers[entry] for entry in sorted(confirmed)),
        disputed_numbers=tuple(numbers[event.entry_id] for event in events if event.kind == Kind.DISPUTE),
    )


def _current(tables: Iterable[int]) -> QuerySet[Result]:
    """Return the current results of tables; ``by_players`` where a player handed in the record that made them."""
    handed_in = ReportEvent.objects.filter(kind=Kind.RECORD, record=OuterRef("record"))
    rows = Result.objects.filter(table__in=tables, is_current=True)
    return rows.annotate(by_players=Exists(handed_in))


def _players_own(result: Result) -> bool:
    return result.source == Result.Source.PLAYERS or (result.source == Result.Source.RECORD and result.by_players)


def answers(events: Iterable[ReportEvent]) -> tuple[int, frozenset[int], frozenset[int]]:
    """Return the number of the report's event, and the entries that confirmed and that disputed it since."""
    number, confirmed, disputed = 0, set(), set()
    for event in events:
        if event.kind == Kind.REPORT:
            number, confirmed, disputed = event.number, set(), set()
        elif event.kind == Kind.CONFIRM:
            confirmed.add(event.entry_id)
        elif event.kind == Kind.DISPUTE:
            disputed.add(event.entry_id)
    return number, frozenset(confirmed), frozenset(disputed)


def _said(report: TableReport | None, result: Result | None) -> list[str]:
    """Return the points of each seat: the result's, else the report's."""
    if result is not None:
        return [_text(p, False) for p in result.game_points or result.points]
    return [_text(p, report.places) for p in report.points] if report and report.points else []


def brings(tournament: Tournament, report: TableReport | None, result: Result | None) -> list[str]:
    """Return what the scores at a table bring each seat; nothing where the points themselves are entered."""
    if result is not None:
        taken = result.points if result.game_points is not None else []
    else:
        value = valued(tournament, report.points, places=report.places) if report and report.points else None
        taken = list(value.taken) if value is not None and value.tally is not None else []
    return ["–" if p is None else earned(str(p)) for p in taken]


def _joined(points: Iterable[Fraction | None], places: bool) -> str:
    return " – ".join(_text(p, places) for p in points)


def _text(points: Fraction | None, place: bool) -> str:
    if points is None:
        return "–"
    return f"{points}." if place else readable(str(points))
