"""Moves in words, for readers who listen instead of looking.

A game without words of its own here is told by its notation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.core.registry import AnyGame
from tournaments.selectors.replays import Played

Words = Callable[[Played], tuple[int, str]]

PIECES = {
    "P": pgettext_lazy("piece", "Pawn"),
    "N": pgettext_lazy("piece", "Knight"),
    "B": pgettext_lazy("piece", "Bishop"),
    "R": pgettext_lazy("piece", "Rook"),
    "Q": pgettext_lazy("piece", "Queen"),
    "K": pgettext_lazy("piece", "King"),
}
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


def on_turn(engine: AnyGame, state: Any) -> tuple[int, ...]:
    """Return the positions at the table of those who may act."""
    if engine.info.key == "quatro-chess":
        return () if state.turn is None else (int(state.turn) + 1,)
    return engine.to_act(state)


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
            parts.append(_("%(stone)s on %(square)s") % {"stone": STONES[word[0]], "square": word[1:]})
    points = played.after.points[seat - 1] - played.before.points[seat - 1]
    if points:
        parts.append(_("scores %(points)d") % {"points": points})
    return seat, "; ".join(parts)


def _kwartet(played: Played, names: Sequence[str] = ()) -> tuple[int, str]:
    if played.before.choosing:
        words = _("draws a card from the pot") if played.text.strip() == "draw" else _("leaves the pot")
        return played.before.turn, words
    question = played.after.log.last
    card = played.text.partition(">")[2].strip()[:2]
    name = names[question.asked - 1] if question.asked <= len(names) else ""
    named = {"name": name, "seat": question.asked, "card": card}
    if name and question.hit:
        words = _("asks %(name)s for %(card)s and gets it") % named
    elif name:
        words = _("asks %(name)s for %(card)s and does not get it") % named
    elif question.hit:
        words = _("asks seat %(seat)d for %(card)s and gets it") % named
    else:
        words = _("asks seat %(seat)d for %(card)s and does not get it") % named
    laid = len(played.after.laid[question.asker - 1]) - len(played.before.laid[question.asker - 1])
    return question.asker, words + (_("; lays down a quartet") if laid else "")


def _quatro_chess(played: Played) -> tuple[int, str]:
    before, text = played.before, " ".join(played.text.split())
    seat = int(before.turn) + 1
    if text == "resign":
        return seat, _("resigns")
    if text == "draw50":
        return seat, _("claims a draw by the fifty-move rule")
    if text.startswith("forfeit"):
        colour = text.split()[1]
        return list(ARMIES).index(colour) + 1, _("is removed by the arbiter")
    origin, target, promoted = _squares(text)
    piece, taken = _standing(before, origin), _standing(before, target)
    words = {"piece": PIECES[piece], "origin": origin, "target": target}
    if piece == "K" and max(abs(_file(origin) - _file(target)), abs(_rank(origin) - _rank(target))) == 2:
        sentence = _("castles: king from %(origin)s to %(target)s") % words
    elif taken:
        sentence = _("%(piece)s from %(origin)s takes on %(target)s") % words
    else:
        sentence = _("%(piece)s from %(origin)s to %(target)s") % words
    if promoted:
        sentence += _(", becomes a %(piece)s") % {"piece": PIECES[promoted.upper()]}
    fallen = [str(ARMIES[out.colour.key]) for out in played.after.out[len(before.out) :]]
    if fallen:
        sentence += _("; out: %(colours)s") % {"colours": ", ".join(fallen)}
    return seat, sentence


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
