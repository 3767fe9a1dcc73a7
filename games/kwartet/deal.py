"""The deal: reading Kwartet's ``setup``, and what happens before the first question (K 1.3 to K 1.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.core.errors import BadSetup, quote
from games.core.game import Start
from games.core.notices import Notice, every
from games.core.record import check_name
from games.kwartet.material import CARDS, LETTERS, NUMBERS
from games.kwartet.state import State, lay_down, next_with_cards, stops

FEWEST, MOST = 2, len(LETTERS)
"""Quartets that a deck may have (K 1.1)."""

_NAMES = ("quartets", "hands", "pot", "names")


def dealt(start: Start, options: Mapping[str, Any]) -> State:
    """Return the position before the first question. Raises BadSetup."""
    setup = start.setup
    for name in setup:
        if name not in _NAMES:
            raise BadSetup(Notice("kwartet-setup", name=quote(name), names=every(_NAMES)), rule="K 1.4")
    quartets = _quartets(setup)
    hands, pot = _cards(setup, start.seats)
    _check_sizes([len(hand) for hand in hands], len(pot))
    _check_deck([card for hand in hands for card in hand] + pot, quartets)
    state = State(
        quartets=quartets,
        to_asked=options["empty_hand"] == "asked",
        stop_at_two=options["two_left"] == "stop",
        hands=tuple(sum(1 << card for card in hand) for hand in hands),
        pot=tuple(pot),
        laid=((),) * start.seats,
        names=_names(setup, quartets),
        may_leave=options["pot_draw"] == "may",
    )
    return _settled(state)


def _settled(state: State) -> State:
    """Finish the deal: quartets are laid down (K 1.5), empty hands draw from the pot (K 3.2), seat 1 begins (K 2.1)."""
    hands, laid = list(state.hands), list(state.laid)
    for seat, hand in enumerate(hands):
        hands[seat], laid[seat] = lay_down(hand, laid[seat])
    drawn = 0
    for seat, hand in enumerate(hands):
        if not hand and drawn < len(state.pot):
            hands[seat] = 1 << state.pot[drawn]
            drawn += 1
    turn = 1 if hands[0] else next_with_cards(1, hands)
    stopped = state.stop_at_two and stops(hands, state.quartets - sum(map(len, laid)))
    return replace(state, hands=tuple(hands), laid=tuple(laid), drawn=drawn, turn=turn, stopped=stopped)


def _quartets(setup: Mapping[str, Any]) -> int:
    quartets = setup.get("quartets")
    if type(quartets) is not int or not FEWEST <= quartets <= MOST:
        raise BadSetup(Notice("kwartet-quartets", least=FEWEST, most=MOST), rule="K 1.1")
    return quartets


def _cards(setup: Mapping[str, Any], seats: int) -> tuple[list[list[int]], list[int]]:
    hands = setup.get("hands")
    if not isinstance(hands, list | tuple) or len(hands) != seats:
        raise BadSetup(Notice("kwartet-hands", seats=seats), rule="K 1.4")
    read = [_card_list(hand, Notice("kwartet-hand", seat=seat)) for seat, hand in enumerate(hands, 1)]
    return read, _card_list(setup.get("pot", []), Notice("kwartet-pot"))


def _card_list(value: Any, where: Notice) -> list[int]:
    if not isinstance(value, list | tuple):
        raise BadSetup(Notice("kwartet-no-cards", where=where), rule="K 1.4")
    if len(value) > len(CARDS):
        raise BadSetup(Notice("kwartet-too-many-cards", where=where, cards=len(value), most=len(CARDS)), rule="K 1.4")
    for card in value:
        if not isinstance(card, str) or card not in NUMBERS:
            shown = quote(card) if isinstance(card, str) else Notice("no-string")
            raise BadSetup(Notice("kwartet-no-card", where=where, card=shown), rule="K 1.2")
    return [NUMBERS[card] for card in value]


def _check_sizes(sizes: list[int], pot: int) -> None:
    for seat, size in enumerate(sizes, 1):
        if not size:
            raise BadSetup(Notice("kwartet-dealt-nothing", seat=seat), rule="K 1.4")
    two = len(sizes) == 2
    if max(sizes) - min(sizes) > (0 if two else 1):
        if two:
            raise BadSetup(Notice("kwartet-hands-of-two", sizes=every(sizes)), rule="K 1.3")
        raise BadSetup(Notice("kwartet-hands-differ", sizes=every(sizes)), rule="K 1.3")
    if two and not pot:
        raise BadSetup(Notice("kwartet-needs-a-pot"), rule="K 1.4")
    if pot and not two:
        raise BadSetup(Notice("kwartet-no-pot", players=len(sizes)), rule="K 1.4")


def _check_deck(cards: list[int], quartets: int) -> None:
    seen: set[int] = set()
    for card in cards:
        if card >= 4 * quartets:
            raise BadSetup(
                Notice("kwartet-not-in-this-deck", card=CARDS[card], last=LETTERS[quartets - 1]),
                rule="K 1.1",
            )
        if card in seen:
            raise BadSetup(Notice("kwartet-dealt-twice", card=CARDS[card]), rule="K 1.4")
        seen.add(card)
    for card in range(4 * quartets):
        if card not in seen:
            raise BadSetup(Notice("kwartet-missing", card=CARDS[card]), rule="K 1.4")


def _names(setup: Mapping[str, Any], quartets: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    names = setup.get("names", {})
    right = Notice("kwartet-names", last=LETTERS[quartets - 1])
    if not isinstance(names, Mapping):
        raise BadSetup(Notice("kwartet-names-object", right=right), rule="K 1.2")
    for letter, entries in names.items():
        if len(letter) != 1 or letter not in LETTERS[:quartets]:
            raise BadSetup(Notice("kwartet-names-has", name=quote(letter), right=right), rule="K 1.2")
        if (
            not isinstance(entries, list | tuple)
            or len(entries) != 5
            or not all(isinstance(entry, str) for entry in entries)
        ):
            raise BadSetup(Notice("kwartet-five-names", quartet=letter), rule="K 1.2")
        for entry in entries:
            check_name(entry, Notice("kwartet-name", quartet=letter))
    return tuple((letter, tuple(names[letter])) for letter in sorted(names))
