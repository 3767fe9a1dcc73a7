"""An event document as it is sent to the site: alone, or in an archive with what only the site knows.

The archive (``viertal-archive/1``) holds the event document unchanged, and beside it what that has no words for: the
page's address, its former addresses and the venue, years of birth, how far each round is, why tables are so, and, if
wanted, game records and the log, which becomes the history of the copy. A record's text is kept to the letter: it
stands as a JSON string within a string, because a document holds no line ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.notices import Notice, notice_of, plain
from scoring.documents.document import DocumentError, Event
from scoring.documents.jsontext import a_list, an_object, one_of, parse, shown, text, whole
from scoring.input.reading import event_from
from scoring.prizes import SHARINGS, STEPS
from tournaments.imports.history import LineKept, read_log
from tournaments.sentences import documents  # noqa: F401 (its notices are put into words by this table)
from tournaments.text import SLUG

MOST_CENTS = 10**11
MOST_LISTS, MOST_PLACES = 40, 400
TEXTS = {"currency": 8, "name": 60, "club": 100, "mark": 40, "thing": 100}
NUMBERS = {
    "born_from": (1900, 2100),
    "born_to": (1900, 2100),
    "rating_from": (0, 4000),
    "rating_to": (0, 4000),
    "cents": (0, MOST_CENTS),
    "worth": (0, MOST_CENTS),
    "step": (1, max(STEPS)),
}
FLAGS = ("several", "withdrawn", "winners_named", "teams")
ARCHIVE = "viertal-archive/1"
MAX_BYTES = 32 * 1024 * 1024
MAX_RECORD = 1024 * 1024
MOST_FORMER = 1_000
MOST_REASON = 2000
MOST_MARKS = 100
PAIRING_NUMBER = Notice("pairing-number-of-a-player")
ROUNDS = Notice("things-rounds")
_ARCHIVE = ("format", "event", "tournament", "players", "rounds", "prizes", "records", "log")
_SLUG = re.compile(SLUG)
BYES = ("half_byes", "full_byes")
FIRST_YEAR, LAST_YEAR = 1900, 2100


@dataclass(frozen=True, slots=True)
class PrizesKept:
    """``rule`` and each of the ``lists``, with its ``prizes``, by the names of the site's columns."""

    rule: Mapping[str, Any]
    lists: tuple[Mapping[str, Any], ...]


def read_prizes(value: object) -> PrizesKept:
    """Read an archive's ``prizes``. Raises DocumentError with the place."""
    rule = ("sharing", "currency", "step", "several", "withdrawn")
    entries = an_object(value, "prizes", (*rule, "lists"))
    listed = a_list(entries.get("lists", []), "prizes.lists", MOST_LISTS, Notice("things-lists-of-prizes"))
    return PrizesKept(
        _values({name: entries[name] for name in rule if name in entries}, "prizes"),
        tuple(_list(entry, f"prizes.lists[{index}]") for index, entry in enumerate(listed)),
    )


def _list(value: object, place: str) -> dict[str, Any]:
    conditions = ("born_from", "born_to", "rating_from", "rating_to", "club", "mark")
    entries = an_object(value, place, ("name", *conditions, "teams", "winners_named", "prizes"))
    listed = a_list(entries.get("prizes", []), f"{place}.prizes", MOST_PLACES, Notice("things-prizes"))
    prizes = []
    for index, entry in enumerate(listed):
        where = f"{place}.prizes[{index}]"
        prizes.append(_values(an_object(entry, where, ("cents", "thing", "worth")), where))
    return {**_values({name: value for name, value in entries.items() if name != "prizes"}, place), "prizes": prizes}


def _values(entries: Mapping[str, Any], place: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in entries.items():
        where = f"{place}.{name}"
        if name in NUMBERS:
            values[name] = whole(value, where, *NUMBERS[name], Notice("a-number-of-a-prize"))
        elif name in FLAGS:
            if not isinstance(value, bool):
                raise DocumentError(where, Notice("archive-no-flag", value=shown(value)))
            values[name] = value
        elif name == "sharing":
            values[name] = one_of(value, where, SHARINGS, Notice("a-way-to-share"))
        else:
            values[name] = text(value, where, Notice("a-text-of-a-prize"), empty=True)
            if len(values[name]) > TEXTS[name]:
                raise DocumentError(where, Notice("event-name-too-long", given=len(values[name]), most=TEXTS[name]))
    if values.get("step", 1) not in STEPS:
        steps = tuple(str(step) for step in STEPS)
        raise DocumentError(
            f"{place}.step",
            Notice("document-no-choice", value=shown(values["step"]), what=Notice("a-number-of-a-prize"), names=steps),
        )
    return values


@dataclass(frozen=True, slots=True)
class RecordKept:
    """A game record: where it was played, and its text as it was handed in."""

    round: int
    table: int
    text: str


@dataclass(frozen=True, slots=True)
class Archive:
    """``birth_years`` and ``byes`` (kind to rounds missed for points) by player, ``states`` by round, ``reasons`` by
    (round, table). ``prefix`` begins the places of the event document in what was sent."""

    event: Event
    prefix: str = ""
    whole: bool = False
    slug: str = ""
    former_slugs: tuple[str, ...] = ()
    venue: str = ""
    published: bool = False
    birth_years: Mapping[int, int] = field(default_factory=dict)
    marks: Mapping[int, str] = field(default_factory=dict)
    byes: Mapping[int, Mapping[str, list[int]]] = field(default_factory=dict)
    states: Mapping[int, str] = field(default_factory=dict)
    reasons: Mapping[tuple[int, int], Notice] = field(default_factory=dict)
    records: tuple[RecordKept, ...] = ()
    log: tuple[LineKept, ...] = ()
    prizes: PrizesKept | None = None


def read_archive(content: bytes) -> Archive:
    """Read the event of a document or an archive. Raises DocumentError, which names the place."""
    value = parse(content)
    if not isinstance(value, dict) or value.get("format") != ARCHIVE:
        return Archive(event_from(value))
    entries = an_object(value, "", _ARCHIVE)
    if "event" not in entries:
        raise DocumentError("event", Notice("archive-no-event"))
    try:
        event = event_from(entries["event"])
    except DocumentError as error:
        place = f"event.{error.place}" if error.place else "event"
        raise DocumentError(place, error.notice) from None
    site = an_object(entries.get("tournament", {}), "tournament", ("slug", "venue", "published", "former_slugs"))
    reader = _Reader(event)
    reader.read_rounds(entries.get("rounds", []))
    return Archive(
        event=event,
        prefix="event.",
        whole=True,
        slug=_slug(site.get("slug", ""), "tournament.slug"),
        former_slugs=_former_slugs(site.get("former_slugs", [])),
        venue=text(site.get("venue", ""), "tournament.venue", Notice("a-venue"), empty=True),
        published=_flag(site.get("published", False), "tournament.published"),
        birth_years=reader.read_players(entries.get("players", [])),
        marks=reader.marks,
        byes=reader.byes,
        states=reader.states,
        reasons=reader.reasons,
        records=reader.records(entries.get("records", [])),
        log=read_log(entries.get("log", [])),
        prizes=read_prizes(entries["prizes"]) if "prizes" in entries else None,
    )


def _former_slugs(value: object) -> tuple[str, ...]:
    place = "tournament.former_slugs"
    slugs = [
        _slug(slug, f"{place}[{index}]")
        for index, slug in enumerate(a_list(value, place, MOST_FORMER, Notice("things-addresses")))
    ]
    return tuple(dict.fromkeys(filter(None, slugs)))


def _slug(value: object, place: str) -> str:
    if value == "" or (isinstance(value, str) and _SLUG.fullmatch(value)):
        return str(value)
    raise DocumentError(place, Notice("archive-no-address", value=shown(value)))


def _flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise DocumentError(place, Notice("archive-no-flag", value=shown(value)))
    return value


class _Reader:
    """Reads the archive's lists against the event that they belong to."""

    def __init__(self, event: Event) -> None:
        self.absent = {player.id: player.absent for player in event.players}
        self.byes: dict[int, dict[str, list[int]]] = {}
        self.marks: dict[int, str] = {}
        self.tables = {r.number: {t.number for t in r.tables} for r in event.rounds}
        self.states: dict[int, str] = {}
        self.reasons: dict[tuple[int, int], Notice] = {}

    def read_players(self, value: object) -> dict[int, int]:
        """Return the years of birth by pairing number, and keep the byes and marks."""
        years: dict[int, int] = {}
        listed: set[int] = set()
        for index, entry in enumerate(a_list(value, "players", 20_000, Notice("things-players"))):
            place = f"players[{index}]"
            entries = an_object(entry, place, ("id", "birth_year", "marks", *BYES))
            number = whole(entries.get("id"), f"{place}.id", 1, len(self.absent), PAIRING_NUMBER)
            if number in listed:
                raise DocumentError(f"{place}.id", Notice("archive-player-twice", player=number))
            listed.add(number)
            if "birth_year" in entries or not entries.keys() & {"marks", *BYES}:
                years[number] = whole(
                    entries.get("birth_year"), f"{place}.birth_year", FIRST_YEAR, LAST_YEAR, Notice("a-year-of-birth")
                )
            if "marks" in entries:
                self.marks[number] = text(entries["marks"], f"{place}.marks", Notice("a-text-of-a-prize"))
                if len(self.marks[number]) > MOST_MARKS:
                    too_long = Notice("event-name-too-long", given=len(self.marks[number]), most=MOST_MARKS)
                    raise DocumentError(f"{place}.marks", too_long)
            self._read_byes(entries, place, number)
        return years

    def _read_byes(self, entries: Mapping[str, Any], place: str, number: int) -> None:
        taken: set[int] = set()
        for name in BYES:
            for index, round_ in enumerate(a_list(entries.get(name, []), f"{place}.{name}", 2_000, ROUNDS)):
                where = f"{place}.{name}[{index}]"
                if type(round_) is not int or round_ not in self.absent[number]:
                    raise DocumentError(where, Notice("archive-bye-not-requested", player=number, round=shown(round_)))
                if round_ in taken:
                    raise DocumentError(where, Notice("archive-round-twice", round=round_))
                taken.add(round_)
                self.byes.setdefault(number, {}).setdefault(name, []).append(round_)

    def read_rounds(self, value: object) -> None:
        for index, entry in enumerate(a_list(value, "rounds", 2_000, ROUNDS)):
            place = f"rounds[{index}]"
            entries = an_object(entry, place, ("number", "state", "reasons"))
            number = self._round(entries, place, "number")
            if number in self.states:
                raise DocumentError(f"{place}.number", Notice("archive-round-twice", round=number))
            self.states[number] = one_of(
                entries.get("state"), f"{place}.state", ("published", "closed"), Notice("how-far-a-round-is")
            )
            reasons = entries.get("reasons", {})
            if not isinstance(reasons, dict):
                raise DocumentError(f"{place}.reasons", Notice("document-no-object", value=shown(reasons)))
            for key, reason in reasons.items():
                where = f"{place}.reasons[{shown(key)}]"
                if not (key.isascii() and key.isdecimal() and len(key) < 9):
                    raise DocumentError(where, Notice("archive-reason-of-no-table"))
                if int(key) not in self.tables[number]:
                    raise DocumentError(where, Notice("archive-no-table", round=number, table=key))
                self.reasons[number, int(key)] = _reason(reason, where)

    def records(self, value: object) -> tuple[RecordKept, ...]:
        records = []
        for index, entry in enumerate(a_list(value, "records", 100_000, Notice("things-records"))):
            place = f"records[{index}]"
            entries = an_object(entry, place, ("round", "table", "quoted"))
            number = self._round(entries, place, "round")
            table = entries.get("table")
            if type(table) is not int or table not in self.tables[number]:
                raise DocumentError(f"{place}.table", Notice("archive-no-table", round=number, table=shown(table)))
            records.append(RecordKept(number, table, _unquoted(entries.get("quoted"), f"{place}.quoted")))
        return tuple(records)

    def _round(self, entries: Mapping[str, Any], place: str, name: str) -> int:
        number = entries.get(name)
        if type(number) is not int or number not in self.tables:
            raise DocumentError(f"{place}.{name}", Notice("archive-no-round", round=shown(number)))
        return number


def quoted(record: str) -> str:
    """Return a record's text as it stands in an archive."""
    return json.dumps(record)


def _unquoted(value: object, place: str) -> str:
    if type(value) is not str:
        raise DocumentError(place, Notice("archive-no-quoted-text", value=shown(value)))
    try:
        text = json.loads(value)
    except (ValueError, RecursionError):
        text = None
    if not isinstance(text, str):
        raise DocumentError(place, Notice("archive-no-json-string"))
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise DocumentError(place, Notice("archive-surrogate")) from None
    if size > MAX_RECORD or "\0" in text or not text.strip():
        raise DocumentError(place, Notice("archive-no-record"))
    return text


def _reason(value: object, place: str) -> Notice:
    """Return the reason of a table: a code with parameters, or a text, as archives held before there were codes."""
    if isinstance(value, str) and len(value) <= MOST_REASON:
        return plain(value)
    try:
        if len(json.dumps(value)) > 4000:
            raise ValueError
        return notice_of(value)
    except ValueError:
        raise DocumentError(place, Notice("archive-no-reason", most=MOST_REASON)) from None
