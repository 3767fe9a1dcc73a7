"""The engine against the second implementation: on random positions, and through whole random games."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.game import Start
from games.core.replay import result_document
from games.quatro_chess import GAME
from games.quatro_chess.board import HOME_SQUARES, NAMES, SQUARES, Colour
from games.quatro_chess.generate import count
from games.quatro_chess.position import Position
from games.quatro_chess.state import State
from tests.games.quatro_chess.plain import Plain
from tests.games.quatro_chess.positions import legal, plain_of, seen, state_of
from tests.games.quatro_chess.sample import ALL_SETUPS, some_move
from tests.support.examples import examples

OWNERS = [(1, 2, 3, 4), (1, 1, 2, 2), (1, 2, 2, 1), (1, 2, 1, 3), (1, 1, 2, 3), (2, 1, 3, 1)]
seeds = st.integers(0, 2**32 - 1)


def random_position(rng: Random) -> State:
    """Kings anywhere, crowded or not, statues of who is out, pawns that have just passed, castling where it
    may be."""
    free = [NAMES[square] for square in SQUARES]
    rng.shuffle(free)
    turn = rng.choice(list(Colour))
    gone = [colour for colour in Colour if colour != turn and rng.random() < 0.2][:2]
    words = []
    passed = {}

    def put(colour: Colour, letter: str, square: str) -> None:
        if square in free:
            free.remove(square)
            words.append(f"{colour.key[0]}{letter}{square}")

    homes = ("g1", "a6", "g12", "l6")
    corners = (("c1", "j1"), ("a10", "a3"), ("c12", "j12"), ("l10", "l3"))
    for colour in Colour:
        if colour in gone:
            continue
        if rng.random() < 0.4:
            put(colour, "K", homes[colour])
            if words and words[-1] == f"{colour.key[0]}K{homes[colour]}":
                for corner in corners[colour]:
                    if rng.random() < 0.7:
                        put(colour, "C", corner)
                continue
        put(colour, "K", free[-1])
    for back in (3, 2, 1):
        colour = Colour((turn - back) % 4)
        if colour in gone or rng.random() < 0.4:
            continue
        home = rng.choice(sorted(HOME_SQUARES[colour]))
        forward = (12, 1, -12, -1)[colour]
        over, landing = NAMES[home + forward], NAMES[home + 2 * forward]
        if NAMES[home] in free and landing in free:
            put(colour, "P", landing)
            passed[colour.key] = over
            if rng.random() < 0.8 and over in free:
                free.remove(over)
                hunter = rng.choice([other for other in Colour if other != colour])
                aside = rng.choice([11, 13, -11, -13])
                if 0 <= home + forward + aside < 144:
                    put(hunter, "P", NAMES[home + forward + aside])
    for _ in range(rng.choice([2, 6, 15, 40])):
        put(rng.choice(list(Colour)), rng.choice("PPPPNNBBRQ"), free[-1])
    return state_of(
        " ".join(words), turn.key, owners=rng.choice(OWNERS), passed=passed, quiet=rng.choice([0, 149, 250])
    )


@settings(max_examples=examples(250))
@given(seed=seeds)
def test_both_find_the_same_moves_and_checks_in_a_random_position(seed: int) -> None:
    state = random_position(Random(seed))
    plain = plain_of(state)
    moves = plain.moves()
    assert legal(state) == moves
    assert count(Position(state)) == len(moves)
    assert seen(state)["check"] == plain.summary()["check"]


@settings(max_examples=examples(120))
@given(seed=seeds)
def test_a_move_in_a_random_position_has_the_same_consequences_for_both(seed: int) -> None:
    rng = Random(seed)
    state = random_position(rng)
    plain = plain_of(state)
    plain.look_for_material()
    for _ in range(6):
        # A position that is over is no place to go on from, and never comes up in a game.
        moves = [] if plain.termination else legal(state)
        if not moves:
            break
        entry = rng.choice(moves)
        plain.play(entry)
        state = GAME.play(state, GAME.read(entry))
        assert seen(state) == plain.summary()


def plain_game(start: Start) -> Plain:
    table = GAME.start(start).table
    return Plain(table.owners, table.teams, table.half_draws)


@settings(max_examples=8)
@given(seed=seeds)
def test_whole_games_run_and_end_alike_for_both(seed: int) -> None:
    rng = Random(seed)
    start = rng.choice(ALL_SETUPS)
    state = GAME.start(start)
    plain = plain_game(start)
    entries: list[str] = []
    hunger = rng.choice([0.1, 0.5, 0.9])
    while state.turn is not None and len(entries) < 160:
        entry = some_entry(state, rng, hunger)
        entries.append(entry)
        state = GAME.play(state, GAME.read(entry))
        plain.play(entry)
        assert seen(state) == plain.summary()
    assert GAME.run(start, entries) == state
    outcome = GAME.outcome(state)
    assert (result_document(outcome) if outcome else None) == plain.result()


def some_entry(state: State, rng: Random, hunger: float) -> str:
    """A random entry: captures as often as ``hunger`` says, seldom one that is no move."""
    chance = rng.random()
    if chance < 0.004:
        return "resign"
    if chance < 0.008:
        return f"forfeit {rng.choice(state.living).key}"
    if state.quiet >= 50 * len(state.living) and rng.random() < 0.2:
        return "draw50"
    return some_move(state, rng, hunger)
