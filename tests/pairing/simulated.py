"""Events with results by lot, and plain counts over them, for systems that are paired round by round."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.documents.document import Event, Player, Round, Table, Team
from tournaments.pairing.engine import Answer, pair


def field(people: int, system: str, game: str = "kwartet", rounds: int | None = None, **options: Any) -> Event:
    """An event whose players have falling ratings, without rounds."""
    players = tuple(Player(i, f"P{i}", rating=2400 - 3 * i) for i in range(1, people + 1))
    chosen = {"system": system, **({} if rounds is None else {"rounds": rounds}), **options}
    return Event("Test", game, pairing=chosen, players=players)


def team_field(teams: int, system: str, members: int = 4, game: str = "kwartet", **options: Any) -> Event:
    """Teams A, B, …; player ids run through the teams, board after board."""
    players = tuple(
        Player(t * members + k, f"{chr(65 + t)}{k}", rating=2000 - 50 * k - t, team=chr(65 + t), board=k)
        for t in range(teams)
        for k in range(1, members + 1)
    )
    names = tuple(Team(chr(65 + t), f"Team {chr(65 + t)}") for t in range(teams))
    return Event("Test", game, pairing={"system": system, **options}, teams=names, players=players)


def finished(round_: Round, game: str, lots: random.Random) -> Round:
    """The round with results: the lower number is the likelier winner; games of two may be drawn."""
    return replace(round_, tables=tuple(_result(t, game, lots) for t in round_.tables))


def _result(table: Table, game: str, lots: random.Random) -> Table:
    seats = len(table.seats)
    luck = [lots.random() * 30 - p / 2 for p in table.seats]
    order = sorted(range(seats), key=lambda s: -luck[s])
    if game == "quatro-chess" and table.seats[order[0]] == table.seats[order[1]]:
        order[1], order[2] = order[2], order[1]  # one player with two colours is not the last and the last but one
    if game == "quarto" and lots.random() < 0.3:
        points = [Fraction(1, 2)] * 2
    else:
        gives = {"quatro-chess": (8, 4, 2, 0), "quarto": (1, 0)}.get(game, range(seats - 1, -1, -1))
        points = [Fraction(0)] * seats
        for worth, seat in zip(gives, order, strict=True):
            points[seat] = Fraction(worth)
    return replace(table, points=tuple(points), end="played")


def by_order(round_: Round, better: bool = True) -> Round:
    """Every table in the order of the seeds, or the other way round."""
    tables = []
    for table in round_.tables:
        order = sorted(set(table.seats), reverse=not better)
        points = tuple(Fraction(len(order) - 1 - order.index(p)) for p in table.seats)
        tables.append(replace(table, points=points, end="played"))
    return replace(round_, tables=tuple(tables))


def maybe_forfeited(table: Table, lots: random.Random, chance: float) -> Table:
    """The table, at which by this chance the worst did not come."""
    if lots.random() >= chance or table.points is None:
        return table
    worst = table.points.index(min(p for p in table.points if p is not None))
    points = tuple(None if seat == worst else value for seat, value in enumerate(table.points))
    return replace(table, points=points, end="forfeit")


def simulate(start: Event, rounds: int, seed: int = 1, paired: Callable[[Event], Answer] = pair) -> Event:
    """The event after so many more rounds, each paired and played."""
    lots = random.Random(seed)
    for _ in range(rounds):
        following = paired(start).rounds[0]
        start = replace(start, rounds=(*start.rounds, finished(following, start.game, lots)))
    return start


def with_round(start: Event, round_: Round) -> Event:
    return replace(start, rounds=(*start.rounds, round_))


def changed(start: Event, player: int, **values: Any) -> Event:
    """The event with other values for one player, such as ``absent``."""
    return replace(start, players=tuple(replace(p, **values) if p.id == player else p for p in start.players))


def seat_counts(rounds: Sequence[Round], seats: int) -> dict[int, list[int]]:
    counts: dict[int, list[int]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for seat, player in enumerate(table.seats):
                counts.setdefault(player, [0] * seats)[seat] += 1
    return counts


def widest(rounds: Sequence[Round], seats: int) -> int:
    """The largest difference between a player's commonest and rarest seat."""
    return max(max(c) - min(c) for c in seat_counts(rounds, seats).values())


def scores(start: Event, rounds: Sequence[Round]) -> dict[int, Fraction]:
    """The sum of the points as they stand at the tables."""
    total = {p.id: Fraction(0) for p in start.players}
    for round_ in rounds:
        for table in round_.tables:
            for player, points in zip(table.seats, table.points or (), strict=False):
                total[player] += points or 0
    return total


def total_spread(start: Event) -> Fraction:
    """The sum over all tables of highest less lowest score before the round."""
    out = Fraction(0)
    for k, round_ in enumerate(start.rounds):
        had = scores(start, start.rounds[:k])
        out += sum(max(had[p] for p in t.seats) - min(had[p] for p in t.seats) for t in round_.tables)
    return out


def placed(round_: Round) -> list[int]:
    """Everyone at a table or with a bye, sorted."""
    return sorted([p for t in round_.tables for p in set(t.seats)] + [b.player for b in round_.byes])


def partitions(people: Sequence[int], sizes: Sequence[int]) -> int:
    """In how many ways people can be divided into tables of these sizes."""
    count = math.factorial(len(people))
    for size, times in Counter(sizes).items():
        count //= math.factorial(size) ** times * math.factorial(times)
    return count
