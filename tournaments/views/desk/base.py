"""The parts that the desk's pages share: rights, the page itself, carrying out an action, and the page of all
actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import OperationalError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from psycopg.errors import LockNotAvailable

from tournaments.domain.access import Action, may_create, require, rights
from tournaments.domain.locks import lock
from tournaments.models import Round, Table, Tournament
from tournaments.selectors.hall.evening_facts import evening_of
from tournaments.sentences.points import written_for
from tournaments.web import staff_pages
from tournaments.web.desk_actions import desk_actions, found
from tournaments.web.staff_pages import refusal_shown, staff_page

View = Callable[..., HttpResponse]
Said = str | tuple[str, staff_pages.WayBack | None] | None


UNPROCESSABLE, CONFLICT = 422, 409
MOST_ASKED = 100


def at_desk(action: Action) -> Callable[[View], View]:
    """Decorate a view: it needs the right to do ``action`` at the address's tournament."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
            # whether players enter themselves is asked of many pages, so it comes along
            events = Tournament.objects.select_related("registration_settings", "club").defer("club__logo")
            tournament = get_object_or_404(events, pk=pk)
            require(request.user, action, tournament)
            try:
                with written_for(tournament):
                    return view(request, tournament, *args, **kwargs)
            except OperationalError as error:
                if not isinstance(error.__cause__, LockNotAvailable):
                    raise
                messages.warning(request, _("Somebody else is changing this tournament. Try again in a moment."))
                return redirect(desk_address(tournament))

        return checked

    return decorate


def step(action: Action, page: str, place: str = "") -> Callable[[Callable[..., Said]], View]:
    """Make a view of a function that does something and returns the sentence about it, with the way back where there
    is one. What was done, or why it was refused, is said on the desk's ``page``, at this ``place`` of it."""

    def decorate(act: Callable[..., Said]) -> View:
        @require_POST
        @at_desk(action)
        @wraps(act)
        def done(request: HttpRequest, tournament: Tournament, **keys: Any) -> HttpResponse:
            with refusal_shown(request):
                said = act(request, tournament, **keys)
                if said:
                    staff_pages.say_done(request, tournament, *((said,) if isinstance(said, str) else said))
            return redirect(desk_url(page, tournament) + place)

        return done

    return decorate


def table_to_enter(request: HttpRequest, tournament: Tournament, table_id: int) -> Table:
    """Return a table of the tournament for whoever enters results there. Raises Http404, PermissionDenied."""
    table = get_object_or_404(Table.objects.select_related("round"), pk=table_id, round__tournament=tournament)
    require(request.user, Action.RESULTS, tournament, table=table.number)
    return table


@contextmanager
def held(request: HttpRequest, tournament: Tournament) -> Iterator[None]:
    """Hold the tournament while what a form sent is compared with what is stored, and saved."""
    if request.method != "POST":
        yield
        return
    with transaction.atomic():
        lock(tournament.pk)
        yield


def desk_page(
    request: HttpRequest, template: str, tournament: Tournament, more: dict[str, Any], status: int | None = None
) -> HttpResponse:
    return staff_page(
        request, template, tournament.name, {"tournament": tournament, **more}, of=Tournament, status=status
    )


def perform(
    request: HttpRequest, tournament: Tournament, act: Callable[[], Round], done: str, step: str
) -> HttpResponseRedirect:
    """Do a step of a round, and say so with the way back."""
    with refusal_shown(request):
        round_ = act()
        staff_pages.say_done(
            request, tournament, done % {"number": round_.number}, staff_pages.from_round(tournament, round_, step)
        )
    return redirect(desk_address(tournament))


def desk_address(tournament: Tournament, number: int | None = None) -> str:
    if number is None:
        return reverse("admin:tournaments_desk", args=[tournament.pk])
    return reverse("admin:tournaments_desk_round", args=[tournament.pk, number])


def desk_url(name: str, tournament: Tournament, *more: int) -> str:
    return reverse(f"admin:tournaments_{name}", args=[tournament.pk, *more])


@require_GET
@at_desk(Action.WORK)
def all_actions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show every action by the part of the evening; with ``q`` those that are found by it."""
    may_do, own = rights(request.user, tournament)
    allowed = {action.name for action in may_do}
    evening = evening_of(tournament, own)
    creates = evening.finished and may_create(request.user, tournament.club)
    asked = request.GET.get("q", "")[:MOST_ASKED]
    offered = found(asked, desk_actions(tournament, evening, allowed, creates=creates))
    named = {
        "before": _("Before"),
        "rounds": _("Rounds"),
        "after": _("After"),
        "settings": _("Settings"),
        "public": _("For everybody"),
    }
    parts = [(heading, [each for each in offered if each.part == part]) for part, heading in named.items()]
    more = {
        "allowed": allowed,
        "evening_facts": evening,
        "parts": [(heading, part) for heading, part in parts if part],
        "asked": asked,
    }
    return desk_page(request, "desk/all_actions.html", tournament, more)
