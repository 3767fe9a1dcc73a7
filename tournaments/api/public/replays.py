"""Games to look at for programs: the record that proves a table's result, or the game that is being entered there."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.reverse import reverse

from games.core.errors import GameError
from games.core.game import Outcome
from games.core.notices import Notice
from games.core.registry import AnyGame, keys_set
from tournaments.api.core.answers import Answer, Page, Source
from tournaments.api.core.fields import SMALL
from tournaments.api.core.openapi import PAGES, reads
from tournaments.api.core.resource import in_slices
from tournaments.api.public.tournaments import TournamentView
from tournaments.models import Tournament
from tournaments.selectors.events import public
from tournaments.selectors.games import game_list, replays
from tournaments.selectors.people import shown_names
from tournaments.sentences import sentence
from tournaments.web.games import move_words


class MoveOut(Answer):
    number: int
    text: str
    seat: Annotated[int | None, "Whose move it was; null: nobody's."]
    words: Annotated[str, "For who listens."]


class EndOut(Answer):
    termination: str
    places: list[int]
    points: list[str]


class GameOut(Answer):
    round: int
    table: int
    game: str
    live: Annotated[bool, "It is being entered now."]
    record: Annotated[int | None, "The proven record.", Source("record_id")]
    plies: int
    ply: Annotated[int, "Which one is shown: the number of moves before it."]
    seat: Annotated[int | None, "Through whose eyes; null: a spectator's."]
    seats: Annotated[list[int], "Pairing numbers, seat by seat."]
    hidden: Annotated[bool, "Seats see different things; once it is over, `seat/` shows each one's view."]
    position: Annotated[dict[str, Any], "As the game writes it."]
    text: Annotated[str, "The position in words."]
    to_move: list[int]
    outcome: EndOut | None
    moves: Annotated[list[MoveOut], "A hundred at most, among them the one that led here."]
    earlier: Annotated[str | None, "Where the moves before these are."]
    later: Annotated[str | None, "Where the moves after these are."]
    diagram: Annotated[str, "The position as a picture (SVG), as a spectator sees it."]


class EnteringOut(Answer):
    round: int
    table: int
    game: str
    running: bool
    plies: int
    position: Annotated[dict[str, Any] | None, "As the player on turn sees it, with what they hold."]
    text: str
    to_move: list[int]
    legal_moves: Annotated[list[str], "At most 400."]
    outcome: EndOut | None
    last_moves: Annotated[list[MoveOut], "The newest first, at most 20."]


class BoardOut(Answer):
    table: int
    live: Annotated[bool, "It is being entered now."]
    plies: int
    url: str


class BoardsOut(Page):
    results: list[BoardOut]


class GameSeatOut(Answer):
    position: int
    player: Annotated[int, "The pairing number.", Source("number")]
    points: Annotated[str | None, "Null: not known yet, or did not show up."]


class EventGameOut(Answer):
    round: int
    table: Annotated[int, Source("table.number")]
    live: Annotated[bool, "It is being entered now; its moves are at `url`."]
    plies: int
    seats: Annotated[list[GameSeatOut], Source("table.seats")]
    record: Annotated[int | None, "The record that proves the result."]
    options: Annotated[dict[str, Any] | None, "The options of the game that differ from the usual ones."]
    setup: Annotated[dict[str, Any] | None, "What lay ready before the first move, such as a deal."]
    moves: Annotated[list[str] | None, "Null while the game goes on."]
    url: Annotated[str, "The game move by move."]


class EventGamesOut(Page):
    results: list[EventGameOut]


log = logging.getLogger(__name__)
A_MOVE = {"number": 1, "text": "give LRTF", "seat": 1, "words": "gives LRTF (light, round, tall, full)"}
A_GAME = {
    "round": 1,
    "table": 3,
    "game": "quarto",
    "live": True,
    "record": None,
    "plies": 1,
    "ply": 1,
    "seat": None,
    "seats": [4, 7],
    "hidden": False,
    "position": {"board": {}, "given": "LRTF", "to_act": [2]},
    "text": "Seat 2 places LRTF.",
    "to_move": [2],
    "outcome": None,
    "moves": [A_MOVE],
    "earlier": None,
    "later": None,
    "diagram": "https://club.example/t/club/rounds/1/tables/3/ply/1/diagram/",
}


def a_move(engine: AnyGame, played: replays.Played, seats: int, names: Sequence[str] = ()) -> MoveOut:
    seat, words = move_words.describe(engine, played, names)
    return MoveOut.of(played, seat=seat if 1 <= seat <= seats else None, words=str(words))


def an_end(outcome: Outcome | None) -> EndOut | None:
    return None if outcome is None else EndOut.of(outcome)


@reads(
    "replays_list",
    "List the games of a round",
    BoardsOut,
    more=PAGES,
    answered={
        "next": None,
        "results": [
            {
                "table": 3,
                "live": True,
                "plies": 1,
                "url": "https://club.example/api/v1/tournaments/club/rounds/1/tables/3/game/",
            }
        ],
    },
    about="Those that are being entered first.",
)
class Boards(TournamentView):
    """The tables of a round that have a game to look at."""

    def make(self, request: Request, tournament: Tournament, number: int = 0, **arguments: Any) -> Any:
        if number not in {round_.number for round_ in public.shown_rounds(tournament.pk)}:
            raise Http404(_("Round %s is not published.") % number)

        def write(board: replays.Board) -> BoardOut:
            url = reverse("api:game", args=[tournament.slug, number, board.table], request=request)
            return BoardOut.of(board, url=url)

        return in_slices(BoardsOut, request, replays.boards(tournament.pk, number), write)


@reads(
    "replays_list_all",
    "List all games of an event",
    EventGamesOut,
    more=PAGES,
    answered={
        "next": None,
        "results": [
            {
                "round": 1,
                "table": 3,
                "live": False,
                "plies": 2,
                "seats": [{"position": 1, "player": 4, "points": "1"}, {"position": 2, "player": 7, "points": "0"}],
                "record": 12,
                "options": {},
                "setup": {},
                "moves": ["give LRTF", "place b3"],
                "url": "https://club.example/api/v1/tournaments/club/rounds/1/tables/3/game/",
            }
        ],
    },
    about="With their moves, the newest round first, those that are being entered before the others.",
)
class EventGames(TournamentView):
    """All games of an event that everybody may look at, with their moves."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        records = game_list.records(tournament)

        def write(game: game_list.Listed) -> EventGameOut:
            known = None if game.live else records.get((game.round, game.table.number))
            return EventGameOut.of(
                game,
                record=known[0] if known else None,
                options=dict(known[1].options) if known else None,
                setup=dict(known[1].setup) if known else None,
                moves=list(known[1].moves) if known else None,
                url=reverse("api:game", args=[tournament.slug, game.round, game.table.number], request=request),
            )

        return in_slices(EventGamesOut, request, game_list.games_of(tournament.pk), write)


@reads(
    "replays_get",
    "Get the game of a table",
    GameOut,
    answered=A_GAME,
    about="The newest position, as a spectator sees it. Hands that are hidden stay so while the game goes on.",
)
class Game(TournamentView):
    """A table's game as it stands now."""

    def make(
        self,
        request: Request,
        tournament: Tournament,
        number: int = 0,
        table: int = 0,
        ply: int | None = None,
        seat: int | None = None,
        **arguments: Any,
    ) -> Any:
        known = number in {round_.number for round_ in public.shown_rounds(tournament.pk)} and table <= SMALL
        place = replays.table_shown(tournament.pk, number, table) if known else None
        if place is None:
            raise Http404(_("Round %(round)d has no table %(table)d.") % {"round": number, "table": table})
        table_id, shown = place
        try:
            game = replays.game_of(tournament, table_id)
            now = replays.moment(game, game.plies if ply is None else ply) if game else None
        except GameError:
            log.exception("The game of table %s cannot be replayed", table_id)
            raise Http404(_("This game cannot be replayed under the current rules.")) from None
        if game is None:
            if tournament.game not in keys_set():  # nobody expects one
                called = public.game_name(tournament.game, tournament.options)
                raise Http404(sentence(Notice("no-engine", game=called)))
            raise Http404(_("No game of this table was recorded."))
        if now is None or (seat is not None and not replays.may_look(game, now, seat)):
            raise Http404(_("You cannot see this position."))
        name, eyes = ("api:game_ply", ()) if seat is None else ("api:game_seat", (seat,))

        def address(ply: int) -> str:
            return reverse(name, args=[tournament.slug, number, table, ply, *eyes], request=request)

        first = max(now.ply - 1, 0) // replays.WINDOW * replays.WINDOW
        last = min(first + replays.WINDOW, game.plies)
        seated = [taken.number for taken in shown.seats]
        # in the other games nobody is addressed
        people = shown_names.people(tournament.pk, only=seated) if tournament.game == "kwartet" else {}
        names = [people[one].name if one in people else "" for one in seated]
        return GameOut.of(
            game,
            round=number,
            table=table,
            game=tournament.game,
            ply=now.ply,
            seat=seat,
            seats=seated,
            hidden=now.hidden,
            position=now.engine.view(now.state, seat),
            text=now.engine.text(now.state, seat),
            to_move=list(move_words.on_turn(now.engine, now.state)),
            outcome=an_end(now.outcome),
            moves=[a_move(now.engine, played, len(shown.seats), names) for played in now.moves],
            earlier=address(first) if first else None,
            later=address(last + 1) if last < game.plies else None,
            diagram=reverse("table_diagram", args=[tournament.slug, number, table, now.ply], request=request),
        )


@reads(
    "replays_get_ply", "Get the game of a table at a ply", GameOut, answered=A_GAME, about="0 is before the first move."
)
class GamePly(Game):
    """The same at a ply."""


@reads(
    "replays_get_seat_view",
    "Get the game of a table as a seat saw it",
    GameOut,
    answered=A_GAME,
    about="Of a game that is over and hid something; of any other there is no such view.",
)
class GameSeat(Game):
    """The same as a seat saw it."""
