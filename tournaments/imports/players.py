"""A list of players: which column means what, and what each line says or what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.imports.lines import (
    FORMULA_STARTS,
    Line,
    Unreadable,
    refuse_columns_twice,
    short,
    unquoted,
    whole_number,
)
from tournaments.imports.spreadsheet import read_sheet
from tournaments.text import hidden_characters

# Column headings as clubs write them, in English, Dutch, German and Afrikaans, without accents and case.
HEADINGS = {
    "name": "name naam spelernaam spieler speler player playername volledigenaam vollstandigername",
    "first": "firstname voornaam vorname",
    "last": "lastname surname achternaam familienaam nachname familienname van",
    "rating": "rating elo dwz knsb wertung wertungszahl gradering",
    "club": "club vereniging verein klub vereeniging schaakclub",
    "birth_year": "birthyear yearofbirth born geboortejaar geburtsjahr jahrgang gebore geboorte",
    "fixed_table": "fixedtable vastetafel festertisch vastetafelnommer",
    "team": "team mannschaft span ploeg",
    "board": "board bord brett",
}
COLUMN_OF = {word: column for column, words in HEADINGS.items() for word in words.split()}
LENGTHS = {"name": 100, "club": 100, "team": 100}


@dataclass(slots=True)
class PlayerLine:
    """A line of the list. ``problems`` are sentences; a line with any is refused."""

    number: int
    name: str = ""
    rating: int | None = None
    club: str = ""
    birth_year: int | None = None
    fixed_table: int | None = None
    team: str = ""
    board: int | None = None
    problems: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str, int | None]:
        """Return the key that tells two people apart in a list."""
        return (self.name.casefold(), self.club.casefold(), self.birth_year)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """``columns`` are those that the heading has; what it lacks says nothing about anybody. ``unread`` are its words
    that mean nothing here."""

    columns: frozenset[str]
    lines: tuple[PlayerLine, ...]
    unread: tuple[str, ...] = ()


def read_players(content: bytes) -> PlayerList:
    """Read the players of a file, CSV or XLSX. Raises Unreadable where the file as a whole means nothing."""
    lines = read_sheet(content)
    if not lines:
        raise Unreadable(_("The file is empty."))
    columns = read_heading(lines[0])
    if len(lines) == 1:
        raise Unreadable(_("The file has a heading row but no players below it."))
    players = [_read_line(line, columns) for line in lines[1:]]
    _refuse_twice(players)
    known = frozenset(c for c in columns if c)
    if known & {"first", "last"}:
        known = (known - {"first", "last"}) | {"name"}
    unread = tuple(
        short(cell) for cell, column in zip(lines[0].cells, columns, strict=True) if column is None and cell.strip()
    )
    return PlayerList(known, tuple(players), unread)


def read_heading(line: Line) -> tuple[str | None, ...]:
    """Return the columns by their headings; None for one that means nothing here."""
    columns = tuple(COLUMN_OF.get(plain(cell)) for cell in line.cells)
    known = [c for c in columns if c]
    refuse_columns_twice(line, known)
    if "name" not in known and "last" not in known:
        raise Unreadable(
            _(
                "Line %(line)d: no column is called “Name”. The first line must name the columns: Name, Rating, Club,"
                " Birth year, Fixed table (Dutch, German and Afrikaans names work, too)."
            )
            % {"line": line.number}
        )
    return columns


def plain(heading: str) -> str:
    """Return a heading as it is looked up: its letters a to z, without accents and case."""
    bare = unicodedata.normalize("NFKD", heading.casefold())
    return re.sub(r"[^a-z]", "", bare)


def _read_line(line: Line, columns: Sequence[str | None]) -> PlayerLine:
    player = PlayerLine(line.number)
    if any(line.cells[len(columns) :]):
        player.problems.append(
            _(
                "The line has %(cells)d cells, but the heading has %(columns)d. A name with a comma needs quotation "
                "marks."
            )
            % {"cells": len(line.cells), "columns": len(columns)}
        )
    cells = {column: cell for column, cell in zip(columns, line.cells, strict=False) if column}
    name = cells.get("name") or " ".join(filter(None, (cells.get("first"), cells.get("last"))))
    player.name = _text(player, "name", name)
    if not player.name:
        player.problems.append(_("The name is missing."))
    player.club = _text(player, "club", cells.get("club", ""))
    player.team = _text(player, "team", cells.get("team", ""))
    player.rating = _number(player, _("The rating"), cells.get("rating", ""), 0, 4000)
    player.birth_year = _number(player, _("The year of birth"), cells.get("birth_year", ""), 1900, 2100)
    player.fixed_table = _number(player, _("The fixed table"), cells.get("fixed_table", ""), 1, 1000)
    player.board = _number(player, _("The board"), cells.get("board", ""), 1, 100)
    if player.board is not None and not player.team:
        player.problems.append(_("There is a board but no team."))
    return player


def _text(player: PlayerLine, column: str, cell: str) -> str:
    text = unicodedata.normalize("NFC", cell)
    text, problem = read_text(text, LENGTHS[column])
    if problem:
        player.problems.append(problem)
    return text


def read_text(cell: str, most: int) -> tuple[str, str]:
    """Return a name as a cell has it, and a sentence on what is wrong with it. A formula is refused; one written as
    text is a text."""
    if hidden_characters(cell):
        return "", _("“%(text)s” has characters that cannot be shown.") % {"text": short(cell)}
    problem = ""
    if cell.startswith(FORMULA_STARTS):
        problem = _("“%(text)s” looks like a spreadsheet formula. Enter the text itself.") % {"text": short(cell)}
    text = unquoted(cell)
    if len(text) > most:
        problem = _("“%(text)s” has %(length)d characters; at most %(limit)d are possible.") % {
            "text": short(text),
            "length": len(text),
            "limit": most,
        }
    return text, problem


def _number(player: PlayerLine, what: str, cell: str, low: int, high: int) -> int | None:
    try:
        return whole_number(cell, low, high)
    except ValueError:
        player.problems.append(
            _("%(what)s “%(cell)s” must be a whole number from %(low)d to %(high)d, or empty.")
            % {"what": what, "cell": short(cell), "low": low, "high": high}
        )
        return None


def _refuse_twice(players: Sequence[PlayerLine]) -> None:
    first: dict[tuple[str, str, int | None], int] = {}
    for player in players:
        if not player.name:
            continue
        if player.key in first:
            player.problems.append(
                _(
                    "The same player is already in line %(line)d. Two people with the same name need a club or a year "
                    "of birth."
                )
                % {"line": first[player.key]}
            )
        else:
            first[player.key] = player.number
