"""The order in which slips stand on sheets, so that a stack that is cut is sorted."""

from __future__ import annotations


def cut_order(count: int, places: int) -> list[list[int | None]]:
    """Return for each sheet, from the top of the stack, the number of the item at each of its ``places``, from above;
    None for an empty place.

    The stack is cut through into as many piles as there are places. Each pile is a run of the order, so the piles laid
    one on another, the uppermost first, are sorted.

    >>> cut_order(7, 3)
    [[0, 3, 6], [1, 4, None], [2, 5, None]]
    """
    sheets = -(-count // places)
    return [
        [at if (at := place * sheets + sheet) < count else None for place in range(places)] for sheet in range(sheets)
    ]
