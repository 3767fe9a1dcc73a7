"""News for feed readers, in Atom (RFC 4287): an event's rounds, results and end; the events of a season, a club and the
whole site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Club, Series, Tournament
from tournaments.selectors import seasons
from tournaments.selectors.events import public
from tournaments.selectors.rounds.rounds import round_names
from tournaments.selectors.site import feeds as selectors
from tournaments.sentences.names import apart
from tournaments.sentences.points import readable, written_together
from tournaments.views.public.page import Page
from tournaments.views.public.seasons import season_page
from tournaments.views.public.tournament import STEPS, podium
from tournaments.web.conditional import public_page, season_answer, site_page
from tournaments.web.variants import Variant

CONTENT_TYPE = "application/atom+xml; charset=utf-8"
ATOM = "http://www.w3.org/2005/Atom"
LEADERS = 3


@dataclass(frozen=True, slots=True)
class News:
    """An entry of a feed. ``id`` stays the same for ever; what was corrected is the same entry, updated."""

    id: str
    title: str
    content: str
    address: str
    published: datetime
    updated: datetime


def atom_feed(
    id: str, title: str, author: str, language: str, page: str, own: str, since: datetime, news: Iterable[News]
) -> str:
    """Return a feed of ``news``, the newest first: ``page`` is what it tells of, ``own`` its address, ``since`` its
    time while nothing has happened."""
    entries = sorted(news, key=lambda entry: (entry.updated, entry.id), reverse=True)
    # the default namespace is written here: one registered for the process would be taken over by the next document's
    root = ElementTree.Element("feed", {"xmlns": ATOM, "{http://www.w3.org/XML/1998/namespace}lang": language})
    _add(root, "id", f"urn:uuid:{id}")
    _add(root, "title", title)
    _add(root, "updated", _time(entries[0].updated if entries else since))
    _add(ElementTree.SubElement(root, "author"), "name", author)
    _add(root, "generator", "Viertal")
    _link(root, "alternate", page, "text/html")
    _link(root, "self", own, "application/atom+xml")
    for news_entry in entries:
        entry = ElementTree.SubElement(root, "entry")
        _add(entry, "id", f"urn:uuid:{news_entry.id}")
        _add(entry, "title", news_entry.title)
        _add(entry, "published", _time(news_entry.published))
        _add(entry, "updated", _time(news_entry.updated))
        _link(entry, "alternate", news_entry.address, "text/html")
        _add(entry, "content", news_entry.content).set("type", "text")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}'


def _add(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, name)
    element.text = "".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
    return element


def _link(parent: ElementTree.Element, rel: str, address: str, kind: str) -> None:
    ElementTree.SubElement(parent, "link", {"rel": rel, "href": address, "type": kind})


def _time(at: datetime) -> str:
    return timezone.localtime(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@public_page(CONTENT_TYPE)
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
    return atom_feed(
        selectors.identity(tournament, "results"),
        _("%(tournament)s: results") % {"tournament": selectors.told_name(tournament)},
        tournament.name,
        form.language,
        page,
        f"{form.root}{form.path}",
        tournament.created_at,
        news,
    )


def _result(tournament: Tournament, form: Variant, result: selectors.Told, names: Mapping[int, str]) -> News:
    players = " – ".join(apart(name) for name, _points in result.seats)
    words = {"round": result.round, "table": result.table, "names": players}
    title = _("Round %(round)d, table %(table)d: %(names)s") % words
    if result.round in names:
        # Translators: news: the name of a round, such as "Semi-finals", a table, the players there
        title = _("%(round)s, table %(table)d: %(names)s") % (words | {"round": names[result.round]})
    note = {"forfeit": _("forfeit"), "adjourned": _("adjourned")}.get(result.end, "")
    seats = ", ".join(f"{apart(name)} {readable(points) or '–'}" for name, points in result.seats)
    address = f"{form.root}{reverse('round', args=[tournament.slug, result.round])}#t{result.table}"
    identity = selectors.identity(tournament, "table", result.round, result.table)
    return News(identity, title, f"{seats} ({note})" if note else seats, address, result.first, result.at)


def _round(tournament: Tournament, form: Variant, day: selectors.RoundDay, names: Mapping[int, str]) -> News:
    title = _("Round %(number)d: the tables are published") % {"number": day.number}
    if day.number in names:
        # Translators: news: the name of a round, such as "Semi-finals"
        title = _("%(round)s: the tables are published") % {"round": names[day.number]}
    address = f"{form.root}{reverse('round', args=[tournament.slug, day.number])}"
    identity = selectors.identity(tournament, "pairing", day.number)
    return News(identity, title, title, address, day.shown, day.shown)


def _final(tournament: Tournament, form: Variant, page: str) -> list[News]:
    """Return the entry that names the first three, as the page does; nothing before the order is final."""
    shown = Page(tournament, form, "feed")
    ranks = shown.standings(first=STEPS + 1)
    steps = podium(shown.narrowed({row.player for row in ranks.rows} if ranks else set()), ranks)
    if not steps:
        return []
    at = selectors.final_since(tournament)
    content = ", ".join(f"{step.rank}. {apart(step.name)} {readable(step.worth)}" for step in steps)
    identity = selectors.identity(tournament, "final")
    return [News(identity, _("Final standings"), content, page, at, at)]


@site_page
def site(request: HttpRequest, form: Variant) -> HttpResponse:
    """Show the newest public events."""
    return _events(request, form, None)


@site_page
def club(request: HttpRequest, form: Variant, slug: str) -> HttpResponse:
    """Show the newest public events of a club."""
    whose = Club.objects.filter(slug=slug).defer("logo", "defaults").first()
    if whose is None:
        raise Http404
    return _events(request, form, whose)


@season_page(Series, CONTENT_TYPE)
def series(season: Series, form: Variant) -> str:
    """Show a season's public events, and who leads it."""
    page = f"{form.root}{reverse('series', args=[season.slug])}"
    events = selectors.newest_events(series=season)
    news = [_event(told, form) for told in events] + _leaders(season, page)
    own = f"{form.root}{form.path}"
    identity = selectors.identity_of_series(season)
    return atom_feed(identity, season.name, season.name, form.language, page, own, selectors.BEGINNING, news)


def _leaders(season: Series, page: str) -> list[News]:
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
    return [News(identity, f"{season.name}: {title}", content, page, first, last)]


def _events(request: HttpRequest, form: Variant, whose: Club | None) -> HttpResponse:
    name = whose.name if whose else "Viertal"
    text = atom_feed(
        selectors.identity_of(whose),
        name,
        name,
        form.language,
        f"{form.root}{reverse('club', args=[whose.slug]) if whose else reverse('index')}",
        f"{form.root}{form.path}",
        whose.created_at if whose else selectors.BEGINNING,
        [_event(told, form) for told in selectors.newest_events(**({"club": whose} if whose else {}))],
    )
    return season_answer(request, form, text, CONTENT_TYPE, public=True)


def _event(told: selectors.EventTold, form: Variant) -> News:
    tournament = told.tournament
    day = formats.date_format(tournament.starts, pgettext("date format", "j F Y"))
    facts = [public.game_name(tournament.game, tournament.options), day, tournament.venue]
    if tournament.state == Tournament.State.FINISHED:
        facts.append(str(Tournament.State.FINISHED.label))
    address = f"{form.root}{reverse('tournament', args=[tournament.slug])}"
    identity = selectors.identity(tournament, "event")
    content = ", ".join(filter(None, facts))
    return News(identity, selectors.told_name(tournament), content, address, tournament.created_at, told.changed)
