"""Makes the golden records of Quatro Chess that are whole games: ``python -m tests.games.quatro_chess.make_golden``.

Whole games are played from fixed seeds by the engine (its legal moves, chosen at random with an appetite for
captures, for checks, or for peace), the first seed that gives what is wanted is kept, and every game is then
played through by the second implementation in ``plain.py``, whose result is what the golden record expects.
The small records there are written by hand; what they expect is their author's reading of the rules page, not
the engine's answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import games.quatro_chess
from games.core.game import Start
from games.quatro_chess import GAME
from games.quatro_chess.state import State
from tests.games.quatro_chess.plain import Plain
from tests.games.quatro_chess.sample import some_move

FOLDER = Path(games.quatro_chess.__file__).parent / "golden"

Chooser = Callable[[State, Random], str]


def record(moves: list[str], start: Start, claimed: dict[str, Any] | None = None) -> dict[str, Any]:
    made: dict[str, Any] = {
        "game": "quatro-chess",
        "options": dict(start.options),
        "seats": ["Anna", "Bert", "Cora", "Dirk"][: start.seats],
        "setup": dict(start.setup),
        "moves": moves,
    }
    return made if claimed is None else {**made, "claimed": claimed}


def write(name: str, about: str, made: dict[str, Any], expected: dict[str, Any]) -> None:
    lines = [
        f'"{key}": {json.dumps(value, ensure_ascii=False)}'
        for key, value in (("about", about), ("record", made), ("expected", expected))
    ]
    (FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def good(name: str, about: str, moves: list[str], start: Start | None = None, *, claim: bool = False) -> None:
    """A record that is valid; what comes of it is said by the second implementation."""
    start = start or Start(4)
    table = GAME.start(start).table
    plain = Plain(table.owners, table.teams, table.half_draws)
    for entry in moves:
        plain.play(entry)
    result = plain.result()
    claimed = {key: result[key] for key in ("places", "points")} if claim and result else None
    write(
        name,
        about,
        record(moves, start, claimed),
        {
            "valid": True,
            "game": "quatro-chess",
            "status": "finished" if result else "in_progress",
            "plies": len(moves),
            "result": result,
        },
    )


def played(start: Start, choose: Chooser, wanted: Callable[[State], bool], least: int, most: int) -> list[str]:
    """The moves of the first seed's game that ends as wanted, with at least and at most so many entries."""
    for seed in range(2000):
        rng = Random(seed)
        state = GAME.start(start)
        moves: list[str] = []
        while state.turn is not None and len(moves) < most:
            moves.append(choose(state, rng))
            state = GAME.play(state, GAME.read(moves[-1]))
            if len(moves) >= least and wanted(state):
                return moves
    raise LookupError("no seed gives such a game")


def hungry(state: State, rng: Random) -> str:
    return some_move(state, rng, 0.6)


def greedy(state: State, rng: Random) -> str:
    return some_move(state, rng, 0.95)


def peaceful(state: State, rng: Random) -> str:
    """Plays on for a while, then only moves that are no captures and no pawn's, and claims the draw."""
    if state.plies < 160:
        return some_move(state, rng, 0.3)
    if state.quiet >= 50 * len(state.living):
        return "draw50"
    quiet = []
    for move in GAME.legal_moves(state):
        after = GAME.play(state, move)
        if after.quiet == state.quiet + 1:
            quiet.append(GAME.write(move))
    return rng.choice(quiet) if quiet else some_move(state, rng, 0)


def over(termination: str, *reasons: str) -> Callable[[State], bool]:
    """Tell if a game has ended so, with colours out for all of these reasons and for no others."""

    def wanted(state: State) -> bool:
        gone = {fallen.reason.value for fallen in state.out}
        return state.termination == termination and (not reasons or gone == set(reasons))

    return wanted


def fell(reason: str, number: int = 1) -> Callable[[State], bool]:
    """Tell if just now so many colours are out, the last of them for this reason, and the game goes on."""

    def wanted(state: State) -> bool:
        return state.turn is not None and len(state.out) == number and state.out[-1].reason.value == reason

    return wanted


TEAMS = Start(4, {"teams": [[1, 3], [2, 4]]})
HALF = Start(4, {"draw_points": "half"})
TWO = Start(2)
THREE = Start(3, {}, {"colours": {"white": 1, "red": 2, "black": 1, "green": 3}})


def whole_games() -> None:
    four = Start(4)
    good(
        "last-standing",
        "A whole game in which three colours are mated or stalemated one after the other (QC 4.1, 5.1).",
        played(four, hungry, over("last-standing", "mate", "stalemate"), 400, 1500),
        claim=True,
    )
    good(
        "fifty-moves",
        "A whole game drawn by claim after fifty quiet moves of each living colour (QC 5.3); who is left shares.",
        played(four, peaceful, over("fifty-moves"), 300, 2500),
        claim=True,
    )
    good(
        "insufficient-material",
        "A whole game that ends as soon as nobody can mate any more (QC 5.4).",
        played(four, greedy, over("insufficient-material"), 300, 2500),
        claim=True,
    )
    good(
        "teams",
        "A whole game of two teams: it ends when one team is left, whose two colours share (QC 5.1, 6.3, 6.4).",
        played(TEAMS, hungry, over("last-standing"), 200, 1500),
        TEAMS,
    )
    good(
        "two-seats",
        "A whole game of two players with two neighbouring colours each (QC 2.1, 2.2).",
        played(TWO, hungry, over("last-standing"), 200, 1500),
        TWO,
    )
    good(
        "three-seats",
        "A whole game of three players; seat 1 has White and Black (QC 2.1, 2.2).",
        played(THREE, hungry, over("last-standing"), 200, 1500),
        THREE,
    )
    good(
        "half-points-for-a-draw",
        "Option draw_points: half. Who is left when material is wanting gets 4 each (QC 6.3).",
        played(HALF, greedy, over("insufficient-material"), 200, 2500),
        HALF,
    )
    mated = played(four, hungry, fell("mate"), 1, 400)
    good("mate", "A colour is mated at its turn; the others resign (QC 4.1, 4.3, 6.1).", [*mated, "resign", "resign"])
    stalemated = played(four, greedy, fell("stalemate", 2), 1, 1500)
    good(
        "stalemate",
        "The second colour to go out is stalemated and gets half of 2 (QC 4.1, 6.2).",
        [*stalemated, "resign"],
    )
    good("in-progress", "Legal moves, but the game is not over.", mated)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    whole_games()
