"""Unplayed rounds (FIDE Handbook C.07, articles 15 and 16, as in force from 1 March 2026).

At tables of more than two an unplayed round stands for as many dummies as there are opponents at such a
table, all with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.core.codes import Code
from scoring.core.history import NO_ROUND, REQUESTED, VOLUNTARY, History, Turn


def adjusted_scores(history: History) -> Sequence[int]:
    """Return each participant's score as it counts for their opponents' tie-breaks (16.3).

    Requested byes that only voluntary unplayed rounds follow, or none, count as draws (16.2.5, 16.3.2).
    In a round robin nothing is adjusted (15.2), nor where the lowest score wins: no score is worth a draw there.
    """
    known: list[int] | None = history.memo.get("adjusted")
    if known is not None:
        return known
    scores = list(history.score)
    if not history.round_robin and not history.options.get("costly"):
        for player in history.participants:
            for turn in reversed(history.turns[player]):
                if turn.kind in REQUESTED:
                    scores[player] += history.draw - turn.points
                elif turn.kind not in VOLUNTARY:
                    break
    history.memo["adjusted"] = scores
    return scores


def dummy_score(history: History, player: int, opponent: int | None) -> int:
    """Return the score of the dummy in an unplayed round (16.4): one's own, but never more than the adjusted score of
    the opponent in a forfeit (16.4.1), or draws in all rounds (16.4.2). Before March 2026 there was no such limit."""
    own = history.score[player]
    if not history.capped:
        return own
    if opponent is not None:
        return min(own, adjusted_scores(history)[opponent])
    return min(own, history.began(player) + history.draw * history.rounds) if history.draw else own


def award_halves(history: History, turn: Turn) -> int:
    """Return the result that an unpaired round's points correspond to: 2 for a win, 1 for a draw, 0 (16.3.1)."""
    if turn.points >= history.win and turn.points > 0:
        return 2
    if turn.points == history.draw and turn.points > 0:
        return 1
    return 2 if history.draw and turn.points > history.draw else 0


def stands_for_dummies(history: History, turn: Turn) -> bool:
    """Return whether a round without opponents counts against dummies: not the free one of a round robin (15.2)."""
    return not turn.opponents and turn.kind not in NO_ROUND and not history.round_robin


def met_scores(history: History, player: int, code: Code) -> tuple[list[int], list[int]] | None:
    """Return quickly the opponents' scores, dummies among them, and the half points made against each.

    None where forfeits, or cuts of voluntary unplayed rounds, need a closer look.
    """
    adjusted = adjusted_scores(history)
    cuts = code.cut_low or code.cut_high
    scores: list[int] = []
    halves: list[int] = []
    for turn in history.turns[player]:
        opponents = turn.opponents
        if turn.unplayed:
            return None
        if opponents:
            scores += [adjusted[opponent] for opponent in opponents]
            halves += turn.halves
        elif stands_for_dummies(history, turn):
            if cuts and turn.kind in VOLUNTARY:
                return None
            scores += [dummy_score(history, player, None)] * history.dummies
            halves += [award_halves(history, turn)] * history.dummies
    return scores, halves
