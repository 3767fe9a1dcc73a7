"""A person: their details, changed from a tournament's desk, and the page about them over all their events.

They agree to the page by their personal link, which whoever calls checks, and take that back. Whether search engines
may list it is a question of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain import queue, register
from tournaments.domain.access import Action, clubs_of, keeps_installation, may, require
from tournaments.domain.errors import Refused, unless_taken
from tournaments.domain.locks import bump_version, lock, mark_standings_stale
from tournaments.domain.logbook import audited, signed
from tournaments.models import Entry, PersonPage, Player, Proposal, Team, Tournament, User
from tournaments.selectors.people.shown_names import fully_shown
from tournaments.services.tournament_changes import person_changed
from tournaments.text import is_visible

OF_A_PERSON = ("name", "club", "rating", "birth_year", "name_shown")
HIDDEN = ("birth_year", "name_shown")
"""What only those who know a person read."""
FIXED = ("name", "club", *HIDDEN)
"""What only those change who may change the person."""
MOST_OPEN = 20
MOST_A_DAY = 60
"""How many changes one person proposes: more is for a list that who keeps the people imports."""


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
            with unless_taken(_("Another player of this team has this board.")):
                entry.save(update_fields=["team", "board"])
                connection.check_constraints()  # at the end of the transaction it would be too late
        if (marks := values.get("marks", entry.marks)) != entry.marks:
            entry.marks = marks
            entry.save(update_fields=["marks"])
        if not ours:
            mark_standings_stale(tournament)
            queue.send_standings(tournament.pk)
            return
        with unless_taken(_("There is already a player with this name, club and year of birth.")):
            Player.objects.filter(pk=entry.player_id).update(
                **{name: values[name] for name in OF_A_PERSON if name in values}
            )
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


@audited
def propose(entry_id: int, *, by: Any, **values: Any) -> Proposal:
    """Propose another ``name``, ``club`` or ``birth_year`` of somebody who is entered; their last open proposal gives
    way. Raises Refused where nothing would change, or who asks may change the person anyway."""
    tournament = lock(Entry.objects.values_list("tournament", flat=True).get(pk=entry_id))
    require(by, Action.PLAYERS, tournament)
    register.hold(Entry.objects.filter(pk=entry_id).values("player"))
    player = Entry.objects.select_related("player").get(pk=entry_id).player
    if player.pk in register.changeable(by, [player.pk]):
        raise Refused(_("You can change this player yourself; nothing needs to be proposed."))
    # a year of birth is taken as it comes: whether it is another one is not told
    wanted = {
        key: values[key] for key in ("name", "club") if values.get(key, getattr(player, key)) != getattr(player, key)
    }
    if values.get("birth_year") is not None:
        wanted["birth_year"] = values["birth_year"]
    if not wanted:
        raise Refused(_("Nothing would change. Enter the name, the club or the year of birth as it should be."))
    if "name" in wanted and not is_visible(wanted["name"]):
        raise Refused(_("A name must have letters, and no characters that cannot be shown."))
    # in one order for everybody who proposes at this moment
    mine = Proposal.objects.filter(by=User.objects.select_for_update().get(pk=by.pk))
    mine.filter(player=player, state=Proposal.State.OPEN).delete()
    lately = mine.filter(at__gt=timezone.now() - timedelta(days=1)).count()
    if mine.filter(state=Proposal.State.OPEN).count() >= MOST_OPEN or lately >= MOST_A_DAY:
        raise Refused(_("You have proposed many changes. Wait until some of them are decided."))
    return Proposal.objects.create(player=player, tournament=tournament, by=by, **wanted)


@signed
def decide(proposal_id: int, *, by: Any, accept: bool, seen: str) -> Proposal:
    """Accept a proposal, which changes the person everywhere, or decline it. ``seen`` says in which state the
    person and the proposal were read (`Proposal.seen`).

    Where who proposed it may not any more, or the person no longer plays there, it lapses instead. Raises
    PermissionDenied, and Refused where it was decided or changed meanwhile or the person would be another's double.
    """
    with transaction.atomic():
        lock(Proposal.objects.values_list("tournament", flat=True).get(pk=proposal_id))
        register.hold(Proposal.objects.filter(pk=proposal_id).values("player"))
        proposal = (
            Proposal.objects.select_for_update(of=("self",))
            .select_related("player", "tournament", "by")
            .get(pk=proposal_id)
        )
        if not register.keeps(by, proposal.player):
            raise PermissionDenied(_("Others keep this player’s data; they decide."))
        if proposal.by_id == by.pk and not keeps_installation(by):
            raise PermissionDenied(_("You proposed this yourself; somebody else decides."))
        if proposal.state != Proposal.State.OPEN:
            raise Refused(_("This proposal has already been decided."))
        if seen != proposal.seen:
            raise Refused(_("The player or the proposal has changed meanwhile. Read it again, then decide."))
        proposal.state = Proposal.State.DECLINED
        if accept:
            proposal.state = Proposal.State.ACCEPTED if _still_stands(proposal) else Proposal.State.LAPSED
        proposal.decided_by, proposal.decided_at = by, timezone.now()
        proposal.save(update_fields=["state", "decided_by", "decided_at"])
        if proposal.state != Proposal.State.ACCEPTED:
            return proposal
        with unless_taken(_("There is already a player with this name, club and year of birth.")):
            Player.objects.filter(pk=proposal.player_id).update(**proposal.values)
    person_changed(proposal.player_id)
    return proposal


def _still_stands(proposal: Proposal) -> bool:
    """Return whether who proposed it still works with players there, and the person still plays there."""
    plays = Entry.objects.filter(player=proposal.player_id, tournament=proposal.tournament_id).exists()
    return plays and proposal.by.is_active and may(proposal.by, Action.PLAYERS, proposal.tournament)
