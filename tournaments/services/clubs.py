"""Clubs are added, and people are made their organisers."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.domain.access import may_create, require_installation
from tournaments.domain.errors import Refused
from tournaments.domain.locks import locked_club
from tournaments.domain.logbook import audited
from tournaments.models import Club, ClubMember, Tournament, User
from tournaments.services.given_rights import answer_for, end_given


@audited
def add(name: str, *, by: Any, slug: str = "") -> Club:
    """Add a club. Only organisers of the installation may. Raises Refused where its name or address is taken."""
    require_installation(by, _("Only an organiser of this installation can add clubs."))
    if Club.objects.count() == 1:
        seen_anew(Tournament.objects.all())
    try:
        with transaction.atomic():
            return Club.objects.create(name=name, slug=slug or slugify(name)[:80] or "club")
    except IntegrityError:
        raise Refused(_("There is already a club with this name or address.")) from None


@audited
def change(club_id: int, *, by: Any, **values: Any) -> Club:
    """Change a club's ``name`` or ``slug``. Its organisers may."""
    if may_create(by, Club.objects.get(pk=club_id)):
        seen_anew(Tournament.objects.filter(club=club_id))
    club = locked_club(club_id, by)
    for name, value in values.items():
        setattr(club, name, value)
    try:
        with transaction.atomic():
            club.save(update_fields=sorted(values))
    except IntegrityError:
        raise Refused(_("There is already a club with this name or address.")) from None
    return club


def seen_anew(events: QuerySet[Tournament]) -> None:
    """Count what viewers of these events' pages see: their club's name or style changes, or it is no longer alone. Call
    it before the club's row is touched: whoever writes locks tournaments first."""
    locked = events.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True)
    Tournament.objects.filter(pk__in=list(locked)).update(version=F("version") + 1)


@audited
def appoint(club_id: int, username: str, *, by: Any, role: str = ClubMember.Role.ORGANISER) -> ClubMember:
    """Make a user an organiser of a club, or one of its staff. Its organisers may. Raises Refused for nobody."""
    club = locked_club(club_id, by)
    user = User.objects.filter(username=username, is_temporary=False).first()
    if user is None:
        raise Refused(_("There is no user “%(username)s”.") % {"username": username})
    member: ClubMember = ClubMember.objects.update_or_create(club=club, user=user, defaults={"role": role})[0]
    answer_for(user.pk, by, club=club)
    if role != ClubMember.Role.ORGANISER:
        end_given([user.pk])
    return member
