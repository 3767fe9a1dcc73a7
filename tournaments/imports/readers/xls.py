"""The sheets of an old Excel file (XLS) as lines of cells, without trusting the file.

xlrd keeps what a cell holds and calculates nothing, knows no macros, and takes no more room than the cells that the
file really has. Whatever it stumbles over is answered by one sentence.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.imports.readers.files import damaged, locked
from tournaments.imports.readers.lines import MAX_COLUMNS, MAX_SHEETS, Book, Unreadable, grid_of
from tournaments.imports.readers.xlsx import text_of


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
            rows, hidden = _rows(book, sheet), bool(sheet.visibility)
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


def _rows(book: Any, sheet: Any) -> Iterator[tuple[int, Sequence[str]]]:
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
