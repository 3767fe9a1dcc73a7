"""Clubs are added, and people are made their organisers."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.domain.access import clubs_of, require_installation
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited
from tournaments.models import Club, ClubMember, User


@audited
def add(name: str, *, by: Any, slug: str = "") -> Club:
    """Add a club. Only organisers of the installation may. Raises Refused where its name or address is taken."""
    require_installation(by, _("Only an organiser of this installation can add clubs."))
    try:
        with transaction.atomic():
            return Club.objects.create(name=name, slug=slug or slugify(name)[:80] or "club")
    except IntegrityError:
        raise Refused(_("There is already a club with this name or address.")) from None


@audited
def change(club_id: int, *, by: Any, **values: Any) -> Club:
    """Change a club's ``name`` or ``slug``. Its organisers may."""
    club = _own(club_id, by)
    for name, value in values.items():
        setattr(club, name, value)
    try:
        with transaction.atomic():
            club.save(update_fields=sorted(values))
    except IntegrityError:
        raise Refused(_("There is already a club with this name or address.")) from None
    return club


@audited
def appoint(club_id: int, username: str, *, by: Any, role: str = ClubMember.Role.ORGANISER) -> ClubMember:
    """Make a user an organiser of a club, or one of its staff. Its organisers may. Raises Refused for nobody."""
    club = _own(club_id, by)
    user = User.objects.filter(username=username, is_temporary=False).first()
    if user is None:
        raise Refused(_("There is no user “%(username)s”.") % {"username": username})
    return ClubMember.objects.update_or_create(club=club, user=user, defaults={"role": role})[0]


def _own(club_id: int, by: Any) -> Club:
    club: Club = Club.objects.select_for_update().get(pk=club_id)
    if not clubs_of(by).filter(pk=club_id).exists():
        require_installation(by, _("Only an organiser of the club can change it."))
    return club
