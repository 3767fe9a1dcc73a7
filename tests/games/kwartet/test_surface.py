"""The position to touch: exactly the legal entries, for the player on turn, and nobody else's hand."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from games.core.game import Start
from games.kwartet import GAME
from games.kwartet.material import CARDS, cards
from tests.games.kwartet import sample
from tests.support.examples import examples


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_the_ways_are_the_legal_entries_and_each_has_its_own_touches(seats):
    chance = random.Random(seats)
    for game in range(examples(30, fewest=10)):
        options = {"pot_draw": "may"} if game % 2 else {}
        state = GAME.start(replace(sample.start(chance, seats, chance.randint(3, 9)), options=options))
        for _ply in range(60):
            if GAME.outcome(state) is not None:
                break
            touched = GAME.surface(state, state.turn)
            legal = {GAME.write(move) for move in GAME.legal_moves(state)}
            assert {way.text for way in touched.ways} == legal
            assert len({way.steps for way in touched.ways}) == len(touched.ways) == len(legal)
            in_order = sorted(way.steps for way in touched.ways)  # what begins with another's touches follows it
            assert not any(more[: len(fewer)] == fewer for fewer, more in pairwise(in_order))
            state = GAME.play(state, GAME.read(chance.choice(sorted(legal))))
        else:
            continue
        assert GAME.surface(state, 1).ways == () and GAME.surface(state, 1).turn == ()


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3, 4])
def test_a_seat_sees_its_own_hand_and_only_the_seat_on_turn_has_ways(seat):
    chance = random.Random(7)
    state = GAME.start(replace(sample.start(chance, 4, 6), options={}))
    for _ply in range(20):
        touched = GAME.surface(state, seat)
        assert {tray.seat for tray in touched.trays} == ({seat} if seat else set())
        for tray in touched.trays:
            assert {item.look for item in tray.items} == {CARDS[card] for card in cards(state.hands[seat - 1])}
        assert bool(touched.ways) == (seat == state.turn)
        state = GAME.play(state, chance.choice(GAME.legal_moves(state)))


def test_it_tells_nobody_what_another_holds():
    """Two deals that differ in the hands of seats 3 and 4 only look alike to seats 1, 2 and to everybody."""
    even = [[f"{letter}{(at + seat) % 4 + 1}" for at, letter in enumerate("ABCD")] for seat in range(4)]
    one, other = (
        GAME.start(Start(seats=4, options={}, setup={"quartets": 4, "hands": hands}))
        for hands in (even, [even[0], even[1], even[3], even[2]])
    )
    for seat in (None, 0, 1, 2):
        assert GAME.surface(one, seat) == GAME.surface(other, seat)
    assert GAME.surface(one, 3) != GAME.surface(other, 3)
