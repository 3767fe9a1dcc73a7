"""Teams: the sum of their players' points, or match points from the tables at which exactly two teams sit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from scoring.core.history import NOT_YET, History, Kind, Trail, Turn
from scoring.documents.document import Event
from scoring.input.rules import TEAM_SWISS, ScoringRules, TeamRules
from scoring.penalties import Penalty, taken_off
from scoring.ranking import Order, in_order


@dataclass(frozen=True, slots=True)
class TeamRound:
    """One round of one team: ``kind`` as for a player; points as whole numbers in the histories' units.

    ``opponent`` is None without a match; ``halves``: 2 for a match won, 1 drawn, 0 lost; ``boards``: board
    points by board.
    """

    kind: Kind
    match_points: int
    board_points: int
    opponent: int | None = None
    halves: int = 0
    boards: Mapping[int, int] | None = None


def histories_of(
    rounds: Sequence[Sequence[TeamRound]],
    history: History,
    *,
    unit: int,
    match: tuple[int, int],
    most: tuple[int, int],
) -> dict[str | None, History]:
    """Return the two histories of teams, in match points and in board points; ``rounds[team]``, index 0 unused.

    All points are in one ``unit``. ``match`` and ``most``: what a match won and one drawn give in match
    points, and in board points at most. The rest is taken from the players' history.
    """
    sums: list[dict[int, int]] = []
    for own in rounds:
        sums.append({})
        for entry in own:
            for board, points in (entry.boards or {}).items():
                sums[-1][board] = sums[-1].get(board, 0) + points
    histories: dict[str | None, History] = {}
    options = {"histories": histories, "boards": sums}
    for name, (win, draw) in (("MP", match), ("GP", most)):
        turns = [[_turn(entry, name) for entry in own] for own in rounds]
        histories[name] = History(
            participants=tuple(range(1, len(rounds))),
            turns=turns,
            score=[sum(turn.points for turn in own) for own in turns],
            unit=unit,
            rounds=history.rounds,
            final_round=history.final_round,
            win=win,
            draw=draw,
            dummies=1,
            ratings=[None] * len(rounds),
            seed=history.seed,
            predetermined=history.predetermined,
            round_robin=history.round_robin,
            capped=history.capped,
            regular=History.are_regular(turns),
            options=options,
        )
    histories[None] = histories["MP"]
    return histories


def _turn(entry: TeamRound, score: str) -> Turn:
    points = entry.match_points if score == "MP" else entry.board_points
    if entry.opponent is None:
        return Turn(entry.kind, points)
    opponents = (entry.opponent,)
    unplayed = () if entry.kind is Kind.PLAYED else opponents
    return Turn(entry.kind, points, opponents, (entry.halves,), 0, unplayed)


def match_histories(event: Event, history: History, rules: TeamRules) -> dict[str | None, History]:
    """Return the teams' histories from the tables of an event."""
    numbers = {team.id: number for number, team in enumerate(event.teams, 1)}
    team_of = [0] + [numbers.get(player.team or "", 0) for player in event.players]
    swiss = event.pairing.get("system") == TEAM_SWISS
    drawn_boards = _boards(event) * Fraction(history.draw, history.unit)
    byes = rules.bye or (rules.match_points[1], drawn_boards)
    unit = lcm(2 * history.unit, *(value.denominator for value in (*rules.match_points, *byes, drawn_boards)))
    scale = unit // history.unit
    won, drawn, lost = (int(value * unit) for value in rules.match_points)
    half = int(drawn_boards * unit)
    of_byes = {
        Kind.PAIRING_BYE: (int(byes[0] * unit), int(byes[1] * unit)),
        Kind.FULL_BYE: (won, 2 * half),
        Kind.HALF_BYE: (drawn, half),
        Kind.ZERO_BYE: (0, 0),
    }
    rounds: list[list[TeamRound]] = [[] for _ in range(len(event.teams) + 1)]
    most = 0
    for index, entry in enumerate(event.rounds[: history.rounds]):
        of: dict[int, list[Turn]] = {team: [] for team in numbers.values()}
        for player in history.participants:
            if team_of[player]:
                of[team_of[player]].append(history.turns[player][index])
        unopposed = {team: sum(t.points for t in own if t.kind is Kind.PAIRING_BYE) * scale for team, own in of.items()}
        met: dict[int, dict[int, dict[int, int]]] = {}
        kinds: dict[int, set[Kind]] = {}
        for table in sorted(entry.tables, key=lambda table: table.number):
            sides = {team_of[player] for player in table.seats}
            if len(sides) != 2 or 0 in sides:
                continue
            first, second = sorted(sides)
            board = len(met.get(first, {}).get(second, {})) + 1
            for team, against in ((first, second), (second, first)):
                turns = [history.turns[player][index] for player in table.players if team_of[player] == team]
                points = sum(turn.points for turn in turns) * scale
                met.setdefault(team, {}).setdefault(against, {})[board] = points
                kinds.setdefault(team, set()).update(turn.kind for turn in turns)
        for team in range(1, len(event.teams) + 1):
            against_boards = met.get(team, {})
            if len(against_boards) != 1:
                kind = Kind.FREE if history.round_robin else _bye(of[team]) if swiss else Kind.PAIRING_BYE
                rounds[team].append(TeamRound(kind, *of_byes[Kind.PAIRING_BYE if kind is Kind.FREE else kind]))
                continue
            ((opponent, own),) = against_boards.items()
            mine, theirs = sum(own.values()), sum(met[opponent][team].values())
            if swiss:
                mine, theirs = mine + unopposed[team], theirs + unopposed[opponent]
            most = max(most, history.win * len(own))
            kind = _match_kind(kinds[team])
            halves = 2 if mine > theirs else 1 if mine == theirs else 0
            points = (lost, drawn, won)[halves]
            if kind in NOT_YET:
                rounds[team].append(TeamRound(kind, 0, mine, None, 0, own))
            else:
                rounds[team].append(TeamRound(kind, points, mine, opponent, halves, own))
    return histories_of(
        rounds,
        history,
        unit=unit,
        match=(won, drawn),
        most=(most * scale, most * scale // 2),
    )


def _boards(event: Event) -> int:
    """Return the boards of a match: declared, or as many as every team has players for."""
    declared = event.pairing.get("boards")
    if type(declared) is int and declared > 0:
        return declared
    sizes = Counter(player.team for player in event.players if player.team is not None)
    return min(sizes.values(), default=0)


def _bye(turns: Sequence[Turn]) -> Kind:
    """Return the bye of a team without a match in a Swiss: the pairing's, one that was asked for, or none."""
    kinds = {turn.kind for turn in turns}
    for kind in (Kind.PAIRING_BYE, Kind.FULL_BYE, Kind.HALF_BYE):
        if kind in kinds:
            return kind
    return Kind.ZERO_BYE


def _match_kind(kinds: set[Kind]) -> Kind:
    """Return the kind of a match, from what its players' rounds were."""
    if Kind.PENDING in kinds:
        return Kind.PENDING
    if Kind.ADJOURNED in kinds:
        return Kind.ADJOURNED
    if Kind.PLAYED in kinds:
        return Kind.PLAYED
    return Kind.FORFEIT_WIN if Kind.FORFEIT_WIN in kinds else Kind.FORFEIT_LOSS


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
