"""Random games of whatever the registry finds, for the tests and the benchmark.

A game may have a module ``tests/games/<folder>/sample.py`` with any of these; what it leaves out is done with
the interface alone (all seats, default options, no setup, a random legal move, at most ``LIMIT`` plies):

- ``start(rng)``: a random `Start`, options and setup as a record would hold them;
- ``entry(state, rng)``: the text of a random next move, also in forms that `legal` does not list;
- ``same_to(state, seat, rng)``: another position that must look the same to a seat (None: a spectator);
- ``LIMIT``: after how many plies a random game is broken off.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.core.game import Seat, Start
from games.core.options import complete
from games.core.registry import AnyGame
from games.core.replay import Answer

LIMIT = 60


@dataclass(frozen=True)
class Sample:
    """The way to play a game at random."""

    game: AnyGame
    start: Callable[[Random], Start]
    entry: Callable[[Any, Random], str]
    same_to: Callable[[Any, Seat | None, Random], Any] | None
    limit: int


def sample_of(game: AnyGame) -> Sample:
    name = f"tests.games.{game.info.key.replace('-', '_')}.sample"
    found = _module(name)

    def any_start(rng: Random) -> Start:
        return Start(max(game.info.seats), {}, {})

    def any_entry(state: Any, rng: Random) -> str:
        return game.write(rng.choice(game.legal_moves(state)))

    return Sample(
        game,
        getattr(found, "start", any_start),
        getattr(found, "entry", any_entry),
        getattr(found, "same_to", None),
        getattr(found, "LIMIT", LIMIT),
    )


def _module(name: str) -> Any:
    parent = name.rpartition(".")[0]
    if importlib.util.find_spec(parent) is None or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


@dataclass(frozen=True)
class Played:
    """A random game: its start, its moves, and the positions from the start to the last."""

    start: Start
    moves: list[str]
    states: list[Any]


def play(sample: Sample, rng: Random, plies: int | None = None) -> Played:
    """A random game until its end, or until it is broken off."""
    start = sample.start(rng)
    game = sample.game
    states = [game.start(complete_start(sample, start))]
    moves: list[str] = []
    for _ in range(sample.limit if plies is None else plies):
        if not game.to_act(states[-1]):
            break
        moves.append(sample.entry(states[-1], rng))
        states.append(game.play(states[-1], game.read(moves[-1])))
    return Played(start, moves, states)


def complete_start(sample: Sample, start: Start) -> Start:
    """A start with all its options, as a game is given one."""
    return replace(start, options=complete(sample.game.info, start.options, start.seats))


def document(sample: Sample, played: Played) -> dict[str, Any]:
    """The record of a game, as a JSON object."""
    return {
        "game": sample.game.info.key,
        "options": plain(played.start.options),
        "seats": [None] * played.start.seats,
        "setup": plain(played.start.setup),
        "moves": played.moves,
    }


def plain(value: Any) -> Any:
    """Mappings and sequences as JSON would give them back."""
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    return [plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def is_answer(answer: Answer) -> bool:
    """Tell if an answer of `check` has the shape that the record format promises."""
    if answer["valid"]:
        finished = answer["status"] == "finished"
        assert answer["status"] in ("finished", "in_progress")
        assert (answer["result"] is not None) == finished
        assert set(answer) == {"valid", "game", "status", "plies", "result"}
    else:
        assert set(answer) == {"valid", "game", "error"}
        assert set(answer["error"]) == {"index", "code", "rule", "message"}
        assert answer["error"]["code"] in (
            *("bad-record", "bad-setup", "bad-notation", "illegal-move", "game-over", "claim-mismatch"),
        )
        assert answer["error"]["message"].endswith(".")
    return True
