"""The people who are still in a knockout, in the order that the next tables are dealt from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.notices import Notice, every
from scoring.brackets.knockout import Rules, lots_at, worth_at
from scoring.documents.document import Round, Table
from tournaments.pairing.bracket.shape import dealt, shape, spread_apart
from tournaments.pairing.core import PairingError, PairingRequest, distinct
from tournaments.pairing.history import before

PLACES = (Notice("winner"), Notice("second"), Notice("third"), Notice("fourth"), Notice("fifth"), Notice("sixth"))
"""The places at the largest table, in words."""


@dataclass(frozen=True, slots=True)
class Standing:
    """``people``: who is still in, best slot first. ``losers``: who went out last round, best slot first.

    ``came``: player → what brought them here, for the reasons.
    """

    people: tuple[int, ...]
    losers: tuple[int, ...]
    came: dict[int, Notice]


def standing(request: PairingRequest) -> Standing:
    """Return the standing of the knockout before the round ``request.first``.

    Raises PairingError for a table of which it is not known who goes on.
    """
    people = [p.id for p in sorted(request.event.players, key=lambda p: p.id) if p.joined <= 1]
    seeds = {p: k for k, p in enumerate(people, 1)}
    now = Standing(tuple(people), (), {p: Notice("seed", number=k) for p, k in seeds.items()})
    for round_ in before(request.event, request.first):
        now = _after(request, round_, now, seeds)
    return now


def tables_of(people: Sequence[int], size: int, advance: int) -> tuple[list[int], list[list[int]]]:
    """Return the people with a bye, and the tables, for the people in the order of their slots."""
    now = shape(len(people), size, advance)
    return list(people[: now.byes]), dealt(people[now.byes :], now.sizes)


def _after(request: PairingRequest, round_: Round, now: Standing, seeds: dict[int, int]) -> Standing:
    """Return the standing after a round: all winners in the order of their tables' best slots, then all seconds.

    A bye has a slot of its own; a player left alone at a table has the best slot of it.
    """
    size, advance = int(request.options["table_size"]), int(request.options["advance"])
    slot = {p: k for k, p in enumerate(now.people)}
    _, planned = tables_of(now.people, size, advance) if len(now.people) > 1 else ([], [])
    best = slot | {p: min(slot[q] for q in table) for table in planned for p in table}
    finished: list[tuple[int, list[int]]] = []
    losers: list[int] = []
    came: dict[int, Notice] = {}
    last: dict[int, int] = {}
    final = len(now.people) <= size
    for table in round_.tables:
        players = [p for p in distinct(table.seats) if p in slot]
        if not players:
            continue
        order = order_at(request, round_.number, table, len(players) if final else advance, seeds)
        if final:
            refuse_no_winner(request, round_.number, table)
        for k, player in enumerate(order):
            came[player] = Notice("came-from-table", place=PLACES[k], table=table.number, round=round_.number)
            last[player] = table.number
        finished.append((min(best[p] for p in players), order[:advance]))
        losers += order[advance:]
    alone: dict[int, list[int]] = {}
    for player in sorted({b.player for b in round_.byes if b.kind != "zero"} & slot.keys(), key=slot.__getitem__):
        alone.setdefault(best[player], []).append(player)
        came[player] = Notice("free-in-round", round=round_.number)
    finished += alone.items()
    finished.sort()
    rows = [[order[k] for _, order in finished if k < len(order)] for k in range(advance)]
    count = sum(map(len, rows))
    sizes = shape(count, size, advance).sizes if count > 1 else ()
    losers.sort(key=lambda p: slot.get(p, len(slot)))
    people = tuple(spread_apart(rows, sizes, last))
    if final and count > 1:
        # They have played the final, sooner than planned where players left: the places at its table decide.
        people = ()
    return Standing(people, tuple(losers), came)


def order_at(request: PairingRequest, number: int, table: Table, advance: int, seeds: dict[int, int]) -> list[int]:
    """Rank the players of a table, best first, by points, the game's own tally, then the event's rule for ties."""
    players = list(distinct(table.seats))
    if not table.entered or table.points is None:
        raise PairingError(Notice("knockout-result-missing", round=number, table=table.number))
    worth = {p: worth_at(table, p) for p in players}
    rule = str(request.options["tie"])
    ranks = {p: k for k, p in enumerate(lots_at(table, number, request.seed))} if rule == "lot" else seeds
    players.sort(key=lambda p: (worth[p], -ranks.get(p, 0)), reverse=True)
    if rule == "decide" and len(players) > advance and worth[players[advance - 1]] == worth[players[advance]]:
        level = sorted(p for p in players if worth[p] == worth[players[advance]])
        raise PairingError(Notice("knockout-level", round=number, table=table.number, players=every(level)))
    return players


def refuse_no_winner(request: PairingRequest, number: int, table: Table) -> None:
    """Raise PairingError where several share the first place of a last table, and nothing but a play-off parts them."""
    _place, level = Rules(request.event, 0, 0).last_places(table, number)
    if level:
        raise PairingError(Notice("knockout-no-winner", round=number, table=table.number, players=every(sorted(level))))
