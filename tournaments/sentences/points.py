"""Exact points as a person reads them."""

from __future__ import annotations

from functools import lru_cache

GLYPHS = {
    "1/2": "½",
    "1/3": "⅓",
    "2/3": "⅔",
    "1/4": "¼",
    "3/4": "¾",
    "1/5": "⅕",
    "2/5": "⅖",
    "3/5": "⅗",
    "4/5": "⅘",
    "1/6": "⅙",
    "5/6": "⅚",
    "1/8": "⅛",
    "3/8": "⅜",
    "5/8": "⅝",
    "7/8": "⅞",
}


@lru_cache(maxsize=4096)
def parts(text: str) -> tuple[str, str]:
    """Split a number in lowest terms (``"31/2"``) into its whole part and its fraction: ``("15", "½")``.

    The whole part is empty below one (``("", "½")``); a fraction that has no character of its own is written
    with a fraction slash and a thin space before it. Text that is no number comes back as it is.
    """
    above, slash, below = text.partition("/")
    negative = above.startswith("-")
    if not slash or not above.removeprefix("-").isdecimal() or not below.isdecimal() or below == "0":
        return text.replace("-", "−", 1) if negative else text, ""
    whole, rest = divmod(int(above.removeprefix("-")), int(below))
    sign = "−" if negative else ""
    if not rest:
        return f"{sign}{whole}", ""
    glyph = GLYPHS.get(f"{rest}/{below}")
    if whole or negative:
        return f"{sign}{whole or ''}", glyph or f"\u2009{rest}\u2044{below}"
    return "", glyph or f"{rest}\u2044{below}"


def readable(text: str | None) -> str:
    """Return ``"15½"`` for ``"31/2"``, and nothing for None."""
    return "" if text is None else "".join(parts(text))
