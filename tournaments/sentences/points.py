"""Exact points as a person reads them."""

from __future__ import annotations

from functools import lru_cache

from django.utils.formats import get_format

GLYPHS = {
    "1/2": "½",
    "1/3": "⅓",
    "2/3": "⅔",
    "1/4": "¼",
    "3/4": "¾",
    "1/6": "⅙",
    "5/6": "⅚",
    "1/8": "⅛",
    "3/8": "⅜",
    "5/8": "⅝",
    "7/8": "⅞",
}


MOST_DECIMALS = 4


def parts(text: str) -> tuple[str, str]:
    """Split a number in lowest terms (``"31/2"``) into its whole part and its fraction: ``("15", "½")``.

    The whole part is empty below one (``("", "½")``); a fraction that has no character of its own is written
    with a fraction slash and a thin space before it. Tenths and the like stay with the whole part, as decimals
    (``("26.2", "")``). Text that is no number comes back as it is.
    """
    return _parts(text, str(get_format("DECIMAL_SEPARATOR")) if "/" in text else ".")


@lru_cache(maxsize=4096)
def _parts(text: str, point: str) -> tuple[str, str]:
    above, slash, below = text.partition("/")
    negative = above.startswith("-")
    if not slash or not above.removeprefix("-").isdecimal() or not below.isdecimal() or below == "0":
        return text.replace("-", "−", 1) if negative else text, ""
    whole, rest = divmod(int(above.removeprefix("-")), int(below))
    sign = "−" if negative else ""
    if not rest:
        return f"{sign}{whole}", ""
    if decimals := _decimals(int(below)):
        return f"{sign}{whole}{point}{rest * 10**decimals // int(below):0{decimals}}", ""
    glyph = GLYPHS.get(f"{rest}/{below}")
    if whole or negative:
        return f"{sign}{whole or ''}", glyph or f"\u2009{rest}\u2044{below}"
    return "", glyph or f"{rest}\u2044{below}"


def _decimals(below: int) -> int:
    """Return how many decimals tenths, fifths and their like have; 0 for halves, thirds and all others."""
    if below % 5:
        return 0
    return next((n for n in range(1, MOST_DECIMALS + 1) if 10**n % below == 0), 0)


def readable(text: str | None) -> str:
    """Return ``"15½"`` for ``"31/2"``, and nothing for None."""
    return "" if text is None else "".join(parts(text))


def grouped(text: str | None) -> str:
    """Return a game's own score; its thousands stand apart where there are five digits or more (``41 200``)."""
    shown = readable(text)
    digits = shown.removeprefix("−")
    if len(digits) < 5 or not (digits.isascii() and digits.isdecimal()):
        return shown
    return ("−" if shown != digits else "") + f"{int(digits):,}".replace(",", "\u202f")
