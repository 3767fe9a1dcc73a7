"""Both editions of the Dutch system against bbpPairings: pairs, colours, byes and the order of the tables."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.pairing.dutch.drawn import known
from tests.pairing.dutch.samples import CASES, name_of, pairs_of, sample_event
from tournaments.pairing.dutch.people import entrants
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


CHECKLISTS: dict[str, str] = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "data" / "swiss-checklists.json.gz").read_bytes())
)["checklists"]


@pytest.mark.parametrize("name", sorted(CHECKLISTS))
def test_what_is_known_of_each_player_is_what_the_checklist_says(name: str) -> None:
    """Score, colours, colour wish, whether the bye may go there, the floats of the two last rounds."""
    case = next(c for c in CASES if name_of(c) == name)
    event = sample_event(case)
    people = {e.number: e for e in entrants(known(event))}
    _heading, *lines = [line for line in CHECKLISTS[name].split("\n") if line.strip()]
    assert len(lines) == len(people)
    order = [int(line.split("\t")[0]) for line in lines]
    assert order == [e.number for e in sorted(people.values(), key=lambda e: e.place)]
    for line in lines:
        number, points, colours, wanted, bye, before, two_before = line.split("\t")[:7]
        person = people[int(number)]
        wish = person.wish
        assert Fraction(person.score, 10) == Fraction(points)
        assert "".join("W" if c > 0 else "B" for c in wish.colours) == colours.strip()
        letter = {1: "W", -1: "B", 0: "A"}[wish.colour]
        shown = letter if wish.absolute or not wish.colour else f"({letter})" if wish.strong else letter.lower()
        assert shown == wanted.strip()
        assert ("Y" if person.bye_free else "N") == bye.strip()
        assert [f.value for f in person.floats] == [before.strip(), two_before.strip()]
