"""Moves in words, for readers who listen instead of looking.

A game without words of its own here is told by its notation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.core import written
from games.core.registry import AnyGame
from games.kwartet.material import CARDS
from games.kwartet.material import LETTERS as QUARTETS
from games.kwartet.material import cards as cards_of
from games.kwartet.state import Question
from games.quaro.chances import chances
from games.quatro_chess.board import Colour
from games.quatro_chess.state import Reason, Step
from games.quatro_chess.views import checked
from tournaments.selectors.games.replays import Played
from tournaments.sentences import asked_for

Words = Callable[[Played], tuple[int, str]]

PIECES = {
    "P": pgettext_lazy("piece", "Pawn"),
    "N": pgettext_lazy("piece", "Knight"),
    "B": pgettext_lazy("piece", "Bishop"),
    "R": pgettext_lazy("piece", "Rook"),
    "Q": pgettext_lazy("piece", "Queen"),
    "K": pgettext_lazy("piece", "King"),
}
LETTERS = {
    "N": pgettext_lazy("letter of a piece", "N"),
    "B": pgettext_lazy("letter of a piece", "B"),
    "R": pgettext_lazy("letter of a piece", "R"),
    "Q": pgettext_lazy("letter of a piece", "Q"),
    "K": pgettext_lazy("letter of a piece", "K"),
}
"""As the reader's language writes them in a list of moves. What programs read keeps the English ones."""
FIGURINES = {key: f"{figurine}\ufe0e" for key, figurine in zip("KQRBN", "♚♛♜♝♞", strict=True)}
ATTRIBUTES = (
    {"L": pgettext_lazy("piece", "light"), "D": pgettext_lazy("piece", "dark")},
    {"R": pgettext_lazy("piece", "round"), "S": pgettext_lazy("piece", "square")},
    {"T": pgettext_lazy("piece", "tall"), "S": pgettext_lazy("piece", "short")},
    {"F": pgettext_lazy("piece", "full"), "H": pgettext_lazy("piece", "hollow")},
)
STONES = {
    "R": pgettext_lazy("stone", "red"),
    "G": pgettext_lazy("stone", "green"),
    "B": pgettext_lazy("stone", "blue"),
    "Y": pgettext_lazy("stone", "yellow"),
}
ARMIES = {
    "white": gettext_lazy("White"),
    "red": gettext_lazy("Red"),
    "black": gettext_lazy("Black"),
    "green": gettext_lazy("Green"),
}
OUT = {
    "mate": pgettext_lazy("out of the game", "mated"),
    "stalemate": pgettext_lazy("out of the game", "stalemated"),
    "resign": pgettext_lazy("out of the game", "resigned"),
    "forfeit": pgettext_lazy("out of the game", "removed"),
}


def describe(engine: AnyGame, played: Played, names: Sequence[str] = ()) -> tuple[int, str]:
    """Return the player's position at the table (from 1; 0 where it is nobody's), and the move in words.

    ``names`` are those at the table, seat by seat, as the reader may see them, in the place of seats.
    """
    if engine.info.key == "kwartet":
        return _kwartet(played, names)
    words = WORDS.get(engine.info.key)
    if words is not None:
        return words(played)
    acting = engine.to_act(played.before)
    return (acting[0] if len(acting) == 1 else 0), played.text


def short(engine: AnyGame, played: Played) -> str:
    """Return a move as a list of moves has it: one of chess with the figurine of its piece, and with the letter of the
    reader's language."""
    if engine.info.key != "quatro-chess" or " " in played.text or not isinstance(engine.read(played.text), Step):
        return played.text
    text = written.entry(engine, played.before, played.text, played.after)
    letters = str.maketrans({key: str(letter) for key, letter in LETTERS.items()} | {"x": "×"})
    return FIGURINES.get(text[0], "") + text.translate(letters)


def on_turn(engine: AnyGame, state: Any) -> tuple[int, ...]:
    """Return the positions at the table of those who may act."""
    if engine.info.key == "quatro-chess":
        return () if state.turn is None else (int(state.turn) + 1,)
    return engine.to_act(state)


def chances_of(engine: AnyGame, state: Any, names: Sequence[str] = ()) -> list[str]:
    """Return what each player of Quaro could score in one turn from a position, a sentence each."""
    told = []
    for seat, chance in enumerate(chances(state) if engine.info.key == "quaro" else (), 1):
        player = _name(names, seat) or seat
        stones = ", ".join(_stone(word) for word in chance.stones)
        if chance.points:
            gaps = {"player": player, "points": chance.points, "stones": stones}
            told.append(_("%(player)s can score %(points)s: %(stones)s") % gaps)
        else:
            told.append(_("%(player)s can score nothing") % {"player": player})
    return told


def _stone(word: str) -> str:
    return _("%(stone)s on %(square)s") % {"stone": STONES[word[0]], "square": word[1:]}


def _quarto(played: Played) -> tuple[int, str]:
    verb, what, *line = played.text.split()
    if verb == "call":
        if line:
            return int(what), _("calls “Quarto!” with the line %(squares)s") % {"squares": " ".join(line)}
        return int(what), _("calls “Quarto!”")
    seat = played.before.mover
    if verb == "place":
        return seat, _("places it on %(square)s") % {"square": what}
    words = ", ".join(str(names[letter]) for names, letter in zip(ATTRIBUTES, what, strict=True))
    return seat, _("gives %(piece)s (%(words)s)") % {"piece": what, "words": words}


def _quaro(played: Played) -> tuple[int, str]:
    seat = played.before.turn
    if played.text.strip() == "end":
        return seat, _("ends the game: no more points can be scored")
    parts = []
    for word in played.text.split():
        if word == "-":
            parts.append(_("places nothing"))
        elif word.startswith("+"):
            drawn = ", ".join(str(STONES[letter]) for letter in word[1:])
            parts.append(_("draws %(stones)s") % {"stones": drawn})
        else:
            parts.append(_stone(word))
    points = played.after.points[seat - 1] - played.before.points[seat - 1]
    if points:
        parts.append(_("scores %(points)d") % {"points": points})
    return seat, "; ".join(parts)


def _kwartet(played: Played, names: Sequence[str] = ()) -> tuple[int, str]:
    mover = played.before.turn
    question, drawn, laid = kwartet_changes(played.before, played.after)
    decks = dict(played.before.names)

    def by(seat: int, does: str) -> str:
        if seat == mover:
            return does
        name = _name(names, seat) or pgettext("place at a table", "Seat %(number)d") % {"number": seat}
        return f"{name} {does}"

    parts = (
        [asked_for(question.asked, CARDS[question.card], question.hit, _name(names, question.asked), decks)]
        if question
        else []
    )
    if not parts and not drawn:
        parts.append(_("leaves the pot"))
    parts += [by(seat, _("draws from the pot")) for seat, _card in drawn]
    for seat, quartet in laid:
        letter = QUARTETS[quartet]
        named = decks[letter][0] if letter in decks else letter
        parts.append(by(seat, _("lays down quartet %(letter)s") % {"letter": named}))
    return mover, "; ".join(parts)


def kwartet_changes(before: Any, after: Any) -> tuple[Question | None, list[tuple[int, int]], list[tuple[int, int]]]:
    """Return what an entry of Kwartet did: its question, the cards drawn from the pot and the quartets laid down, each
    with its seat. Who may not see the hands may know that a card was drawn, not which."""
    question = after.log.last if len(after.log) > len(before.log) else None
    held = [set(cards_of(hand)) for hand in before.hands]
    if question and question.hit:
        held[question.asked - 1].discard(question.card)
        held[question.asker - 1].add(question.card)
    drawn, laid = [], []
    for place, hand in enumerate(after.hands):
        quartets = after.laid[place][len(before.laid[place]) :]
        on_table = {4 * quartet + number for quartet in quartets for number in range(4)}
        drawn += [(place + 1, card) for card in sorted((set(cards_of(hand)) | on_table) - held[place])]
        laid += [(place + 1, quartet) for quartet in quartets]
    return question, drawn, laid


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat - 1] if seat <= len(names) else ""


def _quatro_chess(played: Played) -> tuple[int, str]:
    before, text = played.before, " ".join(played.text.split())
    seat = int(before.turn) + 1
    if text.startswith("forfeit"):
        seat = list(ARMIES).index(text.split()[1]) + 1
    follows = _follows(played, seat)
    if text == "resign":
        return seat, _("resigns") + follows
    if text == "draw50":
        return seat, _("claims a draw by the fifty-move rule")
    if text.startswith("forfeit"):
        return seat, _("is removed by the arbiter") + follows
    origin, target, promoted = _squares(text)
    piece = _standing(before, origin)
    aside = origin[0] != target[0] and origin[1:] != target[1:]
    taken = _standing(before, target) or (piece == "P" and aside)
    words = {"piece": PIECES[piece], "origin": origin, "target": target}
    if piece == "K" and max(abs(_file(origin) - _file(target)), abs(_rank(origin) - _rank(target))) == 2:
        sentence = _("castles: king from %(origin)s to %(target)s") % words
    elif taken:
        sentence = _("%(piece)s from %(origin)s takes on %(target)s") % words
    else:
        sentence = _("%(piece)s from %(origin)s to %(target)s") % words
    if promoted:
        sentence += _(", becomes a %(piece)s") % {"piece": PIECES[promoted.upper()]}
    return seat, sentence + follows


def _follows(played: Played, seat: int) -> str:
    """Return who goes out by a move, and to whom it gives check; not a check that goes on."""
    before, after, told = played.before, played.after, ""
    fallen = []
    for out in after.out[len(before.out) :]:
        by_itself = out.reason in (Reason.MATE, Reason.STALEMATE)
        fallen.append(f"{ARMIES[out.colour.key]}{f' ({OUT[out.reason.value]})' if by_itself else ''}")
    if fallen:
        told += _("; out: %(colours)s") % {"colours": ", ".join(fallen)}
    already = {*checked(before), Colour(seat - 1)}
    if given := [str(ARMIES[colour.key]) for colour in checked(after) if colour not in already]:
        told += f"; {_('check: %(colours)s') % {'colours': ', '.join(given)}}"
    return told


def _squares(text: str) -> tuple[str, str, str]:
    at = next(i for i in range(2, len(text)) if text[i].isalpha())
    rest = text[at:]
    promoted = rest[-1] if rest[-1].isalpha() else ""
    return text[:at], rest.removesuffix(promoted), promoted


def _file(square: str) -> int:
    return ord(square[0]) - ord("a")


def _rank(square: str) -> int:
    return int(square[1:]) - 1


def _standing(state: Any, square: str) -> str:
    """Return the letter of what stands on a square, empty where nothing does."""
    code = state.board[_rank(square) * 12 + _file(square)]
    return " PNBRQKR"[(code & 31) >> 2].strip() if code & 31 else ""


WORDS: dict[str, Words] = {
    "quarto": _quarto,
    "quaro": _quaro,
    "kwartet": _kwartet,
    "quatro-chess": _quatro_chess,
}
