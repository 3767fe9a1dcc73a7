"""The view of a seat, or of a spectator, of a game of Kwartet: as JSON values and as text.

A seat sees its own hand; everybody sees how many cards each hand and the pot hold, the quartets on the
table, and every question with its answer. The other hands and the pot stay hidden until the game is
over; what can be deduced from the questions is left to the players. Whoever touches it chooses whom to ask, then
the quartet, then the card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.game import Seat
from games.core.notices import Notice, Say, sentences, the_player
from games.core.surface import Item, Layout, Surface, Tray, Way
from games.kwartet.cards import look, quartet_look
from games.kwartet.material import CARDS, LETTERS, QUARTET, cards
from games.kwartet.state import Question, State


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
        "choosing": state.choosing,
    }


def status(state: State) -> Notice:
    """Return one sentence: whose turn it is, or how the game ended."""
    if state.stopped:
        return Notice("kwartet-stopped")
    if state.over:
        return Notice("kwartet-over")
    if state.choosing:
        return Notice("kwartet-draws-or-leaves", player=the_player(state.turn))
    return Notice("kwartet-asks", player=the_player(state.turn))


def last_question(state: State) -> Notice | None:
    """Return the last question in words; None before the first."""
    last = state.log.last
    if last is None:
        return None
    asks = asked_for(last.asked, CARDS[last.card], last.hit, dict(state.names))
    sentence = Notice("kwartet-told-whole", player=the_player(last.asker), asks=asks)
    if state.chose == "draw":
        return sentences((sentence, Notice("kwartet-drew")))
    return sentences((sentence, Notice("kwartet-left-the-pot"))) if state.chose else sentence


def asked_for(seat: Seat | str, code: str, hit: bool, names: Mapping[str, Sequence[str]]) -> Notice:
    """Return what the player on turn asked the one at ``seat``, and whether they got it; as it is asked at a table
    where the quartet and its cards have names."""
    if known := names.get(code[0]):
        quartet, card = known[0], known[int(code[1])]
        if hit:
            return Notice("kwartet-asked-card-yes", seat=seat, quartet=quartet, card=card)
        return Notice("kwartet-asked-card-no", seat=seat, quartet=quartet, card=card)
    if hit:
        return Notice("kwartet-asked-yes", seat=seat, card=code)
    return Notice("kwartet-asked-no", seat=seat, card=code)


def card_name(state: State, card: int) -> str:
    """Return a card as people name it: ``A1 (Birds: owl)``, or ``A1`` where the deck has no names."""
    names = dict(state.names).get(LETTERS[card // 4])
    return f"{CARDS[card]} ({names[0]}: {names[card % 4 + 1]})" if names else CARDS[card]


def some_cards(number: int) -> Notice:
    """Return a number of cards in words."""
    return Notice("kwartet-one-card") if number == 1 else Notice("kwartet-cards", number=number)


def text(state: State, seat: Seat | None = None, say: Say = str) -> str:
    lines = []
    for whose, hand in enumerate(state.hands, 1):
        held = " ".join(CARDS[card] for card in cards(hand)) if visible(state, seat, whose) else ""
        laid = " ".join(LETTERS[quartet] for quartet in state.laid[whose - 1])
        row = Notice(
            "kwartet-row",
            player=the_player(whose),
            cards=some_cards(hand.bit_count()),
            held=f" ({held})" if held else "",
            laid=laid or "–",
        )
        lines.append(f"{'>' if not state.over and whose == state.turn else ' '} {say(row)}")
    if state.pot:
        lines.append(f"  {say(Notice('kwartet-pot-holds', cards=some_cards(len(state.pot) - state.drawn)))}")
    last = last_question(state)
    return "\n".join([*lines, *([say(last)] if last else []), say(status(state))])


def layout(quartets: int) -> Layout:
    """Return a table without a board: the looks are those of the cards of a deck with so many quartets, ``B3``, and of
    quartets laid down, ``B``."""
    cards_looks = {text: look(card) for card, text in enumerate(CARDS[: 4 * quartets])}
    return Layout(0, 0, (), cards_looks | {letter: quartet_look(n) for n, letter in enumerate(LETTERS[:quartets])})


def surface(state: State, seat: Seat | None = None) -> Surface:
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
