"""The replay document: a game position by position, small enough to send to a page that shows it.

The first position stands there whole, as the game's ``view`` for a spectator gives it (or its ``scene``, where
it has one: a view that does not grow with the length of the game); after it, for every entry of the record,
only what it changed, as a JSON Merge Patch (RFC 7396): names with new values, ``null`` for a name that is
gone. A page applies one patch a ply; it needs no rules. Names whose value would be null are left out, so
nothing is lost. The schema lies beside this file (``replaydoc.schema.json``).
"""

from __future__ import annotations

from typing import Any

from games.core.record import Record
from games.core.registry import AnyGame
from games.core.replay import prepare, result_document

FORMAT = "viertal-replay/1"


def replay_document(record: Record) -> dict[str, Any]:
    """The replay of a record that is right. Raises GameError where it is not.

    ``result`` is null while the game is in progress. A claim in the record is not compared.
    """
    game, start = prepare(record)
    game.run(start, record.moves)
    state = game.start(start)
    first = before = scene(game, state)
    plies = []
    for text in record.moves:
        state = game.play(state, game.read(text))
        after = scene(game, state)
        plies.append({"move": text, "change": merge_patch(before, after)})
        before = after
    outcome = game.outcome(state)
    return {
        "format": FORMAT,
        "game": record.game,
        "options": dict(record.options),
        "seats": list(record.seats),
        "setup": dict(record.setup),
        "start": first,
        "plies": plies,
        "result": None if outcome is None else result_document(outcome),
    }


def scene(game: AnyGame, state: Any) -> dict[str, Any]:
    """A position as a replay shows it to spectators."""
    shown: dict[str, Any] = game.scene(state) if hasattr(game, "scene") else game.view(state, None)
    plain: dict[str, Any] = without_nulls(shown)
    return plain


def merge_patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The patch that makes ``after`` of ``before``; neither may hold nulls in its objects."""
    patch: dict[str, Any] = {}
    for name, value in after.items():
        old = before.get(name)
        if old == value:
            continue
        patch[name] = merge_patch(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    for name in before:
        if name not in after:
            patch[name] = None
    return patch


def merged(before: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """What a patch makes of an object (RFC 7396), which stays as it is."""
    after = dict(before)
    for name, value in patch.items():
        if value is None:
            after.pop(name, None)
        elif isinstance(value, dict):
            old = after.get(name)
            after[name] = merged(old if isinstance(old, dict) else {}, value)
        else:
            after[name] = value
    return after


def without_nulls(value: Any) -> Any:
    """A JSON value without the names whose value is null, and with lists for tuples."""
    if isinstance(value, dict):
        return {name: without_nulls(entry) for name, entry in value.items() if entry is not None}
    if isinstance(value, list | tuple):
        return [without_nulls(entry) for entry in value]
    return value
