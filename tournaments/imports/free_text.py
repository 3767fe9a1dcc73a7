"""A list in a mail: lines such as “1. Jan de Vries (Rotterdam) 1850”, with greetings above and below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.core.notices import Notice
from tournaments.imports import grades
from tournaments.imports.cells import empty
from tournaments.imports.readers.lines import Line

HEADING = ("name", "club", "rating", "birth_year", "")
"""The meanings of what is picked out of a line; the last is what is left over, such as an e-mail address."""

_NUMBERED = re.compile(r"\s*(?:#?\d{1,3}\s*[.):\-]\s*|#\d{1,3}\s+|\d{1,3}\s+(?=\D)|[-*•–·>]\s*)(?=\S)")
_RATING = re.compile(r"(?<![\w.,])([1-9]\d{2,3}\*?)(?![\w]|[.,]\d)")
_BORN = re.compile(
    r"(?:\*|geb\.?|born|geboren|°)\s*((?:19|20)\d{2})|\((?:(?:jeugd|jeug|jugend|youth|junior|u\d\d?)\W+)?((?:19[2-9]|20[0-2])\d)\)",
    re.IGNORECASE,
)
_MAIL = re.compile(r"<?\b[\w.+-]+@[\w-]+\.[\w.-]*\w>?")
_BETWEEN = re.compile(r"\s+(?:[-–—]+|[/|])\s+|\s*;\s*")
_LAST_NAME = re.compile(r"[^\s,]+|(?:[a-zà-ÿ’']+\s+)+[^\s,]+")
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


def picked_out(lines: Sequence[Line], *, with_grades: bool = False) -> tuple[list[Line], dict[int, Notice]]:
    """Pick name, club, rating and year out of each line; and why a line is hardly a player, by its number.

    ``with_grades``: one of Go's grades is a rating, too."""
    texts = [" ".join(cell for cell in line.cells if cell) for line in lines]
    numbered = [bool(_NUMBERED.match(text)) for text in texts]
    listed = sum(numbered) * 2 > len(texts) or sum(numbered) > 3
    picked: list[Line] = []
    notes: dict[int, Notice] = {}
    for line, text, has_number in zip(lines, texts, numbered, strict=True):
        cells = _pick(text, with_grades)
        picked.append(Line(line.number, cells))
        # a rating or an address says that it is a player, also where the line was added below without a number
        is_player = has_number or bool(cells[2]) or bool(_MAIL.search(text))
        if (listed and not is_player) or _GREETING.match(text) or _is_prose(text, cells):
            notes[line.number] = Notice("list-note")
    return picked, notes


def _is_prose(text: str, cells: Sequence[str]) -> bool:
    words = cells[0].split()
    if not any(sign.isalnum() for sign in text) or len(words) > 6:
        return True
    ends = text.rstrip().endswith((":", "!", "?")) and not cells[2]
    return ends or (len(words) > 2 and cells[0].rstrip().endswith("."))


def _pick(text: str, with_grades: bool) -> tuple[str, str, str, str, str]:
    rest = _NUMBERED.sub("", text, count=1)
    mails = _MAIL.findall(rest)
    rest = _MAIL.sub(" ", rest)
    born = _BORN.search(rest)
    if born:
        rest = rest[: born.start()] + " " + rest[born.end() :]
    rating = _RATING.search(rest) or (grades.WITHIN.search(rest) if with_grades else None)
    if rating:
        # inside brackets the rest of them is a club; elsewhere a rating stands between the name and the club
        inside = rest.rfind("(", 0, rating.start()) > rest.rfind(")", 0, rating.start())
        rest = rest[: rating.start()] + (" " if inside else " / ") + rest[rating.end() :]
    place = _PLACE.search(rest)
    if place:
        rest = rest[: place.start()] + " " + rest[place.end() :]
    rest = re.sub(r"[(\[]\s*[)\]]", " ", rest)
    parts = [" ".join(part.strip(" ,;:-–/|\t").split()) for part in _BETWEEN.split(f" {rest} ")]
    name, *more = [part for part in parts if part] or [""]
    name, *others = _last_name_first(name.split(", "))
    more = [place[1], *others, *more] if place else [*others, *more]
    club = " ".join((more[0] if more else "").strip(" ,;:-–\t").split())
    points = rating[1] if rating else ""
    if club and not points and empty(club):
        points, club = club, ""
    left = [mail.strip("<>") for mail in mails] + [" ".join(part.split()) for part in more[1:]]
    return name.strip(" ,;:-–\t"), club, points, (born[1] or born[2]) if born else "", ", ".join(left)


def _last_name_first(parts: list[str]) -> list[str]:
    """Keep “Jansen, Piet” and “van den Berg, Anna” together; in “Jan de Vries, Leiden” the comma divides."""
    if len(parts) > 1 and _LAST_NAME.fullmatch(parts[0]):
        return [", ".join(parts[:2]), *parts[2:]]
    return parts
