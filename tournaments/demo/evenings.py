"""The building blocks of an invented event: made, filled, paired, played, proven."""

from __future__ import annotations

import json
from datetime import timedelta
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from django.utils import timezone

from tournaments.domain.locks import lock
from tournaments.imports.players import read_players
from tournaments.jobs.game_records import check_record
from tournaments.jobs.pairing import pair_round
from tournaments.jobs.standings import compute_standings
from tournaments.models import Club, GameRecord, Round, Table, Tournament
from tournaments.services import lists, results, rounds

PEOPLE = Path(__file__).parent / "town.csv"
GAMES = Path(__file__).resolve().parents[2] / "games"
FULL = {
    "quatro-chess": "quatro_chess/golden/last-standing.json",
    "quaro": "quaro/golden/no-more-points-4-players.json",
    "quarto": "quarto/golden/last-piece-called-by-2.json",
    "kwartet": "kwartet/golden/all-quartets-4-players.json",
}
"""A whole recorded game of each, which proves a result."""
ENDS = {
    "quatro-chess": [("8", "4", "2", "0"), ("2", "8", "0", "4"), ("0", "2", "4", "8"), ("4", "4", "0", "2")],
    "quaro": [("9", "6", "5", "3"), ("4", "8", "3", "7"), ("5", "2", "10", "6")],
    "quarto": [("1", "0"), ("0", "1"), ("1/2", "1/2")],
    "kwartet": [("4", "2", "1", "1"), ("1", "3", "2", "2"), ("2", "1", "0", "5")],
    "riichi": [("42300", "36000", "21200", "20500"), ("18700", "51100", "28400", "21800")],
}
"""How games ended, as points of the seats."""


@cache
def record(path: str) -> dict[str, Any]:
    """Return a recorded game that comes with the program."""
    game: dict[str, Any] = json.loads((GAMES / path).read_text(encoding="utf-8"))["record"]
    return game | {"seats": [None] * len(game["seats"])}


def event(club: Club, slug: str, name: str, *, days: int, **fields: Any) -> Tournament:
    """Make a public event of an invented club, so many days from today. Nobody made it: that tells it from others."""
    starts = timezone.localdate() + timedelta(days)
    usual = {"system": "tables", "table_size": 4, "rounds_planned": 3, "seed": 4, "published": True, "starts": starts}
    return Tournament.objects.create(**{**usual, **fields}, club=club, slug=slug, name=name)


def fill(made: Tournament, people: int, *, by: Any, first: int = 0, file: Path = PEOPLE) -> None:
    """Enter so many of the town's people, from the ``first`` of the list on."""
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    text = "\n".join([head, *lines[first : first + people]])
    lists.bring_in(lock(made.pk), "players", read_players(text.encode()), by=by)


def play(made: Tournament, *, by: Any, whole: int, tables: int | None = None, proven: int = 0) -> None:
    """Play ``whole`` rounds and close them; with ``tables`` one more, with the results of so many. In the last whole
    round the first ``proven`` tables hand their game in."""
    last = whole if tables is None else whole + 1
    for number in range(1, last + 1):
        round_ = rounds.ask_for_pairing(made.pk, by=by)
        pair_round(round_.pk)
        rounds.publish(round_.pk, by=by)
        seated = list(Table.objects.filter(round=round_).order_by("number"))
        hand_in = proven if number == whole else 0
        for table in seated[:hand_in]:
            prove(made, table)
        for table in seated[hand_in : tables if number > whole else None]:
            results.enter(table.pk, by=by, points=end_of(made, round_, table))
        if number <= whole:
            rounds.close(round_.pk, by=by)
    compute_standings(made.pk)


def end_of(made: Tournament, round_: Round, table: Table) -> list[Fraction]:
    """Return how the game of a table ended, the same each time."""
    dice = Random(f"{made.slug} {round_.number} {table.number}")
    return [Fraction(points) for points in dice.choice(ENDS[made.game])]


def prove(made: Tournament, table: Table) -> None:
    """Hand a whole recorded game in: it makes the table's result."""
    text = json.dumps(record(FULL[made.game]))
    check_record(GameRecord.objects.create(table=table, text=text).pk)
