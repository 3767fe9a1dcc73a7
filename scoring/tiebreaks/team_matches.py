"""Tie-breaks of teams that play matches (FIDE Handbook C.07, articles 12 and 13).

MP are match points, GP board points (C.07 calls these game points). MP decide; the other score is the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from scoring.core import units
from scoring.core.codes import Code
from scoring.core.history import History
from scoring.core.registry import Part, tie_break
from scoring.tiebreaks.direct_encounter import Met, averaged, split
from scoring.tiebreaks.opponents import buchholz, fore_buchholz, from_opponents


def _scores(history: History) -> Mapping[Any, History]:
    """Return the histories in MP and GP; that of summed points stands for both."""
    return history.options.get("histories") or {"MP": history, "GP": history}


@tie_break("MPvGP", source="FIDE Handbook C.07, article 13.1", label="Board points", unit=units.score, scope="teams")
def second_score(history: History, team: int, code: Code) -> Sequence[Part]:
    """Return the board points of a competition that match points decide."""
    second = _scores(history)["GP"]
    return [Part(turn.points, turn.points, number) for number, turn in enumerate(second.turns[team], 1) if turn.points]


def _extended(history: History, team: int, code: Code, first: str, second: str) -> Sequence[Part]:
    """Multiply the opponents' totals in one score by the points made against them in the other."""
    totals, turns = _scores(history)[first], _scores(history)[second].turns[team]
    games = history.predetermined or code.forfeits
    return from_opponents(totals, team, games, lambda number, halves: turns[number - 1].points, 1)


for name, first, second, article in (
    ("EMMSB", "MP", "MP", "13.2.1"), ("EMGSB", "MP", "GP", "13.2.2"),
    ("EGMSB", "GP", "MP", "13.2.3"), ("EGGSB", "GP", "GP", "13.2.4"),
):  # fmt: skip
    tie_break(
        name,
        source=f"FIDE Handbook C.07, article {article}",
        label=f"Extended Sonneborn-Berger, {first} times {second}",
        modifiers="CP",
        unit=units.square,
        scope="teams",
    )(partial(_extended, first=first, second=second))


def _normaliser(history: History, code: Code) -> int:
    """Return the highest total in match points over the highest score in board points of a match, cut to a whole.

    ``/Kn`` sets it. Where it would be 0, it is 1.
    """
    if code.number is not None:
        return code.number
    scores = _scores(history)
    most = scores["GP"].win
    return max(1, scores["MP"].win * (history.final_round or history.rounds) // most) if most else 1


@tie_break(
    "SSSC",
    source="FIDE Handbook C.07, article 13.4",
    label="Scores and schedule strength",
    modifiers="FKP",
    unit=lambda history, code: history.unit * _normaliser(history, code),
    hidden_in_round_robins=True,
    scope="teams",
)
def score_and_schedule(history: History, team: int, code: Code) -> Sequence[Part]:
    """Return the board points, plus the Buchholz in match points (``/F``: Fore) over a normalising number."""
    scores = _scores(history)
    factor = _normaliser(history, code)
    own = scores["GP"].score[team] * factor
    strength = fore_buchholz if code.fore else buchholz
    return [Part(own, own, 0), *strength(scores["MP"], team, code)]


@tie_break(
    "EDE",
    source="FIDE Handbook C.07, article 13.3",
    label="Extended direct encounter",
    modifiers="P",
    scope="teams",
    among_tied=True,
)
def extended_direct_encounter(
    history: History, tied: Sequence[int], code: Code
) -> tuple[dict[int, Fraction], list[list[int]]]:
    """Apply direct encounter in match points; where that breaks no tie in board points; again for each new set.

    A new set begins with match points again (13.3.3); before March 2026, with the score that made it, as the
    published exercises do. Shown: the match points of the meetings among the tied.
    """
    scores = _scores(history)
    games = history.predetermined or code.forfeits
    met: dict[str, dict[int, Met]] = {}
    win: dict[str, int] = {}
    scale: dict[str, int] = {}
    for name in ("MP", "GP"):
        results = {team: _results(scores[name], team, frozenset(tied), games) for team in tied}
        scale[name], met[name] = averaged(results)
        win[name] = scores[name].win * scale[name]
    order: list[list[int]] = []
    waiting = [(list(tied), "MP")]
    while waiting:
        group, first = waiting.pop()
        for name in (first, "GP" if first == "MP" else "MP"):
            groups = split(group, met[name], win[name]) if len(group) > 1 else [group]
            if len(groups) > 1:
                again = "MP" if history.capped else name
                waiting.extend((part, again) for part in reversed(groups))
                break
        else:
            order.append(group)
    unit = scores["MP"].unit * scale["MP"]
    return {team: Fraction(sum(met["MP"][team].values()), unit) for team in tied}, order


def _results(history: History, team: int, among: frozenset[int], games: bool) -> dict[int, list[int]]:
    """Return by opponent among the tied the scores of the matches against them."""
    results: dict[int, list[int]] = {}
    for turn in history.turns[team]:
        for opponent, _, played, _ in turn.meetings:
            if opponent in among and (played or games):
                results.setdefault(opponent, []).append(turn.points)
    return results


def _boards(history: History, team: int) -> dict[int, Fraction]:
    """Return a team's board points by board, over all its matches."""
    sums = history.options.get("boards")
    own: Mapping[int, int] = sums[team] if sums else {}
    return {board: Fraction(points, history.unit) for board, points in sorted(own.items())}


@tie_break("BC", source="FIDE Handbook C.07, article 12.1", label="Board count", scope="teams", among_tied=True)
def board_count(history: History, tied: Sequence[int], code: Code) -> tuple[dict[int, Fraction], list[list[int]]]:
    """Multiply each board's number by the points made on it, lower first; only among equals in board points."""
    shown = {
        team: sum((board * points for board, points in _boards(history, team).items()), Fraction(0)) for team in tied
    }
    totals = {sum(_boards(history, team).values(), Fraction(0)) for team in tied}
    if len(totals) > 1:
        return shown, [list(tied)]
    return shown, _by_key({team: (value,) for team, value in shown.items()})


@tie_break(
    "TBR",
    source="FIDE Handbook C.07, article 12.2",
    label="Top board results",
    scope="teams",
    among_tied=True,
)
def top_board_results(history: History, tied: Sequence[int], code: Code) -> tuple[dict[int, Fraction], list[list[int]]]:
    """Compare the points on board 1, then on board 2, and so on. Shown: those on board 1."""
    boards = {team: _boards(history, team) for team in tied}
    last = max((max(own, default=0) for own in boards.values()), default=0)
    keys = {team: tuple(-own.get(board, Fraction(0)) for board in range(1, last + 1)) for team, own in boards.items()}
    return {team: own.get(1, Fraction(0)) for team, own in boards.items()}, _by_key(keys)


@tie_break(
    "BBE",
    source="FIDE Handbook C.07, article 12.3",
    label="Bottom board elimination",
    scope="teams",
    among_tied=True,
)
def bottom_board_elimination(
    history: History, tied: Sequence[int], code: Code
) -> tuple[dict[int, Fraction], list[list[int]]]:
    """Compare the points on all boards but the last, then but the last two, and so on. Shown: those but the last."""
    boards = {team: _boards(history, team) for team in tied}
    last = max((max(own, default=0) for own in boards.values()), default=0)
    keys = {
        team: tuple(
            -sum((points for board, points in own.items() if board < end), Fraction(0)) for end in range(last, 1, -1)
        )
        for team, own in boards.items()
    }
    return {team: -(key[0] if key else Fraction(0)) for team, key in keys.items()}, _by_key(keys)


def _by_key(keys: Mapping[int, tuple[Fraction, ...]]) -> list[list[int]]:
    """Return teams in the order of their keys, those with equal ones together."""
    order: list[list[int]] = []
    for team in sorted(keys, key=lambda team: (keys[team], team)):
        if order and keys[order[-1][0]] == keys[team]:
            order[-1].append(team)
        else:
            order.append([team])
    return order
