"""Catalogues of translations: reading and writing `.po`, compiling `.mo`. Standard library only.

The formats are GNU gettext's (manual, "The Format of PO Files" and "The Format of GNU MO Files").
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field

Key = tuple[str | None, str]
"""Context (None: none) and singular: what a message is found by."""

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?)\s+(".*")\Z')


class BadCatalogue(Exception):
    """A `.po` file that cannot be read: the line, and what is wrong with it."""


@dataclass(slots=True)
class Entry:
    """A message with its translation; ``strings`` has one text, or one for each plural form."""

    context: str | None
    text: str
    plural: str | None = None
    strings: tuple[str, ...] = ("",)
    notes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    former: str | None = None

    @property
    def key(self) -> Key:
        return self.context, self.text

    @property
    def fuzzy(self) -> bool:
        return "fuzzy" in self.flags

    @property
    def translated(self) -> bool:
        return all(self.strings) and not self.fuzzy


@dataclass(slots=True)
class Catalogue:
    """A `.po` file: its header as it stands, and its messages by key in their order."""

    header: str
    entries: dict[Key, Entry] = field(default_factory=dict)

    @property
    def plural_forms(self) -> int:
        found = re.search(r"nplurals=(\d)", self.header)
        if found is None:
            raise BadCatalogue("the header has no Plural-Forms; add them, as in nplurals=2; plural=(n != 1);")
        return int(found[1])


def read(text: str) -> Catalogue:
    """The catalogue that a `.po` file's text means. Raises BadCatalogue with the line."""
    catalogue = Catalogue("")
    for first, block in _blocks(text):
        entry = _entry(first, block)
        if entry is None:
            continue
        if entry.key == (None, ""):
            catalogue.header = entry.strings[0]
        elif entry.key in catalogue.entries:
            raise BadCatalogue(f"line {first}: {entry.text!r} is there twice")
        else:
            catalogue.entries[entry.key] = entry
    return catalogue


def _blocks(text: str) -> Iterable[tuple[int, list[str]]]:
    block: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip():
            block.append(line.strip())
        elif block:
            yield number - len(block), block
            block = []


def _entry(first: int, block: list[str]) -> Entry | None:
    found: dict[str, str] = {}
    notes: list[str] = []
    places: list[str] = []
    flags: set[str] = set()
    former: list[str] = []
    last = ""
    for number, line in enumerate(block, start=first):
        if line.startswith("#"):
            kind, rest = line[:2], line[2:].strip()
            if kind == "#:":
                places.extend(rest.split())
            elif kind == "#,":
                flags.update(flag.strip() for flag in rest.split(","))
            elif kind == "#|":
                former.append(_unquoted(number, rest.removeprefix("msgid").strip()))
            elif kind in ("#", "# "):
                notes.append(rest)
        elif line.startswith('"') and last:
            found[last] += _unquoted(number, line)
        elif match := _KEYWORD.match(line):
            last = match[1]
            if last in found:
                raise BadCatalogue(f"line {number}: a second {last}; an empty line divides messages")
            found[last] = _unquoted(number, match[3])
        else:
            raise BadCatalogue(f"line {number}: {line!r} is neither a comment nor a message")
    if not found:
        return None
    if "msgid" not in found:
        raise BadCatalogue(f"line {first}: a message without msgid")
    plural = found.get("msgid_plural")
    strings = tuple(found[name] for name in sorted(found) if name.startswith("msgstr"))
    if not strings or ("msgstr" in found) == (plural is not None):
        raise BadCatalogue(f"line {first}: a message with a plural has msgstr[0], msgstr[1], …; others one msgstr")
    return Entry(
        found.get("msgctxt"),
        found["msgid"],
        plural,
        strings,
        tuple(notes),
        tuple(places),
        frozenset(flags),
        "".join(former) or None,
    )


def _unquoted(number: int, text: str) -> str:
    inner = re.fullmatch(r'"((?:[^"\\]|\\[ntr"\\])*)"', text)
    if inner is None:
        raise BadCatalogue(f"line {number}: {text} is no text in quotation marks")
    return re.sub(r"\\(.)", lambda match: _ESCAPES[match[1]], inner[1])


def _quoted(text: str) -> str:
    for char, letter in (("\\", "\\"), ('"', '"'), ("\n", "n"), ("\t", "t"), ("\r", "r")):
        text = text.replace(char, "\\" + letter)
    return f'"{text}"'


def write(catalogue: Catalogue) -> str:
    """The text of a `.po` file: one line a text, places without line numbers, so that branches merge."""
    lines = ['msgid ""', 'msgstr ""', *(_quoted(line) for line in catalogue.header.splitlines(keepends=True))]
    for entry in catalogue.entries.values():
        lines.append("")
        lines.extend(f"# {note}".rstrip() for note in entry.notes)
        lines.extend(f"#: {place}" for place in entry.places)
        if entry.flags:
            lines.append(f"#, {', '.join(sorted(entry.flags, key=lambda flag: (flag != 'fuzzy', flag)))}")
        if entry.former is not None:
            lines.append(f"#| msgid {_quoted(entry.former)}")
        if entry.context is not None:
            lines.append(f"msgctxt {_quoted(entry.context)}")
        lines.append(f"msgid {_quoted(entry.text)}")
        if entry.plural is None:
            lines.append(f"msgstr {_quoted(entry.strings[0])}")
        else:
            lines.append(f"msgid_plural {_quoted(entry.plural)}")
            lines.extend(f"msgstr[{form}] {_quoted(text)}" for form, text in enumerate(entry.strings))
    return "\n".join(lines) + "\n"


def compiled(catalogue: Catalogue) -> bytes:
    """The bytes of the `.mo` file: what is translated and not fuzzy, sorted, without a hash table."""
    texts = {"": catalogue.header}
    for entry in catalogue.entries.values():
        if entry.translated:
            key = entry.text if entry.context is None else f"{entry.context}\x04{entry.text}"
            texts[key if entry.plural is None else f"{key}\0{entry.plural}"] = "\0".join(entry.strings)
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    tables = 28
    at = tables + 16 * len(pairs)
    index: list[list[int]] = []
    for side in zip(*pairs, strict=True):
        index.append([])
        for part in side:
            index[-1] += [len(part), at]
            at += len(part) + 1
    head = [0x950412DE, 0, len(pairs), tables, tables + 8 * len(pairs), 0, tables + 16 * len(pairs)]
    numbers = [*head, *index[0], *index[1]]
    content = b"".join(part + b"\0" for side in zip(*pairs, strict=True) for part in side)
    return struct.pack(f"<{len(numbers)}I", *numbers) + content
