"""The fewest repeated meetings that a team event can have, since its rule fixes partners, groups or whole tables.

Each answers None where the rounds of the document are not those of the rule, or people were missing where the
proof needs everybody; the general bound then stands alone. Proofs: ``docs/algorithms/pairing-quality.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.pairing.core import Event, PairingError, PairingRequest, Round, pairs
from tournaments.pairing.history import history
from tournaments.pairing.quality import repeat_bound
from tournaments.pairing.registry import system_of
from tournaments.pairing.teams.tables import members


def tables_fixed(event: Event, rounds: int) -> int | None:
    """Count the repeats of the rule's own tables: they are fixed, so no pairing has fewer."""
    due = _due(event, rounds)
    return None if due is None else _repeats(due)


def partners_fixed(event: Event, rounds: int) -> int | None:
    """Count the repeats of partners, whom the rule fixes, and those that opponents, whom it does not, cannot avoid.

    Everybody has two opponents a table, and only so many people in the other teams.
    """
    due = _due(event, rounds)
    if due is None or not everybody_there(event, rounds):
        return None
    team = {p.id: p.team for p in event.players}
    partners = sum(times - 1 for (a, b), times in history(due).meetings.items() if team[a] == team[b] and times > 1)
    opponents = sum(team[a] != team[b] for a, b in pairs(tuple(team)))
    slots = sum(4 for round_ in due for _ in round_.tables)
    return partners + max(0, slots - opponents)


def groups_fixed(event: Event, groups: Sequence[frozenset[int]]) -> int | None:
    """Add up the bounds of the groups, each of its own because nobody meets anybody outside a group."""
    for round_ in event.rounds:
        for table in round_.tables:
            if not any(group.issuperset(table.seats) for group in groups):
                return None
    total = 0
    for group in groups:
        own = replace(event, players=tuple(p for p in event.players if p.id in group))
        rounds = [_within(round_, group) for round_ in event.rounds]
        total += repeat_bound(own, rounds)
    return total


def everybody_there(event: Event, rounds: int) -> bool:
    """Return whether every team has four who play every round, and nobody else."""
    return all(len(squad) == 4 for squad in members(event).values()) and all(
        p.plays(number) for p in event.players for number in range(1, rounds + 1)
    )


def _within(round_: Round, group: frozenset[int]) -> Round:
    return Round(
        round_.number,
        tuple(t for t in round_.tables if group.issuperset(t.seats)),
        tuple(b for b in round_.byes if b.player in group),
    )


def _due(event: Event, rounds: int) -> tuple[Round, ...] | None:
    """Return the rule's rounds, where the event's tables are the same people; else None."""
    try:
        due = system_of(event).pair(PairingRequest(replace(event, rounds=()), 1, rounds)).rounds
    except PairingError:
        return None
    there = sorted(event.rounds, key=lambda r: r.number)
    return due if [_people(r) for r in there] == [_people(r) for r in due] else None


def _people(round_: Round) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(table.seats) for table in round_.tables)


def _repeats(rounds: Sequence[Round]) -> int:
    return sum(times - 1 for times in history(rounds).meetings.values())
