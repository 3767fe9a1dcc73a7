"""Tags of the site's own templates.

The clock's panel for pages of the desk.

The pages of the event whose desk this is.

The ways to share out short tables, beside where one is chosen.
"""

from __future__ import annotations

import re
from datetime import date
from types import SimpleNamespace
from typing import Any

from django import template
from django.template.defaultfilters import date as written
from django.utils.html import Urlizer, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tournaments.domain import disk
from tournaments.domain.setup import clock_of, new_clock
from tournaments.models import Clock, Tournament
from tournaments.selectors.hall.desk import Desk
from tournaments.selectors.rounds.plan import short_table_ways
from tournaments.selectors.rounds.rounds import round_name
from tournaments.sentences import sentence
from tournaments.sentences.documents import in_words
from tournaments.sentences.places import labelled
from tournaments.sentences.points import readable
from tournaments.web import addresses, handbook, staff_pages
from tournaments.web import event_pages as web
from tournaments.web.seats import size_in_list
from tournaments.web.standings.charts import day_label

register = template.Library()
register.filter("sentence", sentence)
register.filter("labelled", labelled)
register.filter("readable", readable)
register.filter("way_back", staff_pages.read_way_back)
register.filter("size_in_list", size_in_list)
register.filter("round_name", round_name)
register.simple_tag(addresses.asset)

LONG_WORD = re.compile(r"([^\s-]{12,}-?)")
"""A word of a name that may be wider than the room beside a field."""


@register.simple_tag
def disk_warning() -> str:
    """Return a sentence while the data folder's disk is nearly full; empty else."""
    return disk.warning()


@register.simple_tag(takes_context=True)
def help_address(context: template.Context) -> str:
    """Return the address of what the handbook says about the page."""
    return handbook.of_page(context["request"])


@register.filter(expects_localtime=True)
def long_day(day: date | None) -> str:
    """Write the day with its weekday, as each language writes it."""
    return written(day, pgettext("date format", "l j F Y"))


@register.filter(expects_localtime=True)
def full_day(day: date | None) -> str:
    """Write the day with its month in full."""
    return written(day, pgettext("date format", "j F Y"))


@register.filter
def chart_day(day: date) -> str:
    """Write the day without its year, as charts do: for the head of a narrow column."""
    return day_label(day)


@register.filter(expects_localtime=True)
def short_day(day: date | None) -> str:
    """Write the day with its weekday in short."""
    return written(day, pgettext("date format", "D j F Y"))


@register.filter(expects_localtime=True)
def short_month(day: date | None) -> str:
    """Write the month in short, small where a language writes it so."""
    # Translators: the month in a date's tile, as Django's date filter writes it: M is "Nov", b is "nov", N is "nov."
    return written(day, pgettext("date format", "M"))


@register.filter(expects_localtime=True)
def moment(at: date | None) -> str:
    """Write day, month in short and time."""
    return written(at, pgettext("date format", "j M, H:i"))


@register.filter(expects_localtime=True)
def month_moment(at: date | None) -> str:
    """Write day, month and time."""
    return written(at, pgettext("date format", "j F, H:i"))


@register.filter(expects_localtime=True)
def second(at: date | None) -> str:
    """Write day, month in short and time to the second."""
    return written(at, pgettext("date format", "j M, H:i:s"))


@register.filter
def whole_words(name: str) -> SafeString:
    """Keep each long word of a name whole, as a box that goes below the field beside it where it has no room."""
    boxes = (
        (format_html("<span class=v-word>{}</span>", part) if n % 2 else part,)
        for n, part in enumerate(LONG_WORD.split(name))
    )
    return format_html_join("", "{}", boxes)


class _Links(Urlizer):
    """The addresses in what an organiser typed, as links that promise nothing about where they lead."""

    url_template = '<a href="{href}" rel="nofollow noopener external">{url}</a>'


_links = _Links()
LINK_TEXT = re.compile(r">[^<>]+(?=</a>)")
MAY_BREAK = re.compile(r"(?<![/:])/(?!/|$)|[?@]|&amp;")
"""Where an address may go on in the next line: after a part of it, never within a word."""
TELEPHONE = re.compile(r"(?<![^\s:,;])(?:\+|\(?(?=0))\d(?:[ \xa0()./-]{0,2}\d){8,14}(?![^\s.,;)])")
"""A number as people write it, from its zero or plus on."""
A_DAY = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-]\d{4}\b")


@register.filter
def with_links(text: str) -> SafeString:
    """Escape text, and make links of the web and e-mail addresses in it."""
    linked = _links(text, autoescape=True)
    return SafeString(LINK_TEXT.sub(lambda link: MAY_BREAK.sub(r"\g<0><wbr>", link[0]), linked))


@register.filter
def with_contact(text: str) -> SafeString:
    """Escape text, and make links of the web and e-mail addresses and the telephone numbers in it."""
    done, parts = 0, list[str]()
    for found in TELEPHONE.finditer(text):
        if A_DAY.search(found[0]):
            continue
        number = found[0].replace("(0)", "") if found[0].startswith("+") else found[0]
        link = format_html('<a href="tel:{}">{}</a>', re.sub(r"[^+\d]", "", number), found[0])
        parts += [with_links(text[done : found.start()]), link]
        done = found.end()
    return SafeString("".join([*parts, with_links(text[done:])]))


@register.filter
def unnamed(opts: Any) -> SimpleNamespace:
    """Return what the admin's links need of a model's options, without the model's name."""
    return SimpleNamespace(app_label=opts.app_label, model_name=opts.model_name, verbose_name="")


@register.filter
def refused_there(run: Any) -> SafeString:
    """Write why a file was refused, after its place in words; a name of the file itself stands in it as code."""
    words, member = in_words(getattr(run, "place", ""))
    code = format_html("<code>{}</code>", member) if member else ""
    place = format_html("{} ({})", words, code) if words and code else code or words
    text = sentence(run.problem)
    if not place:
        return format_html("{}", text)
    written = gettext("%(place)s: %(text)s").replace("%(place)s", "{place}").replace("%(text)s", "{text}")
    return format_html(written, place=place, text=text)


@register.inclusion_tag("desk/_clock.html", takes_context=True)
def clock_panel(context: Any, tournament: Tournament) -> dict[str, Any]:
    """Render the clock (``{% clock_panel tournament %}``), with buttons for those who may pair. One query, none where
    the page knows the evening."""
    desk = context.get("desk")
    clock = (desk.evening.clock or new_clock(tournament)) if isinstance(desk, Desk) else clock_of(tournament)
    full = Clock(seconds=clock.seconds, left_ms=clock.seconds * 1000).left_text
    return {
        "tournament": tournament,
        "clock": clock,
        "full": full,
        "allowed": "PAIR" in context.get("allowed", ()),
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag(takes_context=True)
def event_pages(context: Any) -> web.EventPages | None:
    """Return the menu (``{% event_pages as pages %}``) on a page of the desk or of the admin that is about one event;
    None elsewhere. It is asked for once a page, and with what the desk has read already."""
    found = (context.get(name) for name in ("tournament", "original", "object"))
    tournament = next((about for about in found if isinstance(about, Tournament) and about.pk), None)
    if tournament is None or "request" not in context:
        return None
    request = context["request"]
    if not hasattr(request, "event_pages"):
        desk = context.get("desk")
        evening = desk.evening if isinstance(desk, Desk) else context.get("evening_facts")
        request.event_pages = web.event_pages(request, tournament, context.get("allowed"), evening)
    pages: web.EventPages | None = request.event_pages
    return pages


@register.inclusion_tag("desk/_short_tables.html", takes_context=True)
def short_tables(context: Any, tournament: Tournament) -> dict[str, Any]:
    """Render what each way costs (``{% short_tables tournament %}``), or nothing. At most one query."""
    return {
        "tournament": tournament,
        "comparison": short_table_ways(tournament),
        "can_edit": "EDIT" in context.get("allowed", ()),
    }
