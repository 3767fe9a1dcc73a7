"""A declaration as the answers to a few questions: made of them, read back into them, and changed by them.

What no question asks for stays in a declaration as it is. `answers_of` gives answers only where the declaration that
they make is the same one, so that nothing of it is lost by answering again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.core.declarations.declaration import BadDeclaration, read
from games.core.declarations.values import Declaration

PLACES, POINTS, SCORE, SCORE_COUNTS = "places", "points", "score", "score-counts"
"""What is typed as a result; of a score also whether it makes the places or counts as it is."""

OF_SCORES = ("score", "columns", "together")
"""The members that only a game of scores has."""

_ASKED = frozenset(
    ("key", "seats", "entry", "draws", "ties", "minutes", "worth", "tables", "higher_is_better", "names", "score")
)
_ASKED_OF_SCORES = frozenset(("total", "counts"))


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers. ``results``: a row of points for each number of players where places bring them, a row for each way
    in which a table can end where points are typed, none where a score counts as it is."""

    name: str
    seats: tuple[int, ...]
    entry: str
    results: tuple[tuple[Fraction, ...], ...] = ()
    lower: bool = False
    draws: bool = True
    ties: str = "share"
    total: Fraction | None = None
    minutes: int | None = None

    @property
    def scores(self) -> bool:
        """Return whether scores are typed."""
        return self.entry in (SCORE, SCORE_COUNTS)


def document_of(answers: Answers, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the declaration that the answers make of the one ``before``, which has at least the key."""
    made: dict[str, Any] = deepcopy(dict(before))
    for member in ("worth", "tables", "higher_is_better", "minutes"):
        made.pop(member, None)
    score = dict(made.pop("score", None) or {})
    made |= {
        "names": {**(made.get("names") or {}), "en": answers.name},
        "seats": list(answers.seats),
        "entry": SCORE if answers.scores else answers.entry,
        "draws": answers.draws,
        "ties": answers.ties,
    }
    if answers.minutes:
        made["minutes"] = answers.minutes
    if answers.entry in (PLACES, SCORE):
        made["worth"] = {str(len(row)): _written(row) for row in answers.results}
    elif answers.entry == POINTS and (answers.results or not made.get("amounts")):
        made["tables"] = _by_size(answers.results)
    if answers.scores:
        made["higher_is_better"] = not answers.lower
        score.pop("total", None)
        score.pop("counts", None)
        if answers.total is not None:
            score["total"] = dict.fromkeys(map(str, answers.seats), str(answers.total))
        if answers.entry == SCORE_COUNTS:
            score["counts"] = "score"
        made["score"] = score
    return made


def answers_of(declaration: Declaration) -> Answers | None:
    """Return the answers that make this declaration again, None where it says something that they cannot."""
    score = declaration.score
    if score is not None and score.counts == "both":
        return None
    entry = SCORE_COUNTS if score is not None and score.counts == "score" else declaration.entry
    totals = set((score.total or {}).values()) if score is not None else set()
    rows = declaration.worth or {}
    results = [rows[size] for size in sorted(rows)] if entry in (PLACES, SCORE) else []
    if entry == POINTS:
        results = [row for _size, tables in sorted((declaration.tables or {}).items()) for row in tables]
    answers = Answers(
        name=declaration.names["en"],
        seats=declaration.seats,
        entry=entry,
        results=tuple(results),
        lower=not declaration.higher_is_better,
        draws=declaration.draws,
        ties=declaration.ties,
        total=totals.pop() if totals else None,
        minutes=declaration.minutes,
    )
    try:
        again = read(document_of(answers, declaration.document))
    except BadDeclaration:
        return None
    return answers if replace(again, document={}) == replace(declaration, document={}) else None


def unasked(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the members of a declaration that no question asks for, such as ``source`` and ``score.odd``."""
    members = [member for member, value in document.items() if member not in _ASKED and value is not None]
    if set(document.get("names") or ()) - {"en"}:
        members.append("names")
    of_scores = [
        f"score.{member}"
        for member, value in (document.get("score") or {}).items()
        if member not in _ASKED_OF_SCORES and value is not None
    ]
    return tuple(sorted([*members, *of_scores]))


def lost(answers: Answers, before: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the unasked members of a declaration that have no place beside these answers."""
    kept_with = {"amounts": answers.entry == POINTS, **dict.fromkeys(OF_SCORES, answers.scores)}
    return tuple(member for member in unasked(before) if not kept_with.get(member.partition(".")[0], True))


def _by_size(rows: Sequence[Sequence[Fraction]]) -> dict[str, list[list[str]]]:
    tables: dict[str, list[list[str]]] = {}
    for row in rows:
        tables.setdefault(str(len(row)), []).append(_written(row))
    return tables


def _written(row: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in row]
