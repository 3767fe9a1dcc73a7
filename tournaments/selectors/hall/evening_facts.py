"""The facts of an event's evening as they are read: with what a page read already, or in one query."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, JSONObject
from django.utils.dateparse import parse_datetime

from games.core.notices import Notice
from scoring.brackets.eliminations import SYSTEMS, is_decided
from tournaments.models import Clock, Entry, ManualPairing, PrizeList, Registration, Result, Round, Table, Tournament
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair
from tournaments.selectors.events.events import event_of
from tournaments.selectors.hall.reports import calls
from tournaments.selectors.people.presence import expected, playing
from tournaments.selectors.registrations import UNDECIDED
from tournaments.selectors.rounds.evening import Evening, RoundFacts
from tournaments.selectors.rounds.next_step import OpenTable, standing_open
from tournaments.selectors.standings.current_standings import unconfirmed
from tournaments.selectors.standings.groups import finals_next


def round_facts(rounds: Iterable[Round], open_: Collection[OpenTable]) -> tuple[RoundFacts, ...]:
    """Return the facts of rounds of `with_tables`, with the open tables of them all."""
    return _with_open(((r.pk, r.number, r.state, r.table_count, r.by_hand) for r in rounds), open_)  # type: ignore[attr-defined]


def _with_open(rows: Iterable[tuple[int, int, str, int, bool]], open_: Collection[OpenTable]) -> tuple[RoundFacts, ...]:
    return tuple(
        RoundFacts(
            *row,
            missing=tuple(t.table for t in open_ if t.round == row[1] and not t.adjourned),
            adjourned=tuple(t.table for t in open_ if t.round == row[1] and t.adjourned),
        )
        for row in rows
    )


def with_tables(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Let the rounds that were not discarded come in order, with what `round_facts` asks of them."""
    by_hand = ManualPairing.objects.filter(round=OuterRef("pk"), ended_at__isnull=True)
    rows = rounds.exclude(state=Round.State.DISCARDED).order_by("number")
    return rows.annotate(
        table_count=_count(Table.objects.filter(round=OuterRef("pk")), "round"), by_hand=Exists(by_hand)
    )


def _count(rows: QuerySet[Any], by: str) -> Coalesce:
    return Coalesce(Subquery(rows.order_by().values(by).annotate(count=Count("pk")).values("count")), 0)


def evening_at(
    tournament: Tournament, rounds: tuple[RoundFacts, ...], own: frozenset[int] | None, calling: int | None = None
) -> Evening:
    """Return the evening whose rounds were read already. One query; before round 1 up to three more, at the end of a
    knockout or of groups those that read the event."""
    row = Tournament.objects.filter(pk=tournament.pk).annotate(evening_counts=_counts()).values("evening_counts").get()
    return _complete(tournament, row["evening_counts"], rounds, own, calling)


def evening_of(tournament: Tournament, own: frozenset[int] | None = None) -> Evening:
    """Return the evening of an event, its rounds with it, in as many queries as `evening_at`; in one less where the
    tournament came with it (`with_evening`)."""
    if hasattr(tournament, "evening_counts"):
        row = vars(tournament)
    else:
        row = with_evening(Tournament.objects.filter(pk=tournament.pk)).values(*ANNOTATED).get()
    open_ = [OpenTable(t["round"], t["table"], t["end"] == Result.End.ADJOURNED) for t in row["evening_open"]]
    living = [(r["pk"], r["number"], r["state"], r["tables"], r["by_hand"]) for r in row["evening_rounds"]]
    return _complete(tournament, row["evening_counts"], _with_open(living, open_), own, None)


ANNOTATED = ("evening_counts", "evening_rounds", "evening_open")


def with_evening(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Let tournaments come with the facts of their evenings."""
    living = with_tables(Round.objects.filter(tournament=OuterRef("pk")))
    round_ = JSONObject(pk="pk", number="number", state="state", tables="table_count", by_hand="by_hand")
    table = JSONObject(round="round__number", table="number", end="end")
    return tournaments.annotate(
        evening_counts=_counts(),
        evening_rounds=ArraySubquery(living.values(json=round_)),
        evening_open=ArraySubquery(standing_open(OuterRef("pk")).values(json=table)),
    )


def _counts() -> JSONObject:
    mine = {"tournament": OuterRef("pk")}
    entries = Entry.objects.filter(**mine)
    staying = entries.filter(left__isnull=True)
    absences = staying.exclude(absent=[]).order_by("number").values(json=JSONObject(number="number", of="absent"))
    clock = JSONObject(
        pk="pk", kind="kind", seconds="seconds", started_at="started_at", left_ms="left_ms", round="round"
    )
    return JSONObject(
        absences=ArraySubquery(absences),
        awaited=_count(staying.filter(checked_in=None), "tournament"),
        clock=Subquery(Clock.objects.filter(**mine).values(json=clock)),
        players=_count(entries, "tournament"),
        first=_count(playing(entries, 1), "tournament"),
        entries=_count(Registration.objects.filter(UNDECIDED, **mine), "tournament"),
        prizes=Exists(PrizeList.objects.filter(**mine)),
    )


def _complete(
    tournament: Tournament,
    counts: dict[str, Any],
    rounds: tuple[RoundFacts, ...],
    own: frozenset[int] | None,
    calling: int | None,
) -> Evening:
    if not hasattr(tournament, "registration_settings"):
        counts = {**counts, "entries": None}
    counts = {**counts, "absences": tuple((row["number"], frozenset(row["of"])) for row in counts["absences"] or ())}
    if counts["clock"]:
        counts["clock"] = Clock(
            **{**counts["clock"], "started_at": parse_datetime(counts["clock"]["started_at"] or "")}
        )
    evening = Evening(
        tournament.state,
        tournament.archived_at is not None,
        tournament.rounds_planned,
        tournament.check_in,
        tournament.check_in_closed_at is not None,
        rounds,
        own=own,
        done=frozenset(tournament.end_done),
        skipped=frozenset(tournament.end_skipped),
        **counts,
    )
    newest = evening.newest
    if evening.archived:
        return evening
    if evening.finished:
        return _complete_end(tournament, evening, calling)
    nobody = newest is None and evening.players < 2
    if not evening.begun and not evening.check_in_closed and (evening.check_in or nobody):
        return replace(evening, expected=len(expected(tournament)))
    if newest is None:
        return evening
    if newest.state == Round.State.PUBLISHED and not newest.missing:
        waiting = unconfirmed(tournament).filter(table__round__number=newest.number)
        return replace(evening, unconfirmed=waiting.count())
    between = newest.state in (Round.State.CLOSED, Round.State.FAILED)
    return replace(evening, finals=evening.begun and between and finals_next(tournament))


def _complete_end(tournament: Tournament, evening: Evening, calling: int | None) -> Evening:
    play_off = _play_off(tournament)
    if play_off is None and evening.open is None and calling is None:
        calling = len(calls(tournament).calling)
    return replace(evening, play_off=play_off, calling=calling or 0)


def _play_off(tournament: Tournament) -> Notice | None:
    """Return why a knockout that is over but for its last table has no winner: several share the first place."""
    if tournament.system not in SYSTEMS or is_decided(event := event_of(tournament)):
        return None
    try:
        pair(replace(event, pairing={**event.pairing, "rounds": None}))
    except PairingError as error:
        return error.notice if error.notice.code == "knockout-no-winner" else None
    return None
