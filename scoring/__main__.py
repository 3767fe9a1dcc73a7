"""``python -m scoring FILE``: prints the standings of an event document (``-`` is standard input).

``--trf 16`` and ``--trf 26`` print FIDE's report of the event instead. Exit 0; 2 for a document that cannot be read,
with the reason on standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from scoring.documents.document import DocumentError, Event
from scoring.documents.jsontext import MAX_BYTES
from scoring.input.reading import read_event
from scoring.output import run, standings_document
from scoring.standings import Standings, standings
from scoring.trf import write_report
from scoring.trf.events import NotForTwo, report_of


def main(arguments: list[str] | None = None) -> int:
    """Print the standings as one JSON object, or the report; errors go to standard error."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Print the standings of an event.")
    parser.add_argument("file", metavar="FILE", help="an event document, - for standard input")
    parser.add_argument("--after", metavar="ROUND", type=int, help="after this round instead of the last")
    parser.add_argument("--trf", choices=("16", "26"), help="FIDE's report in this format instead")
    options = parser.parse_args(arguments)
    try:
        event = read_event(_read(options.file))
        result = standings(event, options.after)
        before = standings(event, result.after_round - 1) if result.half else None
        if options.trf:
            sys.stdout.write(_report(event, result, f"trf{options.trf}"))
            return 0
    except NotForTwo:
        print("A report file (TRF) is for tables of two only.", file=sys.stderr)
        return 2
    except DocumentError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{options.file}: {error.strerror or error}", file=sys.stderr)
        return 2
    for code, reason in result.dropped.items():
        print(f"{code} is not used: {reason}", file=sys.stderr)
    if result.half:
        print(_half(result), file=sys.stderr)
    print(json.dumps(standings_document(result, before), ensure_ascii=True))
    return 0


def _half(result: Standings) -> str:
    """Say after which round the ranks are those of a whole one, and how much of the next one is in."""
    (entered, tables), number = result.tables, result.after_round
    so_far = f"after round {number - 1}, with" if number > 1 else "with"
    return f"The standings are {so_far} {entered} of {tables} tables of round {number}."


def _report(event: Event, result: Standings, version: str) -> str:
    """Write the report; in a Swiss that names no initial colour it is white."""
    if event.pairing.get("system") == "swiss":
        event = replace(event, pairing={"initial_colour": "white", **event.pairing})
    ranks = {line["player"]: line["rank"] for line in standings_document(result)["standings"]}
    return write_report(report_of(event, ranks=ranks, facts={"012": [event.name]}), version)


def _read(name: str) -> bytes:
    """Read the bytes of a file, one more than a document may have at most."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


if __name__ == "__main__":
    sys.exit(run(main))
