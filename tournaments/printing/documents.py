"""The documents of an event: lists for the wall and for the arbiter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext as _

from games.core.svg import Sign
from tournaments.printing.press import MARGIN, Column, Press
from tournaments.printing.typeface import apart, halves, width

Lines = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a table: the seat's name and the sign of its colour, the player's number and name; ``head`` is what
    stands over the seat's column where that is not its name."""

    seat: str
    number: int
    name: str
    points: str = ""
    sign: Sign | None = None
    head: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round with its players in seat order; ``end`` is a word for an end that is not a game."""

    number: int
    seats: Sequence[Seated]
    end: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A round of a player's schedule."""

    round: int
    table: str
    seat: str
    opponents: str
    points: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """A player and their rounds."""

    number: int
    name: str
    meetings: Sequence[Meeting]


def by_table(press: Press, tables: Sequence[TableRow], byes: Lines, matches: Lines = (), sums: Lines = ()) -> None:
    """Draw the pairings by table, for the arbiter and for the wall.

    ``matches`` of teams come first: the teams with the score, and the tables. Where there are none and all tables fit
    on one page in type that a crowd reads, they stand there so. ``sums``: how the two colours of a player
    make their points.
    """
    seats = max(tables, key=lambda t: len(t.seats)).seats if tables else ()
    if tables and not matches and _large(press, tables, seats, byes, sums):
        return
    columns = [Column(_("Table"), "right", bold=True)]
    for seat in seats:
        columns += [
            Column(seat.head or seat.seat, give=True, sign=seat.sign),
            Column("", "right", bold=True),
            Column(""),
        ]
    rows = []
    for table in tables:
        cells = list(chain.from_iterable((f"{s.number} {s.name}", s.points, "  ") for s in table.seats))
        rows.append([str(table.number), *cells, *[""] * (3 * (len(seats) - len(table.seats)))])
    press.page()
    if matches:
        press.heading(_("Matches"))
        for match, where in matches:
            press.paragraph(f"{match}  ({where})", 11)
    press.table(columns, rows, size=12 if len(seats) <= 2 else 10)
    _two_colours(press, sums)
    _not_playing(press, byes)


READ_FAR, LARGEST = 12.5, 32.0
"""Type that is read over somebody's shoulder, and the largest that is of use: at 20 it is read from two metres."""


def _large(press: Press, tables: Sequence[TableRow], seats: Sequence[Seated], byes: Lines, sums: Lines) -> bool:
    """Draw the tables in large type, two seats a line, on one page. Where they do not fit, return False and draw
    nothing."""
    rows = sum(-(-len(table.seats) // 2) for table in tables)
    free = press.height - 2 * MARGIN - 88 - sum(30 + 16 * len(lines) for lines in (byes, sums) if lines)
    size = min(LARGEST, free / (rows * 1.3 + len(tables) * 0.5))
    if size < READ_FAR:
        return False
    press.page()
    number = width("00", size * 1.3, bold=True) + 14
    half = (press.room - number) / 2
    for at, seat in enumerate(seats):
        left = MARGIN + number + at * (press.room - number) / len(seats)
        press.seat(left, press.y - 10, seat.seat, 11, seat.sign, room=half - 10)
    press.y -= 20
    for table in tables:
        press.line(MARGIN, press.y, MARGIN + press.room, press.y, 0.5)
        press.text(MARGIN, press.y - size * 1.35, str(table.number), size * 1.3, bold=True)
        for at, seat in enumerate(table.seats):
            down, side = divmod(at, 2)
            left = MARGIN + number + side * half
            y = press.y - size * (1.2 + 1.3 * down)
            points = width(seat.points, size, bold=True) + 10 if seat.points else 0
            press.seat(
                left,
                y,
                f"{seat.number} {seat.name}",
                size,
                seat.sign,
                room=half - points - 12,
                least=8,
                high=size * 1.3,
            )
            if seat.points:
                press.text(left + half - 12, y, seat.points, size, bold=True, align="right")
        press.y -= size * (1.3 * -(-len(table.seats) // 2) + 0.5)
    _two_colours(press, sums)
    _not_playing(press, byes)
    return True


def _two_colours(press: Press, sums: Lines) -> None:
    if sums:
        press.heading(_("Two colours at a table"))
        for who, sum_ in sums:
            press.paragraph(f"{apart(who)}: {sum_}")


def _not_playing(press: Press, byes: Lines) -> None:
    if byes:
        press.heading(_("Not playing"))
        for name, why in byes:
            press.paragraph(f"{apart(name)} ({why})")


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in a round: the table's number, and the seats with the signs of their colours."""

    name: str
    table: str
    seats: Sequence[tuple[str, Sign | None]]


FAR_HIGH = 24.0
"""The height of a line that is read from afar, which as many as fit into one column have."""


def by_name(press: Press, places: Sequence[Place]) -> None:
    """Draw everybody in a round by name: the sheet for the wall. Few stand below each other in large type, more in two
    columns of equal length."""
    gap = 20.0
    at = 0
    while at < len(places) or at == 0:
        press.page()
        top = press.y
        free = top - MARGIN
        left = places[at:]
        sides = 1 if len(left) * FAR_HIGH <= free else 2
        lines = max(1, min(int(free / 19), -(-len(left) // sides)))
        high = max(19.0, min(34.0 if sides == 1 else FAR_HIGH, free / lines))
        size = min(20.0, high * 0.63) if sides == 1 else max(12.0, high * 0.56)
        column = (press.room - gap * (sides - 1)) / sides
        for side in range(sides):
            x = MARGIN + side * (column + gap)
            part = left[side * lines : (side + 1) * lines]
            _places(press, part, x, top, column, high, size)
        at += sides * lines
        press.done(min(at, len(places)), len(places))
        if at >= len(places):
            break


def _places(
    press: Press, places: Sequence[Place], x: float, top: float, column: float, high: float, size: float
) -> None:
    """Draw a column of names, tables and seats."""
    every = [seat for place in places for seat, _sign in place.seats]
    longest = max((width(seat, size - 2) for seat in every), default=0) + size * 1.6
    each = max((len(place.seats) for place in places), default=1)
    seats = min(longest * max(each, 1), column * 0.3)
    number = width("000", size + 1, bold=True)
    for line, place in enumerate(places):
        y = top - (line + 1) * high
        base = y + high * 0.28
        room = column - seats - number - 14
        if width(place.name, 9) <= room:
            press.text(x, base, place.name, size, room=room, least=6)
        else:  # two lines that can be read, rather than one that cannot
            small = min(9.0, high * 0.42)
            for half, up in zip(halves(place.name), (0.58, 0.14), strict=True):
                press.text(x, y + high * up, half, small, room=room, least=6)
        press.text(x + column - seats - 6, base, place.table, size + 1, bold=True, align="right", room=number)
        share = seats / max(len(place.seats), 1)
        for at, (seat, sign) in enumerate(place.seats):
            press.seat(x + column - seats + at * share, base, seat, size - 2, sign, room=share - 2, least=5.5)
        press.line(x, y, x + column, y, 0.25)


def ranking(
    press: Press,
    parts: Sequence[tuple[str, Sequence[Column], Sequence[Sequence[str]]]],
    legend: Lines,
    teams: tuple[Sequence[Column], Sequence[Sequence[str]]] | None = None,
    signs: Lines = (),
    unranked: str = "",
) -> None:
    """Draw the standings, the teams' first, each part below its title, a line about those who are not in them, and what
    their tie-breaks and signs mean."""
    press.page()
    if teams:
        press.table(*teams)
        press.heading(_("Players"))
    for title, columns, rows in parts:
        if title:
            press.heading(title)
        press.table(columns, rows)
    if unranked:
        press.paragraph(unranked, 9)
    _legend(press, legend, signs)


def _legend(press: Press, tie_breaks: Lines, signs: Lines) -> None:
    """Explain the tie-breaks, and the signs of tables without a result, each below its heading."""
    for title, lines in ((_("Tie-breaks"), tie_breaks), (_("What the signs mean"), signs)):
        if lines:
            press.heading(title)
            for code, meaning in lines:
                press.paragraph(f"{code}: {meaning}", 9)


def crosstable(
    press: Press, names: Sequence[Sequence[str]], cells: Sequence[Sequence[str]], legend: Sequence[str]
) -> None:
    """Draw the crosstable: a row a player (rank, number, name, points), a column an opponent, cut into parts that
    fit."""
    most = max((len(cell) for row in cells for cell in row), default=1)
    size = 9.0
    wide = max(15.0, max((width(c, size) for row in cells for c in row), default=0) + 4) if most else 15.0
    natural = max((width(name, size) for _rank, _number, name, _points in names), default=60) + 8
    parts = -(-len(names) // max(1, int((press.room - min(170.0, natural) - 85) / wide))) or 1
    fits = max(1, -(-len(names) // parts))  # parts of one width: what they leave is for the names
    name_wide = min(natural, press.room - 85 - fits * wide)
    for start in range(0, max(1, len(names)), fits):
        part = range(start, min(len(names), start + fits))
        columns = [Column("#", "right"), Column(_("No."), "right"), Column(_("Player"), most=name_wide)]
        columns += [Column(names[at][1], "centre") for at in part] + [Column(_("Points"), "right", bold=True)]
        rows = [
            [rank, number, name, *(cells[line][at] for at in part), points]
            for line, (rank, number, name, points) in enumerate(names)
        ]
        press.page()
        press.table(columns, rows, size=size)
        press.done(min(len(names), start + fits), len(names))
    for sentence in legend:
        press.paragraph(sentence, 9)


def schedules(press: Press, players: Sequence[Schedule], others: str) -> None:
    """Draw each player's rounds, to be cut apart: a block stays on one page while it fits on one. ``others``: how
    those are called who sit at the table, too."""
    for at, player in enumerate(players):
        block = 30 + 14 * (len(player.meetings) + 1)
        press.need(min(block, 600))
        press.y -= 20
        press.text(MARGIN, press.y, f"{player.number}  {player.name}", 12, bold=True, room=press.room)
        press.y -= 3
        press.table(
            [
                Column(_("Round"), "right"),
                Column(_("Table"), "right", bold=True),
                Column(_("Seat")),
                Column(others, give=True),
                Column(_("Points"), "right"),
            ],
            [[str(m.round), m.table, m.seat, m.opponents, m.points] for m in player.meetings],
            size=9,
        )
        press.y -= 8
        if at % 10 == 9:
            press.done(at + 1, len(players))


def prizes(press: Press, lists: Sequence[tuple[str, Sequence[Sequence[str]], Sequence[str]]]) -> None:
    """Draw each list of prizes with its winners (place, number, name, prize), and below it what is to be decided."""
    columns = [
        Column(_("Place"), "right"),
        Column(_("No."), "right"),
        Column(_("Winner"), give=True, bold=True),
        Column(_("Prize"), give=True),
    ]
    press.page()
    for title, rows, remarks in lists:
        press.heading(title)
        press.table(columns, rows, size=11)
        for remark in remarks:
            press.paragraph(remark, 10)


@dataclass(frozen=True, slots=True)
class Report:
    """The arbiter's report: facts, the players, each round, the final standings of teams and of players, and what was
    out of the ordinary."""

    facts: Lines
    players: tuple[Sequence[Column], Sequence[Sequence[str]]]
    rounds: Sequence[tuple[str, Sequence[TableRow], Lines]]
    events: Sequence[str]
    standings: Sequence[tuple[str, Sequence[Column], Sequence[Sequence[str]]]]
    legend: Lines
    signs: Lines
    teams: tuple[Sequence[Column], Sequence[Sequence[str]]] | None = None


def report(press: Press, content: Report) -> None:
    """Draw the arbiter's report, with a line for the signature."""
    press.page()
    press.table([Column(""), Column("", give=True, bold=True)], [list(fact) for fact in content.facts], size=10)
    press.heading(_("Standings"))
    if content.teams:
        press.paragraph(_("Teams"), 10)
        press.table(*content.teams, size=9)
        press.paragraph(_("Players"), 10)
    for title, columns, rows in content.standings:
        if title:
            press.paragraph(title, 10)
        press.table(columns, rows, size=9)
    _legend(press, content.legend, content.signs)
    press.heading(_("Special events"))
    for sentence in content.events or [_("None.")]:
        press.paragraph(sentence, 9.5)
    press.heading(_("Players"))
    press.table(*content.players, size=9)
    for at, (title, tables, byes) in enumerate(content.rounds):
        press.heading(title)
        rows = []
        for table in tables:
            seats = "   ".join(f"{apart(s.name)} {s.points}".strip() for s in table.seats)
            rows.append([str(table.number), seats, table.end])
        press.table([Column(_("Table"), "right"), Column(_("Players"), give=True), Column("")], rows, size=8.5)
        if byes:
            press.paragraph("; ".join(f"{apart(name)} ({why})" for name, why in byes), 9)
        press.done(at + 1, len(content.rounds))
    press.need(70)
    press.y -= 55
    press.line(MARGIN, press.y, MARGIN + 220, press.y)
    press.text(MARGIN, press.y - 12, _("Date and signature of the arbiter"), 9)
