"""Clubs are added, people are made their organisers, and their own games are kept. Events keep the declaration with
which they were made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.core import registry
from games.core.declarations.declaration import BadDeclaration, read
from scoring.documents.document import DocumentError
from tournaments.domain.access import may_create, require_installation
from tournaments.domain.errors import Refused, unless_taken
from tournaments.domain.locks import locked_club
from tournaments.domain.logbook import audited
from tournaments.domain.setup import check_usual
from tournaments.models import Club, ClubGame, ClubMember, Tournament, User
from tournaments.models.club import NAME_TAKEN
from tournaments.services.accounts.invitations import answer_for, end_given


@audited
def add(name: str, *, by: Any, slug: str = "") -> Club:
    """Add a club. Only organisers of the installation may. Raises Refused where its name or address is taken."""
    require_installation(by, _("Only an organiser of this installation can add clubs."))
    if Club.objects.count() == 1:
        seen_anew(Tournament.objects.all())
    with unless_taken(_("There is already a club with this name or address.")):
        return Club.objects.create(name=name, slug=slug or slugify(name)[:80] or "club")


@audited
def change(club_id: int, *, by: Any, **values: Any) -> Club:
    """Change a club's ``name`` or ``slug``. Its organisers may."""
    if may_create(by, Club.objects.get(pk=club_id)):
        seen_anew(Tournament.objects.filter(club=club_id))
    club = locked_club(club_id, by)
    for name, value in values.items():
        setattr(club, name, value)
    with unless_taken(_("There is already a club with this name or address.")):
        club.save(update_fields=sorted(values))
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


@audited
def put_game(club: Club, key: str, declaration: Mapping[str, Any], *, by: Any) -> ClubGame:
    """Make a club's game, or give it another declaration. Raises PermissionDenied, DocumentError with the member that
    is wrong, Refused where the key belongs to a game of this site, or the name to another of the club."""
    _require_organiser(by, club)
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
def remove_game(club: Club, key: str, *, by: Any) -> bool:
    """Take a club's game away and return whether there was one. Events that were made of it keep its declaration."""
    _require_organiser(by, club)
    game = ClubGame.objects.select_for_update().filter(club=club, key=key).first()
    if game is not None:
        game.delete()
    return game is not None


def _require_organiser(user: Any, club: Club) -> None:
    if not may_create(user, club):
        raise PermissionDenied(_("Only an organiser of the club can change its games."))
