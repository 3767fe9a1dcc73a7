"""Checks of what was typed for the players of a declared game: places that follow on each other, scores in bounds, and
several numbers a seat that make its score: what they may be, alone and together, and what they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from games.core.declarations.values import MOST_SCORE, Column, Declaration, Score
from games.core.errors import ImpossiblePoints
from games.core.notices import Notice, a_player, every, own_words, the_player

Seated = Sequence[tuple[int, Fraction]]
"""What was typed, each with its seat from 1."""
Row = tuple[Fraction, ...]
_ZERO = Fraction(0)


def check_places(typed: Sequence[Fraction]) -> None:
    """Refuse places that do not follow on each other: who shares a place takes up the next."""
    in_order = sorted(typed)
    for at, place in enumerate(in_order):
        right = 1 + sum(other < place for other in typed)
        if place == right:
            continue
        sharing = typed.count(in_order[at - 1]) if at and place < right else 0
        if sharing > 1:
            raise ImpossiblePoints(
                Notice("declared-place-after", place=in_order[at - 1], sharing=sharing, right=right, wrong=place)
            )
        raise ImpossiblePoints(Notice("declared-place-missing", seats=len(typed), right=right))


def refuse_shared(
    results: Sequence[Fraction | int], sides: Sequence[Sequence[int]], seats: Sequence[int] | None = None
) -> None:
    """Refuse sides with the same result, and name the first two. ``seats``: those of the results, if not 1, 2, 3 …"""
    numbers = range(1, len(results) + 1) if seats is None else seats
    first: dict[Fraction | int, int] = {}
    for side in sides:
        other = first.setdefault(results[side[0]], side[0])
        if other != side[0]:
            who = every((the_player(numbers[other]), a_player(numbers[side[0]])))
            raise ImpossiblePoints(Notice("declared-shared", who=who))


def check_scores(score: Score, typed: Seated) -> None:
    """Refuse a score off its step or beyond its bounds."""
    least = Fraction(-MOST_SCORE) if score.least is None else score.least
    most = Fraction(MOST_SCORE) if score.most is None else score.most
    for seat, value in typed:
        if value < least:
            raise ImpossiblePoints(Notice("declared-least", seat=seat, least=least, score=value))
        if value > most:
            raise ImpossiblePoints(Notice("declared-most", seat=seat, most=most, score=value))
        if (value / score.step).denominator != 1:
            raise ImpossiblePoints(Notice("declared-step", seat=seat, step=score.step, score=value))


class Listed(list[Fraction | None]):
    """The scores of a table, one a seat, with the ``columns`` that made them: a row a seat, None for a no-show."""

    def __init__(self, scores: Iterable[Fraction | None], columns: Iterable[Sequence[Fraction] | None]) -> None:
        super().__init__(scores)
        self.columns: tuple[Row | None, ...] = tuple(None if row is None else tuple(row) for row in columns)


def columns_of(typed: object) -> tuple[Row | None, ...] | None:
    """Return the columns of what was typed; None where a score alone was."""
    return typed.columns if isinstance(typed, Listed) else None


def written(columns: Sequence[Sequence[Fraction] | None] | None) -> list[list[str] | None] | None:
    """Return columns as plain values, for a document or the database; `read_rows` reads them back."""
    return None if columns is None else [None if row is None else [str(value) for value in row] for row in columns]


def read_rows(columns: Sequence[Sequence[str] | None] | None) -> tuple[Row | None, ...] | None:
    """Read columns that `written` wrote."""
    if columns is None:
        return None
    return tuple(None if row is None else tuple(Fraction(text) for text in row) for row in columns)


def scores_of(declaration: Declaration, columns: Sequence[Sequence[Fraction]]) -> Row:
    """Return the scores that columns make. ``columns``: one row a seat."""
    scores = []
    for seat, row in enumerate(columns):
        score = _ZERO
        for index, column in enumerate(declaration.columns):
            others = sum((other[index] for at, other in enumerate(columns) if at != seat), _ZERO)
            score += column.own * row[index] + column.others[len(columns)] * others
        scores.append(score)
    return tuple(scores)


def check_columns(declaration: Declaration, columns: Sequence[Sequence[Fraction]]) -> None:
    """Raise ImpossiblePoints, with the rule in words, where a table cannot have these columns."""
    wanted = len(declaration.columns)
    lengths = {len(row) for row in columns}
    if wanted > 1 and lengths == {1, wanted}:
        every_name = tuple(own_words(column.names) for column in declaration.columns)
        raise ImpossiblePoints(Notice("declared-columns-mixed", names=every_name))
    if not wanted or lengths != {wanted}:
        raise ImpossiblePoints(Notice("declared-columns", columns=wanted))
    for seat, row in enumerate(columns, start=1):
        for column, value in zip(declaration.columns, row, strict=True):
            _check_value(seat, column, value)
    size = len(columns)
    for rule in declaration.together:
        own = (own_words(declaration.columns[index].names) for index in rule.columns)
        names = reduce(lambda one, other: Notice("declared-sum", one=one, other=other), own)
        sums = [sum((row[index] for index in rule.columns), _ZERO) for row in columns]
        for seat, total in enumerate(sums, start=1):
            if rule.seat is not None and total > rule.seat[size]:
                raise ImpossiblePoints(
                    Notice("declared-together-seat", seat=seat, names=names, sum=total, most=rule.seat[size])
                )
        if rule.table is not None and (whole := sum(sums, _ZERO)) > rule.table[size]:
            raise ImpossiblePoints(Notice("declared-together-table", names=names, sum=whole, most=rule.table[size]))


def _check_value(seat: int, column: Column, value: Fraction) -> None:
    name = own_words(column.names)
    low = Fraction(-MOST_SCORE) if column.least is None else column.least
    high = Fraction(MOST_SCORE) if column.most is None else column.most
    if not low <= value <= high:
        raise ImpossiblePoints(Notice("declared-column", seat=seat, name=name, value=value, least=low, most=high))
    if (value / column.step).denominator == 1:
        return
    if column.step == 1:
        raise ImpossiblePoints(Notice("declared-column-whole", seat=seat, name=name, value=value))
    raise ImpossiblePoints(Notice("declared-column-step", seat=seat, name=name, value=value, step=column.step))
