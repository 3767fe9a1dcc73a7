"""A declaration as answers: the same declaration again, with all that no question asks for."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import registry
from games.core.declarations.answers import (
    PLACES,
    POINTS,
    SCORE,
    SCORE_COUNTS,
    Answers,
    answers_of,
    document_of,
    lost,
    unasked,
)
from games.core.declarations.declaration import ENTRIES, BadDeclaration, read
from tests.games.core.test_declared import ORDER, PODS, RIICHI
from tests.support.examples import examples
from tests.tournaments.kinds import KINDS

KNOWN: dict[str, dict[str, Any]] = {
    **{game.declaration.key: dict(game.declaration.document) for game in registry.ready_made()},
    **{f"kind-{name}": kind.declaration for name, kind in KINDS.items()},
}
NOT_ASKED = {"riichi": "uma", "riichi-oka": "uma", "kind-score": "uma"}
"""The declarations that say what no answer can, and what that is."""


def without_document(document: object) -> Any:
    return replace(read(document), document={})


@pytest.mark.parametrize("key", sorted(KNOWN))
def test_answering_again_changes_nothing_of_a_declaration(key: str) -> None:
    answers = answers_of(read(KNOWN[key]))
    assert (answers is None) == (key in NOT_ASKED)
    if answers is not None:
        again = document_of(answers, KNOWN[key])
        assert without_document(again) == without_document(KNOWN[key])
        renamed = document_of(replace(answers, name="Another", minutes=7), KNOWN[key])
        assert unasked(renamed) == unasked(KNOWN[key])
        assert without_document(renamed) == replace(
            without_document(KNOWN[key]), names={**KNOWN[key]["names"], "en": "Another"}, minutes=7
        )


@pytest.mark.parametrize(
    "document",
    [RIICHI, {**ORDER, "entry": "score", "score": {"total": {str(size): str(size) for size in ORDER["seats"]}}}],
    ids=["uma", "totals"],
)
def test_a_declaration_that_says_more_than_answers_can_has_none(document: dict[str, Any]) -> None:
    assert answers_of(read(document)) is None


def test_amounts_without_tables_are_kept_and_no_table_is_asked_for() -> None:
    amounts = {key: value for key, value in PODS.items() if key != "tables"} | {"amounts": ["0", "1", "5"]}
    answers = answers_of(read(amounts))
    assert answers is not None and answers.results == ()
    assert document_of(answers, amounts)["amounts"] == ["0", "1", "5"]


def test_what_has_no_place_beside_other_answers_is_named() -> None:
    skat = KNOWN["skat"]
    answers = answers_of(read(skat))
    assert answers is not None and answers.entry == SCORE_COUNTS and lost(answers, skat) == ()
    assert set(lost(replace(answers, entry=PLACES), skat)) >= {"columns", "together"}
    catan = KNOWN["catan"]
    by_points = Answers("Catan", (3, 4), POINTS)
    assert lost(by_points, catan) == ("score.least", "score.most", "score.odd", "score.step")
    assert lost(Answers("Pods", (3, 4), PLACES), {**PODS, "amounts": ["0"]}) == ("amounts",)


rows = st.lists(st.fractions(0, 20, max_denominator=4), min_size=2, max_size=4)


@settings(max_examples=examples(300))
@given(
    entry=st.sampled_from(ENTRIES),
    row=rows,
    lower=st.booleans(),
    draws=st.booleans(),
    ties=st.sampled_from(("share", "best", "seat", "refuse")),
    total=st.none() | st.integers(-50, 50).map(Fraction),
    minutes=st.none() | st.integers(1, 1440),
)
def test_answers_come_back_from_the_declaration_that_they_make(
    entry: str, row: list[Fraction], lower: bool, draws: bool, ties: str, total: Fraction | None, minutes: int | None
) -> None:
    scores = entry in (SCORE, SCORE_COUNTS)
    answers = Answers(
        name="Own",
        seats=(len(row),),
        entry=entry,
        results=() if entry == SCORE_COUNTS else (tuple(sorted(row, reverse=True)),),
        lower=lower and scores,
        draws=draws,
        ties=ties,
        total=total if scores else None,
        minutes=minutes,
    )
    try:
        declaration = read(document_of(answers, {"key": "own"}))
    except BadDeclaration as error:
        assert error.member.split(".")[0] in ("tables", "score", "worth")
        return
    assert answers_of(declaration) == answers
