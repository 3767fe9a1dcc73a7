"""The sheets of an Excel file, as XLSX and as old XLS, as lines of cells, without trusting the file."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from itertools import islice
from typing import Any
from xml.sax.saxutils import unescape

from games.core.notices import Notice
from tournaments.imports.readers.files import damaged, locked, opened_safely
from tournaments.imports.readers.lines import (
    LONGEST_CELL,
    MAX_COLUMNS,
    MAX_SHEETS,
    Book,
    Grid,
    Merge,
    Unreadable,
    grid_of,
)

MAX_TEXTS = 100_000
MOST_SPECIAL = 5000
"""Merged ranges, or formulas without a value, of a sheet that are looked at."""
LAST_ROW = 1_048_576
_FORMULA = re.compile(
    rb'<(?:\w+:)?c r="([A-Z]{1,3})([0-9]{1,7})"[^>]{0,200}>\s*<(?:\w+:)?f[^>/]{0,200}>([^<]{1,200})</(?:\w+:)?f>\s*'
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_MERGE = re.compile(rb'<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3}[0-9]{1,7}:[A-Z]{1,3}[0-9]{1,7})"')
# attributes come in any order; a row that a filter hides bears the same one
_HIDDEN_ROW = re.compile(rb'<(?:\w+:)?row (?=[^>]{0,400}\bhidden="(?:1|true)")[^>]{0,400}?\br="([0-9]{1,7})"')
# a cell in column BM, the 65th, or to the right of it, that holds something
_BEYOND = re.compile(
    rb'<(?:\w+:)?c (?=[^>]{0,200}\br="(?:B[M-Z]|[C-Z][A-Z]|[A-Z]{3})[0-9]{1,7}")'
    rb"[^>]{0,200}[^/]>\s*<(?:\w+:)?(?:v|is|f)>"
)


def read_xlsx(content: bytes) -> Book:
    """Read the sheets with the lines that hold anything, numbered as the sheet numbers them. Raises Unreadable."""
    # Loaded here: with numpy it takes a quarter of a second, which every start of every process would wait for.
    from openpyxl import DEFUSEDXML, load_workbook

    if not DEFUSEDXML:
        raise ImportError("openpyxl must find defusedxml; it reads files that strangers send.")
    try:
        with opened_safely(content) as archive:
            _refuse_texts(archive)
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            try:
                if not book.worksheets:
                    raise Unreadable(Notice("list-no-sheet"))
                sheets = book.worksheets
                return Book.of_sheets([_grid(archive, sheet) for sheet in sheets[:MAX_SHEETS]], len(sheets))
            finally:
                book.close()
    except Unreadable:
        raise
    except Exception as error:  # what can be wrong in a stranger's archive has no end
        raise damaged() from error


def count_rows(content: bytes) -> int:
    """Return how many rows the sheets have, counted and not read; 0 for what cannot be read."""
    try:
        with opened_safely(content) as archive:
            sheets = [name for name in archive.namelist() if name.lower().startswith("xl/worksheets/")]
            return sum(archive.read(name).count(b"<row") for name in sheets)
    except Exception:  # it is said when it is read
        return 0


def _refuse_texts(archive: zipfile.ZipFile) -> None:
    for part in archive.infolist():
        if part.filename.lower().endswith("sharedstrings.xml"):
            texts = archive.read(part)
            if texts.count(b"<si") + texts.count(b":si") + texts.count(b"<r") > MAX_TEXTS:
                raise Unreadable(Notice("list-much-text"))


def _grid(archive: zipfile.ZipFile, sheet: Any) -> Grid:
    path = str(getattr(sheet, "_worksheet_path", "")).lstrip("/")
    part = archive.read(path) if path in archive.namelist() else b""
    rows = _rows(sheet, _uncalculated(part))
    return grid_of(
        sheet.title,
        rows,
        hidden=sheet.sheet_state != "visible",
        merged=_merged(part),
        hidden_rows=frozenset(int(match[1]) for match in _HIDDEN_ROW.finditer(part)),
        wide=_BEYOND.search(part) is not None,
    )


def _merged(part: bytes) -> list[Merge]:
    """Find the merged ranges of a sheet. openpyxl does not tell them while it reads a sheet line by line."""
    from openpyxl.utils import range_boundaries

    merges: list[Merge] = []
    for match in islice(_MERGE.finditer(part), MOST_SPECIAL):
        left, top, right, bottom = range_boundaries(match[1].decode())
        merges.append((top, bottom, left - 1, right - 1))
    return merges


def _uncalculated(part: bytes) -> dict[tuple[int, int], str]:
    """Find the formulas whose value the file does not hold. No cell is calculated, so they are shown as they are."""
    from openpyxl.utils import column_index_from_string

    formulas: dict[tuple[int, int], str] = {}
    for match in islice(_FORMULA.finditer(part), MOST_SPECIAL):
        column = column_index_from_string(match[1].decode()) - 1
        formulas[int(match[2]), column] = "=" + unescape(match[3].decode("utf-8", "replace"))
    return formulas


def _rows(sheet: Any, formulas: dict[tuple[int, int], str]) -> Iterator[tuple[int, Sequence[str]]]:
    blank = None
    lines = {number for number, _column in formulas}
    rows = sheet.iter_rows(min_row=1, max_row=LAST_ROW, max_col=MAX_COLUMNS, values_only=True)
    for number, row in enumerate(rows, 1):
        # a small file may say that a million rows lie between two: they are one and the same row here
        if number not in lines and (row is blank or row.count(None) == len(row)):
            blank = row
            continue
        texts = [text_of(value) for value in row]
        if number in lines:
            texts = [text or formulas.get((number, column), "") for column, text in enumerate(texts)]
        yield number, texts


def text_of(value: Any) -> str:
    """Return a cell as it would stand in a CSV file."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float():
            # a sheet knows no whole numbers; what is one is written as one
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime():
            return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
        case date():
            return value.isoformat()
    return " ".join(str(value)[:LONGEST_CELL].split())


def read_xls(content: bytes) -> Book:
    """Read the sheets with the lines that hold anything. Raises Unreadable."""
    # Loaded here, as openpyxl is: hardly anybody needs it.
    import xlrd

    try:
        book = xlrd.open_workbook(
            file_contents=content, logfile=io.StringIO(), on_demand=True, ragged_rows=True, formatting_info=True
        )
        grids = []
        for number in range(min(book.nsheets, MAX_SHEETS)):
            sheet = book.sheet_by_index(number)
            merged = [(top + 1, bottom, left, right - 1) for top, bottom, left, right in sheet.merged_cells]
            unseen = frozenset(row + 1 for row, info in sheet.rowinfo_map.items() if info.hidden)
            rows, hidden = _rows_of_xls(book, sheet), bool(sheet.visibility)
            wide = any(cell.value not in ("", None) for row in sheet.get_rows() for cell in row[MAX_COLUMNS:])
            grids.append(grid_of(sheet.name, rows, hidden=hidden, merged=merged, hidden_rows=unseen, wide=wide))
            book.unload_sheet(number)
    except Unreadable:
        raise
    except Exception as error:  # what can be wrong in a stranger's file has no end
        if "encrypted" in str(error).lower():
            raise locked() from error
        raise damaged() from error
    return Book.of_sheets(grids, book.nsheets)


def _rows_of_xls(book: Any, sheet: Any) -> Iterator[tuple[int, Sequence[str]]]:
    for number in range(sheet.nrows):
        yield number + 1, [_text(book, cell) for cell in sheet.row(number)[:MAX_COLUMNS]]


def _text(book: Any, cell: Any) -> str:
    import xlrd

    match cell.ctype:
        case xlrd.XL_CELL_DATE:
            try:
                return text_of(xlrd.xldate_as_datetime(cell.value, book.datemode))
            except (xlrd.xldate.XLDateError, OverflowError, ValueError):
                return text_of(cell.value)
        case xlrd.XL_CELL_BOOLEAN:
            return text_of(bool(cell.value))
        case xlrd.XL_CELL_ERROR:
            return str(xlrd.error_text_from_code.get(cell.value, "#"))
        case xlrd.XL_CELL_EMPTY | xlrd.XL_CELL_BLANK:
            return ""
    return text_of(cell.value)
