"""News for feed readers: an event's rounds, results and end; the events of a season, a club and the whole site."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from tournaments.models import Club, Series, Tournament
from tournaments.selectors import feeds as selectors
from tournaments.selectors import public, seasons
from tournaments.selectors.rounds import round_names
from tournaments.sentences.names import apart
from tournaments.sentences.points import readable, written_together
from tournaments.views.public.event_parts import STEPS, podium
from tournaments.views.public.page import Page
from tournaments.views.public.seasons import season_page
from tournaments.web import atom
from tournaments.web.conditional import away, form_of, public_page, season_answer
from tournaments.web.variants import Variant

LEADERS = 3


@public_page(atom.CONTENT_TYPE)
def event(tournament: Tournament, form: Variant) -> str:
    """Show an event's news: each round that was published, the newest results, and the final order."""
    results = selectors.newest_results(tournament)
    rounds = selectors.round_days(tournament)
    page = f"{form.root}{reverse('tournament', args=[tournament.slug])}"
    names = round_names(tournament) if rounds else {}
    news = [_result(tournament, form, result, names) for result in results]
    news += [_round(tournament, form, day, names) for day in rounds]
    if tournament.is_over and rounds:
        news += _final(tournament, form, page)
    return atom.feed(
        selectors.identity(tournament, "results"),
        _("%(tournament)s: results") % {"tournament": selectors.told_name(tournament)},
        tournament.name,
        form.language,
        page,
        f"{form.root}{form.path}",
        tournament.created_at,
        news,
    )


def _result(tournament: Tournament, form: Variant, result: selectors.Told, names: Mapping[int, str]) -> atom.News:
    players = " – ".join(apart(name) for name, _points in result.seats)
    title = _("Round %(round)d, table %(table)d: %(names)s") % {
        "round": result.round,
        "table": result.table,
        "names": players,
    }
    if result.round in names:
        # Translators: news: the name of a round, such as "Semi-finals", a table, the players there
        title = _("%(round)s, table %(table)d: %(names)s") % {
            "round": names[result.round],
            "table": result.table,
            "names": players,
        }
    note = {"forfeit": _("forfeit"), "adjourned": _("adjourned")}.get(result.end, "")
    seats = ", ".join(f"{apart(name)} {readable(points) or '–'}" for name, points in result.seats)
    address = f"{form.root}{reverse('round', args=[tournament.slug, result.round])}#t{result.table}"
    identity = selectors.identity(tournament, "table", result.round, result.table)
    return atom.News(identity, title, f"{seats} ({note})" if note else seats, address, result.first, result.at)


def _round(tournament: Tournament, form: Variant, day: selectors.RoundDay, names: Mapping[int, str]) -> atom.News:
    title = _("Round %(number)d: the tables are published") % {"number": day.number}
    if day.number in names:
        # Translators: news: the name of a round, such as "Semi-finals"
        title = _("%(round)s: the tables are published") % {"round": names[day.number]}
    address = f"{form.root}{reverse('round', args=[tournament.slug, day.number])}"
    identity = selectors.identity(tournament, "pairing", day.number)
    return atom.News(identity, title, title, address, day.shown, day.shown)


def _final(tournament: Tournament, form: Variant, page: str) -> list[atom.News]:
    """Return the entry that names the first three, as the page does; nothing before the order is final."""
    shown = Page(tournament, form, "feed")
    ranks = shown.standings(first=STEPS + 1)
    steps = podium(shown.narrowed({row.player for row in ranks.rows} if ranks else set()), ranks)
    if not steps:
        return []
    at = selectors.final_since(tournament)
    content = ", ".join(f"{step.rank}. {apart(step.name)} {readable(step.worth)}" for step in steps)
    identity = selectors.identity(tournament, "final")
    return [atom.News(identity, _("Final standings"), content, page, at, at)]


@require_safe
def site(request: HttpRequest) -> HttpResponse:
    """Show the newest public events."""
    return _events(request, None)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the newest public events of a club."""
    return _events(request, slug)


@season_page(Series, atom.CONTENT_TYPE)
def series(season: Series | None, form: Variant) -> str:
    """Show a season's public events, and who leads it."""
    if season is None:
        raise Http404
    page = f"{form.root}{reverse('series', args=[season.slug])}"
    events = selectors.newest_events(series=season)
    news = [_event(told, form) for told in events] + _leaders(season, page)
    own = f"{form.root}{form.path}"
    identity = selectors.identity_of_series(season)
    return atom.feed(identity, season.name, season.name, form.language, page, own, selectors.BEGINNING, news)


def _leaders(season: Series, page: str) -> list[atom.News]:
    """Return the entry with the first rows of the season's table; nothing before a result counts."""
    rows = seasons.series_rows(season)[:LEADERS]
    played = [event.id for event, _final in seasons.counted_events(season)]
    if not rows or not played:
        return []
    title = ngettext("after %(count)s tournament", "after %(count)s tournaments", len(played)) % {"count": len(played)}
    with written_together(row.total for row in rows):
        content = ", ".join(f"{row.rank}. {apart(row.name)} {readable(row.total)}" for row in rows)
    first, last = selectors.played_between(played)
    identity = selectors.identity_of_series(season, "after", len(played))
    return [atom.News(identity, f"{season.name}: {title}", content, page, first, last)]


def _events(request: HttpRequest, slug: str | None) -> HttpResponse:
    form = form_of(request)
    with translation.override(form.language):
        try:
            whose = Club.objects.filter(slug=slug).defer("logo", "defaults").first() if slug else None
            if slug and whose is None:
                raise Http404
            events = selectors.newest_events(**({"club": whose} if whose else {}))
        except (OperationalError, InterfaceError):
            return away(form)
        name = whose.name if whose else "Viertal"
        text = atom.feed(
            selectors.identity_of(whose),
            name,
            name,
            form.language,
            f"{form.root}{reverse('club', args=[slug]) if slug else reverse('index')}",
            f"{form.root}{form.path}",
            whose.created_at if whose else selectors.BEGINNING,
            [_event(told, form) for told in events],
        )
    return season_answer(request, form, text, atom.CONTENT_TYPE, public=True)


def _event(told: selectors.EventTold, form: Variant) -> atom.News:
    tournament = told.tournament
    day = formats.date_format(tournament.starts, pgettext("date format", "j F Y"))
    facts = [public.game_name(tournament.game, tournament.options), day, tournament.venue]
    if tournament.state == Tournament.State.FINISHED:
        facts.append(str(Tournament.State.FINISHED.label))
    address = f"{form.root}{reverse('tournament', args=[tournament.slug])}"
    identity = selectors.identity(tournament, "event")
    content = ", ".join(filter(None, facts))
    return atom.News(identity, selectors.told_name(tournament), content, address, tournament.created_at, told.changed)
