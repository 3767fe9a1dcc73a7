"""Kwartet's position to touch: whom to ask, then the quartet, then the card; and the hand of whoever looks on."""

from __future__ import annotations

from games.core.game import Seat
from games.core.surface import Item, Layout, Surface, Tray, Way
from games.kwartet.cards import look, quartet_look
from games.kwartet.material import CARDS, LETTERS, QUARTET, cards
from games.kwartet.state import State
from games.kwartet.table import visible


def layout(quartets: int) -> Layout:
    """Return a table without a board: the looks are those of the cards of a deck with so many quartets, ``B3``, and of
    quartets laid down, ``B``."""
    cards_looks = {text: look(card) for card, text in enumerate(CARDS[: 4 * quartets])}
    return Layout(0, 0, (), cards_looks | {letter: quartet_look(n) for n, letter in enumerate(LETTERS[:quartets])})


def surface(state: State, seat: Seat | None) -> Surface:
    """Return the position as a seat sees it: its own hand, and its ways where it is on turn; a spectator has none."""
    return Surface(
        pieces={},
        ways=_ways(state) if not state.over and seat == state.turn else (),
        turn=() if state.over else (state.turn,),
        trays=tuple(
            Tray(f"hand{whose}", tuple(Item(f"card:{CARDS[card]}", CARDS[card]) for card in cards(hand)), whose)
            for whose, hand in enumerate(state.hands, 1)
            if visible(state, seat, whose)
        ),
        points=tuple(map(len, state.laid)),
        more={
            "cards": [hand.bit_count() for hand in state.hands],
            "laid": ["".join(LETTERS[quartet] for quartet in laid) for laid in state.laid],
            "pot": len(state.pot) - state.drawn,
            "choosing": state.choosing,
            "quartets": state.quartets,
            "may_leave": state.may_leave,
            "to_asked": state.to_asked,
        },
    )


def _ways(state: State) -> tuple[Way, ...]:
    if state.choosing:
        return (Way("draw", ("draw",)), Way("pass", ("pass",)))
    mine = state.hands[state.turn - 1]
    wanted = [card for card in range(4 * state.quartets) if mine & QUARTET << card // 4 * 4]
    return tuple(
        Way(f"{asked}>{CARDS[card]}", (f"seat:{asked}", f"quartet:{LETTERS[card // 4]}", CARDS[card]))
        for asked, hand in enumerate(state.hands, 1)
        if hand and asked != state.turn
        for card in wanted
    )
