"""A list in a mail: lines such as “1. Jan de Vries (Rotterdam) 1850”, with greetings above and below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.core.notices import Notice
from tournaments.imports.cells import empty
from tournaments.imports.lines import Line

HEADING = ("name", "club", "rating", "birth_year")
_NUMBERED = re.compile(r"\s*(?:#?\d{1,3}\s*[.):\-]\s*|#\d{1,3}\s+|\d{1,3}\s+(?=\D)|[-*•–·>]\s*)(?=\S)")
_RATING = re.compile(r"(?<![\w.,])([1-9]\d{2,3}\*?)(?![\w]|[.,]\d)")
_BORN = re.compile(r"(?:\*|geb\.?|born|geboren|°)\s*((?:19|20)\d{2})|\(((?:19[2-9]|20[0-2])\d)\)", re.IGNORECASE)
_PLACE = re.compile(r"[(\[]([^()\[\]]*[^\W\d][^()\[\]]*)[)\]]")
_GREETING = re.compile(
    r"(?:hoi|hallo|hi|hello|hey|dag|beste|lieve|dear|liebe[r]?|goedenavond|goeiedag|groet(?:en|jes)?|vriendelijke"
    r"|met vr|mvg|regards|kind|best|viele|mit freund|lg|mfg|cheers|thanks|bedankt|danke|dankie|groete|tot |see you|bis "
    r"|van:|from:|to:|aan:|an:|von:|onderwerp|subject|betreff|datum:|date:|sent|verzonden|gesendet|verstuurd)\b",
    re.IGNORECASE,
)


def is_free(lines: Sequence[Line]) -> bool:
    """Return whether the lines of a text have no columns."""
    return bool(lines) and sum(len(line.cells) == 1 for line in lines) * 2 > len(lines)


def picked_out(lines: Sequence[Line]) -> tuple[list[Line], dict[int, Notice]]:
    """Pick name, club, rating and year out of each line; and why a line is hardly a player, by its number."""
    texts = [" ".join(cell for cell in line.cells if cell) for line in lines]
    numbered = [bool(_NUMBERED.match(text)) for text in texts]
    listed = sum(numbered) * 2 > len(texts) or sum(numbered) > 3
    picked: list[Line] = []
    notes: dict[int, Notice] = {}
    for line, text, has_number in zip(lines, texts, numbered, strict=True):
        cells = _pick(text)
        picked.append(Line(line.number, cells))
        if (listed and not has_number) or _GREETING.match(text) or _is_prose(text, cells[0]):
            notes[line.number] = Notice("list-note")
    return picked, notes


def _is_prose(text: str, name: str) -> bool:
    words = name.split()
    return len(words) > 6 or text.rstrip().endswith((":", "!", "?")) or (len(words) > 2 and name.rstrip().endswith("."))


def _pick(text: str) -> tuple[str, str, str, str]:
    rest = _NUMBERED.sub("", text, count=1)
    born = _BORN.search(rest)
    if born:
        rest = rest[: born.start()] + " " + rest[born.end() :]
    rating = _RATING.search(rest)
    if rating:
        rest = rest[: rating.start()] + " " + rest[rating.end() :]
    place = _PLACE.search(rest)
    if place:
        rest = rest[: place.start()] + " " + rest[place.end() :]
    rest = re.sub(r"[(\[]\s*[)\]]", " ", rest)
    club = place[1] if place else ""
    if not club and (match := re.match(r"(.+?)\s*(?:\s[-–]\s|,\s+)(\S.*)", rest)):
        rest, club = match[1], match[2]
    club = " ".join(club.strip(" ,;:-–\t").split())
    points = rating[1] if rating else ""
    if club and not points and empty(club):
        points, club = club, ""
    return (
        " ".join(rest.strip(" ,;:-–\t").split()),
        club,
        points,
        (born[1] or born[2]) if born else "",
    )
