"""Single players, teams and appointments of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Max, ProtectedError
from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import Action, appointable, may_give
from tournaments.domain.errors import Refused, unless_taken
from tournaments.domain.list_plans import NEW, REFUSED
from tournaments.domain.locks import bump_version, locked_tournament, mark_standings_stale
from tournaments.domain.logbook import audited
from tournaments.imports.players import PlayerLine, PlayerList
from tournaments.models import Appointment, Entry, Round, Seat, Team, Tournament, User
from tournaments.services.accounts.invitations import answer_for, end_given
from tournaments.services.entries.check_in import fill_places
from tournaments.services.lists import lists
from tournaments.services.lists.player_lists import plan
from tournaments.text import is_visible


@audited
def enter(tournament_id: int, values: Mapping[str, Any], *, by: Any) -> Entry:
    """Enter one player, as a list of one line would: somebody known is found again. Raises Refused.

    ``values``: ``name``, and ``rating``, ``club``, ``birth_year``, ``fixed_table``, ``team`` (its short name) and
    ``board`` where given.
    """
    tournament = locked_tournament(tournament_id, by, Action.PLAYERS)
    for name in ("name", "club"):
        if values.get(name) and not is_visible(values[name]):
            raise Refused(_("A name must have letters, and no characters that cannot be shown."))
    team = named_team(tournament, values["team"]) if values.get("team") else None
    known = {
        name: values[name] for name in ("rating", "club", "birth_year", "fixed_table", "board") if values.get(name)
    }
    line = PlayerLine(1, name=values["name"], team=team.name if team else "", **known)
    players = PlayerList(frozenset({"name", *known, *(("team",) if team else ())}), (line,))
    before = plan(tournament, players, by=by).lines[0]
    if before.status == REFUSED:
        raise Refused(" ".join(before.problems))
    if before.status != NEW:
        raise Refused(
            _("%(name)s is already entered, with number %(number)d.")
            % {"name": line.name, "number": before.row.entry.number}
        )
    lists.bring_in(tournament, "players", players, by=by)
    queue.send_standings(tournament.pk)
    return Entry.objects.filter(tournament=tournament).order_by("number").last()


@audited
def change(tournament_id: int, number: int, values: Mapping[str, Any], *, by: Any) -> Entry:
    """Change a player's part: ``joined``, ``left``, ``absent``, ``team`` (short name), ``board``, ``fixed_table``."""
    tournament, entry = _entry(tournament_id, number, by)
    values = dict(values)
    if "team" in values:
        entry.team = named_team(tournament, values.pop("team")) if values["team"] else values.pop("team") or None
        if entry.team is None and "board" not in values:
            entry.board = None
    for name, value in values.items():
        setattr(entry, name, value)
    if entry.left is not None:
        played = Seat.objects.filter(entry=entry, table__isnull=False, round__state__in=Round.SHOWN)
        last = played.aggregate(last=Max("round__number"))["last"] or 0
        if entry.left < last:
            raise Refused(
                _("This player already has a seat in round %(round)d and cannot have left before it.") % {"round": last}
            )
    try:
        with transaction.atomic():
            entry.save()
            # constraints that wait for the end of the transaction would be told too late
            connection.check_constraints()
    except IntegrityError as error:
        raise Refused(_entry_problem(str(error))) from error
    mark_standings_stale(tournament)
    queue.send_standings(tournament.pk)
    return entry


@audited
def take_out(tournament_id: int, number: int, *, by: Any) -> None:
    """Take a player out of a tournament that has not begun."""
    tournament, entry = _entry(tournament_id, number, by)
    if tournament.state != Tournament.State.PLANNED:
        raise Refused(_("The tournament has begun. Withdraw this player instead; they stay in the standings."))
    try:
        with transaction.atomic():
            entry.delete()
    except ProtectedError:
        raise Refused(_("This player had a seat in a round that was put aside. Withdraw them instead.")) from None
    mark_standings_stale(tournament)
    fill_places(tournament)


@audited
def save_team(tournament_id: int, key: str, name: str, *, by: Any) -> Team:
    """Make a team, or give it another name."""
    tournament = locked_tournament(tournament_id, by, Action.PLAYERS)
    if not (is_visible(key) and is_visible(name)):
        raise Refused(_("A name must have letters, and no characters that cannot be shown."))
    with unless_taken(_("Another team has this name. Give each team its own name.")):
        team, _made = Team.objects.update_or_create(
            tournament=tournament, key=key, defaults={"name": name, "proposed": False}
        )
    bump_version(tournament)
    return team


@audited
def remove_team(tournament_id: int, key: str, *, by: Any) -> None:
    """Take a team away in which nobody is."""
    tournament = locked_tournament(tournament_id, by, Action.PLAYERS)
    team = named_team(tournament, key)
    if team.entries.exists():
        raise Refused(_("This team has players. Move them to another team first."))
    team.delete()
    bump_version(tournament)


@audited
def appoint(tournament_id: int, username: str, role: str, *, by: Any, tables: Sequence[int] = ()) -> Appointment:
    """Appoint somebody who has a login, or change their role. ``tables``: those of a table judge."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    user = appointable([tournament.club_id], by).filter(username=username, is_active=True, is_temporary=False).first()
    if user is None:
        raise Refused(_("There is no user “%(name)s”.") % {"name": username})
    before = may_give(user, tournament=tournament)
    appointment, _made = Appointment.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role, "tables": sorted({*tables})}
    )
    answer_for(user.pk, by, tournament=tournament)
    if before:
        end_given([user.pk])
    return appointment


@audited
def dismiss(tournament_id: int, username: str, *, by: Any) -> None:
    """End somebody's appointment. One that there is not has ended."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    Appointment.objects.filter(tournament=tournament, user__username=username, user__is_temporary=False).delete()
    end_given(User.objects.filter(username=username).values_list("pk", flat=True))


def _entry(tournament_id: int, number: int, by: Any) -> tuple[Tournament, Entry]:
    tournament = locked_tournament(tournament_id, by, Action.PLAYERS)
    entry = Entry.objects.select_related("player", "team").filter(tournament=tournament, number=number).first()
    if entry is None:
        raise Entry.DoesNotExist(_("There is no player %(number)d.") % {"number": number})
    return tournament, entry


def named_team(tournament: Tournament, key: str) -> Team:
    """Return a team by its short name. Raises Refused."""
    team = Team.objects.filter(tournament=tournament, key=key).first()
    if team is None:
        raise Refused(_("There is no team “%(key)s”.") % {"key": key})
    return team


def _entry_problem(text: str) -> str:
    if "entry_board_once" in text:
        return _("Another player has this board.")
    if "entry_board_in_team" in text:
        return _("A board is a place in a team. Enter the team, too.")
    if "entry_left_after_joined" in text:
        return _("The last round is before the first one.")
    return _("These values do not go together.")
