"""A list of players: the people whom its names can mean, what it would do, and doing it."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from tournaments.domain import register
from tournaments.domain.access import Action, organises, tournaments_for
from tournaments.domain.list_plans import CHANGED, LEFT, NEW, REFUSED, SAME, ListPlan, Planned, Stale, read_as
from tournaments.domain.locks import mark_standings_stale
from tournaments.domain.logbook import signed
from tournaments.imports.choices import NOBODY_KNOWN
from tournaments.imports.players import PlayerLine, PlayerList
from tournaments.models import Entry, Player, Team, Tournament
from tournaments.selectors.rounds.offers import Latecomers
from tournaments.sentences import sentence
from tournaments.services.lists.import_runs import BATCH, Tick
from tournaments.services.lists.team_lists import free_keys

PERSON_FIELDS = ("rating", "club", "birth_year")
ENTRY_FIELDS = ("fixed_table", "team", "board", "has_own_rating", "own_rating", "marks")
SHOWN_AS_NEEDED = ("team", "board", "marks")
"""Columns that a preview has where the list has them."""


class Row(NamedTuple):
    """The subject of a line. ``ours``: the list may change the person; of somebody else's it gives a rating that
    counts here, and nothing more. ``changes``: it changes something of who is known."""

    line: PlayerLine
    player: Player | None
    entry: Entry | None
    ours: bool
    changes: bool


def plan(tournament: Tournament, players: PlayerList, *, by: Any) -> ListPlan:
    """Compare a list with who is there, for somebody who brings it. A fixed number of queries, whatever the length of
    the list."""
    entered = list(Entry.objects.filter(tournament=tournament).select_related("player", "team"))
    known = known_people(tournament, players.lines, entered, by=by)
    taken: dict[int, int] = {}
    lines = [_plan_line(line, players, known, taken) for line in players.lines]
    _refuse_boards_twice(lines, entered)
    heading = [_("Name"), _("Rating"), _("Club"), _("Born"), _("Fixed table")]
    labels = {"team": _("Team"), "board": _("Board"), "marks": _("Marks")}
    heading += [labels[column] for column in SHOWN_AS_NEEDED if column in players.columns]
    return ListPlan(heading, lines, layout=read_as(players))


@signed
def write(tournament: Tournament, planned: ListPlan, columns: frozenset[str], *, by: Any, tick: Tick) -> list[int]:
    """Carry out a planned list of players. Returns the keys of people whose own data changed: their other tournaments
    show it as well. The tournament must be locked, and people held. Raises Refused where there are no numbers for so
    many, Stale where somebody was entered elsewhere or merged meanwhile."""
    moved = [p.row.player.pk for p in planned.lines if p.row and p.row.player and p.row.ours and p.row.changes]
    entered = [p.row.player.pk for p in planned.lines if p.row and p.row.player and p.row.entry is None]
    known = {*moved, *entered}
    if register.hold(known) != known or register.changeable(by, moved) != set(moved):
        raise Stale
    late = Latecomers(tournament, planned.count(NEW))
    teams = _teams(tournament, planned)
    people: tuple[list[Player], list[Player]] = ([], [])
    entries: tuple[list[Entry], list[Entry]] = ([], [])
    for p in planned.lines:
        if p.row is None:
            tick(1)
            continue
        line, player, entry, ours, changes = p.row
        if player is None or (ours and changes):
            is_known = player is not None
            player = player or Player(name=line.name, home=tournament, register_id=tournament.club_id)
            for name in PERSON_FIELDS:
                value = getattr(line, name)
                if name in columns and (value or not is_known):
                    setattr(player, name, value)
            people[is_known].append(player)
        if entry is not None and not changes:
            tick(1)
            continue
        saved = entry or late.place(Entry(tournament=tournament, player=player))
        if not ours and "rating" in columns and line.rating and line.rating != saved.rating:
            saved.has_own_rating, saved.own_rating = True, line.rating
        if "fixed_table" in columns:
            saved.fixed_table = line.fixed_table
        # an empty cell says nothing: marks that were typed at the desk stay
        saved.marks = line.marks or saved.marks
        if line.team:
            saved.team = teams[line.team]
            saved.board = line.board
        entries[entry is not None].append(saved)
    for some in _batches(people[0]):
        Player.objects.bulk_create(some)
        tick(0)
    for some in _batches(people[1]):
        Player.objects.bulk_update(some, PERSON_FIELDS)
        tick(0)
    for batch in _batches(entries[0]):
        Entry.objects.bulk_create(batch)
        tick(len(batch))
    for batch in _batches(entries[1]):
        Entry.objects.bulk_update(batch, ENTRY_FIELDS)
        tick(len(batch))
    if planned.count(NEW) or planned.count(CHANGED):
        mark_standings_stale(tournament)
    return moved


def _batches(rows: list[Any]) -> Iterable[list[Any]]:
    return (rows[at : at + BATCH] for at in range(0, len(rows), BATCH))


def _teams(tournament: Tournament, planned: ListPlan) -> dict[str, Team]:
    """Return the teams of a tournament by name, with those that the list brings, which are made."""
    teams = {team.name: team for team in Team.objects.filter(tournament=tournament)}
    named = dict.fromkeys(p.row[0].team for p in planned.lines if p.row and p.status in (NEW, CHANGED))
    new = [name for name in named if name and name not in teams]
    keys = free_keys({team.key for team in teams.values()})
    new_teams = Team.objects.bulk_create(
        [Team(tournament=tournament, key=key, name=name) for name, key in zip(new, keys, strict=False)]
    )
    return teams | {team.name: team for team in new_teams}


def _plan_line(line: PlayerLine, players: PlayerList, known: KnownPeople, taken: dict[int, int]) -> Planned:
    if line.written and key_of(line.written) in known.named and key_of(line.name) not in known.named:
        # somebody is known by the name as it stands there
        line.name, line.written = line.written, ""
    namesakes = known.named.get(key_of(line.name), [])
    if line.left and line.left.code != "list-left-out" and any(p.pk in known.entry_of for p in namesakes):
        # it looks like totals, but somebody of this name plays here
        line.left = None
    of_entry = [getattr(line, column) for column in SHOWN_AS_NEEDED if column in players.columns]
    shows = (line.name, line.rating, line.club, line.birth_year, line.fixed_table, *of_entry)
    planned = Planned(
        line.number,
        NEW,
        shows,
        problems=[sentence(problem) for problem in line.problems],
        cells=line.cells,
        person=line.person,
    )
    planned.stamp = str(shows)
    planned.remarks = [sentence(remark) for remark in line.remarks]
    planned.doubled = line.doubled
    if line.left:
        planned.status, planned.remarks, planned.problems = LEFT, [sentence(line.left)], []
        return planned
    if line.problems:
        planned.status = REFUSED
        return planned
    planned.people = known.labels(namesakes)
    candidates = _candidates(line, namesakes, known.entry_of)
    if len(candidates) > 1:
        planned.refuse(
            _("%(count)d known players have this name. Add a club or a year of birth to say which.")
            % {"count": len(candidates)}
        )
        return planned
    player = candidates[0] if candidates else None
    if player is not None and taken.setdefault(player.pk, line.number) != line.number:
        planned.refuse(
            _("This is the same player as in line %(line)d. If not, add a club or a year of birth.")
            % {"line": taken[player.pk]}
        )
        planned.doubled = True
        return planned
    entry = known.entry_of.get(player.pk) if player else None
    ours = player is None or player.pk in known.ours
    if (player is None or ours) and _becomes_another(line, players.columns, player, namesakes):
        planned.refuse(_("Another known player has the same name, club and year of birth."))
        return planned
    planned.changes = _changes(line, players.columns, player, entry, ours)
    planned.status = NEW if entry is None else CHANGED if planned.changes else SAME
    planned.row = Row(line, player, entry, ours, bool(planned.changes))
    if player is not None:
        planned.known = known.label(player) or _("known by this name")
    if player is not None and not ours and (line.birth_year or (line.club and line.club != player.club)):
        planned.changes.append(register.refusal(player))
    planned.stamp += f" {player.pk if player else ''} {entry.pk if entry else ''} {planned.changes}"
    return planned


def _becomes_another(
    line: PlayerLine, columns: frozenset[str], player: Player | None, namesakes: Iterable[Player]
) -> bool:
    """Return whether what the line adds to a player, or says of a new one, makes them the same as a namesake."""
    club = line.club if "club" in columns and line.club else player.club if player else ""
    year = line.birth_year if "birth_year" in columns and line.birth_year else player.birth_year if player else None
    return any(
        (player is None or other.pk != player.pk)
        and (other.name, other.club, other.birth_year) == (player.name if player else line.name, club, year)
        for other in namesakes
    )


def _refuse_boards_twice(lines: list[Planned], entered: Iterable[Entry]) -> None:
    """Refuse lines that put a second player on a board of a team, among the lines or beside players not in the list."""
    fit = [(planned, planned.row.line, planned.row.entry) for planned in lines if planned.row]
    moved = {entry.pk for _planned, line, entry in fit if entry is not None and line.team}
    held = {
        (entry.team.name, entry.board): entry.player.name
        for entry in entered
        if entry.team is not None and entry.board is not None and entry.pk not in moved
    }
    for planned, line, _entry in fit:
        if not line.team or line.board is None:
            continue
        place = (line.team, line.board)
        if place in held:
            planned.refuse(
                _("Board %(board)d of %(team)s belongs to %(name)s.")
                % {"board": line.board, "team": line.team, "name": held[place]}
            )
        held.setdefault(place, line.name)


def _candidates(line: PlayerLine, players: Iterable[Player], entry_of: dict[int, Entry]) -> list[Player]:
    """Return the players whom a name can mean: nobody whose year or club is known to be another."""

    def fits(player: Player) -> bool:
        year = not (line.birth_year and player.birth_year) or line.birth_year == player.birth_year
        club = not (line.club and player.club) or line.club.casefold() == player.club.casefold()
        return year and club

    def exact(player: Player) -> bool:
        return (player.club.casefold(), player.birth_year) == (line.club.casefold(), line.birth_year)

    if line.person == NOBODY_KNOWN:
        return []
    if chosen := [player for player in players if str(player.pk) == line.person]:
        return chosen
    fitting = [player for player in players if fits(player)]
    return [p for p in fitting if exact(p)] or [p for p in fitting if p.pk in entry_of] or fitting


def _changes(
    line: PlayerLine, columns: frozenset[str], player: Player | None, entry: Entry | None, ours: bool
) -> list[str]:
    changes: list[str] = []

    def compare(what: str, before: Any, after: Any) -> None:
        if before != after:
            changes.append(f"{what}: {before or '–'} → {after or '–'}")

    if player is not None and not ours:
        if "rating" in columns and line.rating:
            compare(_("rating in this tournament"), (entry or player).rating, line.rating)
    elif player is not None:
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
        if line.marks:
            compare(_("marks"), entry.marks, line.marks)
    return changes


MOST_SHOWN = 8


def key_of(name: str) -> str:
    """Return the key of a name: a letter with its accent is the same, composed or not."""
    return unicodedata.normalize("NFC", name).casefold()


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """People by the key of their name, and those who play here by theirs. ``ours`` may be changed, the years of birth
    of ``familiar`` are shown, ``events`` is where somebody played last."""

    named: dict[str, list[Player]]
    entry_of: dict[int, Entry]
    ours: set[int]
    familiar: set[int] = field(default_factory=set)
    events: dict[int, str] = field(default_factory=dict)

    def label(self, player: Player) -> str:
        """Say who somebody is, as every desk may see it: club, rating, and where they played last."""
        born = _("born %(year)d") % {"year": player.birth_year} if player.birth_year else ""
        event = self.events.get(player.pk, "")
        parts = [
            player.club,
            str(player.rating or ""),
            born if player.pk in self.familiar else "",
            _("last in “%(event)s”") % {"event": event} if event else "",
        ]
        return ", ".join(part for part in parts if part)

    def labels(self, players: Iterable[Player]) -> list[tuple[int, str]]:
        """Name people to choose from, with what tells them apart."""
        return [
            (player.pk, ", ".join(filter(None, (player.name, self.label(player)))))
            for player in list(players)[:MOST_SHOWN]
        ]


def known_people(
    tournament: Tournament, lines: Iterable[PlayerLine], entered: Iterable[Entry], *, by: Any
) -> KnownPeople:
    """Look up everybody whom a list can mean, in a fixed number of queries."""
    entry_of = {entry.player_id: entry for entry in entered}
    names = {name for line in lines for name in (line.name, line.written) if name}
    lower = {name.lower() for name in names} | {key_of(name) for name in names}
    named: dict[str, list[Player]] = defaultdict(list)
    rows = Player.objects.annotate(lower=Lower("name")).filter(
        register.of_the_club(tournament) & (Q(name__in=names) | Q(lower__in=lower)) | Q(pk__in=entry_of)
    )
    for player in rows:
        named[key_of(player.name)].append(player)
    people = [player.pk for namesakes in named.values() for player in namesakes]
    familiar = Player.objects.filter(register.known(by, Action.PLAYERS), pk__in=people)
    return KnownPeople(
        named,
        entry_of,
        register.changeable(by, people),
        set(familiar.values_list("pk", flat=True)),
        _last_events(tournament, people, by),
    )


def _last_events(tournament: Tournament, people: Iterable[int], by: Any) -> dict[int, str]:
    """Find where people played last, of the tournaments that everybody or this person may see."""
    entries = Entry.objects.filter(player__in=list(people)).exclude(tournament=tournament)
    if not organises(by):
        entries = entries.filter(Q(tournament__published=True) | Q(tournament__in=tournaments_for(by, Action.WORK)))
    last = entries.order_by("player", "-tournament__starts", "-tournament").distinct("player")
    return dict(last.values_list("player", "tournament__name"))
