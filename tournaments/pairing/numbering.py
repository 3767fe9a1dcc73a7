"""Pairing numbers when they are given out, and table numbers in a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.notices import Notice
from scoring.lots import Lots
from tournaments.pairing.core import Player, Table

BY_SEASON = "season"
"""Numbers in the order of the season's ladder: only the site knows that."""


def pairing_numbers(players: Sequence[Player], how: str, seed: int = 0) -> dict[int, int]:
    """Return present id → pairing number 1…n, for the site, which gives out the ids before the first round.

    ``given`` keeps the order of the ids, ``rating`` puts the highest first (none last, equals by id), ``lot``
    draws. In the document the ids are what this made; no system numbers anybody again.
    """
    in_order = sorted(players, key=lambda p: p.id)
    match how:
        case "given":
            pass
        case "rating":
            in_order.sort(key=lambda p: (p.rating is None, -(p.rating or 0), p.id))
        case "lot":
            in_order = Lots(seed, "numbering", len(in_order)).shuffled(in_order)
        case _:
            raise ValueError(f"numbering is 'given', 'rating' or 'lot', not {how!r}")
    return {player.id: number for number, player in enumerate(in_order, start=1)}


def number_tables(
    groups: Sequence[Sequence[int]], fixed: Mapping[int, int] | None = None
) -> tuple[tuple[Table, ...], tuple[Notice, ...]]:
    """Number the tables 1…n in the order given, but seat players at their fixed tables; return notes on conflicts, too.

    The other tables keep their order among the numbers that are left. Where two players who have different
    fixed tables sit together, or two tables want one number, the lower id is served and a note says so.
    """
    fixed = fixed or {}
    wanted: dict[int, int] = {}
    taken: dict[int, int] = {}
    notes = []
    where = {p: i for i, seats in enumerate(groups) for p in seats}
    for player, number in sorted(fixed.items()):
        i = where.get(player)
        if i is None:
            continue
        if number > len(groups):
            notes.append(Notice("fixed-table-beyond", player=player, table=number, tables=len(groups)))
        elif wanted.get(i, number) != number:
            notes.append(Notice("fixed-table-other", player=player, table=number, other=wanted[i]))
        elif taken.get(number, i) != i:
            notes.append(Notice("fixed-table-taken", player=player, table=number))
        else:
            wanted[i], taken[number] = number, i
    free = iter(n for n in range(1, len(groups) + 1) if n not in taken)
    tables = [Table(wanted.get(i) or next(free), tuple(seats)) for i, seats in enumerate(groups)]
    return tuple(sorted(tables, key=lambda t: t.number)), tuple(notes)
