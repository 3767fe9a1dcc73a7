"""Tie-breaks from the opponents' scores (FIDE Handbook C.07, articles 8 and 16).

At a table of four a player meets three opponents, so the Buchholz of one round there has three terms.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.core import units
from scoring.core.codes import Code
from scoring.core.history import VOLUNTARY, History, Kind
from scoring.core.registry import Ending, Part, tie_break
from scoring.core.unplayed import adjusted_scores, dummy_score, met_scores, stands_for_dummies
from scoring.pairwise import drawn_final_round


def _sum_of_scores(history: History, player: int, code: Code) -> tuple[int, int] | None:
    """Compute Buchholz without its parts."""
    met = met_scores(history, player, code)
    if met is None:
        return None
    scores, _ = met
    if code.cut_low or code.cut_high:
        scores = sorted(scores)[code.cut_low : max(code.cut_low, len(scores) - code.cut_high)]
    return sum(scores), len(scores)


@tie_break(
    "BH",
    quick=_sum_of_scores,
    source="FIDE Handbook C.07, article 8.1",
    label="Buchholz",
    modifiers="CMP",
    unit=units.score,
    hidden_in_round_robins=True,
)
def buchholz(history: History, player: int, code: Code) -> Sequence[Part]:
    """Sum the opponents' scores."""
    games = history.predetermined or code.forfeits
    known = history.memo.get(("BH", games, player))
    if known is None:
        known = history.memo["BH", games, player] = _opponents_scores(history, player, games)
    return known


def _opponents_scores(history: History, player: int, games: bool) -> Sequence[Part]:
    scores, own = adjusted_scores(history), history.score[player]
    parts = []
    for number, turn in enumerate(history.turns[player], 1):
        for opponent, _, played, _ in turn.meetings:
            if played or games:
                score = scores[opponent]
                parts.append(Part(score, score, number, opponent))
            else:
                score = dummy_score(history, player, opponent)
                parts.append(Part(score, score, number, opponent, turn.kind is Kind.FORFEIT_LOSS, True, score < own))
        if stands_for_dummies(history, turn):
            score = dummy_score(history, player, None)
            dummy = Part(score, score, number, None, turn.kind in VOLUNTARY, True, score < own)
            parts.extend([dummy] * history.dummies)
    return parts


@tie_break(
    "FB",
    source="FIDE Handbook C.07, article 8.3",
    label="Fore Buchholz",
    modifiers="CMP",
    unit=units.score,
    hidden_in_round_robins=True,
)
def fore_buchholz(history: History, player: int, code: Code) -> Sequence[Part]:
    """Compute Buchholz as if every paired game of the event's last round had been drawn."""
    return buchholz(drawn_final_round(history), player, code)


@tie_break(
    "AOB",
    source="FIDE Handbook C.07, article 8.2",
    label="Average of opponents' Buchholz",
    modifiers="CMF",
    unit=units.score,
    ending=Ending.MEAN,
    hidden_in_round_robins=True,
)
def average_of_opponents_buchholz(history: History, player: int, code: Code) -> Sequence[Part]:
    """Average the Buchholz, with ``/F`` the Fore Buchholz, of the opponents met over the board."""
    seen = drawn_final_round(history) if code.fore else history
    totals = seen.memo.get("AOB")
    if totals is None:
        plain = Code("BH", "BH")
        totals = seen.memo["AOB"] = {
            other: quick[0]
            if (quick := _sum_of_scores(seen, other, plain)) is not None
            else sum(part.amount for part in buchholz(seen, other, plain))
            for other in seen.participants
        }
    return [
        Part(totals[opponent], totals[opponent], number, opponent)
        for number, turn in enumerate(history.turns[player], 1)
        for opponent, _, played, _ in turn.meetings
        if played
    ]
