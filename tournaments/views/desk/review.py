"""The review of a paired round: select a player, see what each place would cost, change, end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.documents.document import DocumentError
from scoring.documents.gamelink import seats_matter
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import snapshot
from tournaments.models import PairingChange, Round, Tournament
from tournaments.pairing.core import PairingError
from tournaments.pairing.review import NEW_TABLE
from tournaments.selectors.rounds.effects import preview_change
from tournaments.selectors.rounds.review import Act, loaded, review_page
from tournaments.sentences import sentence
from tournaments.services.rounds import review as services
from tournaments.views.desk.base import CONFLICT, at_desk, desk_address, desk_page

MOST = 20_000


class Unclear(Exception):
    """A request that cannot be read. The sentence is for the person."""


@require_GET
@at_desk(Action.PAIR)
def review(request: HttpRequest, tournament: Tournament, round_id: int) -> HttpResponse:
    """Show the round with its places; with ``pick`` every place is weighed; with a whole change, that change."""
    round_ = get_object_or_404(Round, pk=round_id, tournament=tournament)
    if round_.state not in services.OPEN:
        messages.warning(request, _("Only a draft or a published round can be reviewed."))
        return redirect(desk_address(tournament))
    act, problem = None, ""
    try:
        act = read_act(request.GET)
    except Unclear as error:
        problem = str(error)
    return _show(request, tournament, round_, act, problem)


@require_POST
@at_desk(Action.PAIR)
def change(request: HttpRequest, tournament: Tournament, round_id: int) -> HttpResponse:
    """Make a change. To be confirmed, it comes back with what it costs and the question."""
    round_ = get_object_or_404(Round, pk=round_id, tournament=tournament)
    act: Act | None = None
    try:
        act = read_act(request.POST)
        if act is None:
            raise Unclear(_("Choose what to change: a player and a new place."))
        seen = _number(request.POST.get("seen"), 0, 1_000_000_000)
        services.change(round_.pk, act, by=request.user, seen_change=seen, sure=request.POST.get("sure") == "1")
    except services.Unsure:
        return _show(request, tournament, round_, act, "", CONFLICT)
    except (Refused, Unclear) as error:
        return _show(request, tournament, round_, None, str(error))
    return redirect(reverse("admin:tournaments_review", args=[tournament.pk, round_.pk]))


@require_POST
@at_desk(Action.PAIR)
def end(request: HttpRequest, tournament: Tournament, round_id: int) -> HttpResponse:
    round_ = get_object_or_404(Round, pk=round_id, tournament=tournament)
    try:
        services.end(round_.pk, by=request.user)
    except Refused as error:
        return _show(request, tournament, round_, None, str(error))
    messages.success(request, _("The manual pairing of round %(number)d has ended.") % {"number": round_.number})
    return redirect(desk_address(tournament, round_.number))


def _show(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    act: Act | None,
    problem: str,
    status: int | None = None,
) -> HttpResponse:
    more: dict[str, Any] = {"round": round_, "problem": problem}
    try:
        with snapshot():
            tournament.refresh_from_db(fields=["version"])
            round_.refresh_from_db()
            state = loaded(tournament, round_)
            picked = act.player if act and act.what == "pick" else None
            page = review_page(state, picked, act.tables if act else ())
    except (DocumentError, PairingError) as error:
        messages.error(request, sentence(error.notice))
        return redirect(desk_address(tournament))
    more["review"] = page
    more["seats_matter"] = seats_matter(tournament.game, tournament.options)
    if act is not None and act.what != "pick":
        try:
            more["preview"] = preview_change(state, act)
        except PairingError as error:
            more["problem"], status = sentence(error.notice), None
    elif act is not None and page.picked is None:
        more["problem"], status = _("Nobody in this round has this number, or their table has a result."), 200
    # the beginning of the addresses of all that may be done with who is picked
    more["link"] = f"?{urlencode({'pick': page.picked.number})}" if page.picked else "?pick="
    return desk_page(request, "desk/rounds/review.html", tournament, more, status)


def read_act(fields: Mapping[str, Any]) -> Act | None:
    """Read the change that an address or a form asks for; None for nothing. Raises Unclear."""
    if fields.get("reset"):
        return Act(PairingChange.What.RESET)
    tables = fields.getlist("anew") if hasattr(fields, "getlist") else []
    if any(tables):
        numbers = [part for text in tables for part in str(text).replace(" ", ",").split(",") if part]
        if len(numbers) > MOST:
            raise Unclear(_("That is too many tables."))
        return Act(PairingChange.What.ANEW, tables=tuple(sorted({_number(n, 1, MOST) for n in numbers})))
    if not fields.get("pick"):
        return None
    player = _number(fields.get("pick"), 1, MOST)
    if fields.get("with"):
        return Act(PairingChange.What.EXCHANGE, player, _number(fields.get("with"), 1, MOST))
    to = fields.get("to")
    if not to:
        return Act("pick", player)
    if to in ("bye", "new"):
        return Act(PairingChange.What.MOVE, player, to=None if to == "bye" else NEW_TABLE)
    return Act(PairingChange.What.MOVE, player, to=_number(to, 1, MOST))


def _number(text: Any, least: int, most: int) -> int:
    text = str(text or "").strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 11 and least <= int(text) <= most):
        raise Unclear(_("“%(text)s” is not the number of a player or a table.") % {"text": text[:20]})
    return int(text)
