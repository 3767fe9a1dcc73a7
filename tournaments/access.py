"""Who may do what: the one place where it is decided, for pages, admin, API and the live channel alike."""

from __future__ import annotations

from enum import Enum, unique
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import ApiToken, Appointment, Tournament


@unique
class Action(Enum):
    VIEW = "see the tournament and its published rounds"
    WORK = "see drafts and the desk"
    PAIR = "pair, publish and close rounds"
    RESULTS = "enter and correct results"
    PLAYERS = "import and change players"
    EDIT = "change the tournament and appoint arbiters"


EVERYTHING = frozenset(Action)
ROLE_ACTIONS: dict[str, frozenset[Action]] = {
    Appointment.Role.ORGANISER: EVERYTHING,
    Appointment.Role.ARBITER: frozenset({Action.VIEW, Action.WORK, Action.PAIR, Action.RESULTS}),
}
PUBLIC_ACTIONS = frozenset({Action.VIEW})
SCOPE_ACTIONS: dict[str, frozenset[Action]] = {
    ApiToken.Scope.READ: frozenset({Action.VIEW, Action.WORK}),
    ApiToken.Scope.REPORT: frozenset({Action.VIEW, Action.WORK, Action.RESULTS}),
    ApiToken.Scope.ARBITRATE: frozenset({Action.VIEW, Action.WORK, Action.RESULTS, Action.PAIR}),
    ApiToken.Scope.ORGANISE: EVERYTHING,
}


def within_scope(user: Any) -> frozenset[Action]:
    """What a user may do at most as he is signed in now: with an API token only what its scope holds."""
    scope = getattr(user, "token_scope", None)
    return EVERYTHING if scope is None else SCOPE_ACTIONS[scope]


def may_found(user: Any) -> bool:
    """Whether a user may make new tournaments, and import whole ones: an organiser of the installation."""
    known = bool(user and user.is_authenticated and user.is_active and user.is_superuser)
    return known and Action.EDIT in within_scope(user)


def require_founder(user: Any) -> None:
    """Raises PermissionDenied, with a sentence, where a user may not make tournaments."""
    if not may_found(user):
        raise PermissionDenied(_("Only an organiser of this installation makes or imports tournaments."))


def actions(user: Any, tournament: Tournament) -> frozenset[Action]:
    """Everything that a user (also an anonymous one) may do at a tournament."""
    allowed = PUBLIC_ACTIONS if tournament.published else frozenset()
    if not (user and user.is_authenticated and user.is_active):
        return allowed
    if user.is_superuser:
        return allowed | within_scope(user)
    role = Appointment.objects.filter(tournament=tournament, user=user).values_list("role", flat=True).first()
    return allowed | (ROLE_ACTIONS.get(role or "", frozenset()) & within_scope(user))


def may(user: Any, action: Action, tournament: Tournament) -> bool:
    return action in actions(user, tournament)


def require(user: Any, action: Action, tournament: Tournament) -> None:
    """Raises PermissionDenied, with a sentence, where ``user`` may not do ``action``."""
    if not may(user, action, tournament):
        raise PermissionDenied(
            _("You are not appointed for this at “%(tournament)s”. An organiser can appoint you.")
            % {"tournament": tournament}
        )


def tournaments_for(user: Any, action: Action) -> QuerySet[Tournament]:
    """The tournaments at which a user may do ``action``."""
    if user and user.is_authenticated and user.is_active and action in within_scope(user):
        if user.is_superuser:
            return Tournament.objects.all()
        roles = [role for role, allowed in ROLE_ACTIONS.items() if action in allowed]
        mine = Q(appointments__user=user, appointments__role__in=roles)
    else:
        mine = Q(pk__in=[])
    if action in PUBLIC_ACTIONS:
        mine |= Q(published=True)
    return Tournament.objects.filter(mine).distinct()
