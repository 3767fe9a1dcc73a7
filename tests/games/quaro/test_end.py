"""Quaro's `end` is accepted exactly when no point can be scored any more: proven by searching on to the end.

The search knows nothing of rows still open: from a position with a few empty squares it tries every turn that
the rules allow, every stone on every square, every draw and every forgetting, until a stone scores or nothing
is left to try.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.core.errors import IllegalMove
from games.core.registry import get
from games.quaro import GAME
from games.quaro.material import ALL_STONES, COLOURS, EMPTY, PLACES, SQUARES, End, count
from games.quaro.state import State
from tests.games.play import play, sample_of
from tests.games.quaro.plain import scores

Position = tuple[tuple[tuple[str, str], ...], tuple[str, ...], str, int]
"""What was placed since the start of the search, the hands, the bag, and who is on turn; letters sorted."""


def somebody_can_score(lying: dict[str, str], hands: tuple[str, ...], bag: str, turn: int) -> bool:
    """Tell if any sequence of turns from here has a stone that scores."""
    empty = [square for square in SQUARES if square not in lying]
    seen: set[Position] = set()
    todo: list[Position] = [((), hands, bag, turn)]
    while todo:
        placed, hands, bag, turn = todo.pop()
        if (placed, hands, bag, turn) in seen or not (any(hands) or bag):
            continue
        seen.add((placed, hands, bag, turn))
        following = (turn + 1) % len(hands)
        hand = hands[turn]
        if not hand and not bag:
            todo.append((placed, hands, bag, following))
            continue
        board = {**lying, **dict(placed)}
        after: list[tuple[tuple[tuple[str, str], ...], str]] = [] if hand else [(placed, "")]
        for colour in sorted(set(hand)):
            for square in empty:
                if square not in board:
                    if scores({**board, square: colour}, square):
                        return True
                    kept = hand.replace(colour, "", 1)
                    after.append((tuple(sorted((*placed, (square, colour)))), kept))
        for stones, kept in after:
            for drawn in draws(bag, 4 - len(kept)):
                rest = "".join(sorted((Counter(bag) - Counter(drawn)).elements()))
                filled = "".join(sorted(kept + drawn))
                todo.append((stones, (*hands[:turn], filled, *hands[turn + 1 :]), rest, following))
    return False


def draws(bag: str, room: int) -> set[str]:
    """Every draw that fills a hand, and the forgotten one."""
    return {"", *("".join(drawn) for drawn in combinations(sorted(bag), min(room, len(bag))))}


def late_position(rng: Random, empty: int, seats: int) -> State:
    """A board with a few empty squares, and the stones left in random hands and the bag.

    Of boards filled at random hardly one is out of reach. So the stones lie in blocks of 2 × 2 of one colour
    at first, which almost no row can avoid, and some of them are exchanged: few where points shall be out of
    reach, more where they shall not.
    """
    in_blocks = sorted(range(48), key=lambda square: (PLACES[square][0] // 2, PLACES[square][1] // 2, square))
    colours = [colour for colour in COLOURS for _ in range(3)]
    rng.shuffle(colours)
    lying = {square: colours[number // 4] for number, square in enumerate(in_blocks)}
    for _ in range(rng.choice([0, 1, 2, 4, 8])):
        one, other = rng.randrange(48), rng.randrange(48)
        lying[one], lying[other] = lying[other], lying[one]
    free = rng.sample(range(48), empty)
    left = [lying[square] for square in free]
    board = tuple(EMPTY if square in free else COLOURS.index(lying[square]) for square in range(48))
    hands: list[list[str]] = [[] for _ in range(seats)]
    bag: list[str] = []
    for stone in left:
        rng.choice([*[hand for hand in hands if len(hand) < 4], bag]).append(stone)
    counts = tuple(count([COLOURS.index(stone) for stone in hand]) for hand in hands)
    in_bag = count([COLOURS.index(stone) for stone in bag])
    turn = next(seat for seat in range(1, seats + 1) if bag or counts[seat - 1])
    return State(board, counts, in_bag, (0,) * seats, turn)


def letters_of(stones: int) -> str:
    return "".join(sorted(COLOURS[colour] for colour in range(4) for _ in range(stones >> 8 * colour & 255)))


@pytest.mark.parametrize(("empty", "positions"), [(1, 100), (2, 100), (3, 100), (4, 200), (5, 300)])
def test_qu_4_2_the_end_is_accepted_exactly_when_no_search_finds_a_point(empty: int, positions: int) -> None:
    rng = Random(empty)
    found: Counter[bool] = Counter()
    for _ in range(positions):
        state = late_position(rng, empty, rng.randint(2, 4))
        lying = {SQUARES[square]: COLOURS[colour] for square, colour in enumerate(state.board) if colour != EMPTY}
        hands = tuple(letters_of(hand) for hand in state.hands)
        possible = somebody_can_score(lying, hands, letters_of(state.bag), state.turn - 1)
        assert (End() in GAME.legal_moves(state)) == (not possible)
        if possible:
            with pytest.raises(IllegalMove) as caught:
                GAME.play(state, End())
            assert caught.value.rule == "QU 4.2"
        else:
            outcome = GAME.outcome(GAME.play(state, End()))
            assert outcome is not None and outcome.termination == "no-more-points"
        found[possible] += 1
    assert found[True] and found[False]


def test_the_positions_searched_hold_all_48_stones() -> None:
    state = late_position(Random(9), 5, 3)
    assert sum(state.hands) + state.bag + count([colour for colour in state.board if colour >= 0]) == ALL_STONES


def test_qu_4_2_once_the_end_is_possible_it_stays_so() -> None:
    for seed in range(20):
        reached = [state.out_of_reach for state in play(sample_of(get("quaro")), Random(seed)).states]
        assert reached == sorted(reached)
