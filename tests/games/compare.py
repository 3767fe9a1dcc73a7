"""An engine held against a second implementation, entry by entry, on random streams of entries."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from games.core.game import Start
from games.core.replay import check
from tests.games.play import Played, Sample, complete_start, document, play


class Plain(Protocol):
    """A second implementation: `accepts` plays a legal entry; `result` is None while in progress."""

    def accepts(self, entry: str) -> bool: ...

    def result(self) -> tuple[str, list[int], list[Fraction]] | None: ...


def check_stream(sample: Sample, make: Callable[[Start], Plain], rng: Random) -> None:
    """Plays sensible entries mixed with some of another game; both must accept and end the same."""
    game = sample.game
    pool = sorted(set(play(sample, rng).moves))
    start = sample.start(rng)
    plain = make(start)
    state: Any = game.start(complete_start(sample, start))
    moves: list[str] = []
    refused: list[tuple[int, str]] = []
    for _ in range(sample.limit):
        if not game.to_act(state):
            break
        entry = sample.entry(state, rng) if rng.random() < 0.7 else rng.choice(pool)
        entry = game.write(game.read(entry))
        accepted = plain.accepts(entry)
        if not accepted:
            refused.append((len(moves), entry))
            continue
        moves.append(entry)
        state = game.play(state, game.read(entry))
    played = Played(start, moves, [])
    _agree(check(json.dumps(document(sample, played))), plain)
    for ply, entry in rng.sample(refused, min(3, len(refused))):
        record = document(sample, Played(start, [*moves[:ply], entry], []))
        answer = check(json.dumps(record))
        assert not answer["valid"], (record, answer)
        assert (answer["error"]["code"], answer["error"]["index"]) == ("illegal-move", ply), (record, answer)


def _agree(answer: dict[str, Any], plain: Plain) -> None:
    assert answer["valid"], answer
    result = plain.result()
    if result is None:
        assert answer["result"] is None
        return
    termination, places, points = result
    assert answer["result"] == {
        "termination": termination,
        "places": places,
        "points": [str(entry) for entry in points],
    }
