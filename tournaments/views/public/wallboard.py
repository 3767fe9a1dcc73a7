"""The wallboard of the hall. It follows the event by itself, and nothing is clicked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, TypeVar

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking import POINTS
from tournaments import privacy
from tournaments.models import Clock, Tournament, Wallboard
from tournaments.selectors.events.explanations import insight
from tournaments.selectors.events.public import RoundShown, TableShown
from tournaments.selectors.hall.hall import shown_clock
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.presence import arrivals
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.people.teams import teams_without_result
from tournaments.selectors.rounds.matches import Match, Matches, matches_of, tables_of
from tournaments.selectors.rounds.rounds import round_name
from tournaments.selectors.standings.groups import standings_parts
from tournaments.selectors.standings.standings import StandingsShown
from tournaments.views.public.games import boards, featured
from tournaments.views.public.page import Page
from tournaments.web import cells
from tournaments.web.addresses import qr_code
from tournaments.web.conditional import public_page
from tournaments.web.seats import Place, Seat, places_of, points, seats_of, with_team
from tournaments.web.standings import matches
from tournaments.web.standings.bracket import Drawn, brackets
from tournaments.web.variants import Variant

# As many lines as can be read from ten metres at 1080 lines: letters of 4 cm on a screen two metres wide.
LINES, COLUMNS = 9, 2
# As many half lines of a name as a column of a bracket has room for.
BRACKET_LINES = 36
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of the board; ``kind`` is its layout: byname, tables, standings, clock, game (a card of `game_boards`),
    knockout (a bracket) or welcome (the sentence). ``title`` names the group or final of an order."""

    kind: str
    lines: Sequence[Any] = ()
    sentence: str = ""
    wide: bool = False
    teams: bool = False
    title: str = ""
    game: Mapping[str, Any] | None = None
    bracket: Drawn | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an order: rank, name, a note beside it, and points or score. Matches have no rank."""

    first: str
    name: str
    last: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class NameLine:
    """A name, with the place where the player sits."""

    name: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table with the seats at it."""

    number: int
    adjourned: bool
    open: bool
    seats: Sequence[Seat]


@dataclass(frozen=True, slots=True)
class TeamsLine:
    """The teams of the boards that stand below it, each above its own players."""

    one: str
    other: str


@public_page(wall=True)
def board(tournament: Tournament, form: Variant) -> str:
    """Show the board of the moment, or the one that the address (``?show=``, ``?part=1&of=2``) or else the desk asks
    for."""
    page = Page(tournament, form, "board")
    shown = page.round(page.last) if page.last else None
    clock = shown_clock(tournament, page.last)
    told = Wallboard.objects.filter(tournament=tournament).first() or Wallboard()
    phase = form.show or told.show or phase_of(shown, clock)
    standings = page.standings() if phase == "standings" else None
    title, note, slides = _slides(phase, page, shown, standings)
    if phase == "clock" and clock is None:
        slides = _welcome(_("The clock has not been started yet."))
    invitation, address = _invitation(tournament, form, shown)
    return page.render(
        "tournaments/hall/wallboard.html",
        phase=phase,
        title=title,
        note=note,
        round=shown,
        slides=slides,
        seconds=Wallboard.SECONDS,
        told=told,
        standings={"shown": standings} if standings and standings.rows else None,
        invitation=invitation,
        address=address,
        code_picture=qr_code(address, invitation),
    )


def _invitation(tournament: Tournament, form: Variant, shown: RoundShown | None) -> tuple[str, str]:
    """Return what a phone finds by the code at the foot, and its address: nobody looks for a table before the first
    round, or after the last."""
    find = form.root + reverse("find", args=[tournament.slug])
    if tournament.is_over:
        return _("All results"), form.root + reverse("standings", args=[tournament.slug])
    return (_("Am I on the list?") if shown is None else _("Find your table")), find


def phase_of(shown: RoundShown | None, clock: Clock | None) -> str:
    """Return the phase of the event: ``welcome`` before the first round, ``pairings`` until the clock runs or a result
    is in, ``running``, ``results`` once they come in, ``standings`` when all are in."""
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
        title = round_name(shown.number, page.round_names) if shown else page.tournament.name
        return title, "", [Slide("clock")]
    if phase == "standings":
        if standings is None or not standings.rows:
            return _("Standings"), "", _welcome(_("They appear with the first result."))
        teams = _teams(page.tournament, standings, form) if standings.teams else []
        return standings.title, "", [*_knockout(page), *teams, *_all_standings(standings, page.people, form)]
    if shown is None:
        return _before(page)
    title = round_name(shown.number, page.round_names)
    if phase in {"pairings", "running"}:
        slides = [*_matches(matches_of(page.tournament, shown), form), *_columns(_places(shown, page), form)]
        slides += _game(page, shown) if phase == "running" else []
        return title, _("Find your table"), slides
    entered = ngettext("%(entered)s of %(tables)s result", "%(entered)s of %(tables)s results", len(shown.tables)) % {
        "entered": shown.entered,
        "tables": len(shown.tables),
    }
    played = matches_of(page.tournament, shown)
    slides = [*_knockout(page), *_matches(played, form), *_tables(shown, page, played)]
    return title, entered, [*slides, *_game(page, shown)]


def _game(page: Page, shown: RoundShown) -> list[Slide]:
    """Return the game that is being entered, as everyone sees it; no page while there is none."""
    card = featured([card for card in boards(page, shown) if card["live"]])
    return [Slide("game", game=card)] if card else []


def _knockout(page: Page) -> list[Slide]:
    """Return the brackets of a knockout, with the round that is played in as many pages as it needs; none in other
    events."""

    def name(number: int) -> SafeString:
        return format_html("<bdi>{}</bdi>", page.people[number].name if number in page.people else f"#{number}")

    shown = brackets(page.tournament, page.colours, name, page.form, room=BRACKET_LINES)
    return [Slide("knockout", bracket=bracket) for bracket in shown.brackets] if shown else []


def _before(page: Page) -> tuple[str, str, list[Slide]]:
    """Return the board before round 1: the players still expected at the check-in, else all players.

    No number stands beside a name: where tables will stand, it would be taken for one.
    """
    people = sorted(page.people.values(), key=lambda person: (shown_names.sort_key(person.name), person.number))
    present = arrivals(page.tournament)
    if present is None or not present.expected:
        note = ngettext("%(count)s player", "%(count)s players", len(people)) % {"count": len(people)}
        slides = _columns(_names(people), page.form) if people else _welcome(_("Nobody is entered yet."))
        return _("Welcome"), note, slides
    counts = {"here": present.here, "expected": present.expected}
    note = _("%(here)d of %(expected)d here") % counts
    missing = [person for person in people if person.number in present.missing]
    if not missing:
        return _("Check-in"), note, _welcome(_("Everybody is here."))
    if page.tournament.names_shown != privacy.FULL:
        # where names are shortened in public, nobody is told to the hall as missing
        count = ngettext("%(count)d player is still expected.", "%(count)d players are still expected.", len(missing))
        return _("Check-in"), note, _welcome(count % {"count": len(missing)})
    # Translators: a heading on the big screen; the names of those who are still expected follow.
    note = _("%(here)d of %(expected)d here · still expected:") % counts
    return _("Check-in"), note, _columns(_names(missing), page.form)


def _names(people: Iterable[Person]) -> list[NameLine]:
    return [NameLine(person.name) for person in people]


def _welcome(sentence: str) -> list[Slide]:
    return [Slide("welcome", sentence=sentence)]


def my_part(everything: Sequence[T], form: Variant) -> Sequence[T]:
    """Return the stretch of the whole that this one of several screens shows; names stay in order."""
    count = len(everything)
    return everything[(form.part - 1) * count // form.parts : form.part * count // form.parts]


def _chunks(everything: Sequence[T], size: int) -> Iterable[Sequence[T]]:
    """Yield pages of nearly the same length: a last page with one line is read by nobody."""
    pages = max(1, -(-len(everything) // size))
    for at in range(pages):
        yield everything[at * len(everything) // pages : (at + 1) * len(everything) // pages]


def _columns(lines: Sequence[NameLine], form: Variant) -> list[Slide]:
    return [Slide("byname", part) for part in _chunks(my_part(lines, form), LINES * COLUMNS)]


def _places(shown: RoundShown, page: Page) -> list[NameLine]:
    """Return everybody by name with their table."""
    places = places_of(shown, page.colours, page.form.language)
    known = [page.people[number] for number in places if number in page.people]
    known.sort(key=lambda person: (shown_names.sort_key(person.name), person.number))
    return [NameLine(_name_at_seat(page, person.number), places[person.number]) for person in known]


def _name_at_seat(page: Page, number: int) -> SafeString:
    """Return a player's name with their team and board, where teams win the event."""
    person = page.people.get(number)
    return with_team(conditional_escape(person.name), person.in_team) if person else mark_safe(f"#{number}")  # noqa: S308


def _tables(shown: RoundShown, page: Page, played: Matches | None) -> list[Slide]:
    """Return the tables by number, with their results: who looks for a table finds it where it was before. Boards of a
    match stand below their teams."""

    def name(number: int) -> SafeString:
        if played:  # the teams of a match stand above its boards
            return conditional_escape(page.people[number].name if number in page.people else f"#{number}")
        return _name_at_seat(page, number)

    tables = sorted(shown.tables, key=lambda table: table.number)
    widest = max((len(table.seats) for table in tables), default=2)
    lines = [
        TableLine(
            table.number,
            table.end == "adjourned",
            table.end is None,
            seats_of(table, name, page.colours, page.form.language, page.two_colours),
        )
        for table in tables
    ]
    # more than two at a table stand in two columns: a table of five has three lines
    if played and not any(seat.sum for line in lines for seat in line.seats):
        pages = _by_match(lines, tables, played, -(-widest // 2))
        return [Slide("tables", part, wide=widest > 2, teams=True) for part in my_part(pages, page.form)]
    size = LINES if widest <= 2 else (LINES + 1) // -(-widest // 2)
    return [Slide("tables", part, wide=widest > 2) for part in _chunks(my_part(lines, page.form), size)]


def _by_match(
    lines: Sequence[TableLine], tables: Sequence[TableShown], played: Matches, height: int
) -> list[list[TableLine | TeamsLine]]:
    """Return pages of tables below the names of their teams, each player on the side of their team; what is in no match
    comes last. A match that fits stands on one page. ``height``: the lines of a table."""
    home = {number: match for match in played.played for number in (board.number for board in match.lines)}
    groups: dict[Match | None, list[TableLine]] = {match: [] for match in (*played.played, None)}
    for line, table in zip(lines, tables, strict=True):
        match = home.get(line.number)
        groups[match].append(replace(line, seats=_sides(line, table, match)) if match else line)
    pages: list[list[TableLine | TeamsLine]] = []
    room = 0
    for match, own in groups.items():
        head = [TeamsLine(match.one.name, match.other.name)] if match else []
        for part in _chunks(own, LINES // height) if own else ():
            needed = len(part) * height + len(head)
            if needed > room:
                pages.append([])
                room = LINES + 1
            pages[-1] += [*head, *part]
            room -= needed
    return pages


def _sides(line: TableLine, table: TableShown, match: Match) -> list[Seat]:
    """Return the seats of a board in the two columns of its teams."""
    (board,) = (board for board in match.lines if board.number == line.number)
    sides: tuple[list[Seat], list[Seat]] = [], []
    for seat, taken in zip(line.seats, table.seats, strict=True):
        sides[taken.number in board.other].append(seat)
    return [seat for pair in zip_longest(*sides) for seat in pair if seat is not None]


def _matches(played: Matches | None, form: Variant) -> list[Slide]:
    """Return a line a match; none where teams play no matches."""
    lines = [
        Line(
            "",
            f"{match.one.name} – {match.other.name}",
            matches.score(match) if match.begun else "",
            " · ".join(filter(None, (tables_of(match), matches.playing(match) if match.begun else ""))),
        )
        for match in (played.played if played else ())
    ]
    return _orders(my_part(lines, form))


def _teams(tournament: Tournament, shown: StandingsShown, form: Variant) -> list[Slide]:
    """Return the teams in their order."""
    names = dict(shown_names.teams(tournament.pk))
    waits = any("waits" in line for line in shown.teams)
    silent = teams_without_result(insight(tournament.pk, shown.after_round)) if waits else frozenset()
    lines = [
        Line(
            matches.rank(line, line["team"] in silent),
            names.get(line["team"], line["team"]),
            cells.waiting_mark() if line["team"] in silent else points(line["points"]),
        )
        for line in shown.teams
    ]
    return _orders(my_part(lines, form))


def _all_standings(shown: StandingsShown, people: dict[int, Person], form: Variant) -> list[Slide]:
    """Return the standings; of an event in groups the order of each group, under its name."""
    groups = standings_parts(shown)
    if len(groups) == 1:
        return _standings(shown, people, form)
    whole = replace(form, part=1, parts=1)
    slides = [replace(slide, title=title) for title, part in groups for slide in _standings(part, people, whole)]
    return [*my_part(slides, form)]


def _standings(shown: StandingsShown, people: dict[int, Person], form: Variant) -> list[Slide]:
    key = shown.columns[0]
    lines = [
        Line(
            cells.rank_cell(row),
            people[row.player].name if row.player in people else f"#{row.player}",
            cells.waiting_mark() if row.nothing_yet else points(row.points if key == POINTS else row.values.get(key)),
        )
        for row in my_part(shown.rows, form)
    ]
    return _orders(lines)


def _orders(lines: Sequence[Line]) -> list[Slide]:
    return [Slide("standings", part) for part in _chunks(lines, LINES) if part]
