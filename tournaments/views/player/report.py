"""The page behind a table slip's code or a personal link: report, confirm, dispute.

No account and no cookie: the address is the authority. So there is nothing that another site could misuse a
visitor's browser for, and the check against forged requests, which needs a cookie, is left out
(docs/decisions/players-reports.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods
from psycopg.errors import LockNotAvailable

from tournaments.domain.errors import Refused
from tournaments.domain.ledger import scoring_rules
from tournaments.domain.snapshot import snapshot
from tournaments.forms.points import PointsForm
from tournaments.forms.reports import DUEL, RecordOfPlayer, duel_results
from tournaments.models import GameRecord
from tournaments.selectors import labels, public
from tournaments.selectors import reports as selectors
from tournaments.services import reports
from tournaments.services.report_links import Sitting, sitting, speaker
from tournaments.web.conditional import form_of, render
from tournaments.web.variants import Variant

UNPROCESSABLE, TOO_LARGE, TOO_MANY, BUSY = 422, 413, 429, 503
MOST_BYTES = GameRecord.MAX_BYTES + 64 * 1024


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def report(request: HttpRequest, token: str, position: int | None = None) -> HttpResponse:
    """Show a table's report for one of its players; with a table's link they first choose their name."""
    form = form_of(request)
    sitting_ = sitting(token)
    if sitting_ is None or (sitting_.entry_id is not None and position is not None):
        raise Http404
    with translation.override(form.language):
        if request.method != "POST":
            return _page(sitting_, form, token, position)
        problem, status = _send(request, sitting_, position)
        if not problem:
            here = "report" if position is None else "report_seat"
            address = reverse(here, args=[token] if position is None else [token, position])
            return _private(HttpResponseRedirect(address + (f"?{form.carried}" if form.carried else ""), status=303))
        typed = request.POST if status != TOO_LARGE else {}
        return _page(sitting_, form, token, position, problem, status, typed)


def _send(request: HttpRequest, sitting_: Sitting, position: int | None) -> tuple[str, int]:
    """Carry out a player's request; return what went wrong (empty: nothing), and the status that says so."""
    try:
        reports.count_try(sitting_.link)
        if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
            return _("A game record can have at most 1 MiB."), TOO_LARGE
        entry_id = speaker(sitting_, position)
        if sitting_.table is None or entry_id is None:
            raise Http404
        _step(request, sitting_, entry_id)()
    except reports.TooMany as error:
        return error.message, TOO_MANY
    except Refused as error:
        return error.message, UNPROCESSABLE
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        return _("Many players are reporting right now. Try again in a moment."), BUSY
    return "", 303


def _step(request: HttpRequest, sitting_: Sitting, entry_id: int) -> Callable[[], Any]:
    table, what = sitting_.table, request.POST.get("what", "")
    assert table is not None
    if what == "confirm":
        number = request.POST.get("number", "")
        seen = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
        return lambda: reports.confirm(table.pk, entry_id, report_number=seen)
    if what == "dispute":
        return lambda: reports.dispute(table.pk, entry_id)
    if what == "record":
        handed_in = RecordOfPlayer(request.POST, request.FILES)
        if not handed_in.is_valid():
            raise Refused(_("Choose the record file first."))
        return lambda: reports.hand_in_record(table.pk, entry_id, content=handed_in.cleaned_data["file"])
    if (end := request.POST.get("end", "")) in DUEL and end in duel_results(sitting_.tournament, table.seats.count()):
        return lambda: reports.report(table.pk, entry_id, points=DUEL[end])
    if what != "report":
        raise Refused(_("Choose a result first."))
    form = PointsForm(table.seats.count(), request.POST)
    if not form.is_valid():
        raise Refused(" ".join(str(error) for errors in form.errors.values() for error in errors))
    points, places = form.cleaned_data["points"], form.cleaned_data["places"]
    return lambda: reports.report(table.pk, entry_id, points=points, places=places)


def _page(
    sitting_: Sitting,
    form: Variant,
    token: str,
    position: int | None,
    problem: str = "",
    status: int = 200,
    typed: Any = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": sitting_.tournament,
        "game": public.game_name(sitting_.tournament.game),
        "token": token,
        "problem": problem,
        "rule": sitting_.rule,
        "personal": sitting_.entry_id is not None,
    }
    with snapshot():
        sitting_.tournament.refresh_from_db(fields=["version"])
        if sitting_.table is not None:
            me = speaker(sitting_, position)
            if position is not None and me is None:
                raise Http404
            context |= _standing(sitting_, form, me, typed or {})
    return _private(HttpResponse(render("tournaments/report.html", form, context), status=status))


def _standing(sitting_: Sitting, form: Variant, me: int | None, typed: Any) -> dict[str, Any]:
    table = sitting_.table
    assert table is not None
    if table.round.state == "published":
        sitting_.tournament.is_being_played = True  # known, so not asked for again
    now = selectors.standing(table)
    colours = public.seat_colours(sitting_.tournament.game)
    names = {place.entry_id: place.name for place in now.places}
    seats = [
        {
            "position": place.position,
            "name": place.name,
            "points": place.points,
            "mine": place.entry_id == me,
            "looks": labels.seat(colours, place.position, form.language),
            "typed": typed.get(f"points{place.position}", "")[:12],
        }
        for place in now.places
    ]
    return {
        "table": table,
        "round": table.round,
        "now": now,
        "seats": seats,
        "me": names.get(me, ""),
        "mine": me is not None and now.by == me,
        "by": names.get(now.by, ""),
        "closed": table.round.state == "closed",
        "confirmed": [names[entry] for entry in names if entry in now.confirmed],
        "missing": [names[entry] for entry in names if entry in now.missing],
        "disputed": [names[entry] for entry in names if entry in now.disputed],
        "i_confirmed": me in now.confirmed,
        "i_disputed": me in now.disputed,
        "ends": _ends(sitting_, now),
        "by_places": scoring_rules(sitting_.tournament).points == "places",
    }


def _ends(sitting_: Sitting, now: selectors.Standing) -> list[tuple[str, str]]:
    """Return the big buttons of a duel."""
    sentences = {
        "1": lambda: _("%(name)s won") % {"name": now.places[0].name},
        "half": lambda: _("A draw"),
        "0": lambda: _("%(name)s won") % {"name": now.places[1].name},
    }
    return [(end, sentences[end]()) for end in duel_results(sitting_.tournament, len(now.places))]


def _private(response: HttpResponse) -> HttpResponse:
    """Return the address is a key: nobody stores the page, and no other site is told where the reader came from."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
