"""``python -m scoring FILE``: prints the standings of an event document (``-`` is standard input).

Exit 0; 2 for a document that cannot be read, with the reason on standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from scoring.document import DocumentError
from scoring.jsontext import MAX_BYTES
from scoring.output import standings_document
from scoring.pipes import run
from scoring.reading import read_event
from scoring.standings import standings


def main(arguments: list[str] | None = None) -> int:
    """Prints the standings as one JSON object; tie-breaks that could not be used go to standard error."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Print the standings of an event.")
    parser.add_argument("file", metavar="FILE", help="an event document, - for standard input")
    parser.add_argument("--after", metavar="ROUND", type=int, help="after this round instead of the last")
    options = parser.parse_args(arguments)
    try:
        found = standings(read_event(_read(options.file)), options.after)
    except DocumentError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{options.file}: {error.strerror or error}", file=sys.stderr)
        return 2
    for code, reason in found.dropped.items():
        print(f"{code} is not used: {reason}", file=sys.stderr)
    print(json.dumps(standings_document(found), ensure_ascii=True))
    return 0


def _read(name: str) -> bytes:
    """The bytes of a file, one more than a document may have at most."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


if __name__ == "__main__":
    sys.exit(run(main))
