"""Names in one script: in Latin letters, and by how they sound when they are read from another spelling. Pure.

`latin` writes every script in Latin letters: Greek by ELOT 743 (ISO 843, type 2), all else by anyascii, which for
Cyrillic is close to the BGN/PCGN romanisation. `sound` goes on from there: what the usual romanisations write
differently (BGN/PCGN, ISO 9, ICAO 9303 of passports, German, Dutch and French habit) becomes the same letters, and so
do ö, oe and o. It is only good for being compared with another sound.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ß": "ss"})
# pairs of Greek letters that are one sound, longest first; all other letters follow one by one
_GREEK = (
    ("ου", "ou"), ("γγ", "ng"), ("γξ", "nx"), ("γχ", "nch"), ("αυ", "av"), ("ευ", "ev"), ("ηυ", "iv"),
    ("χ", "ch"), ("ψ", "ps"), ("θ", "th"), ("υ", "y"), ("η", "i"), ("ω", "o"), ("φ", "f"), ("β", "v"), ("ξ", "x"),
)  # fmt: skip
_GREEK_BEGINS = (("μπ", "b"), ("ντ", "d"), ("γκ", "g"))
# what the romanisations write differently for one sound, longest first; capitals are sounds of several letters
_SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"shch|schtsch|stsch|sjtsj|chtch|szcz", "S"),  # Щ
        (r"tsch|tch|tsj|cz|kh|ch", "C"),  # Ч, Х: German and Dutch read ch as Х
        (r"sch|sh|sj|sz", "S"),  # Ш
        (r"zh|zj", "z"),  # Ж
        (r"dzh|dj", "d"),  # Ђ, Џ
        (r"ts|tz", "z"),  # Ц
        (r"ph", "f"),
        (r"th", "t"),
        (r"ck|c", "k"),
        (r"qu?", "k"),
        (r"x", "ks"),
        (r"ou", "u"),
        (r"oe", "o"),
        (r"ue", "u"),
        (r"ae", "a"),
        (r"[yj]", "i"),
        (r"[vw]", "f"),
        (r"^mp", "b"),
        (r"^nt", "d"),
        (r"^gk", "g"),
        (r"(?<=[bdgklmnprt])h", ""),
        (r"(.)\1+", r"\1"),
    )
)  # fmt: skip


def latin(text: str) -> str:
    """Return a text in small Latin letters without accents, whatever it was written in; other signs stay."""
    # once more after it: letters such as ᴬ (a raised A) have no small form of their own
    letters = unicodedata.normalize("NFKD", text.casefold()).casefold()
    bare = "".join(c for c in letters if not unicodedata.combining(c)).translate(_PLAIN)
    if bare.isascii():
        return bare
    if any("\u0370" <= c <= "\u03ff" for c in bare):
        bare = _greek(bare)
    return "".join(c if c.isascii() else _written(c) for c in bare)


@lru_cache(maxsize=8192)
def sound(word: str) -> str:
    """Return a word of Latin letters, as `latin` writes it, by its sound."""
    for pattern, letters in _SOUNDS:
        word = pattern.sub(letters, word)
    return word


def _greek(text: str) -> str:
    text = text.replace("ς", "σ")
    for pair, letters in _GREEK_BEGINS:
        text = re.sub(rf"\b{pair}", letters, text)
    for pair, letters in _GREEK:
        text = text.replace(pair, letters)
    return text


@lru_cache(maxsize=4096)
def _written(letter: str) -> str:
    """Return one letter in Latin; a hard or soft sign is none, and what is no letter stays what it is."""
    if not letter.isalnum():
        return letter
    return "".join(c for c in anyascii(letter).casefold() if c.isalnum())
