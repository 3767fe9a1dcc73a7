"""The pages at a table, by the link that its players report with: their game's moves, the sand-glass, a hand's cards.

No account and no cookie: the address is the authority, as for reports (docs/decisions/players-reports.md). A table's
slip opens no hand: it lies about, and whoever holds it could look into every one.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.domain.locks import snapshot
from tournaments.models import Entry, PersonalLink, Round, Seat, Table, Tournament
from tournaments.selectors.events import public
from tournaments.selectors.games import hands
from tournaments.services.games import clock, dealing
from tournaments.services.games.live_games import Overtaken
from tournaments.services.results import reports
from tournaments.services.results.report_links import Sitting, sitting, speaker
from tournaments.views.player.base import Busy, by_link, led_on, private_page, said_when_busy, status_of
from tournaments.web.addresses import holder
from tournaments.web.conditional import KEPT, PRIVATE, render
from tournaments.web.games import live_game_steps, live_games
from tournaments.web.games.live_game_steps import Step, Who, question_of
from tournaments.web.glass import glass_page, told
from tournaments.web.variants import Variant

ENTRIES_A_MINUTE = 240


@by_link
def game(request: HttpRequest, form: Variant, token: str, position: int | None = None) -> HttpResponse:
    """Show a table's game to one of its players; a POST does one step. A script asks for data, and gets the same."""
    sitting_ = sitting(token, moves=True)
    if sitting_ is None or (sitting_.entry_id is not None and position is not None):
        raise Http404
    player = speaker(sitting_, position)
    if player is None and (position is not None or request.method == "POST"):
        raise Http404
    response = _answer(request, sitting_, form, player, token, position)
    for name, value in (PRIVATE | {"Vary": "Accept, Accept-Encoding, Accept-Language"}).items():
        response.headers[name] = value
    return response


def _answer(
    request: HttpRequest, sitting_: Sitting, form: Variant, player: int | None, token: str, position: int | None
) -> HttpResponse:
    tournament, table = sitting_.tournament, sitting_.table
    if not tournament.has_engine:
        raise Http404
    context: dict[str, Any] = {
        "tournament": tournament,
        "game": public.game_name(tournament.game, tournament.options),
        "token": token,
    }
    if table is None:
        return HttpResponse(render("tournaments/live_games/game.html", form, context))
    seated = live_games.places(tournament, table, form.language, real=False)
    personal = sitting_.entry_id is not None
    context["glass"] = (
        reverse("glass", args=[tournament.slug, token]) if personal else reverse("slip_glass", args=[token])
    )
    context |= {"table": table, "round": table.round, "position": position}
    if player is None:
        return HttpResponse(render("tournaments/live_games/game.html", form, context | {"choices": seated}))
    row = live_game_steps.running(table)
    if row is not None and row.dealt:
        # a hand is shown to its owner alone, and a slip is nobody's own
        own = PersonalLink.of(token)
        address = reverse("hand", args=[tournament.slug, token]) if own else reverse("report", args=[token])
        return led_on(address + form.suffix)
    step = Step()
    if request.method == "POST":
        setup = live_game_steps.setup_form(tournament, seated, request.POST) if row is None else None
        try:
            reports.count_try(f"m{sitting_.link}", ENTRIES_A_MINUTE)
            with said_when_busy(_("Somebody else is changing this tournament. Try again in a moment.")):
                step = live_game_steps.step(request, Who(player=player), table, row, setup)
        except (reports.TooMany, Busy) as error:
            step = Step(status_of(error), error)
        if step.status == 200 and not live_game_steps.wants_data(request):
            args = [token] if position is None else [token, position]
            name = "report" if step.what == "hand-in" else "own_game"
            if position is not None:
                name += "_seat"
            address = reverse(name, args=args)
            return led_on(address + form.suffix)
        row = live_game_steps.running(table)
    players = list(dict.fromkeys(place.entry_id for place in seated))
    # a slip is nobody's own: whoever holds it could choose any seat, and look into its hand
    eyes = 0 if tournament.game == "kwartet" and sitting_.entry_id is None else players.index(player) + 1
    state = live_games.state(tournament, row, table, seated, eyes)
    if live_game_steps.wants_data(request):
        return live_game_steps.answer(step, tournament, state, seated)
    names = [place.name for place in seated]
    problem = live_games.message(step.error, tournament.game, names) if step.error else ""
    setup = live_game_steps.setup_form(tournament, seated, live_game_steps.typed(request)) if row is None else None
    context |= {"problem": problem, "row": row, "state": state, "form": setup}
    if row is None:
        context["stones"] = live_games.stones(tournament)
        store = f"link:{table.pk}:{players.index(player) + 1}"
        context["noted"] = live_games.noted(tournament, seated, store, request.POST)
    else:
        mine = [place.position for place in seated if place.entry_id == player]
        context |= live_games.shown(tournament, row, state, seated, mine, eyes, request.GET.get("begun", ""))
        context["more"] = f"&{form.carried}" if form.carried else ""
        context["config"] |= {"store": f"link:{table.pk}:{mine[0]}", "live": f"/live/{tournament.slug}"}
    kept = KEPT if (row is not None or context["noted"]) and step.status == 200 else None
    return HttpResponse(render("tournaments/live_games/game.html", form, context), status=step.status, headers=kept)


@by_link
def glass_by_link(request: HttpRequest, form: Variant, slug: str, token: str) -> HttpResponse:
    """Show the glass of a player's table by their own link; a POST tells the arbiter that it has run out."""
    entry = holder(slug, token)
    seated = Table.objects.select_related("round").filter(seats__entry=entry, round__state__in=Round.SHOWN)
    table = seated.order_by("-round__number").first()
    if table is None:
        raise Http404
    back = reverse("personal", args=[slug, token])
    return _glass_answer(request, form, entry.tournament, table, entry.pk, back, f"glass{entry.pk}")


@by_link
def glass_by_slip(request: HttpRequest, form: Variant, token: str) -> HttpResponse:
    """Show the glass of a table by the code on its slip."""
    sitting_ = sitting(token)
    if sitting_ is None or sitting_.table is None:
        raise Http404
    own, back = sitting_.entry_id, reverse("report", args=[token])
    return _glass_answer(request, form, sitting_.tournament, sitting_.table, own, back, f"glass{sitting_.link}")


def _glass_answer(
    request: HttpRequest,
    form: Variant,
    tournament: Tournament,
    table: Table,
    entry_id: int | None,
    back: str,
    link: str,
) -> HttpResponse:
    if not tournament.has_engine:
        raise Http404
    problem, status = "", 200
    if request.method == "POST":
        try:
            reports.count_try(link)
            position, seconds = told(request)
            clock.tell_time_call(table.pk, entry_id, position=position, seconds=seconds)
        except Refused as error:
            problem, status = error.message, status_of(error)
        else:
            return led_on(request.path + form.suffix)
    return glass_page(form, tournament, table, back=back + form.suffix, problem=problem, status=status)


@by_link
def hand(request: HttpRequest, form: Variant, slug: str, token: str) -> HttpResponse:
    """Show a player their cards; a POST asks for one, or says what they do at the pot."""
    entry = holder(slug, token)
    if request.method != "POST":
        return _hand_page(entry, form)
    try:
        reports.count_try(f"hand{entry.pk}")
        _ask_for_card(request, entry)
    except Refused as error:
        return _hand_page(entry, form, error.message, status_of(error))
    return led_on(request.path + form.suffix)


def _newest_seat(entry: Entry) -> Seat | None:
    """Return where the player sits in the newest round that is shown."""
    seats = Seat.objects.select_related("table__round").filter(entry=entry, round__state__in=Round.SHOWN)
    return seats.filter(table__isnull=False).order_by("-round__number").first()


def _ask_for_card(request: HttpRequest, entry: Entry) -> None:
    seat = _newest_seat(entry)
    row = hands.running(seat.table) if seat and seat.table else None
    if row is None:
        raise Overtaken(dealing.no_game())
    after, text = question_of(request)
    dealing.ask(row.pk, entry.pk, after=after, text=text)


def _hand_page(entry: Entry, form: Variant, problem: str = "", status: int = 200) -> HttpResponse:
    tournament: Tournament = entry.tournament
    with snapshot():
        tournament.refresh_from_db(fields=["version"])
        seat = _newest_seat(entry)
        row = hands.running(seat.table) if seat and seat.table else None
        context: dict[str, Any] = {
            "tournament": tournament,
            "game": public.game_name(tournament.game, tournament.options),
            "table": seat.table if seat else None,
            "round": seat.table.round if seat and seat.table else None,
            "problem": problem,
            "sight": hands.sight(tournament, row, seat.position) if row and seat else None,
        }
    if context["round"] is not None and context["round"].state == Round.State.PUBLISHED:
        tournament.is_being_played = True  # known, so not asked for again
    return private_page("tournaments/live_games/hand.html", form, context, status)
