"""Tells who was in which rounds: nobody has a nought for a round that they could not be in.

Whoever has withdrawn, is out of a knockout or came into no final is in no round after that; a small group has played
when a larger one still plays. One place decides it for every table, sum and page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.brackets.knockout import Fate, Reached
from scoring.brackets.knockout import bracket as knockout
from scoring.core.history import History, Kind
from scoring.documents.document import Event, Player
from scoring.ranking import Order
from scoring.sections.groups import FINAL, Stages, is_in_groups


def out_after(event: Event, history: History, order: Order) -> dict[int, int]:
    """Return the last round of each player who is out: beaten in a knockout, or in no final. The winner is not out.

    Nor is who withdraws while still in, or before the finals are made: they have left.
    """
    left = {player: event.players[player - 1].left for player in history.participants}
    return {
        player: last
        for player, last in _lost(event, history, order).items()
        if (until := left[player]) is None or last <= max(until, _last(history, player))
    }


def _lost(event: Event, history: History, order: Order) -> dict[int, int]:
    """Return the last round that each player reached who is out."""
    if order.reached is not None:
        return _beaten(history, order.reached, 0)
    if not is_in_groups(event) or FINAL not in order.codes:
        return {}
    stages = Stages(replace(event, rounds=event.rounds[: history.rounds]))
    first = stages.group_rounds
    out = {player: first for player in order.participants if not order.values[FINAL][player]}
    if stages.rules.then == "knockout":
        options = {"system": "knockout", "table_size": stages.rules.table, "tie": "higher-seed"}
        for members in stages.finals:
            reached = knockout(stages.part(members, first + 1, None, options))
            out |= _beaten(history, {player: reached[at] for at, player in enumerate(members, 1)}, first)
    return {player: max(last, _last(history, player)) for player, last in out.items()}


def not_in(event: Event, history: History, out: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Return the rounds that each player was not in: before they joined, after their last one (``out``, or when they
    withdrew), and those in which nobody of their group or final plays.

    A round that counts for something, as one not played may where the lowest score wins, is none of these.
    """
    idle = _idle(event, history)
    without = {}
    for player in history.participants:
        entry = event.players[player - 1]
        last = last_round(entry, out.get(player))
        free = idle.get(player, frozenset()) - entry.absent
        if not free and entry.joined <= 1 and (last is None or last >= history.rounds):
            continue
        rounds = tuple(
            number
            for number, turn in enumerate(history.turns[player], 1)
            if (number < entry.joined or number in free or (last is not None and number > last))
            and turn.kind is Kind.ZERO_BYE
            and not turn.points
        )
        if rounds:
            without[player] = rounds
    return without


def last_round(player: Player, out: int | None) -> int | None:
    """Return the last round of a player who is ``out`` after one, or has withdrawn; None for all others."""
    return min((last for last in (out, player.left) if last is not None), default=None)


def _idle(event: Event, history: History) -> dict[int, frozenset[int]]:
    """Return the rounds in which a player's group, or final, has neither a table nor a bye, as it has played them all;
    nothing where there are no groups."""
    if not is_in_groups(event):
        return {}
    stages = Stages(replace(event, rounds=event.rounds[: history.rounds]))
    first = stages.group_rounds
    idle: dict[int, frozenset[int]] = {}
    for parts, rounds in (
        (stages.groups, range(1, min(first, history.rounds) + 1)),
        (stages.finals if history.rounds > first else (), range(first + 1, history.rounds + 1)),
    ):
        for members in parts:
            turns = [history.turns[player] for player in members]
            free = frozenset(at for at in rounds if all(own[at - 1].kind is Kind.ZERO_BYE for own in turns))
            for player in members if free else ():
                idle[player] = idle.get(player, frozenset()) | free
    return idle


def _beaten(history: History, reached: Mapping[int, Reached], before: int) -> dict[int, int]:
    """Return the last round of those who are beaten in a bracket that begins after the round ``before``."""
    # whoever won the last table stays unbeaten; the others of it are out, too, where more is played
    return {
        player: max(before + at.round, _last(history, player))
        for player, at in reached.items()
        if not at.alive and (at.place > 1 or at.fate is not Fate.DONE)
    }


def _last(history: History, player: int) -> int:
    """Return the last round in which a player sat at a table or had a bye."""
    turns = history.turns[player]
    return max((number for number, turn in enumerate(turns, 1) if turn.kind is not Kind.ZERO_BYE), default=0)
