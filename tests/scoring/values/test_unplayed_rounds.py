"""Unplayed rounds, worked by hand: adjusted scores, Koya's limit, standard points, and nobody met at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.core.history import History, adjusted_scores
from scoring.input.reading import event_from
from scoring.pairwise import history_of
from scoring.standings import standings
from tests.scoring.documents import document_of

WON, LOST = ["1", "0"], ["0", "1"]


def history(players: int, rounds: list[dict[str, Any]], **more: Any) -> History:
    return history_of(event_from(document(players, rounds, **more)))


def document(players: int, rounds: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    rated = [{"rating": 1500 + number} for number in range(1, players + 1)]
    return document_of("quarto", rated, rounds, **{"pairing": {"system": "swiss"}, **more})


def values(event: dict[str, Any], *codes: str) -> dict[int, list[str]]:
    event = event | {"scoring": {"tie_breaks": list(codes)}}
    lines = standings(event_from(event)).standings
    return {line.player: [str(line.tie_breaks[code]) for code in codes] for line in lines}


FORFEIT_LOST = {"seats": [1, 2], "points": [None, "1"], "end": "forfeit"}


@pytest.mark.parametrize(("rounds", "halves"), [
    # a win, then a requested bye and a forfeit lost: both voluntary, so the bye counts as a draw (16.2.5, 16.3.2)
    ([{"tables": [{"seats": [1, 2], "points": WON}]}, {"byes": [{"player": 1, "kind": "zero"}]},
      {"tables": [FORFEIT_LOST]}], 3),
    # the forfeit first, the bye after it: the same
    ([{"tables": [{"seats": [1, 2], "points": WON}]}, {"tables": [FORFEIT_LOST]},
      {"byes": [{"player": 1, "kind": "zero"}]}], 3),
    # a game after the bye: the player came back, so the bye stays what it is
    ([{"tables": [{"seats": [1, 2], "points": WON}]}, {"byes": [{"player": 1, "kind": "zero"}]},
      {"tables": [{"seats": [1, 2], "points": LOST}]}], 2),
    # a forfeit won after the bye is no voluntary round either
    ([{"tables": [{"seats": [1, 2], "points": WON}]}, {"byes": [{"player": 1, "kind": "zero"}]},
      {"tables": [{"seats": [1, 2], "points": ["1", None], "end": "forfeit"}]}], 4),
])  # fmt: skip
def test_a_requested_bye_counts_as_a_draw_if_only_voluntary_rounds_follow(
    rounds: list[dict[str, Any]], halves: int
) -> None:
    played = history(2, rounds)
    assert Fraction(adjusted_scores(played)[1], played.unit) == Fraction(halves, 2)


def round_robin_of_three(gone: bool) -> dict[str, Any]:
    """1 beats 2, 1 draws with 3, 2 beats 3; with ``gone`` 3 has left, so that nobody wrote down their free round."""
    free = [] if gone else [{"player": 3}]
    return document(
        3,
        [
            {"tables": [{"seats": [1, 2], "points": WON}], "byes": free},
            {"tables": [{"seats": [3, 1], "points": ["1/2", "1/2"]}], "byes": [{"player": 2}]},
            {"tables": [{"seats": [2, 3], "points": WON}], "byes": [{"player": 1}]},
        ],
        pairing={"system": "berger"},
    )


@pytest.mark.parametrize("gone", [False, True])
def test_koya_in_a_round_robin_of_three_asks_for_half_of_two_games(gone: bool) -> None:
    # 2 has 1 of the 2 points that one can make: that is half, so the win against 2 counts
    assert values(round_robin_of_three(gone), "KS") == {1: ["1"], 2: ["0"], 3: ["1/2"]}


def test_koya_in_two_cycles_of_three_asks_for_half_of_four_games() -> None:
    once = round_robin_of_three(gone=True)
    twice = once | {"rounds": once["rounds"] * 2, "pairing": {"system": "berger", "cycles": 2}}
    assert values(twice, "KS") == {1: ["2"], 2: ["0"], 3: ["1"]}


@pytest.mark.parametrize("code", ["ARO", "ARO/C1", "ARO/M1", "APRO", "APPO", "AOB", "AOB/C1", "TPR", "PTP"])
def test_an_average_over_nobody_is_nought(code: str) -> None:
    rounds = [{"byes": [{"player": 1}]}]
    assert values(document(1, rounds), code)[1] == ["0"]


def test_an_average_from_which_the_only_opponent_is_cut_is_nought() -> None:
    rounds = [{"tables": [{"seats": [1, 2], "points": WON}]}]
    assert values(document(2, rounds), "ARO", "ARO/C1") == {1: ["1502", "0"], 2: ["1501", "0"]}
