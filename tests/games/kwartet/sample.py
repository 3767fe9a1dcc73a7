"""Random games of Kwartet: sensible questions, a bluff now and then, marks on some of the entries."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from games.core.game import Seat, Start
from games.kwartet import GAME
from games.kwartet.material import CARDS, QUARTET, Ask, cards
from games.kwartet.state import State

LIMIT = 2000
_BLUFFS = 0.05


def start(rng: Random, seats: int | None = None, quartets: int | None = None) -> Start:
    seats = rng.randint(2, 8) if seats is None else seats
    quartets = rng.randint(2, 9) if quartets is None else quartets
    deck = list(CARDS[: 4 * quartets])
    rng.shuffle(deck)
    setup: dict[str, Any] = {"quartets": quartets}
    if seats == 2:
        size = rng.randint(1, 2 * quartets - 1)
        setup["hands"] = [deck[:size], deck[size : 2 * size]]
        setup["pot"] = deck[2 * size :]
    else:
        setup["hands"] = [deck[seat::seats] for seat in range(seats)]
    if rng.random() < 0.3:
        setup["names"] = {"A": ["Birds", "owl", "tit", "wren", "crow"]}
    options: dict[str, str] = {}
    if rng.random() < 0.7:
        options["empty_hand"] = rng.choice(["next", "asked"])
    if rng.random() < 0.7:
        options["two_left"] = rng.choice(["play_on", "stop"])
    if rng.random() < 0.7:
        options["pot_draw"] = rng.choice(["must", "may"])
    return Start(seats, options, setup)


def entry(state: State, rng: Random) -> str:
    if state.choosing:
        return GAME.write(rng.choice(GAME.legal_moves(state)))
    own = state.hands[state.turn - 1]
    seats = [seat for seat, hand in enumerate(state.hands, 1) if hand and seat != state.turn]
    may = [card for card in range(4 * state.quartets) if own & QUARTET << card // 4 * 4]
    wanted = may if rng.random() < _BLUFFS else [card for card in may if not own >> card & 1]
    # one lot for both, and no list of all questions
    seat, card = divmod(rng.choice(range(len(seats) * len(wanted))), len(wanted))
    move = Ask(seats[seat], wanted[card])
    if rng.random() < 0.3:
        move = Ask(move.seat, move.card, bool(state.hands[move.seat - 1] >> move.card & 1))
    return GAME.write(move)


def same_to(state: State, seat: Seat | None, rng: Random) -> State:
    """The same game, with all cards that a seat cannot see dealt anew among the other hands and the pot."""
    if state.over:
        return state
    others = [index for index in range(len(state.hands)) if index + 1 != seat]
    hidden = [card for index in others for card in cards(state.hands[index])]
    hidden.extend(state.pot[state.drawn :])
    rng.shuffle(hidden)
    hands = list(state.hands)
    for index in others:
        size = hands[index].bit_count()
        hands[index] = sum(1 << card for card in hidden[:size])
        del hidden[:size]
    return replace(state, hands=tuple(hands), pot=(*state.pot[: state.drawn], *hidden))
