"""All rounds of a tournament at once, for those who look at everybody's way through it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from django.db.models import Q

from tournaments.models import Round, Seat
from tournaments.selectors.public import RoundHead, RoundShown, SeatTaken, TableShown, got


def every_round(
    tournament_id: int, heads: Sequence[RoundHead], games: Set[tuple[int, int]] = frozenset()
) -> list[RoundShown]:
    """Return the shown rounds (``heads``) in order, with tables, byes and results; ``games`` are the tables with a game
    to look at, as round and number. Two queries, however many rounds there are; none where there is no round."""
    if not heads:
        return []
    results = got(Q(table__round__tournament=tournament_id, table__round__state__in=Round.SHOWN))
    tables: dict[int, dict[tuple[int, int], list[SeatTaken]]] = {head.number: {} for head in heads}
    byes: dict[int, list[tuple[int, str]]] = {head.number: [] for head in heads}
    fixed: set[int] = set()
    rows = (
        Seat.objects.filter(round__tournament=tournament_id, round__number__in=list(tables))
        .filter(round__state__in=Round.SHOWN)
        .order_by("table__number", "position", "entry__number")
        .values_list(
            "round__number", "table_id", "table__number", "position", "entry__number", "bye", "entry__fixed_table"
        )
    )
    for number, table, table_number, position, entry, bye, own_table in rows:
        if table is None:
            byes[number].append((entry, bye))
            continue
        taken = results[table].at(position, entry) if table in results else SeatTaken(position, entry, None)
        tables[number].setdefault((table_number, table), []).append(taken)
        if own_table == table_number:
            fixed.add(table)
    return [
        RoundShown(
            head.number,
            head.state,
            tuple(
                TableShown(
                    table_number,
                    tuple(taken),
                    results[table].end if table in results else None,
                    table in fixed,
                    game=(head.number, table_number) in games,
                )
                for (table_number, table), taken in tables[head.number].items()
            ),
            tuple(byes[head.number]),
        )
        for head in heads
    ]
