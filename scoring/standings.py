"""Standings of an event after a round: who is where, with how many points, and by which tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from games.core.notices import Notice
from scoring.attendance import not_in, out_after
from scoring.brackets.eliminations import bracket, is_decided, is_elimination, still_in
from scoring.core.history import NOT_YET, History, Kind, Trail, Turn
from scoring.documents.document import DocumentError, Event
from scoring.input.rules import ScoringRules, rules_of
from scoring.keizer import keizer
from scoring.ladder import is_ladder, ladder, ladder_rules
from scoring.mcmahon import START
from scoring.pairwise import history_of
from scoring.penalties import Penalty
from scoring.ranking import Order, by_keizer, by_ladder, in_order
from scoring.sections.groups import by_groups, is_in_groups
from scoring.sections.teams import TeamStanding, team_standings


@dataclass(frozen=True, slots=True)
class Standing(Trail):
    """One player's line.

    ``tie_breaks`` by code, in the order of the list; ``played``: rounds played over the board; ``trail``: the
    points of each round, None where the table has no result yet; ``adjourned``: those of these rounds that will be
    played on; ``penalties``: what was taken off the points; ``unmet``: the direct encounters among
    the codes that say nothing of the player, who met nobody of the tied. ``out_after``: the last round of who is out of
    a knockout, or in no final; ``not_in``: the rounds that a player was not in: not there yet, out or withdrawn, or
    in a group that had played.
    """

    rank: int
    player: int
    points: Fraction
    tie_breaks: Mapping[str, Fraction]
    played: int
    trail: tuple[Fraction | None, ...]
    withdrawn: bool = False
    expelled: bool = False
    adjourned: tuple[int, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    unmet: tuple[str, ...] = ()
    out_after: int | None = None
    not_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """The order after a round.

    ``tables``: how many tables of the last of these rounds have a result, and how many there are.
    ``final``: every round of the event is played and no result is missing or adjourned. ``still_in``: the players of a
    knockout whose declared rounds are over while several can still win it; then it is not final. ``left_out``:
    players whom
    a rule keeps out of the table. ``dropped``: tie-breaks that could not be used, with the reason.
    """

    after_round: int
    final: bool
    standings: tuple[Standing, ...]
    teams: tuple[TeamStanding, ...] = ()
    left_out: tuple[int, ...] = ()
    dropped: Mapping[str, Notice] = field(default_factory=dict)
    tables: tuple[int, int] = (0, 0)
    still_in: tuple[int, ...] = ()

    @property
    def half(self) -> bool:
        """Tell whether the last of these rounds has a table without a result."""
        return self.tables[0] < self.tables[1]


def standings(event: Event, after_round: int | None = None) -> Standings:
    """Return the standings of an event, by default after its last round. Raises DocumentError.

    ``after_round``: 0 (before the first) to the number of rounds in the document.
    """
    rules = rules_of(event)
    counted = rounds_counted(event, after_round)
    history = history_of(event, counted, rules)
    out = left_out(event, history, rules)
    order = _order(event, history, out, rules)
    return Standings(
        after_round=counted,
        final=_is_final(event, history, rules, counted),
        standings=tuple(_lines(event, history, rules, order)),
        teams=team_standings(event, history, rules),
        left_out=tuple(sorted(out)),
        dropped=order.dropped,
        tables=tables_entered(event, counted),
        still_in=_left_undecided(event, rules, counted),
    )


def tables_entered(event: Event, number: int) -> tuple[int, int]:
    """Count the tables of a round that have a result, and all of them."""
    tables = event.rounds[number - 1].tables if number else ()
    return sum(table.entered for table in tables), len(tables)


def rounds_counted(event: Event, after_round: int | None) -> int:
    """Return how many rounds count. Raises DocumentError for a round that the document does not have."""
    if after_round is None:
        return len(event.rounds)
    if not 0 <= after_round <= len(event.rounds):
        raise DocumentError("rounds", Notice("document-no-round-after", rounds=len(event.rounds), round=after_round))
    return after_round


def order_of(event: Event, after_round: int | None = None) -> tuple[History, Order]:
    """Return the history and the order behind the standings: for explanations. Raises DocumentError."""
    rules = rules_of(event)
    history = history_of(event, rounds_counted(event, after_round), rules)
    out = left_out(event, history, rules)
    return history, _order(event, history, out, rules)


def _order(event: Event, history: History, out: frozenset[int], rules: ScoringRules) -> Order:
    players = [player.id for player in event.players if player.id not in out]
    if rules.keizer is not None:
        return by_keizer(keizer(event, history, rules.keizer), history, players, rules.tie_breaks)
    if is_ladder(event):
        size = ladder_rules(event).size
        now = ladder(replace(event, rounds=event.rounds[: history.rounds]), history.rounds + 1)
        return by_ladder(now, size, history, players, rules.tie_breaks)
    if is_in_groups(event):
        return by_groups(event, history, players, rules.tie_breaks)
    reached = bracket(event, history.rounds) if is_elimination(event) else None
    order = in_order({None: history}, players, rules.tie_breaks, reached=reached)
    if not history.start:
        return order
    # the points decide, of which it is a part; so it stands beside them and is no criterion of its own
    own = {player: Fraction(history.start[player], history.unit) for player in history.participants}
    return replace(order, codes=(START, *order.codes), values={START: own, **order.values})


def left_out(event: Event, history: History, rules: ScoringRules) -> frozenset[int]:
    """Return the players whom the rules keep out of the table."""
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
    unmet = order.unmet.items()
    out = out_after(event, history, order)
    without = not_in(event, history, out)
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
                trail=tuple([points[turn.points] for turn in turns])
                if played == len(turns)
                else tuple([None if turn.kind in NOT_YET else points[turn.points] for turn in turns]),
                withdrawn=_withdrawn(event.players[player - 1].left, history),
                expelled=player in rules.expelled_players,
                adjourned=() if played == len(turns) else _adjourned(turns),
                penalties=history.off.get(player, ()),
                unmet=tuple(code for code, players in unmet if player in players),
                out_after=out.get(player),
                not_in=without.get(player, ()),
            )
        )
    return lines


def _adjourned(turns: Sequence[Turn]) -> tuple[int, ...]:
    return tuple(number for number, turn in enumerate(turns, 1) if turn.kind is Kind.ADJOURNED)


def _left_undecided(event: Event, rules: ScoringRules, counted: int) -> tuple[int, ...]:
    """Return who can still win a knockout whose declared rounds are over; nobody where at most one can."""
    if not is_elimination(event) or rules.final_round is None or not 0 < rules.final_round <= counted:
        return ()
    players = still_in(event, counted)
    return players if len(players) > 1 else ()


def _is_final(event: Event, history: History, rules: ScoringRules, counted: int) -> bool:
    last = rules.final_round
    if is_elimination(event):
        over = is_decided(event, counted) or (
            last is not None and counted >= last and not _left_undecided(event, rules, counted)
        )
    else:
        over = counted >= (len(event.rounds) if last is None else last)
    return counted > 0 and over and all(table.entered for entry in event.rounds[:counted] for table in entry.tables)
