"""Lists on the command line: players, teams and results as a club sends them, with the same choices as at the desk."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from tournaments.domain.list_plans import ListPlan, Planned
from tournaments.imports.choices import columns_named, line_numbers
from tournaments.imports.columns import MEANINGS_OF
from tournaments.management.acting import acting
from tournaments.models import Tournament
from tournaments.services.lists import lists
from tournaments.services.lists.list_imports import KINDS

EXAMPLES = {"players": "Naam=name", "teams": "Naam=team", "results": "Bord=table"}


def add_lists(step: Callable[[str, str], ArgumentParser]) -> None:
    """Add the steps that import a list."""
    for kind, file, help_ in (
        ("players", "?", "Without a file: print the players."),
        ("teams", "?", "Without a file: print the teams."),
        ("results", None, "A table on each line."),
    ):
        listed = step(
            kind,
            f"Import a list of {kind} as it is (XLSX, ODS, XLS, CSV or a mail; - is standard input). {help_}",
        )
        listed.add_argument("file", nargs=file)
        listed.add_argument("--preview", action="store_true", help="print what would be done, and do nothing")
        listed.add_argument("--strict", action="store_true", help="import nothing if a line cannot be imported")
        listed.add_argument("--sheet", help="the sheet to read")
        listed.add_argument("--heading", type=int, metavar="LINE", help="the line that names the columns; 0: none does")
        listed.add_argument(
            "--map",
            action="append",
            default=[],
            metavar="COLUMN=MEANING",
            help=f"the meaning of a column, by its heading or letter: {', '.join(MEANINGS_OF[kind])}; nothing: "
            "not imported",
        )
        listed.add_argument("--skip", type=_lines, default=frozenset(), metavar="3,17-19", help="lines to leave out")
        listed.add_argument(
            "--take",
            type=_lines,
            default=frozenset(),
            metavar="LINES",
            help="lines to import although they look like totals",
        )


def bring_in_list(tournament: Tournament, kind: str, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
    """Import a list, or say what would be done: for a person, and for a program."""
    try:
        columns = columns_named(options["map"], MEANINGS_OF[kind])
    except ValueError as error:
        raise CommandError(f"--map {error}: write COLUMN=MEANING, such as {EXAMPLES[kind]}.") from None
    with acting(by):
        waiting = lists.upload(
            kind,
            tournament.pk,
            by=by,
            filename=options["file"],
            content=read_file(options["file"]),
            # another sheet may have the list where the likeliest has none
            choices={"sheet": options["sheet"], "heading": options["heading"]},
            here=True,
        )
        if columns or options["skip"] or options["take"]:
            waiting = lists.chosen(waiting, columns=columns, skip=options["skip"], take=options["take"], by=by)
        plan = lists.preview(waiting)
        if options["preview"]:
            return _plan_in_words(plan), _plan_as_values(kind, plan)
        if options["strict"] and plan.refused:
            bad = [f"line {p.number}: {p.why}" for p in plan.lines if p.status == "refused"]
            raise CommandError("Nothing was imported.\n" + "\n".join(bad))
        lists.carry_out(waiting.pk, by=by, seen=plan.stamp, rest=True)
    counts = plan.counts
    text = f"{counts['new']} new, {counts['changed']} changed, {counts['same']} as they were."
    lines = [_line_in_words(kind, line) for line in plan.lines if line.why or line.remarks]
    return "\n".join([text, *plan.layout["remarks"], *lines]), counts | _plan_as_values(kind, plan)


def read_file(name: str) -> bytes:
    """Read a file, - for standard input."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error


def _lines(text: str) -> frozenset[int]:
    try:
        return line_numbers(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{error} is no line; write 3,17-19.") from None


def _line_in_words(kind: str, line: Planned) -> str:
    called = KINDS[kind].name(line)
    name = f" {called}" if called else ""
    left = "left out: " if line.left_out else ""
    return f"line {line.number}{name}: {left}{line.why or ' '.join(line.remarks)}"


def _plan_in_words(plan: ListPlan) -> str:
    lines = []
    for line in plan.lines:
        cells = "  ".join(str(cell) for cell in line.shows if cell not in (None, ""))
        remarks = " ".join(filter(None, [line.known, *line.problems, *line.remarks]))
        lines.append(f"{line.number:5}  {line.status:<8}  {cells}" + (f"  ({remarks})" if remarks else ""))
    return "\n".join([*plan.layout["remarks"], *lines])


def _plan_as_values(kind: str, plan: ListPlan) -> dict[str, Any]:
    name = KINDS[kind].name
    return {
        "remarks": plan.layout["remarks"],
        "columns": dict(zip(plan.layout["headings"], plan.layout["roles"], strict=True)),
        "left_out": [{"line": line.number, "name": name(line), "reason": line.why} for line in plan.left],
        "lines": [
            {"line": line.number, "status": line.status, "name": name(line), "remarks": line.remarks}
            for line in plan.lines
        ],
    }
