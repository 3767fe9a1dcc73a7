"""Teams: the sum of their players' points, or match points from the tables between two teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from scoring.core.history import History, Kind, Trail, Turn
from scoring.documents.document import Event
from scoring.input.rules import ScoringRules
from scoring.penalties import Penalty, taken_off
from scoring.ranking import Order, in_order
from scoring.sections.matches import match_histories


@dataclass(frozen=True, slots=True)
class TeamStanding(Trail):
    """One team's line; ``trail``: its points of each round (match points where it plays matches), None while a table of
    it has no result; ``penalties``: what was taken off its points."""

    rank: int
    team: str
    points: Fraction
    tie_breaks: Mapping[str, Fraction] = field(default_factory=dict)
    trail: tuple[Fraction | None, ...] = ()
    penalties: tuple[Penalty, ...] = ()


def team_standings(event: Event, history: History, rules: ScoringRules) -> tuple[TeamStanding, ...]:
    """Return the teams in their order; empty where there are none."""
    if not event.teams:
        return ()
    histories, order = team_order(event, history, rules)
    main = histories[None]
    return tuple(
        TeamStanding(
            rank=order.ranks[number],
            team=event.teams[number - 1].id,
            points=main.total(number),
            tie_breaks={code: order.values[code][number] for code in order.codes},
            trail=tuple(None if turn.not_yet else Fraction(turn.points, main.unit) for turn in main.turns[number]),
            penalties=main.off.get(number, ()),
        )
        for number in order.participants
    )


def team_order(event: Event, history: History, rules: ScoringRules) -> tuple[Mapping[str | None, History], Order]:
    """Return the teams' histories and their order; a team's number is its place in the document, from 1."""
    if rules.teams.score == "match":
        histories = match_histories(event, history, rules.teams)
    else:
        summed = _summed(event, history, rules)
        histories = {None: summed, "MP": summed, "GP": summed}
    if off := taken_off(rules.penalties, history.rounds, teams=True):
        histories = {**histories, None: replace(histories[None], off=off)}
    numbers = list(range(1, len(event.teams) + 1))
    return histories, in_order(histories, numbers, rules.teams.tie_breaks, teams=True)


def _summed(event: Event, history: History, rules: ScoringRules) -> History:
    """Return a history of teams without meetings: each round the sum of the players' points (QC 4.1, 7.1)."""
    members: dict[str, list[int]] = {team.id: [] for team in event.teams}
    for player in event.players:
        if player.team is not None:
            members[player.team].append(player.id)
    points: list[list[Fraction]] = [[]]
    points.extend(
        [_round_sum(history, members[team.id], index, rules) for index in range(history.rounds)] for team in event.teams
    )
    unit = lcm(*{value.denominator for own in points for value in own})
    # What is in counts already; the round says that there is more to come.
    turns = [
        [Turn(_kind_of(history, own, index), int(value * unit)) for index, value in enumerate(values)]
        for own, values in zip([[], *members.values()], points, strict=True)
    ]
    return History(
        participants=tuple(range(1, len(event.teams) + 1)),
        turns=turns,
        score=[sum(turn.points for turn in own) for own in turns],
        unit=unit,
        rounds=history.rounds,
        final_round=history.final_round,
        win=0,
        draw=0,
        dummies=0,
        ratings=[None] * len(turns),
        seed=history.seed,
        predetermined=history.predetermined,
        capped=history.capped,
        regular=[False] * len(turns),
    )


def _kind_of(history: History, members: Sequence[int], index: int) -> Kind:
    """Return the kind of a round for a team: adjourned or pending where a table of its players has no result."""
    kinds = {history.turns[player][index].kind for player in members}
    return next((kind for kind in (Kind.PENDING, Kind.ADJOURNED) if kind in kinds), Kind.PLAYED)


def _round_sum(history: History, members: Sequence[int], index: int, rules: ScoringRules) -> Fraction:
    """Return a team's points of one round: its best players' if so declared, and what missing ones bring."""
    turns = [history.turns[player][index] for player in members]
    present = sorted((turn.points for turn in turns if turn.kind is not Kind.ZERO_BYE), reverse=True)
    team = rules.teams
    counted = present if team.best is None else present[: team.best]
    total = Fraction(sum(counted), history.unit)
    wanted = team.size if team.size is not None else len(members)
    if team.best is not None:
        wanted = min(wanted, team.best)
    missing = max(0, wanted - len(counted))
    if not missing or team.missing == "zero":
        return total
    if team.missing == "draw":
        return total + missing * Fraction(history.draw, history.unit)
    return total + missing * total / len(counted) if counted else total
