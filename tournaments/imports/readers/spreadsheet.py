"""Bytes of a file to sheets of numbered lines: any of the forms, encodings and separators that clubs use."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from games.core.notices import Notice
from tournaments.imports.readers import ods, xlsx
from tournaments.imports.readers.files import ZIP, kind_of
from tournaments.imports.readers.lines import MAX_BYTES, MAX_COLUMNS, MAX_LINES, Book, Grid, Line, Unreadable, short
from tournaments.imports.readers.ods import read_ods
from tournaments.imports.readers.xlsx import read_xls, read_xlsx

SEPARATORS = "\t;|,"
SAMPLE = 60
ABOVE_SHOWN = 10
ENCODINGS = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman", "cp850": "DOS (CP850)"}
"""What a text may be written in that is no UTF, the likeliest first."""


def read_book(content: bytes) -> Book:
    """Read the sheets of a file; a text is one sheet without a name. Raises Unreadable."""
    if len(content) > MAX_BYTES:
        raise Unreadable(Notice("list-large"))
    match kind_of(content):
        case "xlsx":
            return read_xlsx(content)
        case "ods":
            return read_ods(content)
        case "xls":
            return read_xls(content)
    text, remarks = decode(content)
    grid, more = read_text_lines(text)
    return Book((grid,), (*remarks, *more))


def of_sheet(grid: Grid, grids: Sequence[Grid]) -> list[Notice]:
    """Return the remarks on the sheet that was read, one of those that hold anything."""
    remarks = [Notice("list-sheet", sheet=grid.name)] if len(grids) > 1 else []
    remarks += [Notice("list-sheet-hidden", sheet=grid.name)] if grid.hidden else []
    return remarks + grid.remarks


def above(lines: Sequence[Line]) -> list[Notice]:
    """Return the remarks on the lines above a heading."""
    return [
        Notice("list-above", line=line.number, text=short(" ".join(filter(None, line.cells)), 80))
        for line in lines[:ABOVE_SHOWN]
    ]


def whole(grid: Grid) -> Grid:
    """Return a sheet that was read to its end. Raises Unreadable for another."""
    if grid.cut:
        raise Unreadable(Notice("list-many-lines", lines=MAX_LINES))
    return grid


def about_lines(content: bytes) -> int:
    """Estimate how many lines a file has, without reading it."""
    if content.startswith(ZIP):
        return max(xlsx.count_rows(content), ods.count_rows(content))
    return max(content.count(b"\n"), content.count(b"\r"))


def read_text_lines(text: str) -> tuple[Grid, list[Notice]]:
    """Read the lines of a text that hold anything, with remarks on how. Raises Unreadable."""
    if "\0" in text:
        raise Unreadable(Notice("list-not-text"))
    between = separator(text)
    with suppress(csv.Error):
        return _parse(text, between), []
    try:
        # a mark that is never closed would swallow the rest of the list: marks are letters here
        return _parse(text, between, quoted=False), [Notice("list-quotes")]
    except csv.Error:
        raise Unreadable(Notice("list-long-cell", letters=csv.field_size_limit())) from None


def _parse(text: str, between: str, *, quoted: bool = True) -> Grid:
    lines: list[Line] = []
    # a character that no list holds: the line is one cell
    delimiter = between or "\x1f"
    quoting = csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting, strict=quoted)
    before, wide = 0, False
    for row in reader:
        number, before = before + 1, reader.line_num
        wide = wide or any(map(str.strip, row[MAX_COLUMNS:]))
        cells = tuple(" ".join(cell.split()) for cell in row[:MAX_COLUMNS])
        if not quoted:
            cells = tuple(cell.strip('" ') for cell in cells)
        if any(cells):
            if len(lines) == MAX_LINES:
                return Grid("", tuple(lines), cut=True, wide=wide)
            lines.append(Line(number, cells))
    return Grid("", tuple(lines), wide=wide)


def decode(content: bytes) -> tuple[str, list[Notice]]:
    """Decode UTF-8 and UTF-16, with or without a byte order mark, else guess; with remarks on the guess."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _utf_16(content, "utf-16"), []
    start = content[:2000]
    if len(start) > 3 and b"\0" in start:
        low, high = start[::2].count(0), start[1::2].count(0)
        if max(low, high) > len(start) // 4 and min(low, high) * 4 < max(low, high):
            return _utf_16(content, "utf-16-be" if low > high else "utf-16-le"), []
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _guessed(content)
    mended = _decoded_twice(text)
    return (mended, [Notice("list-mojibake")]) if mended else (text, [])


def _utf_16(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise Unreadable(Notice("list-utf-16")) from None


def _guessed(content: bytes) -> tuple[str, list[Notice]]:
    """Take the encoding whose letters look most like words: a capital or a sign within a word is unlikely."""
    texts = {}
    for encoding in ENCODINGS:
        try:
            texts[encoding] = content.decode(encoding)
        except UnicodeDecodeError:
            continue
    best = min(texts, key=lambda encoding: _oddness(texts[encoding]))
    return texts[best], [Notice("list-encoding", encoding=ENCODINGS[best])]


def _oddness(text: str) -> int:
    odd = 0
    for at, character in enumerate(text):
        if character < "\x80":
            continue
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if not character.isalpha():
            # signs such as quotation marks stand at the edge of words, except for an apostrophe
            odd += (
                2 if before.isalpha() and after.isalpha() and character not in "’‘" else character not in "’‘“”–—…·•€"
            )
        elif character.isupper() and before.isalpha() and before.islower():
            odd += 2
        elif character.islower() and before.isupper() and after.isupper():
            odd += 1
        elif character in "ªºµƒıˆ˜ˇ":
            odd += 2
    return odd


def _decoded_twice(text: str) -> str | None:
    """Return what a text was before UTF-8 was read as Windows-1252 and saved; None where it was not."""
    if not any(mark in text for mark in ("Ã", "Â", "â€")):
        return None
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return None


def separator(text: str) -> str:
    """Return the separator that divides most lines, and those into equally many cells; none where few are divided.

    One that divides all lines alike, the heading too, comes before one that divides some into more.
    """
    return _separator(text, csv.QUOTE_MINIMAL) or _separator(text, csv.QUOTE_NONE)


def _separator(text: str, quoting: Literal[0, 3]) -> str:
    best, most = "", (False, 0.0)
    for candidate in SEPARATORS:
        try:
            reader = csv.reader(
                io.StringIO(text, newline=""), delimiter=candidate, quoting=quoting, strict=quoting == csv.QUOTE_MINIMAL
            )
            rows = [row for row, _line in zip(reader, range(SAMPLE), strict=False) if len(row) > 1 or any(row)]
        except csv.Error:
            continue
        divided = [len(row) for row in rows if len(row) > 1]
        if not divided or len(divided) * 2 < len(rows):
            continue
        alike = Counter(divided).most_common(1)[0][1]
        score = alike == len(rows), (alike / len(rows)) * (sum(divided) / len(divided))
        if score > most:
            best, most = candidate, score
    return best
