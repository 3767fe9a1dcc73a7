"""The first page after signing in: the tournaments whose desks the user may open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, keeps_installation, may_create, tournaments_for
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.demonstration import Town, town
from tournaments.selectors.proposals import to_decide

MOST = 12  # cards of one kind; the list of tournaments has them all


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    tournaments: tuple[Tournament, ...]


@dataclass(frozen=True, slots=True)
class Home:
    """``groups``: running, planned and finished tournaments, those that are none left out. ``more``: whether there
    are others than shown. ``may_create``: whether this person sets tournaments up. ``proposals``: how many proposed
    changes of people wait for them. ``town``: what is there of the demonstration, for who may remove it, and
    ``invented`` its events."""

    groups: tuple[Group, ...]
    more: bool
    may_create: bool
    proposals: int
    town: Town | None = None
    invented: tuple[Tournament, ...] = ()


def home(user: Any) -> Home:
    """Return the user's tournaments by kind, in one query for each kind, whatever the size."""
    state = Tournament.State
    kinds = [
        (_("Running"), state.RUNNING, ("starts", "name", "pk")),
        (_("Upcoming"), state.PLANNED, ("starts", "name", "pk")),
        (_("Past"), state.FINISHED, ("-starts", "name", "pk")),
    ]
    every = tournaments_for(user, Action.WORK).annotate(
        playing=Coalesce(Subquery(_of(Entry.objects.all()).annotate(n=Count("pk")).values("n")), 0),
        newest=Subquery(_of(Round.objects.all()).annotate(n=Max("number")).values("n")),
    )
    shown = town() if keeps_installation(user) else None
    mine = every.filter(club__demonstration=False) if shown else every
    groups = [(title, list(mine.filter(state=s).order_by(*order)[: MOST + 1])) for title, s, order in kinds]
    return Home(
        tuple(Group(title, tuple(rows[:MOST])) for title, rows in groups if rows),
        any(len(rows) > MOST for _title, rows in groups),
        may_create(user),
        to_decide(user).count(),
        shown,
        tuple(every.filter(club__demonstration=True).order_by("-state", "name")) if shown else (),
    )


def _of(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
