"""Both editions of the Dutch system against bbpPairings: pairs, colours, byes and the order of the tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pairing.dutch.samples import CASES, name_of, pairs_of, sample_event
from tournaments.pairing.engine import pair


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_the_rules_in_force_are_what_a_document_without_an_edition_means(case: dict[str, Any]) -> None:
    got = pairs_of(pair(sample_event(case)).rounds[0])
    if case in CASES[40:]:  # the first forty are listed by number, these as bbpPairings numbers its tables
        assert got == case["2026"]
    assert sorted(got) == sorted(case["2026"])


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_the_edition_before_pairs_as_bbp_pairings_5_does(case: dict[str, Any]) -> None:
    assert sorted(pairs_of(pair(sample_event(case, "2018")).rounds[0])) == sorted(case["2018"])


def test_the_samples_have_all_kinds_of_rounds() -> None:
    games = " ".join(g for case in CASES for _, g in case["players"])
    assert all(token in games for token in ("-U", "-H", "-Z", "-F", "w+", "b-", "w=", "b1"))
    for key in ("joined", "left", "forbidden", "acceleration"):
        assert sum(key in case for case in CASES) >= 20
    assert sum(case["2026"] != case["2018"] for case in CASES) >= 30
    assert sum(any(g.startswith("0-Z") for _, g in c["players"]) for c in CASES) >= 40  # not there in round 1
    assert sum(case["round"] == case["rounds"] for case in CASES) >= 20  # topscorers
