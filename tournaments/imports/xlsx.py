"""The first sheet of an Excel file (XLSX) as lines of cells, without trusting the file.

The file is an archive that may swell a thousandfold when opened, and XML that may hold entities. So what it says to
hold is counted before anything is read, XML is read by defusedxml (openpyxl uses it where it is installed), and
whatever openpyxl stumbles over is answered by one sentence.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import gettext as _

from tournaments.imports.lines import MAX_LINES, Line, Unreadable

SIGNATURE = b"PK\x03\x04"
MAX_OPENED = 16 * 1024 * 1024
MAX_PARTS = 500
MAX_TEXTS = 100_000
MAX_COLUMNS = 64
LAST_ROW = 1_048_576


def read_xlsx(content: bytes) -> list[Line]:
    """Read the lines of the first sheet that hold anything, numbered as the sheet numbers them. Raises Unreadable."""
    # Loaded here: with numpy it takes a quarter of a second, which every start of every process would wait for.
    from openpyxl import DEFUSEDXML, load_workbook

    if not DEFUSEDXML:
        raise ImportError("openpyxl must find defusedxml; it reads files that strangers send.")
    try:
        _refuse_bombs(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        try:
            if not book.worksheets:
                raise Unreadable(_("The file has no sheet with cells."))
            return list(_lines(book.worksheets[0]))
        finally:
            book.close()
    except Unreadable:
        raise
    except Exception as error:  # what can be wrong in a stranger's archive has no end
        raise Unreadable(
            _("The file cannot be read as a spreadsheet (XLSX). Save the sheet again, as XLSX or as CSV.")
        ) from error


def count_rows(content: bytes) -> int:
    """Return how many rows the sheets have, counted and not read; 0 for what cannot be read."""
    try:
        _refuse_bombs(content)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            sheets = [name for name in archive.namelist() if name.lower().startswith("xl/worksheets/")]
            return sum(archive.read(name).count(b"<row") for name in sheets)
    except Exception:  # it is said when it is read
        return 0


def _refuse_bombs(content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        # an entry's bytes end where its stated size ends, so a stated size cannot be too small
        opened = sum(part.file_size for part in parts if part.filename.lower().endswith((".xml", ".rels")))
        if len(parts) > MAX_PARTS or opened > MAX_OPENED:
            raise Unreadable(
                _("Unpacked, the file is much larger than a list should be. Copy only the list into a new sheet.")
            )
        for part in parts:
            if part.filename.lower().endswith("sharedstrings.xml"):
                texts = archive.read(part)
                if texts.count(b"<si") + texts.count(b":si") + texts.count(b"<r") > MAX_TEXTS:
                    raise Unreadable(
                        _("The file has more text than a list should have. Copy only the list into a new sheet.")
                    )


def _lines(sheet: Any) -> Iterator[Line]:
    count, blank = 0, None
    rows = sheet.iter_rows(min_row=1, max_row=LAST_ROW, max_col=MAX_COLUMNS, values_only=True)
    for number, row in enumerate(rows, 1):
        # a small file may say that a million rows lie between two: they are one and the same row here
        if row is blank or row.count(None) == len(row):
            blank = row
            continue
        cells = tuple(_text(value) for value in row)
        while cells and not cells[-1]:
            cells = cells[:-1]
        if not cells:
            continue
        count += 1
        if count > MAX_LINES:
            raise Unreadable(_("The file has more than %(lines)d lines.") % {"lines": MAX_LINES})
        yield Line(number, cells)


def _text(value: Any) -> str:
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
    return " ".join(str(value).split())
