"""From parts to values: cuts, with the exception for voluntary unplayed rounds, sums and means, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from scoring.codes import Code
from scoring.history import History
from scoring.registry import Ending, Part, TieBreak


def cut(parts: Sequence[Part], low: int, high: int) -> tuple[list[Part], list[Part]]:
    """Return the parts that stay and those cut: the least significant, then the most (C.07, 14.1–14.4).

    Where a voluntary unplayed round gives not less than the least significant value, the lowest of such goes
    instead (16.5); again for each further cut.
    """
    kept, gone = list(parts), []
    for _ in range(min(low, len(kept))):
        least = min(kept, key=_significance)
        voluntary = min((part for part in kept if part.voluntary), key=_amount, default=None)
        if voluntary is not None and voluntary.amount >= least.amount:
            least = voluntary
        kept.remove(least)
        gone.append(least)
    for _ in range(min(high, len(kept))):
        most = max(kept, key=_significance)
        kept.remove(most)
        gone.append(most)
    return kept, gone


def _significance(part: Part) -> tuple[int, int]:
    return part.weight, part.amount


def _amount(part: Part) -> tuple[int, int]:
    return part.amount, part.weight


def parts_of(entry: TieBreak, code: Code, history: History, player: int) -> tuple[Sequence[Part], Sequence[Part]]:
    """Return the parts of a participant's value: those that count, and those cut."""
    assert entry.parts is not None  # ranked among the tied: scoring.standings asks its ranking instead
    parts = entry.parts(history, player, code)
    if code.cut_low or code.cut_high:
        return cut(parts, code.cut_low, code.cut_high)
    return parts, ()


def value_of(entry: TieBreak, parts: Sequence[Part], unit: int) -> Fraction:
    """Return the exact value that parts make; 0 where there are none."""
    return _ended(entry, sum([part.amount for part in parts]), len(parts), unit)


def _ended(entry: TieBreak, total: int, count: int, unit: int) -> Fraction:
    if entry.ending is Ending.SUM or not count:
        return Fraction(total, unit)
    mean = Fraction(total, unit * count)
    return mean if entry.ending is Ending.MEAN else Fraction(half_up(mean))


def half_up(value: Fraction) -> int:
    """Round to the nearest whole number, one half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def column(entry: TieBreak, code: Code, history: History) -> tuple[dict[int, int], int]:
    """Return the value of every participant as whole numbers, and what one whole point is among them."""
    unit = entry.unit(history, code)
    totals = {player: _total(entry, code, history, player) for player in history.participants}
    if entry.ending is Ending.SUM:
        return {player: total for player, (total, _) in totals.items()}, unit
    if entry.ending is Ending.WHOLE_MEAN:
        return {
            player: (2 * total + count * unit) // (2 * count * unit) if count else 0
            for player, (total, count) in totals.items()
        }, 1
    common = lcm(*{count for _, count in totals.values() if count})
    return {player: total * common // count if count else 0 for player, (total, count) in totals.items()}, unit * common


def _total(entry: TieBreak, code: Code, history: History, player: int) -> tuple[int, int]:
    """Return the sum of the parts that count, and their number."""
    quick = entry.quick(history, player, code) if entry.quick is not None else None
    if quick is not None:
        return quick
    parts = parts_of(entry, code, history, player)[0]
    return sum([part[0] for part in parts]), len(parts)
