"""The record of a game: one JSON object, read from a text that nobody trusts.

A record names the game, its options, the seats, the setup (what chance decided before the first move) and
the moves; it may claim a result. Here only its *shape* is checked, all of it, before anything is replayed:

1. the text: at most 1 MiB of UTF-8 without the white space around it, nested at most 8 deep, JSON without
   ``NaN`` and ``Infinity``, no name twice in one object;
2. the object: the six names and no other, their types, at most 20,000 moves, names of at most 200 characters.

So a record with a wrong shape anywhere is `bad-record`, even where an earlier move would have been illegal.
What the options and the setup hold is checked with the game's own declaration (`games.core.options`) and by
the game.

A file of records is one object, which may be spread over several lines, or one object a line. It is one object where
its whole text is a JSON value, or where none of its lines looks like an object by itself (so a single object with a
fault in it gets one answer, not one a line). Otherwise each line that is not blank is a record, and a line that is no
JSON spoils only itself. A file without any text is one (bad) record: it proves nothing. Files are read line by line,
and no line is kept beyond the limit of a record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, BinaryIO

from games.core.errors import WHITE_SPACE, BadRecord, quote
from games.core.notices import Notice, every, plain

MAX_BYTES = 1024 * 1024
MAX_MOVES = 20_000
MAX_NAME = 200
MAX_DEPTH = 8

REQUIRED = ("game", "options", "seats", "setup", "moves")
NAMES = (*REQUIRED, "claimed")

_PARSED_DEPTH = 64
"""Deeper texts are not even parsed; up to here they are, so that the refusal can say which game it was."""

_MAX_FRACTION = 1000
_TOKENS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_FRACTION = re.compile(r"(-?(?:0|[1-9][0-9]*))(?:/([1-9][0-9]*))?")
_WHITE = WHITE_SPACE.encode()
_BOM = b"\xef\xbb\xbf"
_HEAD = MAX_BYTES + 64 * 1024


@dataclass(frozen=True, slots=True)
class Claim:
    """The result that the submitter claims: one entry a seat; what was not claimed is None."""

    places: tuple[int, ...] | None = None
    points: tuple[Fraction, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the right shape. ``options`` and ``setup`` are as they stood, not checked by the game."""

    game: str
    options: Mapping[str, Any]
    seats: tuple[str | None, ...]
    setup: Mapping[str, Any]
    moves: tuple[str, ...]
    claimed: Claim | None = None

    def document(self) -> dict[str, Any]:
        """Return the record as the JSON object that `parse` would read again."""
        answer: dict[str, Any] = {
            "game": self.game,
            "options": dict(self.options),
            "seats": list(self.seats),
            "setup": dict(self.setup),
            "moves": list(self.moves),
        }
        if self.claimed is not None:
            claimed: dict[str, Any] = {}
            if self.claimed.places is not None:
                claimed["places"] = list(self.claimed.places)
            if self.claimed.points is not None:
                claimed["points"] = [str(points) for points in self.claimed.points]
            answer["claimed"] = claimed
        return answer


@dataclass(frozen=True, slots=True)
class Decoded:
    """A JSON value, and the reason why it cannot be a record although it is JSON (None: no such reason)."""

    value: Any
    fault: Notice | None

    @property
    def game(self) -> str | None:
        """Return the key that the record names for its game, if it says so at all; not yet looked up."""
        name = self.value.get("game") if isinstance(self.value, dict) else None
        return name if isinstance(name, str) else None


def parse(text: str | bytes) -> Record:
    """Read the record in a text. Raises BadRecord."""
    return shape(decode(text))


def decode(text: str | bytes) -> Decoded:
    """Read the JSON value of a text. Raises BadRecord where it is too long, too deep, or no JSON."""
    text = _as_text(text)
    depth = nesting(text)
    if depth > _PARSED_DEPTH:
        raise BadRecord(_too_deep())
    twice: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(items)
        if len(members) != len(items):
            seen: set[str] = set()
            again = [key for key, _ in items if key in seen or seen.add(key)]  # type: ignore[func-returns-value]
            twice.extend(again)
            if "game" in again:
                del members["game"]
        return members

    try:
        value = json.loads(
            text,
            object_pairs_hook=pairs,
            parse_constant=_no_constant,
            parse_int=_whole_number,
            parse_float=_no_float,
        )
    except json.JSONDecodeError as error:
        raise BadRecord(Notice("record-no-json", fault=error.msg, line=error.lineno, column=error.colno)) from None
    if depth > MAX_DEPTH:
        return Decoded(value, _too_deep())
    if twice:
        fault = Notice("record-name-twice", name=quote(twice[0]))
        return Decoded(value, fault)
    return Decoded(value, None)


def shape(decoded: Decoded) -> Record:
    """Make a record of a JSON value. Raises BadRecord; at the index of a move that is no string."""
    if decoded.fault is not None:
        raise BadRecord(decoded.fault)
    value = decoded.value
    if not isinstance(value, dict):
        raise BadRecord(Notice("record-not-an-object", kind=_kind(value)))
    for name in REQUIRED:
        if name not in value:
            raise BadRecord(Notice("record-lacks", name=name, names=every(REQUIRED)))
    for name in value:
        if name not in NAMES:
            raise BadRecord(Notice("record-has-no", name=quote(name), names=every(NAMES)))
    if not isinstance(value["game"], str):
        raise BadRecord(Notice("record-game", kind=_kind(value["game"])))
    for name in ("options", "setup"):
        if not isinstance(value[name], dict):
            raise BadRecord(Notice("record-object", name=name, kind=_kind(value[name])))
    seats = _seats(value["seats"])
    moves = _moves(value["moves"])
    claimed = _claim(value["claimed"], len(seats)) if "claimed" in value else None
    return Record(value["game"], value["options"], seats, value["setup"], moves, claimed)


def check_name(name: str, where: Notice) -> None:
    """Raise BadRecord for a name that is too long or that no database can store as text."""
    if len(name) > MAX_NAME:
        raise BadRecord(Notice("name-too-long", where=where, length=len(name), most=MAX_NAME))
    if not name.isprintable() and any(c == "\0" or "\ud800" <= c <= "\udfff" for c in name):
        raise BadRecord(Notice("name-no-text", where=where))


def _as_text(text: str | bytes) -> str:
    if isinstance(text, bytes):
        text = text.strip(WHITE_SPACE.encode())
        size = len(text)
        if size <= MAX_BYTES:
            try:
                return text.decode("utf-8")
            except UnicodeDecodeError as error:
                raise BadRecord(Notice("record-no-utf8", byte=error.start)) from None
    else:
        text = text.strip(WHITE_SPACE)
        size = len(text)
        if size <= MAX_BYTES and not text.isascii():
            try:
                size = len(text.encode("utf-8"))
            except UnicodeEncodeError:
                raise BadRecord(Notice("record-surrogate")) from None
        if size <= MAX_BYTES:
            return text
    raise BadRecord(Notice("record-too-long", most=MAX_BYTES))


def nesting(text: str) -> int:
    """Return how deep the text is nested, from its brackets outside strings; brackets need not match."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for sign in _TOKENS.findall(text):
        if sign in "[{":
            depth += 1
            if depth > deepest:
                deepest = depth
        elif sign in "]}":
            depth -= 1
    return deepest


def _too_deep() -> Notice:
    return Notice("record-too-deep", most=MAX_DEPTH)


def _no_constant(name: str) -> Any:
    raise BadRecord(Notice("record-no-number", name=name))


def _whole_number(digits: str) -> int:
    # Numbers of any length are JSON. Cut to 19 characters they are still out of every game's range.
    return int(digits[:19])


def _no_float(_digits: str) -> float:
    # No float is right anywhere in a record; its value does not matter and may be costly to read.
    return 0.5


def _seats(value: Any) -> tuple[str | None, ...]:
    if not isinstance(value, list):
        raise BadRecord(Notice("record-seats", kind=_kind(value)))
    for number, name in enumerate(value, 1):
        if name is None:
            continue
        if not isinstance(name, str):
            raise BadRecord(Notice("record-seat", seat=number, kind=_kind(name)))
        check_name(name, Notice("name-of-seat", seat=number))
    return tuple(value)


def _moves(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadRecord(Notice("record-moves", kind=_kind(value)))
    if len(value) > MAX_MOVES:
        raise BadRecord(Notice("record-too-many-moves", moves=len(value), most=MAX_MOVES))
    if not {str}.issuperset(map(type, value)):
        index = next(i for i, move in enumerate(value) if not isinstance(move, str))
        raise BadRecord(Notice("record-move", kind=_kind(value[index])), index=index)
    return tuple(value)


def _claim(value: Any, seats: int) -> Claim:
    if not isinstance(value, dict):
        raise BadRecord(Notice("record-claimed", kind=_kind(value)))
    for name in value:
        if name not in ("places", "points"):
            raise BadRecord(Notice("record-claimed-has-no", name=quote(name)))
    if not value:
        raise BadRecord(Notice("record-claimed-empty"))
    for name, entries in value.items():
        if not isinstance(entries, list) or len(entries) != seats:
            raise BadRecord(Notice("record-claimed-seats", name=name, seats=seats))
    places = points = None
    if "places" in value:
        for place in value["places"]:
            if type(place) is not int:
                raise BadRecord(Notice("record-claimed-place", kind=_kind(place)))
        places = tuple(value["places"])
    if "points" in value:
        points = tuple(_fraction(entry) for entry in value["points"])
    return Claim(places, points)


def _fraction(value: Any) -> Fraction:
    if not isinstance(value, str):
        raise BadRecord(Notice("record-claimed-points", kind=_kind(value)))
    match = _FRACTION.fullmatch(value) if len(value) <= _MAX_FRACTION else None
    if match:
        top, bottom = int(match[1]), int(match[2] or 1)
        lowest = bottom > 1 and gcd(top, bottom) == 1 if match[2] else True
        if lowest and match[1] != "-0":
            return Fraction(top, bottom)
    raise BadRecord(Notice("record-claimed-fraction", value=quote(value)))


def _kind(value: Any) -> Notice:
    """Name the kind of a JSON value for a message."""
    if value is None:
        return plain("null")
    if isinstance(value, bool):
        return Notice("json-flag")
    if isinstance(value, int):
        return Notice("json-number")
    if isinstance(value, float):
        return Notice("json-decimal")
    if isinstance(value, str):
        return Notice("json-string", text=quote(value))
    return Notice("json-list") if isinstance(value, list) else Notice("json-object")


def records(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the texts of the records in a file, in order; one over the limit comes out cut, still over it."""
    head = _read(stream, _HEAD)
    head = head.removeprefix(_BOM)
    if _is_one(head):
        yield head
        return
    yield from _lines(head, stream)


def whole(stream: BinaryIO) -> Iterator[bytes]:
    """Yield a file as one record, cut beyond the limit."""
    yield _read(stream, _HEAD).removeprefix(_BOM)


def _read(stream: BinaryIO, size: int) -> bytes:
    # A pipe may give less than it is asked for.
    parts = []
    while size > 0:
        part = stream.read(size)
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _is_one(head: bytes) -> bool:
    lines = [line for line in (line.strip(_WHITE) for line in head.split(b"\n")) if line]
    if len(lines) < 2:
        return len(head) < _HEAD
    if len(head) < _HEAD and _is_json(head):
        return True
    last = len(lines) - 1
    cut = len(head) >= _HEAD
    return not any(
        line.startswith(b"{") and (line.endswith(b"}") or (cut and number == last)) for number, line in enumerate(lines)
    )


def _is_json(head: bytes) -> bool:
    try:
        text = head.decode("utf-8")
        if nesting(text) > _PARSED_DEPTH:
            return False
        json.loads(text, parse_int=len, parse_float=len)
    except ValueError:
        return False
    return True


def _lines(head: bytes, stream: BinaryIO) -> Iterator[bytes]:
    *full, rest = head.split(b"\n")
    for line in full:
        if line.strip(_WHITE):
            yield line
    while True:
        line = rest + stream.readline(_HEAD)
        rest = b""
        if not line:
            return
        if not line.endswith(b"\n") and len(line) >= _HEAD:
            _skip_line(stream)
        if line.strip(_WHITE):
            yield line


def _skip_line(stream: BinaryIO) -> None:
    while True:
        part = stream.readline(_HEAD)
        if not part or part.endswith(b"\n"):
            return
