"""The registry of tie-breaks: every function marked with ``@tie_break`` in ``scoring/tiebreaks/`` is one.

A tie-break is a function of the history and a participant that says which values add up to it; modifiers,
fractions, ranking and explanations are the same for all of them and live in ``scoring.core.values``.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeVar

from games.core import plugins
from games.core.notices import Notice
from scoring.core import units
from scoring.core.codes import Code, CodeError, parse_code
from scoring.core.history import History


class Part(NamedTuple):
    """One value of a tie-break.

    ``amount``: in the tie-break's unit. ``weight``: by what the least and the most significant value are
    found (C.07, 14.1). ``round`` and ``opponent`` say where it comes from, if anywhere (else 0 and None);
    ``voluntary`` marks a voluntary unplayed round (16.1.2), ``dummy`` a dummy's value (16.4), in a forfeit
    with the opponent that limits it; ``limited``: it is less than the own score, because of that limit.
    ``times``: how often it counts in a mean, less than once where a cut takes a part of it (`scoring.core.values`).
    """

    amount: int
    weight: int
    round: int
    opponent: int | None = None
    voluntary: bool = False
    dummy: bool = False
    limited: bool = False
    times: int | Fraction = 1


class Ending(Enum):
    """The way in which the parts that are kept make the value."""

    SUM = "sum"
    MEAN = "mean"
    WHOLE_MEAN = "whole mean"
    """The mean, rounded to the nearest whole number, one half upwards."""


Unit = Callable[[History, Code], int]
"""What one whole point is in the amounts of a tie-break's parts; the usual ones are in ``scoring.core.units``."""

Parts = Callable[[History, int, Code], Sequence[Part]]
Quick = Callable[[History, int, Code], tuple[int, int | Fraction] | None]
"""The sum of the parts that count and their number; None where it must be asked of the parts."""

Missing = Callable[[History, Code], Notice | None]
"""The reason why an event lacks what a tie-break rests on; None where it has that."""

Ranking = Callable[[History, Sequence[int], Code], tuple[dict[int, Fraction], list[list[int]]]]
"""For participants that are tied: what to show for each, and all in their order, ties together."""


F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break as its function declares it: what decorates the function and what is found by its name.

    ``name``: an ``n`` at its end stands for a number (``PLACEn``). ``source`` cites the rule, ``label`` is its name for
    people. ``modifiers``: the letters that it takes. ``lower_first``: the lower value ranks higher.
    ``hidden_in_round_robins``: C.07, article 8. ``by_rating``: dropped where a player has no rating (10). ``scope``:
    ``players``, ``teams`` or ``both``. ``quick`` gives the same without the parts, where speed matters. ``missing``: it
    is dropped where that finds a reason. ``among_tied``: the function is a ``Ranking`` (type A). ``given``: the value
    is known before anything is played. ``cuts_share``: a cut leaves out a round's share of the parts, not one of them.
    ``parts`` is the function that makes the value of one participant; ``ranking`` that of type A in its place.
    """

    name: str
    _: KW_ONLY
    source: str
    label: str
    modifiers: str = ""
    unit: Unit = units.one
    ending: Ending = Ending.SUM
    lower_first: bool = False
    hidden_in_round_robins: bool = False
    by_rating: bool = False
    scope: str = "both"
    quick: Quick | None = None
    missing: Missing | None = None
    among_tied: bool = False
    given: bool = False
    cuts_share: bool = False
    parts: Parts | None = None
    ranking: Ranking | None = None

    def __call__(self, function: F) -> F:
        """Register the function as this tie-break."""
        if self.name in _FOUND:
            raise RuntimeError(f"Two functions claim the tie-break {self.name}; rename one of them.")
        made: dict[str, Any] = {"ranking" if self.among_tied else "parts": function}
        _FOUND[self.name] = replace(self, **made)
        return function


_FOUND: dict[str, TieBreak] = {}

tie_break = TieBreak


@cache
def every() -> dict[str, TieBreak]:
    """Return all tie-breaks by name, in alphabetical order."""
    package = importlib.import_module("scoring.tiebreaks")
    for module in sorted(module_info.name for module_info in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"scoring.tiebreaks.{module}")
    plugins.load_all(plugins.TIE_BREAKS)
    return dict(sorted(_FOUND.items()))


def find(text: str, *, teams: bool = False) -> tuple[Code, TieBreak]:
    """Find the tie-break of a code's text. Raises CodeError: the end of a sentence that begins with the code."""
    code = parse_code(text)
    known = every()
    if code.name not in known:
        other = "players" if teams else "teams"
        names = tuple(name for name, entry in known.items() if entry.scope != other)
        raise CodeError(Notice("tie-break-unknown", names=names))
    entry = known[code.name]
    if not teams and (entry.scope == "teams" or code.score is not None):
        raise CodeError(Notice("tie-break-for-teams"))
    if teams and entry.scope == "players":
        raise CodeError(Notice("tie-break-for-players"))
    strange = sorted(code.modifiers - set(entry.modifiers))
    if strange:
        if not entry.modifiers:
            raise CodeError(Notice("tie-break-without-modifiers", modifier=strange[0], name=entry.name))
        taken = tuple(f"/{letter}" for letter in entry.modifiers)
        raise CodeError(Notice("tie-break-strange-modifier", modifier=strange[0], name=entry.name, taken=taken))
    if "N" in entry.modifiers and code.number is None:
        raise CodeError(Notice("tie-break-lacks-number", name=entry.name))
    return code, entry
