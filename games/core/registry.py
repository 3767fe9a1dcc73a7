"""The registry: every folder in ``games/`` is a game.

A game is a package that exposes ``GAME``, an object that fulfils `games.core.game.Game`. The folder is named
after the game's key, with underscores for hyphens (``quatro-chess`` lives in ``games/quatro_chess``); folders
whose name begins with an underscore, and ``core``, are no games. Nothing else is touched to add one. Other installed
packages bring games by entry points (`games.core.plugins`).

A folder with a ``declaration.json`` and no Python is a declared game, without an engine
(`games.core.declarations.declared`).
`get`, `keys` and `every` know the games with an engine; `game_of` and `all_keys` know both.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import games
from games.core import notices, plugins
from games.core.declarations import declared
from games.core.declarations.declaration import BadDeclaration, parse
from games.core.declarations.declared import DeclaredGame
from games.core.errors import BadRecord, listed, quote
from games.core.game import Game, GameInfo
from games.core.notices import Notice

AnyGame = Game[Any, Any]

DECLARATION = "declaration.json"

_METHODS = (
    *("start", "to_act", "legal_moves", "play", "outcome", "read", "write", "run"),
    *("check_points", "example", "draw", "view", "diagram", "text", "write_position", "read_position"),
)
_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class BrokenGame(Exception):
    """A folder in ``games/`` that is no game: a programmer's mistake, with the folder and what it lacks."""


def keys() -> tuple[str, ...]:
    """Return the keys of all games, sorted; nothing is imported."""
    return tuple(sorted(keys_set()))


def get(key: str) -> AnyGame:
    """Return the game with this key. Raises BadRecord where there is none, BrokenGame where its folder is broken."""
    if key in declared_keys():
        raise BadRecord(Notice("no-engine", game=game_of(key).info.name))
    # Only well-formed keys are looked up, so that nothing a stranger wrote is cached or imported.
    if len(key) > 100 or not _KEY.fullmatch(key) or key not in keys_set():
        raise BadRecord(Notice("no-game", key=quote(key), games=notices.every(keys())))
    others = _of_others()
    return _load_other(key, others[key]) if key in others else _load(games, key.replace("-", "_"))


def game_of(key: str, options: Mapping[str, Any] | None = None) -> AnyGame | DeclaredGame:
    """Return the game of an event, with an engine or declared, ready-made or in the event's own options.

    Raises BadRecord where there is none, BadDeclaration for options that declare none.
    """
    if key == declared.KEY:
        return declared.in_options(options or {})
    if key in keys_set():
        return get(key)
    if key not in declared_keys():
        raise BadRecord(Notice("no-declared-game", key=quote(key)))
    return _ready_made(key)


def all_keys() -> tuple[str, ...]:
    """Return the keys of all games that an event can name: first those with an engine, then the ready-made ones."""
    return (*keys(), *declared_keys())


@cache
def declared_keys() -> tuple[str, ...]:
    """Return the keys of the ready-made declared games, sorted."""
    return tuple(sorted(_declarations()))


def ready_made() -> tuple[DeclaredGame, ...]:
    """Return the ready-made declared games, in the order of their keys."""
    return tuple(_ready_made(key) for key in declared_keys())


@cache
def _ready_made(key: str) -> DeclaredGame:
    path = _declarations()[key]
    try:
        declaration = parse(path.read_text(encoding="utf-8"))
    except BadDeclaration as error:
        raise BrokenGame(f"{path} cannot be used: {error}") from error
    if declaration.key != key:
        raise BrokenGame(f'The "key" in {path} is {declaration.key!r}; its name there wants {key!r}.')
    return DeclaredGame(declaration)


@cache
def _declarations() -> dict[str, Path]:
    """Return the files of the ready-made declared games by key: ours, and those of other packages."""
    own = Path(str(games.__file__)).parent.glob(f"*/{DECLARATION}")
    files = {path.parent.name.replace("_", "-"): path for path in own}
    for key, module in plugins.named(plugins.GAMES).items():
        place = plugins.folder(module)
        if place is not None and (place / DECLARATION).is_file():
            files[key] = place / DECLARATION
    return files


@cache
def keys_set() -> frozenset[str]:
    """Return the keys of all games, read from the folders once: a list asks for them in each of its lines."""
    return frozenset(folder.replace("_", "-") for folder in _folders(games)) | _of_others().keys()


def every() -> tuple[AnyGame, ...]:
    """Return all games, in the order of their keys."""
    return tuple(get(key) for key in keys())


def package(key: str) -> ModuleType:
    """Return a game's package, whose docstring tells its rules in short. Raises as `get` does."""
    get(key)
    return importlib.import_module(_of_others().get(key, f"games.{key.replace('-', '_')}"))


def folder(key: str) -> Path:
    """Return the folder of a game's package, which has its page of rules. Raises as `get` does."""
    file = package(key).__file__
    assert file is not None
    return Path(file).parent


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
def _of_others() -> dict[str, str]:
    """Return the modules of the games that other packages bring, by key. Raises BrokenGame for a key of ours."""
    modules = {key: module for key, module in plugins.named(plugins.GAMES).items() if key not in _declarations()}
    taken = sorted({folder.replace("_", "-") for folder in _folders(games)} & set(modules))
    if taken:
        raise BrokenGame(f"A package brings a game {taken[0]!r}, and that is one of Viertal's own. Rename it.")
    return modules


@cache
def _load_other(key: str, module: str) -> AnyGame:
    return _checked(plugins.load(plugins.GAMES, key, module), module, key)


@cache
def _load(package: ModuleType, folder: str) -> AnyGame:
    name = f"{package.__name__}.{folder}"
    try:
        module = importlib.import_module(name)
    except Exception as error:
        raise BrokenGame(f"The game in {name} cannot be imported: {type(error).__name__}: {error}") from error
    return _checked(module, name, folder.replace("_", "-"))


def _checked(module: ModuleType, name: str, key: str) -> AnyGame:
    game: Any = getattr(module, "GAME", None)
    if game is None:
        raise BrokenGame(f"The package {name} exposes no GAME; set one in its __init__.py.")
    missing = [method for method in _METHODS if not callable(getattr(game, method, None))]
    if missing:
        raise BrokenGame(f"GAME in {name} lacks {listed(missing, 'and')} (see games.core.game.Game).")
    info = getattr(game, "info", None)
    if not isinstance(info, GameInfo):
        raise BrokenGame(f"GAME.info in {name} must be a games.core.game.GameInfo.")
    if info.key != key or not _KEY.fullmatch(info.key):
        raise BrokenGame(
            f"GAME.info.key in {name} is {info.key!r}; its name there wants {key!r} "
            "(small letters, digits and hyphens)."
        )
    return game  # type: ignore[no-any-return]
