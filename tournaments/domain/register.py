"""The rights over people: reading and changing what is known of a person.

A person belongs to the tournament that entered them first (``Player.home``), or to the installation's register alone.
Others enter them by name, and see of them what every desk shows: name, club and rating. Who organises the whole
installation keeps the register, and reads and changes everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, may_create, organises, tournaments_for
from tournaments.models import Entry, Player, Waiting


def known(user: Any, action: Action, prefix: str = "") -> Q:
    """Return a filter for the people of whom a user reads everything, as they may do ``action`` where those people
    belong.

    ``prefix`` leads from the rows asked for to the person: ``player__``.
    """
    if organises(user):
        return Q(**{f"{prefix}pk__isnull": False})
    return Q(**{f"{prefix}home__in": tournaments_for(user, action)})


def knows(user: Any, player: Player, action: Action = Action.PLAYERS) -> bool:
    """Return whether a user reads everything of a person."""
    if organises(user):
        return True
    return player.home_id is not None and tournaments_for(user, action).filter(pk=player.home_id).exists()


def kept(user: Any, prefix: str = "") -> Q:
    """Return the people whom a user keeps, and on whose proposed changes they decide: those of their tournaments, or
    everybody for who organises the installation. ``prefix`` as for `known`."""
    if may_create(user):
        return Q(**{f"{prefix}pk__isnull": False})
    return Q(**{f"{prefix}home__in": tournaments_for(user, Action.PLAYERS)})


def keeps(user: Any, player: Player) -> bool:
    """Return whether a user decides on proposed changes of a person."""
    return Player.objects.filter(kept(user), pk=player.pk).exists()


def changeable(user: Any, players: Iterable[int]) -> set[int]:
    """Return the keys of these people that a user may change: all for a keeper of the register, else people of their
    own tournaments who are in no other one. Three queries."""
    keys = list(players)
    if may_create(user):
        return set(keys)
    mine = tournaments_for(user, Action.PLAYERS)
    allowed = set(Player.objects.filter(pk__in=keys, home__in=mine).values_list("pk", flat=True))
    for rows in (Entry.objects, Waiting.objects):
        allowed -= set(rows.filter(player__in=allowed).exclude(tournament__in=mine).values_list("player", flat=True))
    return allowed


def hold(players: Iterable[int]) -> None:
    """Lock people, so that nobody enters them elsewhere until the transaction ends. Tournaments are locked before."""
    list(Player.objects.select_for_update().filter(pk__in=players).order_by("pk").values_list("pk"))


def refusal(player: Player) -> str:
    """Say why a person is not changed here, and who can."""
    return _(
        "%(name)s belongs to another tournament too, so name, club and year of birth are not changed from here. "
        "Ask an organiser of this installation. A rating given here counts in this tournament only."
    ) % {"name": player.name}
