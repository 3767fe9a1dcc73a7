"""Figures of an event's or a club's games: pictures, each beside a table that says the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Club, Tournament
from tournaments.selectors import game_figures, labels, public
from tournaments.selectors.game_figures import Figures
from tournaments.sentences.points import readable
from tournaments.views.public.page import Page
from tournaments.web import charts
from tournaments.web.conditional import form_of, public_page, render, season_answer
from tournaments.web.variants import Variant


@public_page()
def figures(tournament: Tournament, form: Variant) -> str:
    """Show the figures of an event's games."""
    if not tournament.has_engine:
        raise Http404
    page = Page(tournament, form, "games", only=set())
    parts = [_part(found, form) for found in game_figures.of_event(tournament.pk)]
    return page.render("tournaments/game_figures.html", parts=parts)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the figures of the games of a club's public events."""
    form = form_of(request)
    shown = Club.objects.filter(slug=slug).defer("logo", "defaults").first()
    if shown is None:
        raise Http404
    with translation.override(form.language):
        parts = [_part(found, form) for found in game_figures.of_club(shown.pk)]
        page = render("tournaments/club_figures.html", form, {"club": shown, "parts": parts})
    return season_answer(request, form, page, "text/html; charset=utf-8", public=True)


def _part(found: Figures, form: Variant) -> dict[str, Any]:
    names = [
        labels.seat(public.seat_colours(found.game), place, form.language)[2] for place in range(1, len(found.mean) + 1)
    ]
    colours = public.seat_colours(found.game)
    mean = [(name, readable(str(_rounded(value)))) for name, value in zip(names, found.mean, strict=True)]
    longest = found.longest
    return {
        "game": public.game_name(found.game),
        "count": found.count,
        "left_out": found.left_out,
        "mean": mean,
        "mean_picture": charts.plain_bars(
            [(name, float(value), shown) for (name, shown), value in zip(mean, found.mean, strict=True)],
            _("Mean points by colour") if colours else _("Mean points by seat"),
        ),
        "out": [
            (name, count, [(names[by], n) for by, n in enumerate(found.by[place]) if n])
            for place, (name, count) in enumerate(zip(names, found.out, strict=False))
        ],
        "out_picture": charts.plain_bars(
            [(name, float(count), str(count)) for name, count in zip(names, found.out, strict=False)],
            _("Out first"),
        )
        if any(found.out)
        else "",
        "colours": bool(colours),
        "longest": longest,
        "longest_address": reverse("table", args=[longest.slug, longest.round, longest.table]),
        "captures": "" if found.captures is None else readable(str(_rounded(found.captures))),
    }


def _rounded(value: Fraction) -> Fraction:
    """Return a mean to a tenth."""
    return Fraction(round(value * 10), 10)
