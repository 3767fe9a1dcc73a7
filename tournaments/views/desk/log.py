"""The log, for those who may read it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.domain.access import Action, require_installation
from tournaments.forms.log import LogForm
from tournaments.models import Tournament
from tournaments.selectors import log as selectors
from tournaments.selectors.papers import event_documents
from tournaments.views.desk.base import at_desk, desk_page
from tournaments.web.staff_pages import staff_page


@require_GET
@at_desk(Action.LOG)
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the log of a tournament."""
    return _page(request, tournament)


@require_GET
@at_desk(Action.LOG)
def brought_along(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the history that came with a tournament's archive."""
    page = event_documents.page(tournament, request.GET.get("page"))
    lines = [(line, selectors.role_of(line.entry)) for line in page.object_list]
    return desk_page(request, "desk/history.html", tournament, {"page": page, "lines": lines})


@require_GET
def whole_log(request: HttpRequest) -> HttpResponse:
    """Show the log of the whole installation, for its organisers."""
    require_installation(request.user, _("Only organisers of the installation may see the whole log."))
    return _page(request, None)


def _page(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    form = LogForm(tournament, request.GET)
    form.is_valid()  # of what is not understood the page says so, and shows the log without it
    page = selectors.page(form.wanted)
    older = request.GET.copy()
    older["before"] = str(page.older)
    newest = request.GET.copy()
    newest.pop("before", None)
    context = {
        "tournament": tournament,
        "form": form,
        "page": page,
        "brought": event_documents.brought(tournament) if tournament else 0,
        "folds": [(fold, selectors.role_of(fold.first.entry)) for fold in page.folds],
        "older": older.urlencode() if page.older else "",
        "newest": newest.urlencode() if request.GET.get("before") else None,
    }
    return staff_page(request, "desk/log.html", tournament.name if tournament else _("The log"), context, of=Tournament)
