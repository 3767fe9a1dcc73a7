"""Tie-breaks that are fair where tables differ in size: means, shares and differences (``docs/algorithms/means.md``).

A sum over opponents favours whoever sat at the larger tables. A mean over the opponents met, or over the games
played, does not; a round without opponents adds nothing to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import lcm

from scoring.core import units
from scoring.core.codes import Code
from scoring.core.history import History, Kind, adjusted_scores
from scoring.core.registry import Ending, Part, Unit, tie_break
from scoring.tiebreaks.larger_tables import highest_first, tally

PERCENT = 100

_OfGame = Callable[[History, Fraction, list[Fraction]], Fraction]
"""Makes a figure of one game, of the own points and those of the opponents at the table."""


def _scale(history: History, code: Code) -> int:
    """Return by what amounts are multiplied, so that a cut can take any share of rounds from them."""
    return history.rounds or 1 if code.cut_low else 1


def _divisible(unit: Unit) -> Unit:
    return lambda history, code: unit(history, code) * _scale(history, code)


def _met(history: History, player: int, code: Code) -> Iterator[tuple[int, int, int]]:
    """Give the round, the opponent and the half points of each meeting over the board; with ``/P`` of all."""
    for number, turn in enumerate(history.turns[player], 1):
        for opponent, halves, played, _ in turn.meetings:
            if played or code.forfeits:
                yield number, opponent, halves


def _scores_met(history: History, player: int, code: Code) -> tuple[int, int] | None:
    """Compute the sum of the opponents' scores without its parts."""
    if code.cut_low or not history.regular[player]:
        return None
    scores = adjusted_scores(history)
    met = [scores[opponent] for turn in history.turns[player] for opponent in turn.opponents]
    return sum(met), len(met)


@tie_break(
    "AOS",
    quick=_scores_met,
    source="Viertal: the mean of the opponents’ scores",
    label="Average of opponents’ scores",
    modifiers="CMP",
    unit=_divisible(units.score),
    ending=Ending.MEAN,
    hidden_in_round_robins=True,
    cuts_share=True,
)
def average_of_opponents_scores(history: History, player: int, code: Code) -> Sequence[Part]:
    """Average the scores of the opponents met: Buchholz for tables of any size."""
    scores, scale = adjusted_scores(history), _scale(history, code)
    return [
        Part(scores[opponent] * scale, scores[opponent], number, opponent)
        for number, opponent, _ in _met(history, player, code)
    ]


@tie_break(
    "ASB",
    source="Viertal: the mean of the opponents’ scores, weighted by the results",
    label="Average Sonneborn-Berger",
    modifiers="CMP",
    unit=_divisible(units.product),
    ending=Ending.MEAN,
    cuts_share=True,
)
def average_sonneborn_berger(history: History, player: int, code: Code) -> Sequence[Part]:
    """Average the scores of the opponents met, each times the result against them."""
    scores, scale = adjusted_scores(history), _scale(history, code)
    return [
        Part(scores[opponent] * halves * scale, scores[opponent], number, opponent)
        for number, opponent, halves in _met(history, player, code)
    ]


@tie_break(
    "PPG",
    source="Viertal: the points of a game, without byes",
    label="Points per game",
    unit=units.score,
    ending=Ending.MEAN,
    scope="players",
)
def points_per_game(history: History, player: int, code: Code) -> Sequence[Part]:
    """Average the points of the games played; byes and forfeits are none."""
    return [
        Part(turn.points, turn.points, number)
        for number, turn in enumerate(history.turns[player], 1)
        if turn.kind is Kind.PLAYED
    ]


def _difference(history: History, own: Fraction, others: list[Fraction]) -> Fraction:
    ahead = own - sum(others, Fraction(0)) / len(others)
    return -ahead if history.options.get("lower_is_better") else ahead


def _share(history: History, own: Fraction, others: list[Fraction]) -> Fraction:
    total, size = own + sum(others, Fraction(0)), 1 + len(others)
    usual = history.dummies + 1
    return PERCENT * own * size / (total * usual) if total > 0 else Fraction(PERCENT, usual)


def _by_game(name: str, figure: _OfGame) -> Callable[[History], tuple[dict[int, list[tuple[int, Fraction]]], int]]:
    """Make what returns for each player the rounds played with their figures, and the common denominator of all."""

    def games(history: History) -> tuple[dict[int, list[tuple[int, Fraction]]], int]:
        known: tuple[dict[int, list[tuple[int, Fraction]]], int] | None = history.memo.get(name)
        if known is None:
            figures = {player: list(of_player(history, player)) for player in history.participants}
            unit = lcm(*{value.denominator for some in figures.values() for _, value in some})
            known = history.memo[name] = figures, unit
        return known

    def of_player(history: History, player: int) -> Iterator[tuple[int, Fraction]]:
        for number, turn in enumerate(history.turns[player], 1):
            others = [tally(history, turn, other) for other, _, played, _ in turn.meetings if played]
            if others:
                yield number, figure(history, tally(history, turn, player), others)

    return games


_differences = _by_game("DIFF", _difference)
_shares = _by_game("SHARE", _share)


@tie_break(
    "DIFF",
    source="Viertal: the points of the games against the opponents’ mean; Carcassonne World Championship (2019)",
    label="Point difference",
    unit=lambda history, code: _differences(history)[1],
    scope="players",
)
def point_difference(history: History, player: int, code: Code) -> Sequence[Part]:
    """Sum by how much the own points of a game exceed the mean of the opponents'; where lower is better, fall below it.

    At tables of two it is the difference of the scores, as the Carcassonne World Championship adds it up.
    """
    return _parts(*_differences(history), player)


@tie_break(
    "SHARE",
    source="Viertal: the share of a table’s points; Catan championship, rules for ranking tournaments",
    label="Share of a table’s points",
    unit=lambda history, code: _shares(history)[1],
    ending=Ending.MEAN,
    missing=highest_first("Share of a table’s points"),
    scope="players",
)
def share_of_points(history: History, player: int, code: Code) -> Sequence[Part]:
    """Average the percentage of its table's points that a player made in each game.

    A table of another size than usual counts as if it had the usual seats, each more or fewer with the table's mean.
    Where a table's points add up to nothing or less, everybody has an equal share.
    """
    return _parts(*_shares(history), player)


def _parts(figures: dict[int, list[tuple[int, Fraction]]], unit: int, player: int) -> list[Part]:
    amounts = [(number, int(value * unit)) for number, value in figures[player]]
    return [Part(amount, amount, number) for number, amount in amounts]
