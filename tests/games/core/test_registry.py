"""The registry finds the folders in ``games/``, and says clearly what is wrong with one."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from games.core import registry
from games.core.errors import BadRecord
from games.core.registry import BrokenGame

INFO = "from games.core.game import GameInfo\ninfo = GameInfo('{key}', 'Toy', 'T', (2,), '1')\n"
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


def test_a_folder_that_cannot_be_imported_is_named_with_the_reason(shelf: ModuleType) -> None:
    put(shelf, "toy", "import no_such_module_anywhere")
    with pytest.raises(BrokenGame, match=r"\.toy cannot be imported: ModuleNotFoundError.*no_such_module"):
        registry.find(shelf)


def test_a_folder_without_a_game_is_named(shelf: ModuleType) -> None:
    put(shelf, "toy", "")
    with pytest.raises(BrokenGame, match=r"\.toy exposes no GAME"):
        registry.find(shelf)


def test_a_game_that_lacks_functions_is_told_which(shelf: ModuleType) -> None:
    put(shelf, "toy", "class Toy:\n    start = read = print\n\nGAME = Toy()")
    with pytest.raises(BrokenGame, match="lacks to_act, legal_moves, play, outcome, write, run"):
        registry.find(shelf)


def test_a_game_without_its_info_is_told(shelf: ModuleType) -> None:
    put(shelf, "toy", WHOLE.format(key="toy").replace("GAME = Toy()", "Toy.info = None\nGAME = Toy()"))
    with pytest.raises(BrokenGame, match=r"GAME\.info in .* must be"):
        registry.find(shelf)


@pytest.mark.parametrize("key", ["other", "Toy", "toy_", "toy game"])
def test_a_key_that_does_not_fit_the_folder_is_told(shelf: ModuleType, key: str) -> None:
    put(shelf, "toy", WHOLE.format(key=key))
    with pytest.raises(BrokenGame, match="its name there wants 'toy'"):
        registry.find(shelf)
