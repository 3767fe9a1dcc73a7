"""Parts from other packages: whatever an installed distribution names in its entry points.

[project.entry-points."viertal.games"]
take-four = "our_games.take_four"
"""

from __future__ import annotations

import importlib
import importlib.util
from importlib import metadata
from pathlib import Path
from types import ModuleType

GAMES = "viertal.games"
PAIRING_SYSTEMS = "viertal.pairing_systems"
TIE_BREAKS = "viertal.tie_breaks"
GROUPS = (GAMES, PAIRING_SYSTEMS, TIE_BREAKS)


class BrokenPlugin(Exception):
    """A part that another package names and that cannot be used: whose it is, and why."""


def named(group: str) -> dict[str, str]:
    """Return the modules that installed packages name for a group, by their keys, sorted; nothing is imported.

    Raises BrokenPlugin where two packages claim one key.
    """
    modules: dict[str, str] = {}
    for entry in sorted(metadata.entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        if modules.setdefault(entry.name, entry.value) != entry.value:
            raise BrokenPlugin(f"Two packages bring {entry.name!r} for {group}. Uninstall one of them.")
    return modules


def folder(module: str) -> Path | None:
    """Return the folder of a package that is named, without importing it; None where it cannot be seen."""
    try:
        spec = importlib.util.find_spec(module)
    except ImportError:
        return None
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None


def places() -> tuple[Path, ...]:
    """Return where the code of all that other packages bring lies, sorted: folders of packages, files of modules.

    Nothing is imported: a module's whole package is named, for it may use any part of that. Raises BrokenPlugin.
    """
    tops = {module.partition(".")[0] for group in GROUPS for module in named(group).values()}
    specs = filter(None, map(importlib.util.find_spec, sorted(tops)))
    found = [spec.submodule_search_locations or [spec.origin or ""] for spec in specs]
    return tuple(sorted({Path(place) for places in found for place in places if place}))


def load(group: str, key: str, module: str) -> ModuleType:
    """Import a module that a package names. Raises BrokenPlugin with the reason."""
    try:
        return importlib.import_module(module)
    except Exception as error:
        raise BrokenPlugin(
            f"{key!r} of {group} ({_distribution(group, key)}) cannot be imported: {type(error).__name__}: {error}. "
            "Mend it, or uninstall the package."
        ) from error


def load_all(group: str) -> None:
    """Import all modules of a group: each registers what it declares. Raises BrokenPlugin."""
    for key, module in named(group).items():
        load(group, key, module)


def _distribution(group: str, key: str) -> str:
    found = [entry.dist for entry in metadata.entry_points(group=group, name=key) if entry.dist is not None]
    return f"{found[0].name} {found[0].version}" if found else "an unknown package"
