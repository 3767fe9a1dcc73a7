"""Texts that people send: whether they can be seen, what an address may be made of, and numbers."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

SLUG = r"[-a-zA-Z0-9_]{1,80}"
"""The part of an address that names a tournament, a rating list or a series."""


def number_of(text: str, most: int = 9) -> int:
    """Return the whole number that was sent, of at most so many digits; 0, which nothing has, for what is none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most else 0


_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}


def hidden_characters(text: str) -> bool:
    """Return whether a text holds what cannot be shown or turns other letters about: controls, marks of direction,
    lone surrogates, unassigned ones. The two joiners that some scripts need are let through."""
    return any(unicodedata.category(c) in _HIDDEN and c not in "\u200c\u200d" for c in text)


def same_name(text: str) -> str:
    """Return a name such that two are equal that differ in capitals and spaces alone."""
    return " ".join(text.split()).casefold()


def name_key(name: str) -> str:
    """Return what two names have in common that readers take for one: also by how their accents are written."""
    return same_name(unicodedata.normalize("NFC", name))


def told_apart(people: Iterable[tuple[int, str, str]]) -> dict[int, str]:
    """Return the names in one event of those who share theirs, by pairing number: with the club where it is nobody
    else's of that name, and no number of theirs, else with the number. ``people``: number, name and club of everybody.

    The year of birth does not tell them apart: these names stand on the wall.
    """
    alike: dict[str, list[tuple[int, str, str]]] = {}
    for person in people:
        alike.setdefault(name_key(person[1]), []).append(person)
    named = {}
    for namesakes in alike.values():
        if len(namesakes) > 1:
            clubs = Counter(name_key(club) for _number, _name, club in namesakes)
            clubs.update(str(number) for number, _name, _club in namesakes)
            for number, name, club in namesakes:
                named[number] = f"{name} ({club if club and clubs[name_key(club)] == 1 else number})"
    return named


def is_visible(text: str) -> bool:
    """Return whether there is anything to be seen in it, and nothing hidden."""
    return not hidden_characters(text) and any(unicodedata.category(c)[0] in "LNSP" for c in text)


MOST_TABLES = 5000
_TABLES = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?(?=[\s,;]|$)[\s,;]*")


def read_tables(text: str) -> list[int]:
    """Read numbers of tables as a person writes them, “1-3, 7”, “1 3” or “1,2,3”: in order and once each. Raises
    ValueError with the part that is none."""
    text = text.strip()
    numbers: set[int] = set()
    at = 0
    while at < len(text):
        part = _TABLES.match(text, at)
        first, last = (int(part[1]), int(part[2] or part[1])) if part else (0, 0)
        if part is None or not 1 <= first <= last <= MOST_TABLES:
            raise ValueError(re.split(r"[,;]", text[at:])[0].strip()[:30] or text[at : at + 30])
        numbers |= {*range(first, last + 1)}
        at = part.end()
    return sorted(numbers)


def write_tables(numbers: Sequence[int]) -> str:
    """Write numbers of tables as text: neighbours as “1-3”."""
    ordered = sorted({*numbers})
    starts = [0, *(at + 1 for at, (a, b) in enumerate(pairwise(ordered)) if b != a + 1), len(ordered)]
    runs = [ordered[begin:end] for begin, end in pairwise(starts) if begin != end]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def shown(text: str, most: int) -> str:
    """Return a text of others on one line, of at most so many letters, without what cannot be shown."""
    line = " ".join("".join(" " if hidden_characters(c) else c for c in text).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


_BROWSERS = {
    "Edg": "Edge",
    "SamsungBrowser/": "Samsung Internet",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
_DEVICES = ("iPhone", "iPad", "Android", "Windows", "CrOS", "Macintosh", "Linux")


def browser_name(agent: str) -> str:
    """Return what a person calls the browser that names itself so, and its device: “Firefox, Android”. One that is not
    known keeps the beginning of its own name."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in agent), "")
    device = next((mark for mark in _DEVICES if mark in agent), "")
    return ", ".join(filter(None, (browser, device))) or agent[:40]
