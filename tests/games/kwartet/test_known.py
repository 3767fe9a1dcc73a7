"""Knowledge of the cards, against all deals that fit what was said, dealt and played one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from games.core.game import Seat, Start
from games.core.registry import get
from games.kwartet.known import POT, known
from games.kwartet.material import CARDS
from games.kwartet.state import State
from tests.games.kwartet import sample
from tests.games.kwartet.plain import PlainKwartet

KWARTET = get("kwartet")


def positions(start: Start, moves: list[str]) -> list[State]:
    states = [KWARTET.start(start)]
    for text in moves:
        states.append(KWARTET.play(states[-1], KWARTET.read(text)))
    return states


def of(hands: list[str], *moves: str, eyes: Seat | None = None, **setup: Any) -> dict[str, set[int]]:
    """Return where each card can be after these moves."""
    dealt = [hand.split() for hand in hands]
    quartets = sum(map(len, dealt)) // 4 + len(setup.get("pot", ())) // 4
    start = Start(len(dealt), {}, {"quartets": quartets, "hands": dealt, **setup})
    places = list(known(positions(start, list(moves)), eyes))[-1]
    return {CARDS[card]: set(left) for card, left in enumerate(places)}


HANDS = ["A1 A2 B1 C1", "A3 B2 B3 C2", "A4 B4 C3 C4"]


def test_k_2_4_a_card_that_was_given_is_known_to_all_and_one_refused_is_elsewhere() -> None:
    after = of(HANDS, "2>A3 +", "3>B2 -")
    assert after["A3"] == {1}
    assert after["B2"] == {1, 2}


def test_k_2_2_whoever_asks_holds_a_card_of_that_quartet() -> None:
    """Seat 1 asked for A3 and A4 and got them; they have not A2, so it was A1. Seat 2 asked for A2, and can only have
    held that."""
    hands = ["A1 B1 C1 C2", "A2 B2 B3 C3", "A3 A4 B4 C4"]
    after = of(hands, "3>A3 +", "3>A4 +", "2>A1 -", "1>A2 -")
    assert (after["A1"], after["A2"]) == ({1}, {2})


def test_hands_are_counted() -> None:
    """Seat 1 asked for a card of A and gave B1: the one card that is left is of A."""
    after = of(["A1 B1", "A2 C1", "A3 B2", "A4 C2", "B3 C3", "B4 C4"], "5>A2 -", "1>B1 +")
    assert {card for card, places in after.items() if 1 in places} == {"A1", "A2", "A3", "A4"}


def test_a_player_who_sees_their_own_hand_could_know_more() -> None:
    hands = ["A1 A2 B1 C1", "A3 B2 B3 C2", "A4 B4 C3 C4"]
    assert of(hands, "3>A3 -")["A3"] == {1, 2}
    assert of(hands, "3>A3 -", eyes=1)["A3"] == {2}
    assert of(hands, "3>A3 -", eyes=2)["A3"] == {2}


def test_k_2_6_a_card_drawn_unseen_can_be_any_of_the_pot_for_all_but_its_player() -> None:
    setup: dict[str, Any] = {"pot": ["A4", "B4", "C3", "C4"]}
    hands = ["A1 A2 B1 C1", "A3 B2 B3 C2"]
    asked = of(hands, "2>A4 -", **setup)
    assert asked["A4"] == {POT, 1}
    assert of(hands, "2>A4 -", eyes=1, **setup)["A4"] == {1}
    assert of(hands, "2>A4 -", eyes=2, **setup)["A4"] == {POT, 1}


def test_k_2_1_nothing_is_left_open_once_a_quartet_lies_on_the_table() -> None:
    after = of(HANDS, "2>A3 +", "3>A4 +")
    assert [after[card] for card in ("A1", "A2", "A3", "A4")] == [set()] * 4


def deals(start: Start) -> Iterator[dict[str, Any]]:
    """Every deal of the same numbers of cards."""
    quartets = start.setup["quartets"]
    sizes, pot = [len(hand) for hand in start.setup["hands"]], len(start.setup.get("pot", ()))

    def rest(cards: frozenset[str], hands: list[list[str]]) -> Iterator[dict[str, Any]]:
        if len(hands) == len(sizes):
            for order in permutations(sorted(cards)) if pot else [()]:
                yield {"quartets": quartets, "hands": hands, "pot": list(order)}
            return
        for hand in combinations(sorted(cards), sizes[len(hands)]):
            yield from rest(cards - set(hand), [*hands, list(hand)])

    yield from rest(frozenset(CARDS[: 4 * quartets]), [])


def seen(game: PlainKwartet) -> tuple[Any, ...]:
    """Return what everybody at the table sees after an entry."""
    hands = tuple(map(len, game.hands))
    return hands, len(game.pot), [sorted(row) for row in game.laid], game.turn, game.choosing, game.over()


def by_all_deals(start: Start, moves: list[str], eyes: Seat | None) -> Iterator[list[set[int]]]:
    """Yield where each card can be after each move: wherever it lies in a deal that all would have seen the same of."""
    options = dict(start.options)
    true = PlainKwartet(options, dict(start.setup))
    same = [game for setup in deals(start) if seen(game := PlainKwartet(options, setup)) == seen(true)]

    def own(game: PlainKwartet) -> set[str]:
        return game.hands[eyes - 1] if eyes else set()

    same = [game for game in same if own(game) == own(true)]
    deck = CARDS[: 4 * start.setup["quartets"]]
    for text in ["", *moves]:
        if text:
            assert true.accepts(text)
            same = [game for game in same if game.accepts(text) and seen(game) == seen(true) and own(game) == own(true)]
        where: list[set[int]] = [set() for _card in deck]
        for game in same:
            for place, hand in enumerate([game.pot, *game.hands]):
                for card in hand:
                    where[CARDS.index(card)].add(place)
        yield where


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k_2_1_all_that_is_told_follows_from_what_was_said_and_almost_all_that_follows_is_told(seats: int) -> None:
    """All deals of two quartets are tried. Where quartets and hands would have to be weighed together, less is told."""
    told = follows = 0
    for seed in range(3):
        rng = Random(f"{seats} {seed}")
        start = sample.start(rng, seats, 2)
        states, moves = [KWARTET.start(start)], []
        while not states[-1].over and len(moves) < 16:
            text = sample.entry(states[-1], rng)
            question = text.split(" ")[0] if ">" in text else text
            states.append(KWARTET.play(states[-1], KWARTET.read(text)))
            hit = states[-1].log.last
            moves.append(text if ">" not in text or hit is None else f"{question} {'+' if hit.hit else '-'}")
        for eyes in (None, 1, seats):
            ours = known(states, eyes)
            for ply, (places, exact) in enumerate(zip(ours, by_all_deals(start, moves, eyes), strict=True)):
                if states[ply].over:
                    continue
                for card, (left, really) in enumerate(zip(places, exact, strict=True)):
                    assert really <= left, (seed, ply, eyes, CARDS[card], left, really)
                    told += len(left) == len(really)
                    follows += 1
    assert told >= 0.99 * follows, told / follows
