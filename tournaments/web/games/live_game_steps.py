"""The steps of entering a game, for the desk's page and the players' page alike: a form or a script asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, JsonResponse, QueryDict
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.replay import prepare
from games.kwartet.deal import FEWEST, MOST
from tournaments.domain.errors import Refused
from tournaments.forms.results import SetupForm
from tournaments.models import LiveGame, Table, Tournament
from tournaments.selectors.games import replays
from tournaments.services.games import live_games
from tournaments.text import number_of
from tournaments.web.games.live_games import Place, problem

CONFLICT, UNPROCESSABLE = 409, 422
SEATS = tuple("12345678")
NOTED = ("noted", "noted-look")
MOST_TYPED = 20_000
"""Characters that may be typed at once: a whole game, as people write it, with remarks."""


@dataclass(frozen=True, slots=True)
class Who:
    """The person who enters: a helper (``by``), or a player of the table by their link (``player``: their entry)."""

    by: Any = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """The outcome of a step: its status, and for what was refused the reason with its rule."""

    status: int = 200
    error: Refused | None = None
    what: str = ""


def wants_data(request: HttpRequest) -> bool:
    """Return whether a script asks, which reads data instead of a page."""
    return "application/json" in request.headers.get("Accept", "")


def running(table: Table) -> LiveGame | None:
    """Return the game that is being entered at a table."""
    return LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).first()


def typed(request: HttpRequest) -> QueryDict | None:
    """Return the hands that were typed; None where none were."""
    return request.POST if request.method == "POST" and request.POST.get("what") not in NOTED else None


def setup_form(tournament: Tournament, seated: list[Place], data: Any) -> SetupForm:
    """Return a field a hand; a game unknown to the form that needs more than an empty setup gets its JSON."""
    names = {place.entry_id: place.name for place in seated}
    try:
        engine, start = prepare(replays.record_from(tournament, [place.entry_id for place in seated], {}, ()))
        engine.start(start)
        needed = False
    except GameError:
        needed = True
    return SetupForm(tournament.game, list(names.values()), data, needed=needed)


def step(request: HttpRequest, who: Who, table: Table, row: LiveGame | None, form: SetupForm | None) -> Step:
    """Carry out the step that a request asks for. Refusals are part of the answer; PermissionDenied is raised."""
    try:
        if row is None and request.POST.get("what", "") in NOTED:
            return _noted(request, who, table)
        if row is None:
            if form is None or not form.is_valid():
                return Step(UNPROCESSABLE)
            live_games.begin(table.pk, by=who.by, player=who.player, setup=form.cleaned_data["value"])
            return Step(what="begin")
        return Step(what=_step(request, who, row))
    except live_games.Overtaken as error:
        return Step(CONFLICT, error)
    except Refused as error:
        return Step(UNPROCESSABLE, error)


def _noted(request: HttpRequest, who: Who, table: Table) -> Step:
    """Begin a game with the questions that somebody noted, or only look whether they can be."""
    text, quartets = request.POST.get("questions", ""), number_of(request.POST.get("quartets", ""), 2)
    if not FEWEST <= quartets <= MOST:
        raise Refused(
            _("Enter the number of quartets in the deck: %(least)d to %(most)d.") % {"least": FEWEST, "most": MOST}
        )
    if len(text) > MOST_TYPED:
        raise Refused(_("That is too long for one game."))
    if request.POST["what"] == "noted-look":
        live_games.look_noted(text, seats=table.seats.count(), quartets=quartets)
        return Step(what="look")
    live_games.begin_noted(table.pk, by=who.by, player=who.player, quartets=quartets, text=text)
    return Step(what="begin")


def answer(step: Step, tournament: Tournament, state: dict[str, Any], seated: Sequence[Place]) -> JsonResponse:
    """Return the answer to a script: the game as it is now, and what was refused."""
    told = problem(step.error, tournament.game, [place.name for place in seated]) if step.error else {}
    return JsonResponse({"state": state, **told}, status=step.status)


def _step(request: HttpRequest, who: Who, row: LiveGame) -> str:
    asked, what = request.POST, request.POST.get("what", "enter")
    game = asked.get("game", "")
    if game and game != str(row.pk):
        raise live_games.Overtaken(_("This game is no longer being entered. Another one has been started."))
    after = _seen(asked)
    if what == "back":
        live_games.take_back(row.pk, by=who.by, player=who.player, after=after)
    elif what == "hand-in":
        live_games.hand_in(row.pk, by=who.by, player=who.player, after=after)
    elif what == "drop" and who.player is None:
        live_games.drop(row.pk, by=who.by)
    else:
        what = "enter"
        text = (asked.get("move") or asked.get("text") or "").strip()
        if not text:
            raise Refused(_("Type a move, or choose one."))
        if len(text) > MOST_TYPED:
            count, most = (number_format(number, force_grouping=True) for number in (len(text), MOST_TYPED))
            raise Refused(
                _("These are %(count)s characters; at most %(most)s can be entered at once. Enter the moves in parts.")
                % {"count": count, "most": most}
            )
        turn = asked.get("turn", "")
        live_games.enter(
            row.pk,
            by=who.by,
            player=who.player,
            after=after,
            text=text,
            key=_key(asked.get("key", "")),
            turn=int(turn) if turn in SEATS else None,
        )
    return what


def _seen(sent: QueryDict) -> int:
    """Return the number of entries that were seen; -1, which no game has, where it was not sent."""
    number = sent.get("after", "")
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else -1


def _key(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def question_of(request: HttpRequest) -> tuple[int, str]:
    """Return the number of entries that were seen, and the entry: a question, ``draw`` or ``pass``. What was not
    chosen is missing, and the game refuses it."""
    sent = request.POST
    after = _seen(sent)
    if pot := sent.get("pot", ""):
        return after, pot[:10]
    return after, f"{sent.get('player', '')[:2]}>{sent.get('card', '')[:3]}"
