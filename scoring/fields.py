"""Small readers for a document's entries: each takes a plain value and its place, or says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from scoring.document import DocumentError
from scoring.jsontext import member, shown

MAX_TEXT = 200
MAX_NUMERATOR = 10**9
MAX_DENOMINATOR = 1000

_COMMON = {str(value): value for value in {Fraction(whole, part) for whole in range(61) for part in (1, 2, 3)}}
"""What most documents hold, read once."""

_FRACTION = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")
_LOOSE = re.compile(r"\s*([+-]?[0-9]{1,9})\s*(?:/\s*([+-]?[0-9]{1,6})|\.([0-9]{1,6}))?\s*")


def an_object(value: object, place: str, known: Iterable[str]) -> Mapping[str, Any]:
    """Return the value as an object whose entries all have known names."""
    if not isinstance(value, dict):
        raise DocumentError(place, f"{shown(value)} is not an object {{…}}")
    names = tuple(known)
    for name in value:
        if name not in names:
            raise DocumentError(member(place, name), f"is not known here; an entry here is one of {', '.join(names)}")
    return value


def a_list(value: object, place: str, most: int, noun: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise DocumentError(place, f"{shown(value)} is not a list […] of {noun}")
    if len(value) > most:
        raise DocumentError(place, f"{len(value)} {noun}; at most {most} are allowed")
    return list(value)


def whole(value: object, place: str, least: int, most: int, what: str) -> int:
    """Read a whole number; true and false are none."""
    if type(value) is not int or not least <= value <= most:
        raise DocumentError(place, f"{shown(value)} is not {what}, a whole number from {least} to {most}")
    return value


def text(value: object, place: str, what: str, *, empty: bool = False) -> str:
    if type(value) is not str:
        raise DocumentError(place, f"{shown(value)} is not {what}, which is text")
    if len(value) > MAX_TEXT:
        raise DocumentError(place, f"{what} has {len(value)} characters; at most {MAX_TEXT} are allowed")
    if not value.strip() and not empty:
        raise DocumentError(place, f"{what} is empty; write at least one letter or leave the entry out")
    return value


def one_of(value: object, place: str, choices: Iterable[str], what: str) -> str:
    names = tuple(choices)
    if type(value) is not str or value not in names:
        raise DocumentError(place, f"{shown(value)} is not {what}; it is one of {', '.join(names)}")
    return value


def fraction(value: object, place: str, what: str = "a number of points", *, least: int | None = 0) -> Fraction:
    """Read the fraction of a string in lowest terms, such as ``"8"`` or ``"7/2"``; not below ``least``."""
    if type(value) is str and least in (0, None):
        common = _COMMON.get(value)
        if common is not None:
            return common
    if type(value) is not str:
        right = f'; write "{value}"' if type(value) is int else ""
        raise DocumentError(
            place, f'{shown(value)} is not {what}, which is a string in lowest terms such as "7/2"{right}'
        )
    match = _FRACTION.fullmatch(value) if len(value) <= 24 and value.isascii() else None
    numerator, denominator = (int(match[1]), int(match[2] or 1)) if match else (0, 0)
    if not match or (match[2] and (denominator == 1 or gcd(numerator, denominator) != 1)):
        raise DocumentError(
            place, f'{shown(value)} is not {what} in lowest terms, such as "8" or "7/2"{_better(value)}'
        )
    if abs(numerator) > MAX_NUMERATOR or denominator > MAX_DENOMINATOR:
        raise DocumentError(
            place,
            f"{shown(value)} is out of bounds: at most {MAX_NUMERATOR} over {MAX_DENOMINATOR}",
        )
    if least is not None and numerator < least * denominator:
        raise DocumentError(place, f"{shown(value)} is below {least}; {what} is at least {least}")
    return Fraction(numerator, denominator)


def _better(value: str) -> str:
    """Suggest what was probably meant, as the end of a sentence; nothing where that cannot be said."""
    match = _LOOSE.fullmatch(value) if len(value) <= 40 and value.isascii() else None
    if not match or (match[2] is not None and int(match[2]) == 0):
        return ""
    decimal = match[3] is not None
    meant = Fraction(f"{match[1]}.{match[3]}") if decimal else Fraction(int(match[1]), int(match[2] or 1))
    return f'; write "{meant}"'
