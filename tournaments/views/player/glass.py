"""The sand-glass on a player's phone, or on the table's own.

As for reports, the address is the authority (docs/decisions/players-reports.md): no account, no cookie, no token
against forged requests.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import Refused
from tournaments.models import Entry, PersonalLink, Round, Table, Tournament
from tournaments.services import clock, reports
from tournaments.services.report_links import sitting
from tournaments.web.conditional import form_of
from tournaments.web.glass import PRIVATE, glass_page, told
from tournaments.web.variants import Variant

UNPROCESSABLE, TOO_MANY = 422, 429


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def by_link(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show the glass of a player's table by their own link; a POST tells the arbiter that it has run out."""
    link = PersonalLink.of(token)
    entry = Entry.objects.select_related("tournament").filter(pk=link.entry_id).first() if link else None
    if entry is None or entry.tournament.slug != slug or not entry.tournament.published:
        raise Http404
    seated = Table.objects.select_related("round").filter(seats__entry=entry, round__state__in=Round.SHOWN)
    table = seated.order_by("-round__number").first()
    if table is None:
        raise Http404
    back = reverse("personal", args=[slug, token])
    return _answer(request, entry.tournament, table, entry.pk, back, f"glass{entry.pk}")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def by_slip(request: HttpRequest, token: str) -> HttpResponse:
    """Show the glass of a table by the code on its slip."""
    sitting_ = sitting(token)
    if sitting_ is None or sitting_.table is None:
        raise Http404
    back = reverse("report", args=[token])
    return _answer(request, sitting_.tournament, sitting_.table, sitting_.entry_id, back, f"glass{sitting_.link}")


def _answer(
    request: HttpRequest, tournament: Tournament, table: Table, entry_id: int | None, back: str, link: str
) -> HttpResponse:
    if not tournament.has_engine:
        raise Http404
    form = form_of(request)
    with translation.override(form.language):
        problem, status = "", 200
        if request.method == "POST":
            try:
                reports.count_try(link)
                position, seconds = told(request)
                clock.tell_time_call(table.pk, entry_id, position=position, seconds=seconds)
            except Refused as error:
                problem = error.message
                status = TOO_MANY if isinstance(error, reports.TooMany) else UNPROCESSABLE
            else:
                return HttpResponseRedirect(_here(request, form), status=303, headers=PRIVATE)
        suffix = f"?{form.carried}" if form.carried else ""
        return glass_page(form, tournament, table, back=back + suffix, problem=problem, status=status)


def _here(request: HttpRequest, form: Variant) -> str:
    return request.path + (f"?{form.carried}" if form.carried else "")
