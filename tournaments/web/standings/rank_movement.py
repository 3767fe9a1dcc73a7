"""The movement of ranks, as a picture and as the table that shows the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.selectors.standings.rank_movement import Moved, Step
from tournaments.sentences.points import readable
from tournaments.web.seats import Link
from tournaments.web.standings import charts

TOPS = (8, 16, 32)
FEW = 16
"""The most players of whom everybody's line is drawn in full."""
ALL = 200
"""The most players of whom the whole field is drawn, the first ones in full and the others in grey."""
AROUND = 4
MOST_ROUNDS = 60
"""The newest rounds only, where there are more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The lines that are drawn: ``numbers`` in full, by rank, and the ``others`` in grey.

    Ranks from ``low`` to ``high`` have rows. ``kind``: ``all``, ``field``, ``top`` or ``around``.
    """

    kind: str
    numbers: tuple[int, ...]
    low: int
    high: int
    others: tuple[int, ...] = ()


def choose(movement: Moved, top: int | None, number: int | None) -> Choice:
    """Choose the lines: around a player, the first ``top``, or as many as an event of this size can show readably."""
    order = sorted(movement.ranks, key=lambda who: (movement.last(who), who))
    if number is not None:
        at = order.index(number)
        near = order[max(0, at - AROUND) : at + AROUND + 1]
        ranks = [rank for who in near for rank in movement.ranks[who][-MOST_ROUNDS:] if rank is not None]
        low, high = (min(ranks), max(ranks)) if ranks else (1, 1)
        return Choice("around", (number, *(who for who in near if who != number)), low, high)
    everybody = len(order)
    if top is None and everybody <= FEW:
        return Choice("all", tuple(order), 1, max(1, everybody))
    if top is None and everybody <= ALL:
        return Choice("field", tuple(order[: charts.LOOKS]), 1, everybody, tuple(order[charts.LOOKS :]))
    size = min(top or FEW, everybody)
    return Choice("top", tuple(order[:size]), 1, max(1, size))


def picture(movement: Moved, choice: Choice, names: Mapping[int, str]) -> SafeString:
    """Draw the lines; the line of the player around whom it is drawn is the first look, the strongest."""
    at = slice(-MOST_ROUNDS, None)
    lines = [
        charts.Line(names.get(who, f"#{who}"), movement.ranks[who][at], look, look == 0 and choice.kind == "around")
        for look, who in enumerate(choice.numbers)
    ]
    lines += [charts.Line("", movement.ranks[who][at]) for who in choice.others]
    columns = [_("R%(number)d") % {"number": number} for number in movement.rounds[at]]
    title = _("Ranks after each round; the table below shows the same.")
    return charts.bump(columns, lines, choice.low, choice.high, title)


@dataclass(frozen=True, slots=True)
class MovedRow:
    """A player's ranks; ``up`` counts the ranks gained in the last round, less than 0 for ranks lost."""

    player: SafeString
    rank: int | None
    ranks: tuple[int | None, ...]
    up: int

    @property
    def down(self) -> int:
        return -self.up


def rows(movement: Moved, numbers: Iterable[int], link: Link) -> list[MovedRow]:
    """Return the ranks of these players, in their order now."""
    in_order = sorted(numbers, key=lambda number: (movement.last(number), number))
    return [_row(movement.ranks[number][-MOST_ROUNDS:], link(number)) for number in in_order]


def columns(movement: Moved) -> list[int]:
    """Return the rounds that have a column."""
    return list(movement.rounds[-MOST_ROUNDS:])


def _row(ranks: tuple[int | None, ...], player: SafeString) -> MovedRow:
    before, now = ranks[-2] if len(ranks) > 1 else None, ranks[-1]
    return MovedRow(player, now, ranks, before - now if before is not None and now is not None else 0)


def running(steps: Sequence[Step]) -> SafeString:
    """Draw one player's rank after each round; nothing for a single round."""
    newest = steps[-MOST_ROUNDS:]
    if len(newest) < 2:
        return SafeString()
    columns = [_("R%(number)d") % {"number": step.round} for step in newest]
    title = _("Rank after each round; the table of rounds shows the same.")
    return charts.ranks(columns, [step.rank for step in newest], title)


def after(number: int, steps: Sequence[Step]) -> str:
    """Return a player's rank and points after a round, in a few words; empty where there are no standings."""
    for step in steps:
        if step.round == number:
            return _("rank %(rank)d, points %(points)s") % {
                "rank": step.rank,
                "points": readable(step.points),
            }
    return ""
