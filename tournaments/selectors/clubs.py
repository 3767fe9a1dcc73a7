"""Clubs, by their address."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import Club


def named(slug: str | None) -> Club | None:
    """Return the club of an address, None where none is given. Raises Refused for an address that no club has."""
    if not slug:
        return None
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Refused(_("There is no club “%(slug)s”.") % {"slug": slug})
    return club
