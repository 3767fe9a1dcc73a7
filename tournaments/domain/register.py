"""The rights over people: reading and changing what is known of a person.

A person belongs to the register of a club (``Player.register``) and to its tournament that entered them first
(``Player.home``). Other tournaments of the club enter them by name, and see of them what every desk shows: name, club
and rating. Other clubs do not see them at all. Who organises the club keeps its register, and reads and changes
everybody in it; who organises the whole installation does so with all registers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.apps import AppConfig
from django.db import connection
from django.db.models import Q
from django.db.models.signals import post_migrate
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, clubs_of, keeps_installation, organises, tournaments_for
from tournaments.domain.errors import Refused
from tournaments.models import Club, Entry, Merge, Player, Tournament, Waiting


def of_the_club(tournament: Tournament) -> Q:
    """Return a filter for the people who can be meant at a tournament: those of its club's register, and those with
    whom one of them was merged."""
    merged = Merge.objects.filter(register=tournament.club_id).values("kept")
    return Q(register=tournament.club_id) | Q(pk__in=merged)


def known(user: Any, action: Action, prefix: str = "") -> Q:
    """Return a filter for the people of whom a user reads everything, as they may do ``action`` where those people
    belong.

    ``prefix`` leads from the rows asked for to the person: ``player__``.
    """
    if organises(user):
        return Q(**{f"{prefix}pk__isnull": False})
    return _own(user, action, prefix)


def _own(user: Any, action: Action, prefix: str = "") -> Q:
    mine = Q(**{f"{prefix}home__in": tournaments_for(user, action)})
    return mine | Q(**{f"{prefix}register__in": clubs_of(user, action)})


def knows(user: Any, player: Player) -> bool:
    """Return whether a user reads everything of a person."""
    return organises(user) or Player.objects.filter(_own(user, Action.PLAYERS), pk=player.pk).exists()


def kept(user: Any, prefix: str = "") -> Q:
    """Return the people whom a user keeps, and on whose proposed changes they decide: those of their tournaments
    and clubs, or everybody for who organises the installation. ``prefix`` as for `known`."""
    if keeps_installation(user):
        return Q(**{f"{prefix}pk__isnull": False})
    return _own(user, Action.PLAYERS, prefix)


def keeps(user: Any, player: Player) -> bool:
    """Return whether a user decides on proposed changes of a person."""
    return Player.objects.filter(kept(user), pk=player.pk).exists()


def changeable(user: Any, players: Iterable[int]) -> set[int]:
    """Return the keys of these people that a user may change: all for a keeper of the register, else people of their
    own tournaments who are in no other one. Three queries."""
    keys = list(players)
    if keeps_installation(user):
        return set(keys)
    mine = tournaments_for(user, Action.PLAYERS)
    allowed = set(Player.objects.filter(_own(user, Action.PLAYERS), pk__in=keys).values_list("pk", flat=True))
    for rows in (Entry.objects, Waiting.objects):
        allowed -= set(rows.filter(player__in=allowed).exclude(tournament__in=mine).values_list("player", flat=True))
    return allowed


def hold(players: Iterable[int]) -> set[int]:
    """Lock people, so that nobody enters or merges them elsewhere until the transaction ends; return the keys of those
    who are there. Tournaments are locked before, and all people of a transaction at once: that is their order."""
    return set(Player.objects.select_for_update().filter(pk__in=players).order_by("pk").values_list("pk", flat=True))


def hold_there(*players: int) -> None:
    """Lock people. Raises Refused where one of them is not there any more, as after a merge in the same moment."""
    if hold(players) != set(players):
        raise Refused(_("This player is not there any more."))


def refusal(player: Player) -> str:
    """Say why a person is not changed here, and who can."""
    return _(
        "%(name)s belongs to another tournament too, so name, club and year of birth are not changed from here. "
        "Ask an organiser of this installation. A rating given here counts in this tournament only."
    ) % {"name": player.name}


NAME, SLUG = "Our club", "club"


def begin(app: AppConfig) -> None:
    """Have a database that was emptied begin with a club again. Called once, when Django is ready."""
    post_migrate.connect(make_first_club, sender=app, dispatch_uid="viertal_first_club")


def make_first_club(sender: AppConfig, **_: Any) -> None:
    """Make the first club where there is none. A database at an earlier migration has no clubs at all."""
    with connection.cursor() as cursor:
        there = Club._meta.db_table in connection.introspection.table_names(cursor)
    if there and not Club.objects.exists():
        Club.objects.create(name=NAME, slug=SLUG)
