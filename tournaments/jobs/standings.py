"""Standings: computed by a worker after every change that moves them, each round's row replaced as a
whole."""

from __future__ import annotations

import time
from enum import Enum
from typing import Any

from django.db import transaction

from scoring.output import add_ranks_before
from tournaments.domain.locks import advisory_lock, bump_version, lock, snapshot
from tournaments.models import Standings, Tournament
from tournaments.models.round import SHAPE
from tournaments.selectors.events.events import event_of
from tournaments.selectors.standings.current_standings import (
    body_after,
    first_unconfirmed,
    shown_rounds_of,
    stale_rounds,
)

LONGEST = 2.0
"""Seconds for which one task keeps up with changes before it lets others go first."""


class Kept(Enum):
    """The ways in which keeping up ends."""

    UP_TO_DATE = "up to date"
    BY_ANOTHER = "by another"
    NOT_YET = "not yet"


def keep_up(tournament_id: int) -> Kept:
    """Compute the standings until they are up to date, unless another worker is at it: then that one does.

    Every result sends a task, and a pass covers all results until its beginning. Were each task to make a pass of its
    own, they would pile up where results come in faster than standings are computed, and whatever else is to be done
    would wait behind them. Who comes while another is at it leaves, after one query: that one looks again when it has
    let go. NOT_YET where changes came in for longer than LONGEST: then somebody must come again.
    """
    until = time.monotonic() + LONGEST
    while True:
        with advisory_lock(f"standings {tournament_id}") as first:
            if not first:
                return Kept.BY_ANOTHER
            compute_standings(tournament_id)
        if not _is_stale(tournament_id):
            return Kept.UP_TO_DATE
        if time.monotonic() > until:
            return Kept.NOT_YET


def compute_standings(tournament_id: int) -> None:
    """Bring the standings after every shown round up to date.

    Computes only rows that are missing or older than the last change up to their round, from one snapshot;
    writes a row only over an older one. Run twice, or overtaken by a newer run, it changes nothing.
    """
    with snapshot():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            return
        stale = stale_rounds(tournament)
        if not stale:
            return
        event = event_of(tournament)
        unconfirmed = first_unconfirmed(tournament)
    rows = [(number, body_after(event, number, unconfirmed)) for number in stale]
    _with_ranks_before(tournament_id, rows)
    with transaction.atomic():
        now = lock(tournament_id)
        shown = set(shown_rounds_of(now).values_list("number", flat=True))
        written = False
        for number, body in rows:
            if number in shown:
                written |= _replace(now, number, tournament.results_version, body)
        if written:
            bump_version(now)


def _with_ranks_before(tournament_id: int, rows: list[tuple[int, dict[str, Any]]]) -> None:
    """Give each row and each team that waits for its table the rank that it had after the round before."""
    bodies = dict(rows)
    for number, body in rows:
        if number == 1 or not any("waits" in line for line in (*body["rows"], *body["teams"])):
            continue
        before = bodies.get(number - 1)
        if before is None:
            kept = Standings.objects.filter(tournament=tournament_id, after_round=number - 1)
            before = kept.values_list("body", flat=True).first() or {"rows": [], "teams": []}
        for kind in ("rows", "teams"):
            add_ranks_before(body[kind], before[kind])


def _is_stale(tournament_id: int) -> bool:
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    return tournament is not None and bool(stale_rounds(tournament))


def _replace(tournament: Tournament, number: int, version: int, body: dict[str, Any]) -> bool:
    row, is_new = Standings.objects.get_or_create(
        tournament=tournament,
        after_round=number,
        defaults={"computed_for": version, "final": body["final"], "body": body, "shape": SHAPE},
    )
    if is_new:
        return True
    if row.shape == SHAPE and row.computed_for >= version:
        return False
    row.computed_for, row.final, row.body, row.shape = version, bool(body["final"]), body, SHAPE
    row.save()
    return True
