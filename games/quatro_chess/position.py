"""A position that is played on, and the one place where the rules of moving are enforced (QC 3 to 5).

``Position`` is the mutable inside of the engine: replay, legality, perft and the public, frozen ``State`` all
rest on ``push``. What makes it quick, and why it is right all the same:

*Nobody is asked for a legal move as long as they make one.* A colour whose turn comes is out if it has no
legal move (QC 4.1). A legal move just made proves that it had one, so ``push`` does not look; ``settle``
does, and it is called wherever the proof is missing: before any entry that is no legal move for the colour
thought to be on turn, and before a position is shown to anybody.

*A king is looked at only when something near it changed.* Whether a king is attacked depends on the squares
that it sees along its lines, and on knights. ``zones`` keeps those squares for each king from the last time
it was found safe, ``recent`` what the last three moves changed (with fewer than four colours that is more
than needed, which is safe). Where they do not meet, and the piece that moves does not stand in the zone, the
king is as safe as before.
"""

from __future__ import annotations

from typing import Final

from games.quatro_chess.board import (
    BISHOP,
    BIT,
    CASTLER,
    EMPTY,
    FORWARD,
    KING,
    KNIGHT,
    NOBODY,
    PAWN,
    ROOK,
    STATUE,
    Colour,
    Squares,
    kind,
    selector,
    squares_where,
)
from games.quatro_chess.geometry import (
    CASTLE,
    CASTLINGS,
    DOUBLE,
    KING_STEP,
    LEAP,
    STEPS,
    STRIKE,
    STRIKE_TO,
    TAKES,
    THREATS,
    Step,
    watch,
)
from games.quatro_chess.state import Fallen, Move, Reason, State, Table, Termination

EVERYWHERE: Final = -1
"""A zone that every change concerns: for a king that must be looked at anew."""

_OCCUPIED: Final = selector(set(range(1, 256)))
_KNIGHTS: Final = selector({KNIGHT << 2 | colour for colour in Colour})
_MATERIAL: Final = bytes(
    code for code in range(256) if not (code < STATUE and code >> 2 in range(1, 8) and code >> 2 != KING)
)
_TURN_TO_STONE: Final = tuple(
    bytes(code | STATUE if 4 <= code < STATUE and code & 3 == colour else code for code in range(256))
    for colour in Colour
)


class Position:
    """A position to play on. Attributes are for the engine's own modules; the world sees ``State``."""

    __slots__ = (
        "board",
        "following",
        "kings",
        "knights",
        "material",
        "occupied",
        "out",
        "passed",
        "quiet",
        "recent",
        "table",
        "takes",
        "termination",
        "threats",
        "turn",
        "zones",
    )

    board: bytearray
    table: Table
    turn: int
    """The colour on turn, NOBODY when the game is over."""
    kings: list[int]
    """Each colour's king, 0 where it is out."""
    passed: list[int]
    """The square that each colour's pawn passed over in its latest move, 0 for none (QC 3.2)."""
    quiet: int
    material: int
    """Living pieces other than kings."""
    occupied: Squares
    knights: Squares
    """All living knights."""
    zones: list[Squares]
    recent: tuple[Squares, Squares, Squares]
    following: list[int]
    """Whose turn comes after each colour's."""
    takes: tuple[bytes, ...]
    threats: tuple[bytes, ...]
    out: tuple[Fallen, ...]
    termination: Termination | None

    def __init__(self, state: State) -> None:
        self.board = bytearray(state.board)
        self.table = state.table
        self.turn = NOBODY if state.turn is None else int(state.turn)
        self.passed = list(state.passed)
        self.quiet = state.quiet
        self.out = state.out
        self.termination = state.termination
        hostile = [state.table.hostile(colour) for colour in Colour]
        self.takes = tuple(TAKES[enemies] for enemies in hostile)
        self.threats = tuple(THREATS[enemies] for enemies in hostile)
        self.kings = [max(0, self.board.find(KING << 2 | colour)) for colour in Colour]
        self._count_all()

    def _count_all(self) -> None:
        """Update everything that follows from the board and from the colours that are out."""
        board = self.board
        self.occupied = squares_where(board, _OCCUPIED)
        self.knights = squares_where(board, _KNIGHTS)
        self.material = len(board.translate(None, _MATERIAL))
        self.zones = [EVERYWHERE] * 4
        self.recent = (0, 0, 0)
        gone = {fallen.colour for fallen in self.out}
        following = []
        for colour in range(4):
            heirs = [n % 4 for n in range(colour + 1, colour + 5) if n % 4 not in gone]
            following.append(heirs[0])
        self.following = following

    def copy(self) -> Position:
        """Return a position that can be played on without changing this one."""
        twin = Position.__new__(Position)
        twin.board = self.board[:]
        twin.table = self.table
        twin.turn = self.turn
        twin.passed = self.passed[:]
        twin.quiet = self.quiet
        twin.out = self.out
        twin.termination = self.termination
        twin.takes = self.takes
        twin.threats = self.threats
        twin.kings = self.kings[:]
        twin.occupied = self.occupied
        twin.knights = self.knights
        twin.material = self.material
        twin.zones = self.zones[:]
        twin.recent = self.recent
        twin.following = self.following
        return twin

    def freeze(self, plies: int, last: Move | None) -> State:
        """Return the position as a frozen value, after so many entries, the last of them ``last``. It must be
        settled."""
        passed = list(self.passed)
        for fallen in self.out:
            passed[fallen.colour] = 0
        if self.turn == NOBODY:
            passed = [0] * 4
        else:
            passed[self.turn] = 0
        return State(
            table=self.table,
            board=bytes(self.board),
            turn=None if self.turn == NOBODY else Colour(self.turn),
            passed=(passed[0], passed[1], passed[2], passed[3]),
            quiet=self.quiet,
            plies=plies,
            out=self.out,
            termination=self.termination,
            last=last,
        )

    def push(self, text: str) -> bool:
        """Play a move on the board if it is legal for the colour on turn, and return True; else change nothing."""
        step = STEPS.get(text)
        if step is None:
            return False
        origin, target, lift, swap, mark, between, reach = step
        board = self.board
        piece = board[origin]
        how = reach[piece]
        turn = self.turn
        if not how or piece & 3 != turn or between & self.occupied:
            return False
        taken = board[target]
        if taken and not self.takes[turn][taken]:
            return False
        king = self.kings[turn]
        placed = piece
        if how > LEAP:
            if how == KING_STEP:
                king = target
            elif how <= DOUBLE:
                if taken:
                    return False
            elif how == STRIKE:
                if not taken:
                    return self._strike_in_passing(step)
            elif how == CASTLE:
                return self._castle(step)
            else:
                if (how < STRIKE_TO) is (taken > 0):
                    return False
                placed = (how & 7) << 2 | turn
        elif piece >= CASTLER << 2:
            placed = ROOK << 2 | turn

        board[origin] = EMPTY
        board[target] = placed
        occupied = self.occupied ^ (lift if taken else swap)
        before, previous, latest = self.recent
        if how == KING_STEP or (before | previous | latest | lift) & self.zones[turn]:
            zone = watch(king, occupied, board, self.threats[turn], self.knights)
            if not zone:
                board[origin] = piece
                board[target] = taken
                return False
            self.zones[turn] = zone
        self.occupied = occupied
        self.recent = (previous, latest, mark)
        self.passed[turn] = 0
        self.turn = self.following[turn]
        if how == LEAP:
            self.knights ^= swap
        if taken:
            self._account(target, taken, placed)
        elif LEAP < how != KING_STEP:
            self.quiet = 0
            if how == DOUBLE:
                self.passed[turn] = (origin + target) >> 1
            elif how > CASTLE:
                self._account(target, taken, placed)
        else:
            self.quiet += 1
        if how == KING_STEP:
            self._king_moved(turn, origin, target)
        return True

    def _account(self, target: int, taken: int, placed: int) -> None:
        """Settle what follows from a capture or a promotion for knights, the fifty moves and the material left."""
        self.quiet = 0
        if taken:
            self.material -= 1
        # A knight on the target square before (taken) or now (arrived, or promoted to).
        if kind(placed) == KNIGHT:
            self.knights |= BIT[target]
        else:
            self.knights &= ~BIT[target]
        if self.material < 2:
            self._end_for_want_of_material()

    def _king_moved(self, turn: int, origin: int, target: int) -> None:
        """Note a king's move: rooks that might have castled are rooks like others from now on (QC 3.4)."""
        self.kings[turn] = target
        castler = CASTLER << 2 | turn
        square = self.board.find(castler)
        while square >= 0:
            self.board[square] = ROOK << 2 | turn
            square = self.board.find(castler)

    def _strike_in_passing(self, step: Step) -> bool:
        """Capture en passant (QC 3.2): the target square is empty; the hostile pawn that passed it last is captured."""
        origin, target, _, swap, mark, _, _ = step
        victim = self.passing_pawn(target)
        if not victim:
            return False
        board = self.board
        turn = self.turn
        piece, taken = board[origin], board[victim]
        board[origin] = EMPTY
        board[target] = piece
        board[victim] = EMPTY
        occupied = self.occupied ^ swap ^ BIT[victim]
        zone = watch(self.kings[turn], occupied, board, self.threats[turn], self.knights)
        if not zone:
            board[origin] = piece
            board[target] = EMPTY
            board[victim] = taken
            return False
        self.zones[turn] = zone
        self.occupied = occupied
        self.recent = (self.recent[1], self.recent[2], mark | BIT[victim])
        self.passed[turn] = 0
        self.turn = self.following[turn]
        self._account(target, taken, piece)
        return True

    def passing_pawn(self, target: int) -> int:
        """Return the square of the pawn that the colour on turn would capture en passant on ``target``; 0 for none."""
        turn = self.turn
        for back in (3, 2, 1):
            colour = (turn + back) & 3
            if self.passed[colour] == target:
                square = target + FORWARD[colour]
                pawn = self.board[square]
                if pawn == PAWN << 2 | colour and self.takes[turn][pawn]:
                    return square
        return 0

    def _castle(self, step: Step) -> bool:
        """Castle (QC 3.4); a rook that may castle implies that the king has not moved."""
        origin, target, _, swap, mark, _, _ = step
        rook_from, rook_to, between, crossed = CASTLINGS[origin, target]
        board = self.board
        turn = self.turn
        if board[rook_from] != CASTLER << 2 | turn or between & self.occupied:
            return False
        rook_swap = BIT[rook_from] | BIT[rook_to]
        occupied = self.occupied ^ swap ^ rook_swap
        unkinged = self.occupied ^ BIT[origin]
        threats = self.threats[turn]
        for square in (origin, crossed):
            if not watch(square, unkinged, board, threats, self.knights):
                return False
        king = board[origin]
        board[origin] = board[rook_from] = EMPTY
        board[target] = king
        board[rook_to] = ROOK << 2 | turn
        zone = watch(target, occupied, board, threats, self.knights)
        if not zone:
            board[target] = board[rook_to] = EMPTY
            board[origin] = king
            board[rook_from] = CASTLER << 2 | turn
            return False
        self.zones[turn] = zone
        self.occupied = occupied
        self.recent = (self.recent[1], self.recent[2], mark | rook_swap)
        self.passed[turn] = 0
        self.quiet += 1
        self.turn = self.following[turn]
        self._king_moved(turn, origin, target)
        return True

    def in_check(self, colour: int) -> bool:
        """Return whether a living hostile piece attacks the king of a colour that is not out (QC 3.5)."""
        return not watch(self.kings[colour], self.occupied, self.board, self.threats[colour], self.knights)

    def eliminate(self, colour: int, reason: Reason) -> None:
        """Take a colour out (QC 4.1, 4.2): its king leaves, its other pieces turn to stone; then apply QC 5."""
        self.out += (Fallen(Colour(colour), reason),)
        self.board[self.kings[colour]] = EMPTY
        self.kings[colour] = 0
        self.board[:] = self.board.translate(_TURN_TO_STONE[colour])
        self.quiet = 0
        if self.turn == colour:
            self.turn = self.following[colour]
            self.passed[self.turn] = 0
        self._count_all()
        gone = {fallen.colour for fallen in self.out}
        if len({self.table.side(other) for other in Colour if other not in gone}) == 1:
            self.finish(Termination.LAST_STANDING)
        elif self.material < 2:
            self._end_for_want_of_material()

    def _end_for_want_of_material(self) -> None:
        """End the game if the last living piece besides kings, if there is one, is a bishop or a knight (QC 5.4)."""
        if self.material:
            last = next(code for code in self.board if 4 <= code < STATUE and kind(code) != KING)
            if kind(last) not in (BISHOP, KNIGHT):
                return
        self.finish(Termination.INSUFFICIENT_MATERIAL)

    def finish(self, termination: Termination) -> None:
        """End the game."""
        self.termination = termination
        self.turn = NOBODY
