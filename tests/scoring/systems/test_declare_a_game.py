"""docs/howto/declare-a-game.md, tried by its own words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from games.core.declarations.declaration import BadDeclaration, read
from games.core.declarations.declared import DeclaredGame
from games.core.errors import ImpossiblePoints

PAGE = Path(__file__).parents[3] / "docs" / "howto" / "declare-a-game.md"
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
HEARTS, POD, DARTS, RIICHI = map(json.loads, BLOCKS[:4])
EVENT = BLOCKS[4]
BASICS = {"key": "game", "names": {"en": "Game"}, "seats": [4]}


def scoring(tmp_path, scores=None, **changes):
    """Return the answer of ``python -m scoring event.json`` about the page's event with its declaration."""
    # as somebody does it who reads the page: one text goes in the place of the other
    text = EVENT.replace('"…"', json.dumps(HEARTS | changes))
    if scores:
        text = re.sub(r'"game_points": \[.*?\]', f'"game_points": {json.dumps(scores)}', text)
    path = tmp_path / "event.json"
    path.write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "scoring", str(path)], capture_output=True, text=True, cwd=PAGE.parents[2], check=False
    )


def test_the_event_counts_as_the_page_says(tmp_path):
    answer = scoring(tmp_path)
    assert answer.returncode == 0, answer.stderr
    points = {row["player"]: row["points"] for row in json.loads(answer.stdout)["standings"]}
    assert points == {2: "3", 3: "3/2", 4: "3/2", 1: "0"}


def test_another_sum_is_refused_with_the_total(tmp_path):
    answer = scoring(tmp_path, ["51", "10", "22", "22"])
    assert answer.returncode == 2 and "104" in answer.stdout + answer.stderr


def test_a_fault_is_named_with_its_place(tmp_path):
    answer = scoring(tmp_path, worth={"3": ["2", "1", "0"], "4": ["3", "2", "1"]})
    assert answer.returncode == 2 and "options.declaration.worth.4" in answer.stdout + answer.stderr


@pytest.mark.parametrize("part", [POD, RIICHI])
def test_the_other_kinds_can_be_declared_so(part):
    assert DeclaredGame(read(BASICS | part)).info.seats == (4,)


def test_darts_count_matches_won_and_legs_tell_equals_apart():
    darts = DeclaredGame(read(DARTS))
    darts.check_typed([Fraction(3), Fraction(1)])
    assert darts.points_of([Fraction(3), Fraction(1)]) == (2, 0)
    assert darts.odd([Fraction(2), Fraction(1)])
    for impossible in ((4, 1), (2, 2)):
        with pytest.raises(ImpossiblePoints):
            darts.check_typed(list(map(Fraction, impossible)))


def test_what_is_missing_is_said():
    with pytest.raises(BadDeclaration):
        read(BASICS | {"entry": "places"})
