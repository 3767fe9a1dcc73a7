"""The round of a knockout with a second bracket: double elimination, or a consolation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.core.notices import Notice
from scoring.brackets.second_bracket import Kind
from tournaments.pairing.apart import club_notes
from tournaments.pairing.bracket.second import Brackets, Form, Plan, brackets, meetings, planned
from tournaments.pairing.bracket.shape import came, kept_apart
from tournaments.pairing.core import Bye, PairingError, PairingRequest, Round, Seating
from tournaments.pairing.history import before, history
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.seats import seat_tables

Came = tuple[Notice, ...]
"""The players of a table, each with what brought them there."""

Reason = Callable[[Came], Notice]


def round_of(request: PairingRequest, form: Form) -> Seating:
    """Pair the next round of both brackets. Raises PairingError."""
    now = brackets(request, form)
    people = (*now.main, *now.beaten)
    if len(people) < 2:
        if people and not now.over:
            raise PairingError(Notice("knockout-won", player=people[0]))
        raise PairingError(Notice("knockout-decided"))
    plan = planned(now, form, meetings(request))
    here = {p.id for p in request.players(request.first)}
    groups: list[list[int]] = []
    why: dict[frozenset[int], Notice] = {}
    byes = [p for p in (*plan.free, *plan.resting) if p in here]
    alone: list[int] = []
    apart: list[tuple[int, int]] = []
    for tables, reason, ends in _sides(request, form, now, plan, here):
        tables, together = kept_apart(request, [list(table) for table in tables])
        apart += together
        for table in tables:
            there = [p for p in table if p in here]
            if len(there) <= (1 if ends else form.advance):
                alone += there
                continue
            groups.append(there if len(groups) % 2 == 0 else there[::-1])
            why[frozenset(there)] = reason(came(there, now.came))
    seated = seat_tables(groups, request.event, history(before(request.event, request.first), form.size))
    numbered, conflicts = number_tables(seated, request.fixed_tables)
    round_ = Round(request.first, numbered, tuple(Bye(p) for p in sorted((*byes, *alone))))
    reasons = {(request.first, t.number): why[frozenset(t.seats)] for t in numbered}
    notes = (*_notes(request, form, now, plan, here, alone), *club_notes(request.first, apart), *conflicts)
    return Seating((round_,), notes, reasons)


def _sides(
    request: PairingRequest, form: Form, now: Brackets, plan: Plan, here: set[int]
) -> Iterator[tuple[Sequence[Sequence[int]], Reason, bool]]:
    """Yield the tables of each bracket, their reason, and whether they are the last of it."""
    if plan.turn.final:
        yield plan.main, _second_final if now.finals else _final, True
        return
    double = form.kind is Kind.DOUBLE
    yield plan.main, _final if plan.turn.last else _winners if double else _knockout, plan.turn.last
    third = [p for p in now.losers if p in here]
    if plan.turn.last and request.options.get("third_place") and len(third) == 2:
        yield [third], _third_place, True
    last = plan.turn.second_last
    yield plan.second, _consolation_final if last else _losers if double else _consolation, last


def _final(players: Came) -> Notice:
    return Notice("knockout-final", players=players)


def _second_final(players: Came) -> Notice:
    return Notice("double-second-final", players=players)


def _winners(players: Came) -> Notice:
    return Notice("double-winners", players=players)


def _losers(players: Came) -> Notice:
    return Notice("double-losers", players=players)


def _knockout(players: Came) -> Notice:
    return Notice("knockout-table", players=players)


def _third_place(players: Came) -> Notice:
    return Notice("knockout-third-place", players=players)


def _consolation(players: Came) -> Notice:
    return Notice("consolation-table", players=players)


def _consolation_final(players: Came) -> Notice:
    return Notice("consolation-final", players=players)


def _notes(
    request: PairingRequest, form: Form, now: Brackets, plan: Plan, here: set[int], alone: Sequence[int]
) -> Iterator[Notice]:
    number = request.first
    free = tuple(sorted(p for p in (*plan.free, *alone) if p in here))
    if free:
        yield Notice("knockout-free", round=number, players=free)
    resting = tuple(sorted(p for p in plan.resting if p in here))
    if resting:
        yield Notice("second-bracket-resting", round=number, players=resting)
    left = {p.id for p in request.event.players if p.left is not None and p.left < number}
    seated = {p for table in (*plan.main, *plan.second) for p in table} | set(plan.free)
    lost = tuple(p for p in (*now.main, *now.beaten) if p not in here and p in seated and p not in left)
    gone = tuple(p for p in (*now.main, *now.beaten) if p in left)
    if gone:
        yield Notice("knockout-gone", round=number, players=gone)
    if lost:
        yield Notice("second-bracket-absent", round=number, players=lost)
