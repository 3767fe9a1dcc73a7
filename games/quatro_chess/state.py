"""The frozen values of Quatro Chess: who plays what, a position, a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.core.notices import Notice
from games.quatro_chess.board import Colour


class Reason(StrEnum):
    """The way in which a colour went out (QC 4.1, 4.3)."""

    MATE = "mate"
    STALEMATE = "stalemate"
    RESIGN = "resign"
    FORFEIT = "forfeit"

    @property
    def named(self) -> Notice:
        """Return the reason as a piece of a sentence."""
        match self:
            case Reason.MATE:
                return Notice("mate")
            case Reason.STALEMATE:
                return Notice("stalemate")
            case Reason.RESIGN:
                return Notice("resigned")
        return Notice("forfeited")


class Termination(StrEnum):
    """The way in which a game ended (QC 5)."""

    LAST_STANDING = "last-standing"
    FIFTY_MOVES = "fifty-moves"
    INSUFFICIENT_MATERIAL = "insufficient-material"


@dataclass(frozen=True, slots=True)
class Table:
    """The facts fixed before the first move (QC 2)."""

    seats: int
    owners: tuple[int, int, int, int]
    """The seat of each colour, in turn order."""
    teams: tuple[tuple[int, int], tuple[int, int]] | None = None
    half_draws: bool = False
    """Option ``draw_points``: each colour left in a draw gets 4 (QC 6.3)."""

    def hostile(self, colour: int) -> int:
        """Return the colours that this one may capture and check, as set bits: those of every other player (QC 2.3)."""
        return sum(1 << other for other in range(4) if self.owners[other] != self.owners[colour])

    def side(self, colour: int) -> int:
        """Return the side that wins with this colour: its team where there are teams, else its player (QC 5.1)."""
        seat = self.owners[colour]
        if self.teams is None:
            return seat
        return 0 if seat in self.teams[0] else 1


@dataclass(frozen=True, slots=True)
class Fallen:
    """A colour that is out, and why."""

    colour: Colour
    reason: Reason


@dataclass(frozen=True, slots=True)
class Step:
    """A move on the board, castling as the king's move (QC 3.6): ``Step("c11", "d12", "q")``."""

    origin: str
    target: str
    promotion: str = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """The colour on turn gives up (QC 4.3)."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The arbiter takes a colour out (QC 4.3)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """The colour on turn claims the draw of the fifty-move rule (QC 5.3)."""


Move = Step | Resign | Forfeit | ClaimDraw


@dataclass(frozen=True, slots=True)
class State:
    """A position in which every elimination that was due has been applied (QC 4.1)."""

    table: Table
    board: bytes
    """144 piece codes, see ``games.quatro_chess.board``."""
    turn: Colour | None
    """The colour on turn; None when the game is over."""
    passed: tuple[int, int, int, int]
    """For each colour the square that its pawn has just passed over, 0 for none (QC 3.2)."""
    quiet: int
    """Moves since the last capture, pawn's move or elimination (QC 5.3)."""
    plies: int
    """Entries of the record played so far."""
    out: tuple[Fallen, ...] = ()
    """The colours that are out, in the order of going."""
    termination: Termination | None = None
    last: Move | None = None
    """The entry played last."""

    @property
    def living(self) -> tuple[Colour, ...]:
        """Return the colours still in the game, in turn order."""
        gone = {fallen.colour for fallen in self.out}
        return tuple(colour for colour in Colour if colour not in gone)
