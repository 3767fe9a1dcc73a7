"""A game of Kwartet noted by somebody who saw no hands: who asked whom for which card, and whether it was there.

When all quartets are laid down, the hands follow from the questions: a card lay with the player who first handed it
over, and one that nobody handed over with the player who laid its quartet down, which is whoever got the last card of
that quartet. Only of a quartet that was dealt whole must be said who had it. So the game becomes an ordinary record,
and the rules check it from the first question to the last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.core.errors import BadNotation, GameError, IllegalMove, quote
from games.core.game import Game, Seat, Start
from games.core.notices import Notice
from games.kwartet.material import CARDS, LETTERS, NUMBERS, Move
from games.kwartet.state import Question, State

_QUESTION: Final = re.compile(r"([1-8]):([1-8])>([A-Z][1-4])([+-])")
_WHOLE: Final = re.compile(r"([A-Z])=([1-8])")


@dataclass(frozen=True, slots=True)
class Noted:
    """The questions of a game in order, and of each quartet that was dealt whole its owner."""

    questions: tuple[Question, ...]
    whole: Mapping[int, Seat]


def read(text: str) -> Noted:
    """Read questions such as ``1:2>A3+`` (seat 1 asks seat 2 for A3 and gets it) and ``C=2`` (seat 2 was dealt all of
    C), with spaces between them. Raises BadNotation with the index of the question."""
    questions: list[Question] = []
    whole: dict[int, Seat] = {}
    for word in text.split():
        asked, dealt = _QUESTION.fullmatch(word.upper()), _WHOLE.fullmatch(word.upper())
        if asked:
            questions.append(Question(int(asked[1]), int(asked[2]), NUMBERS[asked[3]], asked[4] == "+"))
        elif dealt:
            whole[LETTERS.index(dealt[1])] = int(dealt[2])
        else:
            raise BadNotation(Notice("kwartet-noted", text=quote(word)), rule="K 2.1", index=len(questions))
    return Noted(tuple(questions), whole)


def check(noted: Noted, seats: int, quartets: int) -> None:
    """Check what can be checked before the hands are known. Raises IllegalMove with the index of the question."""
    known: dict[int, Seat] = {}
    missed: dict[int, set[Seat]] = {}
    for index, (asker, asked, card, hit) in enumerate(noted.questions):
        try:
            _in_the_game(asker, asked, card, seats, quartets)
            before = noted.questions[index - 1] if index else None
            if before and not before.hit and before.asked != asker:
                raise IllegalMove(Notice("kwartet-not-on-turn", seat=before.asked, other=asker), rule="K 2.4")
            same = range(card // 4 * 4, card // 4 * 4 + 4)
            if all(known.get(other, asker) != asker or asker in missed.get(other, ()) for other in same):
                notice = Notice("kwartet-cannot-have", seat=asker, quartet=LETTERS[card // 4], card=CARDS[card])
                raise IllegalMove(notice, rule="K 2.2")
            holder = known.get(card)
            if hit and (holder not in (None, asked) or asked in missed.get(card, ())):
                raise IllegalMove(Notice("kwartet-has-not", seat=asked, card=CARDS[card]), rule="K 2.7")
            if not hit and holder == asked:
                raise IllegalMove(Notice("kwartet-has", seat=asked, card=CARDS[card]), rule="K 2.7")
        except GameError as error:
            error.index = index
            raise
        if hit:
            known[card] = asker
            missed[card] = set()
        else:
            missed.setdefault(card, set()).add(asked)


def _in_the_game(asker: Seat, asked: Seat, card: int, seats: int, quartets: int) -> None:
    for seat in (asker, asked):
        if seat > seats:
            raise IllegalMove(Notice("kwartet-no-seat", seat=seat, seats=seats), rule="K 2.1")
    if asker == asked:
        raise IllegalMove(Notice("kwartet-asks-themselves", seat=asker), rule="K 2.1")
    if card >= 4 * quartets:
        raise IllegalMove(Notice("kwartet-not-in-deck", card=CARDS[card], last=LETTERS[quartets - 1]), rule="K 1.1")


def hands(noted: Noted, seats: int, quartets: int) -> list[list[str]]:
    """Return the hands as they were dealt, seat by seat. Raises IllegalMove where they do not follow."""
    check(noted, seats, quartets)
    owners: dict[int, Seat] = {}
    laid: dict[int, Seat] = dict(noted.whole)
    for asker, asked, card, hit in noted.questions:
        if hit:
            owners.setdefault(card, asked)
            laid[card // 4] = asker
    open_ = [LETTERS[quartet] for quartet in range(quartets) if quartet not in laid]
    if open_:
        raise IllegalMove(Notice("kwartet-nobody-laid", quartets=tuple(open_)), rule="K 4.1")
    dealt: list[list[str]] = [[] for _seat in range(seats)]
    for card in range(4 * quartets):
        seat = owners.get(card, laid[card // 4])
        if seat > seats:
            raise IllegalMove(Notice("kwartet-no-seat", seat=seat, seats=seats), rule="K 2.1")
        dealt[seat - 1].append(CARDS[card])
    return dealt


def game(noted: Noted, seats: int, quartets: int) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the setup and the moves of the record that was noted. Raises IllegalMove."""
    setup = {"quartets": quartets, "hands": hands(noted, seats, quartets)}
    moves = tuple(f"{asked}>{CARDS[card]} {'+' if hit else '-'}" for _asker, asked, card, hit in noted.questions)
    return setup, moves


def prove(engine: Game[State, Move], start: Start, noted: Noted, moves: Sequence[str]) -> None:
    """Play what was noted by all rules, each question by whoever asked it. Raises GameError with its index."""
    state = engine.start(start)
    for index, (question, move) in enumerate(zip(noted.questions, moves, strict=True)):
        try:
            if not state.over and state.turn != question.asker:
                raise IllegalMove(Notice("kwartet-not-on-turn", seat=state.turn, other=question.asker), rule="K 2.4")
            state = engine.play(state, engine.read(move))
        except GameError as error:
            error.index = index
            raise
