"""The declaration of a game without an engine: what its file may say, read and checked with the member that is wrong.

A declaration is JSON: who may sit at a table, what is typed as the result, and what that is worth. It is data of
strangers as much as ours, so everything in it has a bound. `games.core.declarations.declared` makes a game of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

import games.core.declarations.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.declarations.values import MOST_SCORE, TURNS, BySeats, Column, Declaration, Odd, Score, Together, faults
from games.core.errors import GameError, quote
from games.core.notices import Notice, either, every

LEAST_SEATS, MOST_SEATS = 2, 6
ENTRIES = ("places", "points", "score")
TIES = ("share", "best", "seat", "refuse")
COUNTS = ("places", "score", "both")
GRADES = ("egf",)
"""The scales by which grades of players are ratings: `tournaments.imports.grades`."""

MOST_TEXT, MOST_NAME, MOST_LANGUAGES, MOST_RESULTS, MOST_COLUMNS = 500, 60, 20, 500, 6

_MEMBERS = (
    *("key", "names", "source", "seats", "seat_names", "seats_matter", "turn", "partners", "minutes"),
    *("entry", "higher_is_better", "draws", "worth", "ties", "amounts", "tables", "score", "columns", "together"),
    *("usual", "grades"),
)
_SCORE = ("step", "least", "most", "total", "odd", "start", "unit", "uma", "oka", "counts")
_ODD = ("least", "most", "winner_least", "winner_most")
_TOGETHER = ("columns", "seat", "table")
_COLUMN = ("names", "step", "least", "most", "own", "others")
_USUAL = ("system", "rounds", "table_size", "tie_breaks", "pairing", "scoring", "source")

_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,8})?")
_CODE = re.compile(r"[A-Za-z0-9/%±+-]{1,24}")
_FRACTION = re.compile(r"(0|-?[1-9][0-9]{0,7})(?:/([1-9][0-9]{0,2}))?")


class BadDeclaration(GameError):
    """A declaration that cannot be used. ``member`` is a path in it, such as ``score.uma.4``."""

    code: ClassVar[str] = "bad-declaration"

    def __init__(self, member: str, reason: Notice) -> None:
        super().__init__(Notice("declaration-member", member=member, reason=reason) if member else reason)
        self.member = member
        self.reason = reason


def parse(text: str) -> Declaration:
    """Read a declaration from the text of its file. Raises BadDeclaration."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        place = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (1, 1)
        raise BadDeclaration("", Notice("declaration-no-json", line=place[0], column=place[1])) from None
    return read(value)


def read(value: object) -> Declaration:
    """Read a declaration from JSON values. Raises BadDeclaration with the member that is wrong."""
    top = _object(value, "", _MEMBERS)
    seats = _seats(_needed(top, "seats"))
    entry = _choice(_needed(top, "entry"), "entry", ENTRIES)
    score = None
    columns: list[Column] = []
    together: tuple[Together, ...] = ()
    if entry == "score":
        score = _score(top.get("score", {}), seats)
        columns = _columns(top.get("columns") or [], seats)
        together = _together(top.get("together") or [], len(columns), seats)
    else:
        _absent(top, "score", entry)
        _absent(top, "columns", entry)
        _absent(top, "together", entry)
    amounts = tables = None
    if entry == "points":
        amounts, tables = _amounts(top.get("amounts")), _tables(top.get("tables"), seats)
        if amounts is None:
            if tables is None:
                raise BadDeclaration("amounts", Notice("declaration-amounts-or-tables"))
            _for_all(tables, "tables", seats)
    else:
        _absent(top, "amounts", entry)
        _absent(top, "tables", entry)
    worth = _worth(top.get("worth"), "worth", seats, falling=True)
    if worth is None and (entry == "places" or (score is not None and score.counts == "places")):
        raise BadDeclaration("worth", Notice("declaration-missing"))
    declaration = Declaration(
        key=_key(_needed(top, "key")),
        names=_names(_needed(top, "names"), "names"),
        seats=seats,
        entry=entry,
        document=json.loads(json.dumps(value)),
        source=_text(top.get("source", ""), "source", MOST_TEXT, empty=True),
        seat_names=_seat_names(top.get("seat_names"), seats),
        seats_matter=_flag(top.get("seats_matter", top.get("seat_names") is not None), "seats_matter"),
        turn=_choice(top.get("turn", TURNS[0]), "turn", TURNS),
        partners=_partners(top.get("partners"), seats),
        minutes=_count(top.get("minutes"), "minutes", 1, 1440),
        higher_is_better=_flag(top.get("higher_is_better", True), "higher_is_better"),
        draws=_flag(top.get("draws", True), "draws"),
        worth=worth,
        ties=_choice(top.get("ties", "share"), "ties", TIES),
        amounts=amounts,
        tables=tables,
        score=score,
        columns=tuple(columns),
        together=together,
        usual=_usual(top.get("usual"), seats),
        grades="" if top.get("grades") is None else _choice(top["grades"], "grades", GRADES),
    )
    for member, reason in faults(declaration):
        raise BadDeclaration(member, reason)
    return declaration


def _score(value: object, seats: tuple[int, ...]) -> Score:
    entries = _object(value, "score", _SCORE)
    odd = _object(entries.get("odd") or {}, "score.odd", _ODD)
    counts = _choice(entries.get("counts", "places"), "score.counts", COUNTS)
    uma = _worth(entries.get("uma"), "score.uma", seats, falling=False)
    oka = _by_seats(entries.get("oka"), "score.oka", seats)
    if counts == "both" and uma is None:
        raise BadDeclaration("score.uma", Notice("declaration-missing"))
    if counts != "both":
        for name, given in (("uma", uma), ("oka", oka)):
            if given is not None:
                raise BadDeclaration(f"score.{name}", Notice("declaration-only-with", member="counts", value="both"))
    score = Score(
        step=_positive(entries.get("step", "1"), "score.step"),
        least=_maybe(entries, "least", "score"),
        most=_maybe(entries, "most", "score"),
        total=_by_seats(entries.get("total"), "score.total", seats),
        odd=Odd(**{name: _maybe(odd, name, "score.odd") for name in _ODD}),
        start=_fraction(entries.get("start", "0"), "score.start"),
        unit=_positive(entries.get("unit", "1"), "score.unit"),
        uma=uma,
        oka=oka,
        counts=counts,
    )
    if score.least is not None and score.most is not None and score.least > score.most:
        raise BadDeclaration("score.most", Notice("declaration-most-below-least"))
    for size, total in (score.total or {}).items():
        if (total / score.step).denominator != 1:
            raise BadDeclaration(f"score.total.{size}", Notice("declaration-off-step", value=total, step=score.step))
    return score


def _columns(value: object, seats: tuple[int, ...]) -> list[Column]:
    columns = []
    for index, item in enumerate(_list(value, "columns", 0, MOST_COLUMNS)):
        place = f"columns.{index}"
        entries = _object(item, place, _COLUMN)
        others = _by_seats(entries.get("others"), f"{place}.others", seats)
        columns.append(
            Column(
                names=_names(_needed(entries, "names", place), f"{place}.names"),
                step=_positive(entries.get("step", "1"), f"{place}.step"),
                least=_maybe(entries, "least", place),
                most=_maybe(entries, "most", place),
                own=_fraction(entries.get("own", "1"), f"{place}.own"),
                others=others or dict.fromkeys(seats, Fraction(0)),
            )
        )
    return columns


def _together(value: object, columns: int, seats: tuple[int, ...]) -> tuple[Together, ...]:
    found = []
    for index, item in enumerate(_list(value, "together", 0, MOST_COLUMNS)):
        place = f"together.{index}"
        entries = _object(item, place, _TOGETHER)
        listed = _list(_needed(entries, "columns", place), f"{place}.columns", 1, MOST_COLUMNS)
        numbers = tuple(_whole(number, f"{place}.columns.{at}", 1, columns) for at, number in enumerate(listed))
        if list(numbers) != sorted(set(numbers)):
            raise BadDeclaration(f"{place}.columns", Notice("declaration-rising-once"))
        seat, table = (_by_seats(entries.get(name), f"{place}.{name}", seats) for name in ("seat", "table"))
        if seat is None and table is None:
            raise BadDeclaration(f"{place}.table", Notice("declaration-missing"))
        found.append(Together(tuple(number - 1 for number in numbers), seat, table))
    return tuple(found)


def _seats(value: object) -> tuple[int, ...]:
    numbers = [
        _whole(item, f"seats.{index}", LEAST_SEATS, MOST_SEATS)
        for index, item in enumerate(_list(value, "seats", 1, MOST_SEATS))
    ]
    if numbers != sorted(set(numbers)):
        raise BadDeclaration("seats", Notice("declaration-rising-once"))
    return tuple(numbers)


def _seat_names(value: object, seats: tuple[int, ...]) -> Mapping[str, tuple[str, ...]] | None:
    if value is None:
        return None
    names: dict[str, tuple[str, ...]] = {}
    for language, items in _languages(value, "seat_names").items():
        place = f"seat_names.{language}"
        entries = _list(items, place, seats[-1], seats[-1])
        names[language] = tuple(_text(item, f"{place}.{index}", MOST_NAME) for index, item in enumerate(entries))
        if len(set(names[language])) < len(entries):
            raise BadDeclaration(place, Notice("declaration-twice"))
    return names


def _partners(value: object, seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...] | None:
    if value is None:
        return None
    sides = tuple(
        tuple(
            _whole(seat, f"partners.{side}.{index}", 1, MOST_SEATS)
            for index, seat in enumerate(_list(item, f"partners.{side}", 1, MOST_SEATS))
        )
        for side, item in enumerate(_list(value, "partners", 2, MOST_SEATS))
    )
    held = sorted(seat for side in sides for seat in side)
    if held != list(range(1, len(held) + 1)) or len(held) not in seats:
        raise BadDeclaration("partners", Notice("declaration-partners", seats=either(seats)))
    return sides


def _amounts(value: object) -> tuple[Fraction, ...] | None:
    if value is None:
        return None
    amounts = [
        _fraction(item, f"amounts.{index}") for index, item in enumerate(_list(value, "amounts", 1, MOST_RESULTS))
    ]
    if len(set(amounts)) < len(amounts):
        raise BadDeclaration("amounts", Notice("declaration-twice"))
    return tuple(sorted(amounts))


def _tables(value: object, seats: tuple[int, ...]) -> Mapping[int, tuple[tuple[Fraction, ...], ...]] | None:
    if value is None:
        return None
    tables: dict[int, tuple[tuple[Fraction, ...], ...]] = {}
    for size, results in _sizes(value, "tables", seats).items():
        place = f"tables.{size}"
        tables[size] = tuple(
            tuple(
                _fraction(item, f"{place}.{index}.{seat}")
                for seat, item in enumerate(_list(result, f"{place}.{index}", size, size))
            )
            for index, result in enumerate(_list(results, place, 1, MOST_RESULTS))
        )
    return tables


def _worth(value: object, place: str, seats: tuple[int, ...], *, falling: bool) -> BySeats | None:
    if value is None:
        return None
    worth: dict[int, tuple[Fraction, ...]] = {}
    for size, entries in _sizes(value, place, seats).items():
        where = f"{place}.{size}"
        worth[size] = tuple(
            _fraction(item, f"{where}.{index}") for index, item in enumerate(_list(entries, where, size, size))
        )
        if falling and list(worth[size]) != sorted(worth[size], reverse=True):
            raise BadDeclaration(where, Notice("declaration-falling"))
    _for_all(worth, place, seats)
    return worth


def _by_seats(value: object, place: str, seats: tuple[int, ...]) -> Mapping[int, Fraction] | None:
    if value is None:
        return None
    numbers = {size: _fraction(item, f"{place}.{size}") for size, item in _sizes(value, place, seats).items()}
    _for_all(numbers, place, seats)
    return numbers


def _for_all(given: Mapping[int, object], place: str, seats: tuple[int, ...]) -> None:
    for size in seats:
        if size not in given:
            raise BadDeclaration(place, Notice("declaration-size-missing", seats=size))


def _usual(value: object, seats: tuple[int, ...]) -> Mapping[str, Any] | None:
    if value is None:
        return None
    usual = dict(_object(value, "usual", _USUAL))
    if "system" in usual:
        _text(usual["system"], "usual.system", MOST_NAME)
    _count(usual.get("rounds"), "usual.rounds", 1, 400)
    if (size := _count(usual.get("table_size"), "usual.table_size", LEAST_SEATS, MOST_SEATS)) and size not in seats:
        raise BadDeclaration("usual.table_size", Notice("declaration-choice", values=either(seats)))
    for index, code in enumerate(_list(usual.get("tie_breaks", []), "usual.tie_breaks", 0, 20)):
        if not _CODE.fullmatch(_text(code, f"usual.tie_breaks.{index}", 24)):
            raise BadDeclaration(f"usual.tie_breaks.{index}", Notice("declaration-tie-break"))
    for name in ("pairing", "scoring"):
        _object(usual.get(name, {}), f"usual.{name}", None)
    _text(usual.get("source", ""), "usual.source", MOST_TEXT, empty=True)
    return usual


def _key(value: object) -> str:
    key = _text(value, "key", MOST_NAME)
    if not _KEY.fullmatch(key):
        raise BadDeclaration("key", Notice("declaration-key"))
    return key


def _names(value: object, place: str) -> Mapping[str, str]:
    return {
        language: _text(name, f"{place}.{language}", MOST_NAME) for language, name in _languages(value, place).items()
    }


def _languages(value: object, place: str) -> Mapping[str, Any]:
    entries = _object(value, place, None)
    if len(entries) > MOST_LANGUAGES or not all(_LANGUAGE.fullmatch(str(language)) for language in entries):
        raise BadDeclaration(place, Notice("declaration-languages"))
    if "en" not in entries:
        raise BadDeclaration(f"{place}.en", Notice("declaration-missing"))
    return entries


def _sizes(value: object, place: str, seats: tuple[int, ...]) -> dict[int, Any]:
    entries = _object(value, place, tuple(map(str, seats)))
    return {int(size): entry for size, entry in sorted(entries.items())}


def _absent(entries: Mapping[str, Any], member: str, entry: str) -> None:
    if entries.get(member) is not None:
        right = "points" if member in ("amounts", "tables") else "score"
        raise BadDeclaration(member, Notice("declaration-only-with", member="entry", value=right))


def _needed(entries: Mapping[str, Any], member: str, place: str = "") -> Any:
    if entries.get(member) is None:
        raise BadDeclaration(f"{place}.{member}" if place else member, Notice("declaration-missing"))
    return entries[member]


def _object(value: object, place: str, known: tuple[str, ...] | None) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadDeclaration(place, Notice("declaration-object"))
    for name in value:
        if known is not None and name not in known:
            member = f"{place}.{name}" if place else str(name)
            raise BadDeclaration(quote(member).strip('"'), Notice("declaration-unknown", members=every(known)))
    return value


def _list(value: object, place: str, least: int, most: int) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise BadDeclaration(place, Notice("declaration-list"))
    if not least <= len(value) <= most:
        if least == most:
            raise BadDeclaration(place, Notice("declaration-entries", needed=most, entries=len(value)))
        raise BadDeclaration(place, Notice("declaration-count", least=least, most=most, entries=len(value)))
    return list(value)


def _text(value: object, place: str, most: int, *, empty: bool = False) -> str:
    if not isinstance(value, str) or (not value.strip() and not empty):
        raise BadDeclaration(place, Notice("declaration-text"))
    if len(value) > most:
        raise BadDeclaration(place, Notice("declaration-too-long", entries=len(value), most=most))
    if not value.isprintable():
        raise BadDeclaration(place, Notice("declaration-unprintable"))
    return value


def _choice(value: object, place: str, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise BadDeclaration(place, Notice("declaration-choice", values=either(choices)))
    return value


def _flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise BadDeclaration(place, Notice("declaration-flag"))
    return value


def _whole(value: object, place: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadDeclaration(place, Notice("declaration-whole", least=least, most=most))
    return value


def _count(value: object, place: str, least: int, most: int) -> int | None:
    return None if value is None else _whole(value, place, least, most)


def _fraction(value: object, place: str) -> Fraction:
    match = _FRACTION.fullmatch(value) if isinstance(value, str) and value.isascii() else None
    if match is None or str(Fraction(match[0])) != value:
        raise BadDeclaration(place, Notice("declaration-fraction"))
    number = Fraction(match[0])
    if abs(number) > MOST_SCORE:
        raise BadDeclaration(place, Notice("declaration-too-large", most=MOST_SCORE))
    return number


def _positive(value: object, place: str) -> Fraction:
    number = _fraction(value, place)
    if number <= 0:
        raise BadDeclaration(place, Notice("declaration-positive"))
    return number


def _maybe(entries: Mapping[str, Any], member: str, place: str) -> Fraction | None:
    value = entries.get(member)
    return None if value is None else _fraction(value, f"{place}.{member}")
