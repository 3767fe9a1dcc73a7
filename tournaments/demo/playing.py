"""Games of the town that go on by themselves while somebody looks: recorded ones, replayed a move at a time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models.functions import Now

from tournaments.demo.evenings import record
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import acting
from tournaments.models import Demonstration, LiveGame, LivePly, Result, Round, Table, Tournament

GAMES = ("quatro_chess/golden/last-standing.json", "quatro_chess/golden/insufficient-material.json")
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
        for path, table in zip(GAMES, tables.order_by("number"), strict=False):
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
    for path in GAMES:
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
