"""Recorded games at tables: the whole games that lie beside the engines, each at a table of its own evening."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from games.core.errors import GameError
from games.core.record import decode, shape
from games.core.replay import prepare
from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.jobs.game_records import check_record
from tournaments.models import Table
from tournaments.selectors.games.replays import Game
from tournaments.services.games import game_records

GAMES = Path(__file__).parents[3] / "games"
WHOLE = {
    "quarto": ("quarto/golden/last-piece-called-by-1.json", 2),
    "quaro": ("quaro/golden/board-full-2-players.json", 2),
    "kwartet": ("kwartet/golden/all-quartets-4-players.json", 4),
    "quatro-chess": ("quatro_chess/golden/last-standing.json", 4),
}


def golden(name):
    return json.loads((GAMES / name).read_text("utf-8"))["record"]


def golden_games():
    """Yield all golden games, as far as they are legal, each with its positions from the first to the last."""
    for path in sorted(GAMES.glob("*/golden/*.json")):
        try:
            record = shape(decode(json.dumps(golden(path))))
            engine, start = prepare(record)
            positions = [engine.start(start)]
        except GameError:
            continue  # it cannot begin
        with suppress(GameError):  # it goes no further
            for text in record.moves:
                positions.append(engine.play(positions[-1], engine.read(text)))
        yield Game(replace(record, moves=record.moves[: len(positions) - 1]), None), positions


def table_for(record, boss, size, **fields):
    """The first table of an evening at which the record's game is played by its options."""
    system = "tables" if size > 2 else "berger"
    made = make.tournament(
        size * 2,
        game=record["game"],
        options=record["options"],
        table_size=size,
        system=system,
        rounds_planned=3,
        **fields,
    )
    return (
        Table.objects.select_related("round__tournament")
        .filter(round=make.published(made, boss))
        .order_by("number")
        .first()
    )


def hand_in(table, boss, record):
    made = game_records.hand_in(table.pk, by=boss, content=json.dumps(record).encode())
    check_record(made.pk)
    made.refresh_from_db()
    return made


@world(params=sorted(WHOLE))
def recorded(param):
    """A table of each game with a record that proves its result, and the record."""
    boss = make.organiser()
    name, size = WHOLE[param]
    record = golden(name)
    table = table_for(record, boss, size)
    made = hand_in(table, boss, record)
    assert made.state == "agrees", made.verdict
    return table, record


@world
def table(boss):
    """A table of two at which Quarto is played."""
    return table_for(golden(WHOLE["quarto"][0]), boss, 2)
