"""The handbook: its contents, its chapters, and both on paper. The same for everybody, and nothing of an event."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.web import handbook, variants
from tournaments.web.conditional import form_of, render
from tournaments.web.variants import Variant

WHOLE = "handbook"


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """Show the chapters and their parts."""
    form = form_of(request)
    return _page(request, form, "contents", {"chapters": handbook.chapters(form.language)})


@require_safe
def chapter(request: HttpRequest, key: str) -> HttpResponse:
    """Show a chapter."""
    form = form_of(request)
    try:
        shown = handbook.chapter(key, form.language)
    except KeyError:
        raise Http404 from None
    at = handbook.CHAPTERS.index(key)
    beside = [handbook.chapter(k, form.language) for k in handbook.CHAPTERS[at + 1 : at + 2]]
    context = {
        "chapter": shown,
        "text": handbook.linked(shown.text, form.suffix),
        "next": beside[0] if beside else None,
        "chapters": handbook.chapters(form.language),
        "sheet": key == handbook.SHEET,
    }
    return _page(request, form, key, context)


@require_safe
def pdf(request: HttpRequest, key: str) -> HttpResponse:
    """Return the handbook, or a chapter of it, as a PDF."""
    if key not in (WHOLE, *handbook.CHAPTERS):
        raise Http404
    form = form_of(request)
    tag = _tag(f"{key}.pdf", form)
    if variants.matches(request.META.get("HTTP_IF_NONE_MATCH", ""), tag):
        return _with_headers(HttpResponse(status=304), tag, form)
    response = HttpResponse(printed(key, form.language), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="viertal-{key}-{form.language}.pdf"'
    return _with_headers(response, tag, form)


@cache
def printed(key: str, language: str) -> bytes:
    # a web process without anybody who wants paper does without the printing room
    from tournaments.printing.handbook import handbook as put_on_paper

    with translation.override(language):
        shown = handbook.chapters(language) if key == WHOLE else (handbook.chapter(key, language),)
        name = translation.get_language_info(language)["name_local"]
        size = {} if key != handbook.SHEET else {"size": 15.0}
        return put_on_paper("a4", _("Handbook"), f"Viertal · {name}", [(c.title, c.blocks) for c in shown], **size)


def _page(request: HttpRequest, form: Variant, key: str, context: dict[str, object]) -> HttpResponse:
    tag = _tag(key, form)
    if variants.matches(request.META.get("HTTP_IF_NONE_MATCH", ""), tag):
        return _with_headers(HttpResponse(status=304), tag, form)
    with translation.override(form.language):
        body = render("tournaments/handbook.html", form, {"here": "handbook", **context})
    return _with_headers(HttpResponse(body), tag, form)


def _tag(key: str, form: Variant) -> str:
    return f'"handbook-{key}-{variants.code_version()}-{form.language}-{form.carried}"'


def _with_headers(response: HttpResponse, tag: str, form: Variant) -> HttpResponse:
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Language"
    response.headers["Content-Language"] = form.language
    return response
