"""The desk's menu on each page about one event: the path of its evening, the next step, and what is rarer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from html import escape as text

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.domain.access import Action, own_tables, rights
from tournaments.models import Clock, Round, Tournament
from tournaments.models.tournament import END_STEPS
from tournaments.selectors.hall.evening_facts import evening_of
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.rounds import evening as steps
from tournaments.selectors.rounds.evening import Evening, Line, Next, RoundFacts
from tournaments.selectors.standings.groups import standings_parts
from tournaments.selectors.standings.standings import StandingsShown
from tournaments.web.desk_actions import DeskAction, desk_actions
from tournaments.web.seats import Link
from tournaments.web.standings import tables

STEP_RIGHTS = {"wait": Action.WORK, "check_in": Action.CHECK_IN, "import": Action.PLAYERS}
STEP_RIGHTS |= dict.fromkeys((*END_STEPS, "archive"), Action.EDIT)
STEP_RIGHTS |= dict.fromkeys(("results", "confirm"), Action.RESULTS)
# the rounds of a finished event are closed
STEP_RIGHTS |= dict.fromkeys(("open", "calls"), Action.CORRECT)
"""The rights without which somebody has no button for a step of the desk; of the others it is pairing."""
WHERE = {"import": ("list_upload", "players"), "check_in": ("check_in",), "groups": ("groups",)}
WHERE |= dict.fromkeys((*END_STEPS, "archive"), ("end",))
"""The pages where a step is done, if not at the desk."""
MOST_NAMED = 3
"""So many who are not here are named in the strip; of more it has the number."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """A link to a page. ``note``: what it says beside its title; ``mark``: whether it is done, next, not needed;
    ``elsewhere``: it opens in a window of its own; ``here``: ``page`` on the page itself, ``true`` on one that belongs
    to it, else empty."""

    title: str
    address: str
    note: str = ""
    mark: str = ""
    elsewhere: bool = False
    here: str = ""

    @property
    def mark_said(self) -> str:
        """Say its mark in a word; nothing where that is no news."""
        return {
            steps.DONE: pgettext("step of the evening", "done"),
            steps.NEXT: pgettext("step of the evening", "next"),
            steps.NOT_NEEDED: pgettext("step of the evening", "not needed"),
        }.get(self.mark, "")


@dataclass(frozen=True, slots=True)
class Strip:
    """The state of the evening. ``now``: in a sentence, with the way there; ``of``: which round of how many; ``away``:
    how many are not here, and ``named`` who they are, where they are few; ``clock``: where it was started."""

    now: EventPage
    of: str
    away: int
    named: str
    clock: Clock | None


@dataclass(frozen=True, slots=True)
class EventPages:
    """``parts``: the path, each part with its heading; ``rare``: the pages one level down; ``every``: the address of
    all actions; ``next``: the step that the reader may do; ``strip``: where the evening stands."""

    parts: tuple[tuple[str, tuple[EventPage, ...]], ...]
    rare: tuple[EventPage, ...]
    every: str
    next: EventPage | None
    strip: Strip

    @property
    def rare_here(self) -> bool:
        """Return whether the reader is on one of the rarer pages."""
        return any(page.here for page in self.rare)


def step_right(step: Next) -> str:
    """Return the name of the right without which somebody has no button for a step."""
    return STEP_RIGHTS.get(step.action, Action.PAIR).name


def event_pages(
    request: HttpRequest, tournament: Tournament, allowed: Collection[str] | None = None, evening: Evening | None = None
) -> EventPages | None:
    """Return the menu of an event as the user has it, the current page marked; None for those who do not work at it.
    ``allowed`` are the names of their rights, and ``evening`` where it stands, where those are known already."""
    own = None
    if allowed is None:
        may, own = rights(request.user, tournament)
        allowed = {action.name for action in may}
    elif evening is None and Action.RESULTS.name in allowed and Action.PAIR.name not in allowed:
        own = own_tables(request.user, tournament)
    if Action.WORK.name not in allowed:
        return None
    if evening is None:
        evening = evening_of(tournament, own)
    path = steps.path_of(evening)
    offered = {action.key: action for action in desk_actions(tournament, evening, allowed) if action.page}
    lines = [(line.part, page) for line in path.lines for page in _page(tournament, evening, line, offered)]
    named = {"before": _("Before"), "rounds": _("Rounds"), "after": _("After")}
    parts = [(heading, [page for of, page in lines if of == part]) for part, heading in named.items()]
    parts.append((_("Settings"), [_of(offered.pop(key)) for key in ("settings", "staff") if key in offered]))
    # what is a step of the path is none of the rarer pages
    rare = [_of(action) for key, action in offered.items() if key not in {line.key for line in path.lines}]
    here = _current(request, tournament, [page for _heading, pages in parts for page in pages] + rare)
    marked = [(heading, tuple(here.get(id(page), page) for page in pages)) for heading, pages in parts if pages]
    step = path.next
    mine = step is not None and step_right(step) in allowed
    return EventPages(
        tuple(marked),
        tuple(here.get(id(page), page) for page in rare),
        reverse("admin:tournaments_actions", args=[tournament.pk]),
        EventPage(step.label, step_address(tournament, step)) if step is not None and mine else None,
        _strip(tournament, evening, step, mine),
    )


def step_address(tournament: Tournament, step: Next) -> str:
    """Return the address of the page where a step is done."""
    if step.action in WHERE:
        name, *more = WHERE[step.action]
        # the page of the end has all its steps: where one stands there already, nothing else would be seen to happen
        place = "#next" if name == "end" else ""
        return reverse(f"admin:tournaments_{name}", args=[tournament.pk, *more]) + place
    if step.table is not None:
        return _table(tournament, step.round, step.table)
    return reverse("admin:tournaments_desk", args=[tournament.pk]) + "#step"


def _table(tournament: Tournament, number: int | None, table: int) -> str:
    return reverse("admin:tournaments_desk_round", args=[tournament.pk, number]) + f"#table-{table}"


def _current(request: HttpRequest, tournament: Tournament, pages: list[EventPage]) -> dict[int, EventPage]:
    """Return the page where the reader is, or the one to which it belongs, marked; by the identity of the page."""
    settings = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    # of the strip alone it is asked by another page (`at`)
    path = request.GET.get("at", "") if request.path == reverse("admin:tournaments_here", args=[tournament.pk]) else ""
    path = path or request.path
    # the history, the documents and the deletion of an event belong to its settings
    reaches = {page.address: page.address for page in pages} | {settings: settings.removesuffix("change/")}
    mine = [page for page in pages if not page.elsewhere and path.startswith(reaches[page.address])]
    current = max(mine, key=lambda page: len(reaches[page.address]), default=None)
    if current is None:
        return {}
    return {id(current): replace(current, here="page" if path == current.address else "true")}


def _of(action: DeskAction, note: str = "", mark: str = "") -> EventPage:
    return EventPage(action.title, action.address, note, mark, action.elsewhere)


def _page(tournament: Tournament, evening: Evening, line: Line, offered: dict[str, DeskAction]) -> Iterator[EventPage]:
    """Return the link of a line of the path; none where the reader may not go there."""
    desk = reverse("admin:tournaments_desk", args=[tournament.pk])
    if line.round is not None:
        newest = line.round == evening.newest
        address = desk if newest else reverse("admin:tournaments_desk_round", args=[tournament.pk, line.first])
        yield EventPage(_("Round %(number)d") % {"number": line.first}, address, _state(line.round), line.mark)
    elif line.key == "coming":
        yield EventPage(_("Round %(number)d") % {"number": line.first}, desk, "", line.mark)
    elif line.key in ("earlier", "later"):
        title = _("Rounds %(first)d to %(last)d") % {"first": line.first, "last": line.last}
        if line.key == "later":
            title = _("Round %(number)d") % {"number": line.last} if line.first == line.last else title
        address = reverse("admin:tournaments_desk_round", args=[tournament.pk, line.last])
        yield EventPage(title, address if line.key == "earlier" else "", "", line.mark)
    elif line.key in offered:
        yield _of(offered[line.key], _note(evening, line.key), line.mark)


def _note(evening: Evening, key: str) -> str:
    if key == "players" and evening.players:
        return ngettext("%(n)s player", "%(n)s players", evening.players) % {"n": evening.players}
    if key == "entries" and evening.entries:
        return ngettext("%(n)s new", "%(n)s new", evening.entries) % {"n": evening.entries}
    return ""


def _state(round_: RoundFacts) -> str:
    """Say how far a round is: its state, or how many results are in."""
    if round_.state == Round.State.PUBLISHED and round_.tables:
        if round_.missing:
            return _("%(entered)d of %(tables)d in") % {"entered": round_.entered, "tables": round_.tables}
        if not round_.adjourned:
            return _("all in")
    if round_.state in Round.SHOWN and (open_ := len(round_.missing) + len(round_.adjourned)):
        return ngettext("%(n)s adjourned", "%(n)s adjourned", open_) % {"n": open_}
    return str(Round.State(round_.state).label)


def _strip(tournament: Tournament, evening: Evening, step: Next | None, mine: bool) -> Strip:
    newest, clock, away = evening.newest, evening.clock, len(evening.away)
    if not evening.begun and evening.check_in and not evening.check_in_closed:
        away = evening.awaited
    named = evening.away if away == len(evening.away) <= MOST_NAMED else ()
    names = tournament.display_names if named else {}
    return Strip(
        _now(tournament, evening, step, mine),
        _("Round %(n)s of %(m)s") % {"n": newest.number, "m": evening.planned} if newest else "",
        away,
        ", ".join(names[number] for number in named if number in names),
        clock if clock is not None and clock.begun and not evening.finished else None,
    )


def _now(tournament: Tournament, evening: Evening, step: Next | None, mine: bool) -> EventPage:
    """Say where the evening stands, with the way to the first table that is missing, else to the next step, or to the
    desk where the step is another's."""
    newest = evening.newest
    if newest is not None and newest.state == Round.State.PUBLISHED and newest.missing:
        missing = newest.missing
        said = ngettext("Round %(n)d: %(count)d table missing", "Round %(n)d: %(count)d tables missing", len(missing))
        table = next((each for each in missing if evening.own is None or each in evening.own), missing[0])
        address = _table(tournament, newest.number, table)
        return EventPage(said % {"n": newest.number, "count": len(missing)}, address)
    if step is None:
        said = _("Archived") if evening.archived else _("All planned rounds are closed")
        return EventPage(said, reverse("admin:tournaments_desk", args=[tournament.pk]))
    desk = reverse("admin:tournaments_desk", args=[tournament.pk]) + "#step"
    return EventPage(_("Next: %(title)s") % {"title": step.label}, step_address(tournament, step) if mine else desk)


def grouped(
    shown: StandingsShown,
    people: Mapping[int, Person],
    link: Link,
    brief: bool = False,
    end: str = "",
    last: bool = False,
    address: str = "",
    keep: Set[int] | None = None,
) -> SafeString:
    """Return the tables of the standings' parts, each that has a title below it. With ``keep`` they have the rows of
    these players alone, which say the same as among all: the places come before the choice."""
    divided = standings_parts(shown)
    if keep is not None:
        some = ((title, [row for row in part.rows if row.player in keep], part) for title, part in divided)
        divided = [(title, replace(part, rows=rows)) for title, rows, part in some if rows]
    drawn = [
        (f"<h3>{text(title)}</h3>" if title else "")
        + tables.standings(part, people, link, brief, end, last=last, address=address)
        for title, part in divided
    ]
    return mark_safe("".join(drawn))  # noqa: S308
