"""The rights, decided in one place for pages, admin, API and the live channel alike."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum, unique
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.core.exceptions import PermissionDenied
from django.db.models import BooleanField, Func, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import ApiToken, Appointment, Club, ClubMember, Tournament, User


@unique
class Action(Enum):
    VIEW = "see the tournament and its published rounds"
    WORK = "see drafts and the desk"
    PRINT = "print slips and lists"
    CHECK_IN = "check players in"
    RESULTS = "enter results and hand in game records"
    CORRECT = "correct results of closed and earlier rounds, with a reason"
    PAIR = "pair, publish and close rounds, discard drafts"
    DECIDE = "decide: penalties, adjournments, tables declared void"
    ROLL_BACK = "roll rounds back and bring them back"
    PLAYERS = "import and change players"
    LOG = "read the log and who wins the prizes"
    EDIT = "change the tournament and appoint others"
    KEEP = "download the archive with game records and the log"
    REOPEN = "reopen an archived tournament"


EVERYTHING = frozenset(Action)
PUBLIC_ACTIONS = frozenset({Action.VIEW})
PLAYER_ACTIONS = PUBLIC_ACTIONS
_AT_THE_DESK = PUBLIC_ACTIONS | {Action.WORK}
_ARBITER = _AT_THE_DESK | {Action.PRINT, Action.CHECK_IN, Action.RESULTS, Action.CORRECT, Action.PAIR}
ROLE_ACTIONS: dict[str, frozenset[Action]] = {
    Appointment.Role.ORGANISER: EVERYTHING,
    Appointment.Role.CHIEF: _ARBITER | {Action.DECIDE, Action.ROLL_BACK, Action.PLAYERS, Action.LOG},
    Appointment.Role.ARBITER: _ARBITER,
    Appointment.Role.JUDGE: _AT_THE_DESK | {Action.RESULTS},
    Appointment.Role.HELPER: _AT_THE_DESK | {Action.PRINT, Action.CHECK_IN},
}
AT_OWN_TABLES = frozenset({Action.RESULTS})
"""The actions that a table judge has only at the tables of their appointment."""
ARCHIVED_ACTIONS = frozenset({Action.VIEW, Action.WORK, Action.PRINT, Action.LOG, Action.KEEP, Action.REOPEN})
"""The actions that are still possible at a locked tournament."""
SCOPE_ACTIONS: dict[str, frozenset[Action]] = {
    ApiToken.Scope.READ: _AT_THE_DESK,
    ApiToken.Scope.REPORT: _AT_THE_DESK | {Action.RESULTS},
    ApiToken.Scope.ARBITRATE: ROLE_ACTIONS[Appointment.Role.CHIEF],
    ApiToken.Scope.ORGANISE: EVERYTHING,
}


def within_scope(user: Any) -> frozenset[Action]:
    """Return the most that a user may do as they are signed in now: with an API token only what its scope holds."""
    scope = getattr(user, "token_scope", None)
    return EVERYTHING if scope is None else SCOPE_ACTIONS[scope]


def clubs_of(user: Any, action: Action = Action.EDIT) -> QuerySet[Club]:
    """Return the clubs that a user organises, as far as they may do ``action`` now: all of them for an organiser of the
    installation, but for those of the demonstration, in which nothing new is made."""
    if not (user and user.is_authenticated and user.is_active and action in within_scope(user)):
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.filter(demonstration=False)
    return Club.objects.filter(pk__in=_organised(user))


def _organised(user: Any) -> frozenset[int]:
    """Return the keys of the clubs that a user is an organiser of, asked once for the object: that is, for a
    request."""
    known: frozenset[int] | None = getattr(user, "organised_clubs", None)
    if known is None:
        members = ClubMember.objects.filter(user=user.pk, role=ClubMember.Role.ORGANISER)
        known = user.organised_clubs = frozenset(members.values_list("club", flat=True))
    return known


def may_create(user: Any, club: Club | None = None) -> bool:
    """Return whether a user may make new tournaments, and import whole ones: as an organiser of the club, or of any
    club where none is given."""
    if not (user and user.is_authenticated and user.is_active and Action.EDIT in within_scope(user)):
        return False
    if user.is_superuser:
        return True
    return bool(_organised(user)) if club is None else club.pk in _organised(user)


def require_creator(user: Any, club: Club | None = None) -> None:
    """Raise PermissionDenied, with a sentence, where a user may not make tournaments (for that club)."""
    if not may_create(user, club):
        if several_clubs():
            raise PermissionDenied(_("Only an organiser of the club can create or import tournaments."))
        raise PermissionDenied(_("Only an organiser of this installation can create or import tournaments."))


def club_to_create_in(user: Any, club: Club | None = None) -> Club:
    """Return the club for which a user makes something new: the given one, or the only one that they organise. Raises
    PermissionDenied, and Refused where it could be for several."""
    require_creator(user, club)
    if club is not None and club.demonstration:
        raise Refused(_("This club belongs to the demonstration. Choose a club of your own."))
    if club is not None:
        return club
    mine = list(clubs_of(user)[:2])
    if len(mine) > 1:
        raise Refused(_("You organise several clubs. Say which of them this is for."))
    return mine[0]


def own_club(user: Any) -> Club | None:
    """Return the club that a user thinks of first: the one that they became an organiser of last."""
    members = ClubMember.objects.filter(user=user.pk, role=ClubMember.Role.ORGANISER)
    last = members.select_related("club").order_by("-pk").first()
    return last.club if last else None


def defaults_of(user: Any) -> dict[str, Any]:
    """Return what the only club that a user organises wants in its new events; nothing where there are several."""
    mine = list(clubs_of(user)[:2])
    return dict(mine[0].defaults) if len(mine) == 1 else {}


def several_clubs(user: Any = None) -> bool:
    """Return whether there is more than one club: only then anybody hears of clubs at all. With a user it is asked once
    for the object, that is, for a request; at their desk those of the demonstration do not count."""
    known: bool | None = getattr(user, "sees_several_clubs", None)
    if known is None:
        clubs = Club.objects.all() if user is None else Club.objects.filter(demonstration=False)
        known = clubs.count() > 1
        if user is not None:
            user.sees_several_clubs = known
    return known


def require_installation(user: Any, sentence: str) -> None:
    """Raise PermissionDenied, with the sentence, where a user does not organise the whole installation, or their
    token is not for that."""
    if not keeps_installation(user):
        raise PermissionDenied(sentence)


def keeps_installation(user: Any) -> bool:
    """Return whether a user may change what is above all clubs: as `organises`, within the scope of their token."""
    return organises(user) and Action.EDIT in within_scope(user)


def appointable(clubs: Collection[Any], by: Any) -> QuerySet[User]:
    """Return the users who can be appointed at events of these clubs: while there are several, their members, those who
    are appointed at their events already, and organisers of the installation."""
    users = User.objects.filter(is_temporary=False)
    if not several_clubs(by):
        return users
    there = Appointment.objects.filter(tournament__club__in=clubs).values("user")
    members = ClubMember.objects.filter(club__in=clubs).values("user")
    return users.filter(Q(is_superuser=True) | Q(pk__in=members) | Q(pk__in=there))


def _in_club(user: Any, tournament: Tournament) -> bool:
    return tournament.club_id in _organised(user)


def _appointed(user: Any, tournament: Tournament) -> Appointment | None:
    return Appointment.objects.filter(tournament=tournament, user=user).only("role", "tables").first()


def organises(user: Any) -> bool:
    """Return whether somebody organises the whole installation, and so everything that is above one tournament."""
    return bool(user and user.is_authenticated and user.is_active and user.is_superuser)


def require_organiser(user: Any, club: Club | None = None) -> None:
    """Raise PermissionDenied, with a sentence, where a user may not change seasons (of that club)."""
    if not may_create(user, club):
        raise PermissionDenied(_("Only an organiser of this installation can change seasons."))


def actions(user: Any, tournament: Tournament) -> frozenset[Action]:
    """Return everything that a user (also an anonymous one) may do at a tournament, a table judge at their tables."""
    return _allowed(user, tournament)[0]


def rights(user: Any, tournament: Tournament) -> tuple[frozenset[Action], frozenset[int] | None]:
    """Return the `actions` of a user at a tournament and their `own_tables`, asked for once."""
    allowed, appointed = _allowed(user, tournament)
    return allowed, _tables_of(appointed)


def _allowed(user: Any, tournament: Tournament) -> tuple[frozenset[Action], Appointment | None]:
    granted, appointed = _granted(user, tournament)
    return (granted & ARCHIVED_ACTIONS if tournament.archived_at else granted), appointed


def _granted(user: Any, tournament: Tournament) -> tuple[frozenset[Action], Appointment | None]:
    allowed = PUBLIC_ACTIONS if tournament.published else frozenset()
    if not (user and user.is_authenticated and user.is_active):
        return allowed, None
    if user.is_superuser or _in_club(user, tournament):
        return allowed | within_scope(user), None
    appointed = _appointed(user, tournament)
    mine = ROLE_ACTIONS.get(appointed.role, frozenset()) if appointed else frozenset()
    return allowed | (mine & within_scope(user)), appointed


def may_give(giver: Any, *, tournament: Tournament | None = None, club: Club | None = None) -> bool:
    """Return whether somebody may appoint others: at a tournament, or could before it was archived; in a club; or over
    everything."""
    if tournament is not None:
        return Action.EDIT in _granted(giver, tournament)[0]
    return organises(giver) if club is None else clubs_of(giver).filter(pk=club.pk).exists()


def own_tables(user: Any, tournament: Tournament) -> frozenset[int] | None:
    """Return the tables that a table judge is kept to; None for everybody else."""
    if not (user and user.is_authenticated) or user.is_superuser or _in_club(user, tournament):
        return None
    return _tables_of(_appointed(user, tournament))


def _tables_of(appointed: Appointment | None) -> frozenset[int] | None:
    if appointed is None or appointed.role != Appointment.Role.JUDGE:
        return None
    return frozenset(appointed.tables)


def may(user: Any, action: Action, tournament: Tournament, *, table: int | None = None) -> bool:
    """Return whether ``user`` may do ``action``; at the table of that number, where one is given."""
    allowed, appointed = _allowed(user, tournament)
    if action not in allowed:
        return False
    own = _tables_of(appointed) if action in AT_OWN_TABLES else None
    return table is None or own is None or table in own


def require(user: Any, action: Action, tournament: Tournament, *, table: int | None = None) -> None:
    """Raise PermissionDenied, with a sentence, where ``user`` may not do ``action`` (at that table)."""
    if may(user, action, tournament, table=table):
        return
    if tournament.archived_at and action in _granted(user, tournament)[0]:
        raise PermissionDenied(
            _("“%(tournament)s” is archived and cannot be changed. An organiser can reopen it.")
            % {"tournament": tournament}
        )
    if table is not None and may(user, action, tournament):
        raise PermissionDenied(
            _("Table %(table)d is not one of yours in “%(tournament)s”. An organiser can assign it to you.")
            % {"table": table, "tournament": tournament}
        )
    raise PermissionDenied(
        _("You are not appointed for this in “%(tournament)s”. An organiser can appoint you.")
        % {"tournament": tournament}
    )


class _Among(Func):
    """A value in an array: with ``IN (SELECT …) OR …`` the database would read every tournament."""

    arg_joiner = " = ANY("
    template = "%(expressions)s)"
    output_field = BooleanField()


def tournaments_for(user: Any, action: Action) -> QuerySet[Tournament]:
    """Return the tournaments at which a user may do ``action``."""
    if user and user.is_authenticated and user.is_active and action in within_scope(user):
        if user.is_superuser:
            return Tournament.objects.all()
        roles = [role for role, allowed in ROLE_ACTIONS.items() if action in allowed]
        appointed = Appointment.objects.filter(user=user, role__in=roles).values("tournament")
        mine = Q(_Among("pk", ArraySubquery(appointed)))
        mine |= Q(club__in=_organised(user))
    else:
        mine = Q(pk__in=[])
    if action in PUBLIC_ACTIONS:
        mine |= Q(published=True)
    return Tournament.objects.filter(mine)
