"""The answer to a public page: rights, conditional requests, the form of the page, and whether a phone may keep it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    HttpResponseRedirect,
)
from django.template import loader
from django.utils import timezone, translation
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.domain import disk
from tournaments.domain.access import Action, may
from tournaments.domain.locks import snapshot
from tournaments.models import Tournament
from tournaments.selectors import clubs
from tournaments.selectors.events import public
from tournaments.sentences.points import written_for
from tournaments.web import search_engines, variants
from tournaments.web.addresses import public_root
from tournaments.web.variants import GZIP, Variant

KEEP = "Viertal-Keep"
KEPT = {KEEP: "page"}
"""The header of such a page. The phone's own worker keeps it, and shows it only where the network gives no answer."""
PRIVATE = {"Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
"""The headers of a page whose address is a key: nobody stores it, no other site is told where its reader came from."""
FOR_ITS_PLAYER = "mine"
"""The value of that header at an event's page: a phone keeps it that knows its player, and no other."""


log = logging.getLogger(__name__)

# Four to six saves ten bytes in a hundred of a long page, for three milliseconds once a version; seven saves two more
# and costs as much again.
GZIP_LEVEL = 6
MAKE = Callable[..., str | bytes]
UNMARKED = ' data-digest=""'
"""Stands in templates where a page's digest goes; no text of people's can look like it, for quotes are escaped."""


def form_of(request: HttpRequest) -> Variant:
    """Return the form of the page that a request asks for."""
    meta = request.META
    asked = variants.variant(
        meta.get("QUERY_STRING", ""),
        meta.get("HTTP_ACCEPT_LANGUAGE", ""),
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
        meta.get("HTTP_ACCEPT_ENCODING", ""),
    )
    match = request.resolver_match
    form = variants.of_path(asked, request.path)
    return replace(form, root=public_root(request), path=request.path, view=(match and match.url_name) or "")


def site_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Make a view of a function ``(request, form, **arguments) -> response``, which is called in the form's language.
    Where the database does not answer, the page says so."""

    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        form = form_of(request)
        with translation.override(form.language):
            try:
                return view(request, form, **arguments)
            except (OperationalError, InterfaceError) as error:
                if disk.is_to_blame(error):
                    raise  # the answer says so
                log.warning("The database does not answer.", exc_info=True)
                return away(form)

    return shown


def public_page(
    content_type: str = "text/html; charset=utf-8",
    wall: bool = False,
) -> Callable[[MAKE], Callable[..., HttpResponseBase]]:
    """Make a view of a function ``(tournament, form, **arguments) -> text``; it raises Http404 where
    nothing is.

    An unpublished tournament is not there for the public; whoever may see it gets a page that nobody
    stores. For a published one the answer is the same for everyone, whoever asks: no cookie is read but the
    language's, and none is set. On a wall (``wall``, or a page in a wall's size of type) it is in the event's language,
    where it has one and the address asks for no other.
    """

    def decorate(make: MAKE) -> Callable[..., HttpResponseBase]:
        @site_page
        @wraps(make)
        def view(request: HttpRequest, form: Variant, slug: str, **arguments: Any) -> HttpResponseBase:
            written: list[str] = []

            def page(tournament: Tournament) -> str | bytes:
                on_wall = (wall or form.board) and tournament.language and not form.chosen
                shown = replace(form, language=tournament.language) if on_wall else form
                written.append(shown.language)
                with translation.override(shown.language):
                    return make(tournament, shown, **arguments)

            try:
                response = answer(request, slug, form, page, content_type)
            except variants.Elsewhere as other:
                return _redirect(request.path, other.form)
            if written:
                response.headers["Content-Language"] = written[-1]
            return response

        return view

    return decorate


def _redirect(path: str, form: Variant) -> HttpResponse:
    query = form.query
    response = HttpResponseRedirect(f"{path}?{query}" if query else path)
    response.headers["Cache-Control"] = "no-store"
    return response


def answer(
    request: HttpRequest,
    slug: str,
    form: Variant,
    make: Callable[[Tournament], str | bytes],
    content_type: str,
    where: str = "",
) -> HttpResponse:
    """Return the answer for everyone, the private one, or 304. Raises Http404 where the user may see nothing.

    ``where`` is what the tag stands for: the path, with the query where more of it matters than the form.
    """
    head = public.head(slug)
    if head is None or not head.published:
        return _privately(request, head, form, make, content_type)
    host, where = request.META.get("HTTP_HOST", ""), where or request.path
    tag = variants.tag(head.birth, head.version, where, host, form)
    if variants.matches(request.META.get("HTTP_IF_NONE_MATCH", ""), tag):
        return _with_headers(HttpResponseNotModified(), tag, form)
    with snapshot():
        tournament = _the_tournament(head.id)
        if not tournament.published:
            raise Http404
        with written_for(tournament):
            body = make(tournament)
    tag = variants.tag(tournament.birth, tournament.version, where, host, form)
    if isinstance(body, str):
        body = body.encode()
    response = HttpResponse(content_type=content_type)
    if form.encoding == GZIP:
        # Nothing secret is on the page, so its length may tell what is in it.
        body = gzip.compress(body, GZIP_LEVEL, mtime=0)
        response.headers["Content-Encoding"] = GZIP
    response.content = body
    response.headers["Content-Length"] = str(len(body))
    return _with_headers(response, tag, form)


def _privately(
    request: HttpRequest,
    head: public.Head | None,
    form: Variant,
    make: Callable[[Tournament], str | bytes],
    content_type: str,
) -> HttpResponse:
    """Return the page of an unpublished tournament for its own staff. Where there is none, or for others, the answers
    are alike to the last header, so that nobody learns what exists."""
    known = getattr(request, "api_token", None) is not None or settings.SESSION_COOKIE_NAME in request.COOKIES
    if not known or not request.user.is_authenticated or head is None:
        raise Http404
    tournament = _the_tournament(head.id)
    if not may(request.user, Action.VIEW, tournament):
        raise Http404
    with written_for(tournament):
        response = HttpResponse(make(tournament), content_type=content_type)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Language"] = form.language
    return response


def _the_tournament(pk: int) -> Tournament:
    tournament = clubs.with_club(Tournament.objects.filter(pk=pk).select_related("clock")).first()
    if tournament is None:
        raise Http404
    return tournament


def _with_headers(response: HttpResponse, tag: str, form: Variant) -> HttpResponse:
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    response.headers["Content-Language"] = form.language
    if response.status_code == 200 and response.get("Content-Type", "").startswith("text/html"):
        response.headers[KEEP] = FOR_ITS_PLAYER
    return response


def render(template: str, form: Variant, context: dict[str, Any]) -> str:
    """Return a page of the site's design. Templates see no request, so that nothing of one can stand on a shared
    page. One that changes by deltas bears the digest of what it says."""
    carried = form.carried
    tournament = context.get("tournament")
    if isinstance(tournament, Tournament):
        context = {"club": clubs.of_page(tournament), **context}
    page = loader.get_template(template).render(
        {
            "form": form,
            "board": form.board,
            "suffix": f"?{carried}" if carried else "",
            "code": variants.code_version(),
            "languages": settings.LANGUAGES,
            # whose hours stand on the page: the hall's, wherever the reader is
            "zone": timezone.get_current_timezone_name(),
            # how a day is written, in the letters of Django's date filter
            "day": pgettext("date format", "j F Y"),
            "canonical": search_engines.canonical(form),
            "translations": search_engines.translations(form),
            **context,
        }
    )
    if UNMARKED not in page:
        return page
    digest = hashlib.blake2b(page.encode(), digest_size=9).digest()
    return page.replace(UNMARKED, f' data-digest="{base64.urlsafe_b64encode(digest).decode()}"', 1)


def away(form: Variant) -> HttpResponse:
    """Answer 503: the database cannot be asked at the moment."""
    response = HttpResponse(render("503.html", form, {}), status=503)
    response.headers["Retry-After"] = "3"
    response.headers["Cache-Control"] = "no-store"
    return response


def said_in(
    form: Variant, response: HttpResponse, *, cache: str = "no-cache", vary: str = "Accept-Language"
) -> HttpResponse:
    """Return an answer that is another in each language, with the headers that say so, and how it may be kept."""
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = vary
    response.headers["Cache-Control"] = cache
    return response


def unless_known(request: HttpRequest, tag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return what is made, or 304 where the asker has it by this tag; they ask each time."""
    known = variants.matches(request.META.get("HTTP_IF_NONE_MATCH", ""), tag)
    response = HttpResponseNotModified() if known else make()
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"
    return response


def season_answer(request: HttpRequest, form: Variant, body: str, content_type: str, *, public: bool) -> HttpResponse:
    """Return the answer about a season, or 304; nobody stores what is not public."""
    if not public:
        return said_in(form, HttpResponse(body, content_type=content_type), cache="private, no-store")
    digest = hashlib.blake2b(f"{variants.code_version()}{body}".encode(), digest_size=12)
    response = unless_known(request, f'"{digest.hexdigest()}"', lambda: HttpResponse(body, content_type=content_type))
    return said_in(form, response)
