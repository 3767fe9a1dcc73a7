"""Calendars as programs read them: RFC 5545; those of a club and a season."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.urls import reverse
from django.utils import timezone

from tournaments.domain import schedule
from tournaments.models import Tournament
from tournaments.selectors.events import public
from tournaments.selectors.site import feeds
from tournaments.web.variants import Variant

CONTENT_TYPE = "text/calendar; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of a calendar: on ``day``, or from ``begin`` to ``end`` where its hours are known. ``sequence`` counts
    its changes, of which nobody keeps the moment; ``id`` stays the same for ever. ``made`` is when it came about."""

    id: str
    title: str
    day: date
    made: datetime
    about: str
    place: str = ""
    address: str = ""
    sequence: int = 0
    begin: datetime | None = None
    end: datetime | None = None


def calendar(name: str, entries: Iterable[Entry], zone: str = "") -> str:
    """Return a calendar as text. Its hours are in UTC, which every program shows in its own zone; ``zone`` is that of
    the hall."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Viertal//Tournaments//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        *([f"X-WR-TIMEZONE:{escaped(zone)}"] if zone else []),
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    ]
    for entry in entries:
        lines += _event(entry)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _event(entry: Entry) -> list[str]:
    stamp = _moment(entry.made)
    lines = ["BEGIN:VEVENT", f"UID:{entry.id}", f"DTSTAMP:{stamp}"]
    if entry.sequence:
        lines.append(f"SEQUENCE:{entry.sequence}")
    if entry.begin:
        lines.append(f"DTSTART:{_moment(entry.begin)}")
        if entry.end and entry.end > entry.begin:
            lines.append(f"DTEND:{_moment(entry.end)}")
    else:
        following = date.fromordinal(entry.day.toordinal() + 1)
        lines += [f"DTSTART;VALUE=DATE:{entry.day:%Y%m%d}", f"DTEND;VALUE=DATE:{following:%Y%m%d}"]
    lines += [f"SUMMARY:{escaped(entry.title)}", f"DESCRIPTION:{escaped(entry.about)}"]
    if entry.place:
        lines.append(f"LOCATION:{escaped(entry.place)}")
    if entry.address:
        lines.append(f"URL:{entry.address}")
    return [*lines, "TRANSP:TRANSPARENT", "END:VEVENT"]


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Return a text value: RFC 5545, 3.3.11."""
    text = "".join(c for c in text.replace("\r\n", "\n") if c >= " " or c == "\n")
    for plain, safe in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, safe)
    return text


def folded(line: str) -> str:
    """Return a content line in pieces of at most 75 bytes, no letter cut: RFC 5545, 3.1."""
    pieces, piece, size = [], "", 0
    for letter in line:
        wide = len(letter.encode())
        if size + wide > 75:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + letter, size + wide
    return "\r\n".join([*pieces, piece])


def event_entry(tournament: Tournament, form: Variant) -> Entry:
    """Return an event's entry: its day, with the hours of its schedule where it names any. What it is about are the
    game and the lines of the schedule."""
    begin, end = schedule.span(tournament.starts, tournament.schedule) or (None, None)
    return Entry(
        feeds.identity(tournament, "event"),
        feeds.told_name(tournament),
        tournament.starts,
        tournament.created_at,
        "\n".join([public.game_name(tournament.game, tournament.options), *tournament.schedule.splitlines()]),
        tournament.venue,
        f"{form.root}{reverse('tournament', args=[tournament.slug])}" if form.root else "",
        tournament.version,
        begin,
        end,
    )


def of_events(name: str, events: Iterable[Tournament], form: Variant) -> str:
    """Return the calendar of these events."""
    entries = [event_entry(event, form) for event in events]
    return calendar(name, entries, timezone.get_current_timezone_name())
