"""Who may do what: the one place where it is decided, for pages, admin, API and the live channel alike."""

from __future__ import annotations

from enum import Enum, unique
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Appointment, Tournament


@unique
class Action(Enum):
    VIEW = "see the tournament and its published rounds"
    WORK = "see drafts and the desk"
    PAIR = "pair, publish and close rounds"
    RESULTS = "enter and correct results"
    PLAYERS = "import and change players"
    EDIT = "change the tournament and appoint arbiters"
    REOPEN = "open an archived tournament again"


EVERYTHING = frozenset(Action)
ROLE_ACTIONS: dict[str, frozenset[Action]] = {
    Appointment.Role.ORGANISER: EVERYTHING,
    Appointment.Role.ARBITER: frozenset({Action.VIEW, Action.WORK, Action.PAIR, Action.RESULTS}),
}
PUBLIC_ACTIONS = frozenset({Action.VIEW})
ARCHIVED_ACTIONS = frozenset({Action.VIEW, Action.WORK, Action.REOPEN})
"""What can still be done at a tournament that is locked."""


def actions(user: Any, tournament: Tournament) -> frozenset[Action]:
    """Everything that a user (also an anonymous one) may do at a tournament."""
    granted = _granted(user, tournament)
    return granted & ARCHIVED_ACTIONS if tournament.archived_at else granted


def _granted(user: Any, tournament: Tournament) -> frozenset[Action]:
    allowed = PUBLIC_ACTIONS if tournament.published else frozenset()
    if not (user and user.is_authenticated and user.is_active):
        return allowed
    if user.is_superuser:
        return EVERYTHING
    role = Appointment.objects.filter(tournament=tournament, user=user).values_list("role", flat=True).first()
    return allowed | ROLE_ACTIONS.get(role or "", frozenset())


def may(user: Any, action: Action, tournament: Tournament) -> bool:
    return action in actions(user, tournament)


def require(user: Any, action: Action, tournament: Tournament) -> None:
    """Raises PermissionDenied, with a sentence, where ``user`` may not do ``action``."""
    if not may(user, action, tournament):
        if tournament.archived_at and action in _granted(user, tournament):
            raise PermissionDenied(
                _("“%(tournament)s” is archived; nothing in it changes. An organiser can open it again.")
                % {"tournament": tournament}
            )
        raise PermissionDenied(
            _("You are not appointed for this at “%(tournament)s”. An organiser can appoint you.")
            % {"tournament": tournament}
        )


def tournaments_for(user: Any, action: Action) -> QuerySet[Tournament]:
    """The tournaments at which a user may do ``action``."""
    if user and user.is_authenticated and user.is_active:
        if user.is_superuser:
            return Tournament.objects.all()
        roles = [role for role, allowed in ROLE_ACTIONS.items() if action in allowed]
        mine = Q(appointments__user=user, appointments__role__in=roles)
    else:
        mine = Q(pk__in=[])
    if action in PUBLIC_ACTIONS:
        mine |= Q(published=True)
    return Tournament.objects.filter(mine).distinct()
