"""The one lock of a tournament, its versions, and several reads that see the database at one moment.

Everything that changes a tournament takes its row first, so nothing can deadlock and nothing is decided on
what somebody else is changing at the moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import Error, connection, transaction
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, clubs_of, may_give, require, require_installation
from tournaments.models import Club, Entry, Round, Table, Tournament, User

PEOPLE = 4_184_107
_RESTING_ON_RESULTS = frozenset({"prizes", "papers"})


def lock(tournament_id: int) -> Tournament:
    """Lock the tournament's row until the transaction ends, and return it. Must be called inside a transaction."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def lock_of_table(table_id: int) -> Tournament:
    """Lock the tournament of a table likewise, in one query: a table never goes to another tournament."""
    return Tournament.objects.select_for_update(no_key=True, of=("self",)).get(rounds__tables=table_id)


def locked_table(table_id: int) -> tuple[Tournament, Table]:
    """Lock a table's tournament, and read the table with its round anew."""
    tournament = lock_of_table(table_id)
    return tournament, Table.objects.select_related("round").get(pk=table_id)


def locked_tournament(tournament_id: int, by: Any, action: Action) -> Tournament:
    """Lock a tournament for somebody who may do ``action`` there. Raises PermissionDenied.

    The row comes first, so that the right is decided on what nobody changes meanwhile.
    """
    tournament = lock(tournament_id)
    require(by, action, tournament)
    return tournament


def locked_round(round_id: int, by: Any, action: Action = Action.PAIR) -> tuple[Tournament, Round]:
    """Lock a round's tournament and read the round anew. Raises PermissionDenied."""
    tournament_id = Round.objects.values_list("tournament", flat=True).get(pk=round_id)
    tournament = locked_tournament(tournament_id, by, action)
    round_ = Round.objects.get(pk=round_id)
    round_.tournament = tournament
    return tournament, round_


def locked_entry(entry_id: int, by: Any) -> tuple[Tournament, Entry]:
    """Lock an entry's tournament and read the entry, with its player, anew. Raises PermissionDenied."""
    tournament_id = Entry.objects.values_list("tournament", flat=True).get(pk=entry_id)
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    return tournament, Entry.objects.select_related("player").get(pk=entry_id)


def locked_club(club_id: int, by: Any) -> Club:
    """Return a club, its row locked, for somebody who organises it. Raises PermissionDenied."""
    club: Club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    if not clubs_of(by).filter(pk=club_id).exists():
        require_installation(by, _("Only an organiser of the club can change it."))
    return club


def hold_giver(user_id: int | None, **what: Any) -> User | None:
    """Lock the row of somebody who hands out rights (`may_give`), after the tournament's or club's own, and return them
    as they are now; None where they may not. Whoever ends their right locks it, too, so either sees the other."""
    giver = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    return giver if giver is not None and may_give(giver, **what) else None


def require_giver(by: Any, **what: Any) -> None:
    """Raise PermissionDenied where somebody's right to hand out rights ended meanwhile."""
    if hold_giver(by.pk, **what) is None:
        raise PermissionDenied(_("You may not appoint others here any more."))


def bump_version(tournament: Tournament) -> None:
    """Count a change that viewers can see; who listens is told on commit. The tournament must be locked."""
    tournament.version += 1
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version)


def mark_standings_stale(tournament: Tournament, round_: Round | None = None, *, decided: bool = False) -> None:
    """Count a change that can move the standings from ``round_`` on (None: from the first round on).

    The tournament must be locked. ``decided``: a result or a penalty was, so that prizes and papers that were called
    done are so no longer.
    """
    tournament.version += 1
    tournament.results_version += 1
    changed: dict[str, Any] = {"version": tournament.version, "results_version": tournament.results_version}
    if decided and not _RESTING_ON_RESULTS.isdisjoint(tournament.end_done):
        tournament.end_done = [step for step in tournament.end_done if step not in _RESTING_ON_RESULTS]
        changed["end_done"] = tournament.end_done
    Tournament.objects.filter(pk=tournament.pk).update(**changed)
    rounds = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DISCARDED)
    first = rounds.order_by("number").values("pk")[:1]
    rounds.filter(pk__in=first if round_ is None else [round_.pk]).update(touched=tournament.results_version)


def hold_people() -> None:
    """Make imports that bring in people, list or event, wait for each other until the transaction ends: people belong
    to all tournaments."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PEOPLE])


def mark_people_changed(player_ids: Iterable[int], besides: int | None = None) -> list[int]:
    """Count that people were changed in every tournament that they are entered in, but ``besides``: these, one locked
    after the other. Must be called outside of transactions that hold a tournament."""
    entered = Entry.objects.filter(player__in=list(player_ids)).exclude(tournament=besides)
    tournaments = list(entered.order_by("tournament").values_list("tournament", flat=True).distinct())
    for tournament_id in tournaments:
        with transaction.atomic():
            mark_standings_stale(lock(tournament_id))
    return tournaments


@contextmanager
def advisory_lock(name: str) -> Iterator[bool]:
    """Take the lock ``name`` if nobody else holds it, and yield whether it was free.

    Belongs to the connection and to no transaction: it holds nothing up, and goes with a worker that dies.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", [name])
        first: bool = cursor.fetchone()[0]
    try:
        yield first
    finally:
        if first:
            _leave(name)


def _leave(name: str) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [name])
    except Error:
        if not connection.in_atomic_block:
            connection.close()


@contextmanager
def snapshot() -> Iterator[None]:
    """Let all reads inside see the database as it was at one moment, whoever writes meanwhile.

    Inside another transaction (as in most tests) it is that transaction, with what it sees.
    """
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
