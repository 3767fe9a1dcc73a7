"""Teams come into a tournament from a list: looked at first, then carried out as a whole."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.access import Action, require
from tournaments.errors import Refused
from tournaments.imports.lines import Unreadable
from tournaments.imports.teams import TeamLine, read_teams
from tournaments.locks import standings_moved
from tournaments.models import PlayerImport, Team, Tournament
from tournaments.services.waiting import (
    CHANGED,
    NEW,
    REFUSED,
    SAME,
    ListPlan,
    Planned,
    keep,
    refuse_unready,
    take,
)

KIND = PlayerImport.Kind.TEAMS
ACTION = Action.PLAYERS


@transaction.atomic
def upload(tournament_id: int, *, by: Any, filename: str, content: bytes) -> PlayerImport:
    """Keep a list until it was looked at. Raises Refused where the file cannot be read at all."""
    tournament = Tournament.objects.get(pk=tournament_id)
    require(by, ACTION, tournament)
    _read(content)
    return keep(tournament, KIND, by=by, filename=filename, content=content)


def preview(waiting: PlayerImport) -> ListPlan:
    """What the list would do now."""
    return plan(waiting.tournament, _read(bytes(waiting.content)))


@transaction.atomic
def carry_out(import_id: int, *, by: Any, seen: str | None = None) -> ListPlan:
    """Do what the preview with the stamp ``seen`` said, all of it or nothing. Raises Refused."""
    waiting, tournament = take(import_id, KIND, ACTION, by=by)
    done = plan(tournament, _read(bytes(waiting.content)))
    refuse_unready(done, seen)
    keys = set(Team.objects.filter(tournament=tournament).values_list("key", flat=True))
    keys |= {line.row[1] for line in done.lines if line.row[1]}
    # a name may move from one team to another in the same list, so all change at once: first out of the way
    changed = [(line.row[0], line.row[1], line.row[2]) for line in done.lines if line.status == CHANGED]
    for team, _key, _name in changed:
        Team.objects.filter(pk=team.pk).update(name=f"\x1f{team.pk}")
    for team, _key, name in changed:
        Team.objects.filter(pk=team.pk).update(name=name)
    for line in done.lines:
        if line.status == NEW:
            _team, key, name = line.row
            if not key:
                key = next(k for k in (f"T{n}" for n in range(1, len(keys) + 2)) if k not in keys)
                keys.add(key)
            Team.objects.create(tournament=tournament, key=key, name=name)
    waiting.delete()
    if done.count(NEW) or done.count(CHANGED):
        standings_moved(tournament)
    return done


def plan(tournament: Tournament, lines: tuple[TeamLine, ...]) -> ListPlan:
    """Compare a list with the teams that are there, in one query."""
    teams = list(Team.objects.filter(tournament=tournament).order_by("pk"))
    by_key = {team.key.casefold(): team for team in teams}
    by_name = {team.name.casefold(): team for team in teams}
    planned = [_plan_line(line, by_key, by_name) for line in lines]
    _refuse_names_taken(planned, teams)
    return ListPlan((_("Short name"), _("Team")), planned)


def _plan_line(line: TeamLine, by_key: dict[str, Team], by_name: dict[str, Team]) -> Planned:
    shows = (line.key, line.name)
    if line.problems:
        return Planned(line.number, REFUSED, shows, problems=line.problems)
    team = by_key.get(line.key.casefold()) if line.key else by_name.get(line.name.casefold())
    if team is None:
        namesake = by_name.get(line.name.casefold())
        if namesake is not None:
            problem = _("This team's short name is %(key)s; a short name stays as it is.") % {
                "key": namesake.key
            }
            return Planned(line.number, REFUSED, shows, problems=[problem])
        return Planned(line.number, NEW, shows, row=(None, line.key, line.name))
    row = (team, team.key, line.name)
    if team.name == line.name:
        return Planned(line.number, SAME, shows, row=row, stamp=str(team.pk))
    change = _("name: %(before)s → %(after)s") % {"before": team.name, "after": line.name}
    return Planned(line.number, CHANGED, shows, [change], row=row, stamp=f"{team.pk} {team.name}")


def _refuse_names_taken(planned: list[Planned], teams: list[Team]) -> None:
    """No team may get the name of one that keeps it, and no two lines may mean one team."""
    meant: dict[int, int] = {}
    for line in planned:
        if line.row and line.row[0]:
            first = meant.setdefault(line.row[0].pk, line.number)
            if first != line.number:
                line.status = REFUSED
                line.problems.append(_("This is the same team as in line %(line)d.") % {"line": first})
    kept = {team.name.casefold() for team in teams if team.pk not in meant}
    for line in planned:
        if line.status in (NEW, CHANGED) and line.row[2].casefold() in kept:
            line.status = REFUSED
            line.problems.append(_("Another team has this name."))


def _read(content: bytes) -> tuple[TeamLine, ...]:
    try:
        return read_teams(content)
    except Unreadable as error:
        raise Refused(str(error)) from error
