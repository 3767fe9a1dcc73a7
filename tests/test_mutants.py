"""The mutants fit the program as it is; `python -m reliability.mutants` tries them."""

from __future__ import annotations

import pytest

from reliability.mutants.catalogue import CHECKOUT, Mutant, mutants

EVERY = mutants()


@pytest.mark.parametrize("mutant", EVERY, ids=lambda mutant: mutant.key)
def test_a_mutant_changes_one_place_and_names_its_tests(mutant: Mutant) -> None:
    whole = (CHECKOUT / mutant.file).read_text("utf-8")
    changed = mutant.applied(whole)
    assert changed != whole
    compile(changed, mutant.file, "exec")
    assert mutant.tests
    assert [test for test in mutant.tests if not (CHECKOUT / test.partition("::")[0]).exists()] == []


def test_there_are_mutants_of_every_area_and_none_is_there_twice() -> None:
    assert {mutant.area for mutant in EVERY} == {
        "rights",
        "locks",
        "ledger",
        "privacy",
        "pairing",
        "scoring",
        "engines",
    }
    assert len(EVERY) >= 80
    assert len({mutant.key for mutant in EVERY}) == len({(m.file, m.old, m.new) for m in EVERY}) == len(EVERY)
