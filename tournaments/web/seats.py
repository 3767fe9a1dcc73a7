"""Seats as pages show them: the sign of each, the player, the points, and what two colours bring together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from html import escape as text
from html import unescape

from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from tournaments.selectors import labels
from tournaments.selectors.events.public import RoundShown, TableShown
from tournaments.selectors.rounds.colours import at_table
from tournaments.sentences.places import labelled
from tournaments.sentences.points import in_column, readable

Link = Callable[[int], SafeString]


TEAM = "<small class=team>"


@dataclass(frozen=True, slots=True)
class Sign:
    """The sign of a seat: a letter or digit in the seat's shape and colour, and the colour as a word."""

    style: str
    letter: str
    colour: str
    html: SafeString

    @property
    def said(self) -> SafeString:
        """Return the sign with the colour for those who hear the page."""
        return mark_safe(f"{self.html}<span class=v>{text(self.colour)} </span>")  # noqa: S308


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a table. ``points`` is empty without a result; ``sum`` stands at the second colour of a player.
    ``score``: the game's own figure, where it is not the points."""

    number: int
    sign: Sign
    player: SafeString
    points: SafeString
    sum: str
    score: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in a round: the table with the sign of each seat, or the kind of bye as a word."""

    table: int | None
    signs: tuple[Sign, ...] = ()
    bye: str = ""


@dataclass(frozen=True, slots=True)
class SeatFigure:
    """The mean of a seat's points; ``share`` of the most that anybody got at a table, in hundredths, for a bar; None
    where a longer bar would say nothing good. ``times``: in how many rounds somebody had it."""

    sign: Sign
    mean: str
    share: int | None
    times: int = 0


@lru_cache(maxsize=512)
def sign_of(colours: tuple[str, ...], position: int, language: str) -> Sign:
    """Return the sign of a seat at the position, in a language."""
    style, letter, colour = labels.seat(colours, position, language)
    return Sign(style, letter, colour, sign(style, letter))


def sign(style: str, letter: str) -> SafeString:
    """Return a seat's sign: a letter or digit in the seat's shape and colour."""
    return mark_safe(f"<i class={style} aria-hidden=true>{text(letter)}</i>")  # noqa: S308


def with_team(name: SafeString, team: str) -> SafeString:
    """Return a name as HTML with the team below it, as all seats show it; the name alone where there is none."""
    return mark_safe(f"{name} {TEAM}{text(team)}</small>") if team else name  # noqa: S308


def sitting_twice(table: TableShown) -> set[int]:
    """Return the players who have two seats of the table: they play two colours."""
    numbers = [seat.number for seat in table.seats]
    return {number for number in numbers if numbers.count(number) > 1} if len(set(numbers)) < len(numbers) else set()


def points(number: str | None, decimals: bool | None = None) -> SafeString:
    """Return points for a column of numbers; a fraction has a slot of its own, so that whole parts stand below each
    other. ``decimals``: whether whole numbers have one; None: where the page has decimals."""
    return mark_safe("") if number is None else _points(number, *in_column(number, decimals))


@lru_cache(maxsize=4096)
def _points(number: str, whole: str, fraction: str) -> SafeString:
    if not fraction or (not whole and len(fraction) == 1):
        return mark_safe(text(whole or fraction))  # noqa: S308 (a lone half stands in line with whole numbers)
    # a character of its own says what it is; a thousand titles would make a page half as heavy again
    title = "" if len(fraction) == 1 else f' title="{text(number)}"'
    return mark_safe(f"{text(whole)}<i{title}>{text(fraction)}</i>")  # noqa: S308


def score(number: str | None) -> SafeString:
    """Return the game's own figure, small, for before the points that it brought; nothing where it has none."""
    return mark_safe(f" <small class=sc>{text(readable(number))}</small>" if number is not None else "")  # noqa: S308


def proof(table: TableShown) -> str:
    """Return how a table's result is known where its game proves it, such as ``proven, 426 moves``; else nothing."""
    if not table.proven or not table.over:
        return ""
    words = ngettext("proven, %(count)d move", "proven, %(count)d moves", table.proven) % {"count": table.proven}
    return f"<small class=proof>{text(words)}</small>"


def seats_of(table: TableShown, player: Link, colours: tuple[str, ...], language: str, rule: str) -> list[Seat]:
    """Return a table's seats; ``player`` gives a pairing number's name, ``rule`` what two colours bring together."""
    last = {seat.number: seat.position for seat in table.seats}
    doubled = at_table(table, rule) if len(last) < len(table.seats) else {}
    return [
        Seat(
            seat.number,
            sign_of(colours, seat.position, language),
            player(seat.number),
            points(seat.points),
            doubled[seat.number].sum if seat.number in doubled and seat.position == last[seat.number] else "",
            score(seat.score),
        )
        for seat in table.seats
    ]


def most_at(table: TableShown) -> Fraction | None:
    """Return the most points of a table, which are marked as the winner's; None where all have the same."""
    found = [None if seat.points is None else Fraction(seat.points) for seat in table.seats]
    return max((value for value in found if value is not None), default=None) if len(set(found)) > 1 else None


LONG_NAMES = ((76, "longest"), (44, "longer"), (28, "long"), (22, "longish"))
"""The classes of long names in a bracket, by the letters from which on they are in use; those of other scripts than
Latin are wider and count for more."""
IN_TWO_LINES = 44
IN_A_LIST = ((56, "longest"), (22, "long"))
"""The same in the lists of the big screen, which have no more than two sizes at a time: names in two lines or one."""
LONG_BESIDE_SCORES = ((76, "tiny"), (40, "longest"), (0, "long"))
"""The same where a score stands between name and points and takes a third of the room: there all names are small."""
ABOVE_A_TEAM = ((34, "longest"), (0, "long"))
"""The same where the team stands in a line below the name."""
Sizes = Sequence[tuple[int, str]]


def name_size(name: str, sizes: Sizes = LONG_NAMES) -> str:
    """Return the name of a long name's size: it stands in two or three lines of smaller letters, and is never cut."""
    letters = unescape(strip_tags(name))
    wide = sum(1 if letter < "\u0370" else 1.2 for letter in letters)
    # what takes two lines anyway is not made smaller still for being wide
    return next((size for most, size in sizes if (wide if most < IN_TWO_LINES else len(letters)) > most), "")


def size_of_name(name: str, sizes: Sizes = LONG_NAMES) -> SafeString:
    """Return the class of a long name, as `name_size` tells it."""
    size = name_size(name, sizes)
    return mark_safe(f' class="{size}"' if size else "")  # noqa: S308


def size_in_list(name: str, score: str = "") -> SafeString:
    """Return the class of a long name in a list of the big screen; a ``score`` beside it leaves less room, and so does
    a team below it."""
    own, team, _end = name.partition(TEAM)
    return size_of_name(own, LONG_BESIDE_SCORES if score else ABOVE_A_TEAM if team else IN_A_LIST)


def seat_list(seats: Sequence[Seat], turn: Sequence[int] = ()) -> SafeString:
    """Return seats as a list: sign, player, points; ``turn``: the positions, from 1, of those who are to move."""
    items = "".join(
        f"<li{' class=on' * (at in turn)}>{seat.sign.html} "
        f"<span class=v>{text(labelled(seat.sign.colour))} </span>{seat.player}"
        f"{seat.score}{f' <b>{seat.points}</b>' if seat.points else ''}"
        for at, seat in enumerate(seats, 1)
    )
    return mark_safe(f"<ul class=seats role=list>{items}</ul>")  # noqa: S308


def places_of(shown: RoundShown, colours: tuple[str, ...], language: str) -> dict[int, Place]:
    """Return the place of everybody in a round, by pairing number."""
    places: dict[int, Place] = {}
    for table in shown.tables:
        for seat in table.seats:
            before = places.get(seat.number)
            own = sign_of(colours, seat.position, language)
            places[seat.number] = Place(table.number, (*before.signs, own) if before else (own,))
    for number, kind in shown.byes:
        places[number] = Place(None, bye=labels.bye(kind))
    return places
