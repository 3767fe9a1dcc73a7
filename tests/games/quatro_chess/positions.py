"""Positions for the tests: made from squares and letters, and carried over to the second implementation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.errors import GameError
from games.core.game import Start
from games.quatro_chess import GAME
from games.quatro_chess.board import CELLS, COLOUR_OF, NAMES, NUMBERS, STATUE, Colour
from games.quatro_chess.state import Fallen, Reason, State, Table
from tests.games.quatro_chess.plain import FORWARD, Piece, Plain, square_of

KINDS = {"P": 1, "N": 2, "B": 3, "R": 4, "Q": 5, "K": 6, "C": 7}
SHORT = {"w": Colour.WHITE, "r": Colour.RED, "b": Colour.BLACK, "g": Colour.GREEN}

FOUR = (1, 2, 3, 4)


def state_of(
    pieces: str,
    turn: str = "white",
    *,
    owners: tuple[int, int, int, int] = FOUR,
    teams: tuple[tuple[int, int], tuple[int, int]] | None = None,
    half: bool = False,
    out: Sequence[tuple[str, str]] = (),
    passed: Mapping[str, str] | None = None,
    quiet: int = 0,
) -> State:
    """A position from words such as ``wKg1 rPb5``; C is a rook that may still castle.

    Colours without a king are out, in the order of ``out`` (colour, reason), those not named before the
    others; their pieces are statues. ``passed``: the squares that pawns have just passed over.
    """
    board = bytearray(CELLS)
    for word in pieces.split():
        colour, letter, square = SHORT[word[0]], word[1], word[2:]
        assert not board[NUMBERS[square]], f"two pieces on {square}"
        board[NUMBERS[square]] = KINDS[letter] << 2 | colour
    kings = {colour for colour in Colour if KINDS["K"] << 2 | colour in board}
    named = [COLOUR_OF[colour] for colour, _ in out]
    fallen = [Fallen(colour, Reason.FORFEIT) for colour in Colour if colour not in kings and colour not in named]
    fallen += [Fallen(COLOUR_OF[colour], Reason(reason)) for colour, reason in out]
    for place in range(CELLS):
        if board[place] and Colour(board[place] & 3) not in kings:
            board[place] |= STATUE
    squares = [0, 0, 0, 0]
    for name, square_name in (passed or {}).items():
        squares[COLOUR_OF[name]] = NUMBERS[square_name]
    return State(
        table=Table(max(owners), owners, teams, half),
        board=bytes(board),
        turn=COLOUR_OF[turn],
        passed=(squares[0], squares[1], squares[2], squares[3]),
        quiet=quiet,
        plies=0,
        out=tuple(fallen),
    )


def plain_of(state: State) -> Plain:
    """The same position in the second implementation. Kings with a rook that may castle count as unmoved."""
    table = state.table
    plain = Plain(table.owners, table.teams, table.half_draws)
    castlers = {code & 3 for code in state.board if 28 <= code < 32}
    plain.pieces = {}
    for square in range(CELLS):
        code = state.board[square]
        if code:
            colour = Colour(code & 3)
            letter = " PNBRQKR"[code >> 2 & 7]
            fresh = code >> 2 == 7 or (code >> 2 == 6 and colour in castlers)
            plain.pieces[square_of(NAMES[square])] = Piece(colour.key, letter, not fresh, bool(code & STATUE))
    assert state.turn is not None
    plain.turn = state.turn.key
    for back in (3, 2, 1):
        # The colour that moved last stands last: turns run in order.
        colour = Colour((state.turn + 4 - back) % 4)
        if state.passed[colour]:
            x, y = square_of(NAMES[state.passed[colour]])
            forward = FORWARD[colour.key]
            plain.passed.append((colour.key, (x, y), (x + forward[0], y + forward[1])))
    plain.quiet = state.quiet
    plain.out = [(fallen.colour.key, fallen.reason.value) for fallen in state.out]
    return plain


def play(state: State, *entries: str) -> State:
    """The position after these entries, read and played one by one."""
    for entry in entries:
        state = GAME.play(state, GAME.read(entry))
    return state


def legal(state: State, origin: str = "") -> list[str]:
    """The texts of the legal moves, of the piece on ``origin`` only where one is named."""
    texts = [GAME.write(move) for move in GAME.legal_moves(state)]
    return [text for text in texts if not origin or (text.startswith(origin) and not text[len(origin)].isdigit())]


def refusal(state: State, entry: str) -> tuple[str, str | None]:
    """Code and rule of the error that an entry gets."""
    try:
        play(state, entry)
    except GameError as error:
        assert error.message.endswith(".")
        return error.code, error.rule
    raise AssertionError(f"{entry} was accepted")


def new_game(seats: int = 4, *, setup: dict[str, Any] | None = None, **options: Any) -> State:
    return GAME.start(Start(seats, options, setup or {}))


def at(state: State, square: str) -> str:
    """Return the piece on a square, as in the view: ``wK``, ``#wK`` for a statue, empty for nothing."""
    view = GAME.view(state, None)
    statue = view["statues"].get(square)
    return f"#{statue}" if statue else view["pieces"].get(square, "")


def out(state: State) -> list[tuple[str, str]]:
    return [(fallen.colour.key, fallen.reason.value) for fallen in state.out]


def seen(state: State) -> dict[str, Any]:
    """The view, in the shape of the second implementation's summary."""
    view = GAME.view(state, None)
    view.pop("last", None)
    view["castling"] = sorted(view["castling"])
    view["turn"] = view.get("turn")
    view["termination"] = view.get("termination")
    view["out"] = [(colour, entry["reason"]) for colour, entry in view["out"].items()]
    return view
