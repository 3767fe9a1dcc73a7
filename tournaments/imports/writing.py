"""Rows of values as CSV or Excel files: no cell is ever calculated, and what is written can be read again."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from tournaments.imports.readers.lines import quoted

Value = str | int | Fraction | None

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TYPES = {"csv": CSV, "xlsx": XLSX}
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet's title, its heading, and its rows. Exact points are ``Fraction``.

    ``notes`` are for people: an Excel file has them on a second sheet, CSV has no place for them. ``provisional``: the
    name of the file says so. ``fractions``: a spreadsheet gets thirds as numbers, too, that are shown as fractions;
    nobody reads them again.
    """

    title: str
    heading: Sequence[str]
    rows: Sequence[Sequence[Value]]
    notes: Sequence[Sequence[str]] = ()
    provisional: bool = False
    fractions: bool = False


def write(sheet: Sheet, form: str, language: str) -> bytes:
    """Return the file of a sheet as ``csv`` or ``xlsx``, with the signs that spreadsheets of a ``language`` expect."""
    return write_xlsx(sheet) if form == "xlsx" else write_csv(sheet, language)


def write_csv(sheet: Sheet, language: str) -> bytes:
    """Write UTF-8 with a byte order mark (Excel needs it); decimal commas and semicolons except in English."""
    point = "." if language == "en" else ","
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="," if point == "." else ";", lineterminator="\r\n")
    for row in ([*sheet.heading], *sheet.rows):
        writer.writerow([_text(value, point) for value in row])
    return out.getvalue().encode("utf-8-sig")


def write_xlsx(sheet: Sheet) -> bytes:
    """Write a sheet with a bold heading that stays in sight, and its notes on a second one. Numbers are numbers where a
    sheet can hold them exactly."""
    from openpyxl import Workbook  # loaded here, as in xlsx.py
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    page = book.create_sheet(_title(sheet.title))
    page.freeze_panes = "A2"
    for at, heading in enumerate(sheet.heading):
        widest = max((len(_text(row[at], ".")) for row in sheet.rows[:500] if at < len(row)), default=0)
        page.column_dimensions[get_column_letter(at + 1)].width = min(50, max(len(heading), widest) + 2)

    def _fraction(value: Value) -> Any:
        """Write a number that no decimals say exactly as a fraction."""
        if not isinstance(value, Fraction) or _is_decimal(value):
            return _value(value)
        cell = WriteOnlyCell(page, value=float(value))
        cell.number_format = "# ??/??"
        return cell

    heads = []
    for heading in sheet.heading:
        cell = WriteOnlyCell(page, value=_text(heading, "."))
        cell.font = Font(bold=True)
        heads.append(cell)
    page.append(heads)
    for row in sheet.rows:
        page.append([_fraction(value) if sheet.fractions else _value(value) for value in row])
    if sheet.notes:
        beside = book.create_sheet(_title(gettext("Remarks")))
        for note in [[sheet.title], *sheet.notes]:
            beside.append([_value(value) for value in note])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _title(text: str) -> str:
    """Return a sheet's name: at most 31 characters, without those that Excel keeps to itself."""
    return re.sub(r"[\\/*?:\[\]\x00-\x1f]", " ", text).strip(" '")[:31] or "Viertal"


def _value(value: Value) -> str | int | float | None:
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return value.numerator
        if _is_decimal(value):
            return float(value)
    if isinstance(value, int):
        return value
    return _text(value, ".") or None


def _text(value: Value, point: str) -> str:
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return _number(value, point)
    if isinstance(value, int):
        return _number(Fraction(value), point)
    return quoted(_UNWRITABLE.sub("\ufffd", value))


def _number(value: Fraction, point: str) -> str:
    """Write a number as spreadsheets read numbers, not dates: ``4``, ``3.5``, ``4 2/3``. Below zero with a true minus,
    because a cell that begins with a hyphen is the beginning of a formula."""
    sign, value = ("−" if value < 0 else ""), abs(value)
    whole, rest = divmod(value, 1)
    if not rest:
        return f"{sign}{whole}"
    if _is_decimal(value):
        return f"{sign}{float(value):.3f}".rstrip("0").replace(".", point)
    return f"{sign}{whole} {rest}"


def _is_decimal(value: Fraction) -> bool:
    """Return whether three decimals say it exactly."""
    return 1000 % value.denominator == 0


def rows_of(*parts: Iterable[Value]) -> list[Value]:
    """Join several parts into one row."""
    return [value for part in parts for value in part]
