"""All clubs, and the page of one: its events and seasons, in its style."""

from __future__ import annotations

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.colours import style_sheet
from tournaments.models import Club
from tournaments.selectors import clubs as selectors
from tournaments.selectors.site import feeds, listing
from tournaments.web.conditional import render, season_answer, site_page, unless_known
from tournaments.web.icalendar import CONTENT_TYPE, of_events
from tournaments.web.variants import Variant


@site_page
def index(request: HttpRequest, form: Variant) -> HttpResponse:
    """Show the clubs that have something for everybody to see. Of one club, the first page shows all."""
    clubs = selectors.to_choose()
    if not clubs:
        return redirect(reverse("index") + form.suffix)
    page = render("tournaments/site/club_list.html", form, {"here": "clubs", "clubs": clubs})
    return season_answer(request, form, page, "text/html; charset=utf-8", public=True)


@site_page
def club(request: HttpRequest, form: Variant, slug: str) -> HttpResponse:
    """Show a club. While it is the only one, the first page shows all of it."""
    shown = selectors.shown(slug)
    if shown is None:
        raise Http404
    if shown.only:
        return redirect(reverse("index") + form.suffix)
    overview = listing.overview(timezone.localdate(), club=shown.club.pk)
    context = {"club": shown.club, "overview": overview, "series": shown.series, "lists": shown.lists}
    page = render("tournaments/site/club.html", form, context)
    return season_answer(request, form, page, "text/html; charset=utf-8", public=True)


@site_page
def calendar(request: HttpRequest, form: Variant, slug: str) -> HttpResponse:
    """Show a club's public events as an iCalendar, for programs that ask again and again."""
    club = Club.objects.filter(slug=slug).defer("logo", "defaults").first()
    if club is None:
        raise Http404
    return season_answer(request, form, of_events(club.name, feeds.events(club=club), form), CONTENT_TYPE, public=True)


@require_safe
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's logo: a PNG that this program drew, whatever was uploaded."""
    content = Club.objects.filter(slug=slug).values_list("logo", flat=True).first()
    if not content:
        raise Http404
    tag = f'"{hashlib.blake2b(bytes(content), digest_size=12).hexdigest()}"'
    return unless_known(request, tag, lambda: HttpResponse(bytes(content), content_type="image/png"))


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
