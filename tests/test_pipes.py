"""Commands end quietly when their reader has gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
EVENT = {
    "format": "viertal-event/1",
    "name": "Evening",
    "game": "quaro",
    "pairing": {"system": "tables", "rounds": 15, "table_size": 4},
    "players": [{"id": i, "name": "N" * 100 + str(i)} for i in range(1, 201)],
    "rounds": [],
}


@pytest.mark.parametrize(
    "command",
    [
        ["games", "perft", "quarto", "1"],
        ["scoring", "{}"],
        ["tournaments.pairing", "--all", "{}"],
        ["tournaments.pairing", "--check", "{}"],
    ],
)
def test_a_closed_pipe_is_no_fault(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(EVENT), "utf-8")
    words = [word.format(file) for word in command]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-m", *words], cwd=CHECKOUT, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert done.stderr == ""
    assert done.returncode == 2
