"""From parts to values: cuts, with the exception for voluntary unplayed rounds, sums and means, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from scoring.core.codes import Code
from scoring.core.history import History
from scoring.core.registry import Ending, Part, TieBreak


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


def cut_share(parts: Sequence[Part], low: int, high: int, rounds: int) -> tuple[list[Part], list[Part]]:
    """Return the parts that stay and those cut: with n rounds each ``low`` takes the lowest nth, ``high`` the highest.

    So a cut takes as much from whoever met two opponents a round as from whoever met four. A part on the border is
    split; amounts are multiples of the rounds. At tables of two without byes it is what `cut` makes of it.
    """
    kept: list[Part] = []
    gone: list[Part] = []
    lowest, highest = low * len(parts), (rounds - high) * len(parts)
    for index, part in enumerate(sorted(parts, key=_significance)):
        stays = max(0, min((index + 1) * rounds, highest) - max(index * rounds, lowest))
        for count, place in ((stays, kept), (rounds - stays, gone)):
            if count:
                place.append(part._replace(amount=part.amount * count // rounds, times=Fraction(count, rounds)))
    return sorted(kept, key=_round), sorted(gone, key=_round)


def _round(part: Part) -> int:
    return part.round


def _significance(part: Part) -> tuple[int, int]:
    return part.weight, part.amount


def _amount(part: Part) -> tuple[int, int]:
    return part.amount, part.weight


def parts_of(entry: TieBreak, code: Code, history: History, player: int) -> tuple[Sequence[Part], Sequence[Part]]:
    """Return the parts of a participant's value: those that count, and those cut."""
    assert entry.parts is not None  # ranked among the tied: scoring.standings asks its ranking instead
    parts = entry.parts(history, player, code)
    if code.cut_low or code.cut_high:
        if entry.cuts_share:
            return cut_share(parts, code.cut_low, code.cut_high, history.rounds)
        return cut(parts, code.cut_low, code.cut_high)
    return parts, ()


def value_of(entry: TieBreak, parts: Sequence[Part], unit: int) -> Fraction:
    """Return the exact value that parts make; 0 where there are none."""
    return _ended(entry, sum([part.amount for part in parts]), sum([part.times for part in parts]), unit)


def _ended(entry: TieBreak, total: int, count: int | Fraction, unit: int) -> Fraction:
    if entry.ending is Ending.SUM or not count:
        return Fraction(total, unit)
    mean = Fraction(total, unit) / count
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
    values = {player: _ended(entry, total, count, unit) for player, (total, count) in totals.items()}
    common = lcm(*{value.denominator for value in values.values()})
    return {player: int(value * common) for player, value in values.items()}, common


def _total(entry: TieBreak, code: Code, history: History, player: int) -> tuple[int, int | Fraction]:
    """Return the sum of the parts that count, and their number."""
    quick = entry.quick(history, player, code) if entry.quick is not None else None
    if quick is not None:
        return quick
    parts = parts_of(entry, code, history, player)[0]
    return sum([part.amount for part in parts]), sum([part.times for part in parts])
