"""Players come into a tournament, by hand or from a list, late or on time, and leave it again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournaments.access import Action, require
from tournaments.errors import Refused
from tournaments.imports.lines import Unreadable
from tournaments.imports.players import PlayerLine, PlayerList, read_players
from tournaments.locks import standings_moved
from tournaments.logbook import acting, recorded
from tournaments.models import Entry, Player, PlayerImport, Round, Team, Tournament
from tournaments.models.player import MOST_NUMBER
from tournaments.services.tournaments import people_changed
from tournaments.services.waiting import CHANGED, NEW, REFUSED, SAME, keep, take

ONE_LIST_AT_A_TIME = 4_184_107
PERSON_FIELDS = ("rating", "club", "birth_year")


@dataclass(slots=True)
class PlannedLine:
    """What would become of a line: ``status`` is new, changed, same or refused; ``changes`` are sentences."""

    line: PlayerLine
    status: str
    player: Player | None = None
    entry: Entry | None = None
    changes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do, line by line. It is carried out as a whole or not at all."""

    lines: tuple[PlannedLine, ...]
    columns: frozenset[str]

    def count(self, status: str) -> int:
        return sum(planned.status == status for planned in self.lines)

    @property
    def counts(self) -> dict[str, int]:
        return {status: self.count(status) for status in (NEW, CHANGED, SAME, REFUSED)}

    @property
    def refused(self) -> bool:
        return self.count(REFUSED) > 0


@recorded
def upload(tournament_id: int, *, by: Any, filename: str, content: bytes) -> PlayerImport:
    """Keep a list until it was looked at. Raises Refused where the file cannot be read at all."""
    tournament = Tournament.objects.get(pk=tournament_id)
    require(by, Action.PLAYERS, tournament)
    _read(content)
    return keep(tournament, PlayerImport.Kind.PLAYERS, by=by, filename=filename, content=content)


def preview(upload_: PlayerImport) -> Plan:
    """What the uploaded list would do now."""
    return plan(upload_.tournament, _read(bytes(upload_.content)))


@recorded
def carry_out(import_id: int, *, by: Any) -> Plan:
    """Do what the preview said, all of it or nothing. Raises Refused if any line is refused.

    Carried out twice, by two people or two clicks, the second finds nothing left to do.
    """
    waiting, tournament = take(import_id, PlayerImport.Kind.PLAYERS, Action.PLAYERS, by=by)
    with acting(door="import", tournament=tournament.pk):
        done = import_list(tournament, _read(bytes(waiting.content)))
    waiting.delete()
    return done


def import_list(tournament: Tournament, players: PlayerList) -> Plan:
    """Carry out a list. The tournament must be locked. Raises Refused where a line is."""
    with connection.cursor() as cursor:
        # people belong to all tournaments, so lists are imported one after the other
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ONE_LIST_AT_A_TIME])
    planned = plan(tournament, players)
    if planned.refused:
        raise Refused(
            _("Nothing was imported: some lines are refused. Mend them in the file and choose it again.")
        )
    late = Latecomers(tournament, planned.count(NEW))
    teams = {team.name: team for team in Team.objects.filter(tournament=tournament)}
    people: tuple[list[Player], list[Player]] = ([], [])
    entries: tuple[list[Entry], list[Entry]] = ([], [])
    for p in planned.lines:
        line = p.line
        player = p.player or Player(name=line.name)
        if p.player is None or p.changes:
            for name in PERSON_FIELDS:
                value = getattr(line, name)
                if name in planned.columns and (value or p.player is None):
                    setattr(player, name, value)
            people[p.player is not None].append(player)
        entry = p.entry
        if entry is None:
            entry = late.place(Entry(tournament=tournament, player=player))
        elif not p.changes:
            continue
        if "fixed_table" in planned.columns:
            entry.fixed_table = line.fixed_table
        if line.team:
            entry.team = teams.get(line.team) or _new_team(tournament, line.team, teams)
            entry.board = line.board
        entries[p.entry is not None].append(entry)
    Player.objects.bulk_create(people[0])
    Player.objects.bulk_update(people[1], PERSON_FIELDS)
    Entry.objects.bulk_create(entries[0])
    Entry.objects.bulk_update(entries[1], ["fixed_table", "team", "board"])
    if planned.count(NEW) or planned.count(CHANGED):
        standings_moved(tournament)
    # a year of birth can hide a name, so it must reach the pages of his other tournaments too
    if told := [p.player.pk for p in planned.lines if p.player is not None and p.changes]:
        transaction.on_commit(lambda: people_changed(told, besides=tournament.pk))
    return planned


def plan(tournament: Tournament, players: PlayerList) -> Plan:
    """Compare a list with who is there. A fixed number of queries, whatever the length of the list."""
    names = {line.name for line in players.lines if line.name}
    entered = list(Entry.objects.filter(tournament=tournament).select_related("player", "team"))
    entry_of = {entry.player_id: entry for entry in entered}
    known: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(Q(name__in=names) | Q(pk__in=entry_of)):
        known[player.name.casefold()].append(player)
    taken: dict[int, int] = {}
    lines = [_plan_line(line, players, known, entry_of, taken) for line in players.lines]
    _refuse_boards_twice(lines, entered)
    return Plan(tuple(lines), players.columns)


def _plan_line(
    line: PlayerLine,
    players: PlayerList,
    known: dict[str, list[Player]],
    entry_of: dict[int, Entry],
    taken: dict[int, int],
) -> PlannedLine:
    if line.problems:
        return PlannedLine(line, REFUSED)
    candidates = _candidates(line, known.get(line.name.casefold(), ()), entry_of)
    if len(candidates) > 1:
        line.problems.append(
            _("%(count)d players of this name are known; a club or a year of birth must say which one it is.")
            % {"count": len(candidates)}
        )
        return PlannedLine(line, REFUSED)
    player = candidates[0] if candidates else None
    if player is not None and player.pk in taken:
        line.problems.append(
            _("This is the same player as in line %(line)d; a club or a year of birth must tell them apart.")
            % {"line": taken[player.pk]}
        )
        return PlannedLine(line, REFUSED)
    if player is not None:
        taken[player.pk] = line.number
    entry = entry_of.get(player.pk) if player else None
    if player is not None and _becomes_another(line, players.columns, player, known[line.name.casefold()]):
        line.problems.append(
            _("With this club and year of birth the player would be the same as another one who is known.")
        )
        return PlannedLine(line, REFUSED)
    changes = _changes(line, players.columns, player, entry)
    status = NEW if entry is None else CHANGED if changes else SAME
    return PlannedLine(line, status, player, entry, changes)


def _becomes_another(
    line: PlayerLine, columns: frozenset[str], player: Player, namesakes: Iterable[Player]
) -> bool:
    """Whether what the line adds to a player makes him one with a namesake."""
    club = line.club if "club" in columns and line.club else player.club
    year = line.birth_year if "birth_year" in columns and line.birth_year else player.birth_year
    return any(
        other.pk != player.pk and (other.name, other.club, other.birth_year) == (player.name, club, year)
        for other in namesakes
    )


def _refuse_boards_twice(lines: Iterable[PlannedLine], entered: Iterable[Entry]) -> None:
    """A team has one player on each board: among the lines, and with those who are not in the list."""
    lines = list(lines)
    moved = {p.entry.pk for p in lines if p.entry is not None and p.line.team}
    held = {
        (entry.team.name, entry.board): entry.player.name
        for entry in entered
        if entry.team is not None and entry.board is not None and entry.pk not in moved
    }
    for planned in lines:
        line = planned.line
        if planned.status == REFUSED or not line.team or line.board is None:
            continue
        place = (line.team, line.board)
        if place in held:
            planned.status = REFUSED
            line.problems.append(
                _("Board %(board)d of %(team)s is %(name)s's.")
                % {"board": line.board, "team": line.team, "name": held[place]}
            )
        held.setdefault(place, line.name)


def _candidates(line: PlayerLine, players: Iterable[Player], entry_of: dict[int, Entry]) -> list[Player]:
    """Who of a name can be meant: nobody whose year or club is known to be another."""

    def fits(player: Player) -> bool:
        year = not (line.birth_year and player.birth_year) or line.birth_year == player.birth_year
        club = not (line.club and player.club) or line.club.casefold() == player.club.casefold()
        return year and club

    def exact(player: Player) -> bool:
        return (player.club.casefold(), player.birth_year) == (line.club.casefold(), line.birth_year)

    fitting = [player for player in players if fits(player)]
    return [p for p in fitting if exact(p)] or [p for p in fitting if p.pk in entry_of] or fitting


def _changes(
    line: PlayerLine, columns: frozenset[str], player: Player | None, entry: Entry | None
) -> list[str]:
    changes: list[str] = []

    def compare(what: str, before: Any, after: Any) -> None:
        if before != after:
            changes.append(f"{what}: {before or '–'} → {after or '–'}")

    if player is not None:
        # an empty cell says nothing about a person; it does not erase what is known
        labels = {"rating": _("rating"), "club": _("club"), "birth_year": _("year of birth")}
        for name, label in labels.items():
            value = getattr(line, name)
            if name in columns and value:
                compare(label, getattr(player, name), value)
    if entry is not None:
        if "fixed_table" in columns:
            compare(_("fixed table"), entry.fixed_table, line.fixed_table)
        if line.team:
            compare(_("team"), entry.team.name if entry.team else None, line.team)
            compare(_("board"), entry.board, line.board)
    return changes


class Latecomers:
    """Gives new entries of a tournament their numbers and the first round that they can play.

    Raises Refused where there are no numbers for so many ``more``.
    """

    def __init__(self, tournament: Tournament, more: int = 1) -> None:
        self._last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
        self._joined = next_round(tournament)
        if self._last + more > MOST_NUMBER:
            raise Refused(_("Pairing numbers go up to %(most)d.") % {"most": MOST_NUMBER})

    def place(self, entry: Entry) -> Entry:
        """A new entry with a number and a first round, where it was not given others by hand."""
        if entry.number is None:
            self._last += 1
            entry.number = self._last
        if entry.pk is None and entry.joined == 1:
            entry.joined = self._joined
        return entry


def next_round(tournament: Tournament) -> int:
    """The first round that somebody who is entered now can play."""
    made = tournament.rounds.exclude(
        state__in=[Round.State.DISCARDED, Round.State.PAIRING, Round.State.FAILED]
    )
    last: int | None = made.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _new_team(tournament: Tournament, name: str, teams: dict[str, Team]) -> Team:
    keys = {team.key for team in teams.values()}
    key = next(k for k in (f"T{n}" for n in range(1, len(keys) + 2)) if k not in keys)
    teams[name] = Team.objects.create(tournament=tournament, key=key, name=name)
    return teams[name]


def _read(content: bytes) -> PlayerList:
    try:
        return read_players(content)
    except Unreadable as error:
        raise Refused(str(error)) from error
