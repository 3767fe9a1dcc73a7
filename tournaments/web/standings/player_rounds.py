"""A player's way through an event, round by round: table, seat, opponents, what it brought, what they have since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from html import escape as text
from typing import NamedTuple

from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.selectors import labels
from tournaments.selectors.events.public import Appearance, TableShown
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.rounds.colours import Brought, brought
from tournaments.selectors.standings.standings import Rank
from tournaments.sentences import places, sentence
from tournaments.sentences.places import labelled
from tournaments.sentences.points import readable
from tournaments.web import cells
from tournaments.web.seats import Link, points, proof, seat_list, seats_of, sign_of
from tournaments.web.variants import Variant


@dataclass(frozen=True, slots=True)
class OwnRound:
    """One round of a player as the player's page shows it: HTML parts, ready to stand in a template; ``seat``: from
    which a game is looked at, 0 where there is none.

    ``table`` is None with a bye; ``signs`` are the seat's signs (two of them for a player with two colours).
    """

    round: int
    points: str
    bye: str = ""
    table: int | None = None
    signs: str = ""
    seats: str = ""
    opponents: str = ""
    end: str | None = None
    fixed: bool = False
    reason: str = ""
    seat: int = 0
    score: str = ""
    proof: str = ""


def rounds_of(
    own: Iterable[Appearance],
    number: int,
    colours: tuple[str, ...],
    link: Link,
    form: Variant,
    rule: str,
    trail: Sequence[str | None] = (),
    left: int | None = None,
) -> list[OwnRound]:
    """Return a player's rounds in order, with opponents and points; ``rule``: what two colours bring, ``trail``: the
    points a round as the standings have them, of which those without a game are shown; ``left``: the last round before
    they withdrew."""
    found = {}
    for at_round, brings in enumerate(trail, 1):
        # they were not there, and it counts: where the lowest score wins
        if brings not in (None, "0"):
            gone = left is not None and at_round > left
            found[at_round] = OwnRound(at_round, points(brings), _("withdrawn") if gone else _("No game in this round"))
    for appearance in own:
        table, at = appearance.table, appearance.round
        brings = trail[at - 1] if at <= len(trail) else None
        if table is None:
            found[at] = OwnRound(at, points(brings), labels.bye(appearance.bye, beside=brings is not None))
            continue
        seats = seats_of(table, link, colours, form.language, rule)
        mine = [seat for seat in seats if seat.number == number]
        total = brought((seat.points for seat in table.seats if seat.number == number), rule)
        found[at] = OwnRound(
            at,
            mark_safe(_own_points(table.end, total, brings)),  # noqa: S308
            table=table.number,
            signs=mark_safe("".join(seat.sign.html for seat in mine)),  # noqa: S308
            seats=", ".join(seat.sign.colour for seat in mine),
            opponents=seat_list([seat for seat in seats if seat.number != number]),
            end=table.end,
            fixed=table.fixed,
            reason=capfirst(sentence(table.reason)),
            seat=next(seat.position for seat in table.seats if seat.number == number) if table.game else 0,
            score=mark_safe("".join(seat.score for seat in mine)),  # noqa: S308
            proof=mark_safe(proof(table)),  # noqa: S308
        )
    return [found[at] for at in sorted(found)]


def _own_points(end: str | None, whole: Brought | None, brings: str | None) -> str:
    if end is None or end == "adjourned":
        return cells.waiting_mark(end == "adjourned")
    # who did not show up has no points at the table, and what the standings count
    return (text(whole.sum) or points(str(whole.value))) if whole else points(brings)


def lines(
    slug: str,
    form: Variant,
    row: Rank,
    appearances: Mapping[int, Appearance],
    newest: int,
    people: Mapping[int, Person],
    colours: tuple[str, ...],
    rule: str,
    names: Mapping[int, str],
) -> str:
    """Return the list of a player's rounds up to the ``newest``, the newest first, without those that they were not in;
    ``row`` is their line of the standings, ``rule`` what the event makes of two colours, ``names`` are those of
    rounds."""
    suffix = text(form.suffix)
    words = _words(form.language)
    left = people[row.player].left
    sums = _so_far(tuple(row.trail), row.points, tuple((off["round"], off["points"]) for off in row.penalties))
    items = []
    for number in range(newest, 0, -1):
        if number in row.not_in:
            continue
        own = appearances.get(number)
        earned = row.trail[number - 1] if number <= len(row.trail) else None
        if own is None and left is not None and number > left and earned in (None, "0"):
            continue  # standings that were made before they left
        notes, table, signs, more = [], own.table if own else None, "", ""
        if number in names:
            notes.append(text(names[number]))
        if table is None:
            who = words.none
            if own:
                notes.append(text(labels.bye(own.bye, beside=earned is not None)))
            elif left is not None and number > left:
                notes.append(words.withdrawn)
            shown = points(earned) if earned is not None else ""
        else:
            address = f"/t/{slug}/rounds/{number}/tables/{table.number}/"
            notes.append(f'<a href="{address}{suffix}">{words.table % {"number": table.number}}</a>')
            notes += _result(table, rule, form.language).get(row.player, ())
            signs, who = _at_table(table, row.player, people, colours, form.language)
            shown = cells.waiting_mark(number in row.adjourned) if earned is None else points(earned)
            if table.game:
                seat = next(seat.position for seat in table.seats if seat.number == row.player)
                end = f"&amp;{text(form.carried)}" if form.carried else ""
                name = words.game % {"number": number}
                more = f'<a class=to-game href="{address}?seat={seat}{end}" aria-label="{name}" title="{name}">▶</a>'
        # what an arbiter took off from this round on, so that the points after it are the sum of the lines
        if row.penalties:
            notes += map(text, labels.penalties(off for off in row.penalties if off["round"] == number))
        if earned is not None and number in sums:
            notes.append(words.sum % {"points": sums[number]})
        small = f"<small>{' · '.join(notes)}</small>" if notes else ""
        items.append(
            f"<li><b class=at><span class=v>{words.round % {'number': number}}</span>"
            f"<span aria-hidden=true>{number}</span></b>{signs}<span>{who} {small}</span>"
            f"<b class=pts>{shown}</b>{more}"
        )
    return f"<ol class=so-far role=list>{''.join(items)}</ol>"


class _Words(NamedTuple):
    """The words of a list in one language, safe for a page: asked for once, for a hall full of phones."""

    round: str
    table: str
    game: str
    none: str
    withdrawn: str
    sum: str


@lru_cache
def _words(_language: str) -> _Words:
    return _Words(
        text(_("Round %(number)d")),
        text(_("Table %(number)s")),
        text(_("Game of round %(number)s")),
        text(_("No game in this round")),
        text(_("withdrawn")),
        text(pgettext("points after a round of an event", "%(points)s in all")),
    )


def _at_table(
    table: TableShown, number: int, people: Mapping[int, Person], colours: tuple[str, ...], language: str
) -> tuple[str, str]:
    """Return the signs of the own seats, and the names of the others in their turn."""
    signs, others = "", {}
    for seat in table.seats:
        if seat.number == number:
            signs += _own(colours, seat.position, language)
        elif seat.number in people:
            others[seat.number] = _named(people[seat.number].name)
    return f"<span class=sat>{signs}</span>", ", ".join(others.values())


@lru_cache(maxsize=512)
def _own(colours: tuple[str, ...], position: int, language: str) -> str:
    sign = sign_of(colours, position, language)
    return f"{sign.html}<span class=v>{text(labelled(sign.colour))} </span>"


@lru_cache(maxsize=8192)
def _named(name: str) -> str:
    return f"<bdi>{text(name)}</bdi>"


@lru_cache(maxsize=8192)
def _result(table: TableShown, rule: str, _language: str) -> dict[int, tuple[str, ...]]:
    """Return how a table ended in words, by player: the place at it, or what is special about its end."""
    if table.end in ("adjourned", "forfeit"):
        word = text(_("adjourned") if table.end == "adjourned" else _("forfeit"))
        return {seat.number: (word,) for seat in table.seats}
    held: dict[int, list[str | None]] = {}
    for seat in table.seats:
        held.setdefault(seat.number, []).append(seat.points)
    whole = {who: brought(seats, rule) for who, seats in held.items()}
    values = {who: total.value for who, total in whole.items() if total is not None}
    # of two the points say it, and where all have the same nobody is before another
    if table.end is None or len(values) < 3 or len(set(values.values())) == 1:
        return {}
    words = text(pgettext("a place at a table", "%(place)s of %(count)d"))
    ahead = {value: sum(other > value for other in values.values()) for value in values.values()}
    return {
        who: (words % {"place": text(places.ordinal(1 + ahead[value])), "count": len(values)},)
        for who, value in values.items()
    }


@lru_cache(maxsize=8192)
def _so_far(trail: tuple[str | None, ...], whole: str, off: tuple[tuple[int, str], ...]) -> dict[int, str]:
    """Return the points after each round, less what was taken off (round, points); nothing where they are more or less
    than the sum of the rounds."""
    total, sums = Fraction(0), {}
    for number, earned in enumerate(trail, 1):
        total += Fraction(earned or 0) - sum(Fraction(points) for since, points in off if since == number)
        sums[number] = text(readable(str(total)))
    return sums if total == Fraction(whole) else {}
