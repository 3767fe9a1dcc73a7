"""The names of the columns of our own sheets in each language, and other names for them.

They are kept here and not with the translations, because what is written must be read again whatever the language.
"""

from __future__ import annotations

import re

from tournaments.imports.columns import plain

# The site's other languages write the English headings.
WRITTEN_IN = ("en", "nl", "de", "af")

# A column's heading in English, Dutch, German and Afrikaans; “#” stands for a seat's or a round's number.
WRITTEN: dict[str, tuple[str, str, str, str]] = {
    "number": ("No.", "Nr.", "Nr.", "Nr."),
    "name": ("Name", "Naam", "Name", "Naam"),
    "rating": ("Rating", "Rating", "Wertungszahl", "Gradering"),
    "club": ("Club", "Vereniging", "Verein", "Klub"),
    "birth_year": ("Birth year", "Geboortejaar", "Geburtsjahr", "Geboortejaar"),
    "team": ("Team", "Team", "Mannschaft", "Span"),
    "board": ("Board", "Bord", "Brett", "Bord"),
    "fixed_table": ("Fixed table", "Vaste tafel", "Fester Tisch", "Vaste tafel"),
    "key": ("Short name", "Korte naam", "Kurzname", "Kort naam"),
    "round": ("Round", "Ronde", "Runde", "Rondte"),
    "table": ("Table", "Tafel", "Tisch", "Tafel"),
    "number#": ("Number #", "Nummer #", "Nummer #", "Nommer #"),
    "player#": ("Player #", "Speler #", "Spieler #", "Speler #"),
    "points#": ("Points #", "Punten #", "Punkte #", "Punte #"),
    "end": ("End", "Einde", "Ende", "Einde"),
    "rank": ("Rank", "Rang", "Rang", "Rang"),
    "points": ("Points", "Punten", "Punkte", "Punte"),
    "played": ("Played", "Gespeeld", "Gespielt", "Gespeel"),
    "round#": ("R#", "R#", "R#", "R#"),
}

ENDS: dict[str, tuple[str, str, str, str]] = {
    "played": ("played", "gespeeld", "gespielt", "gespeel"),
    "forfeit": ("forfeit", "reglementair", "kampflos", "verbeur"),
    "adjourned": ("adjourned", "afgebroken", "vertagt", "uitgestel"),
}

_MORE = {
    "key": "key code kuerzel kurzel afkorting",
    "team": "naamvanteam teamname teamnaam mannschaftsname spannaam",
    "round": "rondte rnd rd",
    "table": "tbl",
    "end": "howended status",
    "points#": "score result resultaat uitslag ergebnis uitslae",
    "number#": "no nr",
    "player#": "name naam seat plek sitz plaats",
}


def heading(column: str, language: str, number: int | None = None) -> str:
    """Return the name of a column; with the ``number`` of its seat or round where it has one."""
    at = WRITTEN_IN.index(language) if language in WRITTEN_IN else 0
    return WRITTEN[column][at].replace("#", "" if number is None else str(number))


def end_word(end: str, language: str) -> str:
    return ENDS[end][WRITTEN_IN.index(language) if language in WRITTEN_IN else 0]


def end_of(word: str) -> str | None:
    """Return the ending of a game, by the word of any language; None for an unknown one."""
    text = " ".join(word.casefold().split())
    return next((end for end, words in ENDS.items() if text in words), None)


def _known(*columns: str) -> dict[str, str]:
    known: dict[str, str] = {}
    for column in columns:
        words = [plain(word.replace("#", "")) for word in WRITTEN[column]] + _MORE.get(column, "").split()
        known |= dict.fromkeys(words, column)
    return known


TEAM_COLUMNS = _known("key", "team") | dict.fromkeys(["name", "naam"], "team")
TABLE_COLUMNS = _known("round", "table", "end")
SEAT_COLUMNS = _known("number#", "player#", "points#")


def seat_column(cell: str) -> tuple[str, int] | None:
    """Return the column and the seat of a heading such as “Punten 2”."""
    match = re.fullmatch(r"(\D+?)\s*([1-4])", cell.strip())
    column = SEAT_COLUMNS.get(plain(match[1])) if match else None
    return (column, int(match[2])) if match and column else None
