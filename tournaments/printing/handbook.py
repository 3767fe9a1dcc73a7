"""The handbook on paper: chapters with headings, paragraphs, numbered steps and words in bold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from tournaments.printing.press import MARGIN, Head, Press
from tournaments.printing.typeface import width

SIZE, LEAD, INDENT = 10.5, 1.42, 18.0
HEADING = 1.15
PIXEL = 0.34
"""Points of a picture's pixel: an A4 page then holds three, with their text."""
CAPTION = 8.5


class Part(Protocol):
    """A heading, a paragraph, an item or a picture, as the handbook gives them."""

    @property
    def kind(self) -> str: ...
    @property
    def mark(self) -> str: ...
    @property
    def runs(self) -> tuple[tuple[str, bool], ...]: ...


@dataclass(frozen=True, slots=True)
class Word:
    """A word, whether it is bold, and whether a space stands before it."""

    text: str
    bold: bool
    apart: bool


def handbook(
    paper: str, title: str, facts: str, chapters: Iterable[tuple[str, Sequence[Part]]], size: float = SIZE
) -> bytes:
    """Return the chapters, each a title with its parts, as a PDF; every chapter begins a page."""
    press = Press(paper, Head(title, facts, "Viertal"))
    for name, parts in chapters:
        press.head = replace(press.head, title=name)
        press.page()
        for part in parts:
            _put(press, part, size)
    return press.finish()


def _put(press: Press, part: Part, size: float) -> None:
    if part.kind == "heading":
        press.heading("".join(text for text, _bold in part.runs), size=size * HEADING)
        press.y -= 3
        return
    if part.kind == "picture":
        _show(press, part)
        return
    left = MARGIN + (INDENT if part.kind == "item" else 0)
    for at, line in enumerate(_lines(part.runs, size, press.width - MARGIN - left)):
        press.need(size * LEAD)
        press.y -= size * LEAD
        if at == 0 and part.mark:
            press.text(MARGIN, press.y, part.mark, size, bold=part.mark != "•")
        x = left
        for bold, words in groupby(line, key=lambda word: word.bold):
            # in one piece, so that it can be searched and copied
            text = "".join(" " * word.apart + word.text for word in words)
            press.text(x, press.y, text, size, bold=bold)
            x += width(text, size, bold)
    press.y -= size * (0.35 if part.kind == "item" else 0.55)


def _show(press: Press, part: Part) -> None:
    """Draw a picture with its description below it, on one page."""
    lines = list(_lines(part.runs, CAPTION, press.room))
    press.y -= CAPTION
    press.picture(part.mark, PIXEL, keep=len(lines) * CAPTION * LEAD + 2)
    press.y -= 2
    for line in lines:
        press.y -= CAPTION * LEAD
        press.text(MARGIN, press.y, " ".join(word.text for word in line), CAPTION)
    press.y -= CAPTION


def _lines(runs: Iterable[tuple[str, bool]], size: float, room: float) -> Iterator[list[Word]]:
    line: list[Word] = []
    taken = 0.0
    for word in _words(runs):
        wide = width(word.text, size, word.bold) + (width(" ", size) if word.apart and line else 0)
        if line and word.apart and taken + wide > room:
            yield line
            line, taken = [], 0.0
            wide = width(word.text, size, word.bold)
        line.append(word if line else replace(word, apart=False))
        taken += wide
    if line:
        yield line


def _words(runs: Iterable[tuple[str, bool]]) -> Iterator[Word]:
    """Return the words of the runs; one that follows bold text without a space, such as a full stop, stays with it. So
    does one behind a space that must not be broken, such as a French colon."""
    apart = True
    for text, bold in runs:
        apart = apart or text[:1] == " "
        for word in filter(None, text.split(" ")):
            yield Word(word, bold, apart)
            apart = True
        apart = text[-1:] == " "
