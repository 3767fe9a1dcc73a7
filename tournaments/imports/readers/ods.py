"""The sheets of an OpenDocument file (ODS) as lines of cells, without trusting the file.

The format (OASIS OpenDocument 1.3, part 3, 9.1) says once what stands in many cells or rows, so that a file of a few
kilobytes may mean a billion cells: what is repeated beyond a list's size is not read. defusedxml refuses entities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse

from games.core.notices import Notice
from tournaments.imports.readers.files import damaged, locked, opened_safely
from tournaments.imports.readers.lines import (
    LONGEST_CELL,
    MAX_COLUMNS,
    MAX_LINES,
    MAX_SHEETS,
    Book,
    Grid,
    Merge,
    Unreadable,
    grid_of,
)

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"


def read_ods(content: bytes) -> Book:
    """Read the sheets with the lines that hold anything, numbered as the sheet numbers them. Raises Unreadable."""
    try:
        with opened_safely(content) as archive:
            if b"encryption-data" in archive.read("META-INF/manifest.xml"):
                raise locked()
            with archive.open("content.xml") as part:
                grids = list(_sheets(part))
    except Unreadable:
        raise
    except Exception as error:  # what can be wrong in a stranger's archive has no end
        raise damaged() from error
    if not grids:
        raise Unreadable(Notice("list-no-sheet"))
    return Book.of_sheets(grids[:MAX_SHEETS], len(grids))


def count_rows(content: bytes) -> int:
    """Return how many rows the sheets have, counted and not read; 0 for what cannot be read."""
    try:
        with opened_safely(content) as archive:
            return archive.read("content.xml").count(b"<table:table-row")
    except Exception:  # it is said when it is read
        return 0


def _sheets(part: Any) -> Iterator[Grid]:
    hidden_styles: set[str] = set()
    rows: list[tuple[int, Sequence[str]]] = []
    merged: list[Merge] = []
    hidden_rows: set[int] = set()
    wide = False
    number = sheets = 0
    for _event, element in iterparse(part, events=("end",), forbid_dtd=True):
        if element.tag == f"{_STYLE}style":
            if any(inner.get(f"{_TABLE}display") == "false" for inner in element.iter(f"{_STYLE}table-properties")):
                hidden_styles.add(element.get(f"{_STYLE}name", ""))
        elif element.tag == f"{_TABLE}table-row":
            times = _count(element, "number-rows-repeated")
            cells, beyond = _cells(element, number + 1, merged)
            wide = wide or beyond
            if any(cells) and sheets < MAX_SHEETS:
                if element.get(f"{_TABLE}visibility", "visible") != "visible":
                    hidden_rows |= set(range(number + 1, number + 1 + min(times, MAX_LINES)))
                # of a row that is said to stand there a million times, a list's length is read
                rows += [(number + 1 + again, cells) for again in range(min(times, MAX_LINES + 1 - len(rows)))]
            number += times
            element.clear()
        elif element.tag == f"{_TABLE}table":
            hidden = element.get(f"{_TABLE}style-name") in hidden_styles
            name = element.get(f"{_TABLE}name", "")
            yield grid_of(name, rows, hidden=hidden, merged=merged, hidden_rows=hidden_rows, wide=wide)
            rows, merged, hidden_rows, wide, number, sheets = [], [], set(), False, 0, sheets + 1
            element.clear()


def _cells(row: Element, number: int, merged: list[Merge]) -> tuple[list[str], bool]:
    """Return the texts of a row, and whether there are more to the right of what is read."""
    cells: list[str] = []
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        room = MAX_COLUMNS - len(cells)
        if room <= 0:
            if _text(cell):
                return cells, True
            continue
        down, across = _count(cell, "number-rows-spanned"), _count(cell, "number-columns-spanned")
        if down > 1 or across > 1:
            merged.append((number, number + down - 1, len(cells), len(cells) + across - 1))
        times, text = _count(cell, "number-columns-repeated"), _text(cell)
        cells += [text] * min(times, room)
        if times > room and text:
            return cells, True
    return cells, False


def _count(element: Element, name: str) -> int:
    text = element.get(f"{_TABLE}{name}", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 and int(text) else 1


def _text(cell: Element) -> str:
    """Return a cell as it would stand in a CSV file: a number as it is and not as it is shown."""
    match cell.get(f"{_OFFICE}value-type"):
        case "float" | "percentage" | "currency":
            value = cell.get(f"{_OFFICE}value", "")
            return value[:-2] if value.endswith(".0") else value
        case "date":
            return cell.get(f"{_OFFICE}date-value", "").replace("T", " ").removesuffix(" 00:00:00")
        case "boolean":
            return cell.get(f"{_OFFICE}boolean-value", "").upper()
    # a paragraph of the cell itself; one further down belongs to a comment
    text = " ".join("".join(_pieces(paragraph)) for paragraph in cell.findall(f"{_TEXT}p"))
    return " ".join(text[:LONGEST_CELL].split())


def _pieces(element: Element) -> Iterator[str]:
    yield element.text or ""
    for inner in element:
        if inner.tag in (f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"):
            yield " "
        elif not inner.tag.startswith(_OFFICE):
            yield from _pieces(inner)
        yield inner.tail or ""
