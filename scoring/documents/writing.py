"""Writes an event as its document: every entry, in one order, so that equal events give equal bytes."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from games.core.declarations.entries import written
from scoring.documents.document import FORMAT, Event, Player, Round, Table


def write_event(event: Event) -> dict[str, Any]:
    """Return the document of an event as plain values; ``event_from`` reads them back."""
    return {
        "format": FORMAT,
        "name": event.name,
        "starts": event.starts,
        "game": event.game,
        "options": _plain(event.options),
        "pairing": _plain(event.pairing),
        "scoring": _plain(event.scoring),
        "teams": [{"id": team.id, "name": team.name} for team in event.teams],
        "players": [_player(player) for player in event.players],
        "rounds": [_round(entry) for entry in event.rounds],
    }


def event_text(event: Event) -> str:
    """Write the document as JSON text: one player, table or bye a line, in Unicode, with a newline at its end."""
    document = write_event(event)
    lines = []
    for name, value in document.items():
        if name == "rounds" and value:
            inner = ",\n".join(_round_text(entry) for entry in value)
            lines.append(f'  "rounds": [\n{inner}\n  ]')
        elif name in ("players", "teams") and value:
            inner = ",\n".join(f"    {_line(entry)}" for entry in value)
            lines.append(f'  "{name}": [\n{inner}\n  ]')
        else:
            lines.append(f'  "{name}": {_line(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _round_text(entry: dict[str, Any]) -> str:
    parts = [f'"number": {entry["number"]}']
    for name in ("tables", "byes"):
        inner = ",\n".join(f"      {_line(value)}" for value in entry[name])
        parts.append(f'"{name}": [\n{inner}\n     ]' if inner else f'"{name}": []')
    return "    {" + ",\n     ".join(parts) + "}"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    """Turn mappings into dicts with sorted names, tuples into lists, fractions into strings."""
    if isinstance(value, Fraction):
        return str(value)
    if hasattr(value, "items"):
        return {name: _plain(entry) for name, entry in sorted(value.items())}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": player.id,
        "name": player.name,
        "rating": player.rating,
        "club": player.club,
        "team": player.team,
        "board": player.board,
        "joined": player.joined,
        "left": player.left,
        "absent": sorted(player.absent),
        **{
            name: sorted(rounds)
            for name, rounds in (("half_byes", player.half_byes), ("full_byes", player.full_byes))
            if rounds
        },
    }


def _round(entry: Round) -> dict[str, Any]:
    return {
        "number": entry.number,
        "tables": [_table(table) for table in entry.tables],
        "byes": [{"player": bye.player, "kind": bye.kind} for bye in entry.byes],
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "number": table.number,
        "seats": list(table.seats),
        "points": _points(table.points),
        "game_points": _points(table.game_points),
        "end": table.end,
        # in few events only, so that all others are written as ever
        **({} if table.columns is None else {"columns": written(table.columns)}),
    }


def _points(points: tuple[Fraction | None, ...] | None) -> list[str | None] | None:
    return None if points is None else [None if entry is None else str(entry) for entry in points]
