"""``python -m games check FILE… | legal FILE | perft GAME DEPTH``."""

from __future__ import annotations

import os
import sys

from games.core.commands import main

if __name__ == "__main__":
    try:
        status = main(sys.argv[1:], sys.stdin.buffer, sys.stdout, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the answers has stopped; nothing more can be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 2
    sys.exit(status)
