"""Public pages above one tournament: rating lists, series, and the list of both."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any

from django.conf import settings
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from tournaments.domain.access import may_create, several_clubs
from tournaments.domain.locks import snapshot
from tournaments.imports.writing import Sheet, write_csv
from tournaments.models import RatingList, Series
from tournaments.selectors import seasons
from tournaments.selectors.site import feeds
from tournaments.selectors.standings import prizes
from tournaments.sentences.points import readable, written_together
from tournaments.web.conditional import render, season_answer, site_page
from tournaments.web.icalendar import CONTENT_TYPE, of_events
from tournaments.web.seats import points
from tournaments.web.standings import charts
from tournaments.web.standings.tables import slot
from tournaments.web.variants import Variant

BARS = 12


LINES = 16


def season_page(
    model: type[Model] | None = None, content_type: str = "text/html; charset=utf-8"
) -> Callable[[Callable[..., str]], Callable[..., HttpResponseBase]]:
    """Make a view of a function ``(season, form, **arguments) -> text``; it raises Http404 where nothing is.

    What is not public is there for the organisers of its club alone. The tag is made of the answer, so that a
    name that was changed is never answered with 304.
    """

    def decorate(make: Callable[..., str]) -> Callable[..., HttpResponseBase]:
        @site_page
        @wraps(make)
        def view(request: HttpRequest, form: Variant, slug: str = "", **arguments: Any) -> HttpResponseBase:
            with snapshot():
                season, public = (None, True) if model is None else _season(model, slug)
                if not public and not _may_see(request, season):
                    raise Http404
                body = make(season, form, **arguments)
            return season_answer(request, form, body, content_type, public=public)

        return view

    return decorate


def _season(model: type[Model], slug: str) -> tuple[Any, bool]:
    season: Any = model._default_manager.filter(slug=slug).first()
    return season, bool(season and season.published)


def _may_see(request: HttpRequest, season: Any) -> bool:
    return (
        season is not None and settings.SESSION_COOKIE_NAME in request.COOKIES and may_create(request.user, season.club)
    )


@season_page()
def index(_nothing: None, form: Variant) -> str:
    """Show all public rating lists and series."""
    lists, series = seasons.public_seasons()
    return render(
        "tournaments/seasons/season_list.html",
        form,
        {"lists": lists, "series": series, "several": several_clubs(), "here": "seasons"},
    )


@season_page(RatingList)
def rating_list(season: RatingList, form: Variant) -> str:
    """Show a rating list: the strength of each player, and the events that it rests on."""
    return render(
        "tournaments/seasons/rating_list.html",
        form,
        {
            "season": season,
            "club": season.club if several_clubs() else None,
            "players": seasons.rated_players(season),
            "events": seasons.events_of(season),
        },
    )


@season_page(RatingList)
def rating_player(season: RatingList, form: Variant, player: int) -> str:
    """Show a player's rating: the picture, and what each event made of it."""
    history = seasons.rating_steps(season, player) if player < 2**62 else None
    if history is None:
        raise Http404
    name, rating, steps = history
    picture = ""
    if len(steps) > 1:
        newest = steps[-LINES:]
        days = [charts.day_label(step.event.starts) for step in newest]
        title = _("The rating after each tournament; the table below shows the same.")
        picture = charts.values(days, [step.rating for step in newest], title)
    return render(
        "tournaments/seasons/rating_player.html",
        form,
        {
            "season": season,
            "name": name,
            "rating": steps[-1] if steps else None,
            "games": rating.games,
            "provisional": rating.games < season.provisional_games,
            "steps": steps[::-1],
            "picture": picture,
        },
    )


@season_page(RatingList, "text/csv; charset=utf-8")
def rating_csv(season: RatingList, form: Variant) -> str:
    """Send a rating list for a spreadsheet, which calculates none of its cells."""
    heading = ["Rank", "Name", "Rating", "Margin", "Games", "Provisional"]
    rows = [
        [player.rank, player.name, player.rating, player.margin, player.games, "" if player.rank else "yes"]
        for player in seasons.rated_players(season)
    ]
    return write_csv(Sheet(season.name, heading, rows), "en").decode()


@season_page(Series)
def series(season: Series, form: Variant) -> str:
    """Show a series: the sums, what counts of each event, and how the ranks moved."""
    rows = seasons.series_rows(season)
    with written_together(points for row in rows for points in (row.total, *(r[1] for r in row.events if r))):
        return _series(season, rows, form)


def _series(season: Series, rows: list[seasons.SeriesRow], form: Variant) -> str:
    listed = seasons.events_of(season)
    events = seasons.counted_events(season, listed)
    return render(
        "tournaments/seasons/series_detail.html",
        form,
        {
            "season": season,
            "club": season.club if several_clubs() else None,
            "events": events,
            "rows": [(row, points(row.total), _cells(row, events), _page_of(row, events)) for row in rows],
            "slot": slot("".join(readable(row.total) for row in rows)),
            "open": not all(final for _event, final in events),
            "listed": listed,
            "coming": len(listed) > len(events),
            "next": seasons.next_event(season),
            "bars": _bars(rows) if rows else "",
            "movement": _movement(rows, events) if rows and len(events) > 1 else "",
            "drawn": min(len(rows), BARS),
            "prizes": prizes.public_season_prizes(season),
        },
    )


@season_page(Series, CONTENT_TYPE)
def calendar(season: Series, form: Variant) -> str:
    """Show a season's public evenings as an iCalendar."""
    return of_events(season.name, feeds.events(series=season), form)


def _page_of(row: seasons.SeriesRow, events: list[tuple[seasons.EventShown, bool]]) -> tuple[str, int] | None:
    """Return the newest event with a page of the player: its address and the player's number there."""
    for result, (event, _final) in reversed(list(zip(row.events, events, strict=True))):
        if result is not None and event.slug and result[3]:
            return event.slug, result[3]
    return None


def _cells(row: seasons.SeriesRow, events: list[tuple[seasons.EventShown, bool]]) -> list[dict[str, Any] | None]:
    return [
        None
        if result is None
        else {
            # brackets: a figure that is struck through is read as another one
            "value": points(result[1]) if result[2] else f"({readable(result[1])})",
            "place": result[0],
            "counts": result[2],
            "slug": event.slug,
            "number": result[3],
        }
        for result, (event, _final) in zip(row.events, events, strict=True)
    ]


def _bars(rows: list[seasons.SeriesRow]) -> str:
    drawn = rows[:BARS]
    values = [[Fraction(result[1]) if result else Fraction(0) for result in row.events] for row in drawn]
    longest = max((sum(own, Fraction(0)) for own in values), default=Fraction(0)) or Fraction(1)
    bars = [
        charts.Bar(
            f"{row.rank} {row.name}",
            readable(row.total),
            [
                (float(value / longest), bool(result and result[2]))
                for result, value in sorted(
                    zip(row.events, own, strict=True), key=lambda pair: not (pair[0] and pair[0][2])
                )
            ],
        )
        for row, own in zip(drawn, values, strict=True)
    ]
    return charts.bars(bars, _("How the totals are made up; the table shows the same."))


def _movement(rows: list[seasons.SeriesRow], events: list[tuple[seasons.EventShown, bool]]) -> str:
    drawn = rows[:LINES]
    lines = [charts.Line(row.name, row.ranks, look) for look, row in enumerate(drawn)]
    days = [charts.day_label(event.starts) for event, _final in events]
    return charts.bump(
        days,
        lines,
        1,
        len(drawn),
        _("Ranks after each tournament; the rows of the table show the ranks now."),
    )
