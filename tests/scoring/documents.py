"""Event documents for the tests, with what each of them has, and what is explained of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.documents.document import FORMAT, Event
from scoring.explain import Above, Explainer, Explanation


def document_of(
    game: str, players: int | Sequence[dict[str, Any]], rounds: Sequence[dict[str, Any]] = (), /, **more: Any
) -> dict[str, Any]:
    """An event document; ``players`` is how many there are, or what is said of each beside the pairing number."""
    each: Sequence[dict[str, Any]] = [{}] * players if isinstance(players, int) else players
    numbered = [{"id": number, **said} for number, said in enumerate(each, 1)]
    return {"format": FORMAT, "game": game, "players": numbered, "rounds": list(rounds), **more}


def explain(event: Event, player: int, code: str) -> Explanation:
    """Explain one player's value in one tie-break."""
    return Explainer(event).explain(player, code)


def above(event: Event, first: int, second: int) -> Above:
    """Name the higher of two players, and the criterion that decides."""
    return Explainer(event).above(first, second)
