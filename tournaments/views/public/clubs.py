"""All clubs, and the page of one: its events and seasons, in its style."""

from __future__ import annotations

import hashlib

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from tournaments.colours import style_sheet
from tournaments.models import Club
from tournaments.selectors import clubs as selectors
from tournaments.selectors.site import feeds, listing
from tournaments.web import variants
from tournaments.web.conditional import away, form_of, render, season_answer
from tournaments.web.icalendar import CONTENT_TYPE, of_events


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the clubs that have something for everybody to see. Of one club, the first page shows all."""
    form = form_of(request)
    with translation.override(form.language):
        try:
            clubs = selectors.to_choose()
        except (OperationalError, InterfaceError):
            return away(form)
        if not clubs:
            return redirect("index")
        page = render("tournaments/site/club_list.html", form, {"clubs": clubs})
    return season_answer(request, form, page, "text/html; charset=utf-8", public=True)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club. While it is the only one, the first page shows all of it."""
    form = form_of(request)
    with translation.override(form.language):
        try:
            shown = selectors.shown(slug)
            if shown is None:
                raise Http404
            if shown.only:
                return redirect("index")
            overview = listing.overview(timezone.localdate(), club=shown.club.pk)
        except (OperationalError, InterfaceError):
            return away(form)
        context = {"club": shown.club, "overview": overview, "series": shown.series, "lists": shown.lists}
        page = render("tournaments/site/club.html", form, context)
    return season_answer(request, form, page, "text/html; charset=utf-8", public=True)


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's public events as an iCalendar, for programs that ask again and again."""
    form = form_of(request)
    with translation.override(form.language):
        try:
            club = Club.objects.filter(slug=slug).defer("logo", "defaults").first()
            if club is None:
                raise Http404
            text = of_events(club.name, feeds.events(club=club), form)
        except (OperationalError, InterfaceError):
            return away(form)
    return season_answer(request, form, text, CONTENT_TYPE, public=True)


@require_safe
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's logo: a PNG that this program drew, whatever was uploaded."""
    content = Club.objects.filter(slug=slug).values_list("logo", flat=True).first()
    if not content:
        raise Http404
    tag = f'"{hashlib.blake2b(bytes(content), digest_size=12).hexdigest()}"'
    if variants.matches(request.META.get("HTTP_IF_NONE_MATCH", ""), tag):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(bytes(content), content_type="image/png")
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def colours(request: HttpRequest, digits: str) -> HttpResponse:
    """Send the style sheet of a club's colour. The colour is its address, so that it stays the same for ever."""
    try:
        text = style_sheet(f"#{digits}")
    except ValueError:
        raise Http404 from None
    response = HttpResponse(text, content_type="text/css; charset=utf-8")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
