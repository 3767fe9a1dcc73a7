"""A person: their details, changed from a tournament's desk, and the page about them over all their events.

They agree to the page by their personal link, which whoever calls checks, and take that back. Whether search engines
may list it is a question of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.domain import queue, register
from tournaments.domain.access import Action, clubs_of, keeps_installation, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock, mark_standings_stale
from tournaments.domain.logbook import signed
from tournaments.models import Entry, PersonPage, Player, Team, Tournament
from tournaments.selectors.shown_names import fully_shown
from tournaments.services.tournament_changes import person_changed
from tournaments.text import is_visible

OF_A_PERSON = ("name", "club", "rating", "birth_year", "name_shown")
HIDDEN = ("birth_year", "name_shown")
"""What only those who know a person read."""
FIXED = ("name", "club", *HIDDEN)
"""What only those change who may change the person."""


@signed
def edit(entry_id: int, *, by: Any, check: Callable[[Entry], None] | None = None, **values: Any) -> None:
    """Change what is given of a person (``name``, ``club``, ``rating``, ``birth_year``, and ``name_shown``, which
    organisers of the installation change) and of their place here (``team``, ``board``, ``marks``). Every tournament
    that they are in shows it. Of somebody who belongs to another tournament only the rating and the marks change, and
    count here alone. Raises Refused where their team is fixed, a board is somebody else's, or they would be the same as
    another person. ``check`` is given the entry as it is, locked, and raises where its author saw another.
    """
    with transaction.atomic():
        tournament = lock(Entry.objects.values_list("tournament", flat=True).get(pk=entry_id))
        require(by, Action.PLAYERS, tournament)
        register.hold(Entry.objects.filter(pk=entry_id).values("player"))
        entry = Entry.objects.select_related("player", "team").get(pk=entry_id)
        if check is not None:
            check(entry)
        ours = entry.player_id in register.changeable(by, [entry.player_id])
        if not ours:
            _only_here(entry, values, by)
        if values.get("name_shown", entry.player.name_shown) != entry.player.name_shown:
            _require_keeper(by, entry.player)
        if "name" in values and not is_visible(values["name"]):
            raise Refused(_("A name must have letters, and no characters that cannot be shown."))
        team: Team | None = values.get("team", entry.team)
        new_team = (team.pk if team else None, values.get("board", entry.board) if team else None)
        if new_team != (entry.team_id, entry.board):
            if tournament.state != Tournament.State.PLANNED and tournament.rounds.exists():
                raise Refused(_("Teams and boards cannot be changed once round 1 is paired."))
            entry.team, entry.board = team, new_team[1]
            try:
                with transaction.atomic():
                    entry.save(update_fields=["team", "board"])
                    _now()
            except IntegrityError:
                raise Refused(_("Another player of this team has this board.")) from None
        if (marks := values.get("marks", entry.marks)) != entry.marks:
            entry.marks = marks
            entry.save(update_fields=["marks"])
        if not ours:
            mark_standings_stale(tournament)
            queue.send_standings(tournament.pk)
            return
        try:
            with transaction.atomic():
                Player.objects.filter(pk=entry.player_id).update(
                    **{name: values[name] for name in OF_A_PERSON if name in values}
                )
        except IntegrityError:
            raise Refused(_("There is already a player with this name, club and year of birth.")) from None
    person_changed(entry.player_id)


def _require_keeper(by: Any, player: Player) -> None:
    if not (keeps_installation(by) or clubs_of(by).filter(pk=player.register_id).exists()):
        raise PermissionDenied(_("Only an organiser of this installation can change how a person’s name is shown."))


def _only_here(entry: Entry, values: dict[str, Any], by: Any) -> None:
    """Give somebody else's person the rating that counts here. Raises PermissionDenied where more would change: of
    what is hidden from who asks it is not even said whether it would."""
    hidden = () if register.knows(by, entry.player) else HIDDEN
    if any(name in values and (name in hidden or values[name] != getattr(entry.player, name)) for name in FIXED):
        raise PermissionDenied(register.refusal(entry.player))
    if "rating" in values and values["rating"] != entry.rating:
        entry.has_own_rating, entry.own_rating = True, values["rating"]
        entry.save(update_fields=["has_own_rating", "own_rating"])


def _now() -> None:
    """Have deferred constraints say at once what they would say at the end."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS entry_board_once IMMEDIATE")
        cursor.execute("SET CONSTRAINTS entry_board_once DEFERRED")


def agree_to_page(entry_id: int) -> None:
    """Note that a player wants a page over all their events. Raises Refused for a minor, and for somebody whose full
    name is not shown at each of their events."""
    with transaction.atomic():
        player = _page_locked(entry_id)
        if player not in fully_shown([player]):
            raise Refused(
                _(
                    "There is no such page for minors, nor for somebody whose full name is not shown at each of their "
                    "tournaments. An organiser can change how a name is shown."
                )
            )
        PersonPage.objects.get_or_create(player_id=player)


def take_page_back(entry_id: int) -> None:
    """Take the page of a player away at once."""
    with transaction.atomic():
        PersonPage.objects.filter(player=_page_locked(entry_id)).delete()


def let_search_engines(entry_id: int, listed: bool) -> None:
    """Note whether search engines may list a player's page; without a page there is nothing to note."""
    player = Entry.objects.filter(pk=entry_id).values("player")
    PersonPage.objects.filter(player__in=player).update(listed=listed)


def _page_locked(entry_id: int) -> int:
    """Return the player of an entry, with all their tournaments locked: pages there lead to the person's page."""
    player: int = Entry.objects.values_list("player", flat=True).get(pk=entry_id)
    for pk in sorted(Entry.objects.filter(player=player).values_list("tournament", flat=True)):
        bump_version(lock(pk))
    return player
