"""Rounds paired by other programs, as event documents hold them."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring.documents.document import Bye, Event, Player, Round, Table

DATA = Path(__file__).parents[1] / "data"


def cases(name: str) -> list[dict[str, Any]]:
    """The rounds of a file; what is in them says the file itself (``source``)."""
    return list(json.loads(gzip.decompress((DATA / name).read_bytes()))["cases"])


CASES = cases("swiss-rounds.json.gz")

POINTS = {"1": Fraction(1), "0": Fraction(0), "=": Fraction(1, 2), "+": Fraction(1), "-": None}
BYES = {"U": "pairing", "H": "half", "F": "full", "Z": "zero"}


def name_of(case: dict[str, Any]) -> str:
    return f"{case['n']}-{case['seed']}-{case['round']}"


def sample_event(case: dict[str, Any], edition: str | None = None) -> Event:
    """A case as an event document holds it; without an edition the document does not name one."""
    lines = [[(int(g[:-2]), g[-2], g[-1]) for g in games.split()] for _, games in case["players"]]
    joined = {int(p): r for p, r in case.get("joined", {}).items()}
    left = {int(p): r for p, r in case.get("left", {}).items()}
    players = tuple(
        Player(
            i,
            f"P{i}",
            rating=rating,
            joined=joined.get(i, 1),
            left=left.get(i),
            absent=frozenset({case["round"]} if len(line) >= case["round"] else ()),
        )
        for i, ((rating, _), line) in enumerate(zip(case["players"], lines, strict=True), start=1)
    )
    rounds = []
    for k in range(case["round"] - 1):
        tables, byes = [], []
        for player, line in zip(players, lines, strict=True):
            opponent, colour, result = line[k] if k < len(line) else (0, "-", "Z")
            if not opponent:
                if player.joined <= k + 1 and (player.left is None or k + 1 <= player.left):
                    byes.append(Bye(player.id, BYES[result]))
            elif colour == "w":
                points = POINTS[result], POINTS[lines[opponent - 1][k][2]]
                end = "forfeit" if None in points else "played"
                tables.append(Table(len(tables) + 1, (player.id, opponent), points, None, end))
        rounds.append(Round(k + 1, tuple(tables), tuple(byes)))
    options = {"system": "swiss", "rounds": case["rounds"], "initial_colour": case["initial_colour"]}
    options |= {key: case[key] for key in ("forbidden", "acceleration") if key in case}
    if edition:
        options["edition"] = edition
    return Event("Sample", "quarto", pairing=options, players=players, rounds=tuple(rounds))


def pairs_of(round_: Round) -> list[list[int]]:
    """The pairs in the order of the tables, then the bye."""
    return [list(t.seats) for t in round_.tables] + [[b.player, 0] for b in round_.byes if b.kind == "pairing"]
