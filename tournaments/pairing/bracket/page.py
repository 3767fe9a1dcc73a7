"""The pages that a drawn bracket takes on a screen with room for so many lines: its round that is being played.

A round that fits stands on one page, with the one before it where there is room and with those that follow. A larger
one is parted between tables that lead to the same place, and each part stands beside where its winners go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.pairing.bracket.drawn import Box, Column, Drawing, Spot

COLUMNS = 4
"""As many columns as names can be read in, the winner's among them; of a round in several pages one less."""
Lines = Callable[[Spot, int], int]
"""How many lines, in half ones, the name at a place takes where so many columns stand beside each other."""


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A stretch of a drawing: ``columns`` from the one at ``first``, with ways that lead inside it. ``winner``: the
    winner stands behind them. ``number``: which of so many ``pages``."""

    first: int
    columns: tuple[Column, ...]
    winner: bool
    number: int = 1
    pages: int = 1


def here(columns: Sequence[Column]) -> int:
    """Return the place of the round that is played: the newest that is paired."""
    return max((at for at, column in enumerate(columns) if column.paired), default=0)


def whole_page(drawing: Drawing) -> BracketPage:
    """Return a drawing as one page."""
    return BracketPage(0, drawing.columns, drawing.has_winner)


def pages(drawing: Drawing, room: int, lines: Lines) -> list[BracketPage]:
    """Return a drawing in pages. ``room``: the half lines that a column has room for."""

    def highest(column: Column, beside: int) -> int:
        """Return the height of the highest box: all of a column are as high."""
        return max(sum(lines(spot, beside) for spot in box.spots) for box in column.boxes)

    def fits(column: Column) -> bool:
        return len(column.boxes) * highest(column, COLUMNS) <= room

    columns, at = drawing.columns, here(drawing.columns)
    if not fits(columns[at]):
        per_page = max(1, room // highest(columns[at], COLUMNS - 1))
        stretches = _stretches(columns[at].boxes, per_page)
        return [
            BracketPage(at, _from(columns[at : at + COLUMNS - 1], boxes), False, number, len(stretches))
            for number, boxes in enumerate(stretches, 1)
        ]
    # at the end there is nothing to come, so more of what led there is shown
    earliest = at - (COLUMNS - 2 if drawing.winners else 1)
    while at > max(0, earliest) and fits(columns[at - 1]):
        at -= 1
    shown = columns[at : at + COLUMNS]
    reaches_end = at + len(shown) == len(columns)
    winner = drawing.has_winner and reaches_end and len(shown) < COLUMNS
    return [BracketPage(at, shown, winner)]


def _stretches(boxes: Sequence[Box], most: int) -> list[tuple[Box, ...]]:
    """Return the boxes of a column in stretches of nearly the same length; what leads to one place stays together."""
    even = -(-len(boxes) // -(-len(boxes) // most))
    out: list[tuple[Box, ...]] = []
    for _next, together in groupby(boxes, key=lambda box: box.next):
        group = tuple(together)
        if out and len(out[-1]) + len(group) <= even:
            out[-1] += group
        else:
            out.append(group)
    return out


def _from(columns: Sequence[Column], boxes: tuple[Box, ...]) -> tuple[Column, ...]:
    """Return the columns with these boxes of the first one, and of the others those that they lead to."""
    out: list[Column] = []
    for column in columns:
        kept = sorted({place for box in boxes for place in box.next})
        at = {place: index for index, place in enumerate(kept)}
        out.append(
            replace(column, boxes=tuple(replace(box, next=tuple(at[place] for place in box.next)) for box in boxes))
        )
        boxes = tuple(_following(columns, column, kept))
        if not boxes:
            break
    last = out[-1]
    out[-1] = replace(last, boxes=tuple(replace(box, next=()) for box in last.boxes))
    return tuple(out)


def _following(columns: Sequence[Column], column: Column, kept: Sequence[int]) -> list[Box]:
    at = columns.index(column) + 1
    return [columns[at].boxes[place] for place in kept] if at < len(columns) else []
