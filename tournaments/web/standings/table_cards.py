"""The tables of a round as cards: the seats as they sit round the table, in their turn from the south.

For people who look for themselves; where tables are compared, `tables.pairings` has a row for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape as text
from html import unescape
from itertools import repeat

from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.selectors.events.public import RoundShown, TableShown
from tournaments.sentences.places import labelled
from tournaments.web.seats import Link, Seat, most_at, proof, seats_of, sitting_twice
from tournaments.web.variants import Variant

SIDES: dict[int, tuple[str, ...]] = {
    2: ("S", "N"),
    3: ("S", "W", "N"),
    4: ("S", "W", "N", "E"),
    5: ("S", "W", "NW", "NE", "E"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""Where the seats of a table sit, in their turn: White at the south, then clockwise, as the boards are drawn."""
MIRRORED = str.maketrans("WE", "EW")
"""Makes of these sides those of a game whose seats follow each other counter-clockwise."""
LONG_WORD = 9
"""The letters of a word that still fits beside a table; a longer one has a line of the card for itself."""
LONG_WORD_OF_FIVE = 11
"""The same at tables of five and six, whose corners are taken: there fewer tables stand side by side."""
LONG_WORD_OF_THREE = 16
"""The same at tables of three, where the name beside the table has the width of the free side too."""


def cards(
    shown: RoundShown,
    colours: tuple[str, ...],
    link: Link,
    form: Variant,
    rule: str,
    games: Mapping[int, tuple[str, bool]],
    limit: int | None = None,
    counter_clockwise: bool = False,
) -> SafeString:
    """Return the tables of a round; ``games`` are the addresses of those with a game, and whether it is being played.

    ``rule``: what the event makes of two colours; their sum stands below the table.
    """
    tables = shown.tables[:limit]
    most = max((table.seats[-1].position for table in tables), default=2)
    sides = sides_of(most, counter_clockwise)
    seated = [seats_of(table, link, colours, form.language, rule) for table in tables]
    corners = len(sides) > 4
    most_letters = LONG_WORD_OF_FIVE if corners else LONG_WORD
    placed = [_sides_of(table, sides) for table in tables]
    long = list(map(_has_a_long_word, placed, seated, repeat(most_letters)))
    items = "".join(
        _card(table, seats, at, games, wordy and not corners)
        for table, seats, at, wordy in zip(tables, seated, placed, long, strict=True)
    )
    roomy = " roomy" if corners and any(long) else ""
    return mark_safe(f'<ol class="tcards{roomy}" role=list aria-labelledby=pairings-title>{items}</ol>')  # noqa: S308


def sides_of(seats: int, counter_clockwise: bool = False) -> tuple[str, ...]:
    """Return the sides of a table's seats, in their turn."""
    sides = SIDES.get(seats, SIDES[4])
    return tuple(side.translate(MIRRORED) for side in sides) if counter_clockwise else sides


def _sides_of(table: TableShown, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return the side of each seat: two alone at a table sit opposite, however many sit at the others."""
    return SIDES[2] if len(table.seats) == 2 else tuple(sides[taken.position - 1] for taken in table.seats)


def _has_a_long_word(sides: tuple[str, ...], seats: list[Seat], most: int) -> bool:
    """Return whether a name beside the table would be torn in a narrow card; above and below it there is room, and
    beside a table of three on the free side's account too."""
    if len({*sides}) == 3:
        most = LONG_WORD_OF_THREE
    beside = [seat for side, seat in zip(sides, seats, strict=True) if side not in "NS"]
    names = [unescape(strip_tags(seat.player)) for seat in beside]
    return any(len(word) > most for name in names for word in name.replace("-", " ").split())


def _card(
    table: TableShown, seats: list[Seat], sides: tuple[str, ...], games: Mapping[int, tuple[str, bool]], wordy: bool
) -> str:
    game = games.get(table.number)
    done = table.end not in (None, "adjourned")
    style = (" wordy" if wordy else "") + (" done" if done else " lives" if game and game[1] else "")
    best = most_at(table)
    places = "".join(
        _seat(seat, side, table.end, taken.points, best)
        for taken, seat, side in zip(table.seats, seats, sides, strict=True)
    )
    return (
        f'<li id=t{table.number} class="tcard{style}">'
        f"<p class=sq><span class=v>{text(_('Table'))} </span>{table.number}</p>"
        f"<ul class=around role=list>{places}</ul>{_under(table, seats, game)}"
    )


def around(table: TableShown, seats: list[Seat], number: int, counter_clockwise: bool = False) -> str:
    """Return a table's seats as they sit round it, those of a player at the bottom: they see it from there."""
    sides = sides_of(table.seats[-1].position, counter_clockwise)
    own = next(seat.position for seat in table.seats if seat.number == number) - 1
    best = most_at(table)
    places = "".join(
        _seat(
            seat,
            sides[(taken.position - 1 - own) % len(sides)] + (" me" if taken.number == number else ""),
            table.end,
            taken.points,
            best,
        )
        for taken, seat in zip(table.seats, seats, strict=True)
    )
    square = f"<p class=sq aria-hidden=true>{table.number}</p>"
    return f'<div class="tcard own-table">{square}<ul class=around role=list>{places}</ul></div>'


def _seat(seat: Seat, side: str, end: str | None, points: str | None, best: Fraction | None) -> str:
    colour = f"<span class=v>{text(labelled(seat.sign.colour))} </span>"
    shown = ""
    if end is not None and points is not None:
        shown = f"{seat.score} <b{' class=t' if best and Fraction(points) == best else ''}>{seat.points}</b>"
    elif end == "forfeit":
        shown = f' <b title="{text(_("did not show up"))}">–</b>'
    style = f'"{side}"' if " " in side else side
    return f"<li class={style}>{seat.sign.html}<span>{colour}{seat.player}{shown}</span>"


def _under(table: TableShown, seats: list[Seat], game: tuple[str, bool] | None) -> str:
    """Return the line below the seats: what is known of the table, and the way to its game; often there is none."""
    notes = [text(_("fixed"))] if table.fixed else []
    if table.end == "adjourned":
        notes.append(f'<span class="chip warn">{text(_("adjourned"))}</span>')
    elif table.end == "forfeit":
        notes.append(text(_("void") if all(seat.points is None for seat in table.seats) else _("forfeit")))
    summed = {seat.number for seat in seats if seat.sum}
    for number in sorted(sitting_twice(table) - summed):
        own = [seat for seat in seats if seat.number == number]
        who = f"<span class=v>{labelled(strip_tags(own[0].player))} </span>"
        notes.append(f"{''.join(seat.sign.html for seat in own)} {who}{text(_('plays two colours'))}")
    notes += [f"{seat.sign.html} {text(seat.sum)}" for seat in seats if seat.sum]
    if game:
        words = pgettext("a game that is being played", "Watch") if game[1] else pgettext("a game to look at", "Replay")
        words = text(words) if game[1] else proof(table) or text(words)
        table_word = f"<span class=v>: {text(_('Table'))} {table.number}</span>"
        notes.append(f'<a href="{text(game[0])}">{words}{table_word}</a>')
    return f"<p class=under>{' '.join(f'<span>{note}</span>' for note in notes)}</p>" if notes else ""
