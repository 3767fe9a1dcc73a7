"""The desk: what an arbiter works from on the day, inside the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.documents.gamelink import seats_matter
from tournaments.domain.access import Action, may, may_create, rights
from tournaments.domain.errors import Refused
from tournaments.forms.points import MOST_SIGNS
from tournaments.forms.uploads import RecordForm
from tournaments.models import Result, Round, Series, Table, Tournament
from tournaments.selectors.games.written_records import look
from tournaments.selectors.hall import desk as selectors
from tournaments.selectors.hall import reports as report_selectors
from tournaments.selectors.hall.glass import times_up
from tournaments.selectors.people.presence import away
from tournaments.sentences import speaker_at
from tournaments.services.games import game_records
from tournaments.services.rounds import rounds
from tournaments.services.rounds.rollback import STEPS
from tournaments.text import number_of
from tournaments.views.desk.base import View, at_desk, desk_page, perform, table_to_enter
from tournaments.views.desk.table_cards import cards
from tournaments.web.event_pages import step_right
from tournaments.web.games import live_games
from tournaments.web.staff_pages import refusal_shown


@require_GET
@at_desk(Action.WORK)
def desk(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    return show_desk(request, tournament, number)


@require_GET
@at_desk(Action.WORK)
def version(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the tournament's version, and how far a pairing is: what an open desk asks while events do not reach it,
    and while it waits for a round."""
    percent = selectors.percent_paired(tournament)
    return JsonResponse({"version": tournament.version, "percent": percent})


@require_POST
@at_desk(Action.PAIR)
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Pair the next round; of those who missed the last one it is asked first who is here."""
    answered = set(map(number_of, request.POST.getlist("asked"))) - {0}
    if any(row.entry.pk not in answered for row in away(tournament)):
        return redirect("admin:tournaments_presence", tournament.pk)
    here = answered if request.POST.get("all") else set(map(number_of, request.POST.getlist("here"))) - {0}

    def ask() -> Round:
        return rounds.ask_for_pairing(tournament.pk, by=request.user, here=here)

    return perform(request, tournament, ask, _("Round %(number)d is being paired."), "pair")


def step(name: str) -> View:
    """Return the view that takes a round of a tournament one of `STEPS` on, and says so."""
    declared = STEPS[name]

    @require_POST
    @at_desk(declared.right)
    def take(request: HttpRequest, tournament: Tournament, round_id: int) -> HttpResponse:
        round_ = get_object_or_404(Round, pk=round_id, tournament=tournament)
        told = {field: request.POST.get(field, "")[:200].strip() for field in declared.asks}

        def act() -> Round:
            return declared.act(round_.pk, by=request.user, **told)

        return perform(request, tournament, act, _(declared.done), name)

    return take


@at_desk(Action.RESULTS)
def record(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Hand in a game record for a table, and show the state of those already handed in."""
    # who enters results at this table sees its photos, and the hands that a game shows
    table = table_to_enter(request, tournament, table_id)
    if request.method != "POST" and "photo" in request.GET:
        return _photo(table, request.GET["photo"])
    if request.method == "POST" and request.POST.get("what") == "delete-photo":
        return _delete_photo(request, tournament, table)
    form = RecordForm(request.POST, request.FILES) if request.method == "POST" else RecordForm()
    looked = None
    names = [place.name for place in live_games.places(tournament, table, get_language() or "en", real=True)]
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("what") == "look":
                looked = look(table, form.cleaned_data["content"], names)
            else:
                game_records.hand_in(table.pk, by=request.user, content=form.cleaned_data["content"])
                return redirect("admin:tournaments_record", tournament.pk, table.pk)
        except Refused as error:
            form.add_error(None, live_games.message(error, tournament.game, names))
    shown = selectors.desk_table(tournament, table)
    say = speaker_at(tournament.game, names)
    handed_in = [
        (record, say(record.verdict) if record.verdict else "")
        for record in table.records.select_related("uploaded_by").order_by("-pk")
    ]
    more = {
        "form": form,
        "table": shown,
        "records": handed_in,
        "round": table.round,
        "photos": list(table.sheet_photos.values_list("pk", "sent_at")),
        "may_delete": may(request.user, Action.CORRECT, tournament),
        "may_feature": tournament.published and may(request.user, Action.PAIR, tournament),
        "looked": looked,
        "picture": mark_safe(looked.picture) if looked else "",  # noqa: S308
        "proven": list(zip(shown.seats, looked.points, strict=True)) if looked and looked.points is not None else [],
    }
    return desk_page(request, "desk/games/game_records.html", tournament, more)


def _delete_photo(request: HttpRequest, tournament: Tournament, table: Table) -> HttpResponse:
    with refusal_shown(request):
        game_records.delete_photo(table.pk, number_of(request.POST.get("photo", ""), 18), by=request.user)
        messages.success(request, _("The photo has been deleted."))
    return redirect("admin:tournaments_record", tournament.pk, table.pk)


def _photo(table: Table, number: str) -> HttpResponse:
    """Send a photo of a table's score sheet, as a picture and nothing else, which no cache keeps."""
    photo = get_object_or_404(table.sheet_photos, pk=number_of(number, 18))
    return HttpResponse(
        bytes(photo.picture),
        content_type="image/jpeg",
        headers={
            "Cache-Control": "no-store",
            "Content-Disposition": "inline; filename=score-sheet.jpg",
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        },
    )


def show_desk(
    request: HttpRequest,
    tournament: Tournament,
    number: int | None,
    *,
    status: int = 200,
    table_id: int | None = None,
    problem: str = "",
    rule: str = "",
    conflict: Result | None = None,
    typed: Any = None,
    sure: str = "",
) -> HttpResponse:
    """Show the desk of a round, with what was wrong with what was typed for the table ``table_id``."""
    may_do, own = rights(request.user, tournament)
    calls = report_selectors.calls(tournament)
    try:
        desk_ = selectors.desk(tournament, number, own, len(calls.calling))
    except Round.DoesNotExist:
        raise Http404 from None
    for table in desk_.tables:
        table.mine = own is None or table.row.number in own
        if table.row.pk == table_id:
            table.problem, table.rule, table.conflict, table.sure = problem, rule, conflict, sure
            table.typed_seen = typed.get("seen_result", "")[:20]
            for seat in table.seats:
                seat.points = typed.get(f"points{seat.position}", "")[:MOST_SIGNS]
    allowed = {action.name for action in may_do}
    more = {
        "desk": desk_,
        "seats_matter": seats_matter(tournament.game, tournament.options),
        "allowed": allowed,
        "own": own,
        "calls": calls,
        "times_up": times_up(tournament),
        # asked only where the page has the question
        "may_create": lambda: may_create(request.user, tournament.club),
        "cards": cards(request, tournament, desk_, allowed),
        "step_is_theirs": desk_.next is not None and step_right(desk_.next) in allowed,
        "seasons": Series.objects.filter(events__tournament=tournament).order_by("name"),
    }
    return desk_page(request, "desk/desk.html", tournament, more, status)
