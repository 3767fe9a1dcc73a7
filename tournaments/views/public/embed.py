"""For other sites and programs: standings in a frame, rounds in a calendar, results in a feed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.selectors import feeds, public
from tournaments.sentences.points import readable
from tournaments.views.public.page import Page, StandingsPart
from tournaments.web import tables
from tournaments.web.conditional import public_page, render
from tournaments.web.variants import Variant

WIDGET_ROWS = 50
# The policy of all pages, but anyone may show this one in a frame, and it can do nothing there but load itself.
WIDGET_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors *"
)
CALENDAR = "text/calendar; charset=utf-8"
FEED = "application/atom+xml; charset=utf-8"
ATOM = "http://www.w3.org/2005/Atom"
ElementTree.register_namespace("", ATOM)


@public_page()
def _widget(tournament: Tournament, form: Variant) -> str:
    page = Page(tournament, form, "standings")
    shown = page.standings(first=WIDGET_ROWS)
    part = None
    if shown is not None and shown.rows:
        page = page.narrowed({row.player for row in shown.rows})
        table = tables.standings(shown, page.people, lambda number: _plain_name(page, number), brief=True)
        part = StandingsPart(shown, table, shown.players - len(shown.rows), [])
    return render(
        "tournaments/widget.html",
        form,
        {"tournament": tournament, "standings": part, "game": public.game_name(tournament.game)},
    )


def _plain_name(page: Page, number: int) -> SafeString:
    person = page.people.get(number)
    return conditional_escape(person.name if person else f"#{number}")


def widget(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the standings, small and live, for a frame on another site. The only page that may stand in one."""
    response = _widget(request, slug=slug)
    response.headers["Content-Security-Policy"] = WIDGET_POLICY
    response.xframe_options_exempt = True  # type: ignore[attr-defined]
    return response


@public_page(CALENDAR)
def calendar(tournament: Tournament, form: Variant) -> str:
    """Show the rounds as an iCalendar (RFC 5545): the day of each published round; before the first, the event's day.
    Hours are not known, so there are none."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Viertal//Tournaments//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_ics(tournament.name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    ]
    days = feeds.round_days(tournament)
    if not days:
        lines += _event(tournament, ("event",), tournament.name, tournament.starts, tournament.created_at)
    for day in days:
        title = _("%(tournament)s, round %(number)d") % {"tournament": tournament.name, "number": day.number}
        lines += _event(tournament, ("round", day.number), title, day.day, day.changed)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _event(tournament: Tournament, key: tuple[object, ...], title: str, day: Any, changed: datetime) -> list[str]:
    stamp = changed.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    following = day.fromordinal(day.toordinal() + 1)
    lines = [
        "BEGIN:VEVENT",
        f"UID:{feeds.identity(tournament, *key)}",
        f"DTSTAMP:{stamp}",
        f"LAST-MODIFIED:{stamp}",
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{following:%Y%m%d}",
        f"SUMMARY:{_ics(title)}",
        f"DESCRIPTION:{_ics(public.game_name(tournament.game))}",
    ]
    if tournament.venue:
        lines.append(f"LOCATION:{_ics(tournament.venue)}")
    return [*lines, "TRANSP:TRANSPARENT", "END:VEVENT"]


def _ics(text: str) -> str:
    """Return a text value: RFC 5545, 3.3.11."""
    text = "".join(c for c in text.replace("\r\n", "\n") if c >= " " or c == "\n")
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, escaped)
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


@public_page(FEED)
def feed(tournament: Tournament, form: Variant) -> bytes:
    """Show the newest results as an Atom feed (RFC 4287). A corrected result is the same entry, updated."""
    results = feeds.newest_results(tournament)
    root = ElementTree.Element(f"{{{ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": form.language})
    _add(root, "id", f"urn:uuid:{feeds.identity(tournament, 'results')}")
    _add(root, "title", _("%(tournament)s: results") % {"tournament": tournament.name})
    _add(root, "updated", _time(max((result.at for result in results), default=tournament.created_at)))
    author = ElementTree.SubElement(root, f"{{{ATOM}}}author")
    _add(author, "name", tournament.name)
    _add(root, "generator", "Viertal")
    link = reverse("tournament", args=[tournament.slug])
    _link(root, "alternate", link, "text/html")
    _link(root, "self", reverse("feed", args=[tournament.slug]), "application/atom+xml")
    for result in results:
        entry = ElementTree.SubElement(root, f"{{{ATOM}}}entry")
        _add(entry, "id", f"urn:uuid:{feeds.identity(tournament, 'table', result.round, result.table)}")
        _add(entry, "title", _title(result))
        _add(entry, "published", _time(result.first))
        _add(entry, "updated", _time(result.at))
        round_page = reverse("round", args=[tournament.slug, result.round])
        _link(entry, "alternate", f"{round_page}#t{result.table}", "text/html")
        _add(entry, "content", _content(result)).set("type", "text")
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _add(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}")
    element.text = "".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
    return element


def _link(parent: ElementTree.Element, rel: str, address: str, kind: str) -> None:
    ElementTree.SubElement(parent, f"{{{ATOM}}}link", {"rel": rel, "href": address, "type": kind})


def _time(at: datetime) -> str:
    return timezone.localtime(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _title(result: feeds.Told) -> str:
    return _("Round %(round)d, table %(table)d: %(names)s") % {
        "round": result.round,
        "table": result.table,
        "names": " – ".join(name for name, _points in result.seats),
    }


def _content(result: feeds.Told) -> str:
    note = {"forfeit": _("forfeit"), "adjourned": _("adjourned")}.get(result.end, "")
    seats = ", ".join(f"{name} {readable(points) or '–'}" for name, points in result.seats)
    return f"{seats} ({note})" if note else seats
