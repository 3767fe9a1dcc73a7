"""A list of teams: what it would do, and doing it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from django.db.models import TextField, Value
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _

from tournaments.domain.list_plans import CHANGED, LEFT, NEW, REFUSED, SAME, ListPlan, Planned, read_as
from tournaments.domain.locks import mark_standings_stale
from tournaments.imports.teams import TeamLine, TeamList
from tournaments.models import Team, Tournament
from tournaments.sentences import sentence
from tournaments.services.lists.import_runs import BATCH, Tick


def write(tournament: Tournament, planned: ListPlan, *, tick: Tick) -> None:
    """Carry out a planned list of teams. The tournament must be locked."""
    taken = set(Team.objects.filter(tournament=tournament).values_list("key", flat=True))
    coming = [line for line in planned.lines if not line.left_out]
    keys = free_keys(taken | {line.row[1] for line in coming if line.row[1]})
    changed, new = [], []
    for line in coming:
        team, key, name = line.row
        if line.status == CHANGED:
            team.name, team.proposed = name, False
            changed.append(team)
        elif line.status == NEW:
            new.append(Team(tournament=tournament, key=key or next(keys), name=name))
    # a name may move from one team to another in the same list, so all change at once: first out of the way
    Team.objects.filter(pk__in=[team.pk for team in changed]).update(
        name=Concat(Value("\x1f"), Cast("pk", TextField()))
    )
    Team.objects.bulk_update(changed, ["name", "proposed"], batch_size=BATCH)
    tick(len(planned.lines) - len(new))
    for at in range(0, len(new), BATCH):
        Team.objects.bulk_create(new[at : at + BATCH])
        tick(len(new[at : at + BATCH]))
    if changed or new:
        mark_standings_stale(tournament)


def drop_proposed(tournament: Tournament) -> None:
    """Take away the teams that a card of the setup proposed and nobody was put into. The tournament must be locked."""
    proposed = Team.objects.filter(tournament=tournament, proposed=True)
    empty = proposed.filter(entries__isnull=True, penalties__isnull=True)
    if empty.exists():
        empty.delete()
        mark_standings_stale(tournament)


def free_keys(taken: set[str]) -> Iterator[str]:
    """Yield short names for teams that come without one: T1, T2, …"""
    return (key for key in (f"T{n}" for n in count(1)) if key not in taken)


def plan(tournament: Tournament, read: TeamList) -> ListPlan:
    """Compare a list with the teams that are there, in one query."""
    teams = list(Team.objects.filter(tournament=tournament).order_by("pk"))
    by_key = {team.key.casefold(): team for team in teams}
    by_name = {team.name.casefold(): team for team in teams}
    planned = [_plan_line(line, by_key, by_name).of_file(line.cells) for line in read.lines]
    _refuse_names_taken(planned, teams)
    return ListPlan((_("Short name"), _("Team")), planned, layout=read_as(read))


def _plan_line(line: TeamLine, by_key: dict[str, Team], by_name: dict[str, Team]) -> Planned:
    shows = (line.key, line.name)
    if line.left:
        return Planned(line.number, LEFT, shows, remarks=[sentence(line.left)])
    if line.problems:
        return Planned(line.number, REFUSED, shows, problems=[sentence(problem) for problem in line.problems])
    team = by_key.get(line.key.casefold()) if line.key else by_name.get(line.name.casefold())
    if team is None:
        namesake = by_name.get(line.name.casefold())
        if namesake is not None:
            problem = _("This team's short name is %(key)s and cannot be changed.") % {"key": namesake.key}
            return Planned(line.number, REFUSED, shows, problems=[problem])
        return Planned(line.number, NEW, shows, row=(None, line.key, line.name))
    row = (team, team.key, line.name)
    if team.name == line.name:
        return Planned(line.number, SAME, shows, row=row, stamp=str(team.pk))
    change = _("name: %(before)s → %(after)s") % {"before": team.name, "after": line.name}
    return Planned(line.number, CHANGED, shows, [change], row=row, stamp=f"{team.pk} {team.name}")


def _refuse_names_taken(planned: list[Planned], teams: list[Team]) -> None:
    """Refuse lines that give a team the name of another that keeps it, and two lines that mean one team."""
    meant: dict[int, int] = {}
    for line in planned:
        if line.row and line.row[0]:
            first = meant.setdefault(line.row[0].pk, line.number)
            if first != line.number:
                line.refuse(_("This is the same team as in line %(line)d.") % {"line": first})
    refused = True
    while refused:
        # a team whose line is refused keeps its name, which another line may have wanted
        moving = {line.row[0].pk for line in planned if line.status == CHANGED}
        kept = {team.name.casefold() for team in teams if team.pk not in moving}
        refused = False
        for line in planned:
            if line.status in (NEW, CHANGED) and line.row[2].casefold() in kept:
                line.refuse(_("Another team has this name."))
                refused = True
