"""The names of the columns of our own sheets in each language, and other names for them.

They are kept here and not with the translations, because what is written must be read again whatever the language.
"""

from __future__ import annotations

import re

from tournaments.imports.columns import plain

# A column's heading in each language; “#” stands for a seat's or a round's number. The site's other languages write the
# English headings.
WRITTEN: dict[str, dict[str, str]] = {
    "en": {
        "number": "No.",
        "name": "Name",
        "rating": "Rating",
        "club": "Club",
        "birth_year": "Birth year",
        "team": "Team",
        "board": "Board",
        "fixed_table": "Fixed table",
        "marks": "Marks",
        "key": "Short name",
        "round": "Round",
        "table": "Table",
        "number#": "Number #",
        "player#": "Player #",
        "points#": "Points #",
        "place#": "Place reached #",
        "score#": "Score #",
        "result#": "Result #",
        "end": "End",
    },
    "nl": {
        "number": "Nr.",
        "name": "Naam",
        "rating": "Rating",
        "club": "Vereniging",
        "birth_year": "Geboortejaar",
        "team": "Team",
        "board": "Bord",
        "fixed_table": "Vaste tafel",
        "marks": "Kenmerken",
        "key": "Korte naam",
        "round": "Ronde",
        "table": "Tafel",
        "number#": "Nummer #",
        "player#": "Speler #",
        "points#": "Punten #",
        "place#": "Plaatsing #",
        "score#": "Score #",
        "result#": "Uitslag #",
        "end": "Einde",
    },
    "de": {
        "number": "Nr.",
        "name": "Name",
        "rating": "Wertungszahl",
        "club": "Verein",
        "birth_year": "Geburtsjahr",
        "team": "Mannschaft",
        "board": "Brett",
        "fixed_table": "Fester Tisch",
        "marks": "Merkmale",
        "key": "Kurzname",
        "round": "Runde",
        "table": "Tisch",
        "number#": "Nummer #",
        "player#": "Spieler #",
        "points#": "Punkte #",
        "place#": "Platz #",
        "score#": "Punktzahl #",
        "result#": "Ergebnis #",
        "end": "Ende",
    },
    "af": {
        "number": "Nr.",
        "name": "Naam",
        "rating": "Gradering",
        "club": "Klub",
        "birth_year": "Geboortejaar",
        "team": "Span",
        "board": "Bord",
        "fixed_table": "Vaste tafel",
        "marks": "Kenmerke",
        "key": "Kort naam",
        "round": "Rondte",
        "table": "Tafel",
        "number#": "Nommer #",
        "player#": "Speler #",
        "points#": "Punte #",
        "place#": "Plasing #",
        "score#": "Telling #",
        "result#": "Uitslag #",
        "end": "Einde",
    },
    "fr": {
        "number": "N°",
        "name": "Nom",
        "rating": "Cote",
        "club": "Club",
        "birth_year": "Année de naissance",
        "team": "Équipe",
        "board": "Plateau",
        "fixed_table": "Table fixe",
        "marks": "Étiquettes",
        "key": "Nom court",
        "round": "Ronde",
        "table": "Table",
        "number#": "Numéro #",
        "player#": "Joueur #",
        "points#": "Points #",
        "place#": "Rang #",
        "score#": "Score #",
        "result#": "Résultat #",
        "end": "Fin",
    },
    "es": {
        "number": "N.º",
        "name": "Nombre",
        "rating": "Rating",
        "club": "Club",
        "birth_year": "Año de nacimiento",
        "team": "Equipo",
        "board": "Tablero",
        "fixed_table": "Mesa fija",
        "marks": "Marcas",
        "key": "Nombre corto",
        "round": "Ronda",
        "table": "Mesa",
        "number#": "Número #",
        "player#": "Jugador #",
        "points#": "Puntos #",
        "place#": "Puesto #",
        "score#": "Puntuación #",
        "result#": "Resultado #",
        "end": "Fin",
    },
    "it": {
        "number": "N.",
        "name": "Nome",
        "rating": "Rating",
        "club": "Circolo",
        "birth_year": "Anno di nascita",
        "team": "Squadra",
        "board": "Scacchiera",
        "fixed_table": "Tavolo fisso",
        "marks": "Etichette",
        "key": "Nome breve",
        "round": "Turno",
        "table": "Tavolo",
        "number#": "Numero #",
        "player#": "Giocatore #",
        "points#": "Punti #",
        "place#": "Piazzamento #",
        "score#": "Punteggio #",
        "result#": "Risultato #",
        "end": "Fine",
    },
}

ENDS: dict[str, dict[str, str]] = {
    "en": {
        "played": "played",
        "forfeit": "forfeit",
        "adjourned": "adjourned",
    },
    "nl": {
        "played": "gespeeld",
        "forfeit": "reglementair",
        "adjourned": "afgebroken",
    },
    "de": {
        "played": "gespielt",
        "forfeit": "kampflos",
        "adjourned": "vertagt",
    },
    "af": {
        "played": "gespeel",
        "forfeit": "verbeur",
        "adjourned": "uitgestel",
    },
    "fr": {
        "played": "joué",
        "forfeit": "forfait",
        "adjourned": "ajournée",
    },
    "es": {
        "played": "jugada",
        "forfeit": "incomparecencia",
        "adjourned": "aplazada",
    },
    "it": {
        "played": "giocata",
        "forfeit": "forfait",
        "adjourned": "sospesa",
    },
}

_MORE = {
    "key": "key code kuerzel kurzel afkorting abrege abreviation sigle codigo abreviatura abrev siglas "
    "sigla codice abbreviazione abbr",
    "team": "naamvanteam teamname teamnaam mannschaftsname spannaam nom nomdelequipe nomequipe "
    "nombredelequipo equipo nome nomesquadra nomedellasquadra",
    "round": "rondte rnd rd tour rda rondan turnon",
    "table": "tbl mesan tav tavolon",
    "end": "howended status statut final estado comotermino desenlace esito stato comefinita",
    "points#": "score result resultaat uitslag ergebnis uitslae resultat resultado puntuacion ptos pts "
    "risultato punteggio pt pti",
    "number#": "no nr num n numinicial",
    "player#": "name naam seat plek sitz plaats nom place nombre asiento nome posto",
}


def heading(column: str, language: str, number: int | None = None) -> str:
    """Return the name of a column; with the ``number`` of its seat or round where it has one."""
    return WRITTEN.get(language, WRITTEN["en"])[column].replace("#", "" if number is None else str(number))


def end_word(end: str, language: str) -> str:
    return ENDS.get(language, ENDS["en"])[end]


def end_of(word: str) -> str | None:
    """Return the ending of a game, by the word of any language; None for an unknown one."""
    text = " ".join(word.casefold().split())
    return next((end for words in ENDS.values() for end, written in words.items() if text == written), None)


def _known(*columns: str) -> dict[str, str]:
    known: dict[str, str] = {}
    for column in columns:
        words = [plain(words[column].replace("#", "")) for words in WRITTEN.values()] + _MORE.get(column, "").split()
        known |= dict.fromkeys(words, column)
    return known


TEAM_COLUMNS = _known("key", "team") | dict.fromkeys(["name", "naam"], "team")
TABLE_COLUMNS = _known("round", "table", "end")
RESULTS = ("points#", "place#", "score#", "result#")
"""What the results of a list can be headed by; they are read alike."""
SEAT_COLUMNS = dict.fromkeys(_known(*RESULTS), "points#") | _known("number#", "player#")


def seat_column(cell: str) -> tuple[str, int] | None:
    """Return the column and the seat of a heading such as “Punten 2” or “Result 2 (Game points, Won, Lost)”."""
    match = re.fullmatch(r"(\D+?)\s*([1-6])(?:\s*\(.*\))?", cell.strip())
    column = SEAT_COLUMNS.get(plain(match[1])) if match else None
    return (column, int(match[2])) if match and column else None
