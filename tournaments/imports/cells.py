"""Cells of a list of players as people write them: `1850*`, “n.v.t.”, dates of birth, “Vries, Jan de”.

Each reader gives a value, and a remark where that is not what stands in the cell.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from games.core.notices import Notice
from tournaments.imports import grades
from tournaments.imports.columns import MEANINGS
from tournaments.imports.readers.lines import short, whole_number

Read = tuple[int | None, Notice | None]

NOTHING = {
    "", "-", "--", "–", "—", "−", "?", "??", ".", "/", "x", "nvt", "na", "geen", "keine", "kein", "none", "no", "nee",
    "nein", "onbekend", "unbekannt", "unknown", "unrated", "ohne", "zonder", "nil", "null", "nb", "ntb", "tbd", "neu",
    "nieuw", "new", "nuut", "ungewertet", "ka",
    "norating", "withoutrating", "geenrating", "zonderrating", "zonderelo", "keinerating", "ohnerating", "ohnewertung",
    "ohneelo",
}  # fmt: skip
"""What says that there is nothing to say, without case, full stops and spaces."""

NO_GROUP = NOTHING - {"x", "na", "no", "nee", "nein", "nb", "tbd", "neu", "nieuw", "new", "nuut", "ka", "nil", "null"}
"""What says that there is no club or team; the others could be the name of one."""

_RANGES = {"rating": (0, 4000), "birth_year": (1900, 2100), "fixed_table": (1, 1000), "board": (1, 100)}
_DATES = (
    r"(?P<year>\d{4})[-./](?P<month>\d{1,2})[-./]\d{1,2}(?:[T ].*)?",
    r"\d{1,2}[-./ ]\d{1,2}[-./ ](?P<year>\d{4})(?:[T ].*)?",
    r"\d{1,2}[-./ ]\d{1,2}[-./ ]'?(?P<short>\d{2})",
    r"\D*(?P<year>(?:19|20)\d{2})\D*",
    r"\d{1,2}\.?\s+[^\W\d]{3,12}\.?\s+(?P<year>(?:19|20)\d{2})",
    r"[^\W\d]{3,12}\.?\s+\d{1,2},?\s+(?P<year>(?:19|20)\d{2})",
    r"'?(?P<short>\d{2})",
)
_PARTICLES = {"VAN", "DE", "DEN", "DER", "VON", "ZU", "TEN", "TER", "VOM", "LA", "LE", "DU", "DA", "DI", "DOS"}
_SHEET_DAYS = date(1899, 12, 30)


def empty(cell: str) -> bool:
    """Return whether a cell says that there is nothing."""
    return re.sub(r"[.\s]", "", cell.casefold().replace("n/a", "na")) in NOTHING or cell in NOTHING


def no_group(cell: str) -> bool:
    """Return whether a cell says that there is no club or team."""
    return empty(cell) and re.sub(r"[.\s]", "", cell.casefold()) in NO_GROUP


def rating(cell: str, *, with_grades: bool) -> Read:
    """Read a rating; ``with_grades``: also one of Go's grades. Who has a grade that is none of these is told."""
    if with_grades and (value := grades.rating_of(cell)) is not None:
        return value, Notice("list-read-as", cell=short(cell), value=value)
    if with_grades and grades.looks_like_one(cell):
        return None, Notice("list-no-grade", cell=short(cell))
    return number("rating", cell)


def number(role: str, cell: str) -> Read:
    """Read a rating, a fixed table or a board."""
    low, high = _RANGES[role]
    try:
        return whole_number(cell, low, high), None
    except ValueError:
        pass
    if empty(cell):
        if role == "rating":
            return None, Notice("list-no-rating", cell=short(cell))
        return None, Notice("list-no-value", cell=short(cell))
    value = _number_in(cell)
    if value is None:
        return None, Notice("list-not-read", cell=short(cell), meaning=MEANINGS[role])
    if not low <= value <= high:
        return None, Notice("list-range", value=value, low=low, high=high, meaning=MEANINGS[role])
    return value, Notice("list-read-as", cell=short(cell), value=value)


def _number_in(cell: str) -> int | None:
    """Return the one number that a cell holds: 1850*, ca. 1500, 1600 (KNSB), 1.850, 1640,5; none of a negative one."""
    if re.match(r"\s*[-−–]\s*\d", cell):
        return None
    outside = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", cell)
    text = re.sub(r"(?<=\d)[. '’](?=\d{3}(?!\d))", "", outside if re.search(r"\d", outside) else cell)
    numbers = re.findall(r"\d+(?:[.,]\d+)?", text, re.ASCII)
    if len(numbers) != 1 or re.search(r"[A-Za-z]\d|\d[A-Za-z]", text):
        return None
    whole, _point, part = numbers[0].replace(",", ".").partition(".")
    if len(whole) > 6:
        return None
    return int(whole) + (1 if part[:1] >= "5" else 0)


def birth_year(cell: str) -> tuple[int | None, Notice | None, bool]:
    """Read a year or a date of birth: the year, a remark where it is doubtful, and whether it was a date."""
    low, high = _RANGES["birth_year"]
    try:
        return whole_number(cell, low, high), None, False
    except ValueError:
        pass
    if empty(cell):
        return None, Notice("list-no-value", cell=short(cell)), False
    if re.fullmatch(r"\d{5}(?:\.0)?", cell, re.ASCII):
        # a date that lost its form: days since the end of 1899
        year = (_SHEET_DAYS + timedelta(days=int(cell[:5]))).year
        return year, Notice("list-read-as", cell=short(cell), value=year), True
    for pattern in _DATES:
        if match := re.fullmatch(pattern, cell.strip(), re.ASCII):
            parts = match.groupdict()
            if parts.get("year"):
                year, remark = int(parts["year"]), None
            else:
                year = _century(int(parts["short"]))
                remark = Notice("list-read-as", cell=short(cell), value=year)
            if not low <= year <= high:
                return None, Notice("list-range", value=year, low=low, high=high, meaning=MEANINGS["birth_year"]), True
            return year, remark, True
    return None, Notice("list-not-read", cell=short(cell), meaning=MEANINGS["birth_year"]), False


def _century(two: int) -> int:
    return 1900 + two if two > datetime.now(UTC).year % 100 else 2000 + two


def _capitals_first(name: str) -> str:
    """Return “VAN DEN BERG Anna” as “Anna van den Berg”; nothing where no family name in capitals comes first."""
    words = name.split()
    first = next((at for at, word in enumerate(words) if not word.isupper() or len(word) < 2), len(words))
    last, rest = words[:first], words[first:]
    if not any(len(word) > 2 for word in last) or not rest or not all(any(c.islower() for c in word) for word in rest):
        return ""
    return " ".join([*rest, *(word.lower() if word in _PARTICLES else word.title() for word in last)])


def turned(name: str) -> str:
    """Return “Vries, Jan de” and “VRIES Jan de” as “Jan de Vries”; any other name as it is."""
    if capitals := _capitals_first(name):
        return capitals
    last, comma, rest = name.partition(", ")
    rest = rest.strip()
    if not comma or not last.strip() or not rest or "," in rest or not any(c.isalpha() for c in rest):
        return name
    if re.fullmatch(r"(jr|sr|i{2,3}|phd|dr|msc)\.?", rest, re.IGNORECASE):
        return name
    return f"{rest} {last.strip()}"


def joined(first: str, infix: str, last: str) -> str:
    """Join the parts of a name: “Jan de” + “Vries”, “Jan” + “Vries, de”."""
    name, comma, after = last.partition(",")
    if comma and after.strip().islower():
        last = f"{after.strip()} {name.strip()}"
    return " ".join(part for part in (first, infix, last) if part)
