"""A declared game of each kind, at tables of two to four: what is typed, and what it is worth by its definition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from scoring.documents.document import Table

Typed = Sequence[Fraction | None]

_SIZES = ("2", "3", "4")
_FALLING = {"2": ["3", "0"], "3": ["4", "2", "0"], "4": ["6", "4", "2", "0"]}

DECLARED: dict[str, dict[str, Any]] = {
    "places": {"entry": "places", "worth": _FALLING},
    "points": {
        "entry": "points",
        "tables": {size: [["5", *["0"] * (int(size) - 1)], ["1"] * int(size)] for size in _SIZES},
    },
    "score": {
        "entry": "score",
        "score": {
            "step": "100",
            "total": {size: str(25000 * int(size)) for size in _SIZES},
            "start": "30000",
            "unit": "1000",
            "uma": {"2": ["5", "-5"], "3": ["10", "0", "-10"], "4": ["15", "5", "-5", "-15"]},
            "oka": {size: str(5 * int(size)) for size in _SIZES},
            "counts": "both",
        },
    },
    "columns": {
        "entry": "score",
        "columns": [
            {"names": {"en": "Points"}},
            {"names": {"en": "Lost"}, "own": "-50", "others": {"2": "0", "3": "40", "4": "30"}, "least": "0"},
        ],
        "together": [{"columns": [2], "table": {"2": "12", "3": "12", "4": "16"}}],
        "score": {"counts": "score"},
    },
    "low score": {"entry": "score", "higher_is_better": False, "worth": _FALLING, "ties": "best"},
    "low counts": {"entry": "score", "higher_is_better": False, "score": {"counts": "score"}},
    "partners": {"entry": "places", "worth": _FALLING, "partners": [[1, 3], [2, 4]]},
}


def declaration(kind: str) -> dict[str, Any]:
    """The declaration as it stands in an event's options."""
    return {"key": "some-game", "names": {"en": "Some game"}, "seats": [2, 3, 4], **DECLARED[kind]}


@st.composite
def typed(draw: st.DrawFn, kind: str, size: int, here: Sequence[bool]) -> tuple[Fraction | None, ...]:
    """A result as somebody types it at a table: one entry a seat, None where nobody sat down."""
    present = sum(here)
    if kind == "points":
        order = [1] * size
        if present < size or draw(st.booleans()):  # somebody wins, perhaps one who did not come
            winner = draw(st.integers(0, size - 1))
            order = [5 * (at == winner) for at in range(size)]
        return tuple(Fraction(value) if came else None for value, came in zip(order, here, strict=True))
    if kind == "score":
        scores = [100 * draw(st.integers(-100, 500)) for _ in range(size)]
        scores[-1] = 25000 * size - sum(scores[:-1])
        return tuple(Fraction(value) if came else None for value, came in zip(scores, here, strict=True))
    values = [draw(st.integers(0, 3)) for _ in range(size)]
    if kind == "partners" and size == 4 and present == 4:
        values[2:] = values[:2]
    if not kind.startswith("low"):
        values = [1 + sum(other < own for other, came in zip(values, here, strict=True) if came) for own in values]
    return tuple(Fraction(value) if came else None for value, came in zip(values, here, strict=True))


@st.composite
def rows(draw: st.DrawFn, here: Sequence[bool]) -> tuple[tuple[Fraction, ...] | None, ...]:
    """The columns that somebody types at a table, a row a seat: points, and at most four games lost."""
    values = [(draw(st.integers(-500, 900)), draw(st.integers(0, 4))) for _ in here]
    return tuple(
        (Fraction(won), Fraction(lost)) if came else None for (won, lost), came in zip(values, here, strict=True)
    )


def worth(document: dict[str, Any], size: int) -> list[Fraction] | None:
    """The points for the places of a table, where places alone or a fixed list decide them."""
    if document["entry"] == "points":
        return sorted(map(Fraction, document["tables"][str(size)][0]), reverse=True)
    return [Fraction(value) for value in document["worth"][str(size)]] if "worth" in document else None


def lower_is_better(document: dict[str, Any] | None) -> bool:
    """Tell whether of the numbers typed the lower is better."""
    return document is not None and (document["entry"] == "places" or not document.get("higher_is_better", True))


def brought(document: dict[str, Any], entered: Typed) -> list[Fraction]:
    """The points that each seat takes to the standings, none for a seat without a player: by the definition itself."""
    size = str(len(entered))
    if document["entry"] == "points":
        return [value or Fraction(0) for value in entered]
    lower = lower_is_better(document)
    here = [value for value in entered if value is not None]
    score = document.get("score", {})
    found = []
    for own in entered:
        if own is None:
            found.append(Fraction(0))
            continue
        above = sum((other < own) if lower else (other > own) for other in here)
        if score.get("counts") == "score":
            found.append(-own if lower else own)
            continue
        if "uma" not in score:
            values = [Fraction(value) for value in document["worth"][size]]
            shared = values[above : above + (1 if document.get("ties") == "best" else here.count(own))]
            found.append(sum(shared) / len(shared))
            continue
        oka = Fraction(score["oka"][size])
        bonus = [Fraction(value) + (oka if at == 0 else 0) for at, value in enumerate(score["uma"][size])]
        shared = bonus[above : above + here.count(own)]
        found.append(
            (own - Fraction(score["start"])) / Fraction(score["unit"]) + sum(shared) / len(shared) - oka / int(size)
        )
    return found


def lowest(document: dict[str, Any] | None) -> bool:
    """Tell whether the scores count and the lowest wins."""
    return bool(document) and not document.get("higher_is_better", True) and document.get("score") is not None


def nothing(document: dict[str, Any] | None, tables: Sequence[Table]) -> Fraction:
    """Return what a round not played brings: nothing, or the worst of that round where the lowest wins."""
    if document is None or not lowest(document):
        return Fraction(0)
    results = [table.game_points for table in tables if table.end in ("played", "forfeit") and table.game_points]
    brings = [list(zip(entered, brought(document, entered), strict=True)) for entered in results]
    return min([Fraction(0), *[points for table in brings for entered, points in table if entered is not None]])


def ranking(document: dict[str, Any], entered: Typed) -> list[Fraction | None]:
    """The same order with the best highest, None for a seat without a player."""
    lower = document["entry"] == "places" or not document.get("higher_is_better", True)
    return [None if value is None else -value if lower else value for value in entered]
