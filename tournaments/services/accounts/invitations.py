"""Invitations: made, accepted with a new account or the one that somebody has, and ended.

What somebody handed out, and nobody has taken up yet, ends with the right by which they did.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.accounts.signin import log
from tournaments.domain.access import Action, may_give
from tournaments.domain.errors import Refused
from tournaments.domain.locks import hold_giver, lock, locked_club, locked_tournament, require_giver
from tournaments.domain.logbook import acting, audited
from tournaments.models import ApiToken, Appointment, Club, ClubMember, Invitation, StaffCode, User, Webhook
from tournaments.models.links import VALID_FOR
from tournaments.models.mail import Kind
from tournaments.services import mails
from tournaments.services.accounts import staff_codes
from tournaments.text import is_visible

MOST = 200
KEPT = timedelta(days=30)
"""So long names and addresses of invitations that nobody accepted are kept after their end."""


@audited
def invite(
    tournament_id: int, name: str, role: str, *, by: Any, email: str = "", tables: Sequence[int] = ()
) -> Invitation:
    """Invite somebody to work at a tournament. Raises Refused."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    if role not in Appointment.Role.values:
        raise Refused(_("Choose a role."))
    if role == Appointment.Role.JUDGE and not tables:
        raise Refused(_("Enter the tables of the table judge, such as 1-3, 7."))
    kept = sorted({*tables}) if role == Appointment.Role.JUDGE else []
    return _invite(name, role, by, email, tournament=tournament, tables=kept)


@audited
def invite_to_club(
    club_id: int, name: str, *, by: Any, role: str = ClubMember.Role.ORGANISER, email: str = ""
) -> Invitation:
    """Invite somebody to organise a club, or to be of its staff. Raises Refused."""
    club = locked_club(club_id, by)
    if role not in ClubMember.Role.values:
        raise Refused(_("Choose a role."))
    return _invite(name, role, by, email, club=club)


def _invite(name: str, role: str, by: Any, email: str, *, tables: Sequence[int] = (), **to: Any) -> Invitation:
    require_giver(by, **to)
    name = " ".join(name.split())
    if not name or len(name) > 60 or not is_visible(name):
        raise Refused(_("Enter the person's name, of at most 60 characters."))
    if open_invitations(to.get("tournament"), to.get("club")).count() >= MOST:
        raise Refused(_("There are %(most)d invitations. End some of them first.") % {"most": MOST})
    invitation: Invitation = Invitation.objects.create(
        name=name, email=email, role=role, made_by=by, expires_at=timezone.now() + VALID_FOR, tables=list(tables), **to
    )
    if email:
        # of the installation and not of the event: the event's mails are read by people who may not appoint others
        mails.send_later(
            Kind.INVITATION, email, get_language() or "en", asked_by=by, lifetime=VALID_FOR,
            name=name, inviter=str(by), path=reverse("invitation", args=[invitation.token]),
        )  # fmt: skip
    return invitation


@audited
def revoke(invitation_id: int, *, by: Any) -> None:
    """End an invitation that nobody has accepted. One that has ended stays so."""
    invitation = Invitation.objects.get(pk=invitation_id)
    if invitation.club_id is not None:
        locked_club(invitation.club_id, by)
    else:
        locked_tournament(invitation.tournament_id, by, Action.EDIT)
    Invitation.objects.filter(pk=invitation_id, used_at=None, revoked_at=None).update(revoked_at=timezone.now())


@audited
def accept(invitation_id: int, *, by: Any) -> Appointment | ClubMember:
    """Accept an invitation with the account that somebody has. Raises Refused."""
    return _accept(_locked(invitation_id), by)


@audited
def accept_anew(invitation_id: int, username: str, password: str, *, by: Any) -> User:
    """Accept an invitation with a new account (``by``: who asks is nobody yet). Raises Refused, and ValidationError for
    a password that is refused."""
    invitation = _locked(invitation_id)
    if User.objects.filter(username__iexact=username).exists():
        raise Refused(_("There is already a user with this name. Choose another one."))
    user = User(username=username, first_name=invitation.name, email=invitation.email, is_staff=True)
    validate_password(password, user)
    user.set_password(password)
    user.save()
    with acting(user):
        _accept(invitation, user)
    return user


def _locked(invitation_id: int) -> Invitation:
    to = Invitation.objects.values_list("tournament_id", "club_id", "made_by_id").get(pk=invitation_id)
    tournament = lock(to[0]) if to[0] is not None else None
    club = Club.objects.select_for_update(no_key=True).get(pk=to[1]) if to[1] is not None else None
    giver = hold_giver(to[2], tournament=tournament, club=club)
    invitation = Invitation.objects.get(pk=invitation_id)
    invitation.tournament, invitation.club = tournament, club
    if giver is None or not invitation.works:
        raise Refused(_("This invitation no longer works. Ask for a new one."))
    return invitation


def _accept(invitation: Invitation, user: User) -> Appointment | ClubMember:
    place = _place_in_club(invitation, user) if invitation.club is not None else _appointment(invitation, user)
    answer_for(user.pk, invitation.made_by, tournament=invitation.tournament, club=invitation.club)
    invitation.used_at, invitation.used_by = timezone.now(), user
    invitation.save(update_fields=["used_at", "used_by"])
    if not user.is_staff:
        user.is_staff = True
        user.save(update_fields=["is_staff"])
    log.info("invitation accepted: %r", user.get_username())
    place.save()
    return place


def _appointment(invitation: Invitation, user: User) -> Appointment:
    tournament = invitation.tournament
    if user.is_superuser:
        raise Refused(_("You organise this whole installation: you need no role at an event."))
    has = Appointment.objects.filter(tournament=tournament, user=user).first()
    if has is not None:
        raise Refused(
            _("You already work at “%(tournament)s” as %(role)s. An organiser can change that.")
            % {"tournament": tournament, "role": has.get_role_display()}
        )
    return Appointment(tournament=tournament, user=user, role=invitation.role, tables=invitation.tables)


def _place_in_club(invitation: Invitation, user: User) -> ClubMember:
    if user.is_superuser:
        raise Refused(_("You organise this whole installation: you need no role in a club."))
    member = ClubMember.objects.filter(club=invitation.club, user=user).first()
    if member is None:
        return ClubMember(club=invitation.club, user=user, role=invitation.role)
    if member.role == ClubMember.Role.ORGANISER or member.role == invitation.role:
        raise Refused(_("You already belong to “%(club)s”.") % {"club": invitation.club})
    member.role = invitation.role
    return member


def open_invitations(tournament: Any, club: Any = None) -> QuerySet[Invitation]:
    """Return the invitations to a tournament, or to a club, that somebody can accept."""
    waiting = Invitation.objects.filter(tournament=tournament, club=club, used_at=None, revoked_at=None)
    return waiting.filter(expires_at__gt=timezone.now())


def taken_up(where: Q) -> list[Invitation]:
    """Return the accepted invitations by which somebody still has a role, though whoever invited them may appoint
    nobody any more. ``where``: the invitations that are looked at."""
    has_role = Q(tournament__appointments__user=F("used_by")) | Q(club__members__user=F("used_by"))
    # an archived event is decided about once it is open again
    accepted = Invitation.objects.filter(has_role, where, used_at__isnull=False, tournament__archived_at=None)
    found = accepted.select_related("tournament", "club", "made_by", "used_by")
    return [invitation for invitation in found if not _answered_for(invitation)]


def _answered_for(invitation: Invitation) -> bool:
    return may_give(invitation.made_by, tournament=invitation.tournament, club=invitation.club)


@audited
def decide(invitation_id: int, *, keep: bool, by: Any) -> str:
    """Keep the role that came with an invitation, answering for it from now on, or end it and what was handed out by
    it; return what became of it. A role that somebody answers for already stays."""
    invitation, place = _place_of(invitation_id, by)
    if place is not None and not keep and not _answered_for(invitation):
        place.delete()
        end_given([place.user_id])
        place = None
    if place is None:
        return _("%(name)s no longer has a role here.") % {"name": invitation.name}
    if not _answered_for(invitation):
        require_giver(by, tournament=invitation.tournament, club=invitation.club)
        Invitation.objects.filter(pk=invitation_id).update(made_by=by)
    return _("%(name)s keeps their role.") % {"name": invitation.name}


def _place_of(invitation_id: int, by: Any) -> tuple[Invitation, Appointment | ClubMember | None]:
    """Return an invitation, and the role that somebody has by it, under the lock of its event or club."""
    invitation = Invitation.objects.get(pk=invitation_id)
    if invitation.club_id is not None:
        invitation.club = locked_club(invitation.club_id, by)
        return invitation, ClubMember.objects.filter(club=invitation.club, user=invitation.used_by_id).first()
    invitation.tournament = locked_tournament(invitation.tournament_id, by, Action.EDIT)
    has = Appointment.objects.filter(tournament=invitation.tournament, user=invitation.used_by_id).first()
    return invitation, has


def throw_away() -> None:
    """Delete the invitations that nobody accepted, some time after their end: they hold names and addresses."""
    before = timezone.now() - KEPT
    Invitation.objects.filter(Q(expires_at__lt=before) | Q(revoked_at__lt=before), used_at=None).delete()


@audited
def end_given(users: Iterable[int] | None = None) -> None:
    """End what was handed out by people who may not any more: by these users, or by anybody.

    Call it in the transaction that ends a right, after that. A code ends with the session of its phone: whoever holds
    one has no account that would stay.
    """
    chosen, now = None if users is None else list(users), timezone.now()
    open_invitations = Invitation.objects.filter(used_at=None, revoked_at=None, expires_at__gt=now)
    invitations = _by(open_invitations, "made_by", chosen).select_related("tournament", "club")
    codes = _by(StaffCode.objects.filter(ended_at=None), "made_by", chosen).select_related("tournament", "user")
    # one that nobody added, such as of an event that came from elsewhere, is its organisers'
    hooks = _by(Webhook.objects.filter(active=True, created_by__isnull=False), "created_by", chosen)
    given: list[tuple[int, Any]] = [(row.made_by_id or 0, row) for row in (*invitations, *codes)]
    given += [(hook.created_by_id or 0, hook) for hook in hooks.select_related("tournament")]
    may: dict[tuple[int, Any, Any], bool] = {}
    # in one order, so that two who do this never wait for each other
    for giver, row in sorted(given, key=lambda pair: pair[0]):
        club = getattr(row, "club", None)
        at = (giver, row.tournament_id, club and club.pk)
        if at not in may:
            may[at] = hold_giver(giver, tournament=row.tournament, club=club) is not None
        if not may[at]:
            _end(row)
    _by(ApiToken.objects.filter(revoked_at=None, user__is_active=False), "user", chosen).update(revoked_at=now)


def answer_for(user_id: int, giver: Any, *, tournament: Any = None, club: Any = None) -> None:
    """Note that somebody's role is now the giver's doing: an earlier invitation there no longer says whose it is."""
    earlier = Invitation.objects.filter(used_by=user_id, tournament=tournament, club=club, used_at__isnull=False)
    earlier.update(made_by=giver)


def _by(rows: QuerySet[Any], giver: str, chosen: list[int] | None) -> QuerySet[Any]:
    return rows if chosen is None else rows.filter(**{f"{giver}__in": chosen})


def _end(row: Any) -> None:
    match row:
        case Invitation():
            Invitation.objects.filter(pk=row.pk, used_at=None).update(revoked_at=timezone.now())
        case StaffCode():
            staff_codes.end_now(row)
        case Webhook():
            Webhook.objects.filter(pk=row.pk).update(active=False, stopped_because=Notice("webhook-giver-gone"))
