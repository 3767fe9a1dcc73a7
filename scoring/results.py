"""Whether a table and its result are possible: who may sit there, and which points the game can give."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from scoring.document import DocumentError, Event, Table
from scoring.gamelink import why_impossible

COLOURS = frozenset({"quatro-chess"})
"""The games in which a player may hold two of a table's four seats (QC 2.1)."""


def check_result(event: Event, table: Table, place: str) -> None:
    """Raises DocumentError for seats, an end or points that cannot be."""
    _check_seats(event, table, place)
    points = table.points
    known = points is not None and None not in points
    if table.end is None and known:
        raise DocumentError(f"{place}.end", 'is null although all points are given; write "played"')
    if table.end == "played" and not known:
        raise DocumentError(
            f"{place}.points", "are not all known although the table is played; enter them or set end to null"
        )
    if table.end == "forfeit":
        if points is None:
            raise DocumentError(
                f"{place}.points", "are missing; in a forfeit who did not show up has null there"
            )
        if known:
            raise DocumentError(
                f"{place}.points",
                'hold no null, although who did not show up has null; write "played" otherwise',
            )
        return
    if points is not None and known:
        _check_points(event, tuple(entry for entry in points if entry is not None), place)


def _check_seats(event: Event, table: Table, place: str) -> None:
    times = Counter(table.seats)
    if len(times) < 2:
        raise DocumentError(f"{place}.seats", "hold fewer than two players; a game needs two")
    doubled = [player for player, count in times.items() if count > 1]
    if not doubled:
        return
    second = _second_seat(table, doubled[0])
    if event.game not in COLOURS:
        raise DocumentError(
            f"{place}.seats[{second}]", f"player {doubled[0]} sits here twice; in this game each has one seat"
        )
    if len(table.seats) != 4 or max(times.values()) > 2:
        raise DocumentError(
            f"{place}.seats[{second}]",
            f"player {doubled[0]} sits here too often; two seats of four are the most (QC 2.1)",
        )
    if len(times) == 2 and table.seats[0] == table.seats[2]:
        raise DocumentError(
            f"{place}.seats[2]", "two players hold two neighbouring colours each, such as 1, 1, 2, 2 (QC 2.1)"
        )


def _second_seat(table: Table, player: int) -> int:
    return table.seats.index(player, table.seats.index(player) + 1)


def _check_points(event: Event, points: tuple[Fraction, ...], place: str) -> None:
    why = why_impossible(event.game, event.options, points)
    if why is not None:
        raise DocumentError(f"{place}.points", why)
