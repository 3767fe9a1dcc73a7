"""JSON text that may be hostile, read into plain values; every refusal names its place.

Beyond what JSON itself forbids, refused are: names that stand twice in an object, numbers with a point or an
exponent, ``NaN`` and ``Infinity``, whole numbers of more than 15 digits, text that is no Unicode (half of a
surrogate pair) or holds control characters, nesting deeper than ``MAX_DEPTH`` and text longer than
``MAX_BYTES``.
"""

from __future__ import annotations

import json
from typing import Any

from games.core.notices import Notice
from scoring.documents.document import DocumentError

MAX_BYTES = 32 * 1024 * 1024
MAX_DEPTH = 24
MAX_DIGITS = 15

_LIMIT: int = 10**MAX_DIGITS


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
