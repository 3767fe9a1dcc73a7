"""For other sites and programs: standings in a frame, rounds in a calendar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.selectors.events import public
from tournaments.selectors.rounds.rounds import round_names
from tournaments.selectors.site import feeds
from tournaments.views.public.page import Page, StandingsPart
from tournaments.web import icalendar, schedule
from tournaments.web.conditional import public_page, render
from tournaments.web.event_pages import grouped
from tournaments.web.icalendar import event_entry
from tournaments.web.variants import Variant

WIDGET_ROWS = 50
# The policy of all pages, but anyone may show this one in a frame, and it can do nothing there but load itself.
WIDGET_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors *"
)


@public_page()
def _widget(tournament: Tournament, form: Variant) -> str:
    page = Page(tournament, form, "standings")
    shown = page.standings(first=WIDGET_ROWS)
    part = None
    if shown is not None and shown.rows:
        page = page.narrowed({row.player for row in shown.rows})
        table = grouped(shown, page.people, lambda number: _plain_name(page, number), brief=True)
        part = StandingsPart(shown, table, shown.players - len(shown.rows), [])
    return render(
        "tournaments/hall/widget.html",
        form,
        {"tournament": tournament, "standings": part, "game": public.game_name(tournament.game, tournament.options)},
    )


def _plain_name(page: Page, number: int) -> SafeString:
    person = page.people.get(number)
    return conditional_escape(person.name if person else f"#{number}")


def widget(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the standings, small and live, for a frame on another site."""
    return framed(_widget(request, slug=slug))


def framed(response: HttpResponseBase) -> HttpResponseBase:
    """Let anyone show a page in a frame. Only the standings and single games are meant for that."""
    response.headers["Content-Security-Policy"] = WIDGET_POLICY
    response.xframe_options_exempt = True  # type: ignore[attr-defined]
    return response


@public_page(icalendar.CONTENT_TYPE)
def calendar(tournament: Tournament, form: Variant) -> str:
    """Show the rounds as an iCalendar, those of the schedule that are still to come among them: from the hour that the
    schedule names to the next, else the day. Before the first round it is the event, with its hours."""
    days = feeds.round_days(tournament)
    names = round_names(tournament) if days else {}
    entries = [_round(tournament, form, day, names) for day in _with_hours(tournament, days)]
    zone = timezone.get_current_timezone_name()
    return icalendar.calendar(feeds.told_name(tournament), entries if days else [event_entry(tournament, form)], zone)


@dataclass(frozen=True, slots=True)
class _Round:
    """A round for the calendar, with its hours where they are known; ``shown`` once everybody can see its tables."""

    number: int
    day: date
    changed: datetime
    shown: bool
    begin: datetime | None = None
    end: datetime | None = None


def _with_hours(tournament: Tournament, days: list[feeds.RoundDay]) -> list[_Round]:
    """Return the shown rounds and those of the schedule. A round that was not published on the day of its line keeps to
    the day on which it was."""
    timed = [line for line in schedule.lines(tournament.schedule, tournament.starts, 0) if line.at is not None]
    moments = [datetime.fromtimestamp((line.at or 0) / 1000, UTC) for line in timed]
    hours = {
        line.round: (begin, end)
        for line, begin, end in zip(timed, moments, [*moments[1:], None], strict=False)
        if line.round is not None
    }
    rounds = []
    for day in days:
        begin, end = hours.pop(day.number, (None, None))
        fits = begin is not None and timezone.localtime(begin).date() == day.day
        rounds.append(_Round(day.number, day.day, day.changed, True, begin if fits else None, end if fits else None))
    last = days[-1].number if days else 0
    for number, (begin, end) in sorted(hours.items()):
        if last < number <= tournament.rounds_planned:
            on = timezone.localtime(begin).date()
            rounds.append(_Round(number, on, tournament.created_at, False, begin, end))
    return rounds


def _titled(tournament: Tournament, number: int, names: Mapping[int, str]) -> str:
    if number in names:
        # Translators: an entry of a calendar: a tournament and the name of its round, such as "Semi-finals"
        return _("%(tournament)s, %(round)s") % {"tournament": tournament.name, "round": names[number]}
    return _("%(tournament)s, round %(number)d") % {"tournament": tournament.name, "number": number}


def _round(tournament: Tournament, form: Variant, round_: _Round, names: Mapping[int, str]) -> icalendar.Entry:
    page = ("round", [tournament.slug, round_.number]) if round_.shown else ("tournament", [tournament.slug])
    return icalendar.Entry(
        feeds.identity(tournament, "round", round_.number),
        _titled(tournament, round_.number, names),
        round_.day,
        round_.changed,
        public.game_name(tournament.game, tournament.options),
        tournament.venue,
        f"{form.root}{reverse(page[0], args=page[1])}" if form.root else "",
        tournament.version,
        round_.begin,
        round_.end,
    )
