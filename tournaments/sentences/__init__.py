"""Shows in the reader's language what the pairing said in English.

A worker, or an earlier version of the program, said it; it is stored as it was said. It is recognised by the
messages of ``table`` (every sentence in the pairing's code), its numbers and names are put into the translated
message, and what is not recognised stays English. Nothing is decided by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from tournaments.sentences.table import SENTENCES

PREFIXES = (
    _("Round %(number)s: %(text)s"),
    _("Board %(number)s: %(text)s"),
    _("Board %(number)s. %(text)s"),
    _("Final: %(text)s"),
    _("For third place: %(text)s"),
)
PARTS = (
    _("%(count)s pairs"),
    _("player %(number)s (%(text)s)"),
    _("seed %(number)s"),
    _("%(one_number)s and %(other_number)s"),
    _("%(one)s against %(other)s"),
    _("winner"),
    _("second"),
    _("third"),
    _("fourth"),
    _("board"),
    _("boards"),
)
VERDICTS = (
    _("The record gives %(points)s, as entered."),
    _("The record gives %(points)s, but %(entered)s was entered."),
    _("The result follows from the record: %(points)s."),
    _("The result was corrected to %(points)s."),
)
BETWEEN = (". ", "; ", ", ")
NUMBER = re.compile(r"(?:\w+_)?number[0-9]?")
WORDS = re.compile(r"\b(?![wb]+\b)[A-Za-z]{2,}")
ENDS = re.compile(r"[a-z)0-9]\. [A-Z]")
HOLE = re.compile(r"%\((\w+)\)s")
LONGEST = 600
DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Message:
    """A message as a pattern; ``start`` is what it begins with, so that most are passed over quickly."""

    text: str
    start: str
    pattern: re.Pattern[str]
    weight: int


@cache
def _messages() -> tuple[Message, ...]:
    """The most telling first."""
    made = (_message(text) for text in (*SENTENCES, *PREFIXES, *PARTS, *VERDICTS))
    return tuple(sorted(made, key=lambda m: (-m.weight, m.text)))


def _message(text: str) -> Message:
    seen: set[str] = set()
    pattern = ""
    at = 0
    for hole in HOLE.finditer(text):
        pattern += re.escape(text[at : hole.start()].replace("%%", "%"))
        name = hole[1]
        what = "[0-9]+" if NUMBER.fullmatch(name) else ".*?"
        pattern += f"(?P={name})" if name in seen else f"(?P<{name}>{what})"
        seen.add(name)
        at = hole.end()
    pattern += re.escape(text[at:].replace("%%", "%"))
    start = HOLE.split(text, maxsplit=1)[0].replace("%%", "%")
    return Message(text, start, re.compile(pattern, re.DOTALL), len(HOLE.sub("", text)))


def translated(text: str) -> str:
    """What was said in English, in the language of the moment."""
    language = get_language() or "en"
    if not text or language.split("-")[0] == "en" or len(text) > LONGEST:
        return text
    return _in_language(text, language)


@lru_cache(maxsize=4096)
def _in_language(text: str, language: str) -> str:
    del language  # it is the one of the moment; here only for the cache
    whole = gettext(text)
    return whole if whole != text else _read(text, 0).shown


def known(text: str) -> bool:
    """Whether every word of a text is of a message."""
    return _read(text, 0).unknown == 0


class Reading(NamedTuple):
    """A text as it is shown, and how many pieces of it no message is known for."""

    unknown: int
    shown: str


def _read(text: str, depth: int) -> Reading:
    """The reading in which least is unknown."""
    if not WORDS.search(text):
        return Reading(0, text)
    if text in _plain():
        return Reading(0, gettext(text))
    best = Reading(1, text)
    if depth < DEEPEST:
        for reading in chain(_in_parts(text, depth), _by_messages(text, depth)):
            if reading.unknown == 0:
                return reading
            if best.shown == text or reading.unknown < best.unknown:
                best = reading
    return best


@cache
def _plain() -> frozenset[str]:
    return frozenset(text for text in (*SENTENCES, *PARTS) if not HOLE.search(text))


def _in_parts(text: str, depth: int) -> Iterator[Reading]:
    """Sentence by sentence, or clause by clause, if every piece is a message of its own."""
    for between in BETWEEN:
        keep = between.rstrip() if between == ". " else ""
        pieces = text.split(between)
        if len(pieces) > 1 and all(WORDS.search(piece) for piece in pieces):
            whole = [*(piece + keep for piece in pieces[:-1]), pieces[-1]]
            read = [_read(piece, depth + 1) for piece in whole]
            unknown = sum(r.unknown for r in read)
            if unknown == 0 or between == ". ":
                yield Reading(unknown, between.removeprefix(keep).join(r.shown for r in read))


def _by_messages(text: str, depth: int) -> Iterator[Reading]:
    """As each message that fits, its holes read in turn."""
    for message in _messages():
        if not text.startswith(message.start) or not (match := message.pattern.fullmatch(text)):
            continue
        values = match.groupdict()
        if any(name != "text" and ENDS.search(value) for name, value in values.items()):
            continue  # this would swallow the end of a sentence
        read = {name: _read(value, depth + 1) for name, value in values.items()}
        filled = gettext(message.text) % {name: r.shown for name, r in read.items()}
        yield Reading(sum(r.unknown for r in read.values()), filled)
    if text.endswith("."):
        inner = _read(text[:-1], depth + 1)
        if inner.shown != text[:-1] or inner.unknown == 0:
            yield Reading(inner.unknown, f"{inner.shown}.")
