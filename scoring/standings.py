"""Standings of an event after a round: who is where, with how many points, and by which tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.document import DocumentError, Event
from scoring.history import History, Kind
from scoring.pairwise import history_of
from scoring.penalties import Penalty
from scoring.ranking import Order, in_order
from scoring.rules import ScoringRules, rules_of
from scoring.teams import TeamStanding, team_standings

_OPEN = (Kind.PENDING, Kind.ADJOURNED)


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line.

    ``tie_breaks`` by code, in the order of the list; ``played``: rounds played over the board; ``trail``: the
    points of each round; ``open_rounds``: those of his rounds whose result is missing or adjourned; ``penalties``:
    what was taken off his points.
    """

    rank: int
    player: int
    points: Fraction
    tie_breaks: Mapping[str, Fraction]
    played: int
    trail: tuple[Fraction, ...]
    withdrawn: bool = False
    expelled: bool = False
    open_rounds: tuple[int, ...] = ()
    penalties: tuple[Penalty, ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """The order after a round.

    ``final``: every round of the event is played and no result is missing or adjourned. ``left_out``: players
    whom a rule keeps out of the table. ``dropped``: tie-breaks that could not be used, with the reason.
    """

    after_round: int
    final: bool
    standings: tuple[Standing, ...]
    teams: tuple[TeamStanding, ...] = ()
    left_out: tuple[int, ...] = ()
    dropped: Mapping[str, str] = field(default_factory=dict)


def standings(event: Event, after_round: int | None = None) -> Standings:
    """The standings of an event, by default after its last round. Raises DocumentError.

    ``after_round``: 0 (before the first) to the number of rounds in the document.
    """
    rules = rules_of(event)
    counted = rounds_counted(event, after_round)
    history = history_of(event, counted, rules)
    out = left_out(event, history, rules)
    order = in_order({None: history}, [p.id for p in event.players if p.id not in out], rules.tie_breaks)
    return Standings(
        after_round=counted,
        final=_is_final(event, history, rules, counted),
        standings=tuple(_lines(event, history, rules, order)),
        teams=team_standings(event, history, rules),
        left_out=tuple(sorted(out)),
        dropped=order.dropped,
    )


def rounds_counted(event: Event, after_round: int | None) -> int:
    """How many rounds count. Raises DocumentError for a round that the document does not have."""
    if after_round is None:
        return len(event.rounds)
    if not 0 <= after_round <= len(event.rounds):
        raise DocumentError("rounds", f"there are {len(event.rounds)}; none can be after round {after_round}")
    return after_round


def order_of(event: Event, after_round: int | None = None) -> tuple[History, Order]:
    """The history and the order behind the standings: for explanations. Raises DocumentError."""
    rules = rules_of(event)
    history = history_of(event, rounds_counted(event, after_round), rules)
    out = left_out(event, history, rules)
    players = [player.id for player in event.players if player.id not in out]
    return history, in_order({None: history}, players, rules.tie_breaks)


def left_out(event: Event, history: History, rules: ScoringRules) -> frozenset[int]:
    """The players whom the rules keep out of the table."""
    out = set(rules.expelled_players) if rules.expelled == "out" else set()
    if rules.withdrawn == "out":
        out.update(player.id for player in event.players if _withdrawn(player.left, history))
    if rules.annul_under_half:
        out.update(history.options["annulled"])
    return frozenset(out)


def _withdrawn(left: int | None, history: History) -> bool:
    if left is None or left > history.rounds:
        return False
    return history.final_round is None or left < history.final_round


class _Points(dict[int, Fraction]):
    """Whole numbers in a history's unit as fractions, each made once."""

    def __init__(self, unit: int) -> None:
        self._unit = unit

    def __missing__(self, number: int) -> Fraction:
        value = self[number] = Fraction(number, self._unit)
        return value


def _lines(event: Event, history: History, rules: ScoringRules, order: Order) -> list[Standing]:
    points = _Points(history.unit)
    lines = []
    columns = [(code, order.values[code]) for code in order.codes]
    for player in order.participants:
        turns = history.turns[player]
        played = [turn.kind for turn in turns].count(Kind.PLAYED)
        lines.append(
            Standing(
                rank=order.ranks[player],
                player=player,
                points=points[history.score[player]] if player not in history.off else history.total(player),
                tie_breaks={code: values[player] for code, values in columns},
                played=played,
                trail=tuple([points[turn.points] for turn in turns]),
                withdrawn=_withdrawn(event.players[player - 1].left, history),
                expelled=player in rules.expelled_players,
                open_rounds=()
                if played == len(turns)
                else tuple(number for number, turn in enumerate(turns, 1) if turn.kind in _OPEN),
                penalties=history.off.get(player, ()),
            )
        )
    return lines


def _is_final(event: Event, history: History, rules: ScoringRules, counted: int) -> bool:
    last = rules.final_round if rules.final_round is not None else len(event.rounds)
    if counted == 0 or counted < last:
        return False
    return all(table.entered for entry in event.rounds[:counted] for table in entry.tables)
