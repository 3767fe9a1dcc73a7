"""Writes random games and positions of every game as text and reads them again, each in every notation.

``python -m benchmarks.notation [COUNT] [SEED]`` (default 10,000 games of each game) stops at the first that does not
come back as it was, and prints how many entries a second were read.
"""

from __future__ import annotations

import time
from random import Random

from benchmarks.programs import asked
from games.core import positions, registry, texts
from games.core.record import Record
from tests.games.play import play, sample_of

PLAYERS = ("Anna", "Bert", None, "Dirk", "Eva", "Frank", "Gé", "Hanna")


def main() -> None:
    chosen = asked(__doc__, count=10_000, seed=1)
    count, first = chosen.count, chosen.seed
    for game in registry.every():
        entries, reading, longest = 0, 0.0, 0
        for seed in range(first, first + count):
            played = play(sample_of(game), Random(seed))
            start = played.start
            moves = tuple(game.write(game.read(move)) for move in played.moves)
            record = Record(game.info.key, start.options, PLAYERS[: start.seats], start.setup, moves)
            for long in (False, True):
                text = texts.write(record, long=long)
                begun = time.perf_counter()
                back = texts.record_of(text)
                reading += time.perf_counter() - begun
                entries += len(moves)
                if (back.moves, back.seats, back.setup) != (moves, record.seats, record.setup):
                    raise SystemExit(f"{game.info.key}, seed {seed}: the text did not come back:\n{text}")
            for state in (played.states[-1], Random(seed).choice(played.states)):
                text = game.write_position(state)
                longest = max(longest, len(text))
                if game.write_position(positions.read(text)[1]) != text:
                    raise SystemExit(f"{game.info.key}, seed {seed}: the position did not come back: {text}")
        print(
            f"{game.info.name}: {count} games, {entries} entries in two notations, {entries / reading:.0f} read a "
            f"second; {2 * count} positions of at most {longest} characters"
        )


if __name__ == "__main__":
    main()
