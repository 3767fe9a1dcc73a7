"""The typeface of printed documents: how wide a line is, and what becomes of one that is too long; Arabic and
Hebrew on paper: letters joined, and in the order in which they are drawn from the left.

A PDF draws the glyphs that it is given, one after the other. The forms of the Arabic letters are those that Unicode
has characters for (U+FB50 to U+FEFC), which the documents' typeface draws; the order is that of the Unicode
Bidirectional Algorithm (UAX 9) for a line that begins at the left, without the marks that embed or isolate, which no
name has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
LAM, TATWEEL = "\u0644", "\u0640"
NON_JOINER, JOINER, MARK = "\u200c", "\u200d", "\u200e"
BRACKETS = {"(": ")", "[": "]", "{": "}"}
MIRRORED = BRACKETS | {close: opening for opening, close in BRACKETS.items()} | {"<": ">", ">": "<", "«": "»", "»": "«"}
Forms = dict[str, dict[str, str]]
FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = "Viertal", "Viertal-Bold"
ELLIPSIS = "…"


@cache
def _forms() -> Forms:
    """Return the characters of the forms of each letter, and of lam with an alef: isolated, final, initial, medial."""
    forms: Forms = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if letters:
            forms.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[kind.strip("<>")] = chr(code)
    return forms


def written(text: str) -> str:
    """Return the characters of a line as they are drawn from the left; text without such letters stays as it is."""
    return _ordered(_joined(text)) if RIGHT_TO_LEFT.search(text) else text


def apart(text: str) -> str:
    """Return a text that stands by itself in a line: figures that follow it stay on its right."""
    return f"{text}{MARK}" if RIGHT_TO_LEFT.search(text) else text


def _joined(text: str) -> str:
    """Put the form in each Arabic letter's place that it has between its neighbours."""
    forms = _forms()

    def forward(letter: str) -> bool:
        return letter in (TATWEEL, JOINER) or "initial" in forms.get(letter, {})

    def backward(letter: str) -> bool:
        return letter in (TATWEEL, JOINER) or "final" in forms.get(letter, {})

    drawn: list[str] = []
    before = ""  # the letter before, beyond the marks above and below letters, which do not part them
    at = 0
    while at < len(text):
        letter = text[at]
        if letter not in forms:
            if letter not in (NON_JOINER, JOINER):
                drawn.append(letter)
            if unicodedata.category(letter) != "Mn":
                before = letter
            at += 1
            continue
        pair = text[at : at + 2]
        unit = pair if letter == LAM and pair in forms else letter
        at += len(unit)
        after = next((c for c in text[at:] if unicodedata.category(c) != "Mn"), "")
        behind = forward(before) and "final" in forms[unit]
        ahead = backward(after) and "initial" in forms[unit]
        kind = ("medial" if ahead else "final") if behind else ("initial" if ahead else "isolated")
        drawn.append(forms[unit].get(kind) or forms[unit].get("isolated", unit))
        before = unit[-1]
    return "".join(drawn)


def _kinds(text: str) -> list[str]:
    """Return what each character counts as: L, R, EN, AN, or ON for what goes with its neighbours (rules W1 to W7)."""
    kinds = [unicodedata.bidirectional(letter) for letter in text]
    strong = "L"
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[at] = kinds[at - 1] if at else "ON"
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
        if kind in ("L", "R", "AL"):
            strong = kind
    for at in range(1, len(kinds) - 1):
        one, kind, other = kinds[at - 1 : at + 2]
        if one == other and kind in {"EN": ("ES", "CS"), "AN": ("CS",)}.get(one, ()):
            kinds[at] = one
    for run in re.finditer("T+", "".join("T" if kind == "ET" else "e" if kind == "EN" else "." for kind in kinds)):
        if "EN" in (*kinds[max(0, run.start() - 1) : run.start()], *kinds[run.end() : run.end() + 1]):
            kinds[run.start() : run.end()] = ["EN"] * (run.end() - run.start())
    strong = "L"
    for at, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kinds[at] = "R" if kind == "AL" else kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"
        elif kind not in ("EN", "AN"):
            kinds[at] = "ON"
    return kinds


def _pairs(text: str, kinds: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of brackets that belong together."""
    waiting: list[tuple[str, int]] = []
    found = []
    for at, letter in enumerate(text):
        if kinds[at] != "ON":
            continue
        if letter in BRACKETS:
            waiting.append((BRACKETS[letter], at))
        elif (opened := next((n for n, (close, _at) in enumerate(waiting) if close == letter), None)) is not None:
            found.append((waiting[opened][1], at))
            del waiting[opened:]
    yield from sorted(found)


def _ordered(text: str) -> str:
    """Return the characters in the order in which they are drawn (rules N0 to N2, L2 to L4)."""
    kinds = _kinds(text)
    side = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
    for opening, close in _pairs(text, kinds):
        inside = {side[kind] for kind in kinds[opening + 1 : close] if kind in side}
        context = next((side[kind] for kind in reversed(kinds[:opening]) if kind in side), "L")
        if inside:
            kinds[opening] = kinds[close] = "L" if "L" in inside else context
    for run in re.finditer("N+", "".join("N" if kind == "ON" else "s" for kind in kinds)):
        left = side[kinds[run.start() - 1]] if run.start() else "L"
        right = side[kinds[run.end()]] if run.end() < len(kinds) else "L"
        kinds[run.start() : run.end()] = [left if left == right else "L"] * (run.end() - run.start())
    # a letter keeps the marks above and below it, behind it
    units: list[tuple[int, str]] = []
    for letter, kind in zip(text, kinds, strict=True):
        level = {"L": 0, "R": 1}.get(kind, 2)
        if units and unicodedata.category(letter) == "Mn":
            units[-1] = units[-1][0], units[-1][1] + letter
        else:
            units.append((level, MIRRORED.get(letter, letter) if level == 1 else letter))
    for least in (2, 1):
        at = 0
        while at < len(units):
            end = at
            while end < len(units) and units[end][0] >= least:
                end += 1
            units[at:end] = reversed(units[at:end])
            at = max(end, at + 1)
    return "".join(unit for _level, unit in units if unit != MARK)


@cache
def load_fonts() -> None:
    """Read the typeface, once."""
    pdfmetrics.registerFont(TTFont(PLAIN, str(FONTS / "DejaVuSansCondensed.ttf")))
    pdfmetrics.registerFont(TTFont(BOLD, str(FONTS / "DejaVuSansCondensed-Bold.ttf")))


def width(text: str, size: float, bold: bool = False) -> float:
    """Return how wide a line of text is."""
    load_fonts()
    return float(pdfmetrics.stringWidth(written(text), BOLD if bold else PLAIN, size))


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """Return the text, or as much of it as fits, with an ellipsis."""
    if width(text, size, bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def halves(text: str) -> tuple[str, str]:
    """Return a text in two lines, cut behind a space or a hyphen where that leaves the shortest lines."""
    cuts = [at + 1 for at, letter in enumerate(text[:-1]) if letter in " -"] or [len(text) // 2]
    cut = min(cuts, key=lambda at: (max(len(text[:at].rstrip()), len(text) - at), at))
    return text[:cut].rstrip(), text[cut:]
