"""Games of chess.com's four-player chess (PGN4), read where they were played on this board (docs/notation.md).

Their usual board has 14 × 14 squares with corners of 3 × 3, and another setup; a custom position can be this board: the
squares of the outer ring are then ``x``, and all names of squares are moved by one. Red sits in the south and begins,
then blue, yellow and green: here white, red, black and green.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.errors import BadRecord, quote
from games.core.game import Start
from games.core.notices import Notice
from games.core.options import complete
from games.core.record import Record
from games.core.written import Pasted, Word, read_on
from games.quatro_chess.board import CELLS, LETTERS, NAMES, SIZE, SQUARES, STARTING_BOARD, Colour, kind
from games.quatro_chess.play import INFO, begin
from games.quatro_chess.state import State
from games.quatro_chess.written import ChessReader

_THEIRS: Final = "rbyg"
"""Their letters of the colours that are white, red, black and green here."""
_SIGNS: Final = ("startfen4", "rulevariants")
_NEUTRAL: Final = re.compile(r"Castling|EnPassant|Play4Mate|Prom(?:oteTo)?=[A-Z0-9,]+")
_CELL: Final = re.compile(r"[xX]|[rbyg][PRNBQK]|[0-9]{1,2}")
_SQUARE: Final = re.compile(r"([a-n])(1[0-4]|[1-9])")
_SKIPPED: Final = ("S", "D", "#")


def adapt(pasted: Pasted, known: Record | None) -> Record | None:
    """Return the record of a game in PGN4, None for any other text. Raises BadRecord where it is another game."""
    tags = pasted.tags
    colours = {"red", "blue", "yellow", "green"} <= set(tags)
    if not colours and not any(sign in tags for sign in _SIGNS):
        return None
    file, rank = _offset(tags)
    for rule in tags.get("rulevariants", "").split():
        if not _NEUTRAL.fullmatch(rule):
            raise BadRecord(Notice("pgn4-rule", rule=quote(rule)))
    seats = known.seats if known is not None else tuple(tags.get(name) for name in ("red", "blue", "yellow", "green"))
    options = dict(known.options) if known is not None else {}
    if known is None and tags.get("variant", "").casefold() == "teams":
        options["teams"] = [[1, 3], [2, 4]]
    setup = known.setup if known is not None else {}
    state = begin(Start(len(seats), complete(INFO, options, len(seats)), setup))
    moves = read_on(_Reader(state, pasted, file, rank), pasted.words).moves
    return Record(INFO.key, options, seats, setup, moves)


class _Reader(ChessReader):
    """A reader whose squares are moved, and whose colours leave by a letter."""

    def __init__(self, state: State, pasted: Pasted, file: int, rank: int) -> None:
        super().__init__(state, pasted)
        self.sure = True
        self.moved = (file, rank)

    def take(self, words: Sequence[Word], first: int) -> tuple[str | None, int]:
        word = words[first]
        if word.text in _SKIPPED:
            return None, 1
        if word.text in ("R", "T"):
            colour = Colour(self.position.turn)
            text = "resign" if word.text == "R" else f"forfeit_{colour.key}"
        else:
            text = _SQUARE.sub(self._here, word.text)
        return super().take([Word(text, word.line, word.begins)], 0)

    def _here(self, match: re.Match[str]) -> str:
        file, rank = ord(match[1]) - ord("a") - self.moved[0], int(match[2]) - self.moved[1]
        if not 0 <= file < SIZE or not 1 <= rank <= SIZE:
            raise BadRecord(Notice("pgn4-square", square=match[0]))
        return f"{chr(ord('a') + file)}{rank}"


def _offset(tags: Mapping[str, str]) -> tuple[int, int]:
    """Return by how many files and ranks their names of squares are moved. Raises BadRecord for another board."""
    text = tags.get("startfen4", "")
    head, _hyphen, board = text.rpartition("-")
    if "/" not in board:
        raise BadRecord(Notice("pgn4-usual-board"))
    rows = [_cells(row) for row in re.sub(r"\s+", "", board).split("/")]
    bottom = next((number for number, row in enumerate(reversed(rows)) if _holds(row)), 0)
    rows = [row for row in rows if _holds(row)]
    left = min((next(place for place, cell in enumerate(row) if cell is not None) for row in rows), default=0)
    rows = [row[left : left + SIZE] + [None] * (SIZE - len(row[left:])) for row in rows if len(row) <= 14]
    if len(rows) != SIZE or any(cell is not None for row in rows for cell in row[SIZE:]):
        raise BadRecord(Notice("pgn4-usual-board"))
    if not re.match(r"R-(?:0,){3}0-", re.sub(r"\s+", "", head) + "-") or "-1,1,1,1-1,1,1,1-" not in head:
        raise BadRecord(Notice("pgn4-begun"))
    _compare([cell for row in reversed(rows) for cell in row])
    return left, bottom


def _holds(row: Sequence[str | None]) -> bool:
    return any(cell is not None for cell in row)


def _cells(text: str) -> list[str | None]:
    """Return the squares of one of their ranks: None off the board, an empty text for an empty square."""
    cells: list[str | None] = []
    for part in text.split(",")[:64]:
        if not _CELL.fullmatch(part):
            raise BadRecord(Notice("pgn4-board", text=quote(part)))
        if part in "xX":
            cells.append(None)
        elif part.isdigit():
            cells += [""] * min(int(part), 20)
        else:
            cells.append(part)
    return cells


def _compare(cells: Sequence[str | None]) -> None:
    """Raise BadRecord where their position is not the start of Quatro Chess."""
    for square in range(CELLS):
        cell = cells[square]
        if square not in SQUARES:
            if cell is not None:
                raise BadRecord(Notice("pgn4-usual-board"))
            continue
        code = STARTING_BOARD[square]
        right = f"{_THEIRS[code & 3]}{LETTERS[kind(code)]}" if code else ""
        if cell != right:
            raise BadRecord(Notice("pgn4-other-start", square=NAMES[square], text=cell or "-", right=right or "-"))
