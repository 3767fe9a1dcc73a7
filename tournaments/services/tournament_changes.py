"""Tournaments as a whole: what an organiser changes in their settings and their list of players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from scoring.brackets.eliminations import SYSTEMS, is_decided
from tournaments.domain import queue
from tournaments.domain.access import Action
from tournaments.domain.locks import bump_version, lock, locked_tournament, mark_people_changed, mark_standings_stale
from tournaments.domain.logbook import audited
from tournaments.models import Finalist, Round, Tournament
from tournaments.selectors.events.events import event_of


@audited
def changed(tournament_id: int, *, by: Any) -> None:
    """Show viewers a change of settings or players, and have the standings computed anew."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    finish_or_reopen(tournament)
    mark_standings_stale(tournament)
    queue.send_standings(tournament_id)
    show_in_finals_and_groups(tournament_id)


def show_in_finals_and_groups(tournament_id: int) -> None:
    """Have the pages of its finals and of its groups made anew on commit: they name it while it is public. One is
    locked after the other, and none beside it."""
    finals = Finalist.objects.filter(group=tournament_id).values_list("entry__tournament", flat=True)
    groups = Finalist.objects.filter(entry__tournament=tournament_id).values_list("group", flat=True)
    if others := sorted({*finals, *groups}):
        transaction.on_commit(lambda: _show_anew(others))


def _show_anew(tournament_ids: Iterable[int]) -> None:
    for tournament_id in tournament_ids:
        with transaction.atomic():
            bump_version(lock(tournament_id))


def person_changed(player_id: int) -> None:
    """Show a changed name, rating, club or display of a person in every tournament that they are entered in."""
    people_changed([player_id])


def people_changed(player_ids: Iterable[int], besides: int | None = None) -> None:
    """Have the standings computed anew wherever these people are entered; the tournament ``besides`` knows it
    already."""
    for tournament_id in mark_people_changed(player_ids, besides):
        queue.send_standings(tournament_id)


def is_played_out(tournament: Tournament, last: Round) -> bool:
    """Tell whether nothing comes after a round: no other one is planned, or the final of a knockout is decided."""
    if last.number >= tournament.rounds_planned:
        return True
    return tournament.system in SYSTEMS and is_decided(event_of(tournament))


def finish_or_reopen(tournament: Tournament) -> None:
    """Finish a tournament whose last round is closed; reopen it where another one comes. Its end then comes again, and
    with it each step of it."""
    if tournament.state == Tournament.State.PLANNED:
        return
    living = tournament.rounds.exclude(state=Round.State.DISCARDED)
    # one that could not be paired, and is not planned any more, stands in nobody's way
    living.filter(state=Round.State.FAILED, number__gt=tournament.rounds_planned).update(state=Round.State.DISCARDED)
    last = living.order_by("number").last()
    done = last is not None and last.state == Round.State.CLOSED and is_played_out(tournament, last)
    state = Tournament.State.FINISHED if done else Tournament.State.RUNNING
    if state != tournament.state:
        tournament.state, tournament.end_done, tournament.end_skipped = state, [], []
        tournament.save(update_fields=["state", "end_done", "end_skipped"])
