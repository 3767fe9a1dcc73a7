"""The long lists of the public pages as HTML: pairings, names, standings.

They are put together by hand and not by a template, because a page of a thousand players must be made in a few
milliseconds (docs/decisions/html-in-python.md). They are lean: end tags that HTML lets one omit are omitted, and
nothing is said twice. Everything that a person wrote goes through `text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from html import escape as text
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.selectors import labels
from tournaments.selectors.colours import Brought, at_table, brought
from tournaments.selectors.public import Appearance, RoundShown, SeatTaken, TableShown
from tournaments.selectors.shown_names import Person
from tournaments.selectors.standings import Rank, StandingsShown
from tournaments.sentences import sentence
from tournaments.sentences.points import parts
from tournaments.web import waiting
from tournaments.web.seats import Link, places_of, points, seat_list, seats_of, sign
from tournaments.web.variants import Variant


def person_link(slug: str, form: Variant, people: Mapping[int, Person]) -> Link:
    """Return a function that gives a pairing number's name as a link to the player's page."""
    base = f"/t/{slug}/players/"
    end = f"/?{text(form.carried)}" if form.carried else "/"

    def link(number: int) -> SafeString:
        person = people.get(number)
        name = text(person.name) if person else f"#{number}"
        return mark_safe(f'<a href="{base}{number}{end}">{name}</a>')  # noqa: S308

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
    people: Mapping[int, Person],
    colours: tuple[str, ...],
    link: Link,
    form: Variant,
    rule: str,
    limit: int | None = None,
) -> SafeString:
    """Return the tables of a round with who sits where and, once entered, the points: a row a table.

    ``rule``: what the event makes of two colours; their sum stands where the player sits the second time.
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
    rows = [_table_row(table, marks, link, rule) for table in tables]
    body = "".join(rows)
    shape = (" wide" if seats > 2 else "") + slot(body)
    return mark_safe(  # noqa: S308
        f'<table class="pairings{shape}" role=table aria-labelledby=pairings-title>'
        f"<thead role=rowgroup><tr role=row><th scope=col role=columnheader>{text(_('Table'))}{head}"
        f"<tbody role=rowgroup>{body}</table>"
    )


def _table_row(table: TableShown, marks: Sequence[str], link: Link, rule: str) -> str:
    best = None
    last = {seat.number: seat.position for seat in table.seats}
    doubled = at_table(table, rule) if len(last) < len(table.seats) else {}
    if table.end is not None:
        best = max((_value(seat.points) for seat in table.seats if seat.points is not None), default=None)
    note = f"<small>{text(_('fixed'))}</small>" if table.fixed else ""
    if table.end == "adjourned":
        note += f"<small class=warn>{text(_('adjourned'))}</small>"
    elif table.end == "forfeit":
        void = all(seat.points is None for seat in table.seats)
        note += f"<small>{text(_('void') if void else _('forfeit'))}</small>"
    cells = [f"<tr role=row id=t{table.number}><th scope=row role=rowheader>{table.number}{note}"]
    at = 0
    for seat in table.seats:
        while at < seat.position - 1:
            cells.append("<td role=cell>")
            at += 1
        both = doubled.get(seat.number) if seat.position == last[seat.number] else None
        sum_ = f"<small>{text(both.sum)}</small>" if both else ""
        cells.append(f"{marks[at]}{link(seat.number)}{_seat_points(seat, table.end, best)}{sum_}")
        at += 1
    cells.extend("<td role=cell>" for _empty in range(at, len(marks)))
    return "".join(cells)


def _seat_points(seat: SeatTaken, end: str | None, best: Fraction | None) -> str:
    if end is None:
        return ""
    if seat.points is None:
        return f'<b title="{text(_("did not show up"))}">–</b>' if end == "forfeit" else ""
    first = best is not None and best > 0 and _value(seat.points) == best
    return f"<b class=t>{points(seat.points)}</b>" if first else f"<b>{points(seat.points)}</b>"


def names(
    shown: RoundShown,
    people: Mapping[int, Person],
    colours: tuple[str, ...],
    link: Link,
    form: Variant,
    sort_key: Callable[[str], Any],
) -> SafeString:
    """Return everybody in a round by name, with table and seat: what hangs on the wall."""
    word = text(_("table"))
    places = {
        number: f"<em>{text(place.bye)}</em>"
        if place.table is None
        else f"<b><span class=v>{word} </span>{place.table}</b>"
        + "".join(f"{sign.html}<span class=v>{text(sign.colour)} </span>" for sign in place.signs)
        for number, place in places_of(shown, colours, form.language).items()
    }
    order = sorted(places, key=lambda n: (sort_key(people[n].name) if n in people else ("", ""), n))
    return mark_safe(  # noqa: S308
        f"<ul class=names role=list>{''.join(f'<li>{link(n)} {places[n]}' for n in order)}</ul>"
    )


def byes(shown: RoundShown, link: Link) -> SafeString:
    """Return the players who do not play in a round, with the reason."""
    items = (f"<li>{link(number)} <em>{text(str(labels.BYES.get(kind, kind)))}</em>" for number, kind in shown.byes)
    return mark_safe(f"<ul class=byes role=list>{''.join(items)}</ul>")  # noqa: S308


def standings(
    shown: StandingsShown,
    people: Mapping[int, Person],
    link: Link,
    brief: bool = False,
    end: str = "",
) -> SafeString:
    """Return the standings: rank, player, points, then (unless ``brief``) each tie-break and each round's points.

    Unless ``brief``, the points lead to the sums behind a player's values, at ``why/`` below this page;
    ``end`` is what such an address carries on.
    """
    codes = () if brief else shown.tie_breaks
    rounds = 0 if brief else shown.after_round
    head = "".join(
        f'<th scope=col><abbr title="{text(labels.tie_break(code))}">{text(labels.column(code))}</abbr>'
        for code in codes
    )
    trail_head = "".join(f"<th scope=col>{text(_('R%(number)d') % {'number': n})}" for n in range(1, rounds + 1))
    marks = {"": ""} | {
        mark: f" <small>{text(word)}</small>"
        for mark, word in (("withdrawn", _("withdrawn")), ("expelled", _("expelled")))
    }
    cell = _Cells().__getitem__
    rank = waiting.rank
    tie_breaks = _picker(codes)
    rows = []
    for row in shown.rows:
        person = people.get(row.player)
        team = f" <small>{text(person.team)}</small>" if person and person.team else ""
        note = marks[row.mark] + penalties(row.penalties) if row.penalties else marks[row.mark]
        rows.append(
            f"<tr id=p{row.player}><td>{rank(row, shown)}<th scope=row>{link(row.player)}{team}{note}"
            f"{_brief(row, cell) if brief else _to_sums(row, end)}{''.join(map(cell, tie_breaks(counted(row))))}"
            f"{_trail(row, rounds, cell) if rounds else ''}"
        )
    body = "".join(rows)
    return mark_safe(  # noqa: S308
        f'<table class="standings n{len(codes)}{slot(body)}" aria-labelledby=standings-title{_taps(codes, brief)}>'
        f'<thead><tr><th scope=col><abbr title="{text(_("Rank"))}">#</abbr>'
        f"<th scope=col>{text(_('Player'))}<th scope=col>{text(_('Points'))}{head}{trail_head}"
        f"<tbody>{body}</table>"
    )


def counted(row: Rank) -> Mapping[str, str]:
    """Return a row's tie-breaks, with a dash for a direct encounter that says nothing of the player."""
    return {**row.tie_breaks, **dict.fromkeys(row.unmet, "–")} if row.unmet else row.tie_breaks


def _trail(row: Rank, rounds: int, cell: Callable[[str | None], str]) -> str:
    """Return the points of each round; a table without a result so far is marked as such."""
    if None not in row.trail:
        return "".join(map(cell, row.trail[:rounds]))
    return "".join(
        f"<td>{waiting.mark(number in row.adjourned)}" if points is None else cell(points)
        for number, points in enumerate(row.trail[:rounds], 1)
    )


def _to_sums(row: Rank, end: str) -> str:
    figure = waiting.mark() if waiting.nothing_yet(row) else points(row.points)
    return f'<td><a href="why/{row.player}/{end}">{figure}</a>'


def _brief(row: Rank, cell: Callable[[str | None], str]) -> str:
    return f"<td>{waiting.mark()}" if waiting.nothing_yet(row) else cell(row.points)


def _taps(codes: Sequence[str], brief: bool) -> str:
    """Return the data of the script that opens sums: the number of columns that have one, and a word."""
    return "" if brief else f' data-why={len(codes)} data-close="{text(_("Close"))}"'


def penalties(taken: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return a note for each deduction of points by an arbiter, with its reason."""
    sentence = _("%(points)s from round %(round)d: %(reason)s")
    notes = "".join(
        " <small class=penalty>−"
        + text(sentence % {"points": "".join(parts(p["points"])), "round": p["round"], "reason": p["reason"]})
        + "</small>"
        for p in taken
    )
    return mark_safe(notes)  # noqa: S308


class _Cells(dict[str | None, str]):
    """The table cell of each number, made when it is first asked for: a long table repeats few numbers."""

    def __missing__(self, number: str | None) -> str:
        cell = self[number] = f"<td>{points(number)}"
        return cell


def _picker(codes: Sequence[str]) -> Callable[[Mapping[str, str]], Iterable[str | None]]:
    """Return a function that takes these tie-breaks out of a line, in this order."""

    def pick(values: Mapping[str, str]) -> Iterable[str | None]:
        return map(values.get, codes)

    return pick


@dataclass(frozen=True, slots=True)
class OwnRound:
    """One round of a player as the player's page shows it: HTML parts, ready to stand in a template.

    ``table`` is None with a bye; ``signs`` are the seat's signs (two of them for a player with two colours).
    """

    round: int
    table: int | None
    signs: str
    seats: str
    opponents: str
    points: str
    bye: str
    end: str | None
    fixed: bool = False
    reason: str = ""


def appearances(
    own: Iterable[Appearance], number: int, colours: tuple[str, ...], link: Link, form: Variant, rule: str
) -> list[OwnRound]:
    """Return a player's rounds in order, with opponents and points; ``rule``: what two colours bring."""
    rounds = []
    for appearance in own:
        table = appearance.table
        if table is None:
            bye = str(labels.BYES.get(appearance.bye or "", appearance.bye))
            rounds.append(OwnRound(appearance.round, None, "", "", "", "", bye, None))
            continue
        seats = seats_of(table, link, colours, form.language, rule)
        mine = [seat.sign for seat in seats if seat.number == number]
        total = brought((seat.points for seat in table.seats if seat.number == number), rule)
        rounds.append(
            OwnRound(
                appearance.round,
                table.number,
                mark_safe("".join(own_sign.html for own_sign in mine)),  # noqa: S308
                ", ".join(own_sign.colour for own_sign in mine),
                seat_list([seat for seat in seats if seat.number != number]),
                mark_safe(_own_points(table.end, total)),  # noqa: S308
                "",
                table.end,
                table.fixed,
                sentence(table.reason),
            )
        )
    return rounds


def _own_points(end: str | None, whole: Brought | None) -> str:
    if end is None or end == "adjourned":
        return waiting.mark(end == "adjourned")
    return (text(whole.sum) or points(str(whole.value))) if whole else ""


def left_out(shown: StandingsShown, expelled: Iterable[int], link: Link) -> SafeString:
    """Return the players who are not in the table by the tournament's rules, with the reason; empty if all are."""
    out = set(expelled)
    items = (
        f"<li>{link(number)} <em>{text(_('expelled') if number in out else _('withdrawn'))}</em>"
        for number in shown.left_out
    )
    return mark_safe(f"<ul class=byes role=list>{''.join(items)}</ul>" if shown.left_out else "")  # noqa: S308


def people_list(people: Iterable[Person], link: Link) -> SafeString:
    """Return all players by pairing number."""
    items = "".join(
        f"<li value={p.number}>{link(p.number)}{f' <small>{text(p.club)}</small>' if p.club else ''}" for p in people
    )
    return mark_safe(f"<ol class=entries>{items}</ol>")  # noqa: S308
