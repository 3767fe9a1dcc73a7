"""The kinds of files, told by their bytes and never by their names: spreadsheets, texts, and whatever is no list."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import Literal

from games.core.notices import Notice
from tournaments.imports.readers.lines import Unreadable

Kind = Literal["xlsx", "ods", "xls", "text"]

ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MAX_OPENED = 16 * 1024 * 1024
MAX_PARTS = 500

_PICTURES = (
    b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"BM", b"II*\0", b"MM\0*",
)  # fmt: skip
_OLE_NAMES = {"Workbook": "xls", "Book": "xls", "WordDocument": "word", "EncryptedPackage": "locked"}


@dataclass(frozen=True, slots=True)
class _Parts:
    names: tuple[str, ...]
    mimetype: bytes


def kind_of(content: bytes) -> Kind:
    """Return what reads the file. Raises Unreadable for pictures, documents and whatever else is no list."""
    if (
        content.startswith(_PICTURES[:4])
        or (content.startswith(_PICTURES) and b"\0" in content[:64])
        or _is_heic(content)
    ):
        raise Unreadable(Notice("list-is-picture"))
    if content.startswith(b"%PDF"):
        raise Unreadable(Notice("list-is-pdf"))
    if content.startswith(b"{\\rtf"):
        raise Unreadable(Notice("list-is-document"))
    if content.startswith(ZIP):
        return _archive(content)
    if content.startswith(OLE):
        return _old_office(content)
    start = content[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<table", b"<?xml", b"<meta")):
        raise Unreadable(Notice("list-is-web-page"))
    return "text"


def opened_safely(content: bytes) -> zipfile.ZipFile:
    """Open an archive whose parts are no larger and no more than a list's. Raises Unreadable, or what zipfile does."""
    archive = zipfile.ZipFile(io.BytesIO(content))
    parts = archive.infolist()
    # an entry's bytes end where its stated size ends, so a stated size cannot be too small; a sheet may bear any name
    opened = sum(part.file_size for part in parts)
    if len(parts) > MAX_PARTS or opened > MAX_OPENED:
        raise Unreadable(Notice("list-unpacked"))
    return archive


def _is_heic(content: bytes) -> bool:
    return (content[4:8] == b"ftyp" and content[8:12] in (b"heic", b"heix", b"mif1", b"avif", b"hevc")) or (
        content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    )


def _archive(content: bytes) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = [part.filename for part in archive.infolist()[: MAX_PARTS + 1]]
            mimetype = archive.open("mimetype").read(100) if "mimetype" in names else b""
    except Exception as error:  # what can be wrong in a stranger's archive has no end
        raise Unreadable(Notice("list-damaged")) from error
    if b"opendocument.spreadsheet" in mimetype:
        return "ods"
    if mimetype or any(name.startswith("word/") for name in names):
        raise Unreadable(Notice("list-is-document"))
    if "xl/workbook.bin" in names:
        raise Unreadable(Notice("list-is-xlsb"))
    if any(name.endswith(".iwa") for name in names):
        raise Unreadable(Notice("list-is-numbers"))
    if names and not any(name.startswith(("xl/", "[Content_Types]")) for name in names):
        raise Unreadable(Notice("list-is-archive"))
    return "xlsx"


def _old_office(content: bytes) -> Kind:
    """Tell the files of old Office programs apart by the names in their directory, which stand there in UTF-16."""
    kinds = {kind for name, kind in _OLE_NAMES.items() if name.encode("utf-16-le") + b"\0\0" in content}
    if "locked" in kinds:
        raise Unreadable(Notice("list-locked"))
    if "xls" in kinds:
        return "xls"
    if "word" in kinds:
        raise Unreadable(Notice("list-is-document"))
    raise Unreadable(Notice("list-damaged"))


def damaged() -> Unreadable:
    """Say that a spreadsheet is damaged."""
    return Unreadable(Notice("list-damaged"))


def locked() -> Unreadable:
    """Say that a file wants a password."""
    return Unreadable(Notice("list-locked"))
