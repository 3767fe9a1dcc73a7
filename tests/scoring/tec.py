"""FIDE TEC's exercises in tie-breaking as event documents (``data/tiebreaks-tec.json`` names its sources)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring.documents.document import Event
from scoring.input.reading import event_from
from tests.scoring.documents import document_of

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "tiebreaks-tec.json").read_text("utf-8"))
TOURNAMENTS: dict[str, Any] = DATA["tournaments"]

_WON = {"1": "1", "=": "1/2", "0": "0"}
_BYES = {"U": "pairing", "H": "half", "F": "full", "Z": "zero"}


def document(name: str, **scoring: Any) -> dict[str, Any]:
    """The document of a tournament of the exercises."""
    data = TOURNAMENTS[name]
    rounds = [_round(data["players"], number) for number in range(1, data["rounds"] + 1)]
    system = "berger" if data["system"] == "round-robin" else "swiss"
    players = [{key: player[key] for key in ("id", "name", "rating")} for player in data["players"]]
    pairing = {"system": system, "rounds": data["rounds"]}
    return document_of("quarto", players, rounds, name=name, pairing=pairing, scoring=scoring)


def event(name: str, **scoring: Any) -> Event:
    return event_from(document(name, **scoring))


def _round(players: list[dict[str, Any]], number: int) -> dict[str, Any]:
    games = {player["id"]: game for player in players for game in player["games"] if game["round"] == number}
    tables: list[dict[str, Any]] = []
    byes: list[dict[str, Any]] = []
    for player, game in sorted(games.items()):
        if game["opponent"] is None:
            byes.append({"player": player, "kind": _BYES[game["result"]]})
        elif game["colour"] == "w":
            tables.append(_table(player, game["opponent"], game["result"], games[game["opponent"]]["result"]))
    return {"number": number, "tables": tables, "byes": byes}


def _table(white: int, black: int, result: str, other: str) -> dict[str, Any]:
    if result in "+-":
        points = ["1" if sign == "+" else None for sign in (result, other)]
        return {"seats": [white, black], "points": points, "end": "forfeit"}
    return {"seats": [white, black], "points": [_WON[result], _WON[other]], "end": "played"}


def published(values: dict[str, Any]) -> dict[int, Fraction]:
    """Published values as exact fractions of what is printed."""
    return {int(player): Fraction(str(value)) for player, value in values.items()}


def rounded(value: Fraction) -> Fraction:
    """A value as printed: to two decimals, one half upwards, where the published one has so many at most."""
    scaled = value * 100
    return Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), 100)
