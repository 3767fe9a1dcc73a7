"""Games entered move by move while they are played: begun, a move, one taken back, handed in, dropped.

The engine refuses what the rules forbid. Which entry comes next is decided by the database: whoever enters names
how many they have seen, and only one entry can have the next number.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.replay import prepare
from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import audited, person
from tournaments.models import GameRecord, LiveGame, LivePly, Round, Table, Tournament
from tournaments.selectors.replays import Game, live_game, record_from, table_entries


class Overtaken(Refused):
    """Somebody else entered, or took back, a move meanwhile."""


@audited
def begin(table_id: int, *, by: Any, setup: Mapping[str, Any] | None = None) -> LiveGame:
    """Begin to enter a table's game. ``setup`` is what chance decided (the hands), as the record's.

    Begun twice, also from two places at once, it is the same game. Raises Refused where the game cannot
    begin so, with the rule.
    """
    table = Table.objects.select_related("round").get(pk=table_id)
    tournament = lock(table.round.tournament_id)
    require(by, Action.RESULTS, tournament, table=table.number)
    if not Round.objects.get(pk=table.round_id).is_shown:
        raise Refused(_("The round is not published yet. Games can be entered once it is."))
    running = LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).first()
    if running is not None:
        return running
    row = LiveGame(table=table, setup=dict(setup or {}), begun_by=person(by))
    game = Game(record_from(tournament, table_entries(table_id), row.setup, ()), None)
    try:
        engine, start = prepare(game.record)
        engine.start(start)
    except GameError as error:
        raise Refused.of(error) from error
    row.save()
    bump_version(tournament)
    return row


@audited
def enter(game_id: int, *, by: Any, after: int, text: str) -> LivePly:
    """Enter the next move; ``after`` is the number of moves that whoever enters has seen.

    Raises Overtaken where there are more or fewer by now, Refused (with the rule) for what is no legal move. The
    same move entered again by the same person, as by a double press, is the one that is there.
    """
    tournament, row = _running(game_id, by)
    game = live_game(tournament, row)
    if game.plies != after:
        last = row.plies.select_related("entered_by").order_by("-number").first()
        if last is not None and game.plies == after + 1 and last.text == text.strip() and last.entered_by == by:
            return last
        raise _overtaken(last)
    if after >= LivePly.MOST:
        raise Refused(_("A record can have at most %(most)d moves.") % {"most": LivePly.MOST})
    try:
        engine, start = prepare(game.record)
        state = engine.run(start, game.record.moves)
        if engine.outcome(state) is not None and not engine.to_act(state):
            raise Refused(_("The game is over. Take the last move back, or hand the game in."))
        move = engine.read(text)
        engine.play(state, move)
    except GameError as error:
        raise Refused.of(error) from error
    ply = LivePly.objects.create(game=row, number=after + 1, text=engine.write(move), entered_by=person(by))
    bump_version(tournament)
    return ply


@audited
def take_back(game_id: int, *, by: Any, after: int) -> None:
    """Take the last of ``after`` moves back. Raises Overtaken where it is not the last any more."""
    tournament, row = _running(game_id, by)
    last = row.plies.select_related("entered_by").order_by("-number").first()
    if last is None:
        raise Refused(_("There is no move to take back."))
    if last.number != after:
        raise _overtaken(last)
    last.delete()
    bump_version(tournament)


@audited
def hand_in(game_id: int, *, by: Any, after: int) -> GameRecord:
    """Make the finished game the table's record: replayed as any other, it makes or confirms the result."""
    tournament, row = _running(game_id, by)
    game = live_game(tournament, row)
    if game.plies != after:
        raise _overtaken(row.plies.select_related("entered_by").order_by("-number").first())
    engine, start = prepare(game.record)
    if engine.outcome(engine.run(start, game.record.moves)) is None:
        raise Refused(_("The game is not over yet, so it cannot prove a result."))
    record = GameRecord.objects.create(
        table_id=row.table_id, text=json.dumps(game.record.document()), uploaded_by=person(by)
    )
    row.state, row.record = LiveGame.State.DONE, record
    row.save(update_fields=["state", "record"])
    bump_version(tournament)
    transaction.on_commit(lambda: queue.send("check_record", record.pk))
    return record


@audited
def drop(game_id: int, *, by: Any) -> None:
    """Stop entering a game; it is shown no more. What was entered is kept."""
    tournament, row = _running(game_id, by)
    row.state = LiveGame.State.DROPPED
    row.save(update_fields=["state"])
    bump_version(tournament)


def _running(game_id: int, by: Any) -> tuple[Tournament, LiveGame]:
    """Lock a game that is being entered, and its tournament. Raises Refused, and Overtaken once no more moves can be
    entered."""
    tournament_id = LiveGame.objects.values_list("table__round__tournament", flat=True).get(pk=game_id)
    tournament = lock(tournament_id)
    row = LiveGame.objects.select_related("table__round").get(pk=game_id)
    require(by, Action.RESULTS, tournament, table=row.table.number)
    if not row.table.round.is_shown:
        raise Refused(_("The round is not published yet. Games can be entered once it is."))
    if row.state != LiveGame.State.RUNNING:
        raise Overtaken(_("This game is %(state)s. No more moves can be entered.") % {"state": row.get_state_display()})
    return tournament, row


def _overtaken(last: LivePly | None) -> Overtaken:
    if last is None:
        return Overtaken(_("Moves have been taken back in the meantime. Check the position again."))
    return Overtaken(
        _("The last move is now %(number)d. %(move)s, entered by %(who)s. Check the position again.")
        % {"number": last.number, "move": last.text, "who": last.entered_by or _("somebody")}
    )
