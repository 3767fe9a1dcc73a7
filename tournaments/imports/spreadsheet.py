"""Bytes of a file to numbered lines of cells: any of the encodings and separators that clubs use, or Excel's."""

from __future__ import annotations

import csv
import io

from django.utils.translation import gettext as _

from tournaments.imports.lines import MAX_BYTES, MAX_LINES, Line, Unreadable
from tournaments.imports.xlsx import SIGNATURE, count_rows, read_xlsx

SEPARATORS = ";,\t"


def read_sheet(content: bytes) -> list[Line]:
    """Read the lines of a CSV file or of an Excel file's first sheet. Raises Unreadable."""
    if len(content) > MAX_BYTES:
        raise Unreadable(_("The file is larger than 2 MiB; a list of players is much smaller."))
    return read_xlsx(content) if content.startswith(SIGNATURE) else read_csv(content)


def about_lines(content: bytes) -> int:
    """Estimate how many lines a file has, without reading it."""
    if content.startswith(SIGNATURE):
        return count_rows(content)
    return max(content.count(b"\n"), content.count(b"\r"))


def read_csv(content: bytes) -> list[Line]:
    """Read the lines that hold anything. Raises Unreadable."""
    text = decode(content)
    if "\0" in text:
        raise Unreadable(_("This is not a text file. Save the sheet as CSV and choose that file."))
    lines: list[Line] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator(text), strict=True)
    before = 0
    try:
        for row in reader:
            number, before = before + 1, reader.line_num
            cells = tuple(" ".join(cell.split()) for cell in row)
            if any(cells):
                lines.append(Line(number, cells))
            if len(lines) > MAX_LINES:
                raise Unreadable(_("The file has more than %(lines)d lines.") % {"lines": MAX_LINES})
    except csv.Error as error:
        raise Unreadable(
            _("Line %(line)d: a quotation mark is not closed, or is in the wrong place (%(why)s).")
            % {"line": before + 1, "why": error}
        ) from None
    return lines


def decode(content: bytes) -> str:
    """Decode UTF-8 with or without byte order mark, UTF-16 with one, else Windows-1252. Raises Unreadable."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            raise Unreadable(_("The file looks like UTF-16 but is not. Save it as CSV UTF-8.")) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        # five bytes mean nothing in Windows-1252; a file with them is no text in it either
        try:
            return content.decode("cp1252")
        except UnicodeDecodeError:
            raise Unreadable(
                _("The file's characters cannot be read. Save it as “CSV UTF-8” and choose it again.")
            ) from None


def separator(text: str) -> str:
    """Return the separator that the first line with one has most often, outside quotation marks.

    A mark opens a quotation only where a cell begins; within one a line may end.
    """
    quoted, begins, counts = False, True, dict.fromkeys(SEPARATORS, 0)
    for character in text:
        if quoted:
            quoted = character != '"'
        elif character in "\r\n":
            if any(counts.values()):
                break
            begins = True
        elif character in counts:
            counts[character] += 1
            begins = True
        elif character == '"':
            # two marks within a quotation close it and open it again
            quoted, begins = begins, True
        else:
            begins = False
    return max(SEPARATORS, key=lambda s: counts[s])
