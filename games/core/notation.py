"""Words: how the texts of moves are taken apart, and how a text is shown in an error message."""

from __future__ import annotations

import re

WHITE_SPACE = " \t\r\n"
"""The only characters that separate words; other Unicode spaces are no white space in a record."""

_GAP = re.compile(r"[ \t\r\n]+")
_SHOWN = 40


def words(text: str) -> list[str]:
    """Split a move into its words at white space (space, tab, CR, LF). ``[]`` for a blank text."""
    stripped = text.strip(WHITE_SPACE)
    return _GAP.split(stripped) if stripped else []


def quote(text: str) -> str:
    """Put the text in double quotes for a message: shortened, with everything unprintable escaped.

    >>> quote("give\\u00a0LRTF")
    '"give\\\\xa0LRTF"'
    """
    shown = text if len(text) <= _SHOWN else text[:_SHOWN]
    clean = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in shown)
    return f'"{clean}…"' if len(text) > _SHOWN else f'"{clean}"'


def listed(texts: list[str] | tuple[str, ...], last: str = "or") -> str:
    """Join alternatives for a message as ``"a, b or c"``; with ``last="and"`` an enumeration."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"
