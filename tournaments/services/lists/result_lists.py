"""A list of results: what it would do, and entering them, each by the book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain import ledger
from tournaments.domain.errors import Refused
from tournaments.domain.list_plans import CHANGED, LEFT, NEW, REFUSED, SAME, ListPlan, Planned, read_as
from tournaments.domain.logbook import signed
from tournaments.imports.results import ResultLine, ResultList
from tournaments.models import Result, Round, Seat, Table, Tournament
from tournaments.sentences import sentence
from tournaments.sentences.points import listed
from tournaments.services.lists.import_runs import BATCH, Tick
from tournaments.text import same_name


@dataclass(slots=True)
class Known:
    """A table of a shown round: who sits there in seat order (number, name), and its current result."""

    table: Table
    seats: list[tuple[int, str]]
    result: Result | None = None

    @property
    def numbers(self) -> list[int]:
        """Return who sits there, in seat order."""
        return [number for number, _name in self.seats]


@signed
def write(tournament: Tournament, planned: ListPlan, *, by: Any, filename: str, tick: Tick) -> None:
    """Carry out a planned list of results. The tournament must be locked."""
    rows = (line.row for line in planned.lines if line.status in (NEW, CHANGED))
    entered = [ledger.Entered(known.table, known.numbers, value, end, known.result) for known, value, end in rows]
    tick(len(planned.lines) - len(entered))
    for at in range(0, len(entered), BATCH):
        some = entered[at : at + BATCH]
        ledger.put_many(
            tournament,
            some,
            by=by,
            source=Result.Source.IMPORT,
            reason=_("from the list %(name)s") % {"name": filename},
        )
        tick(len(some))


def plan(tournament: Tournament, read: ResultList) -> ListPlan:
    """Compare a list with the results that are there."""
    tables = _tables(tournament)
    shown = set(Round.objects.filter(tournament=tournament, state__in=Round.SHOWN).values_list("number", flat=True))
    planned = [_plan_line(tournament, line, tables, shown).of_file(line.cells) for line in read.lines]
    return ListPlan((_("Round"), _("Table"), _("Points")), planned, layout=read_as(read))


def _tables(tournament: Tournament) -> dict[tuple[int, int], Known]:
    rounds = Round.objects.filter(tournament=tournament, state__in=Round.SHOWN)
    tables = {table.pk: Known(table, []) for table in Table.objects.filter(round__in=rounds).select_related("round")}
    seats = Seat.objects.filter(table__in=tables).order_by("position")
    for table, number, name in seats.values_list("table", "entry__number", "entry__player__name"):
        tables[table].seats.append((number, name))
    for result in Result.objects.filter(table__in=tables, is_current=True):
        tables[result.table_id].result = result
    return {(known.table.round.number, known.table.number): known for known in tables.values()}


def _plan_line(
    tournament: Tournament, line: ResultLine, tables: dict[tuple[int, int], Known], shown: set[int]
) -> Planned:
    shows = (line.round or None, line.table or None, _text(line))
    if line.left:
        return Planned(line.number, LEFT, shows, remarks=[sentence(line.left)])
    if line.problems:
        return Planned(line.number, REFUSED, shows, problems=[sentence(problem) for problem in line.problems])
    known = tables.get((line.round, line.table))
    if known is None:
        if line.round not in shown:
            problem = _("Round %(round)d is not published.") % {"round": line.round}
        else:
            problem = _("Round %(round)d has no table %(table)d.") % {
                "round": line.round,
                "table": line.table,
            }
        return Planned(line.number, REFUSED, shows, problems=[problem])
    problems = _strangers(line, known)
    if line.blank and not problems:
        return Planned(line.number, SAME, shows)
    points = [line.points.get(seat) for seat in range(1, len(known.seats) + 1)]
    missing = [seat for seat in range(1, len(known.seats) + 1) if seat not in line.points]
    if missing:
        problems.append(_("Seat %(seat)d: the points are missing. Enter - for a no-show.") % {"seat": missing[0]})
    beyond = [seat for seat in line.points if seat > len(known.seats)]
    if beyond:
        problems.append(_("This table has no seat %(seat)d.") % {"seat": beyond[0]})
    if problems:
        return Planned(line.number, REFUSED, shows, problems=problems)
    return _weigh(tournament, line, known, points, shows)


def _weigh(
    tournament: Tournament,
    line: ResultLine,
    known: Known,
    points: ledger.Points,
    shows: tuple[int | None, int | None, str],
) -> Planned:
    end = line.end or (Result.End.FORFEIT if None in points else Result.End.PLAYED)
    try:
        if line.columns:
            rows = [None if p is None else line.columns.get(at, [p]) for at, p in enumerate(points, start=1)]
            points = ledger.from_columns(tournament, rows)
        value = ledger.valued(tournament, points, places=line.places)
        ledger.refuse_unfit(tournament, known.table, value, end, known.numbers)
    except Refused as error:
        return Planned(line.number, REFUSED, shows, problems=[error.message])
    current = known.result
    stamp = f"{known.table.pk} {current.pk if current else ''}"
    remarks = _brings(value)
    if current is None:
        return Planned(line.number, NEW, shows, row=(known, value, end), stamp=stamp, remarks=remarks)
    if current.end == end and value.is_in(current):
        return Planned(line.number, SAME, shows, stamp=stamp)
    before = " – ".join("–" if p is None else str(p) for p in current.game_points or current.points)
    change = _("%(before)s → %(after)s") % {"before": before, "after": shows[2]}
    return Planned(line.number, CHANGED, shows, [change], row=(known, value, end), stamp=stamp, remarks=remarks)


def _brings(value: ledger.Worth) -> list[str]:
    """Say what scores bring; nothing where the points themselves stand in the list."""
    if value.tally is None or value.tally == value.taken:
        return []
    points = listed(value.taken)
    return [_("This brings: %(points)s") % {"points": points}]


def _strangers(line: ResultLine, known: Known) -> list[str]:
    """Say where the list names other players than those at the table."""
    problems = []
    for seat in sorted({*line.numbers, *line.names}):
        if seat > len(known.seats):
            problems.append(_("This table has no seat %(seat)d.") % {"seat": seat})
            continue
        number, name = known.seats[seat - 1]
        name_given = line.names.get(seat)
        other_number = line.numbers.get(seat, number) != number
        if other_number or (name_given is not None and same_name(name_given) != same_name(name)):
            problems.append(
                _("Seat %(seat)d belongs to %(name)s (number %(number)d).")
                % {"seat": seat, "name": name, "number": number}
            )
    return problems


def _text(line: ResultLine) -> str:
    dot = "." if line.places else ""
    rows = {seat: " ".join(map(str, row)) for seat, row in line.columns.items()}
    texts = rows | {s: "–" if p is None else f"{p}{dot}" for s, p in line.points.items() if s not in rows}
    return " – ".join(texts[s] for s in sorted(texts))
