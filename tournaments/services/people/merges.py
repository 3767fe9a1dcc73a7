"""Two people of registers who are one: merged by the federation, and taken apart again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain import queue, register
from tournaments.domain.access import require_installation
from tournaments.domain.errors import Refused, unless_taken
from tournaments.domain.locks import lock
from tournaments.domain.logbook import audited, person
from tournaments.models import (
    Entry,
    Merge,
    NameShown,
    PersonPage,
    Player,
    Proposal,
    Rating,
    RatingList,
    Registration,
    Tournament,
    Waiting,
)
from tournaments.selectors.people.people import mark
from tournaments.services.tournament_changes import people_changed

FIELDS = ("name", "rating", "club", "birth_year", "name_shown", "home_id", "register_id")
"""What there is of a person."""
THEIRS = (Entry, Waiting, Registration, Proposal)
"""The rows that go over to the one who is kept. Ratings of seasons are worked out anew."""


@audited
def merge(kept_id: int, other_id: int, *, by: Any, seen: str = "") -> Merge:
    """Make one person of two: ``kept`` goes on, in their own register; what the other had is theirs from now on.

    ``seen`` is the mark of both as they were read. Raises PermissionDenied, and Refused where both play in one
    tournament, a register is not shared, or one of them was changed meanwhile.
    """
    require_installation(by, _("Only an organiser of this installation can merge players."))
    _lock_tournaments([kept_id, other_id])
    register.hold_there(kept_id, other_id)
    kept, other = (Player.objects.select_related("register").get(pk=pk) for pk in (kept_id, other_id))
    if kept.pk == other.pk or (seen and seen != mark(kept, other)):
        raise Refused(_("One of the two has changed meanwhile. Look at them again."))
    if kept.register_id != other.register_id and not (kept.register.shares_people and other.register.shares_people):
        raise Refused(_("A club of these two does not share its players."))
    if together := Tournament.objects.filter(pk__in=_tournaments([kept.pk]) & _tournaments([other.pk])).first():
        raise Refused(_("Both are entered in “%(tournament)s”, so they are two people.") % {"tournament": together})
    Proposal.objects.filter(player=other, state=Proposal.State.OPEN).update(
        state=Proposal.State.LAPSED, decided_by=person(by), decided_at=timezone.now()
    )
    rows = {
        model.__name__: list(model._default_manager.filter(player=other).values_list("pk", flat=True))
        for model in THEIRS
    }
    standing = list(Merge.objects.filter(kept=other).values_list("pk", flat=True))
    taken = {
        "pk": other.pk,
        "fields": {name: getattr(other, name) for name in FIELDS},
        "rows": rows,
        "merges": standing,
        "shown": kept.name_shown,
    }
    done = Merge.objects.create(kept=kept, register_id=other.register_id, taken=taken, by=person(by))
    # what the other was merged with before is allowed to be them first, then the rows go over
    Merge.objects.filter(kept=other).update(kept=kept)
    _give(rows, kept.pk)
    lists = _let_ratings_go([kept.pk, other.pk])
    # who agreed to a page agreed to one about other events
    PersonPage.objects.filter(player=kept).delete()
    stricter = max(kept.name_shown, other.name_shown, key=["", *NameShown.values].index)
    if stricter != kept.name_shown:
        Player.objects.filter(pk=kept.pk).update(name_shown=stricter)
    other.delete()
    _tell([kept.pk], lists)
    return done


@audited
def undo(merge_id: int, *, by: Any) -> Player:
    """Take two people apart again: the other is back as they were, with the rows that were theirs. Raises
    PermissionDenied, and Refused where the person was erased, or somebody is called the same by now."""
    require_installation(by, _("Only an organiser of this installation can merge players."))
    _lock_tournaments(Merge.objects.filter(pk=merge_id).values_list("kept", flat=True))
    done = Merge.objects.select_for_update().filter(pk=merge_id).first()
    if done is None:  # somebody else undid it in the same moment
        raise Refused(_("One of the two has changed meanwhile. Look at them again."))
    if done.taken is None:
        raise Refused(_("This player’s data was deleted, so the merge cannot be undone."))
    register.hold_there(done.kept_id)
    kept, taken = Player.objects.select_related("register").get(pk=done.kept_id), done.taken
    other = Player(pk=taken["pk"], **taken["fields"])
    if not Tournament.objects.filter(pk=other.home_id).exists():
        other.home = None
    with unless_taken(_("There is already a player with this name, club and year of birth.")):
        other.save(force_insert=True)
    Merge.objects.filter(pk__in=taken["merges"], kept=kept).update(kept=other)
    _give(taken["rows"], other.pk, only=kept.pk)
    if kept.name_shown != taken["shown"] and kept.name_shown == other.name_shown:
        Player.objects.filter(pk=kept.pk).update(name_shown=taken["shown"])
    done.delete()
    _give_back_since(kept, other)
    _tell([kept.pk, other.pk], _let_ratings_go([kept.pk]))
    return other


def _tournaments(players: Iterable[int]) -> set[int]:
    rows = (model._default_manager.filter(player__in=players) for model in (Entry, Waiting, Registration))
    return {pk for some in rows for pk in some.values_list("tournament", flat=True)}


def _lock_tournaments(players: Iterable[int]) -> None:
    """Lock the tournaments of people, one after the other; before the people, as everybody does who takes both."""
    for pk in sorted(_tournaments(players)):
        lock(pk)


def _give(rows: dict[str, list[int]], player_id: int, only: int | None = None) -> None:
    for model in THEIRS:
        of_them = model._default_manager.filter(pk__in=rows.get(model.__name__, ()))
        (of_them if only is None else of_them.filter(player=only)).update(player=player_id)


def _give_back_since(kept: Player, other: Player) -> None:
    """Leave to the other what their club did since with the one who was kept, whom it no longer knows."""
    club = other.register_id
    if kept.register_id != club and not Merge.objects.filter(kept=kept, register=club).exists():
        for model in (Entry, Waiting, Registration):
            model._default_manager.filter(player=kept, tournament__club=club).update(player=other)


def _let_ratings_go(players: Iterable[int]) -> list[int]:
    """Have the season ratings of people worked out anew; return the lists."""
    ratings = Rating.objects.filter(player__in=players)
    lists = sorted(set(ratings.values_list("rating_list", flat=True)))
    ratings.delete()
    RatingList.objects.filter(pk__in=lists).update(computed_from=None)
    return lists


def _tell(players: Iterable[int], lists: Iterable[int]) -> None:
    changed = list(players)
    transaction.on_commit(lambda: people_changed(changed))
    for pk in lists:
        queue.send("update_ratings", pk)
