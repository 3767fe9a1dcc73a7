"""Small readers for a document's entries: each takes a plain value and its place, or says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from games.core.notices import Notice
from scoring.documents.document import DocumentError
from scoring.documents.jsontext import member, shown

MAX_TEXT = 200
MAX_NUMERATOR = 10**9
MAX_DENOMINATOR = 1000
NUMBER_OF_POINTS = Notice("a-number-of-points")

_COMMON = {str(value): value for value in {Fraction(whole, part) for whole in range(61) for part in (1, 2, 3)}}
"""What most documents hold, read once."""

_FRACTION = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")
_LOOSE = re.compile(r"\s*([+-]?[0-9]{1,9})\s*(?:/\s*([+-]?[0-9]{1,6})|\.([0-9]{1,6}))?\s*")


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
