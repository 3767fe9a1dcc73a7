"""Tie-breaks from a participant's own record (FIDE Handbook C.07, article 7).

Wins, games with black and standard points count meetings: at a table of four there are three, and of two who
meet the one who moves later has black. Rounds elected to play and progressive scores count rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from scoring.core import units
from scoring.core.codes import Code
from scoring.core.history import UNPAIRED, VOLUNTARY, History, Kind, Turn, award_halves, stands_for_dummies
from scoring.core.registry import Part, Quick, tie_break

_Counts = Callable[[int, bool], bool]


def _quickly(counts: Callable[[Turn], int]) -> Quick:
    """Make a quick sum of the rounds of a participant who met all their opponents over the board."""

    def quick(history: History, player: int, code: Code) -> tuple[int, int] | None:
        if not history.regular[player]:
            return None
        return sum([counts(turn) for turn in history.turns[player]]), 0

    return quick


def _won(turn: Turn) -> int:
    return turn.halves.count(2)


def _with_black(turn: Turn) -> int:
    return turn.before


def _won_with_black(turn: Turn) -> int:
    return turn.halves[: turn.before].count(2)


def _half_points(turn: Turn) -> int:
    return sum(turn.halves)


@tie_break("WIN", quick=_quickly(_won), source="FIDE Handbook C.07, article 7.1", label="Wins")
def wins(history: History, player: int, code: Code) -> Sequence[Part]:
    """Count meetings won, with or without playing; an unpaired round counts if it gave what a win gives."""
    parts = []
    for number, turn in enumerate(history.turns[player], 1):
        won = turn.halves.count(2)
        if turn.kind in UNPAIRED and 0 < history.win <= turn.points and stands_for_dummies(history, turn):
            won = history.dummies
        if won:
            parts.append(Part(won, won, number))
    return parts


@tie_break("WON", quick=_quickly(_won), source="FIDE Handbook C.07, article 7.2", label="Games won over the board")
def won_over_the_board(history: History, player: int, code: Code) -> Sequence[Part]:
    """Count meetings won over the board."""
    return _counted(history, player, lambda halves, second: halves == 2)


@tie_break(
    "BPG",
    quick=_quickly(_with_black),
    source="FIDE Handbook C.07, article 7.3",
    label="Games played with black",
)
def games_with_black(history: History, player: int, code: Code) -> Sequence[Part]:
    """Count meetings over the board in which the opponent moved first."""
    return _counted(history, player, lambda halves, second: second)


@tie_break(
    "BWG",
    quick=_quickly(_won_with_black),
    source="FIDE Handbook C.07, article 7.4",
    label="Games won with black",
)
def wins_with_black(history: History, player: int, code: Code) -> Sequence[Part]:
    """Count meetings won over the board in which the opponent moved first."""
    return _counted(history, player, lambda halves, second: second and halves == 2)


def _counted(history: History, player: int, counts: _Counts) -> Sequence[Part]:
    """Return the meetings over the board that count, round by round."""
    parts = []
    for number, turn in enumerate(history.turns[player], 1):
        count = sum([played and counts(halves, second) for _, halves, played, second in turn.meetings])
        if count:
            parts.append(Part(count, count, number))
    return parts


def _sum_of_progress(history: History, player: int, code: Code) -> tuple[int, int]:
    """Compute progressive scores without their parts."""
    points = [turn.points for turn in history.turns[player]]
    scores = list(accumulate(points, initial=history.began(player)))[1:]
    scores = scores[code.cut_low : max(code.cut_low, len(scores) - code.cut_high)]
    return sum(scores), len(scores)


@tie_break(
    "PS",
    quick=_sum_of_progress,
    source="FIDE Handbook C.07, article 7.5",
    label="Progressive scores",
    modifiers="CM",
    unit=units.score,
)
def progressive_scores(history: History, player: int, code: Code) -> Sequence[Part]:
    """Sum the scores after each round; cuts leave out the first rounds (14.1.1 c)."""
    parts, score = [], history.began(player)
    for number, turn in enumerate(history.turns[player], 1):
        score += turn.points
        parts.append(Part(score, number, number))
    return parts


@tie_break("REP", source="FIDE Handbook C.07, article 7.6", label="Rounds elected to play")
def rounds_elected_to_play(history: History, player: int, code: Code) -> Sequence[Part]:
    """Count the rounds without half-point byes, zero-point byes and forfeit losses."""
    return [Part(1, 1, number) for number, turn in enumerate(history.turns[player], 1) if turn.kind not in VOLUNTARY]


@tie_break(
    "STD",
    quick=_quickly(_half_points),
    source="FIDE Handbook C.07, article 7.7",
    label="Standard points",
    unit=units.half,
)
def standard_points(history: History, player: int, code: Code) -> Sequence[Part]:
    """Count one for each opponent with fewer points at the table, a half for each with as many.

    Unpaired: one for more than a draw's points, a half for as many. Two who both did not come have nothing from each
    other, as in FIDE's TieBreakServer; the text (7.7) says nothing of a double forfeit.
    """
    parts = []
    for number, turn in enumerate(history.turns[player], 1):
        own_halves = 0
        for opponent, halves, played, _ in turn.meetings:
            if played:
                own_halves += halves
            else:
                other = history.turns[opponent][number - 1]
                nobody = turn.kind is other.kind is Kind.FORFEIT_LOSS
                own_halves += (
                    2 if turn.points > other.points else 1 if turn.points == other.points and not nobody else 0
                )
        if turn.kind in UNPAIRED and stands_for_dummies(history, turn):
            own_halves = award_halves(history, turn) * history.dummies
        if own_halves:
            parts.append(Part(own_halves, own_halves, number))
    return parts


@tie_break(
    "TPN",
    source="FIDE Handbook C.07, article 7.8",
    label="Pairing number",
    modifiers="R",
    lower_first=True,
    given=True,
)
def pairing_number(history: History, player: int, code: Code) -> Sequence[Part]:
    """Return the pairing number, the lower first; with ``/R`` the higher."""
    return [Part(player, player, 0)]


@tie_break("KASHDAN", source="Kashdan's system, as in FIDE's exercises in tie-breaking (not FIDE's)", label="Kashdan")
def kashdan(history: History, player: int, code: Code) -> Sequence[Part]:
    """Count four for a win over the board, two for a draw, one for a loss."""
    worth = (1, 2, 4)
    return [
        Part(worth[halves], worth[halves], number, opponent)
        for number, turn in enumerate(history.turns[player], 1)
        for opponent, halves, played, _ in turn.meetings
        if played
    ]
