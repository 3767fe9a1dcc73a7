"""Every published value of FIDE TEC's exercises in tie-breaking is met, and those of FIDE's TieBreakServer.

Where the two disagree in the file, and which is followed:

- ``RTNG/R``: the one prints the rating with a minus, the other the rating; it is the rating here, ranked from
  below.
- ``DE``: the file's "expected" numbers and TieBreakServer's are places within the tied group. Here the points
  in the meetings are shown; the order is TieBreakServer's.
- ``AOB`` is published with two decimals; here it is exact.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.core.history import adjusted_scores
from scoring.pairwise import drawn_final_round, history_of
from scoring.standings import standings
from tests.scoring.tec import TOURNAMENTS, event, published, rounded

NOT_SHOWN_SO = ("PTS", "DE", "Kashdan (non-FIDE)", "(adjusted score for BH)", "(adjusted score for FB)")

CASES = [
    (name, source, code)
    for name, data in TOURNAMENTS.items()
    for source in ("expected", "gacrux")
    for code in data.get(source, {})
    if code not in NOT_SHOWN_SO
]


@pytest.mark.parametrize(("name", "source", "text"), CASES)
def test_a_published_value_is_met(name: str, source: str, text: str) -> None:
    code, _, older = text.partition("@")
    found = standings(event(name, tie_breaks=[code], edition="2024" if older else "2026"))
    values = {line.player: line.tie_breaks[code] for line in found.standings}
    expected = published(TOURNAMENTS[name][source][text])
    if (source, code) == ("expected", "RTNG/R"):
        expected = {player: -value for player, value in expected.items()}
    assert {player: rounded(values[player]) for player in expected} == expected


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_the_points_are_those_published(name: str) -> None:
    data = TOURNAMENTS[name]
    found = {line.player: line.points for line in standings(event(name)).standings}
    assert found == published(data["points"])
    if "gacrux" in data:
        assert found == published(data["gacrux"]["PTS"])


@pytest.mark.parametrize("name", [name for name, data in TOURNAMENTS.items() if "standings_PTS_DE_gacrux" in data])
def test_direct_encounter_ranks_as_the_reference_program(name: str) -> None:
    found = standings(event(name, tie_breaks=["DE"]))
    expected = TOURNAMENTS[name]["standings_PTS_DE_gacrux"]
    assert {line.player: line.rank for line in found.standings} == {
        int(player): entry["rank"] for player, entry in expected.items()
    }


def test_kashdan_is_as_in_the_exercises() -> None:
    found = standings(event("tec-swiss", tie_breaks=["KASHDAN"]))
    expected = published(TOURNAMENTS["tec-swiss"]["expected"]["Kashdan (non-FIDE)"])
    assert {line.player: line.tie_breaks["KASHDAN"] for line in found.standings} == expected


def test_adjusted_scores_are_as_in_the_exercises() -> None:
    history = history_of(event("tec-swiss"))
    for seen, key in ((history, "(adjusted score for BH)"), (drawn_final_round(history), "(adjusted score for FB)")):
        scores = adjusted_scores(seen)
        found = {player: Fraction(scores[player], seen.unit) for player in seen.participants}
        assert found == published(TOURNAMENTS["tec-swiss"]["expected"][key])


def test_a_reversed_rating_ranks_from_below() -> None:
    found = standings(event("tec-round-robin", tie_breaks=["RTNG/R"]))
    tied = [line.player for line in found.standings if line.points == Fraction(3, 2)]
    ratings = {player["id"]: player["rating"] for player in TOURNAMENTS["tec-round-robin"]["players"]}
    assert tied == sorted(tied, key=ratings.__getitem__)


def test_buchholz_is_hidden_in_a_round_robin() -> None:
    found = standings(event("tec-round-robin", tie_breaks=["DE", "BH", "SB", "FB/C1", "AOB"]))
    assert list(found.standings[0].tie_breaks) == ["DE", "SB"]
    assert set(found.dropped) == {"BH", "FB/C1", "AOB"}
    assert "round robin" in str(found.dropped["BH"])
