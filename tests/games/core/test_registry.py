"""The registry finds the folders in ``games/``, and says clearly what is wrong with one."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from games.core import registry
from games.core.errors import BadRecord
from games.core.registry import BrokenGame

WHOLE = """
from games.core.game import GameInfo

class Toy:
    info = GameInfo("{key}", "Toy", "T", (2,), "1")
    start = to_act = legal_moves = play = outcome = read = write = run = print
    check_points = example = draw = view = diagram = text = print
    write_position = read_position = print

GAME = Toy()
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> ModuleType:
    """An empty package to put games in, under a name of its own."""
    name = "shelf_" + "".join(c if c.isalnum() else "_" for c in request.node.name)
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module(name)


def put(shelf: ModuleType, folder: str, code: str) -> None:
    path = Path(shelf.__path__[0]) / folder
    path.mkdir()
    (path / "__init__.py").write_text(code)


def test_every_game_of_this_project_is_found() -> None:
    assert {"kwartet", "quaro", "quarto"} <= set(registry.keys())
    assert [game.info.key for game in registry.every()] == list(registry.keys())
    assert registry.get("quarto") is registry.get("quarto")


@pytest.mark.parametrize("key", ["ludo", "", "core", "quarto.rules", "QUARTO", "../quarto", "quarto\n", "x" * 10**6])
def test_a_key_that_is_no_game_is_a_users_mistake(key: str) -> None:
    with pytest.raises(BadRecord, match="the games are kwartet, quaro"):
        registry.get(key)


def test_a_folder_is_all_that_a_new_game_takes(shelf: ModuleType) -> None:
    put(shelf, "toy_game", WHOLE.format(key="toy-game"))
    put(shelf, "_helper", "raise RuntimeError")
    put(shelf, "core", "")
    assert [game.info.key for game in registry.find(shelf)] == ["toy-game"]


WITHOUT_INFO = WHOLE.format(key="toy").replace("GAME = Toy()", "Toy.info = None\nGAME = Toy()")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import no_such_module_anywhere", r"\.toy cannot be imported: ModuleNotFoundError.*no_such_module"),
        ("", r"\.toy exposes no GAME"),
        ("class Toy:\n    start = print\n\nGAME = Toy()", "lacks to_act, legal_moves, play"),
        (WITHOUT_INFO, r"GAME\.info in .* must be"),
        *((WHOLE.format(key=key), "its name there wants 'toy'") for key in ("other", "Toy", "toy_", "toy game")),
    ],
    ids=["import", "no game", "functions", "no info", "key", "capital", "underscore", "space"],
)
def test_a_folder_that_is_no_game_is_named_with_the_reason(shelf: ModuleType, code: str, fault: str) -> None:
    put(shelf, "toy", code)
    with pytest.raises(BrokenGame, match=fault):
        registry.find(shelf)
