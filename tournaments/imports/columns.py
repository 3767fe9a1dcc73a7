"""Columns of a list of players: the line that names them, and the meaning of each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from games.core.declarations.declaration import MOST_SEATS
from games.core.notices import Notice
from tournaments.imports.readers.lines import Line, short

SEATS = tuple(range(1, MOST_SEATS + 1))
MEANINGS = {
    "name": Notice("list-column-name"),
    "first": Notice("list-column-first"),
    "infix": Notice("list-column-infix"),
    "last": Notice("list-column-last"),
    "rating": Notice("list-column-rating"),
    "club": Notice("list-column-club"),
    "birth_year": Notice("list-column-birth_year"),
    "fixed_table": Notice("list-column-fixed_table"),
    "team": Notice("list-column-team"),
    "board": Notice("list-column-board"),
    "marks": Notice("list-column-marks"),
}
"""What a column of a list of players can mean. ``infix`` is what stands between the names: “van den”."""
TEAM_MEANINGS = {"team": Notice("list-column-team"), "key": Notice("list-column-key")}
RESULT_MEANINGS = {
    "round": Notice("list-column-round"),
    "table": Notice("list-column-table"),
    **{f"number{seat}": Notice("list-column-number", seat=seat) for seat in SEATS},
    **{f"player{seat}": Notice("list-column-player", seat=seat) for seat in SEATS},
    **{f"points{seat}": Notice("list-column-points", seat=seat) for seat in SEATS},
    "end": Notice("list-column-end"),
}
MEANINGS_OF = {"players": MEANINGS, "teams": TEAM_MEANINGS, "results": RESULT_MEANINGS}
ROLES = tuple(MEANINGS)
ALL_ROLES = tuple(dict.fromkeys(role for meanings in MEANINGS_OF.values() for role in meanings))
"""What a column of any list can mean."""
NAMES = {"name", "first", "last"}
HEADING_WITHIN = 30

# Column headings as clubs write them in the languages of the site, without accents and case.
HEADINGS = {
    "name": "name naam names namen spelernaam spieler speler spelers player players playername volledigenaam "
    "vollstandigername fullname deelnemer deelnemers teilnehmer teilnehmerin participant mitglied "
    "lid nom noms nomcomplet nometprenom nomprenom prenometnom prenomnom joueur joueuse joueurs "
    "participante participants adherent licencie licenciee membre nombre nombres nombrecompleto "
    "nombreyapellidos nombreyapellido nombresyapellidos apellidosynombre apellidosynombres "
    "apellidoynombre apellidosnombre jugador jugadora jugadores participantes deportista ajedrecista "
    "inscrito inscritos socio nome nomi nominativo nominativi nomecompleto nomeecognome nomecognome "
    "cognomeenome cognomenome giocatore giocatrice giocatori partecipante partecipanti iscritto "
    "iscritti tesserato tesserati atleta scacchista",
    "first": "firstname voornaam vorname forename givenname givennames roepnaam voornamen vornamen prenom "
    "prenoms nombredepila primernombre nombrepropio nomedibattesimo nomeproprio primonome",
    "infix": "tussenvoegsel tussenvoegsels voorvoegsel voorvoegsels infix namenszusatz tussenv particule "
    "particules particula particuladelapellido particella particelle prefissodelcognome",
    "last": "lastname surname achternaam familienaam nachname familienname familyname van achternamen "
    "nomdefamille nomfamille patronyme nomusage nomdusage apellido apellidos primerapellido "
    "apellidopaterno cognome cognomi",
    "rating": "rating ratings elo dwz knsb nwz ecf uscf wertung wertungszahl gradering elorating spelsterkte "
    "cote elofide classementelo eloclassique elostandard elorapide elonational niveau cotation rtg "
    "fide ratingfide feda elofeda elonacional ratingnacional elolocal elofada elocatalan rankingelo "
    "fuerza puntuacionelo eloitalia elofsi eloitaliano elonazionale elorapid elorapido eloblitz "
    "punteggioelo forza",
    "club": "club vereniging verein klub vereeniging schaakclub speelclub schaakvereniging association "
    "cercle nomduclub clubderattachement clubes entidad asociacion clubdeajedrez sociedad circolo "
    "circoli societa associazione asd circoloscacchistico societascacchistica provenienza",
    "birth_year": "birthyear yearofbirth born geboortejaar geburtsjahr jahrgang gebore geboorte gebjaar gebjahr "
    "dateofbirth birthdate birthday dob geboortedatum gebdatum geburtsdatum geburtstag "
    "jaarvangeboorte anneedenaissance anneenaissance anneenaiss naissance datedenaissance "
    "datenaissance datenaiss neele millesime anodenacimiento anonacimiento anonac nacimiento "
    "fechadenacimiento fechanacimiento fechanac fnacimiento fnac nacido nacida cumpleanos "
    "annodinascita annonascita annonasc anno nascita datadinascita datanascita datanasc nato nata "
    "natoa natoil natanel natonel",
    "fixed_table": "fixedtable vastetafel festertisch vastetafelnommer tablefixe tablereservee mesafija tavolofisso "
    "tavoloriservato",
    "team": "team mannschaft span ploeg equipe equipes equipo equipos nombredelequipo squadra squadre "
    "nomesquadra nomedellasquadra",
    "board": "board bord brett plateau echiquier damier tablero tabl scacchiera scacchiere scacch damiera",
    "marks": "marks mark kenmerk kenmerken merkmal merkmale category categories categorie kategorie "
    "kategorien prizecategory prijscategorie preiskategorie etiquette etiquettes marque marques categoriedeprix "
    "marca marcas categoria categorias categoriapremio categoriadepremios grupopremio etichetta etichette "
    "contrassegno contrassegni categoriapremi fascia fasciapremi",
}
COLUMN_OF = {word: column for column, words in HEADINGS.items() for word in words.split()}
_SPELLINGS = {"".join(sorted(word)) for word in COLUMN_OF if len(word) > 3}
_NEARLY = 0.75
"""How alike a misspelt heading and a known one are, at least (“Nmae” and “name”)."""

# A heading that is a question, or says more than its name: the first that fits. None: such a column is nobody's name.
_ASKED: tuple[tuple[str, str | None], ...] = (
    (r"e-?mail|phone|telef|mobil|contact|kontakt|parent|guardian|ouder|eltern|voogd|emergency|noodgeval|notfall", None),
    (r"\b(user|file|bestands|datei|gebruikers|benutzer|street|straat)", None),
    (r"\b(voor|vor|first|given).*\b(achter|nach|last|sur|family)", "name"),
    (r"\b(first|given)\b.*\bname|\bvoornaam|\bvorname|\bforename|\broepnaam", "first"),
    (r"tussenvoegsel|voorvoegsel", "infix"),
    (r"\b(last|family|sur)\s*name|\bachternaam|\bfamilienaam|\bnachname|\bfamilienname", "last"),
    (r"\b(fixed|vaste|fester)\b.*(table|tafel|tisch)", "fixed_table"),
    (r"\b(rating|elo|dwz|knsb|nwz|ecf|wertungszahl|gradering)\b", "rating"),
    (r"\b(birth|born|geb|dob)\b|geboorte|geburt|jahrgang", "birth_year"),
    (r"\b(team|mannschaft|ploeg|span)", "team"),
    (r"\b(club|klub|verein|vereniging|schaakclub)", "club"),
    (r"\b(full\s*name|name|naam|namen|player|speler|spieler|participant|deelnemer|teilnehmer)", "name"),
)

_MAIL = re.compile(r"e-?mail|e-?pos\b|courriel|correo|\bposta\b")
_REMARK = re.compile(
    r"opmerking|bemerkung|anmerkung|hinweis|remark|comment|\bnotes?\b|notitie|notiz|nota\b|observaci|osservazion"
)


def plain(heading: str) -> str:
    """Return a heading as it is looked up: its letters a to z, without accents and case."""
    bare = unicodedata.normalize("NFKD", heading.casefold())
    return re.sub(r"[^a-z]", "", bare)


def role_of(heading: str) -> str | None:
    """Return the meaning of a heading, exact or as a question; None where it means nothing here."""
    if exact := COLUMN_OF.get(plain(heading)):
        return exact
    words = heading.casefold()
    if len(words) > 80:
        return None
    return next((role for pattern, role in _ASKED if re.search(pattern, words)), None)


def unread(heading: str, meanings: Mapping[str, Notice]) -> Notice:
    """Return that a column is not imported, and of a list of players why, where one would expect it to be."""
    words = heading.casefold()
    if meanings is not MEANINGS:
        return Notice("list-unread", column=short(heading))
    if _MAIL.search(words):
        return Notice("list-unread-email", column=short(heading))
    if _REMARK.search(words):
        return Notice("list-unread-remark", column=short(heading))
    return Notice("list-unread", column=short(heading))


def assigned(cells: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the meaning of each column by its heading, "" for none, and those left out because another means it.

    A heading that is just the word comes before one that holds it; of two alike the left one counts. Two columns
    side by side under one heading (merged cells) are the two halves of a name.
    """
    roles = [""] * len(cells)
    twice: list[int] = []
    exact = [at for at, cell in enumerate(cells) if COLUMN_OF.get(plain(cell))]
    for at in [*exact, *(at for at in range(len(cells)) if at not in exact)]:
        role = role_of(cells[at])
        if role is None:
            continue
        if role not in roles:
            roles[at] = role
        elif role == "name" and at and roles[at - 1] == "name" and cells[at] == cells[at - 1]:
            roles[at - 1], roles[at] = "first", "last"
        else:
            twice.append(at)
    if "name" in roles and "last" in roles and "first" not in roles:
        # “Naam; Achternaam”: what is called the name is the first name
        roles[roles.index("name")] = "first"
    return tuple(roles), tuple(twice)


def heading_at(lines: Sequence[Line]) -> int | None:
    """Return which of the first lines names the columns: the one that names most; None where none does."""
    best, most = None, 0
    for at, line in enumerate(lines[:HEADING_WITHIN]):
        known = {role for role in assigned(line.cells)[0] if role}
        written = [cell for cell in line.cells if cell]
        exact = sum(plain(cell) in COLUMN_OF for cell in written)
        # a title that speaks of players is no heading, nor is “Anna, Club Noord”
        if not known & NAMES or not (exact or len(known) > 1) or any(re.fullmatch(r"[\d.,*-]+", c) for c in written):
            continue
        score = 2 * len(known) + exact
        if score > most:
            best, most = at, score
    return best


def nearly_heading(cells: Sequence[str]) -> bool:
    """Return whether a line looks like a heading with a word misspelt, such as “Nmae; Club”.

    One word has all letters of a known heading, and most are like one: “Anna; Maria” is nobody's heading, although
    each is like a word of some language.
    """
    written = [cell for cell in cells if cell]
    words = [plain(cell) for cell in written]
    if len(words) < 2 or any(character.isdigit() for cell in written for character in cell):
        return False
    if not any(word in COLUMN_OF or "".join(sorted(word)) in _SPELLINGS for word in words):
        return False
    alike = [word for word in words if get_close_matches(word[:HEADING_WITHIN], COLUMN_OF, 1, _NEARLY)]
    return len(alike) > 1 and len(alike) * 2 > len(words)


def guessed(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the meaning of columns that no heading names, by what stands in them."""
    width = max((len(line.cells) for line in lines), default=0)
    roles = [""] * width
    texts: list[int] = []
    for at in range(width):
        cells = [line.cells[at] for line in lines if at < len(line.cells) and line.cells[at]]
        numbers = [int(cell) for cell in cells if re.fullmatch(r"\d{1,4}", cell, re.ASCII)]
        if not cells or (len(cells) * 3 < len(lines) and at > 3):
            continue
        if len(numbers) * 3 >= len(cells) * 2:
            running = numbers == list(range(numbers[0], numbers[0] + len(numbers))) and len(numbers) > 1
            if running and not at:
                continue
            if all(1900 <= number <= 2030 for number in numbers) and "birth_year" not in roles:
                roles[at] = "birth_year"
            elif all(number >= 100 for number in numbers) and "rating" not in roles:
                roles[at] = "rating"
        elif sum(any(c.isalpha() for c in cell) for cell in cells) * 2 > len(cells) and not any(
            "@" in c for c in cells
        ):
            texts.append(at)
    for at in texts[1:3]:
        # a club is named again and again; first names seldom are
        cells = [line.cells[at] for line in lines if at < len(line.cells) and line.cells[at]]
        if len(set(cells)) * 3 <= len(cells) * 2 and len(cells) > 2 and "club" not in roles:
            roles[at] = "club"
    texts = [at for at in texts if not roles[at]]
    if texts:
        single = all(" " not in line.cells[texts[0]].strip() for line in lines if texts[0] < len(line.cells))
        if len(texts) > 1 and single and texts[1] == texts[0] + 1:
            last_first = _last_names_first([line.cells for line in lines if len(line.cells) > texts[1]], texts[0])
            roles[texts[0]], roles[texts[1]] = ("last", "first") if last_first else ("first", "last")
        else:
            roles[texts[0]] = "name"
            if len(texts) > 1 and "club" not in roles:
                roles[texts[1]] = "club"
    return tuple(roles)


def _last_names_first(rows: Sequence[Sequence[str]], at: int) -> bool:
    """Return whether the last name stands before the first: “Vries | Jan de”, or in the order of the alphabet."""
    for row in rows:
        words = row[at + 1].split()
        if words and words[0].islower():
            return False
        if len(words) > 1 and words[-1].islower():
            return True
    last = [row[at].casefold() for row in rows]
    return last == sorted(last) and len(set(last)) > 1
