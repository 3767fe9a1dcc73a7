"""Games of Kwartet of which only the questions were noted: the hands follow, and what cannot be is refused."""

from __future__ import annotations

import random
from functools import cache

import pytest

from games.core.errors import BadNotation, GameError, IllegalMove
from games.core.game import Start
from games.core.registry import get
from games.kwartet.questions import check, game, prove, read
from tests.support.examples import examples

ENGINE = get("kwartet")
GAMES = examples(300)


@cache
def noted(seed: int) -> tuple[int, int, list[list[str]], list[str]]:
    """A random game as somebody at the table would note it: players, quartets, the hands, the words."""
    chance = random.Random(seed)
    seats = chance.randint(3, 8)
    quartets = chance.randint((seats + 3) // 4 + 1, 9)
    deck = [f"{chr(65 + quartet)}{card}" for quartet in range(quartets) for card in range(1, 5)]
    chance.shuffle(deck)
    hands = [sorted(deck[seat::seats]) for seat in range(seats)]
    state = ENGINE.start(Start(seats, {}, {"quartets": quartets, "hands": hands}))
    words = [f"{chr(65 + quartet)}={seat}" for seat, laid in enumerate(state.laid, 1) for quartet in laid]
    while not state.over:
        move, asker = chance.choice(ENGINE.legal_moves(state)), state.turn
        state = ENGINE.play(state, move)
        words.append(f"{asker}:{ENGINE.write(move)}{'+' if state.log.last.hit else '-'}")
    return seats, quartets, hands, words


def test_the_hands_of_a_whole_game_follow_from_its_questions():
    for seed in range(GAMES):
        seats, quartets, hands, words = noted(seed)
        written = read(" ".join(words))
        setup, moves = game(written, seats, quartets)
        assert setup["hands"] == hands
        start = Start(seats, {}, setup)
        prove(ENGINE, start, written, moves)
        assert ENGINE.outcome(ENGINE.run(start, moves)) is not None


def test_nothing_that_happened_is_refused_while_it_is_noted():
    for seed in range(examples(40)):
        seats, quartets, _hands, words = noted(seed)
        questions = [word for word in words if "=" not in word]
        for count in range(0, len(questions) + 1, 7):
            check(read(" ".join(questions[:count])), seats, quartets)


def test_a_wrong_answer_in_the_middle_is_never_taken_for_another_game():
    """One answer turned round: refused by what is known, by the deal, or by the rules, in the whole game."""
    for seed in range(examples(60)):
        seats, quartets, _hands, words = noted(seed)
        at = random.Random(seed).choice([index for index, word in enumerate(words) if "=" not in word])
        wrong = words[at][:-1] + ("-" if words[at].endswith("+") else "+")
        written = read(" ".join([*words[:at], wrong, *words[at + 1 :]]))
        with pytest.raises(GameError):
            setup, moves = game(written, seats, quartets)
            prove(ENGINE, Start(seats, {}, setup), written, moves)


@pytest.mark.parametrize(
    ("words", "index", "rule"),
    [
        ("1:2>A1- 1:2>A2+", 1, "K 2.4"),
        ("1:1>A1+", 0, "K 2.1"),
        ("1:4>A1+", 0, "K 2.1"),
        ("1:2>D1+", 0, "K 1.1"),
        ("1:2>A1+ 1:2>A1+", 1, "K 2.7"),
        ("1:2>A1- 2:3>B1- 3:2>A1+", 2, "K 2.7"),
        ("1:2>A1+ 1:3>A2- 3:1>A1-", 2, "K 2.7"),
        ("1:2>A1+ 1:2>A2+ 1:2>A3+ 1:2>A4- 2:1>A4-", 4, "K 2.2"),
    ],
)
def test_what_cannot_be_is_told_at_once_with_its_question(words, index, rule):
    with pytest.raises(IllegalMove) as refusal:
        check(read(words), 3, 3)
    assert (refusal.value.index, refusal.value.rule) == (index, rule)


def test_a_quartet_of_which_no_card_was_handed_over_needs_its_owner():
    with pytest.raises(IllegalMove) as refusal:
        game(read("1:2>A1+"), 3, 2)
    assert refusal.value.notice.params["quartets"] == ("B",)


@pytest.mark.parametrize("word", ["2>A3", "1:2>A5+", "1:2>A3", "A=9", "hello", "1:2>A3+2:1>A4-"])
def test_what_is_no_question_is_refused(word):
    with pytest.raises(BadNotation):
        read(word)
