"""The cells of a table of numbers: each column is written in one style."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tournaments.sentences.points import column_decimals
from tournaments.web.seats import points


class Cells(dict[str | None, str]):
    """The table cell of each number, made when it is first asked for: a long table repeats few numbers. ``decimals``
    as `points` has it."""

    def __init__(self, decimals: bool | None = None) -> None:
        super().__init__()
        self.decimals = decimals

    def __missing__(self, number: str | None) -> str:
        cell = self[number] = f"<td>{points(number, self.decimals)}"
        return cell


def columns_of(
    codes: Sequence[str], lines: Iterable[Mapping[str, Any]]
) -> Callable[[Mapping[str, str]], Iterable[str]]:
    """Return a function that writes these tie-breaks of a line, in this order; ``lines`` are those of the table."""
    every = list(lines)
    cells = [Cells(column_decimals(line.get(code) for line in every)) for code in codes]
    return lambda values: (cell[values.get(code)] for code, cell in zip(codes, cells, strict=True))
