"""Questions of Kwartet as players write them: ``2>A3``, *Bert A3*, *Anna asks Bert for the owl*, ``draw``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.core.errors import BadNotation
from games.core.game import Seat
from games.core.notices import Notice
from games.core.written import Word, choices, seat_named, shown, words_of
from games.kwartet.material import LETTERS, NUMBERS, Ask, Move, Pot
from games.kwartet.state import State

_QUESTION: Final = re.compile(r"([1-8])[>:]?([A-Za-z][1-4])[?]?([+-]?)")
_SEAT: Final = re.compile(r"(?:seat|plaats|platz|plek|place|siège|asiento|posto)?_?([1-8])[>:]?", re.IGNORECASE)
_CARD: Final = re.compile(r">?([A-Za-z][1-4])[?.]?([+-]?)")
_NAMED: Final = re.compile(r"(.+)>([A-Za-z][1-4])[?]?([+-]?)")
_WORDS: Final = words_of(__name__)
_HITS: Final = dict.fromkeys(_WORDS["hit"], True) | dict.fromkeys(_WORDS["miss"], False)
_CHOICES: Final = {word: choice for choice in Pot for word in _WORDS[choice.value]}
_FURTHEST: Final = 24
"""Words of one question."""


class Names:
    """The players and cards of a game, as people call them."""

    def __init__(self, state: State, players: Sequence[str | None]) -> None:
        self.players = players
        cards: dict[str, int | None] = {}
        for letter, names in state.names:
            for number, name in enumerate(names[1:]):
                key = name.casefold().strip()
                # a name that two cards bear tells neither
                cards[key] = None if key in cards else 4 * LETTERS.index(letter) + number
        self.cards = {name: card for name, card in cards.items() if name and card is not None}

    def interpret(self, state: State, words: Sequence[Word], first: int) -> tuple[Move | None, int]:
        """Return the question that words mean, and their number. Raises BadNotation."""
        text = words[first].text
        choice = _CHOICES.get(text.casefold().strip("!."))
        if choice is not None:
            return choice, 1
        match = _QUESTION.fullmatch(text)
        if match:
            return self._answered(int(match[1]), NUMBERS[match[2].upper()], match[3], words, first, first + 1)
        named = _NAMED.fullmatch(text)
        if named:
            seat = seat_named(named[1].replace("_", " "), self.players)
            if seat is not None:
                return self._answered(seat, NUMBERS[named[2].upper()], named[3], words, first, first + 1)
        seats: list[Seat] = []
        card: int | None = None
        place, mark = first, ""
        while place < min(len(words), first + _FURTHEST) and card is None:
            if place > first and words[place].begins and seats:
                break
            card, mark, count = self._card(words, place)
            if card is None:
                seat = self._seat(words[place].text)
                seats += [] if seat is None or seat in seats[-1:] else [seat]
            place += count
        # “Anna asks Bert”: whoever is on turn may be named first
        asked = seats[1:] if len(seats) > 1 and seats[0] == state.turn else seats
        if card is None or len(asked) != 1:
            raise self._unreadable(state, words, first, place)
        return self._answered(asked[0], card, mark, words, first, place)

    def _seat(self, text: str) -> Seat | None:
        seat = _SEAT.fullmatch(text)
        return int(seat[1]) if seat else seat_named(text.strip(">,.?!"), self.players)

    def _card(self, words: Sequence[Word], place: int) -> tuple[int | None, str, int]:
        """Return the card that begins at a word, the mark behind it, and the number of words."""
        code = _CARD.fullmatch(words[place].text)
        if code:
            return NUMBERS[code[1].upper()], code[2], 1
        for count in (3, 2, 1):
            text = " ".join(word.text for word in words[place : place + count]).casefold().strip(" ?.!>")
            if text in self.cards and place + count <= len(words):
                return self.cards[text], "", count
        return None, "", 1

    def _answered(
        self, seat: Seat, card: int, mark: str, words: Sequence[Word], first: int, place: int
    ) -> tuple[Ask, int]:
        """Return the question with the answer that stands behind it, if one does."""
        if mark:
            return Ask(seat, card, mark == "+"), place - first
        if place < len(words) and not words[place].begins:
            hit = _HITS.get(words[place].text.casefold().strip("!.:"))
            if hit is not None:
                return Ask(seat, card, hit), place - first + 1
        return Ask(seat, card), place - first

    def _unreadable(self, state: State, words: Sequence[Word], first: int, place: int) -> BadNotation:
        # whoever reads this may not see the hands
        asked = [str(seat) for seat, hand in enumerate(state.hands, 1) if hand and seat != state.turn]
        text = shown(words, first, max(1, min(place - first, 8)))
        notice = Notice("kwartet-written", text=text, seat=state.turn, seats=choices(asked))
        return BadNotation(notice, rule="K 2.1")


def write(before: State | None, text: str, after: State | None, long: bool) -> str:
    """Return an entry in one word: ``2>A3+``."""
    return text.replace(" ", "")


def new_round(previous: State, state: State) -> bool:
    """Tell whether another player asks than before."""
    return state.turn != previous.turn
