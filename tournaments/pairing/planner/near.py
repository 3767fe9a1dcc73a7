"""A round of a Swiss in short, for simulations: the first tables of the power pairing, freed of repeated meetings.

The systems themselves search for the best tables, which takes a hundred times as long; seats and colours are left out,
because simulated results do not depend on them. ``docs/algorithms/planner.md`` compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.lots import Lots
from tournaments.pairing.power.cost import Field, weights
from tournaments.pairing.power.field import first_tables, parts, place_worth_squared
from tournaments.pairing.power.search import Search, improve
from tournaments.pairing.schedules.shapes import Shape

LOOKS = 1000
"""So many exchanges are looked at in a round, and ten times as many where somebody would meet again."""


@dataclass(slots=True)
class Record:
    """The players of a simulated event so far: whole-number scores, meetings, short tables and byes."""

    scores: dict[int, int]
    met: dict[int, dict[int, int]]
    short: dict[int, int]
    byes: dict[int, int] = field(default_factory=dict)
    rounds: int = 0


def near_round(ids: Sequence[int], form: Shape, past: Record) -> tuple[list[list[int]], list[int]]:
    """Return tables of players, and who has a bye: equal scores together, nobody twice as far as a short search goes.

    ``ids`` by seed. A bye goes to the lowest of those who had the fewest.
    """
    ranked = sorted(ids, key=lambda player: (-past.scores[player], player))
    lowest = sorted(range(len(ranked)), key=lambda at: (past.byes.get(ranked[at], 0), -at))
    away = {ranked[at] for at in lowest[: form.idle]}
    sitting = [player for player in ranked if player not in away]
    entrants = _field(sitting, form, past)
    others = [size for size in form.sizes if size != form.size]
    search = Search(
        entrants,
        weights(entrants, form.tables),
        first_tables(entrants.scores, entrants.visits, form.size, others),
    )
    improve(search, Lots(past.rounds, "near").fraction, LOOKS, 0)
    return [[sitting[at] for at in table] for table in search.tables], sorted(away)


def _field(sitting: Sequence[int], form: Shape, past: Record) -> Field:
    scores = [past.scores[player] for player in sitting]
    index = {player: at for at, player in enumerate(sitting)}
    largest = max(form.sizes)
    visits = [past.short.get(player, 0) for player in sitting]
    fewest = min(visits, default=0)
    return Field(
        scores=scores,
        unit2=place_worth_squared(scores, past.rounds, form.size),
        met=[_known(past.met[player], index) for player in sitting],
        seats=[(1 << largest) - 1] * len(sitting),
        visits=[count - fewest for count in visits],
        part=parts(scores, form.size),
        apart=frozenset(),
        size=form.size,
        chairs=[(1 << size) - 1 for size in range(largest + 1)],
    )


def _known(meetings: Mapping[int, int], index: Mapping[int, int]) -> dict[int, int]:
    return {index[other]: times for other, times in meetings.items() if other in index}
