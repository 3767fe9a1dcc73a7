"""The evenings of the town: the people who play and the games that they play there."""

from __future__ import annotations

import json
from datetime import timedelta
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from games.kwartet import decks
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import acting
from tournaments.imports.players import read_players
from tournaments.jobs.game_records import check_record
from tournaments.jobs.pairing import pair_round
from tournaments.jobs.standings import compute_standings
from tournaments.models import Club, Demonstration, GameRecord, LiveGame, LivePly, Result, Round, Table, Tournament
from tournaments.services.lists import lists
from tournaments.services.results import results
from tournaments.services.rounds import rounds

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
    """Return a recorded game that comes with the program; each card of Kwartet has a name of the ready deck."""
    game: dict[str, Any] = json.loads((GAMES / path).read_text(encoding="utf-8"))["record"]
    if game["game"] == "kwartet":
        deck = decks.ready(settings.LANGUAGE_CODE.split("-")[0])["animals"]
        game["setup"]["names"] = deck.names(game["setup"]["quartets"])
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


PLAYED = ("quatro_chess/golden/last-standing.json", "quatro_chess/golden/insufficient-material.json")
"""The recorded games, for the first and the second table that plays."""
OPENING = 24
"""So many moves are played already when a game begins, or begins again after its end."""
LOOKING = timedelta(seconds=40)
"""Somebody looks while the last sign of them is no older; a live page gives one every 15 seconds."""


def begin(tournament: Tournament) -> None:
    """Begin a game at the first two open tables of the newest round."""
    lock(tournament.pk)
    round_ = Round.objects.filter(tournament=tournament, state=Round.State.PUBLISHED).order_by("-number").first()
    done = Result.objects.filter(is_current=True).values("table")
    tables = Table.objects.filter(round=round_).exclude(pk__in=done).exclude(live_games__isnull=False)
    with acting(tournament=tournament.pk):
        for path, table in zip(PLAYED, tables.order_by("number"), strict=False):
            game = LiveGame.objects.create(table=table)
            _enter(game, record(path)["moves"], 0, OPENING)
    bump_version(tournament)


def due() -> bool:
    """Return whether the games go on now: nobody stopped them, and somebody looks."""
    # by the database's clock, which noted the time
    return Demonstration.objects.filter(playing=True, watched_at__gt=Now() - LOOKING).exists()


def play_on() -> int:
    """Play the next move of each game, and begin again behind the last one; how many moves that were.

    A game in which somebody entered a move of their own is theirs from then on.
    """
    played = 0
    running = LiveGame.objects.filter(
        state=LiveGame.State.RUNNING, begun_by=None, table__round__tournament__club__demonstration=True
    )
    events = sorted(set(running.values_list("table__round__tournament", flat=True)))
    for event in events if due() else ():
        with transaction.atomic(), acting(tournament=event):
            tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=event).first()
            if tournament is None or tournament.archived_at:
                continue
            moves = sum(_next(game) for game in running.filter(table__round__tournament=event).order_by("table"))
            if moves:
                bump_version(tournament)
            played += moves
    return played


def _next(game: LiveGame) -> int:
    """Play the next move of a game as its record has it; 0 where the game is another one by now."""
    played = list(game.plies.values_list("text", flat=True))
    for path in PLAYED:
        moves = record(path)["moves"]
        if played != moves[: len(played)] or len(played) < OPENING:
            continue
        if len(played) == len(moves):
            game.plies.filter(number__gt=OPENING).delete()
            with connection.cursor() as cursor:  # what plays by itself does not fill the log for ever
                cursor.execute("SELECT viertal_forget_played(%s)", [game.table.round.tournament_id])
        else:
            _enter(game, moves, len(played), len(played) + 1)
        return 1
    return 0


def _enter(game: LiveGame, moves: Any, first: int, last: int) -> None:
    LivePly.objects.bulk_create(
        LivePly(game=game, number=number, text=moves[number - 1]) for number in range(first + 1, last + 1)
    )
