"""A game entered move by move: begun, a move, one taken back, handed in, dropped. For who enters results there."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from tournaments.api.core.fields import PlainObject, Strict, Text, Whole
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, checked, found
from tournaments.api.desk.results import AtTable, RecordOut
from tournaments.api.public.replays import A_MOVE, EnteringOut, a_move, an_end
from tournaments.domain.access import Action, require
from tournaments.models import LiveGame, LivePly, Table, Tournament
from tournaments.selectors import replays
from tournaments.services import live_games
from tournaments.web import move_words

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

    def at(self, request: Request, slug: str, number: int, table: int) -> tuple[Tournament, Table]:
        tournament, row = self.table(request, slug, number, table)
        require(request.user, Action.RESULTS, tournament, table=table)
        return tournament, row

    def running(self, row: Table) -> LiveGame:
        """Return the game that is being entered. Raises Http404."""
        return found(
            LiveGame.objects.filter(table=row, state=LiveGame.State.RUNNING),
            _("No game is being entered at table %(table)d.") % {"table": row.number},
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
        return position(*self.at(request, slug, number, table))

    @operation("live_games_start", "Start entering a game", takes=BeginIn, sent={"setup": {}}, answered=ENTERING)
    def post(self, request: Request, slug: str, number: int, table: int) -> EnteringOut:
        """Begin a game, or go on with the one that was begun."""
        tournament, row = self.at(request, slug, number, table)
        values = checked(BeginIn, request)
        live_games.begin(row.pk, by=request.user, setup=values.get("setup"))
        return position(tournament, row)

    @operation("live_games_stop", "Stop entering a game", status=204)
    def delete(self, request: Request, slug: str, number: int, table: int) -> None:
        """Show the game no more; what was entered is kept."""
        _tournament, row = self.at(request, slug, number, table)
        live_games.drop(self.running(row).pk, by=request.user)


class EnteringMoves(EnteringView):
    """The moves."""

    @operation(
        "live_games_add_move", "Enter a move", takes=MoveIn, sent={"after": 0, "text": "give LRTF"}, answered=ENTERING
    )
    def post(self, request: Request, slug: str, number: int, table: int) -> EnteringOut:
        """Play the next move. The engine refuses what the rules forbid, and names the `rule`."""
        tournament, row = self.at(request, slug, number, table)
        values = checked(MoveIn, request)
        live_games.enter(self.running(row).pk, by=request.user, **values)
        return position(tournament, row)


class EnteringMove(EnteringView):
    """The last move."""

    @operation("live_games_undo_move", "Take back the last move", status=204)
    def delete(self, request: Request, slug: str, number: int, table: int, after: int) -> None:
        """Take back the move with the number `after`; if it is not the last any more, the answer is 409."""
        _tournament, row = self.at(request, slug, number, table)
        live_games.take_back(self.running(row).pk, by=request.user, after=after)


class EnteringHandIn(EnteringView):
    """The finished game as the table's record."""

    @operation("live_games_submit", "Submit the entered game as a record", status=202, takes=SeenIn, sent={"after": 9})
    def post(self, request: Request, slug: str, number: int, table: int) -> RecordOut:
        """Have a worker replay it as any other record; it makes or confirms the result."""
        _tournament, row = self.at(request, slug, number, table)
        values = checked(SeenIn, request)
        record = live_games.hand_in(self.running(row).pk, by=request.user, after=values["after"])
        return RecordOut.of(record)
