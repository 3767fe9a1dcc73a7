"""Playing a record (QC 2 to 5): from its start to the first position, then its entries: moves, ``resign``, ``forfeit``
and ``draw50``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.core.errors import BadRecord, BadSetup, GameError, IllegalMove, quote
from games.core.game import Choice, GameInfo, Option, Start
from games.core.notices import Notice, every
from games.core.options import complete
from games.core.replay import after_the_end
from games.quatro_chess.board import COLOUR_OF, STARTING_BOARD, Colour
from games.quatro_chess.explain import refusal
from games.quatro_chess.generate import settle
from games.quatro_chess.notation import read, tidy, write
from games.quatro_chess.position import Position
from games.quatro_chess.state import ClaimDraw, Forfeit, Move, Reason, Resign, State, Step, Table, Termination

INFO: Final = GameInfo(
    last_wins=True,
    key="quatro-chess",
    name="Quatro Chess",
    prefix="QC",
    seats=(2, 3, 4),
    rules_version="1",
    options=(
        Option(
            key="teams",
            kind="teams",
            default=None,
            label="Partners",
            help="Decides whether two players at a table play together against the other two.",
            rule="QC 2.2",
        ),
        Option(
            key="draw_points",
            kind="choice",
            default="half",
            label="Points for a draw",
            help="The points for the colours still in the game when it is drawn by the fifty-move rule or because "
            "nobody can be mated.",
            rule="QC 6.3",
            choices=(
                Choice("half", "Each gets 4, half of the winner's 8"),
                Choice("share", "They share the points of the places that are left"),
            ),
        ),
    ),
    terminations=tuple(termination.value for termination in Termination),
    seat_names=("white", "red", "black", "green"),
)

_KEYS: Final = tuple(colour.key for colour in Colour)
_USUAL: Final = {2: (1, 1, 2, 2), 4: (1, 2, 3, 4)}


def begin(start: Start) -> State:
    """Return the starting position. Raises BadSetup, or BadRecord for seats or options that cannot be."""
    if start.seats not in INFO.seats:
        raise BadRecord(Notice("quatro-chess-players", players=start.seats), rule="QC 2.1")
    options = complete(INFO, start.options, start.seats)
    owners = _owners(start.seats, start.setup)
    teams = options["teams"]
    if teams is not None:
        _check_teams(start.seats, owners, teams)
    table = Table(start.seats, owners, teams, options["draw_points"] == "half")
    return State(table, STARTING_BOARD, Colour.WHITE, (0, 0, 0, 0), 0, 0)


def _owners(seats: int, setup: Mapping[str, Any]) -> tuple[int, int, int, int]:
    for key in setup:
        if key != "colours":
            raise BadSetup(Notice("quatro-chess-setup", key=quote(str(key))), rule="QC 2.2")
    if "colours" not in setup:
        if seats not in _USUAL:
            raise BadSetup(
                Notice("quatro-chess-three-seats"),
                rule="QC 2.2",
            )
        return _USUAL[seats]
    colours = setup["colours"]
    if not isinstance(colours, Mapping) or set(colours) != set(_KEYS):
        raise BadSetup(Notice("quatro-chess-colours"), rule="QC 2.2")
    for key in _KEYS:
        if type(colours[key]) is not int or not 1 <= colours[key] <= seats:
            raise BadSetup(Notice("quatro-chess-colour-seat", colour=COLOUR_OF[key].named, seats=seats), rule="QC 2.2")
    owners = (colours["white"], colours["red"], colours["black"], colours["green"])
    for seat in range(1, seats + 1):
        if seat not in owners:
            raise BadSetup(Notice("quatro-chess-no-colour", seat=seat), rule="QC 2.2")
    if seats == 2 and (owners.count(1) != 2 or owners[0] == owners[2]):
        raise BadSetup(
            Notice("quatro-chess-two-seats"),
            rule="QC 2.2",
        )
    return owners


def _check_teams(seats: int, owners: tuple[int, int, int, int], teams: tuple[tuple[int, ...], ...]) -> None:
    if seats != 4 or any(len(team) != 2 for team in teams):
        raise BadRecord(Notice("quatro-chess-teams"), rule="QC 2.2")
    for first, second in teams:
        if abs(owners.index(first) - owners.index(second)) != 2:
            opposite = owners[(owners.index(first) + 2) % 4]
            colours = [Colour(owners.index(seat)).named for seat in (first, second)]
            raise BadRecord(
                Notice("quatro-chess-neighbours", first=first, second=second, colours=every(colours), other=opposite),
                rule="QC 2.2",
            )


def run(state: State, moves: Sequence[str]) -> State:
    """Return the position after all entries. Raises GameError with the index of the entry that fails."""
    if not moves:
        return state
    position = Position(state)
    push = position.push
    for index, text in enumerate(moves):
        if not push(text):
            try:
                enter(position, text)
            except GameError as error:
                error.index = index
                raise
    settle(position)
    return position.freeze(state.plies + len(moves), read(moves[-1]))


def play(state: State, move: Move) -> State:
    """Return the position after one entry. Raises IllegalMove or GameOver."""
    position = Position(state)
    text = write(move)
    if not position.push(text):
        enter(position, text)
    settle(position)
    return position.freeze(state.plies + 1, move)


def enter(position: Position, text: str) -> None:
    """Play an entry that is no legal move for the colour thought to be on turn, as it stands.

    Perhaps that colour is out and nobody looked, perhaps there is white space around the move, perhaps it is
    no move on the board: then it is played. Raises GameError otherwise.
    """
    words = tidy(text)
    if words != text and position.push(words):
        return
    settle(position)
    if position.termination is not None:
        raise after_the_end(text)
    if position.push(words):
        return
    match read(words):
        case Step() as step:
            raise refusal(position, step)
        case Resign():
            position.eliminate(position.turn, Reason.RESIGN)
        case Forfeit(colour):
            _forfeit(position, colour)
        case ClaimDraw():
            _claim_draw(position)


def _forfeit(position: Position, colour: Colour) -> None:
    for fallen in position.out:
        if fallen.colour == colour:
            raise IllegalMove(
                Notice("quatro-chess-out-already", colour=colour.titled, reason=fallen.reason.named),
                rule="QC 4.3",
            )
    position.eliminate(colour, Reason.FORFEIT)


def _claim_draw(position: Position) -> None:
    living = 4 - len(position.out)
    needed = 50 * living
    if position.quiet < needed:
        raise IllegalMove(
            Notice("quatro-chess-too-early", moves=position.quiet, colours=living, needed=needed),
            rule="QC 5.3",
        )
    position.finish(Termination.FIFTY_MOVES)
