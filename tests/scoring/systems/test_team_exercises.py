"""The team event of FIDE TEC's exercises: Buchholz, extended Sonneborn-Berger, SSSC, EDE and the boards.

Its rules are those before March 2026, so dummies are not capped (``data/team-tiebreaks-tec.json``).
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.core.history import History, Kind
from scoring.documents.document import Event, Player, Round, Table, Team
from scoring.pairwise import history_of
from scoring.ranking import in_order
from scoring.sections.teams import TeamRound, histories_of
from scoring.standings import standings

DATA: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "data" / "team-tiebreaks-tec.json").read_text("utf-8")
)

CODES = {
    "BH:MP": "BH:MP",
    "BH:MP/C1": "BH:MP/C1",
    "SSSC:MP(FN=3)": "SSSC",
    "EMMSB": "EMMSB",
    "EGMSB": "EGMSB",
    "EMGSB": "EMGSB",
    "EGGSB": "EGGSB",
}

_KINDS = {
    "played": Kind.PLAYED,
    "+F": Kind.FORFEIT_WIN,
    "-F": Kind.FORFEIT_LOSS,
    "PAB": Kind.PAIRING_BYE,
    "HPB": Kind.HALF_BYE,
    "ZPB": Kind.ZERO_BYE,
}


def histories() -> dict[str | None, History]:
    """Fourteen teams of four boards after seven rounds, in halves of a point."""
    rounds: list[list[TeamRound]] = [[]]
    rounds.extend(
        [
            TeamRound(
                kind=_KINDS[entry["kind"]],
                match_points=2 * entry["mp"],
                board_points=int(2 * entry["gp"]),
                opponent=entry["opponent"],
                halves=entry["mp"],
            )
            for entry in DATA["teams"][str(number)]["rounds"]
        ]
        for number in range(1, 15)
    )
    players = history_of(
        Event(
            name="Teams",
            game="quarto",
            pairing={"system": "swiss", "rounds": 7},
            scoring={"edition": "2024"},
            rounds=tuple(Round(number) for number in range(1, 8)),
        )
    )
    return histories_of(rounds, players, unit=2, match=(4, 2), most=(8, 4))


@pytest.mark.parametrize("published", CODES)
def test_a_published_value_is_met(published: str) -> None:
    order = in_order(histories(), range(1, 15), [CODES[published]], teams=True)
    for number, values in DATA["expected"].items():
        value = order.values[CODES[published]][int(number)]
        decimals = 10 if published.startswith("SSSC") else 100
        assert Fraction(int(value * decimals + Fraction(1, 2)), decimals) == Fraction(str(values[published]))


def test_the_scores_are_those_published() -> None:
    found = histories()
    for number, team in DATA["teams"].items():
        assert found["MP"].score[int(number)] == 2 * team["mp"]
        assert found["GP"].score[int(number)] == 2 * team["gp"]


def test_extended_direct_encounter_begins_anew_with_match_points_since_2026() -> None:
    found = {name: replace(history, capped=True) for name, history in histories().items()}
    order = in_order(found, range(1, 15), ["EDE"], teams=True)
    tied = [team for team in order.participants if found["MP"].score[team] == 20]
    # Board points put 4 first and 5 last; of 1, 2 and 3, 1 beat the others, and 2 beat 3.
    assert tied == [4, 1, 2, 3, 5]


def test_extended_direct_encounter_orders_as_published() -> None:
    order = in_order(histories(), range(1, 15), ["EDE"], teams=True)
    scores = histories()["MP"].score

    def with_points(points: int) -> list[int]:
        return [team for team in order.participants if scores[team] == 2 * points]

    assert with_points(10) == DATA["ede"]["ten_points_order_MP_primary"]
    assert len({order.ranks[team] for team in with_points(10)}) == 5
    assert with_points(7) == DATA["ede"]["seven_points"]
    assert [order.ranks[team] for team in with_points(6)] == [8, 8, 8]
    assert [order.ranks[team] for team in with_points(4)] == [12, 12]


def board_match(tie_breaks: list[str]) -> Event:
    """The match of teams 11 and 14 in round 3, of which the exercises count the boards."""
    results = {"1-0": ("1", "0"), "1/2": ("1/2", "1/2"), "0-1": ("0", "1")}
    match = DATA["board_tie_breaks_11_14"]["match_round3"]
    tables = tuple(
        Table(board, (board, board + 4), tuple(map(Fraction, results[result])), None, "played")
        for board, (_, _, result) in enumerate(match, 1)
    )
    return Event(
        name="Match",
        game="quarto",
        pairing={"system": "team-berger", "table_size": 2},
        scoring={"teams": {"tie_breaks": tie_breaks}},
        teams=(Team("11", "Koalas"), Team("14", "Narwhals")),
        players=tuple(
            Player(number, str(number), team="11" if number < 5 else "14", board=(number - 1) % 4 + 1)
            for number in range(1, 9)
        ),
        rounds=(Round(1, tables),),
    )


@pytest.mark.parametrize(
    ("code", "values", "first"),
    [
        ("BC", {"11": Fraction(7, 2), "14": Fraction(13, 2)}, "11"),
        ("BBE", {"11": Fraction(2), "14": Fraction(1)}, "11"),
        ("TBR", {"11": Fraction(1), "14": Fraction(0)}, "11"),
        ("EDE", {"11": Fraction(1), "14": Fraction(1)}, None),
    ],
)
def test_boards_break_a_drawn_match(code: str, values: dict[str, Fraction], first: str | None) -> None:
    found = standings(board_match([code])).teams
    assert {line.team: line.tie_breaks[code] for line in found} == values
    if first is None:
        assert [line.rank for line in found] == [1, 1]
    else:
        assert [line.rank for line in found] == [1, 2]
        assert found[0].team == first
