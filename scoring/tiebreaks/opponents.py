"""Tie-breaks from the opponents' scores, and from own results with them (FIDE Handbook C.07, articles 8, 9 and 16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul

from scoring.core import units
from scoring.core.codes import Code
from scoring.core.history import (
    VOLUNTARY,
    History,
    Kind,
    adjusted_scores,
    award_halves,
    dummy_score,
    met_scores,
    stands_for_dummies,
)
from scoring.core.registry import Ending, Part, tie_break
from scoring.pairwise import drawn_final_round


def from_opponents(
    history: History, player: int, games: bool, times: Callable[[int, int | None], int], dummies: int
) -> Sequence[Part]:
    """Return a part for the score of each opponent, or of the dummy in their place, as often as ``times`` says by the
    round and the half points against them; None: against the ``dummies`` of a round without opponents."""
    scores, own = adjusted_scores(history), history.score[player]
    parts = []
    for number, turn in enumerate(history.turns[player], 1):
        for opponent, halves, played, _ in turn.meetings:
            if played or games:
                score = scores[opponent]
                parts.append(Part(score * times(number, halves), score, number, opponent))
            else:
                score, given_up = dummy_score(history, player, opponent), turn.kind is Kind.FORFEIT_LOSS
                parts.append(Part(score * times(number, halves), score, number, opponent, given_up, True, score < own))
        if stands_for_dummies(history, turn):
            score = dummy_score(history, player, None)
            dummy = Part(score * times(number, None), score, number, None, turn.kind in VOLUNTARY, True, score < own)
            parts.extend([dummy] * dummies)
    return parts


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
    return history.once(
        ("BH", games, player),
        lambda: from_opponents(history, player, games, lambda number, halves: 1, history.dummies),
    )


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


def _sum_of_products(history: History, player: int, code: Code) -> tuple[int, int] | None:
    """Compute Sonneborn-Berger without its parts."""
    met = met_scores(history, player, code)
    if met is None:
        return None
    products = list(map(mul, *met))
    if code.cut_low or code.cut_high:
        ordered = sorted(zip(met[0], products, strict=True))
        kept = ordered[code.cut_low : max(code.cut_low, len(ordered) - code.cut_high)]
        products = [product for _, product in kept]
    return sum(products), len(products)


@tie_break(
    "SB",
    quick=_sum_of_products,
    source="FIDE Handbook C.07, article 9.1",
    label="Sonneborn-Berger",
    modifiers="CMP",
    unit=units.product,
)
def sonneborn_berger(history: History, player: int, code: Code) -> Sequence[Part]:
    """Sum the opponents' scores, each times the result against them."""
    turns, games = history.turns[player], history.predetermined or code.forfeits

    def result(number: int, halves: int | None) -> int:
        return award_halves(history, turns[number - 1]) if halves is None else halves

    return history.once(("SB", games, player), lambda: from_opponents(history, player, games, result, history.dummies))


def _against_the_best(history: History, player: int, code: Code) -> tuple[int, int]:
    """Compute Koya without its parts."""
    limit = _koya_limit(history) + code.limit * history.unit
    opponents_scores = [
        halves
        for turn in history.turns[player]
        for opponent, halves in zip(turn.opponents, turn.halves, strict=True)
        if halves and 2 * (history.score[opponent] - history.began(opponent)) >= limit
    ]
    return sum(opponents_scores), len(opponents_scores)


@tie_break(
    "KS",
    quick=_against_the_best,
    source="FIDE Handbook C.07, article 9.2",
    label="Koya",
    modifiers="L",
    unit=units.half,
)
def koya(history: History, player: int, code: Code) -> Sequence[Part]:
    """Return the results against those with half of the highest possible score or more; ``/L±n`` moves it."""
    limit = _koya_limit(history) + code.limit * history.unit
    return [
        Part(halves, halves, number, opponent)
        for number, turn in enumerate(history.turns[player], 1)
        for opponent, halves, _, _ in turn.meetings
        if halves and 2 * (history.score[opponent] - history.began(opponent)) >= limit
    ]


def _koya_limit(history: History) -> int:
    """Return the highest possible score: a win in each round that one could have been paired in.

    In a round robin of an odd number everybody is free once a cycle, so that one can play one game less than there are
    rounds, as FIDE's TieBreakServer has it; that who was absent is not known to have been free changes nothing.
    """
    known = history.memo.get("koya")
    if known is None:
        rounds = history.rounds
        if history.round_robin:
            rounds = max((_paired(history, player) for player in history.participants), default=0)
            entrants = int(history.options.get("entrants") or len(history.participants))
            if entrants % 2:
                rounds = min(rounds, history.rounds - history.rounds // entrants)
        known = history.memo["koya"] = history.win * rounds
    return known


def _paired(history: History, player: int) -> int:
    return sum(turn.kind not in (Kind.FREE, Kind.ANNULLED) for turn in history.turns[player])
