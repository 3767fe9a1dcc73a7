"""The seats at a table. They matter: seat 1 moves first.

Two ways. ``seat_schedule`` takes a whole schedule and keeps every player's counts within one of each other
after every round (Theorem A: König's edge colouring by Euler splits; Theorem B for tables of several
sizes). ``seat_tables`` takes one round and the history and comes as near as can be. Both know the game in
which a player stands twice at a small table (QC 2.1). ``docs/algorithms/pairing-seats.md`` has the proofs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from tournaments.pairing.core import TWO_COLOURS, Event, Player, distinct, strongest
from tournaments.pairing.graphs import cheapest, konig_colours, split_colours
from tournaments.pairing.history import History

Group = Sequence[int]


def doubled(event: Event) -> bool:
    """Return whether every table of this event's game has four seats, however few sit there."""
    return event.game == TWO_COLOURS


def stand(group: Group, players: Mapping[int, Player], double: bool) -> tuple[int, ...]:
    """Return the group's players as often as they stand at the table: the strongest of three and both of two twice."""
    if not double or len(group) not in (2, 3):
        return tuple(group)
    if len(group) == 2:
        return (group[0], group[0], group[1], group[1])
    top = strongest(players[p] for p in group).id
    return (*group, top)


def written(seats: Group, event: Event, past: History) -> tuple[int, ...]:
    """Return a table as the document wants it: the four seats of a small table of Quatro Chess, else as it is.

    Two players: white and red, black and green (QC 2.1). Three: the two colours of the strongest are those
    that keep the seats most even.
    """
    if not doubled(event) or len(seats) not in (2, 3) or len(distinct(seats)) != len(seats):
        return tuple(seats)
    players = {p.id: p for p in event.players}
    if len(seats) == 2:
        return stand(seats, players, True)
    return seat_table(stand(seats, players, True), past)


def seat_table(stands: Group, past: History) -> tuple[int, ...]:
    """Order these seats so that the counts are most even; then so that few have the seat they had last."""
    width = len(stands)
    counts = {p: (*past.seat_counts(p), *([0] * width)) for p in set(stands)}
    low = {p: min(counts[p][: max(width, past.width)]) for p in counts}

    def cost(order: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        uneven = sum((counts[p][s] - low[p]) ** 3 * 8 + counts[p][s] - low[p] for s, p in enumerate(order))
        again = sum(past.last_seat.get(p) == s for s, p in enumerate(order))
        return uneven, again, ()

    if width <= 4:
        return min(permutations(stands), key=cost)

    def price(player: int, seat: int) -> int:
        over = counts[player][seat] - low[player]
        return 2 * width * (over**3 * 8 + over) + (past.last_seat.get(player) == seat)

    return tuple(stands[i] for i in cheapest([[price(p, s) for s in range(width)] for p in stands]))


def seat_tables(groups: Iterable[Group], event: Event, past: History) -> list[tuple[int, ...]]:
    """Find seats for one round given the history: table by table, exact among the orders of each."""
    players = {p.id: p for p in event.players}
    double = doubled(event)
    out: list[tuple[int, ...]] = []
    for group in groups:
        if double and len(group) == 2:
            first, second = seat_table(group, _halves(past))
            out.append((first, first, second, second))
        else:
            out.append(seat_table(stand(group, players, double), past))
    return out


def _halves(past: History) -> History:
    """Return the history of a game in which a player has two colours, as two seats: white and red, black and green."""
    seats = {p: (sum(c[:2]), sum(c[2:])) for p, c in past.seats.items()}
    last = {p: int(s >= 2) for p, s in past.last_seat.items()}
    return History(past.meetings, seats, last, past.games, past.byes, past.small, 2)


def seat_schedule(
    schedule: Sequence[Sequence[Group]], players: Mapping[int, Player] | None = None, double: bool = False
) -> list[list[tuple[int, ...]]]:
    """Find seats for a whole schedule, rounds of tables of at most six players.

    Tables of one size w (and of four in all of Quatro Chess): games wk + 1 … wk + w of each player are in w different
    seats, so the counts differ by at most one after every round. Tables of several sizes, from three up: Theorem B,
    improved by exchanging seats at single tables.
    """
    if double:
        return _doubled(schedule, players or {})
    sizes = {len(t) for round_ in schedule for t in round_}
    if not sizes:
        return [[] for _ in schedule]
    if len(sizes) == 1:
        return _colour(schedule, sizes.pop())
    if min(sizes) > 2:
        return smoothed(_mixed(schedule))
    return smoothed([[tuple(t) for t in round_] for round_ in schedule])


def _doubled(schedule: Sequence[Sequence[Group]], players: Mapping[int, Player]) -> list[list[tuple[int, ...]]]:
    """Fill four seats at every table; only tables of two are not free, because their seats are neighbours (QC 2.1)."""
    stands = [[stand(t, players, True) if len(t) != 2 else () for t in round_] for round_ in schedule]
    out = _colour(stands, 4)
    counts: dict[int, int] = {}
    for r, round_ in enumerate(schedule):
        for t, table in enumerate(round_):
            if len(table) == 2:
                a, b = sorted(table, key=lambda p: (counts.get(p, 0), p))
                out[r][t] = (a, a, b, b)
                counts[a] = counts.get(a, 0) + 1
                counts[b] = counts.get(b, 0) - 1
    return smoothed(out) if counts else out


def seat_rest(schedule: Sequence[Sequence[Group]], event: Event, past: History) -> list[list[tuple[int, ...]]]:
    """Find seats for the rounds to come after some have been played: the better of two ways.

    The colouring of ``seat_schedule`` with exchanges that even out the totals, or the best seats round by
    round.
    """
    players = {p.id: p for p in event.players}
    double = doubled(event)
    coloured = smoothed(seat_schedule(schedule, players, double), past)
    stepwise = []
    now = past
    for round_ in schedule:
        stepwise.append(seat_tables(round_, event, now))
        now = now.after(stepwise[-1])
    return min((coloured, stepwise), key=lambda seated: _unevenness(seated, past))


def _unevenness(seated: Sequence[Sequence[tuple[int, ...]]], past: History) -> tuple[int, int]:
    """Return (largest spread at the end, Σ over rounds of the largest spread among those who play)."""
    now = past
    worst, total = 0, 0
    for round_ in seated:
        now = now.after(round_)
        spreads = [max(c) - min(c) for t in round_ for p in t for c in (now.seats[p],)]
        worst = max(spreads, default=0)
        total += worst
    return worst, total


def _colour(stands: Sequence[Sequence[Group]], width: int) -> list[list[tuple[int, ...]]]:
    """Colour the graph of (player, block of ``width`` games) against tables; the colour is the seat (Theorem A)."""
    edges, places = _edges(stands, width)
    colours = split_colours(edges, 4) if width == 4 else konig_colours(edges, width)
    out = [[[0] * (width if table else 0) for table in round_] for round_ in stands]
    for (r, t, player), colour in zip(places, colours, strict=True):
        out[r][t][colour] = player
    return [[tuple(t) for t in round_] for round_ in out]


def _edges(stands: Sequence[Sequence[Group]], block: int) -> tuple[list[tuple[int, int]], list[tuple[int, int, int]]]:
    """Return (left node, table) for every place, left nodes being blocks of a player's games; and (round, table,
    player).
    """
    games: dict[int, int] = {}
    nodes: dict[tuple[int, int], int] = {}
    edges: list[tuple[int, int]] = []
    places: list[tuple[int, int, int]] = []
    number = 0
    for r, round_ in enumerate(stands):
        for t, table in enumerate(round_):
            for player in table:
                played = games.get(player, 0)
                games[player] = played + 1
                edges.append((nodes.setdefault((player, played // block), len(nodes)), number))
                places.append((r, t, player))
            number += 1
    return edges, places


def _mixed(stands: Sequence[Sequence[Group]]) -> list[list[tuple[int, ...]]]:
    """Find the highest seat of the largest tables by colouring them, then so on down to the smallest (Theorem B).

    One class of a colouring of the tables of w in w colours becomes seat w; then they have w − 1 players left. At
    last all tables have as many as the smallest, and their classes are the seats.
    """
    smallest = min(len(t) for round_ in stands for t in round_)
    rest = [[tuple(t) for t in round_] for round_ in stands]
    higher: list[list[tuple[int, ...]]] = [[() for _ in round_] for round_ in stands]
    for width in range(max(len(t) for round_ in stands for t in round_), smallest, -1):
        widest = [[t if len(t) == width else () for t in round_] for round_ in rest]
        edges, places = _edges(widest, width)
        colours = split_colours(edges, 4) if width == 4 else konig_colours(edges, width)
        for (r, k, player), colour in zip(places, colours, strict=True):
            if colour == width - 1:
                rest[r][k] = tuple(p for p in rest[r][k] if p != player)
                higher[r][k] = (player, *higher[r][k])
    out = _colour(rest, smallest)
    return [
        [(*low, *high) for low, high in zip(one, other, strict=True)] for one, other in zip(out, higher, strict=True)
    ]


def smoothed(
    seated: Sequence[Sequence[tuple[int, ...]]], past: History | None = None, passes: int = 20
) -> list[list[tuple[int, ...]]]:
    """Exchange seats at single tables while that makes the final counts more even (descent, so it ends).

    Where two have two colours each, theirs stay neighbours.
    """
    width = max((len(t) for round_ in seated for t in round_), default=0)
    counts: dict[int, list[int]] = {}
    for round_ in seated:
        for table in round_:
            for seat, player in enumerate(table):
                if player not in counts:
                    start = past.seat_counts(player) if past else ()
                    counts[player] = [*start, *([0] * width)][: max(width, past.width if past else 0)]
                counts[player][seat] += 1
    out = [list(round_) for round_ in seated]
    for _ in range(passes):
        changed = False
        for r, round_ in enumerate(out):
            for t, table in enumerate(round_):
                better = _exchange(table, counts)
                if better != table:
                    out[r][t] = better
                    changed = True
        if not changed:
            break
    return out


def _evened(table: tuple[int, ...], counts: dict[int, list[int]]) -> tuple[int, ...]:
    return tuple(table[i] for i in cheapest([counts[player][: len(table)] for player in table]))


def _exchange(table: tuple[int, ...], counts: dict[int, list[int]]) -> tuple[int, ...]:
    """Return the best order of one table against the counts of all the others; updates ``counts``."""
    for seat, player in enumerate(table):
        counts[player][seat] -= 1

    def cost(order: tuple[int, ...]) -> int:
        total = 0
        for seat, player in enumerate(order):
            total += 2 * counts[player][seat] + 1
        return total

    group = distinct(table)
    orders: list[tuple[int, ...]]
    if len(table) == 4 and len(group) == 2:
        orders = [(group[0],) * 2 + (group[1],) * 2, (group[1],) * 2 + (group[0],) * 2]
    else:
        orders = list(permutations(table)) if len(table) <= 4 else [_evened(table, counts)]
    best = min(orders, key=cost)
    if cost(best) >= cost(table):
        best = table
    for seat, player in enumerate(best):
        counts[player][seat] += 1
    return best
