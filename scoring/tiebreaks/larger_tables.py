"""Tie-breaks of our own, for tables of more than two and games with points of their own, and the lot."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from games.core.notices import Notice, label
from scoring.core import units
from scoring.core.codes import Code
from scoring.core.history import History, Turn
from scoring.core.registry import Missing, Part, tie_break


@tie_break("PLACEn", source="Viertal: how often at place n of a table", label="Times at place n", scope="players")
def times_at_place(history: History, player: int, code: Code) -> Sequence[Part]:
    """Count the tables that the participant left at place n; players who tie share the better place (1, 2, 2, 4)."""
    return [
        Part(1, 1, number)
        for number, turn in enumerate(history.turns[player], 1)
        if turn.place and turn.place == code.number
    ]


def tally_unit(history: History, code: Code) -> int:
    """Return the common denominator of the games' own points, with halves for two colours."""
    known = history.memo.get("tally unit")
    if known is None:
        denominators = {2}
        for turns in history.turns:
            for turn in turns:
                if turn.table is not None:
                    for values in (turn.table.points, turn.table.game_points):
                        denominators.update(value.denominator for value in values or () if value is not None)
        known = history.memo["tally unit"] = 2 * lcm(*denominators)
    return known


def highest_first(name: str) -> Missing:
    """Make the reason against a tie-break that has the highest number first where lower numbers are better."""

    def missing(history: History, code: Code) -> Notice | None:
        return (
            Notice("tie-break-lower-is-better", label=label(name)) if history.options.get("lower_is_better") else None
        )

    return missing


@tie_break(
    "GP",
    source="Viertal: the game's own points",
    label="Game points",
    unit=tally_unit,
    missing=highest_first("Game points"),
    scope="players",
)
def game_points(history: History, player: int, code: Code) -> Sequence[Part]:
    """Return the games' own tallies (stones, quartets); where a game has none besides, the points of the table."""
    unit = tally_unit(history, code)
    parts = []
    for number, turn in enumerate(history.turns[player], 1):
        amount = int(tally(history, turn, player) * unit)
        if amount:
            parts.append(Part(amount, amount, number))
    return parts


def tally(history: History, turn: Turn, player: int) -> Fraction:
    """Return the game's own points of one of the players at a table; 0 without a result."""
    table, two_colours = turn.table, history.options.get("two_colours", "average")
    if table is None:
        return Fraction(0)
    points = table.points if table.game_points is None else table.game_points
    if points is None:
        return Fraction(0)
    own = [value or Fraction(0) for seat, value in zip(table.seats, points, strict=True) if seat == player]
    if two_colours == "sum":
        return sum(own, Fraction(0))
    return max(own) if two_colours == "best" else sum(own, Fraction(0)) / len(own)


def _without_column(history: History, code: Code) -> Notice | None:
    """Return the first table with a result that lacks the column: its list was not entered, or the game has none."""
    number = code.number or 0
    for player in history.participants:
        for round_, turn in enumerate(history.turns[player], 1):
            table = turn.table
            if table is None or table.end != "played":
                continue
            if table.columns is None or any(row is not None and len(row) < number for row in table.columns):
                return Notice(
                    "tie-break-needs-columns", code=code.text, number=number, table=table.number, round=round_
                )
    return None


def _column_unit(history: History, code: Code) -> int:
    """Return the common denominator of the numbers in a column."""
    known = history.memo.get(("column unit", code.number))
    if known is None:
        tables = (turn.table for turns in history.turns for turn in turns if turn.table is not None)
        rows = (row for table in tables for row in table.columns or () if row is not None)
        at = (code.number or 1) - 1
        known = history.memo["column unit", code.number] = lcm(*(row[at].denominator for row in rows if at < len(row)))
    return int(known)


@tie_break(
    "COLn",
    source="Viertal: the numbers of a game’s list",
    label="A number of the game’s list",
    modifiers="R",
    unit=_column_unit,
    missing=_without_column,
    scope="players",
)
def of_column(history: History, player: int, code: Code) -> Sequence[Part]:
    """Add up number n of the player's lists, such as games won at Skat, the more the better; with ``/R`` the fewer."""
    unit, at, parts = _column_unit(history, code), (code.number or 1) - 1, []
    for round_, turn in enumerate(history.turns[player], 1):
        table = turn.table
        for seat, row in zip(table.seats, table.columns or (), strict=False) if table is not None else ():
            if seat == player and row is not None and at < len(row) and row[at]:
                amount = int(row[at] * unit)
                parts.append(Part(amount, amount, round_))
    return parts


@tie_break("BEST", source="Viertal: the n best results only", label="Best results", modifiers="N", unit=units.score)
def best_results(history: History, player: int, code: Code) -> Sequence[Part]:
    """Return the points of the n rounds that gave most, byes among them."""
    rounds = [Part(turn.points, turn.points, number) for number, turn in enumerate(history.turns[player], 1)]
    rounds.sort(key=lambda part: (-part.amount, part.round))
    return rounds[: code.number]


@tie_break("LOT", source="FIDE Handbook C.07, article 4.2", label="Drawing of lots", lower_first=True, given=True)
def lot(history: History, player: int, code: Code) -> Sequence[Part]:
    """Draw the place in a lot among all, from the event's seed: the same each time, everywhere."""
    drawn = history.memo.get("lots")
    if drawn is None:
        tickets = sorted(history.participants, key=lambda other: _ticket(history.seed, other))
        drawn = history.memo["lots"] = {other: place for place, other in enumerate(tickets, 1)}
    return [Part(drawn[player], drawn[player], 0)]


def _ticket(seed: int, player: int) -> tuple[bytes, int]:
    return hashlib.sha256(f"viertal lot {seed} {player}".encode()).digest(), player
