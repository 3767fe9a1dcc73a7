"""The registry: every folder in ``games/`` is a game.

A game is a package that exposes ``GAME``, an object that fulfils `games.core.game.Game`. The folder is named
after the game's key, with underscores for hyphens (``quatro-chess`` lives in ``games/quatro_chess``); folders
whose name begins with an underscore, and ``core``, are no games. Nothing else is touched to add one.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import games
from games.core import notices
from games.core.errors import BadRecord
from games.core.game import Game, GameInfo
from games.core.notation import listed, quote
from games.core.notices import Notice

AnyGame = Game[Any, Any]

_METHODS = (
    *("start", "to_act", "legal_moves", "play", "outcome", "read", "write", "run"),
    *("check_points", "view", "diagram", "text"),
)
_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class BrokenGame(Exception):
    """A folder in ``games/`` that is no game: a programmer's mistake, with the folder and what it lacks."""


def keys() -> tuple[str, ...]:
    """Return the keys of all games, sorted; nothing is imported."""
    return tuple(sorted(folder.replace("_", "-") for folder in _folders(games)))


def get(key: str) -> AnyGame:
    """Return the game with this key. Raises BadRecord where there is none, BrokenGame where its folder is broken."""
    # Only well-formed keys are looked up, so that nothing a stranger wrote is cached or imported.
    if len(key) > 100 or not _KEY.fullmatch(key) or key not in keys_set():
        raise BadRecord(Notice("no-game", key=quote(key), games=notices.every(keys())))
    return _load(games, key.replace("-", "_"))


@cache
def keys_set() -> frozenset[str]:
    """Return the keys of all games, for a quick look."""
    return frozenset(keys())


def every() -> tuple[AnyGame, ...]:
    """Return all games, in the order of their keys."""
    return tuple(get(key) for key in keys())


def find(package: ModuleType) -> tuple[AnyGame, ...]:
    """Return all games in a package, in the order of their keys. Raises BrokenGame."""
    return tuple(_load(package, folder) for folder in sorted(_folders(package)))


def _folders(package: ModuleType) -> Sequence[str]:
    return [
        module.name
        for module in pkgutil.iter_modules(package.__path__)
        if module.ispkg and module.name != "core" and not module.name.startswith("_")
    ]


@cache
def _load(package: ModuleType, folder: str) -> AnyGame:
    name = f"{package.__name__}.{folder}"
    try:
        module = importlib.import_module(name)
    except Exception as error:
        raise BrokenGame(f"The game in {name} cannot be imported: {type(error).__name__}: {error}") from error
    game: Any = getattr(module, "GAME", None)
    if game is None:
        raise BrokenGame(f"The package {name} exposes no GAME; set one in its __init__.py.")
    missing = [method for method in _METHODS if not callable(getattr(game, method, None))]
    if missing:
        raise BrokenGame(f"GAME in {name} lacks {listed(missing, 'and')} (see games.core.game.Game).")
    info = getattr(game, "info", None)
    if not isinstance(info, GameInfo):
        raise BrokenGame(f"GAME.info in {name} must be a games.core.game.GameInfo.")
    if info.key.replace("-", "_") != folder or not _KEY.fullmatch(info.key):
        raise BrokenGame(
            f"GAME.info.key in {name} is {info.key!r}; the folder wants {folder.replace('_', '-')!r} "
            "(small letters, digits and hyphens)."
        )
    return game  # type: ignore[no-any-return]
