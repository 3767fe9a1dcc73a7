"""JSON text that may be hostile, read into plain values; every refusal names its place.

Beyond what JSON itself forbids, refused are: names that stand twice in an object, numbers with a point or an
exponent, ``NaN`` and ``Infinity``, whole numbers of more than 15 digits, text that is no Unicode (half of a
surrogate pair) or holds control characters, nesting deeper than ``MAX_DEPTH`` and text longer than
``MAX_BYTES``. The small readers take a plain value and its place, or say what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from games.core.notices import Notice
from scoring.documents.document import DocumentError

MAX_BYTES = 32 * 1024 * 1024
MAX_DEPTH = 24
MAX_DIGITS = 15

_LIMIT: int = 10**MAX_DIGITS
MAX_TEXT = 200
MAX_NUMERATOR = 10**9
MAX_DENOMINATOR = 1000
NUMBER_OF_POINTS = Notice("a-number-of-points")
_FRACTION = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")
_LOOSE = re.compile(r"\s*([+-]?[0-9]{1,9})\s*(?:/\s*([+-]?[0-9]{1,6})|\.([0-9]{1,6}))?\s*")


class _Refused:
    """Stands where a value was that no document may hold, until the walk can say where."""

    __slots__ = ("notice",)

    def __init__(self, notice: Notice) -> None:
        self.notice = notice


class _Doubled(dict[str, Any]):
    """An object of which one name stood twice."""

    __slots__ = ("name",)

    def __init__(self, pairs: list[tuple[str, Any]], name: str) -> None:
        super().__init__(pairs)
        self.name = name


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            return _Doubled(pairs, name)
        seen.add(name)
    raise AssertionError("fewer names than pairs without a double")


def _whole(text: str) -> int | _Refused:
    if len(text) > MAX_DIGITS + 1:
        return _Refused(Notice("document-many-digits", most=MAX_DIGITS))
    return int(text)


def _broken(text: str) -> _Refused:
    return _Refused(Notice("document-point", number=shown(text)))


def _no_number(text: str) -> _Refused:
    return _Refused(Notice("document-no-number", text=text))


def parse(text: str | bytes) -> Any:
    """Parse a JSON text in UTF-8 into its plain value (dict, list, str, int, bool, None).

    Raises DocumentError where the text is not JSON or holds what the module's docstring refuses.
    """
    if isinstance(text, bytes | bytearray):
        if len(text) > MAX_BYTES:
            raise DocumentError("", Notice("document-too-long", most=MAX_BYTES // 2**20))
        try:
            text = bytes(text).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DocumentError("", Notice("document-no-utf8", byte=error.start)) from None
    else:
        if len(text) > MAX_BYTES:
            raise DocumentError("", Notice("document-too-long", most=MAX_BYTES // 2**20))
        text = text.removeprefix("\ufeff")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_pairs,
            parse_int=_whole,
            parse_float=_broken,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise DocumentError(
            "", Notice("document-no-json", fault=error.msg, line=error.lineno, column=error.colno)
        ) from None
    except RecursionError:
        raise DocumentError("", Notice("document-too-deep", most=MAX_DEPTH)) from None
    check_plain(value)
    return value


def shown(value: object, most: int = 40) -> str:
    """Return a value as a message may show it: as JSON, in ASCII, cut to a length."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def member(place: str, name: object) -> str:
    """Return the path of an object's entry: ``players[0].name``, or ``players[0]["odd name"]``."""
    if isinstance(name, str) and name.isidentifier() and name.isascii() and len(name) <= 40:
        return f"{place}.{name}" if place else name
    return f"{place}[{shown(name)}]"


def check_text(text: str, place: str) -> None:
    """Raise DocumentError for half a surrogate pair or a control character."""
    if text.isprintable():
        return
    for sign in text:
        code = ord(sign)
        if 0xD800 <= code <= 0xDFFF:
            raise DocumentError(place, Notice("document-half-surrogate"))
        if code < 0x20 or 0x7F <= code <= 0x9F:
            raise DocumentError(place, Notice("document-control-character", sign=f"U+{code:04X}"))


def _is_plain(value: object) -> bool:
    """Return whether a value needs no closer look: most of a document's do not."""
    if type(value) is int:
        return -_LIMIT < value < _LIMIT
    if type(value) is str:
        return value.isprintable()
    return value is None or type(value) is bool


def check_plain(value: Any, place: str = "", depth: int = 1) -> None:
    """Raise DocumentError unless a value is plain JSON without a point in its numbers."""
    kind = type(value)
    if kind is str:
        check_text(value, place)
    elif kind is int:
        if not -_LIMIT < value < _LIMIT:
            raise DocumentError(place, Notice("document-many-digits", most=MAX_DIGITS))
    elif value is None or kind is bool:
        return
    elif isinstance(value, dict):
        if depth > MAX_DEPTH:
            raise DocumentError(place, Notice("document-nested-deeper", most=MAX_DEPTH))
        if isinstance(value, _Doubled):
            raise DocumentError(member(place, value.name), Notice("document-name-twice"))
        for name, entry in value.items():
            if type(name) is not str:
                raise DocumentError(place, Notice("document-name-no-text", name=shown(name)))
            if not name.isprintable():
                check_text(name, place)
            if not _is_plain(entry):
                check_plain(entry, member(place, name), depth + 1)
    elif isinstance(value, list | tuple):
        if depth > MAX_DEPTH:
            raise DocumentError(place, Notice("document-nested-deeper", most=MAX_DEPTH))
        for index, entry in enumerate(value):
            if not _is_plain(entry):
                check_plain(entry, f"{place}[{index}]", depth + 1)
    elif isinstance(value, _Refused):
        raise DocumentError(place, value.notice)
    elif kind is float:
        raise DocumentError(place, _broken(repr(value)).notice)
    else:
        raise DocumentError(place, Notice("document-strange-type", type=kind.__name__))


_COMMON = {str(value): value for value in {Fraction(whole, part) for whole in range(61) for part in (1, 2, 3)}}
"""What most documents hold, read once."""


def an_object(value: object, place: str, known: Iterable[str]) -> Mapping[str, Any]:
    """Return the value as an object whose entries all have known names."""
    if not isinstance(value, dict):
        raise DocumentError(place, Notice("document-no-object", value=shown(value)))
    names = tuple(known)
    for name in value:
        if name not in names:
            raise DocumentError(member(place, name), Notice("document-unknown-entry", names=names))
    return value


def a_list(value: object, place: str, most: int, things: Notice) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise DocumentError(place, Notice("document-no-list", value=shown(value), things=things))
    if len(value) > most:
        raise DocumentError(place, Notice("document-too-many", count=len(value), things=things, most=most))
    return list(value)


def whole(value: object, place: str, least: int, most: int, what: Notice) -> int:
    """Read a whole number; true and false are none."""
    if type(value) is not int or not least <= value <= most:
        raise DocumentError(
            place, Notice("document-no-whole-number", value=shown(value), what=what, least=least, most=most)
        )
    return value


def text(value: object, place: str, what: Notice, *, empty: bool = False) -> str:
    if type(value) is not str:
        raise DocumentError(place, Notice("document-no-text", value=shown(value), what=what))
    if len(value) > MAX_TEXT:
        raise DocumentError(place, Notice("document-long-text", what=what, length=len(value), most=MAX_TEXT))
    if not value.strip() and not empty:
        raise DocumentError(place, Notice("document-empty-text", what=what))
    return value


def one_of(value: object, place: str, choices: Iterable[str], what: Notice) -> str:
    names = tuple(choices)
    if type(value) is not str or value not in names:
        raise DocumentError(place, Notice("document-no-choice", value=shown(value), what=what, names=names))
    return value


def fraction(value: object, place: str, what: Notice = NUMBER_OF_POINTS, *, least: int | None = 0) -> Fraction:
    """Read the fraction of a string in lowest terms, such as ``"8"`` or ``"7/2"``; not below ``least``."""
    if type(value) is str and least in (0, None):
        common = _COMMON.get(value)
        if common is not None:
            return common
    if type(value) is not str:
        wrong = Notice("document-no-fraction", value=shown(value), what=what)
        raise DocumentError(place, _with_advice(wrong, str(value) if type(value) is int else ""))
    match = _FRACTION.fullmatch(value) if len(value) <= 24 and value.isascii() else None
    numerator, denominator = (int(match[1]), int(match[2] or 1)) if match else (0, 0)
    if not match or (match[2] and (denominator == 1 or gcd(numerator, denominator) != 1)):
        wrong = Notice("document-not-in-lowest-terms", value=shown(value), what=what)
        raise DocumentError(place, _with_advice(wrong, _better(value)))
    if abs(numerator) > MAX_NUMERATOR or denominator > MAX_DENOMINATOR:
        raise DocumentError(
            place,
            Notice("document-out-of-bounds", value=shown(value), numerator=MAX_NUMERATOR, denominator=MAX_DENOMINATOR),
        )
    if least is not None and numerator < least * denominator:
        raise DocumentError(place, Notice("document-below", value=shown(value), least=least, what=what))
    return Fraction(numerator, denominator)


def _better(value: str) -> str:
    """Return what was probably meant, in lowest terms; nothing where that cannot be said."""
    match = _LOOSE.fullmatch(value) if len(value) <= 40 and value.isascii() else None
    if not match or (match[2] is not None and int(match[2]) == 0):
        return ""
    decimal = match[3] is not None
    return str(Fraction(f"{match[1]}.{match[3]}") if decimal else Fraction(int(match[1]), int(match[2] or 1)))


def _with_advice(wrong: Notice, right: str) -> Notice:
    """Add what to write instead, where that is known."""
    return Notice("clauses", first=wrong, then=Notice("document-write", text=right)) if right else wrong
