"""The mutants fit the program as it is; `python -m reliability.mutants` tries them."""

from __future__ import annotations

from reliability.mutants import CHECKOUT, Mutant, mutants

EVERY = mutants()


def misfit(mutant: Mutant) -> str:
    """Return what is wrong with a mutant, or nothing."""
    whole = (CHECKOUT / mutant.file).read_text("utf-8")
    try:
        changed = mutant.applied(whole)
        compile(changed, mutant.file, "exec")
    except Exception as error:
        return repr(error)
    if changed == whole:
        return "changes nothing"
    missing = [test for test in mutant.tests if not (CHECKOUT / test.partition("::")[0]).exists()]
    return f"its tests do not exist: {missing}" if missing or not mutant.tests else ""


def test_each_mutant_changes_one_place_and_names_its_tests() -> None:
    assert {mutant.key: trouble for mutant in EVERY if (trouble := misfit(mutant))} == {}


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
