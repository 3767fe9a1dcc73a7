"""A club's own games: kept by its organisers. Events keep the declaration with which they were made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from games.core import registry
from games.core.declarations.declaration import BadDeclaration, read
from scoring.documents.document import DocumentError
from tournaments.domain.access import may_create
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited
from tournaments.domain.setup import check_usual
from tournaments.models import Club, ClubGame
from tournaments.models.club import NAME_TAKEN


@audited
def put(club: Club, key: str, declaration: Mapping[str, Any], *, by: Any) -> ClubGame:
    """Make a club's game, or give it another declaration. Raises PermissionDenied, DocumentError with the member that
    is wrong, Refused where the key belongs to a game of this site, or the name to another of the club."""
    _require(by, club)
    try:
        checked = check_usual(read(dict(declaration)))
    except BadDeclaration as error:
        raise DocumentError(".".join(filter(None, ("declaration", error.member))), error.reason) from None
    if checked.key != key:
        raise Refused(
            _("The declaration has the key “%(key)s”. Use the same key in the address.") % {"key": checked.key}
        )
    if key in registry.all_keys():
        raise Refused(_("There is a game with this key already. Choose another."))
    # one after the other: two games of one name would both find it free
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    kept = ClubGame.objects.filter(club=club, key=key).first() or ClubGame(club=club, key=key)
    kept.declaration = dict(checked.document)
    if kept.is_taken():
        raise Refused(NAME_TAKEN)
    kept.save()
    return kept


@audited
def remove(club: Club, key: str, *, by: Any) -> bool:
    """Take a club's game away and return whether there was one. Events that were made of it keep its declaration."""
    _require(by, club)
    game = ClubGame.objects.select_for_update().filter(club=club, key=key).first()
    if game is not None:
        game.delete()
    return game is not None


def _require(user: Any, club: Club) -> None:
    if not may_create(user, club):
        raise PermissionDenied(_("Only an organiser of the club can change its games."))
