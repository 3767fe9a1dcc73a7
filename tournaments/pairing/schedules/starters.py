"""Base rounds found by search for this program: short, because each is developed over a group.

``FOURS``, ``THREES`` and, by the size of the tables, ``LARGE``: places → each (m, base round); +1 modulo m within
each level of m places, the last n mod m places staying, gives m rounds in which nobody meets twice.
``ELEMENTARY_32``: base rounds over Z₂³ for 32 places (place x + 8·level) at tables of four, each with the translations
to take. The numbers are in ``starters.txt``.
"""

from __future__ import annotations

from pathlib import Path

Blocks = list[tuple[int, ...]]

Starters = list[tuple[int, Blocks]]

FOURS: dict[int, Starters] = {}
THREES: dict[int, Starters] = {}
LARGE: dict[int, dict[int, Starters]] = {5: {}, 6: {}}
ELEMENTARY_32: list[tuple[tuple[int, ...], Blocks]] = []


def _blocks(text: str) -> Blocks:
    return [tuple(int(x) for x in block.split()) for block in text.split("|")]


for _line in Path(__file__).with_name("starters.txt").read_text("ascii").splitlines():
    if _line.startswith("#"):
        continue
    if _line.startswith("elementary"):
        _kind, _translations, _tables = _line.split(" ", 2)
        ELEMENTARY_32.append((tuple(int(x) for x in _translations.split(",")), _blocks(_tables)))
    else:
        _size, _places, _modulus, _tables = _line.split(" ", 3)
        _known = {3: THREES, 4: FOURS, **LARGE}[int(_size)]
        _known.setdefault(int(_places), []).append((int(_modulus), _blocks(_tables)))
