"""The same document and seed give the same round in every process, with every hash seed and Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scoring.documents.document import Event
from scoring.documents.writing import write_event
from tests.pairing.simulated import field, simulate, team_field
from tournaments.pairing.__main__ import answer_json
from tournaments.pairing.engine import pair

ROOT = Path(__file__).parents[2]

SCRIPT = """
import json, sys
from scoring.input.reading import event_from
from tournaments.pairing.__main__ import answer_json
from tournaments.pairing.engine import pair
print(json.dumps([answer_json(pair(event_from(d))) for d in json.load(sys.stdin)]))
"""


@cache
def plain() -> dict[str, Event]:
    """Events of the systems that the standard library is enough for."""
    return {
        "swiss-tables": simulate(field(90, "swiss-tables", "quatro-chess", seed=9, forbidden=[[1, 2]]), 3),
        "small field": simulate(field(14, "swiss-tables", seed=2), 2),
        "knockout": field(23, "knockout", table_size=4, tie="lot", seed=5),
        "consolation": simulate(field(22, "knockout", table_size=4, tie="lot", seed=5, consolation="feed-in"), 2),
        "double-elimination": simulate(field(23, "double-elimination", table_size=2, tie="lot", seed=5), 4),
        "keizer": simulate(field(15, "keizer", "quarto"), 5),
        "levels": simulate(field(15, "levels", "quarto"), 5),
        "groups": simulate(field(15, "groups", "quarto", groups=3), 5),
        "tables": field(13, "tables", rounds=4, seed=11),
        "tables of three": field(13, "tables", rounds=3, table_size=3, forbidden=[[1, 2], [3, 4]], seed=11),
        "whist": field(13, "whist", rounds=3, seed=11),
        "berger": field(13, "berger", "quarto", seed=11),
        "team-berger": team_field(7, "team-berger", table_size=4),
        "scheveningen": team_field(2, "scheveningen", 9, "quarto"),
        "double-team": team_field(2, "double-team"),
        "triple-team": team_field(3, "triple-team"),
        "board-groups": simulate(team_field(8, "board-groups", groups="swiss-tables", seed=4), 1),
    }


@cache
def numeric() -> dict[str, Event]:
    """Events of those that count with numpy and HiGHS."""
    return {
        "power, proven": simulate(field(54, "swiss-tables", "quatro-chess", seed=9, forbidden=[[1, 2]]), 3),
        "power, repeats": simulate(field(20, "swiss-tables", seed=2), 5),
        "swiss": simulate(field(15, "swiss", "quarto", initial_colour="lot", seed=3), 3),
        "team-swiss": simulate(team_field(9, "team-swiss", 3, "quarto", rounds=6, initial_colour="lot"), 4),
    }


def answers(python: str, events: Mapping[str, Event], hash_seed: str) -> dict[str, Any]:
    """The answers for some events, made by a Python with a hash seed."""
    run = subprocess.run(
        [python, "-c", SCRIPT],
        input=json.dumps([write_event(event) for event in events.values()]).encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    return dict(zip(events, json.loads(run.stdout), strict=True))


@cache
def here() -> dict[str, Any]:
    return {name: json.loads(json.dumps(answer_json(pair(event)))) for name, event in (plain() | numeric()).items()}


def other_pythons() -> list[str]:
    """Newer supported versions on this machine, as far as there are any that start."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = {}
    for version in ("3.12", "3.13"):
        paths = [shutil.which(f"python{version}"), *map(str, sorted(kept.glob(f"{version}.*/bin/python")))]
        for path in filter(None, paths):
            if subprocess.run([path, "-c", "pass"], capture_output=True, check=False).returncode == 0:
                found[version] = path
    return list(found.values())


def test_hash_seeds_and_processes_change_nothing() -> None:
    assert answers(sys.executable, plain() | numeric(), "4242") == here()


def test_other_pythons_change_nothing() -> None:
    for python in other_pythons():
        assert answers(python, plain(), "7").items() <= here().items()
