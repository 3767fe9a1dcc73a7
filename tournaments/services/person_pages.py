"""The page about a person over all their events: they agree to it by their personal link, and take that back. Whether
search engines may list it is a question of its own.

The link is checked by whoever calls these.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock
from tournaments.models import Entry, PersonPage
from tournaments.selectors.shown_names import fully_shown


def agree(entry_id: int) -> None:
    """Note that a player wants a page over all their events. Raises Refused for a minor, and for somebody whose full
    name is not shown at each of their events."""
    with transaction.atomic():
        player = _locked(entry_id)
        if player not in fully_shown([player]):
            raise Refused(
                _(
                    "There is no such page for minors, nor for somebody whose full name is not shown at each of their "
                    "tournaments. An organiser can change how a name is shown."
                )
            )
        PersonPage.objects.get_or_create(player_id=player)


def take_back(entry_id: int) -> None:
    """Take the page of a player away at once."""
    with transaction.atomic():
        PersonPage.objects.filter(player=_locked(entry_id)).delete()


def let_search_engines(entry_id: int, listed: bool) -> None:
    """Note whether search engines may list a player's page; without a page there is nothing to note."""
    player = Entry.objects.filter(pk=entry_id).values("player")
    PersonPage.objects.filter(player__in=player).update(listed=listed)


def _locked(entry_id: int) -> int:
    """Return the player of an entry, with all their tournaments locked: pages there lead to the person's page."""
    player: int = Entry.objects.values_list("player", flat=True).get(pk=entry_id)
    for pk in sorted(Entry.objects.filter(player=player).values_list("tournament", flat=True)):
        bump_version(lock(pk))
    return player
