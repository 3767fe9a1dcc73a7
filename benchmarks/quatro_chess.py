"""Quatro Chess against python-chess: replays and perft, in one process, on games played from one seed.

    python -m benchmarks.quatro_chess [ROUNDS]

Both play "ordinary" games by the same habit: take something half of the time, else any legal move;
python-chess games end with the game or after 200 plies, ours after 400, as there are twice as many armies.
The yardstick decides the same things as ours: every move read and checked, and after each of them whether the
game is over. Times are the best of the rounds, the programs taking turns. perft is given twice: with the last
ply counted in bulk by both, and by neither.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial

import chess

from benchmarks.programs import asked
from games.core.game import Start
from games.core.replay import check
from games.quatro_chess import GAME
from games.quatro_chess.board import EMPTY, NOBODY, PAWN, kind
from games.quatro_chess.generate import legal_texts, perft, settle
from games.quatro_chess.geometry import STEPS
from games.quatro_chess.play import begin
from games.quatro_chess.position import Position

START = Start(seats=4)


def chess_games(rng: random.Random, number: int) -> list[list[str]]:
    games = []
    for _ in range(number):
        board = chess.Board()
        moves: list[str] = []
        while len(moves) < 200 and not board.is_game_over():
            legal = list(board.legal_moves)
            takes = [move for move in legal if board.is_capture(move)]
            move = rng.choice(takes if takes and rng.random() < 0.5 else legal)
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def quatro_games(rng: random.Random, number: int) -> list[list[str]]:
    games = []
    for _ in range(number):
        position = Position(begin(START))
        moves: list[str] = []
        while len(moves) < 400:
            settle(position)
            if position.turn == NOBODY:
                break
            legal = legal_texts(position)
            takes = [text for text in legal if position.board[STEPS[text][1]] != EMPTY]
            move = rng.choice(takes if takes and rng.random() < 0.5 else legal)
            moves.append(move)
            position.push(move)
        games.append(moves)
    return games


def long_record(rng: random.Random, plies: int) -> str:
    """Make a record as long as a record may be: quiet moves by all pieces but pawns, in which nobody goes out."""
    line = [Position(begin(START))]
    moves: list[str] = []
    while len(moves) < plies:
        quiet = [text for text in legal_texts(line[-1]) if _is_quiet(line[-1], text)]
        if quiet:
            moves.append(rng.choice(quiet))
            line.append(line[-1].copy())
            line[-1].push(moves[-1])
        else:
            # A dead end: take some moves back and go on differently.
            del moves[-12:], line[-12:]
    seats = [None] * 4
    return json.dumps({"game": "quatro-chess", "options": {}, "seats": seats, "setup": {}, "moves": moves})


def _is_quiet(position: Position, text: str) -> bool:
    origin, target = STEPS[text][:2]
    return position.board[target] == EMPTY and kind(position.board[origin]) != PAWN


def push_only(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def push_and_look(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
            board.is_game_over()


def quatro_run(games: list[list[str]]) -> None:
    for moves in games:
        GAME.outcome(GAME.run(START, moves))


def chess_perft(board: chess.Board, depth: int, bulk: bool) -> int:
    if depth == 0:
        return 1
    if bulk and depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += chess_perft(board, depth - 1, bulk)
        board.pop()
    return leaves


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def compare(rounds: int, works: dict[str, tuple[Callable[[], object], int]]) -> dict[str, float]:
    """Return the units a second of each work, in the best of the rounds."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, (work, _) in works.items():
            best[name] = min(best[name], timed(work))
    return {name: works[name][1] / best[name] for name in works}


def show(title: str, speeds: dict[str, float], ours: str, unit: str) -> None:
    print(title)
    for name, speed in speeds.items():
        ratio = "" if name == ours else f"   ours is {speeds[ours] / speed:.2f} times as fast"
        print(f"  {name:44} {speed:12,.0f} {unit}{ratio}")


def main() -> None:
    rounds = asked(__doc__, rounds=5).rounds

    theirs = chess_games(random.Random(1), 100)
    ours = quatro_games(random.Random(1), 100)
    plies, our_plies = sum(map(len, theirs)), sum(map(len, ours))
    ended = sum(GAME.run(START, moves).termination is not None for moves in ours)
    print(f"python-chess {chess.__version__}: 100 games, {plies} plies; Quatro Chess: 100 games, {our_plies} plies,")
    print(f"{ended} of them ended. Python {sys.version.split()[0]}.\n")
    name = "Quatro Chess, everything decided"
    speeds = compare(
        rounds,
        {
            name: (lambda: quatro_run(ours), our_plies),
            "python-chess push_uci, is_game_over": (lambda: push_and_look(theirs), plies),
            "python-chess push_uci": (lambda: push_only(theirs), plies),
        },
    )
    show("Replay", speeds, name, "moves a second")

    for bulk in (True, False):
        nodes = perft(Position(begin(START)), 4)
        chess_nodes = chess_perft(chess.Board(), 4, True)
        name = "Quatro Chess perft 4"
        speeds = compare(
            max(2, rounds // 2),
            {
                name: (partial(perft, Position(begin(START)), 4, bulk=bulk), nodes),
                "python-chess perft 4": (partial(chess_perft, chess.Board(), 4, bulk), chess_nodes),
            },
        )
        show(
            f"\nperft 4, last ply {'counted in bulk' if bulk else 'played out'} by both",
            speeds,
            name,
            "nodes a second",
        )

    record = long_record(random.Random(2), 20_000)
    assert check(record)["valid"]
    best = min(timed(lambda: check(record)) for _ in range(rounds))
    print(f"\nA record of 20,000 moves ({len(record):,} bytes) checked in {best * 1000:.0f} ms")


if __name__ == "__main__":
    main()
