"""The long lists of the public pages as HTML: pairings, names, standings.

They are put together by hand and not by a template, because a page of a thousand players must be made in a few
milliseconds (docs/decisions/html-in-python.md). They are lean: end tags that HTML lets one omit are omitted, and
nothing is said twice. Everything that a person wrote goes through `text`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from html import escape as text
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import in_language
from scoring.ranking import POINTS
from tournaments.selectors import labels
from tournaments.selectors.events.public import RoundShown, SeatTaken, TableShown
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.rounds.colours import at_table
from tournaments.selectors.standings.standings import Rank, StandingsShown
from tournaments.sentences.places import to_say
from tournaments.sentences.points import readable
from tournaments.web.cells import Cells, columns_of, rank_cell, start_below, waiting_mark
from tournaments.web.seats import (
    Link,
    most_at,
    places_of,
    points,
    proof,
    score,
    sign,
    sitting_twice,
    with_team,
)
from tournaments.web.variants import Variant

LONG_WORD = re.compile(r"[^\s-]{16}")
"""A word of a name that a narrow column would break inside."""


def _wordy(name: str) -> str:
    """Return the class of a name with a long word: where it has little room its letters are smaller."""
    return " class=ww" if LONG_WORD.search(name) else ""


def person_link(
    slug: str, form: Variant, people: Mapping[int, Person], seated: bool = False, clubs: bool = False
) -> Link:
    """Return a function that gives a pairing number's name as a link to the player's page; ``seated``: with their team,
    where teams win the event, else with ``clubs`` with their club."""

    def below(person: Person) -> str:
        return person.in_team or (person.club if clubs else "")

    return _link(f"/t/{slug}/players/", form, people, below if seated else None)


def panel_link(address: str, form: Variant, people: Mapping[int, Person], open_: int = 0) -> Link:
    """Return a function that gives a pairing number's name as a link to the player's panel beside the standings, which
    are at the ``address`` and show the same lines still; that of the player whose panel is open says so."""
    return _link(f"{address}player/", form, people, current=open_, query=form.listed)


def _link(
    base: str,
    form: Variant,
    people: Mapping[int, Person],
    below: Callable[[Person], str] | None = None,
    current: int = 0,
    query: str = "",
) -> Link:
    query = query or form.carried
    end = f"/?{text(query)}" if query else "/"

    def link(number: int) -> SafeString:
        person = people.get(number)
        name = text(person.name) if person else f"#{number}"
        on = " aria-current=true" if number == current else ""
        shown = with_team(mark_safe(name), below(person)) if below and person else name  # noqa: S308
        return mark_safe(f'<a{_wordy(name)} href="{base}{number}{end}"{on}>{shown}</a>')  # noqa: S308

    return link


def slot(body: str) -> str:
    """Return the class that a table needs for the widest fraction in its body, with a blank before it; mostly none."""
    return " long" if "\u2044" in body else ""


@lru_cache(maxsize=4096)
def _value(number: str) -> Fraction:
    try:
        return Fraction(number)
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def pairings(
    shown: RoundShown,
    colours: tuple[str, ...],
    link: Link,
    form: Variant,
    rule: str,
    limit: int | None = None,
    slug: str = "",
    many: bool = False,
) -> SafeString:
    """Return the tables of a round with who sits where and, once entered, the points: a row a table, low where they are
    ``many``. Two alone at it stand left and right of their result.

    ``rule``: what the event makes of two colours; their sum stands where the player sits the second time. The number
    and the points of a table whose game can be looked at lead to it.
    """
    tables = shown.tables[:limit]
    seats = max((table.seats[-1].position for table in tables), default=0)
    signs = [labels.seat(colours, position, form.language) for position in range(1, seats + 1)]
    marks = ["<td role=cell>" + sign(style, letter) for style, letter, _name in signs]
    head = "".join(
        f"<th scope=col role=columnheader>{sign(style, letter) if colours else ''}"
        f"{text(labels.heading(colours, position, seats, form.language))}"
        for position, (style, letter, _name) in enumerate(signs, 1)
    )
    end = "/" + text(form.suffix)
    lines = [
        _table_row(table, marks, link, rule, f"/t/{slug}/rounds/{shown.number}/tables/{table.number}{end}")
        for table in tables
    ]
    body = "".join(lines)
    rows = "rows" if many else "pairings wide"
    shape = (rows if seats > 2 else "pairs" if colours else "pairs bare") + slot(body)
    return mark_safe(  # noqa: S308
        f'<table class="{shape}" role=table aria-labelledby=pairings-title>'
        f"<thead role=rowgroup><tr role=row><th scope=col role=columnheader>{text(_('Table'))}{head}"
        f"<tbody role=rowgroup>{body}</table>"
    )


def _table_row(table: TableShown, marks: Sequence[str], link: Link, rule: str, game: str) -> str:
    best = None
    last = {seat.number: seat.position for seat in table.seats}
    twice = sitting_twice(table)
    doubled = at_table(table, rule) if twice else {}
    if table.end is not None:
        best = most_at(table)
    note = f"<small>{text(_('fixed'))}</small>" if table.fixed else ""
    if table.end == "adjourned":
        note += f"<small class=warn>{text(_('adjourned'))}</small>"
    elif table.end == "forfeit":
        void = all(seat.points is None for seat in table.seats)
        note += f"<small>{text(_('void') if void else _('forfeit'))}</small>"
    note += proof(table)
    name = str(table.number)
    if table.game:
        word = text(_("Game of table %(number)d") % {"number": table.number})
        name = f'<a class=game href="{game}" aria-label="{word}">{table.number}</a>'
    cells = [f"<tr role=row id=t{table.number}><th scope=row role=rowheader>{name}{note}"]
    at = 0
    for seat in table.seats:
        while at < seat.position - 1:
            cells.append("<td role=cell>")
            at += 1
        both = doubled.get(seat.number) if seat.position == last[seat.number] else None
        sum_ = f"<small>{text(both.sum)}</small>" if both else ""
        if seat.number in twice and seat.position == last[seat.number] and not both:
            sum_ = f"<small>{text(_('plays two colours'))}</small>"
        if seat.listed:
            sum_ += f"<small class=listed>{text(' · '.join(map(readable, seat.listed)))}</small>"
        got = _seat_points(seat, table.end, best)
        if got and table.game:
            got = f'<a class=to-game href="{game}{"&amp;" if "?" in game else "?"}seat={seat.position}">{got}</a>'
        cells.append(f"{marks[at]}{link(seat.number)}{score(seat.score)}{got}{sum_}")
        at += 1
    cells.extend("<td role=cell>" for _empty in range(at, len(marks)))
    return "".join(cells)


def listed_names(shown: RoundShown, game: DeclaredGame | None, language: str) -> str:
    """Return what the small numbers of a round's lists are, such as ``Game points · Won · Lost``; empty where none
    is there."""
    if game is None or not any(seat.listed for table in shown.tables for seat in table.seats):
        return ""
    return " · ".join(str(in_language(column.names, language)) for column in game.declaration.columns)


def _seat_points(seat: SeatTaken, end: str | None, best: Fraction | None) -> str:
    if end is None:
        return ""
    if seat.points is None:
        return f'<b title="{text(_("did not show up"))}">–</b>' if end == "forfeit" else ""
    first = best is not None and best > 0 and _value(seat.points) == best
    return f"<b class=t>{points(seat.points)}</b>" if first else f"<b>{points(seat.points)}</b>"


def names(
    shown: RoundShown,
    colours: tuple[str, ...],
    link: Link,
    form: Variant,
    order: Iterable[int],
    slug: str = "",
) -> SafeString:
    """Return players of a round in an order by name, with table and seat: what hangs on the wall. A table leads to its
    game."""
    word = text(_("table"))
    end = "/" + text(form.suffix)
    with_game = {table.number for table in shown.tables if table.game}

    def table_of(number: int) -> str:
        name = f"<b><span class=v>{word} </span>{number}</b>"
        if number not in with_game:
            return name
        return f'<a class=game href="/t/{slug}/rounds/{shown.number}/tables/{number}{end}">{name}</a>'

    places = {
        number: f"<em>{text(place.bye)}</em>"
        if place.table is None
        else table_of(place.table) + "".join(sign.said for sign in place.signs)
        for number, place in places_of(shown, colours, form.language).items()
    }
    return mark_safe(  # noqa: S308
        f"<ul class=names role=list>{''.join(f'<li>{link(n)} {places[n]}' for n in order)}</ul>"
    )


def byes(shown: RoundShown, link: Link) -> SafeString:
    """Return the players who do not play in a round, with the reason."""
    items = (f"<li>{link(number)} <em>{text(labels.bye(kind))}</em>" for number, kind in shown.byes)
    return mark_safe(f"<ul class=byes role=list>{''.join(items)}</ul>")  # noqa: S308


def standings(
    shown: StandingsShown,
    people: Mapping[int, Person],
    link: Link,
    brief: bool = False,
    end: str = "",
    before: Mapping[int, int] | None = None,
    last: bool = False,
    games: Mapping[tuple[int, int], str] | None = None,
    signs: Mapping[tuple[int, int], str] | None = None,
    address: str = "",
    go_on: Set[int] = frozenset(),
) -> SafeString:
    """Return the standings: rank, player, what ranks, then (unless ``brief``) the other figures in the order in which
    they decide, and each round's points.

    Unless ``brief``, the first figure leads to the sums behind a player's values, at ``why/`` below the page's
    ``address``; ``end`` is what such an address carries on. ``before`` are the ranks after the round before, of which
    arrows are made; ``last`` adds the points of the last round where there is no more. ``games`` are the addresses of
    games, by player and round: the points of a round lead there; ``signs`` are those of the seats had there. ``go_on``
    are those who are in finals made of it.
    """
    columns = shown.columns[:1] if brief else shown.columns
    codes = [code for code in columns if code != POINTS]
    rounds = 0 if brief else shown.after_round
    first = shown.after_round if brief and last else 1
    rounds = shown.after_round if brief and last else rounds
    key = 0 if shown.by_place else 2
    head = "".join(
        f"<th scope=col{' aria-sort=descending' if key and not at else ''}>"
        + (
            text(_("Points"))
            if code == POINTS
            else f'<abbr title="{text(labels.tie_break(code))}">{text(labels.column(code))}</abbr>'
        )
        for at, code in enumerate(columns)
    )
    trail_head = "".join(f"<th scope=col>{text(_('R%(number)d') % {'number': n})}" for n in range(first, rounds + 1))
    marks = {"": ""} | {
        mark: f" <small>{text(word)}</small>"
        for mark, word in (("withdrawn", _("withdrawn")), ("expelled", _("expelled")))
    }
    through = f" <small class=through>{text(_('finals'))}</small>"
    cell = Cells().__getitem__
    rank = rank_cell
    tie_breaks = columns_of(codes, (row.tie_breaks for row in shown.rows))
    rows = []
    for row in shown.rows:
        person = people.get(row.player)
        home = (person.team or ("" if brief else person.club)) if person else ""
        team = (f" <small>{text(home)}</small>" if home else "") + start_below(row)
        note = marks[row.mark] + penalties(row.penalties) if row.penalties else marks[row.mark]
        if row.player in go_on:
            note += through
        moved = move(row, before) if before else ""
        figures = [*tie_breaks(row.values)]
        if POINTS in columns:
            figures.insert(columns.index(POINTS), _points(row, cell))
        if not brief:
            why = f'<td><a href="{address}why/{row.player}/{end}">'
            figures[0] = f"{why}{figures[0].removeprefix('<td>')}</a>"
        rows.append(
            f"<tr id=p{row.player}><td>{rank(row)}{moved}<th scope=row>{link(row.player)}{team}{note}{''.join(figures)}"
            f"{_trail(row, rounds, cell, first, games, signs) if rounds else ''}"
        )
    body = "".join(rows)
    shape = f"{slot(body)}{' arrows' if before else ''}{' by-key' if key else ' by-place'}"
    return mark_safe(  # noqa: S308
        f'<table class="standings{shape}" aria-labelledby=standings-title{_data(columns, brief)}>'
        f"<thead><tr><th scope=col{'' if key else ' aria-sort=ascending'}>"
        f'<abbr title="{text(_("Rank"))}">#</abbr><th scope=col>{text(_("Player"))}{head}{trail_head}'
        f"<tbody>{body}</table>"
    )


def move(row: Rank, before: Mapping[int, int]) -> str:
    """Return how many places a player rose or fell since the round before, or nothing; CSS draws the arrow."""
    by = before.get(row.player, row.rank) - row.rank
    if not by or row.waits:
        return ""
    if by > 0:
        return f"<small class=up><i> {text(pgettext('in the standings', 'up'))} </i>{by}</small>"
    return f"<small class=down><i> {text(pgettext('in the standings', 'down'))} </i>{-by}</small>"


def _trail(
    row: Rank,
    rounds: int,
    cell: Callable[[str | None], str],
    first: int = 1,
    games: Mapping[tuple[int, int], str] | None = None,
    signs: Mapping[tuple[int, int], str] | None = None,
) -> str:
    """Return the points of each round beside the sign of the seat, which lead to the game; a table without a result so
    far is marked as such, and a round that the player was not in stays empty."""
    if None not in row.trail and not games and not signs and not row.not_in:
        return "".join(map(cell, row.trail[first - 1 : rounds]))
    cells = []
    for number, earned in enumerate(row.trail[first - 1 : rounds], first):
        if number in row.not_in:
            cells.append("<td>")
            continue
        filled = f"<td>{waiting_mark(number in row.adjourned)}" if earned is None else cell(earned)
        if signs:
            filled = f"<td>{signs.get((row.player, number), '')}{filled.removeprefix('<td>')}"
        game = games.get((row.player, number)) if games else None
        cells.append(f'<td><a class=to-game href="{game}">{filled.removeprefix("<td>")}</a>' if game else filled)
    return "".join(cells)


def _points(row: Rank, cell: Callable[[str | None], str]) -> str:
    return f"<td>{waiting_mark()}" if row.nothing_yet else cell(row.points)


def _data(columns: Sequence[str], brief: bool) -> str:
    """Return the data of the scripts that open sums and panels (the columns with a sum, and a word), and of the one
    that says a row aloud when it changes, where the points stand in it."""
    taps = "" if brief else f' data-why="{text(" ".join(columns))}" data-close="{text(_("Close"))}"'
    if POINTS not in columns:
        return taps
    at = columns.index(POINTS) + 1
    return f'{taps}{f" data-points={at}" if at > 1 else ""} data-say="{text(json.dumps(to_say(), ensure_ascii=False))}"'


def penalties(taken: Sequence[Mapping[str, Any]]) -> SafeString:
    """Return a note for each deduction of points by an arbiter, with its reason."""
    notes = "".join(f" <small class=penalty>{text(note)}</small>" for note in labels.penalties(taken)) if taken else ""
    return mark_safe(notes)  # noqa: S308


def left_out(whom: Sequence[tuple[int, str]], link: Link, numbered: bool = False) -> SafeString:
    """Return the players who are not in the table by the tournament's rules, with the reason; empty if all are.

    ``numbered``: with their pairing numbers, where the table names opponents by these.
    """
    items = (
        f"<li>{f'<small>{number}</small> ' if numbered else ''}{link(number)} <em>{text(why)}</em>"
        for number, why in whom
    )
    return mark_safe(f"<ul class=byes role=list>{''.join(items)}</ul>" if whom else "")  # noqa: S308


def people_list(people: Iterable[Person], link: Link) -> SafeString:
    """Return all players by pairing number."""
    items = "".join(
        f"<li value={p.number}>{link(p.number)}{f' <small>{text(p.club)}</small>' if p.club else ''}" for p in people
    )
    return mark_safe(f"<ol class=entries>{items}</ol>")  # noqa: S308
