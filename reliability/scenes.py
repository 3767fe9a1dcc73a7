"""Scenes: several people act at one table, round, player or import at the same moment, and what must be true then.

A scene takes the lots, does a few things at once by ``at_once`` and yields a sentence for each fault. It uses the
services and the HTTP interface that people use; the worker takes part as one of the actors.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from reliability.hall import Hall, at_once, strange
from tests.tournaments import make
from tournaments.domain.errors import ResultConflict
from tournaments.jobs.pairing import pair_round
from tournaments.models import (
    CheckedIn,
    Entry,
    LogEntry,
    Player,
    ReportEvent,
    ReportRule,
    Result,
    Round,
    Seat,
    Table,
    TableReport,
    Tournament,
    Waiting,
)
from tournaments.services.entries import attendance, check_in
from tournaments.services.lists import lists
from tournaments.services.results import reports, results
from tournaments.services.results.reports import settle_report
from tournaments.services.rounds import rollback, rounds

ENDS = (make.points("1", "0"), make.points("0", "1"), make.points("1/2", "1/2"))
Scene = Callable[[random.Random, Hall], Iterator[str]]
SCENES: dict[str, Scene] = {}


def scene(act: Scene) -> Scene:
    SCENES[act.__name__] = act
    return act


def book(table: Table) -> Iterator[str]:
    """Return whether the book of a table is a chain without gap, its last the current one, each in the log once."""
    rows = list(Result.objects.filter(table=table).order_by("number"))
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        yield f"numbers {[row.number for row in rows]}"
    if [row.is_current for row in rows] != [False] * (len(rows) - 1) + [True] * bool(rows):
        yield "another than the last result is current"
    if [row.supersedes_id for row in rows] != [None, *(row.pk for row in rows)][: len(rows)]:
        yield "a result supersedes another than the one before"
    entries = LogEntry.objects.filter(kind="result", action="insert", row_id__in=[str(row.pk) for row in rows])
    if sorted(entries.values_list("row_id", flat=True)) != sorted(str(row.pk) for row in rows):
        yield "the log does not have each result once"


def current(table: Table) -> Result | None:
    return Result.objects.filter(table=table, is_current=True).first()


def decided(table: Table, before: Result | None, ends: list[Any], answers: list[Any]) -> Iterator[str]:
    """Check, after all had seen ``before``: at most one new result, given to the asker who wanted it; the others were
    told."""
    after = current(table)
    known = Result.objects.filter(table=table).count()
    if known > (before.number if before else 0) + 1:
        yield f"{known} results after {before.number if before else 0}"
    for end, answer in zip(ends, answers, strict=True):
        if isinstance(answer, Result) and list(answer.points) != list(end):
            yield "somebody was given another result than their own"
        elif isinstance(answer, ResultConflict) and answer.current not in (before, after):
            yield "somebody was told of a result that never stood"
    taken = [a for a in answers if isinstance(a, Result) and a != before]
    if (after != before) != bool(taken) or any(a != after for a in taken):
        yield "what was acknowledged is not what stands"


@scene
def one_result_by_many(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Race for one table, with the same and with different values, all having seen the same result."""
    table = lots.choice(hall.tables)
    before = current(table)
    ends = [lots.choice(ENDS) for _ in range(lots.randint(2, 4))]
    version = Tournament.objects.get(pk=hall.evening.pk).results_version
    answers = at_once(
        *(
            lambda end=end: results.enter(
                table.pk, by=lots.choice(hall.people), points=end, seen_result=before.pk if before else None
            )
            for end in ends
        )
    )
    yield from strange(answers)
    yield from decided(table, before, ends, answers)
    moved = Tournament.objects.get(pk=hall.evening.pk).results_version - version
    if moved != (current(table) != before):
        yield f"the version of the results moved by {moved}"
    yield from book(table)


@scene
def many_tables_at_once(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Race at many tables: nobody's change is lost, and the versions count each."""
    before = {table: current(table) for table in hall.tables}
    version = Tournament.objects.get(pk=hall.evening.pk).results_version
    ends = [lots.choice(ENDS) for _ in hall.tables]
    answers = at_once(
        *(
            lambda table=table, end=end: results.enter(
                table.pk, by=hall.people[0], points=end, seen_result=getattr(before[table], "pk", None)
            )
            for table, end in zip(hall.tables, ends, strict=True)
        )
    )
    yield from strange(answers)
    changed = sum(current(table) != before[table] for table in hall.tables)
    moved = Tournament.objects.get(pk=hall.evening.pk).results_version - version
    if moved != changed:
        yield f"{changed} results, but the version moved by {moved}"
    for table, end, answer in zip(hall.tables, ends, answers, strict=True):
        if answer != current(table) or list(answer.points) != list(end):
            yield "what was acknowledged is not what stands"
        yield from book(table)


@scene
def api_against_desk(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Race two programs against a browser at one table."""
    table = lots.choice(hall.tables)
    before = current(table)
    ends = [lots.choice(ENDS) for _ in range(3)]
    body = [{"points": [str(p) for p in end], "expected": before.number if before else 0} for end in ends]
    answers = at_once(
        lambda: hall.api(0, table, body[0]),
        lambda: hall.api(1, table, body[1]),
        lambda: hall.desk(1, table, ends[2], before.pk if before else None),
    )
    yield from strange(answers)
    if isinstance(answers[0], Exception):
        return
    after = current(table)
    took = [
        list(end)
        for end, a in zip(ends, answers, strict=True)
        if a.status_code in (200, 302) and list(end) != (list(before.points) if before else None)
    ]
    if any(end != list(after.points) for end in took) or bool(took) != (after != before):
        yield f"taken {took}, current {after} after {before}"
    if any(a.status_code not in (200, 302, 409) for a in answers):
        yield f"statuses {[a.status_code for a in answers]}"
    yield from book(table)


@scene
def one_key_many_times(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Send the same request with the same key many times: it does its work once; all have the same answer."""
    table = lots.choice(hall.tables)
    before = current(table)
    end = lots.choice([end for end in ENDS if before is None or list(end) != list(before.points)])
    body = {"points": [str(p) for p in end], "expected": before.number if before else 0}
    key = f"key-{lots.getrandbits(64)}"
    answers = at_once(*[lambda: hall.api(0, table, body, **{"idempotency-key": key})] * lots.randint(2, 4))
    yield from strange(answers)
    if {(a.status_code, a.content) for a in answers} != {(200, answers[0].content)}:
        yield f"answers {[(a.status_code, a.content) for a in answers]}"
    if Result.objects.filter(table=table).count() != (before.number if before else 0) + 1:
        yield "not one result came of one key"
    yield from book(table)


@scene
def a_round_comes_and_goes(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Publish, discard, put aside, hide and correct a round, and pair on, all at the same moment."""
    boss = hall.people[0]
    evening = make.duel(4, system=lots.choice(("berger", "swiss")))
    round_ = make.draft(evening, boss)
    if lots.random() < 0.6:
        rounds.publish(round_.pk, by=boss)
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    firsts = []
    if lots.random() < 0.6 and Round.objects.get(pk=round_.pk).is_shown:
        firsts = [results.enter(t.pk, by=boss, points=ENDS[0]) for t in tables]
        if lots.random() < 0.5:
            rounds.close(round_.pk, by=boss)
    seen = firsts[0].pk if firsts else None
    pk = round_.pk
    choice = [
        lambda: rounds.publish(pk, by=boss),
        lambda: rounds.discard(pk, by=boss),
        lambda: rounds.close(pk, by=boss),
        lambda: rollback.reopen(pk, by=boss),
        lambda: rollback.unpublish(pk, by=boss),
        lambda: rollback.put_aside(pk, by=boss, typed="1"),
        lambda: results.enter(tables[0].pk, by=boss, points=ENDS[1], seen_result=seen, reason="race"),
        lambda: results.enter(tables[0].pk, by=boss, points=ENDS[2], seen_result=seen, reason="race"),
        lambda: pair_round(rounds.ask_for_pairing(evening.pk, by=boss).pk),
    ]
    yield from strange(at_once(*lots.sample(choice, lots.randint(2, 4))))
    living = list(Round.objects.filter(tournament=evening).exclude(state="discarded").order_by("number"))
    if [standing.number for standing in living] != list(range(1, len(living) + 1)):
        yield f"rounds {[(standing.number, standing.state) for standing in living]}"
    now = Round.objects.get(pk=pk)
    if now.state == Round.State.DRAFT and Result.objects.filter(table__round=pk).exists():
        yield "a draft has results"
    if now.state == Round.State.CLOSED and any(current(table) is None for table in tables):
        yield "a closed round lacks a result"
    if len(living) > 1 and evening.system == "swiss" and any(current(table) is None for table in tables):
        yield "round 2 is there, but round 1 lacks a result"
    for standing in living:
        seats = list(Seat.objects.filter(round=standing).values_list("entry", flat=True))
        if len(seats) != len(set(seats)) or (standing.state != Round.State.PAIRING and len(seats) != 4):
            yield f"round {standing.number} has the seats {seats}"
    for table in tables:
        yield from book(table)


@scene
def a_round_is_paired(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Ask for, pair, publish and discard a round, while somebody withdraws or comes late."""
    boss = hall.people[0]
    evening = make.duel(6, rounds_planned=5)
    asked = rounds.ask_for_pairing(evening.pk, by=boss)
    last = evening.entries.order_by("-number").first()
    choice = [
        lambda: rounds.ask_for_pairing(evening.pk, by=boss),
        lambda: pair_round(asked.pk),
        lambda: pair_round(asked.pk),
        lambda: rounds.discard(asked.pk, by=boss),
        lambda: rounds.publish(asked.pk, by=boss),
        lambda: attendance.withdraw(last.pk, by=boss),
        lambda: attendance.add(evening.pk, by=boss, name="Somebody late"),
    ]
    yield from strange(at_once(*lots.sample(choice, lots.randint(2, 5))))
    pair_round(asked.pk)
    living = list(Round.objects.filter(tournament=evening).exclude(state="discarded"))
    if len(living) > 1:
        yield f"{len(living)} rounds were made of one"
    for standing in living:
        if standing.state == Round.State.PAIRING:
            pair_round(standing.pk)
        seats = list(Seat.objects.filter(round=standing).values_list("entry", flat=True))
        if len(seats) != len(set(seats)):
            yield "somebody sits twice"


@scene
def at_the_door(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Check in and out, close the check-in, enter latecomers for the last place, move up the waiting list."""
    boss = hall.people[0]
    evening = make.duel(4, check_in=True, places=5)
    entries = list(evening.entries.order_by("number"))
    for entry in entries[1:]:
        check_in.check_in(evening.pk, entry.pk, by=boss)
    extra = [Player.objects.create(name=f"Waiter {evening.pk}-{i}") for i in range(2)]
    waiting = [Waiting.objects.create(tournament=evening, player=p, here=True) for p in extra]
    first, second = entries[0].pk, entries[1].pk
    choice = [
        lambda: check_in.check_in(evening.pk, first, by=boss),
        lambda: check_in.check_in(evening.pk, first, by=hall.people[1]),
        lambda: check_in.check_in(evening.pk, first, by=boss, here=False),
        lambda: check_in.check_in(evening.pk, second, by=boss, here=False),
        lambda: check_in.close(evening.pk, {first: lots.choice(["absent", "waiting", "out"])}, by=boss),
        lambda: check_in.reopen(evening.pk, by=boss),
        lambda: check_in.promote(evening.pk, waiting[0].pk, by=boss),
        lambda: check_in.promote(evening.pk, waiting[0].pk, by=hall.people[1]),
        lambda: check_in.promote(evening.pk, waiting[1].pk, by=boss),
        lambda: check_in.to_waiting_list(evening.pk, first, by=boss),
        lambda: attendance.add(evening.pk, by=boss, name=f"Late {evening.pk}"),
        lambda: attendance.add(evening.pk, by=hall.people[1], name=f"Late {evening.pk}"),
        lambda: rounds.ask_for_pairing(evening.pk, by=boss),
    ]
    yield from strange(at_once(*lots.sample(choice, lots.randint(2, 5))))
    numbers = list(evening.entries.order_by("number").values_list("number", flat=True))
    if len(numbers) != len(set(numbers)) or len(numbers) > 5:
        yield f"entries {numbers} for five places"
    people = [*evening.entries.values_list("player", flat=True)]
    people += Waiting.objects.filter(tournament=evening).values_list("player", flat=True)
    if len(people) != len(set(people)):
        yield "somebody has a place and waits, or has two"
    if Player.objects.filter(name=f"Late {evening.pk}").count() > 1:
        yield "one person was made twice"
    for entry in evening.entries.filter(pk__in=[first, second]):
        last = LogEntry.objects.filter(kind="checkedin", entry_id=entry.pk).order_by("-id").first()
        here = CheckedIn.objects.filter(entry=entry).exists()
        if here != (last is not None and last.action == "insert"):
            yield "the log does not end as the list of those who are here"


@scene
def one_list_twice(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Upload the same spreadsheet as two people and carry it out several times at once."""
    evening = make.tournament(0)
    names = [f"Guest {evening.pk}-{i}" for i in range(lots.randint(1, 12))]
    content = "\n".join(["Name;Rating", *(f"{name};{1500 + i}" for i, name in enumerate(names))]).encode()
    waiting = [
        lists.upload("players", evening.pk, by=person, filename="l.csv", content=content) for person in hall.people
    ]
    turns = [lots.choice(waiting) for _ in range(lots.randint(2, 4))]
    answers = at_once(*(lambda w=w: lists.carry_out(w.pk, by=hall.people[0]) for w in turns))
    yield from strange(answers)
    if not any(not isinstance(a, Exception) for a in answers):
        yield "nobody carried it out"
    entered = sorted(evening.entries.values_list("player__name", flat=True))
    if entered != sorted(names) or Player.objects.filter(name__in=names).count() != len(names):
        yield f"{len(names)} names became {len(entered)} entries"
    numbers = sorted(evening.entries.values_list("number", flat=True))
    if numbers != list(range(1, len(names) + 1)):
        yield f"numbers {numbers}"
    log = LogEntry.objects.filter(kind="entry", action="insert", tournament_id=evening.pk).count()
    if log != len(names):
        yield f"{len(names)} entries, {log} in the log"


@scene
def players_report(lots: random.Random, hall: Hall) -> Iterator[str]:
    """Report, confirm and dispute as players, while an arbiter enters a result or settles it."""
    boss = hall.people[0]
    evening = make.duel(2, rounds_planned=1)
    ReportRule.objects.create(tournament=evening, mode=lots.choice(("accept", "ask")))
    table = Table.objects.get(round=make.published(evening, boss))
    first, second = Seat.objects.filter(table=table).order_by("position").values_list("entry", flat=True)
    begun = lots.random() < 0.6
    number = 0
    if begun:
        reports.report(table.pk, first, points=ENDS[0])
        number = ReportEvent.objects.get(report__table=table).number
    choice = [
        lambda: reports.report(table.pk, first, points=lots.choice(ENDS)),
        lambda: reports.report(table.pk, second, points=lots.choice(ENDS)),
        lambda: reports.report(table.pk, second, points=ENDS[0]),
        lambda: reports.confirm(table.pk, second, report_number=number),
        lambda: reports.confirm(table.pk, second, report_number=number),
        lambda: reports.dispute(table.pk, second),
        lambda: reports.dispute(table.pk, first),
        lambda: results.enter(table.pk, by=boss, points=lots.choice(ENDS)),
        lambda: reports.decide(table.pk, by=boss, take=True),
        lambda: settle_report(table.pk),
    ]
    yield from strange(at_once(*lots.sample(choice, lots.randint(2, 5))))
    report = TableReport.objects.filter(table=table).first()
    events = [] if report is None else list(report.events.order_by("number").values_list("number", flat=True))
    if events != list(range(1, len(events) + 1)):
        yield f"events {events}"
    if report is not None and report.state == TableReport.State.ACCEPTED and current(table) is None:
        yield "accepted, but no result"
    if Result.objects.filter(table=table).count() > 1:
        yield "two results of one game"
    yield from book(table)
    if Entry.objects.filter(tournament=evening).count() != 2:
        yield "a player is gone"
