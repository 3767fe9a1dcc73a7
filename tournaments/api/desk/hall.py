"""The hall: its clock and its screens, and a game entered move by move."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s
from rest_framework.request import Request

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import ClockKind, one_of, sent
from tournaments.api.core.fields import PlainObject, Strict, Text, Whole
from tournaments.api.core.openapi import operation, reads
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, checked, found
from tournaments.api.desk.results import AtTable, RecordOut
from tournaments.api.public.replays import A_MOVE, EnteringOut, a_move, an_end
from tournaments.api.public.tournaments import TournamentView
from tournaments.domain.access import Action
from tournaments.models import Clock, LiveGame, LivePly, Table, Tournament, Wallboard
from tournaments.models.round import LONGEST
from tournaments.selectors.events import public
from tournaments.selectors.games import replays
from tournaments.selectors.hall.hall import shown_clock
from tournaments.services import wallboard
from tournaments.services.games import clock as services
from tournaments.services.games import live_games
from tournaments.web.games import move_words


class ClockIn(Strict, s.Serializer):
    kind = s.ChoiceField(Clock.Kind.values)
    seconds = Whole(min_value=10, max_value=LONGEST)


class ClockDo(Strict, s.Serializer):
    do = s.ChoiceField(sent("ClockActionEnum", ["start", "pause", "turn", "adjust"]))
    seconds = Whole(required=False, min_value=-LONGEST, max_value=LONGEST, help_text="With `adjust`: how many more.")

    def validate(self, attrs: Any) -> Any:
        if attrs["do"] == "adjust" and "seconds" not in attrs:
            raise s.ValidationError({"seconds": [_("Give the number of seconds.")]})
        return attrs


class ClockOut(Answer):
    kind: ClockKind
    seconds: int
    round: int
    running: bool
    left_ms: Annotated[int, "What was left at `started_at`, or is left while it stands still."]
    started_at: Moment | None
    ends_at: Moment | None


class ShownClock(Answer):
    clock: ClockOut | None


RUNS = {
    "kind": "round",
    "seconds": 3600,
    "round": 2,
    "running": True,
    "left_ms": 3600000,
    "started_at": "2026-11-27T20:05:00+01:00",
    "ends_at": "2026-11-27T21:05:00+01:00",
}


@reads(
    "clock_get",
    "Get the clock of the hall",
    ShownClock,
    answered={"clock": RUNS},
    about="Null before it is started, and once its round is over. Nothing ticks here: count down from "
    "`started_at` by the server's time (`/time/`), and ask again when the tournament's version "
    "moves.",
)
class HallClock(OpenReading, TournamentResource, TournamentView):
    """The hall's clock."""

    asks = Action.PAIR
    parser_classes = Resource.parser_classes

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        rounds = public.shown_rounds(tournament.pk)
        clock = shown_clock(tournament, rounds[-1].number if rounds else 0)
        return ShownClock(clock=ClockOut.of(clock) if clock else None)

    @operation(
        "clock_put",
        "Set the clock",
        takes=ClockIn,
        sent={"kind": "round", "seconds": 3600},
        answered=RUNS | {"running": False, "started_at": None, "ends_at": None},
    )
    def put(self, request: Request, slug: str) -> ClockOut:
        """Fill the clock and stop it. `kind`: `round`, or `move` for the sand-glass of QC 7.6, which is turned when it
        has run out."""
        tournament = self.tournament(request, slug)
        values = checked(ClockIn, request)
        return ClockOut.of(services.set_up(tournament.pk, by=request.user, **values))

    @operation("clock_control", "Start, stop or adjust the clock", takes=ClockDo, sent={"do": "start"}, answered=RUNS)
    def post(self, request: Request, slug: str) -> ClockOut:
        """Do one of `start`, `pause`, `turn` (full again), or `adjust` by some seconds, running or not."""
        tournament = self.tournament(request, slug)
        values = checked(ClockDo, request)
        seconds = values.get("seconds", 0)
        return ClockOut.of(services.do(tournament.pk, values["do"], by=request.user, seconds=seconds))


TOLD = {"show": "standings", "held": False}


class WallboardDo(Strict, s.Serializer):
    do = s.ChoiceField(sent("WallboardActionEnum", ["next", "hold", "turn", "show"]))
    show = s.ChoiceField(Wallboard.Show.values, required=False, allow_blank=True, help_text="With `show`.")

    def validate(self, attrs: Any) -> Any:
        if attrs["do"] == "show" and "show" not in attrs:
            raise s.ValidationError({"show": [_("Say what the wallboard shows.")]})
        return attrs


class WallboardOut(Answer):
    show: Annotated[str, one_of("WallboardShowEnum", Wallboard.Show.values)]
    held: Annotated[bool, "Whether all screens stay at their page."]


class HallWallboard(TournamentResource, Resource):
    """The hall's screens."""

    asks = Action.PAIR

    @operation("wallboard_get", "Get what the wallboard was told", WallboardOut, answered=TOLD)
    def get(self, request: Request, slug: str) -> WallboardOut:
        """Return what the desk told the screens. `show` is empty where they show what the moment asks for."""
        tournament = self.tournament(request, slug)
        return _out(Wallboard.objects.filter(tournament=tournament).first() or Wallboard())

    @operation("wallboard_control", "Steer the wallboard", takes=WallboardDo, sent={"do": "next"}, answered=TOLD)
    def post(self, request: Request, slug: str) -> WallboardOut:
        """Do one of `next` (page), `hold` (this page), `turn` (the pages again), or `show` some pages only. All open
        screens of the tournament follow."""
        tournament = self.tournament(request, slug)
        values = checked(WallboardDo, request)
        pk, by = tournament.pk, request.user
        match values["do"]:
            case "next":
                return _out(wallboard.turn_to_next(pk, by=by))
            case "hold":
                return _out(wallboard.hold_page(pk, by=by))
            case "turn":
                return _out(wallboard.let_turn(pk, by=by))
            case _:
                return _out(wallboard.choose_pages(pk, by=by, show=values["show"]))


def _out(board: Wallboard) -> WallboardOut:
    return WallboardOut(show=board.show, held=board.held is not None)


AFTER = "How many moves were seen; are there more or fewer by now, the answer is 409."


class BeginIn(Strict, s.Serializer):
    setup = PlainObject(required=False, help_text="What chance decided, as in a game record; {} where nothing.")


class MoveIn(Strict, s.Serializer):
    after = Whole(min_value=0, max_value=LivePly.MOST, help_text=AFTER)
    text = Text(max_length=4000, help_text="One move or several, in the game’s notation or as people write them.")


class SeenIn(Strict, s.Serializer):
    after = Whole(min_value=0, max_value=LivePly.MOST, help_text=AFTER)


LAST_MOVES = 20
MOST_OFFERED = 400
ENTERING = {
    "round": 1,
    "table": 3,
    "game": "quarto",
    "running": True,
    "plies": 1,
    "position": {"board": {}, "given": "LRTF", "to_act": [2]},
    "text": "Seat 2 places LRTF.",
    "to_move": [2],
    "legal_moves": ["place a1", "place a2"],
    "outcome": None,
    "last_moves": [A_MOVE],
}


class EnteringView(AtTable, Resource):
    """The base of these. They show the hands, so a table judge has those of their own tables."""

    asks = Action.RESULTS

    def running(self, row: Table) -> LiveGame:
        """Return the game that is being entered. Raises Http404."""
        return found(
            LiveGame.objects.filter(table=row, state=LiveGame.State.RUNNING),
            gettext("No game is being entered at table %(table)d.") % {"table": row.number},
        )


def position(tournament: Tournament, row: Table) -> EnteringOut:
    """Show a game that is being entered to the person who enters it: they typed the hands, and must see whose turn it
    is and what that player holds."""
    head = {"round": row.round.number, "table": row.number, "game": tournament.game}
    running = LiveGame.objects.filter(table=row, state=LiveGame.State.RUNNING).first()
    if running is None:
        return EnteringOut(
            **head,
            running=False,
            plies=0,
            position=None,
            text="",
            to_move=[],
            legal_moves=[],
            outcome=None,
            last_moves=[],
        )
    live = replays.live_game(tournament, running)
    now = replays.moment(live, live.plies)
    assert now is not None
    acting = now.engine.to_act(now.state)
    # of cards that the program dealt, only their owner sees the hand, or learns from what may be asked
    eyes = acting[0] if acting and not running.dealt else None
    moves = () if running.dealt else now.engine.legal_moves(now.state)
    offered = [now.engine.write(move) for move in moves]
    seats = row.seats.count()
    return EnteringOut(
        **head,
        running=True,
        plies=live.plies,
        position=now.engine.view(now.state, eyes),
        text=now.engine.text(now.state, eyes),
        to_move=list(move_words.on_turn(now.engine, now.state)),
        legal_moves=offered[:MOST_OFFERED],
        outcome=an_end(now.outcome),
        last_moves=[a_move(now.engine, played, seats) for played in now.moves[: -LAST_MOVES - 1 : -1]],
    )


class Entering(EnteringView):
    """The game that is being entered at a table."""

    @operation("live_games_get", "Get the game you are entering", answered=ENTERING)
    def get(self, request: Request, slug: str, number: int, table: int) -> EnteringOut:
        """Return the game with the moves that may come next. Where `running` is false, none is being entered."""
        return position(*self.own_table(request, slug, number, table))

    @operation("live_games_start", "Start entering a game", takes=BeginIn, sent={"setup": {}}, answered=ENTERING)
    def post(self, request: Request, slug: str, number: int, table: int) -> EnteringOut:
        """Begin a game, or go on with the one that was begun."""
        tournament, row = self.own_table(request, slug, number, table)
        values = checked(BeginIn, request)
        live_games.begin(row.pk, by=request.user, setup=values.get("setup"))
        return position(tournament, row)

    @operation("live_games_stop", "Stop entering a game", status=204)
    def delete(self, request: Request, slug: str, number: int, table: int) -> None:
        """Show the game no more; what was entered is kept."""
        _tournament, row = self.own_table(request, slug, number, table)
        live_games.drop(self.running(row).pk, by=request.user)


class EnteringMoves(EnteringView):
    """The moves."""

    @operation(
        "live_games_add_move", "Enter a move", takes=MoveIn, sent={"after": 0, "text": "give LRTF"}, answered=ENTERING
    )
    def post(self, request: Request, slug: str, number: int, table: int) -> EnteringOut:
        """Play the next move. The engine refuses what the rules forbid, and names the `rule`."""
        tournament, row = self.own_table(request, slug, number, table)
        values = checked(MoveIn, request)
        live_games.enter(self.running(row).pk, by=request.user, **values)
        return position(tournament, row)


class EnteringMove(EnteringView):
    """The last move."""

    @operation("live_games_undo_move", "Take back the last move", status=204)
    def delete(self, request: Request, slug: str, number: int, table: int, after: int) -> None:
        """Take back the move with the number `after`; if it is not the last any more, the answer is 409."""
        _tournament, row = self.own_table(request, slug, number, table)
        live_games.take_back(self.running(row).pk, by=request.user, after=after)


class EnteringHandIn(EnteringView):
    """The finished game as the table's record."""

    @operation("live_games_submit", "Submit the entered game as a record", status=202, takes=SeenIn, sent={"after": 9})
    def post(self, request: Request, slug: str, number: int, table: int) -> RecordOut:
        """Have a worker replay it as any other record; it makes or confirms the result."""
        _tournament, row = self.own_table(request, slug, number, table)
        values = checked(SeenIn, request)
        record = live_games.hand_in(self.running(row).pk, by=request.user, after=values["after"])
        return RecordOut.of(record)
