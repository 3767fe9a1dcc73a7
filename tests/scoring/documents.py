"""Event documents for the tests, with what each of them has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.documents.document import FORMAT


def document_of(
    game: str, players: int | Sequence[dict[str, Any]], rounds: Sequence[dict[str, Any]] = (), /, **more: Any
) -> dict[str, Any]:
    """An event document; ``players`` is how many there are, or what is said of each beside the pairing number."""
    each: Sequence[dict[str, Any]] = [{}] * players if isinstance(players, int) else players
    numbered = [{"id": number, **said} for number, said in enumerate(each, 1)]
    return {"format": FORMAT, "game": game, "players": numbered, "rounds": list(rounds), **more}
