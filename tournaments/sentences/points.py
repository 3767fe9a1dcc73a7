"""Exact points as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from django.utils.formats import get_format
from django.utils.translation import get_language

from games.core import registry
from games.core.declarations.declaration import BadDeclaration
from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import in_language
from games.core.errors import BadRecord

GLYPHS = {
    "1/2": "½",
    "1/3": "⅓",
    "2/3": "⅔",
    "1/4": "¼",
    "3/4": "¾",
    "1/6": "⅙",
    "5/6": "⅚",
    "1/8": "⅛",
    "3/8": "⅜",
    "5/8": "⅝",
    "7/8": "⅞",
}


MOST_DECIMALS = 4


_DECIMALS = ContextVar("decimals", default=False)
_COLUMNS: ContextVar[tuple[Mapping[str, str], ...]] = ContextVar("columns", default=())
_EVENT: ContextVar[OfGame | None] = ContextVar("event", default=None)


class OfGame(Protocol):
    """An event, of which the game is known, and the options that may declare one of its own."""

    game: Any
    options: Any


def written_for(event: OfGame) -> AbstractContextManager[None]:
    """Write numbers as an event's game has them, for all that is written inside, as a language holds: halves are
    decimals where its points have decimals anyway, so that one page never has “−29½” beside “−27.1”. The
    columns of its lists are called as it calls them (`column_name`)."""
    return _written(has_decimals(event.game, event.options), columns_of(event.game, event.options), event)


def written_event() -> OfGame | None:
    """Return the event that is written about (`written_for`); None elsewhere."""
    return _EVENT.get()


def written_together(numbers: Iterable[str]) -> AbstractContextManager[None]:
    """Write numbers of several events as fits all of these: halves are decimals where some have decimals anyway."""
    return _written(any_decimals(numbers))


def written_with(numbers: Iterable[str | None]) -> AbstractContextManager[None]:
    """Write what is written inside with decimals where the page has them already, or one of these numbers has."""
    return _written(_DECIMALS.get() or any_decimals(numbers), _COLUMNS.get(), _EVENT.get())


def column_decimals(numbers: Iterable[str | None]) -> bool:
    """Return whether a column of numbers is written with decimals: one of them can only be a decimal, or some are
    fractions on a page with decimals."""
    known = [number for number in numbers if number]
    return any_decimals(known) or (_DECIMALS.get() and any("/" in number for number in known))


def any_decimals(numbers: Iterable[str | None]) -> bool:
    """Return whether one of these numbers can only be written as a decimal: tenths and the like."""
    below = (number.partition("/")[2] for number in numbers if number and "/" in number)
    return any(text.isdecimal() and int(text) % 5 == 0 for text in below)


@contextmanager
def _written(
    decimals: bool, columns: tuple[Mapping[str, str], ...] = (), event: OfGame | None = None
) -> Iterator[None]:
    before, called, about = _DECIMALS.set(decimals), _COLUMNS.set(columns), _EVENT.set(event)
    try:
        yield
    finally:
        _DECIMALS.reset(before)
        _COLUMNS.reset(called)
        _EVENT.reset(about)


def _declared(game: str, options: Mapping[str, Any]) -> DeclaredGame | None:
    try:
        found = registry.game_of(game, options)
    except (BadRecord, BadDeclaration):
        return None
    return found if isinstance(found, DeclaredGame) else None


def has_decimals(game: str, options: Mapping[str, Any]) -> bool:
    """Return whether the points of an event's game have decimals; False for one that this site does not have."""
    found = _declared(game, options)
    return found is not None and found.has_decimals


def columns_of(game: str, options: Mapping[str, Any]) -> tuple[Mapping[str, str], ...]:
    """Return the names of the columns of a game's lists, each by language; empty for a game without lists."""
    found = _declared(game, options)
    return () if found is None else tuple(column.names for column in found.declaration.columns)


def column_name(number: int) -> str:
    """Return the name of a column of the lists of the event that is written about (`written_for`), counted from 1, in
    the reader's language; empty where there is none."""
    names = _COLUMNS.get()
    return str(in_language(names[number - 1], get_language() or "en")) if 1 <= number <= len(names) else ""


def parts(text: str, decimals: bool = False) -> tuple[str, str]:
    """Split a number in lowest terms (``"31/2"``) into its whole part and its fraction: ``("15", "½")``.

    The whole part is empty below one (``("", "½")``); a fraction that has no character of its own is written
    with a fraction slash and a thin space before it. Tenths and the like stay with the whole part, as decimals
    (``("26.2", "")``); halves and quarters do where the page has decimals (`written_for`), and thirds are rounded to
    two decimals there. Thousands stand apart as
    the language has them. Text that is no number comes back as it is. With ``decimals`` whole numbers have one, too.
    """
    if "/" not in text and len(text) < GROUPED_FROM and not decimals:
        return text.replace("-", "−", 1) if text.startswith("-") else text, ""
    point, thousands = _separators(get_language())
    written = _parts(text, point, thousands, decimals or _DECIMALS.get())
    if decimals and text.removeprefix("-").isdecimal():
        return f"{written[0]}{point}0", ""
    return written


def in_column(text: str | None, decimals: bool | None = None) -> tuple[str, str]:
    """Split a number that stands in a column of points, as `parts` does; where the page has decimals, whole numbers
    have one, too. ``decimals`` says it of another column. Nothing for None."""
    return ("", "") if text is None else parts(text, _DECIMALS.get() if decimals is None else decimals)


def earned(text: str | None) -> str:
    """Return points that somebody took, as they stand in a column."""
    return "".join(in_column(text))


GROUPED_FROM = 5
"""From so many digits on thousands stand apart: all our languages allow four without, and some ask for it."""


@lru_cache
def _separators(_language: str | None) -> tuple[str, str]:
    """Return what stands before decimals and between thousands in the language that is active; a space is narrow, and
    no line breaks there. Asked for once a language: pages have thousands of numbers."""
    sign = str(get_format("THOUSAND_SEPARATOR"))
    return str(get_format("DECIMAL_SEPARATOR")), "\u202f" if sign.isspace() else sign


@lru_cache(maxsize=4096)
def _parts(text: str, point: str, thousands: str, as_decimals: bool) -> tuple[str, str]:
    above, slash, below = text.partition("/")
    digits = above.removeprefix("-")
    sign = "−" if above.startswith("-") else ""
    if not digits.isdecimal() or (slash and (not below.isdecimal() or below == "0")):
        return sign + text.removeprefix("-"), ""
    if not slash:
        return sign + _grouped(digits, thousands), ""
    whole, rest = divmod(int(digits), int(below))
    number = _grouped(str(whole), thousands)
    if not rest:
        return f"{sign}{number}", ""
    if decimals := _decimals(int(below), as_decimals):
        return f"{sign}{number}{point}{rest * 10**decimals // int(below):0{decimals}}", ""
    if as_decimals:
        # thirds, say, of a bonus that three share: two decimals, so that nobody takes them for a tenth
        whole, rest = divmod((200 * int(digits) + int(below)) // (2 * int(below)), 100)
        return f"{sign}{_grouped(str(whole), thousands)}{point}{rest:02}", ""
    glyph = GLYPHS.get(f"{rest}/{below}")
    if whole or sign:
        return f"{sign}{number if whole else ''}", glyph or f"\u2009{rest}\u2044{below}"
    return "", glyph or f"{rest}\u2044{below}"


def _grouped(digits: str, thousands: str) -> str:
    if len(digits) < GROUPED_FROM or not digits.isascii():
        return digits
    return f"{int(digits):,}".replace(",", thousands)


def _decimals(below: int, halves: bool) -> int:
    """Return how many decimals tenths, fifths and their like have, and ``halves`` too where they are to have them; 0
    for thirds and all others."""
    if below % 5 and not halves:
        return 0
    return next((n for n in range(1, MOST_DECIMALS + 1) if 10**n % below == 0), 0)


def readable(text: str | None) -> str:
    """Return ``"15½"`` for ``"31/2"``, ``"41,200"`` for ``"41200"``, and nothing for None."""
    return "" if text is None else "".join(parts(text))


def listed(values: Sequence[Fraction | None], signed: bool = False) -> str:
    """Return numbers one after the other, in a line that breaks nowhere: “5, 3, 1, 0”. With ``signed`` each says
    whether it is added or taken off: “+15, +5, −5, −15”. A dash stands for None; semicolons part numbers with
    commas."""
    written = ["–" if v is None else f"{'+' if signed and v > 0 else ''}{readable(str(v))}" for v in values]
    return (";\u00a0" if any("," in number for number in written) else ",\u00a0").join(written)


def together(numbers: Sequence[str]) -> list[str]:
    """Return numbers that stand together as `written_together` writes them."""
    with written_together(numbers):
        return [earned(number) for number in numbers]
