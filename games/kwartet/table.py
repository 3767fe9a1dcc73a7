"""The view of a seat, or of a spectator, of a game of Kwartet: as JSON values and as text.

A seat sees its own hand; everybody sees how many cards each hand and the pot hold, the quartets on the
table, and every question with its answer. The other hands and the pot stay hidden until the game is
over; what can be deduced from the questions is left to the players.
"""

from __future__ import annotations

from typing import Any

from games.core.game import Seat
from games.kwartet.log import Question
from games.kwartet.material import CARDS, LETTERS, cards
from games.kwartet.state import State


def visible(state: State, seat: Seat | None, whose: Seat) -> bool:
    """Return whether a seat (None: a spectator) sees the hand of ``whose``."""
    return state.over or seat == whose


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return ``seats`` (hand or None, number of cards, quartets laid down), ``pot``, ``questions``, ``to_act``, …"""
    return {**_table(state, seat), "questions": [_question(question) for question in state.log]}


def _question(question: Question) -> dict[str, Any]:
    asker, asked, card, hit = question
    return {"asker": asker, "asked": asked, "card": CARDS[card], "hit": hit}


def _table(state: State, seat: Seat | None) -> dict[str, Any]:
    return {
        "quartets": state.quartets,
        "names": {letter: list(names) for letter, names in state.names},
        "seats": [
            {
                "hand": [CARDS[card] for card in cards(hand)] if visible(state, seat, whose) else None,
                "cards": hand.bit_count(),
                "laid": [LETTERS[quartet] for quartet in state.laid[whose - 1]],
            }
            for whose, hand in enumerate(state.hands, 1)
        ],
        "pot": len(state.pot) - state.drawn,
        "to_act": [] if state.over else [state.turn],
        "stopped": state.stopped,
    }


def status(state: State) -> str:
    """Return one sentence: whose turn it is, or how the game ended."""
    if state.stopped:
        return "Two players are left: the game was stopped."
    if state.over:
        return "All quartets are laid down: the game is over."
    return f"Seat {state.turn} asks."


def last_question(state: State) -> str:
    """Return the last question in words, or the empty text before the first."""
    last = state.log.last
    if last is None:
        return ""
    answer = "got it" if last.hit else "did not get it"
    return f"Seat {last.asker} asked seat {last.asked} for {CARDS[last.card]} and {answer}."


def text(state: State, seat: Seat | None) -> str:
    lines = []
    for whose, hand in enumerate(state.hands, 1):
        held = " ".join(CARDS[card] for card in cards(hand)) if visible(state, seat, whose) else ""
        number = f"{hand.bit_count()} {'card' if hand.bit_count() == 1 else 'cards'}"
        laid = " ".join(LETTERS[quartet] for quartet in state.laid[whose - 1])
        turn = ">" if not state.over and whose == state.turn else " "
        lines.append(f"{turn} Seat {whose}: {number}{f' ({held})' if held else ''}; quartets: {laid or 'none'}")
    left = len(state.pot) - state.drawn
    if state.pot:
        lines.append(f"  Pot: {left} {'card' if left == 1 else 'cards'}")
    return "\n".join([*lines, *filter(None, [last_question(state)]), status(state)])
