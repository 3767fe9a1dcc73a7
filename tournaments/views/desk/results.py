"""A table's result, as it is typed at the desk: from a page that reloads, or one after another without a reload, in a
few keys; and its confirmation by a second person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.documents.gamelink import declared_of
from tournaments.domain.access import Action, may
from tournaments.domain.errors import Refused, ResultConflict
from tournaments.domain.ledger import Worth, valued
from tournaments.forms.points import PointsForm
from tournaments.forms.results import counted, no_number, spread, with_table
from tournaments.models import Result, Round, Table, Tournament
from tournaments.selectors.games.result_words import draw as drawn
from tournaments.selectors.games.result_words import unusual
from tournaments.selectors.hall import desk as selectors
from tournaments.selectors.hall.desk import to_be_entered
from tournaments.sentences.points import earned
from tournaments.services.results import results
from tournaments.services.results.results import set_typing
from tournaments.text import number_of
from tournaments.views.desk.base import CONFLICT, UNPROCESSABLE, at_desk, desk_address
from tournaments.views.desk.rounds import show_desk
from tournaments.web.staff_pages import refusal_shown

STATUS = {"saved": 200, "possible": 200, "refused": UNPROCESSABLE, "sure": UNPROCESSABLE}
"""Of the other outcomes it is CONFLICT."""


_WITH_COMMAS = re.compile(r"\s*[0-9](\s*,\s*[0-9])+\s*")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a typed result.

    ``state``: ``saved``; ``possible``: it was only asked whether it can be; ``refused``; ``sure``: odd, to be sent once
    more with ``sure``; ``conflict``: ``result`` stands, to be sent once more by who has seen it; ``settled``: play went
    on since, so ``result`` is corrected on a page of its own. ``makes``: what scores that were asked about bring.
    """

    state: str
    problem: str = ""
    rule: str = ""
    sure: str = ""
    result: Result | None = None
    makes: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        return STATUS.get(self.state, CONFLICT)


@require_POST
def result(request: HttpRequest, pk: int, table_id: int) -> HttpResponse:
    """Enter a table's result. Where it is refused, the desk comes back with the reason at that table and the typed
    text; a page that sends results one after another (it accepts JSON) is told the outcome of each."""
    if request.headers.get("Accept") != "application/json":
        return _result(request, pk, table_id)
    if request.POST.get("user", str(request.user.pk)) != str(request.user.pk):
        # Asked before any right: somebody else signed in in this browser meanwhile, and what is typed here waits for
        # its typist, whatever the other one may do.
        return JsonResponse({"state": "stranger"}, status=CONFLICT)
    try:
        return _result(request, pk, table_id)
    except PermissionDenied as error:
        return JsonResponse({"state": "refused", "problem": str(error)}, status=403)


@at_desk(Action.RESULTS)
def _result(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    table = get_object_or_404(selectors.to_be_entered(tournament), pk=table_id)
    if request.headers.get("Accept") == "application/json":
        return _as_json(request, tournament, table)
    if selectors.is_settled(table):
        # play went on since: what the correction touches is looked at first
        return redirect(_decide_address(tournament, table, request.POST))
    return entered(request, tournament, table, request.POST)


def entered(request: HttpRequest, tournament: Tournament, table: Table, typed: QueryDict) -> HttpResponse:
    """Enter a result typed for a table of `to_be_entered` (a field a seat, or all of them as ``keys``); show the desk.

    An unusual result is asked about once: sent again with ``sure`` from the answer, it is entered."""
    data = _spread(tournament, table, typed)
    outcome = _enter(request, tournament, table, data)
    if outcome.state == "saved":
        return redirect(desk_address(tournament, table.round.number) + f"#table-{table.number}")
    return show_desk(
        request,
        tournament,
        table.round.number,
        status=outcome.status,
        table_id=table.pk,
        problem=outcome.problem,
        rule=outcome.rule,
        conflict=outcome.result,
        typed=data,
        sure=outcome.sure,
    )


def _as_json(request: HttpRequest, tournament: Tournament, table: Table) -> JsonResponse:
    """Enter a result and answer with data. Sent twice, it is the same as sent once."""
    data = _spread(tournament, table, request.POST)
    settled = selectors.is_settled(table)
    outcome = _enter(request, tournament, table, data, settled=settled, check=bool(data.get("check")))
    answer = {
        "state": outcome.state,
        "problem": outcome.problem,
        "sure": outcome.sure,
        "result": outcome.result.pk if outcome.result else None,
        "makes": list(outcome.makes),
        "version": Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk),
    }
    if outcome.rule:
        answer["rule"] = _("Rule %(rule)s") % {"rule": outcome.rule}
        answer["rule_url"] = reverse("rules", args=[tournament.game]) + f"#{slugify(outcome.rule)}"
    if outcome.state == "settled":
        answer["decide_url"] = _decide_address(tournament, table, data)
    return JsonResponse(answer, status=outcome.status)


def _spread(tournament: Tournament, table: Table, typed: QueryDict) -> QueryDict:
    """Return the typed data with a field a seat, however it was typed."""
    data = typed.copy()
    if data.get("keys"):
        seats: int = table.seat_count  # type: ignore[attr-defined]
        game = declared_of(tournament.game, tournament.options)
        draw = str(drawn(tournament, seats) or "")
        keys = data["keys"][:100]
        if game is not None and game.declaration.entry == "places" and _WITH_COMMAS.fullmatch(keys):
            keys = keys.replace(",", " ")
        texts = spread(keys, seats, draw, _columns(tournament), game is not None and game.declaration.entry == "score")
        for seat, text in enumerate(texts, start=1):
            data[f"points{seat}"] = text
    return data


def _columns(tournament: Tournament) -> int:
    """Return how many numbers a seat may have: one, where a game does not say more."""
    game = declared_of(tournament.game, tournament.options)
    return 1 if game is None else len(game.declaration.columns) or 1


def _decide_address(tournament: Tournament, table: Table, typed: QueryDict) -> str:
    fields = {name: text for name, text in typed.items() if name not in {"csrfmiddlewaretoken", "user", "keys"}}
    address = reverse("admin:tournaments_decide", args=[tournament.pk, table.pk])
    return f"{address}?{urlencode(fields | {'decision': 'points'})}"


def _enter(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    data: QueryDict,
    *,
    settled: bool = False,
    check: bool = False,
) -> Outcome:
    """Enter what was typed. With ``check`` nothing is written: it is only said whether it can be."""
    seats: int = table.seat_count  # type: ignore[attr-defined]
    names: Any = SimpleLazyObject(lambda: selectors.names_at(table))  # asked for where somebody is to be named
    form = PointsForm(seats, data, tournament=tournament, names=names)
    if not form.is_valid():
        if problem := _no_draw(tournament, data):
            return Outcome("refused", problem)
        if problem := _no_line(tournament, table, data):
            return Outcome("refused", problem)
        problem = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return Outcome("refused", problem)
    points, places = form.cleaned_data["points"], form.cleaned_data["places"]
    end = Result.End.FORFEIT if None in points else Result.End.PLAYED
    signature = " ".join("-" if p is None else str(p) for p in points)
    try:
        if settled:
            return _settled(table, valued(tournament, points, places=places), end)
        question = "" if data.get("sure") == signature else unusual(tournament, points, places=places, names=names)
        if question:
            if declared_of(tournament.game, tournament.options) is not None:
                results.check(tournament, table, points, end, places)  # nobody is asked about what cannot be
            return Outcome("sure", question, sure=signature)
        if check:
            value = results.check(tournament, table, points, end, places)
            makes = () if value.tally is None else tuple("–" if p is None else earned(str(p)) for p in value.taken)
            return Outcome("possible", makes=makes)
        saved = results.enter(
            table.pk,
            by=request.user,
            points=points,
            places=places,
            end=end,
            seen_result=form.cleaned_data["seen_result"],
            seen_seats=form.cleaned_data["seen_seats"],
            reason=form.cleaned_data["reason"],
        )
    except ResultConflict as error:
        return Outcome("conflict", error.message, result=error.current)
    except Refused as error:
        return Outcome("refused", error.at_table(names if form.declared else ()), error.rule or "")
    return Outcome("saved", result=saved)


def _no_draw(tournament: Tournament, data: QueryDict) -> str:
    """Say what to type in the place of the sign of a draw, in a declared game that has none; else nothing."""
    game = declared_of(tournament.game, tournament.options)
    if game is None or data.get("keys", "").strip() != "=":
        return ""
    if game.declaration.entry == "score":
        return _("“=” means nothing here: enter the score of each seat.")
    return _("“=” means nothing here: in this game nobody draws.")


def _no_line(tournament: Tournament, table: Table, data: QueryDict) -> str:
    """Say why a line that was typed for all seats is none: a word is no number, or there are too many or too few."""
    keys, columns = data.get("keys", ""), _columns(tournament)
    seats: int = table.seat_count  # type: ignore[attr-defined]
    fields = [data.get(f"points{seat}", "") for seat in range(1, seats + 1)]
    if (
        declared_of(tournament.game, tournament.options)
        and keys
        and "" in fields
        and (word := no_number(fields, columns))
    ):
        return _("“%(text)s” is not a number.") % {"text": word}
    count, lists = counted(keys, seats, columns)
    if not count:
        return ""
    words = _("Table %(table)d has %(seats)d seats, but %(count)d numbers were typed.")
    if lists:
        words = ngettext(
            "Table %(table)d has %(seats)d seats, but %(count)d list was entered.",
            "Table %(table)d has %(seats)d seats, but %(count)d lists were entered.",
            count,
        )
    return words % {"table": table.number, "seats": seats, "count": count}


def _settled(table: Table, value: Worth, end: str) -> Outcome:
    """Answer where play has gone on since: only the current result can be entered again."""
    current = Result.objects.select_related("entered_by").get(table=table, is_current=True)
    if current.end == end and value.is_in(current):
        return Outcome("saved", result=current)
    problem = _("Table %(table)d already has %(points)s, and play has gone on since. Correct it on its own page.") % {
        "points": current,
        "table": table.number,
    }
    return Outcome("settled", problem, result=current)


@require_POST
@at_desk(Action.RESULTS)
def quick(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter a result from a table's number and keys, typed as one line: without a mouse, without a script."""
    round_ = tournament.rounds.exclude(state=Round.State.DISCARDED).filter(number=number).first()
    named, keys = with_table(request.POST.get("keys", "")[:100])
    text = str(named) if named is not None else request.POST.get("table", "").strip()
    asked = number_of(text, 5) if round_ else 0
    table = to_be_entered(tournament).filter(round=round_, number=asked).first() if asked else None
    if table is None:
        messages.error(request, _("Round %(number)d has no table “%(text)s”.") % {"number": number, "text": text[:10]})
        return redirect(desk_address(tournament, number) if round_ else desk_address(tournament))
    data = request.POST.copy()
    data["keys"] = keys
    # a line without a script says nothing of what it saw; what is adjourned waits for a result
    adjourned = Result.objects.filter(table=table, is_current=True, end=Result.End.ADJOURNED).first()
    if not data.get("seen_result"):
        data["seen_result"] = adjourned.pk if adjourned else ""
    return entered(request, tournament, table, data)


@require_POST
@at_desk(Action.RESULTS)
def confirm(request: HttpRequest, tournament: Tournament, result_id: int) -> HttpResponse:
    result = get_object_or_404(
        Result.objects.select_related("table__round"), pk=result_id, table__round__tournament=tournament
    )
    with refusal_shown(request):
        results.confirm(result.pk, by=request.user)
    return redirect(desk_address(tournament, result.table.round.number) + f"#table-{result.table.number}")


@require_POST
@at_desk(Action.RESULTS)
def editing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Note the table where ``request.user`` types; answer with the other typists by table id."""
    sent = number_of(request.POST.get("table", ""), 17)
    table = Table.objects.filter(pk=sent, round__tournament=tournament).first() if sent else None
    if table is not None and not may(request.user, Action.RESULTS, tournament, table=table.number):
        table = None
    return JsonResponse({"others": set_typing(table, tournament_id=tournament.pk, by=request.user)})
