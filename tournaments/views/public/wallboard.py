"""The wallboard: what hangs in the hall. It follows the event by itself, and nothing is clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape as text
from typing import TypeVar

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import privacy
from tournaments.models import Clock, Tournament
from tournaments.selectors import labels, shown_names
from tournaments.selectors.arrivals import arrivals
from tournaments.selectors.clock import shown_clock
from tournaments.selectors.colours import at_table, rule_of
from tournaments.selectors.explanations import insight
from tournaments.selectors.matches import matches_of
from tournaments.selectors.public import RoundShown, TableShown
from tournaments.selectors.shown_names import Person
from tournaments.selectors.standings import StandingsShown
from tournaments.selectors.teams import teams_without_result
from tournaments.views.public.page import Page
from tournaments.web import matches, waiting
from tournaments.web import tables as markup
from tournaments.web.addresses import qr_code
from tournaments.web.conditional import public_page
from tournaments.web.variants import Variant

# As many lines as can be read from ten metres at 1080 lines: letters of 4 cm on a screen two metres wide.
LINES, COLUMNS = 9, 2
SECONDS = 10
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of the board; ``kind`` is its layout: byname, tables, standings, clock or welcome."""

    kind: str
    body: SafeString


@public_page()
def board(tournament: Tournament, form: Variant) -> str:
    """The board of the moment, or of what the address asks for (``?show=``, ``?part=1&of=2``)."""
    page = Page(tournament, form, "board")
    shown = page.round(page.last) if page.last else None
    clock = shown_clock(tournament, page.last)
    phase = form.show or phase_of(tournament, shown, clock)
    standings = page.standings() if phase == "standings" else None
    title, note, slides = _slides(phase, page, shown, standings)
    return page.render(
        "tournaments/wallboard.html",
        phase=phase,
        title=title,
        note=note,
        round=shown,
        slides=slides,
        seconds=SECONDS,
        standings={"shown": standings} if standings and standings.rows else None,
        address=form.root + reverse("find", args=[tournament.slug]),
        code_picture=mark_safe(  # noqa: S308
            qr_code(form.root + reverse("find", args=[tournament.slug]), _("Find your table"))
        ),
    )


def phase_of(tournament: Tournament, shown: RoundShown | None, clock: Clock | None) -> str:
    """Where the event is: ``welcome`` before the first round, ``pairings`` until the clock runs or a result is
    in, ``running``, ``results`` once they come in, ``standings`` when all are in."""
    if shown is None:
        return "welcome"
    if shown.state == "closed" or shown.entered + shown.adjourned == len(shown.tables):
        return "standings"
    if shown.entered or shown.adjourned:
        return "results"
    return "running" if clock and clock.running else "pairings"


def _slides(
    phase: str, page: Page, shown: RoundShown | None, standings: StandingsShown | None
) -> tuple[str, str, list[Slide]]:
    form = page.form
    if phase == "clock":
        title = _("Round %(number)d") % {"number": shown.number} if shown else page.tournament.name
        return title, "", [Slide("clock", mark_safe(""))]
    if phase == "standings":
        if standings is None or not standings.rows:
            return _("Standings"), "", _welcome(_("They appear with the first result."))
        title = standings.title
        teams = _teams(page.tournament, standings, form) if standings.teams else []
        return title, "", [*teams, *_standings(standings, page.people, form)]
    if shown is None:
        return _before(page)
    title = _("Round %(number)d") % {"number": shown.number}
    if phase in {"pairings", "running"}:
        slides = [*_matches(page.tournament, shown, form), *_columns(_places(shown, page), form)]
        return title, _("Find your table"), slides
    entered = ngettext("%(entered)s of %(tables)s result", "%(entered)s of %(tables)s results", len(shown.tables)) % {
        "entered": shown.entered,
        "tables": len(shown.tables),
    }
    rule = rule_of(page.tournament)
    slides = _tables(shown, page.people, form, page.colours, rule)
    return title, entered, [*_matches(page.tournament, shown, form), *slides]


def _before(page: Page) -> tuple[str, str, list[Slide]]:
    """Before round 1: who is still expected while players check in, else who takes part.

    No number stands beside a name: where tables will stand, it would be taken for one.
    """
    people = sorted(page.people.values(), key=lambda person: (shown_names.sort_key(person.name), person.number))
    found = arrivals(page.tournament)
    if found is None or not found.expected:
        note = ngettext("%(count)s player", "%(count)s players", len(people)) % {"count": len(people)}
        slides = _columns(_names(people), page.form) if people else _welcome(_("Nobody is entered yet."))
        return _("Welcome"), note, slides
    note = _("%(here)d of %(expected)d here") % {"here": found.here, "expected": found.expected}
    missing = [person for person in people if person.number in found.missing]
    if not missing:
        return _("Check-in"), note, _welcome(_("Everybody is here."))
    if page.tournament.names_shown != privacy.FULL:
        # where names are shortened in public, nobody is told to the hall as missing
        count = ngettext("%(count)d player is still expected.", "%(count)d players are still expected.", len(missing))
        return _("Check-in"), note, _welcome(count % {"count": len(missing)})
    return _("Check-in"), f"{note} · {_('still expected:')}", _columns(_names(missing), page.form)


def _names(people: Iterable[Person]) -> list[str]:
    return [f"<li><span>{text(person.name)}</span>" for person in people]


def _welcome(sentence: str) -> list[Slide]:
    return [Slide("welcome", mark_safe(f"<p>{text(sentence)}</p>"))]  # noqa: S308


def my_part(everything: Sequence[T], form: Variant) -> Sequence[T]:
    """What this one of several screens shows: one stretch of the whole, so that names stay in order."""
    count = len(everything)
    return everything[(form.part - 1) * count // form.parts : form.part * count // form.parts]


def _chunks(everything: Sequence[T], size: int) -> Iterable[Sequence[T]]:
    """Pages of nearly the same length: a last page with one line is read by nobody."""
    pages = max(1, -(-len(everything) // size))
    for at in range(pages):
        yield everything[at * len(everything) // pages : (at + 1) * len(everything) // pages]


def _columns(lines: Sequence[str], form: Variant) -> list[Slide]:
    return [
        Slide("byname", mark_safe(f"<ul role=list>{''.join(part)}</ul>"))  # noqa: S308
        for part in _chunks(my_part(lines, form), LINES * COLUMNS)
    ]


def _places(shown: RoundShown, page: Page) -> list[str]:
    """Everybody by name with his table."""
    places: dict[int, str] = {}
    for table in shown.tables:
        for seat in table.seats:
            style, letter, name = labels.seat(page.colours, seat.position, page.form.language)
            sign = f"{markup.sign(style, letter)}<span class=v> {text(name)}</span>"
            before = places.get(seat.number, f"<b><span class=v>{text(_('Table'))} </span>{table.number}</b>")
            places[seat.number] = before + sign
    for number, kind in shown.byes:
        places[number] = f"<em>{text(str(labels.BYES.get(kind, kind)))}</em>"
    known = [page.people[number] for number in places if number in page.people]
    known.sort(key=lambda person: (shown_names.sort_key(person.name), person.number))
    return [f"<li><span>{text(person.name)}</span> {places[person.number]}" for person in known]


def _tables(
    shown: RoundShown, people: dict[int, Person], form: Variant, colours: tuple[str, ...], rule: str
) -> list[Slide]:
    """The tables with their results; those that are still played come last, they have nothing to say yet."""
    tables = sorted(shown.tables, key=lambda table: (table.end is None, table.number))
    wide = any(len(table.seats) > 2 for table in tables)
    lines = [_table(table, people, form, colours, rule) for table in my_part(tables, form)]
    size = (LINES + 1) // 2 if wide else LINES
    kind = "tables wide" if wide else "tables"
    return [
        Slide(kind, mark_safe(f"<ol role=list>{''.join(part)}</ol>"))  # noqa: S308
        for part in _chunks(lines, size)
    ]


def _table(table: TableShown, people: dict[int, Person], form: Variant, colours: tuple[str, ...], rule: str) -> str:
    seats = []
    last = {seat.number: seat.position for seat in table.seats}
    doubled = at_table(table, rule) if len(last) < len(table.seats) else {}
    for seat in table.seats:
        style, letter, _name = labels.seat(colours, seat.position, form.language)
        name = people[seat.number].name if seat.number in people else f"#{seat.number}"
        points = "" if table.end is None else markup.points(seat.points) or "–"
        seats.append(f"<li>{markup.sign(style, letter)}<span>{text(name)}</span> <b>{points}</b>")
        if seat.number in doubled and seat.position == last[seat.number]:
            seats.append(f"<li><small>{text(doubled[seat.number].sum)}</small>")
    chip = f" <span class='chip warn'>{text(_('adjourned'))}</span>" if table.end == "adjourned" else ""
    return f"<li><strong>{table.number}</strong>{chip}<ul role=list>{''.join(seats)}</ul>"


def _matches(tournament: Tournament, shown: RoundShown, form: Variant) -> list[Slide]:
    """A line a match; none where teams play no matches."""
    played = matches_of(tournament, shown)
    lines = []
    for match in played.played if played else ():
        open_ = matches.playing(match) if match.begun else ""
        note = f" <small>{text(open_)}</small>" if open_ else ""
        lines.append(
            f"<li><strong>{match.tables[0]}</strong><span>{text(match.one.name)} – {text(match.other.name)}{note}"
            f"</span> <b>{text(matches.score(match)) if match.begun else ''}</b>"
        )
    return [
        Slide("standings", mark_safe(f"<ol role=list>{''.join(part)}</ol>"))  # noqa: S308
        for part in _chunks(my_part(lines, form), LINES)
        if part
    ]


def _teams(tournament: Tournament, shown: StandingsShown, form: Variant) -> list[Slide]:
    """The teams as they stand."""
    names = dict(shown_names.teams(tournament.pk))
    waits = any("waits" in line for line in shown.teams)
    silent = teams_without_result(insight(tournament.pk, shown.after_round)) if waits else frozenset()
    lines = [
        f"<li><strong>{matches.rank(line, shown.after_round)}</strong>"
        f"<span>{text(names.get(line['team'], line['team']))}</span> "
        f"<b>{waiting.mark() if line['team'] in silent else markup.points(line['points'])}</b>"
        for line in shown.teams
    ]
    return [
        Slide("standings", mark_safe(f"<ol role=list>{''.join(part)}</ol>"))  # noqa: S308
        for part in _chunks(my_part(lines, form), LINES)
        if part
    ]


def _standings(shown: StandingsShown, people: dict[int, Person], form: Variant) -> list[Slide]:
    lines = []
    for row in my_part(shown.rows, form):
        person = people.get(row.player)
        name = text(person.name) if person else f"#{row.player}"
        points = waiting.mark() if waiting.nothing_yet(row) else markup.points(row.points)
        lines.append(f"<li><strong>{waiting.rank(row, shown)}</strong><span>{name}</span> <b>{points}</b>")
    return [
        Slide("standings", mark_safe(f"<ol role=list>{''.join(part)}</ol>"))  # noqa: S308
        for part in _chunks(lines, LINES)
    ]
