"""The short text of a position of Kwartet: ``k.8.1.A12B3_A34C1.H4.-_B.12A3h`` (docs/notation.md).

Its parts: the number of quartets, then ``a`` where the turn passes to the player asked, ``s`` where a game of two
left stops and ``p`` where the pot may be left; the seat on turn, then ``x`` where it was stopped and ``c`` where that
seat draws or leaves the pot; the hands, ``0`` for an empty one; the pot in the order
of drawing; the quartets laid down by each seat, ``0`` for none; the last question: who asked whom for what, ``h`` where
they had it and ``m`` where not, then ``d`` or ``l`` where the pot was drawn from or left by choice. The text holds all
hands; names of cards are not in it.
"""

from __future__ import annotations

import re
from typing import Final

from games.core import positions
from games.core.game import GameInfo
from games.core.notices import Notice
from games.kwartet.material import CARDS, LETTERS, NUMBERS, cards, complete_quartets
from games.kwartet.state import Log, Question, State, stops

_OPTIONS: Final = re.compile(r"([2-9]|1[0-9]|2[0-6])(a?)(s?)(p?)")
_TURN: Final = re.compile(r"([1-8])([xc]?)")
_CHOSE: Final = {"": "", "draw": "d", "pass": "l"}
_GROUP: Final = re.compile(r"([A-Z])([1-4]+)")
_CARD: Final = re.compile(r"[A-Z][1-4]")
_ASKED: Final = re.compile(r"([1-8])([1-8])([A-Z][1-4])(h|m[dl]?)")


def write(info: GameInfo, state: State) -> str:
    last = state.log.last
    chosen = (("a", state.to_asked), ("s", state.stop_at_two), ("p", state.may_leave))
    return positions.joined(
        info,
        f"{state.quartets}{''.join(letter for letter, holds in chosen if holds)}",
        f"{state.turn}{'x' if state.stopped else 'c' if state.choosing else ''}",
        "_".join(_grouped(hand) or "0" for hand in state.hands),
        "".join(CARDS[card] for card in state.pot[state.drawn :]),
        "_".join("".join(LETTERS[quartet] for quartet in laid) or "0" for laid in state.laid),
        ""
        if last is None
        else f"{last.asker}{last.asked}{CARDS[last.card]}{'h' if last.hit else 'm'}{_CHOSE[state.chose]}",
    )


def _grouped(hand: int) -> str:
    text, letter = "", ""
    for card in cards(hand):
        text += CARDS[card] if CARDS[card][0] != letter else CARDS[card][1]
        letter = CARDS[card][0]
    return text


def read(info: GameInfo, text: str) -> State:
    """Return the position of a text. Raises BadPosition."""
    options, turn, hands, pot, laid, asked = positions.split(text, info, 6)
    chosen, on_turn = _OPTIONS.fullmatch(options), _TURN.fullmatch(turn)
    if chosen is None:
        raise positions.unreadable(1, options)
    if on_turn is None:
        raise positions.unreadable(2, turn)
    held = tuple(_hand(hand, hands) for hand in hands.split("_"))
    down = tuple(_laid(part, laid) for part in laid.split("_"))
    if len(held) not in info.seats or len(down) != len(held) or int(on_turn[1]) > len(held):
        raise positions.unreadable(3, hands)
    if _CARD.sub("", pot):
        raise positions.unreadable(4, pot)
    rest = tuple(NUMBERS[card] for card in _CARD.findall(pot))
    state = State(
        quartets=int(chosen[1]),
        to_asked=bool(chosen[2]),
        stop_at_two=bool(chosen[3]),
        hands=held,
        pot=rest,
        laid=down,
        turn=int(on_turn[1]),
        stopped=on_turn[2] == "x",
        log=_log(asked, len(held)),
        may_leave=bool(chosen[4]),
        choosing=on_turn[2] == "c",
        chose={"d": "draw", "l": "pass"}.get(asked[-1:], ""),
    )
    _check(state)
    return state


def _hand(text: str, part: str) -> int:
    if text == "0":
        return 0
    if not text or _GROUP.sub("", text):
        raise positions.unreadable(3, part)
    hand = 0
    for letter, digits in _GROUP.findall(text):
        for digit in digits:
            card = 1 << NUMBERS[letter + digit]
            if hand & card:
                raise positions.unreadable(3, part)
            hand |= card
    return hand


def _laid(text: str, part: str) -> tuple[int, ...]:
    if text == "0":
        return ()
    if not text or any(letter not in LETTERS for letter in text):
        raise positions.unreadable(5, part)
    return tuple(LETTERS.index(letter) for letter in text)


def _log(text: str, seats: int) -> Log:
    if not text:
        return Log()
    asked = _ASKED.fullmatch(text)
    if asked is None or asked[1] == asked[2] or max(int(asked[1]), int(asked[2])) > seats:
        raise positions.unreadable(6, text)
    return Log([Question(int(asked[1]), int(asked[2]), NUMBERS[asked[3]], asked[4] == "h")])


def _check(state: State) -> None:
    """Raise BadPosition where the parts contradict each other."""
    laid = [quartet for quartets in state.laid for quartet in quartets]
    everything = [card for hand in state.hands for card in cards(hand)]
    everything += state.pot
    everything += [4 * quartet + card for quartet in laid for card in range(4)]
    if sorted(everything) != list(range(4 * state.quartets)) or any(map(complete_quartets, state.hands)):
        raise positions.impossible(Notice("position-pieces"), "K 1.4")
    if state.pot and (len(state.hands) > 2 or not all(state.hands)):
        raise positions.impossible(Notice("position-pieces"), "K 3.2")
    if state.stopped is not (state.stop_at_two and stops(state.hands, state.quartets - len(laid))):
        raise positions.impossible(Notice("position-not-over"), "K 4.2")
    if not state.over and not state.hands[state.turn - 1]:
        raise positions.impossible(Notice("position-turn"), "K 3.3")
    last = state.log.last
    asked_in_vain = last is not None and not last.hit and state.may_leave and len(state.hands) == 2
    if state.choosing and not (asked_in_vain and last and last.asker == state.turn and state.pot and not state.chose):
        raise positions.impossible(Notice("position-turn"), "K 2.8")
    if state.chose and not (asked_in_vain and last and last.asked == state.turn):
        raise positions.impossible(Notice("position-last"), "K 2.8")
    if last is not None and last.card >= 4 * state.quartets:
        raise positions.impossible(Notice("position-last"), "K 1.1")
