"""Moves as people write them: one, several, a whole list with numbers, comments and results (docs/notation.md).

The text is taken apart into words here; the game says what the next ones mean in the position that is reached. A
game that has ``reader(state, names)`` reads its own ways of writing; any other game's entries are read as they stand in
a record.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Generic, Protocol, TypeVar

from games.core.errors import BadNotation, BadRecord, GameError, quote
from games.core.game import Game
from games.core.notices import Notice
from games.core.record import MAX_NAME
from games.core.replay import after_the_end

LONGEST: Final = 256 * 1024
"""Characters of a pasted text."""
MOST_MOVES: Final = 5_000
MOST_CHOICES: Final = 6
LONGEST_WORD: Final = 100

_SIGNS: Final = {
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **dict.fromkeys("×✕✖⨯⨉", "x"),
    **dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff", ""),
    **dict.fromkeys("“”„‟", '"'),
    **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True)),
    "½": "1/2",
    "…": "...",
}
_TABLE: Final = str.maketrans(_SIGNS)
_FIGURINE: Final = re.compile("([♔-♟]\ufe0e?)[KQRBNPDTLSFAC](?=(?:1?[0-9])?[-x×]?[a-l])")
"""A figurine and, as a list of moves has it, the letter of the same piece in the reader's language; no square in
capitals."""
_TAG: Final = re.compile(
    r'[ \t]*\[[ \t]*([A-Za-z][A-Za-z0-9_-]{0,39})[ \t]+"((?:[^"\\]|\\.)*)"[ \t]*\][ \t]*', re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_PART: Final = re.compile(r"[^\s,|{}();]+|[\n,|{}();]")
_NUMBERED: Final = re.compile(r"(\d{1,5})(?:\.+|\))")
_BARE_NUMBER: Final = re.compile(r"\d{1,5}")
_RESULT: Final = re.compile(r"\*|\d{1,3}(?:/\d{1,3})?(?:[-:]\d{1,3}(?:/\d{1,3})?){1,7}")
_CASTLES: Final = re.compile(r"0-0(?:-0)?")
"""Castling with noughts, which only the game tells from a result."""
_NOISE: Final = re.compile(r"\.+|\$\d{1,3}|[!?]+|[-=]/[-+=]|#")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: ``line`` counts from 1; ``begins`` where a number, a line or a comma stands before it."""

    text: str
    line: int
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Pasted:
    """A text taken apart: its tags by name in small letters, and the words that are left of its moves."""

    tags: Mapping[str, str]
    words: tuple[Word, ...]
    result: str | None = None
    """The result at the end of the moves, as it is written."""


NO_WORDS: Final = Pasted({}, ())


@dataclass(frozen=True, slots=True)
class Written:
    """Moves that were read: as they stand in a record, with the position after them."""

    moves: tuple[str, ...]
    state: Any


class Reader(Protocol):
    """A position that is read on: what the next words mean, and where that leads."""

    def take(self, words: Sequence[Word], first: int) -> tuple[str | None, int]:
        """Read the move that begins at ``words[first]`` and play it.

        Returns its text as in a record, or None where the words are no move and mean nothing, with the number of
        words. Raises GameError.
        """

    def over(self) -> bool: ...

    def state(self) -> Any: ...


M = TypeVar("M")
Interpret = Callable[[Any, Sequence[Word], int], tuple[M | None, int]]
"""The move that words mean in a position, None for words that mean nothing, and their number."""


@dataclass(slots=True)
class PlainReader(Generic[M]):
    """A reader for games whose positions are quick to play on."""

    game: Game[Any, M]
    position: Any
    interpret: Interpret[M]

    def take(self, words: Sequence[Word], first: int) -> tuple[str | None, int]:
        move, count = self.interpret(self.position, words, first)
        if move is None:
            return None, count
        self.position = self.game.play(self.position, move)
        return self.game.write(move), count

    def over(self) -> bool:
        return not self.game.to_act(self.position)

    def state(self) -> Any:
        return self.position


def words_of(module: str) -> dict[str, tuple[str, ...]]:
    """Return the words that a game's players write, from ``words.toml`` beside the module, by what they mean."""
    text = files(module.rpartition(".")[0]).joinpath("words.toml").read_text("utf-8")
    return {meaning: tuple(words.split()) for meaning, words in tomllib.loads(text).items()}


def tidy(text: str) -> str:
    """Return a text with the signs that keyboards and programs put for a hyphen, a cross, a space or a piece."""
    return _FIGURINE.sub(r"\1", text).translate(_TABLE)


def take_apart(text: str) -> Pasted:
    """Take a pasted text apart. Raises BadRecord for one that is too long or has a bracket that is never closed."""
    if len(text) > LONGEST:
        raise BadRecord(Notice("written-too-long", length=len(text), most=LONGEST))
    text = tidy(text.replace("\r\n", "\n").replace("\r", "\n"))
    tags: dict[str, str] = {}
    kept: list[str] = []
    place = 0
    while place < len(text):
        tag = _TAG.match(text, place)
        if tag:
            tags.setdefault(tag[1].lower(), _ESCAPED.sub(r"\1", tag[2]))
            kept.append("\n" * tag[0].count("\n"))
            place = tag.end()
            continue
        end = text.find("\n", place)
        end = len(text) if end < 0 else end + 1
        # a line that begins with a percent sign is for programs, as in PGN
        kept.append("\n" if text[place] == "%" else text[place:end])
        place = end
    words, result = _words("".join(kept))
    return Pasted(tags, words, result)


def _words(text: str) -> tuple[tuple[Word, ...], str | None]:
    words: list[Word] = []
    results: list[tuple[int, str]] = []
    line, depth, opened = 1, 0, 0
    comment, begins, line_begins = "", True, True
    for match in _PART.finditer(text):
        part = match[0]
        if part == "\n":
            line += 1
            begins = line_begins = True
            comment = "" if comment == ";" else comment
        elif comment:
            comment = "" if comment == "{" and part == "}" else comment
        elif part in "{;":
            comment, opened = part, line
        elif part == "(":
            depth, opened = depth + 1, opened if depth else line
        elif part == ")" and depth:
            depth -= 1
        elif depth:
            continue
        elif part in ",|)}":
            begins = True
        else:
            part, numbered = _without_number(part, line_begins, text[match.end() : match.end() + 3])
            begins, line_begins = begins or numbered, False
            if _RESULT.fullmatch(part) and not _CASTLES.fullmatch(part):
                results.append((len(words), part))
            elif part and not _NOISE.fullmatch(part):
                words.append(Word(part, line, begins))
                begins = False
    if comment == "{" or depth:
        raise BadRecord(Notice("written-never-closed", line=opened))
    last = results[-1][1] if results and results[-1][0] == len(words) else None
    return tuple(words), last


def _without_number(part: str, line_begins: bool, following: str) -> tuple[str, bool]:
    """Return a word without the number of its move, and whether it had one."""
    number = _NUMBERED.match(part)
    if number:
        return part[number.end() :], True
    if line_begins and _BARE_NUMBER.fullmatch(part) and not following.lstrip(" \t").startswith((">", ":")):
        return "", True
    return part, False


def read(
    game: Game[Any, Any], state: Any, text: str | Pasted, names: Sequence[str | None] = (), first: int = 0
) -> Written:
    """Return the moves that a text holds, played from a position; ``names`` are the players in seat order.

    ``first`` is the number of moves before. Raises GameError with ``index``: which move, what was read, and what it
    could have been.
    """
    pasted = take_apart(text) if isinstance(text, str) else text
    split = getattr(game, "split_words", None)
    words: Sequence[Word] = split(pasted.words) if callable(split) else pasted.words
    return read_on(reader_of(game, state, names, pasted), words, first)


def read_on(reader: Reader, words: Sequence[Word], first: int = 0) -> Written:
    """Return the moves that a reader makes of words. Raises GameError with ``index``, counted from ``first``."""
    moves: list[str] = []
    place = 0
    while place < len(words):
        if len(moves) >= MOST_MOVES:
            raise BadRecord(Notice("written-too-many", most=MOST_MOVES))
        word = words[place]
        try:
            if len(word.text) > LONGEST_WORD:
                raise BadNotation(Notice("written-no-move", text=quote(word.text)))
            if reader.over():
                if _RESULT.fullmatch(word.text):
                    place += 1
                    continue
                raise after_the_end(word.text)
            move, used = reader.take(words, place)
        except GameError as error:
            error.index = first + len(moves)
            if words[-1].line > 1:
                error.notice = Notice("written-in-line", line=word.line, text=error.notice)
            raise
        if move is not None:
            moves.append(move)
        place += max(1, used)
    return Written(tuple(moves), reader.state())


def reader_of(game: Game[Any, Any], state: Any, names: Sequence[str | None], pasted: Pasted) -> Reader:
    """Return the game's reader, or one that knows the entries of records only."""
    own = getattr(game, "reader", None)
    if callable(own):
        reader: Reader = own(state, names, pasted)
        return reader
    return PlainReader(game, state, _as_recorded(game))


def _as_recorded(game: Game[Any, M]) -> Interpret[M]:
    def interpret(_state: Any, words: Sequence[Word], first: int) -> tuple[M | None, int]:
        stop = next((n for n in range(first + 1, len(words)) if words[n].begins), len(words))
        stop = min(stop, first + 8)
        fault: GameError | None = None
        for last in range(stop, first, -1):
            try:
                return game.read(" ".join(word.text for word in words[first:last])), last - first
            except BadNotation as error:
                fault = fault or error
        assert fault is not None  # there is a word to read
        raise fault

    return interpret


def entry(game: Game[Any, Any], before: Any, text: str, after: Any, *, long: bool = False) -> str:
    """Return one entry of a record as people write it, short or long, without white space in it."""
    own = getattr(game, "write_short", None)
    if callable(own):
        return str(own(before, text, after, long))
    return text


def choices(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the first few of several texts, for a message."""
    few = tuple(texts[:MOST_CHOICES])
    return few if len(few) == len(texts) else (*few, "…")


def shown(words: Sequence[Word], first: int, count: int = 1) -> str:
    """Return some words in quotation marks, for a message."""
    return quote(" ".join(word.text for word in words[first : first + count]))


def seat_named(text: str, names: Sequence[str | None]) -> int | None:
    """Return the seat of the only player whose name is a text, or begins with it; None for none or several."""
    wanted = text.casefold().rstrip(":")
    if not wanted or len(wanted) > MAX_NAME:
        return None
    known = [(seat, name.casefold()) for seat, name in enumerate(names, 1) if name]
    for fits in (
        [seat for seat, name in known if name == wanted],
        [seat for seat, name in known if wanted in name.split()],
        [seat for seat, name in known if len(wanted) > 2 and name.startswith(wanted)],
    ):
        if len(set(fits)) == 1:
            return fits[0]
    return None
