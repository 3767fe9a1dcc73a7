"""Columns that know how their values are written on paper and in a spreadsheet: whoever writes them knows no noun."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from tournaments.imports.writing import Value
from tournaments.printing import press
from tournaments.sentences.points import in_column

Row = TypeVar("Row")
LEFT, RIGHT, WIDE = press.Column(""), press.Column("", "right"), press.Column("", give=True)
NAME, TOTAL = press.Column("", give=True, bold=True), press.Column("", "right", bold=True)


class SoFar(int):
    """A number that is not settled: in brackets on paper, as any other in a sheet."""

    def __str__(self) -> str:
        return f"({int(self)})"


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column of such rows. Without a ``title`` it is not on paper; in a sheet ``head`` stands over it, where that is
    not the same.

    ``points``: a value is the text of an exact number (``31/2``), written with these ``decimals`` (`in_column`).
    ``note`` stands in brackets behind the value, on paper only.
    """

    title: str
    value: Callable[[Row], Any]
    look: press.Column = LEFT
    head: str = ""
    points: bool = False
    decimals: bool | None = None
    note: Callable[[Row], str] | None = None

    def written(self, row: Row) -> str:
        """Return a row's value as it is read on paper."""
        value, note = self.value(row), self.note(row) if self.note else ""
        text = "".join(in_column(value, self.decimals)) if self.points else "" if value is None else str(value)
        return f"{text} ({note})" if note else text

    def cell(self, row: Row) -> Value:
        """Return a row's value for a sheet. What is no number among points is a sign, and stays as it is."""
        value: Value = self.value(row)
        if isinstance(value, SoFar):
            return int(value)
        try:
            return (Fraction(value) if value else None) if self.points else value
        except (ValueError, ZeroDivisionError):
            return value


def on_paper(columns: Iterable[Column[Row]], rows: Iterable[Row]) -> tuple[list[press.Column], list[list[str]]]:
    shown = [column for column in columns if column.title]
    heads = [replace(column.look, title=column.title) for column in shown]
    return heads, [[column.written(row) for column in shown] for row in rows]


def in_sheet(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> tuple[list[str], list[list[Value]]]:
    heads = [column.head or column.title for column in columns]
    return heads, [[column.cell(row) for column in columns] for row in rows]
