"""The systems there are. A system is one file in ``systems/``; the registry finds it by itself, and those that other
installed packages bring (`games.core.plugins`).

@pairing_system("berger", table_sizes=(2,), fixed=True, options=(...))
def berger(request: PairingRequest) -> Seating: ...
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cache
from typing import Any

from games.core import plugins
from games.core import registry as games
from games.core.errors import GameError
from games.core.notices import Notice, either
from scoring.documents.document import DocumentError
from scoring.documents.jsontext import shown
from tournaments.pairing.core import Event, Fault, PairingRequest, Round, System
from tournaments.pairing.options import COMMON, PairingOption, check_value
from tournaments.pairing.schedules.shapes import Shape

Check = Callable[[PairingRequest, Round], Iterable[Fault]]
"""Faults of one round of a document: the request that would pair it (its event holds the rounds before),
and the round as it stands there. ``check.structure`` has been asked before and found nothing.
"""

ShapeOf = Callable[[int, int, Mapping[str, Any]], Shape | None]
"""The tables for so many players, at tables of a size, with a system's options."""

Partners = tuple[tuple[int, int], tuple[int, int]]
"""Two teams of two seats, as a game's option of teams has them."""


@dataclass(frozen=True, slots=True)
class PairingSystem:
    """A system as forms, docs and the engine see it: what decorates its function and what is found by its key.

    ``table_sizes``: the first is the default. ``fixed``: whether the whole schedule is known in advance (``--all``);
    it and ``length``, the number of rounds or None where nothing but ``rounds`` limits it, may ask the event (with
    complete options). ``help``: a sentence for organisers. ``options`` come on top of the common ones, or replace one
    of its key. ``check``: a system's own rules for one round; None is the standard of ``check.standard``.
    ``bound(event, rounds)``: a proven lower bound for repeated pairs after the event's so many rounds, played and new,
    where the system knows a stronger one than the general.
    ``everyone``: whether all who take part in a round must sit or have a bye; not so in a knockout.
    ``requested_byes``: whether a player may ask a round off for points, because it is made of whoever is there.
    ``partners``: the seats at a table of four that play together (OPPOSITE), where the system makes partnerships; a
    game with an option for teams is then played so unless the event says otherwise.
    ``teams``: whether a team wins the event. ``shape``: the tables for so many players at tables of a size with the
    system's options; None where that cannot be told beforehand.
    ``rounds_help``: a sentence for forms on the number of rounds that the system takes by itself. ``usual_table``: the
    table size of an event that names none, where it is not always the first. ``refuse``: raises DocumentError for
    options that do not go together.
    """

    key: str
    _: KW_ONLY
    table_sizes: tuple[int, ...]
    fixed: bool | Callable[[Event], bool]
    name: str = ""
    help: str
    options: tuple[PairingOption, ...] = ()
    length: Callable[[Event], int | None] = lambda event: event.pairing.get("rounds")
    check: Check | None = None
    bound: Callable[[Event, int], int | None] | None = None
    everyone: bool = True
    requested_byes: bool = False
    partners: Partners | None = None
    teams: bool = False
    shape: ShapeOf | None = None
    rounds_help: str = ""
    usual_table: Callable[[Event], int] | None = None
    refuse: Callable[[Mapping[str, Any]], None] | None = None
    pair: System = field(init=False)

    def __call__(self, function: System) -> System:
        """Register the function as this system."""
        if self.key in _systems:
            raise RuntimeError(f"Two functions claim the pairing system {self.key}; rename one of them.")
        merged = {option.key: option for option in (*COMMON(self.table_sizes), *self.options)}
        made = replace(self, name=self.name or self.key, options=tuple(merged.values()))
        object.__setattr__(made, "pair", function)
        _systems[self.key] = made
        return function

    def is_fixed(self, event: Event) -> bool:
        """Return whether the whole schedule of an event is known in advance."""
        return self.fixed(event) if callable(self.fixed) else self.fixed

    def partners_at(self, table_size: int) -> Partners | None:
        """Return the seats that play together at tables of this size."""
        return self.partners if table_size == 4 else None

    def complete(self, event: Event) -> dict[str, Any]:
        """Return the event's pairing options, checked, with the default of each one left out.

        Raises DocumentError that names the place (``pairing.xyz``).
        """
        known = {option.key: option for option in self.options}
        settings: Mapping[str, Any] = event.pairing
        for key in settings:
            if key != "system" and key not in known:
                names = tuple(sorted(known))
                raise DocumentError(f"pairing.{key}", Notice("no-such-option", system=self.key, options=names))
        out: dict[str, Any] = {"system": self.key}
        for key, option in known.items():
            value = settings.get(key)
            out[key] = option.default if value is None else check_value(option, value, event)
        if self.usual_table is not None and settings.get("table_size") is None:
            out["table_size"] = self.usual_table(event)
        if out["table_size"] not in self.table_sizes:
            sizes = either(self.table_sizes)
            raise DocumentError("pairing.table_size", Notice("not-a-table-size", system=self.key, sizes=sizes))
        if out.get("allowed_sizes") and out["table_size"] not in out["allowed_sizes"]:
            raise DocumentError("pairing.allowed_sizes", Notice("sizes-without-usual", size=out["table_size"]))
        if "allowed_sizes" in out and not out["allowed_sizes"]:
            out["allowed_sizes"] = _played_at(event, out["table_size"])
        if self.refuse is not None:
            self.refuse(out)
        return out


def _played_at(event: Event, size: int) -> tuple[int, ...]:
    """Return the sizes of tables that the event's game is played at, where short tables are not among them; else ()."""
    try:
        seats = games.game_of(event.game, event.options).info.seats
    except GameError:
        return ()
    needed = range(3, size) if size > 4 else (size - 1,)
    if size not in seats or all(k in seats for k in needed):
        return ()
    return tuple(sorted(k for k in seats if 2 <= k <= 6))


_systems: dict[str, PairingSystem] = {}

pairing_system = PairingSystem


@cache
def systems() -> Mapping[str, PairingSystem]:
    """Return every system by its key, in the order of the keys."""
    from tournaments.pairing import systems as folder

    for module in sorted(m.name for m in pkgutil.iter_modules(folder.__path__)):
        if not module.startswith("_"):
            importlib.import_module(f"{folder.__name__}.{module}")
    plugins.load_all(plugins.PAIRING_SYSTEMS)
    return dict(sorted(_systems.items()))


def system_of(event: Event) -> PairingSystem:
    """Return the system that an event names in ``pairing.system``. Raises DocumentError."""
    key = event.pairing.get("system")
    known = systems()
    if not isinstance(key, str) or key not in known:
        raise DocumentError("pairing.system", Notice("no-system", key=shown(key), systems=tuple(known)))
    return known[key]
