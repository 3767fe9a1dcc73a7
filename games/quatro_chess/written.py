"""Moves of Quatro Chess as players write them: ``Nf3``, ``k10-j10``, ``Bxi1``, ``O-O``, ``c12=Q`` (docs/notation.md).

Pieces bear the letters of English, Dutch, German, Afrikaans, French, Spanish or Italian; a letter that means different
pieces (``R`` is an Afrikaans knight and a French king, ``P`` a Dutch knight) is read as the rest of the text has it,
else in English if such a move is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.core.errors import BadNotation, IllegalMove, quote
from games.core.notices import Notice
from games.core.written import NO_WORDS, Pasted, Word, choices, words_of
from games.quatro_chess import notation, play
from games.quatro_chess.board import (
    BISHOP,
    CASTLER,
    FILES,
    FORWARD,
    KINDS,
    KING,
    KNIGHT,
    LETTERS,
    NAMES,
    NOBODY,
    NUMBERS,
    PAWN,
    QUEEN,
    ROOK,
    SIZE,
    SQUARES,
    STARTING_BOARD,
    STATUE,
    Colour,
    kind,
)
from games.quatro_chess.explain import refusal
from games.quatro_chess.generate import legal_texts, settle
from games.quatro_chess.geometry import CASTLINGS, STEPS
from games.quatro_chess.position import Position
from games.quatro_chess.state import Reason, State, Step

_KINDS: Final = {
    "K": KING,
    "Q": QUEEN,
    "R": ROOK,
    "B": BISHOP,
    "N": KNIGHT,
    "P": PAWN,
    "D": QUEEN,
    "T": ROOK,
    "L": BISHOP,
    "S": KNIGHT,
}
_OTHER: Final = {"R": KNIGHT, "P": KNIGHT}
"""What a letter means in Afrikaans (*ruiter*) and in Dutch (*paard*)."""
_ROMANCE: Final = {"R": KING, "F": BISHOP, "A": BISHOP, "C": KNIGHT}
"""What letters mean in French (*roi, fou, cavalier*), Spanish (*rey, alfil, caballo*) and Italian."""
_ROMANCE_PIECE: Final = re.compile(r"[FAC][a-l]?(?:1?[0-9])?[-x:]?[a-l]1?[0-9]")
_PROMOTED: Final = {
    letter: piece for letters, piece in (("QD", "q"), ("RT", "r"), ("BLFA", "b"), ("NSPC", "n")) for letter in letters
}
_WORDS: Final = words_of(__name__)
_COLOUR_WORDS: Final = {word: colour for colour in Colour for word in _WORDS[colour.key]}
_EMPTY: Final = re.compile(
    r"-{1,3}|x|out|uit|aus|mate|mat|matt|skaakmat|jaquemate|matto|stalemate|pat|patt|ahogado|stallo|e\.?p\.?",
    re.IGNORECASE,
)
_MARKS: Final = re.compile(r"(?:[+#=!?]|e\.?p\.?$)+$")
_OUT_AT_ONCE: Final = {Reason.MATE: "#", Reason.STALEMATE: "="}
_SQUARE: Final = r"[a-lA-L]1?[0-9]"
_PROMOTION: Final = r"(?:[=/(]?([A-Za-z])\)?)?"
_LONG: Final = re.compile(rf"([A-Z]?)({_SQUARE})[-x:]?[KQRBNPDTLS]?({_SQUARE}){_PROMOTION}")
_SHORT: Final = re.compile(rf"([A-Za-z]?)([a-lA-L]?)((?:1?[0-9])?)([-x:]?)[KQRBNPDTLS]?({_SQUARE}){_PROMOTION}")
_CASTLES: Final = re.compile(r"[oO0]-?[oO0](-?[oO0])?")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One way to read a short move: the piece, what is known of where it stands, and where it goes."""

    kind: int
    file: int | None
    rank: int | None
    target: int
    promotion: str
    takes: bool = True
    """Whether it may capture: a pawn whose file is not given and that bears no cross goes straight ahead first."""


class ChessReader:
    """Reads moves on a position that it plays on."""

    def __init__(self, state: State, pasted: Pasted) -> None:
        self.position = Position(state)
        settle(self.position)
        self.plies = state.plies
        self.last = state.last
        self.kinds = dict(_KINDS)
        initials = {word.text[0] for word in pasted.words}
        foreign = bool(initials & set("DTL")) and not initials & set("QBN")
        if foreign and "S" not in initials:
            self.kinds.update({letter: _OTHER[letter] for letter in ("P", "R") if letter in initials})
        romance = not initials & set("QBNKLS") and any(_ROMANCE_PIECE.match(word.text) for word in pasted.words)
        self.other = {} if romance else _OTHER
        if romance:
            self.kinds |= _ROMANCE
        self.sure = foreign or romance or bool(initials & set("QBN")) or "game" in pasted.tags
        """Whether the language of the letters is known."""

    def over(self) -> bool:
        settle(self.position)
        return self.position.turn == NOBODY

    def state(self) -> State:
        settle(self.position)
        return self.position.freeze(self.plies, self.last)

    def take(self, words: Sequence[Word], first: int) -> tuple[str | None, int]:
        text = words[first].text
        low = text.casefold().rstrip(":")
        following = words[first + 1].text.casefold() if first + 1 < len(words) else ""
        if low in _WORDS["forfeits"] and following in _COLOUR_WORDS:
            return self._enter(f"forfeit {_COLOUR_WORDS[following].key}"), 2
        if low.startswith("forfeit_") and low[8:] in _COLOUR_WORDS:
            return self._enter(f"forfeit {_COLOUR_WORDS[low[8:]].key}"), 1
        if low in _COLOUR_WORDS or _EMPTY.fullmatch(text):
            return None, 1
        if low in _WORDS["resigns"]:
            return self._enter("resign"), 1
        if low == "draw50":
            return self._enter("draw50"), 1
        return self._enter(self.step(text)), 1

    def _enter(self, text: str) -> str:
        play.enter(self.position, text)
        self.plies += 1
        self.last = notation.read(text)
        return text

    def step(self, text: str) -> str:
        """Return the entry of a record that a written move means. Raises GameError."""
        bare = _MARKS.sub("", text)
        if bare.lower() in STEPS and self.position.copy().push(bare.lower()):
            return bare.lower()
        castles = _CASTLES.fullmatch(bare)
        if castles:
            return castling(self.position.turn, short=castles[1] is None)
        long = _LONG.fullmatch(bare)
        if long:
            return self._long(text, long)
        meanings = list(self._meanings(bare))
        if not meanings:
            raise BadNotation(Notice("quatro-chess-written", text=quote(text)), rule="QC 3.6")
        legal = self.readings(bare)
        if len(legal) == 1:
            return legal[0]
        if legal:
            before = self.position.freeze(self.plies, self.last)
            offered = choices([_offered(before, move) for move in legal])
            raise BadNotation(Notice("written-several", text=quote(text), choices=offered), rule="QC 3.6")
        raise self._none(text, meanings[0])

    def _long(self, text: str, match: re.Match[str]) -> str:
        origin, target = match[2].lower(), match[3].lower()
        entry = origin + target
        for square in (origin, target):
            if square not in NUMBERS:
                raise BadNotation(Notice("quatro-chess-no-square", word=quote(text), square=square), rule="QC 1.2")
        if match[4]:
            promotion = _PROMOTED.get(match[4].upper())
            if promotion is None:
                notice = Notice("quatro-chess-promotion-letter", word=quote(text), letter=match[4])
                raise BadNotation(notice, rule="QC 3.6")
            entry += promotion
        code, letter = self.position.board[NUMBERS[origin]], match[1]
        if letter and code and not code & STATUE:
            piece = ROOK if kind(code) == CASTLER else kind(code)
            if piece not in (self.kinds.get(letter), self.other.get(letter)):
                notice = Notice("quatro-chess-other-piece", text=quote(text), square=origin, piece=KINDS[piece])
                raise IllegalMove(notice, rule="QC 3.6")
        return entry

    def readings(self, text: str) -> list[str]:
        """Return the legal moves that a short move can mean."""
        legal: list[str] = []
        for number, meaning in enumerate(self._meanings(text)):
            if legal and (self.sure or number > 1 or text[0] not in self.other):
                break
            legal = sorted({*legal, *self.legal(meaning)})
        return legal

    def _meanings(self, text: str) -> Iterator[Meaning]:
        """Yield the ways to read a short move, the likeliest first."""
        match = _SHORT.fullmatch(text)
        if match is None or match[5].lower() not in NUMBERS:
            return
        letter, file, rank, cross = match[1], match[2].lower(), match[3], match[4]
        promotion = _PROMOTED.get(match[6].upper(), "") if match[6] else ""
        if match[6] and not promotion:
            return
        target = NUMBERS[match[5].lower()]
        row = int(rank) - 1 if rank else None
        column = FILES.index(file) if file else None
        if not letter:
            if not cross and not file:
                yield Meaning(PAWN, column, row, target, promotion, takes=False)
            yield Meaning(PAWN, column, row, target, promotion)
            return
        if letter.isupper() or letter not in FILES:
            for piece in dict.fromkeys((self.kinds.get(letter.upper()), self.other.get(letter.upper()))):
                if piece is not None:
                    yield Meaning(piece, column, row, target, promotion)
        if letter.lower() in FILES and not file:
            yield Meaning(PAWN, FILES.index(letter.lower()), row, target, promotion)
        if letter.islower() and letter in FILES and letter.upper() in self.kinds:
            yield Meaning(self.kinds[letter.upper()], column, row, target, promotion)

    def legal(self, meaning: Meaning) -> Iterator[str]:
        """Yield the legal moves that a meaning fits."""
        position = self.position
        for square in SQUARES:
            code = position.board[square]
            if not code or code & STATUE or code & 3 != position.turn:
                continue
            if (ROOK if kind(code) == CASTLER else kind(code)) != meaning.kind:
                continue
            if meaning.file is not None and square % SIZE != meaning.file:
                continue
            if meaning.rank is not None and square // SIZE != meaning.rank:
                continue
            if not meaning.takes and meaning.target - square not in _ahead(position.turn):
                continue
            text = NAMES[square] + NAMES[meaning.target] + meaning.promotion
            if text in STEPS and position.copy().push(text):
                yield text

    def _none(self, text: str, meaning: Meaning) -> IllegalMove:
        """Return the error for a short move that nobody can make, with those that may have been meant."""
        position, colour = self.position, Colour(self.position.turn)
        kinds = (meaning.kind, CASTLER) if meaning.kind == ROOK else (meaning.kind,)
        pieces = [square for square in SQUARES if position.board[square] in [piece << 2 | colour for piece in kinds]]
        legal = legal_texts(position)
        near = [move for move in legal if STEPS[move][1] == meaning.target]
        if not near and len(pieces) == 1:
            return refusal(position, Step(NAMES[pieces[0]], NAMES[meaning.target], meaning.promotion))
        near = near or [move for move in legal if STEPS[move][0] in pieces]
        if not near:
            return IllegalMove(
                Notice("quatro-chess-not-possible", text=quote(text), colour=colour.titled), rule="QC 3.1"
            )
        before = position.freeze(self.plies, self.last)
        shorts = choices([short(before, text) for text in near])
        notice = Notice("quatro-chess-not-possible-but", text=quote(text), colour=colour.titled, choices=shorts)
        return IllegalMove(notice, rule="QC 3.1")


def _ahead(turn: int) -> tuple[int, int]:
    return FORWARD[turn], 2 * FORWARD[turn]


def castling(turn: int, *, short: bool) -> str:
    """Return the castling of a colour towards the nearer rook, or the other (QC 3.4)."""
    ways = [
        (way.between.bit_count(), NAMES[home] + NAMES[target])
        for (home, target), way in CASTLINGS.items()
        if STARTING_BOARD[home] == KING << 2 | turn
    ]
    return min(ways)[1] if short else max(ways)[1]


def write(before: State | None, text: str, after: State | None, long: bool) -> str:
    """Return an entry as players write it: ``Nf3+``; long: ``Nd1-f3+``. Other entries get a low line for a space.

    Without positions it is the entry of the record.
    """
    move = notation.read(text)
    if before is None or after is None or not isinstance(move, Step) or before.turn is None:
        return text.replace(" ", "_")
    return short(before, text, long=long) + _mark(before, after)


def short(before: State, text: str, *, long: bool = False) -> str:
    """Return a legal move as players write it, without a mark of check: ``Nf3``; long: ``Nd1-f3``."""
    move = notation.read(text)
    assert isinstance(move, Step) and before.turn is not None
    origin, target = NUMBERS[move.origin], NUMBERS[move.target]
    piece = ROOK if kind(before.board[origin]) == CASTLER else kind(before.board[origin])
    if piece == KING and (origin, target) in CASTLINGS:
        nearer = move.origin + move.target == castling(before.turn, short=True)
        return "O-O" if nearer else "O-O-O"
    taken = bool(before.board[target]) or (piece == PAWN and target - origin not in _ahead(before.turn))
    letter = "" if piece == PAWN else LETTERS[piece]
    promoted = f"={move.promotion.upper()}" if move.promotion else ""
    where = move.origin if long else needed(before, piece, move, taken)
    return letter + where + ("x" if taken else "-" if long else "") + move.target + promoted


def _offered(before: State, move: str) -> str:
    """Return a legal move as a reader can write it instead of one that means several: short, or long where a letter
    of the short one means another piece in another language."""
    text = short(before, move)
    return text if ChessReader(before, NO_WORDS).readings(text) == [move] else short(before, move, long=True)


def needed(before: State, piece: int, move: Step, taken: bool) -> str:
    """Return what a short move must say of its origin so that no other legal move reads the same: nothing, a file, a
    rank or the square. A pawn that captures always names its file. ``piece``: a rook that may castle is a rook."""
    if piece == PAWN and not taken:
        return ""
    meaning = Meaning(piece, None, None, NUMBERS[move.target], move.promotion)
    every = (NAMES[STEPS[text][0]] for text in ChessReader(before, NO_WORDS).legal(meaning))
    others = [origin for origin in every if origin != move.origin]
    if all(other[0] != move.origin[0] for other in others):
        return move.origin[0] if others or piece == PAWN else ""
    if piece != PAWN and all(other[1:] != move.origin[1:] for other in others):
        return move.origin[1:]
    return move.origin


def _mark(before: State, after: State) -> str:
    """Return ``#`` where the move mated a colour at once and ``=`` where it stalemated one; else ``+`` where it gave
    check."""
    reasons = dict.fromkeys(fallen.reason for fallen in after.out[len(before.out) :])
    marks = "".join(_OUT_AT_ONCE.get(reason, "") for reason in reasons)
    if "#" in marks or after.turn is None:
        return marks
    then, now = Position(before), Position(after)
    others = [colour for colour in after.living if colour != before.turn]
    checks = any(now.in_check(colour) and not then.in_check(colour) for colour in others)
    return marks + "+" if checks else marks


def new_round(previous: State, state: State) -> bool:
    """Tell whether a round begins with the colour on turn."""
    return previous.turn is not None and state.turn is not None and state.turn <= previous.turn
