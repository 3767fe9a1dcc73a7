"""Lists of players, teams and results: read, compared with what is there, carried out as a whole or not at all.

Whoever waits for a short one calls the same as the worker that carries out a long one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from games.core.notices import Notice
from scoring.documents.gamelink import has_grades
from tournaments.domain.access import Action, require
from tournaments.domain.list_plans import ListPlan, Planned, Stale, refuse_unready
from tournaments.domain.locks import hold_people, lock, mark_people_changed
from tournaments.domain.logbook import acting, signed
from tournaments.imports.apart import read_book
from tournaments.imports.choices import Choices, choices_of
from tournaments.imports.layouts import ReadList
from tournaments.imports.players import PlayerList, players_in
from tournaments.imports.readers.lines import Book, Line
from tournaments.imports.results import results_in
from tournaments.imports.teams import teams_in
from tournaments.models import ListLayout, PlayerImport, Tournament
from tournaments.services.lists import player_lists, result_lists, team_lists
from tournaments.services.lists.import_runs import Progress, Tick, carry, keep, quiet


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of lists: what one needs to be allowed, how it is read and compared, and what a line is called."""

    action: Action
    read: Callable[[Book, Choices], ReadList]
    plan: Callable[[Tournament, Any, Any], ListPlan]
    name: Callable[[Planned], str]


KINDS: dict[str, Kind] = {
    PlayerImport.Kind.PLAYERS: Kind(
        Action.PLAYERS,
        players_in,
        lambda to, read, by: player_lists.plan(to, read, by=by),
        lambda line: str(line.shows[0] or ""),
    ),
    PlayerImport.Kind.TEAMS: Kind(
        Action.PLAYERS,
        teams_in,
        lambda to, read, _by: team_lists.plan(to, read),
        lambda line: str(line.shows[1] or ""),
    ),
    # a list may change results of closed rounds, and of any table
    PlayerImport.Kind.RESULTS: Kind(
        Action.CORRECT,
        results_in,
        lambda to, read, _by: result_lists.plan(to, read),
        lambda line: " | ".join(filter(None, line.cells)),
    ),
}


@dataclass(frozen=True, slots=True)
class Done:
    """A finished import: the plan that was carried out, and the people whose own data changed."""

    plan: ListPlan
    people: list[int]


def read_list(waiting: PlayerImport) -> Any:
    """Read a list as its owner chose. Raises Unreadable."""
    return read_choices(waiting, choices_of(waiting.choices))


def read_choices(waiting: PlayerImport, choices: Choices) -> Any:
    """Read a list under other choices than its own. Raises Unreadable."""
    return read_content(waiting.kind, bytes(waiting.content), choices, waiting.tournament)


def look(waiting: PlayerImport) -> ListPlan:
    """Compare a list with what is there, for its owner. Raises Unreadable."""
    return KINDS[waiting.kind].plan(waiting.tournament, read_list(waiting), waiting.uploaded_by)


def read_content(kind: str, content: bytes, choices: Choices, tournament: Tournament) -> Any:
    """Read a list, its columns as somebody of the club assigned them before where nothing was chosen; grades as ratings
    where the game has them. Raises Unreadable."""
    book, choices = read_book(content), replace(choices, grades=has_grades(tournament.game, tournament.options))
    reader = KINDS[kind].read
    read = reader(book, choices)
    if choices.columns is None and (layout := remembered(kind, tournament.club_id, read.starts)):
        heading, columns = layout
        if choices.heading in (None, heading):
            return reader(book, replace(choices, heading=heading, columns=columns, remembered=True))
    return read


@signed
def write(
    tournament: Tournament,
    kind: str,
    read: Any,
    *,
    by: Any,
    filename: str = "",
    seen: str | None = None,
    rest: bool = False,
    tick: Tick = quiet,
) -> Done:
    """Carry out a list that was read. The tournament must be locked; ``seen`` is the stamp of the preview that was
    agreed to. Raises Refused where it would do something else by now, and where a line is refused; with ``rest`` the
    other lines come in."""
    if kind == PlayerImport.Kind.PLAYERS:
        hold_people()
    plan = KINDS[kind].plan(tournament, read, by)
    refuse_unready(plan, seen, rest=rest)
    tick(len(plan.lines))
    people: list[int] = []
    with acting(door="import", tournament=tournament.pk):
        if kind == PlayerImport.Kind.PLAYERS:
            assert isinstance(read, PlayerList)
            people = player_lists.write(tournament, plan, read.columns, by=by, tick=tick)
            if any(line.team for line in read.lines):
                team_lists.drop_proposed(tournament)
        elif kind == PlayerImport.Kind.TEAMS:
            team_lists.write(tournament, plan, tick=tick)
            team_lists.drop_proposed(tournament)
        else:
            result_lists.write(tournament, plan, by=by, filename=filename, tick=tick)
    return Done(plan, people)


def told(kind: str, plan: ListPlan) -> dict[str, Any]:
    """Return what became of a list, as JSON values: how many lines came in, and which did not, with the reason."""
    name = KINDS[kind].name
    return {"counts": plan.counts, "left": [[line.number, name(line), line.why] for line in plan.left]}


def remember_columns(waiting: PlayerImport, read: ReadList) -> None:
    """Keep the columns that somebody assigned, for the club's next list of the kind."""
    if waiting.choices.get("columns") is not None and read.heading:
        columns = dict(enumerate(read.roles))
        club_id = waiting.tournament.club_id
        remember(waiting.kind, read.headings, columns, by=waiting.uploaded_by, club_id=club_id)


def import_list(list_id: int) -> list[int]:
    """Read a list that waits, or carry out one that was agreed to; the tournaments whose standings moved."""
    return carry(PlayerImport, list_id, _work) or []


def _work(waiting: PlayerImport) -> list[int]:
    if waiting.agreed_by is None:
        return _look(waiting)
    try:
        return _carry_out(waiting, waiting.agreed_by)
    except Stale as stale:
        return _look(waiting, stale.notice)


def _look(waiting: PlayerImport, problem: Notice | None = None) -> list[int]:
    """Read it, and keep what it would do until somebody confirms it; ``problem`` says why it is asked again."""
    with Progress(waiting, 2) as tick:
        read = read_list(waiting)
        tick(1)
        plan = KINDS[waiting.kind].plan(waiting.tournament, read, waiting.agreed_by or waiting.uploaded_by)
        tick(1)
    with transaction.atomic():
        keep(
            waiting,
            PlayerImport.State.LOOKED,
            plan=plan.kept(),
            stamp=plan.stamp,
            agreed_by=None,
            problem=problem,
        )
    return []


def _carry_out(waiting: PlayerImport, by: Any) -> list[int]:
    read = read_list(waiting)
    lines = len(read.lines)
    with (
        acting(by, door="import", tournament=waiting.tournament_id),
        Progress(waiting, 2 * lines) as tick,
        transaction.atomic(),
    ):
        tournament = lock(waiting.tournament_id)
        require(by, KINDS[waiting.kind].action, tournament)
        rest = bool(waiting.choices.get("rest"))
        done = write(
            tournament, waiting.kind, read, by=by, filename=waiting.filename, seen=waiting.stamp, rest=rest, tick=tick
        )
        remember_columns(waiting, read)
        keep(waiting, PlayerImport.DONE, plan=told(waiting.kind, done.plan), content=b"", choices={})
    return [tournament.pk, *mark_people_changed(done.people, besides=tournament.pk)]


MOST = 50


def remembered(kind: str, club_id: int, lines: Sequence[Line]) -> tuple[int, dict[int, str]] | None:
    """Find among the first lines of a list of the kind a heading under which somebody of the club assigned columns
    before: the number of its line, and the meaning of the columns. None where nobody did."""
    digests = {_digest(kind, line.cells): line.number for line in reversed(lines)}
    layout = ListLayout.objects.filter(club=club_id, heading__in=digests).order_by("-used_at").first()
    if layout is None:
        return None
    return digests[layout.heading], {int(at): role for at, role in layout.columns.items()}


@signed
def remember(kind: str, headings: Sequence[str], columns: Mapping[int, str], *, by: Any, club_id: int) -> None:
    """Keep the meaning of the columns under a heading, for the club's next list of the kind. The oldest of many are
    forgotten."""
    if not any(headings):
        return
    values = {str(at): role for at, role in columns.items() if role}
    kept = {"columns": values, "owner": by}
    ListLayout.objects.update_or_create(club_id=club_id, heading=_digest(kind, headings), defaults=kept)
    mine = ListLayout.objects.filter(club=club_id).order_by("-used_at", "-pk")
    ListLayout.objects.filter(pk__in=list(mine.values_list("pk", flat=True)[MOST:])).delete()


def _digest(kind: str, headings: Sequence[str]) -> str:
    text = "\x1f".join(heading.casefold() for heading in headings).rstrip("\x1f")
    if kind != PlayerImport.Kind.PLAYERS:
        text = f"{kind}\x1e{text}"  # the same heading may mean something else in another kind of list
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
