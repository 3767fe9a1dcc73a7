"""The speed of replays: whole games a second on one core, for each registered game.

    python -m benchmarks.games [GAMES]

Three figures a game: `check` of the record's text, as an upload is answered (JSON read, everything checked,
the result compared); `run`, the quick replay alone; and the plain replay, position by position. The games are
the random ones of the tests, by their seeds, the same on every machine; a game that is broken off there (see
``tests/games/play.py``) counts as one too. The best of three rounds is shown.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.programs import asked
from games.core import registry
from games.core.replay import check, run_plainly
from tests.games.play import complete_start, document, play, sample_of

ROUNDS = 3


def main(number: int) -> None:
    print(f"{'game':14}{'entries':>9}{'check/s':>11}{'run/s':>11}{'plainly/s':>11}{'entries/s':>13}")
    for game in registry.every():
        sample = sample_of(game)
        played = [play(sample, Random(seed)) for seed in range(number)]
        texts = [json.dumps(document(sample, recorded)).encode() for recorded in played]
        replays = [(complete_start(sample, recorded.start), recorded.moves) for recorded in played]
        assert all(check(text)["valid"] for text in texts)
        entries = sum(len(recorded.moves) for recorded in played) / number
        checked = rate(texts, check)
        quick = rate(replays, lambda replay, game=game: game.run(*replay))
        plain = rate(replays, lambda replay, game=game: run_plainly(game, *replay))
        print(
            f"{game.info.key:14}{entries:>9.1f}{checked:>11,.0f}{quick:>11,.0f}{plain:>11,.0f}{quick * entries:>13,.0f}"
        )


def rate(work: list[Any], replay: Callable[[Any], Any]) -> float:
    """Return how many pieces of work are done in a second of processor time, in the best of a few rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        begun = time.process_time()
        for piece in work:
            replay(piece)
        best = max(best, len(work) / (time.process_time() - begun))
    return best


if __name__ == "__main__":
    main(asked(__doc__, games=500).games)
