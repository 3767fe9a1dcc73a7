"""Lines of a list that are no players: totals, notes, the heading once more. They are left out, with the reason."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.core.notices import Notice
from tournaments.imports.columns import nearly_heading
from tournaments.imports.readers.lines import Line

_TOTAL = (
    r"(?:sub)?tota(?:a|e)?l(?:en|s)?|totals|(?:sub|grand )total|summe[n]?|gesamt\w*|insgesamt|sum|som|somtotaal"
    r"|gemiddeld\w*|average|mean|durchschnitt\w*|mittelwert|gemiddelde|aantal(?: \w+)?|anzahl(?: \w+)?|getal|count"
    r"|number of \w+"
)
_PEOPLE = (
    r"leden|spelers|deelnemers|personen|players|members|people|participants|entries|mitglieder|spieler|teilnehmer"
    r"|lede|mense"
)
_IS_TOTAL = re.compile(
    rf"(?:{_TOTAL})\s*[:=]?\s*(?:[\d.,]+\s*(?:{_PEOPLE})?)?"
    rf"|[\d.,]+\s*(?:{_PEOPLE})?\s*(?:{_TOTAL})|[\d.,]+\s*(?:{_PEOPLE})|(?:{_PEOPLE})\s*[:=]\s*[\d.,]+",
    re.IGNORECASE,
)


HEADING_ABOVE = 3
"""A heading that is misspelt stands in one of so many first lines."""


def reason(line: Line, name: str, roles: Sequence[str], heading: Line | None) -> Notice | None:
    """Return why a line is no player; None where it is one."""
    if heading is not None and [c.casefold() for c in line.cells] == [c.casefold() for c in heading.cells]:
        return Notice("list-heading-again")
    if heading is None and line.number <= HEADING_ABOVE and nearly_heading(line.cells):
        return Notice("list-heading-misspelt")
    texts = [cell for cell in line.cells if cell]
    if name and re.fullmatch(r"[\d\s.,]+", name):
        return Notice("list-total")
    if _IS_TOTAL.fullmatch(name) or (not name and any(_IS_TOTAL.fullmatch(cell) for cell in texts)):
        return Notice("list-total")
    # “Totaal | 5 leden”: the word stands in the column of the last name, the number in that of the first
    parts = [cell for cell, role in zip(line.cells, roles, strict=False) if role in ("first", "infix", "last") and cell]
    if parts and all(_IS_TOTAL.fullmatch(part) for part in parts):
        return Notice("list-total")
    if not name and len(texts) == 1 and not re.fullmatch(r"[\d.,]+", texts[0]):
        return Notice("list-note")
    if re.match(
        r"\*+\s*[=:]?\s*\S|(?:note|nb|n\.b\.|opmerking|bron|source|quelle|stand|let op|hinweis)\s*:",
        name,
        re.IGNORECASE,
    ):
        return Notice("list-note")
    return None
