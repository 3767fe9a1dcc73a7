"""Games entered move by move while they are played: begun, a move, one taken back, handed in, dropped.

The engine refuses what the rules forbid. Which entry comes next is decided by the database: whoever enters names
how many they have seen, and only one entry can have the next number.

Everything here is for those who enter results, and for a player of the table (``player``: their entry) where the
tournament lets players enter the moves of their own games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.core.errors import BadNotation, GameError
from games.core.notices import Notice
from games.core.registry import AnyGame
from games.core.replay import prepare
from games.core.written import read
from games.kwartet import questions
from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused, as_refusals
from tournaments.domain.ledger import current_result
from tournaments.domain.locks import bump_version, lock, locked_table
from tournaments.domain.logbook import audited, person
from tournaments.domain.setup import refuse_without_engine
from tournaments.models import GameRecord, LiveGame, LivePly, ReportRule, Round, Seat, Table, Tournament
from tournaments.selectors.games.replays import Game, live_game, record_from, table_entries
from tournaments.selectors.games.written_records import known, placed
from tournaments.selectors.people import shown_names
from tournaments.sentences import sentence
from tournaments.services.results import reports

_ONE_QUESTION = re.compile(r"[1-8]>[A-Z][1-4]|draw|pass")


class Overtaken(Refused):
    """Somebody else entered, or took back, a move meanwhile."""


@audited
def begin(table_id: int, *, by: Any, setup: Mapping[str, Any] | None = None, player: int | None = None) -> LiveGame:
    """Begin to enter a table's game. ``setup`` is what chance decided (the hands), as the record's.

    Begun twice, also from two places at once, it is the same game. Raises Refused where the game cannot
    begin so, with the rule.
    """
    tournament, table = locked_table(table_id)
    _let(by, player, tournament, table)
    running = LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).first()
    if running is not None:
        return running
    row = LiveGame(table=table, setup=dict(setup or {}), begun_by=person(by))
    game = Game(record_from(tournament, table_entries(table_id), row.setup, ()), None)
    with as_refusals():
        engine, start = prepare(game.record)
        engine.start(start)
    row.save()
    bump_version(tournament)
    return row


@audited
def begin_noted(table_id: int, *, by: Any, quartets: int, text: str, player: int | None = None) -> LiveGame:
    """Begin a game of Kwartet with all its questions, as somebody noted them who saw no hands
    (``games.kwartet.questions``). Raises Refused with the number of the question."""
    tournament, table = locked_table(table_id)
    _let(by, player, tournament, table)
    if LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).exists():
        raise Overtaken(_("A game is already being entered at this table. Hand it in or discard it first."))
    entries = table_entries(table_id)
    if tournament.game != "kwartet" or len(entries) < 3:
        raise Refused(
            _(
                "With two players cards are drawn unseen from the pot, so the hands do not follow from the questions. "
                "Enter the hands and the pot first."
            )
        )
    try:
        noted = questions.read(text)
        setup, moves = questions.game(noted, len(entries), quartets)
        if len(moves) > LivePly.MOST:
            raise Refused(_("A record can have at most %(most)d moves.") % {"most": LivePly.MOST})
        game = Game(record_from(tournament, entries, setup, moves), None)
        engine, start = prepare(game.record)
        questions.prove(engine, start, noted, moves)
    except GameError as error:
        notice = placed(error)
        raise Refused(sentence(notice), rule=error.rule, notice=notice) from error
    row = LiveGame.objects.create(table=table, setup=setup, begun_by=person(by))
    LivePly.objects.bulk_create(
        LivePly(game=row, number=number, text=move, entered_by=person(by), player_id=player)
        for number, move in enumerate(moves, 1)
    )
    bump_version(tournament)
    return row


def look_noted(text: str, *, seats: int, quartets: int) -> None:
    """Check the questions so far of a game without its hands, as far as that can be. Raises Refused."""
    try:
        questions.check(questions.read(text), seats, quartets)
    except GameError as error:
        notice = placed(error)
        raise Refused(sentence(notice), rule=error.rule, notice=notice) from error


@audited
def enter(
    game_id: int,
    *,
    by: Any,
    after: int,
    text: str,
    player: int | None = None,
    key: UUID | None = None,
    turn: int | None = None,
) -> LivePly:
    """Enter the next move, or several, as people write them; return the last.

    ``after`` is the number of moves that whoever enters has seen. Raises Overtaken where there are more or fewer by
    now, Refused (with the rule) for what is no legal move: then none is entered. The same entered again by the same
    person, as by a double press, is what is there; so is what was entered under this ``key`` before. ``turn`` is the
    seat for which it is meant, where whoever enters went on without knowing what came of the move before.
    """
    tournament, row = _running(game_id, by, player)
    sent = row.plies.filter(key=key).first() if key else None
    if sent is not None:
        return sent
    game = live_game(tournament, row)
    if game.plies != after:
        last = _last(row)
        pressed_twice = last is not None and key is None and (last.player_id, last.entered_by) == (player, person(by))
        if last is not None and pressed_twice and _again(row.table, game, after, text):
            return last
        raise _overtaken(tournament, last)
    # a player must not learn of another's hand by what is refused
    hides = row.dealt or (player is not None and tournament.game == "kwartet")
    try:
        engine, start = prepare(game.record)
        state = engine.run(start, game.record.moves)
        if engine.outcome(state) is not None and not engine.to_act(state):
            raise Refused(_("The game is over. Take the last move back, or hand the game in."))
        if turn is not None and turn not in engine.to_act(state):
            notice = Notice("kwartet-not-on-turn", seat=engine.to_act(state)[0], other=turn)
            raise Overtaken(sentence(notice), notice=notice)
        if hides:
            refuse_an_answer(text)
        moves = _meant(engine, state, text, row.table, after)
    except GameError as error:
        raise _refused(hides, error) from error
    if after + len(moves) > LivePly.MOST:
        raise Refused(_("A record can have at most %(most)d moves.") % {"most": LivePly.MOST})
    who = {"entered_by": person(by), "player_id": player}
    # the key of what was sent stands at its last move
    keys = [*[None] * (len(moves) - 1), key]
    plies = LivePly.objects.bulk_create(
        LivePly(game=row, number=number, text=move, key=sent_as, **who)
        for number, (move, sent_as) in enumerate(zip(moves, keys, strict=True), after + 1)
    )
    bump_version(tournament)
    return plies[-1]


def refuse_an_answer(text: str) -> None:
    """Raise Refused where an entry of a dealt game is more than one question: with its answer, or with others behind
    it, a refusal would tell who has which card."""
    if not _ONE_QUESTION.fullmatch(text.strip()):
        raise Refused(_("Enter one question, such as 2>A3; the program knows the answer."))


def _meant(engine: AnyGame, state: Any, text: str, table: Table, after: int) -> tuple[str, ...]:
    """Return the moves that a text means in a position, one at the least: first as an entry of a record. Raises
    GameError."""
    try:
        move = engine.read(text)
        engine.play(state, move)
        return (engine.write(move),)
    except GameError as error:
        plain = error
    try:
        moves = read(engine, state, text, known(table).seats, after).moves
    except GameError as error:
        # several moves, or a move in short: what is wrong with it says more than that it is no entry of a record
        raise (error if isinstance(plain, BadNotation) else plain) from None
    if not moves:
        raise plain
    return moves


def _again(table: Table, game: Game, after: int, text: str) -> bool:
    """Tell whether the moves behind the first ``after`` are what a text means there."""
    if not 0 <= after < game.plies:
        return False
    try:
        engine, start = prepare(game.record)
        before = engine.run(start, game.record.moves[:after])
        return _meant(engine, before, text, table, after) == game.record.moves[after:]
    except GameError:
        return False


@audited
def take_back(game_id: int, *, by: Any, after: int, player: int | None = None) -> None:
    """Take the last of ``after`` moves back. Raises Overtaken where it is not the last any more."""
    tournament, row = _running(game_id, by, player)
    last = _last(row)
    if last is None:
        raise Refused(_("There is no move to take back."))
    if last.number != after:
        raise _overtaken(tournament, last)
    last.delete()
    bump_version(tournament)


@audited
def hand_in(game_id: int, *, by: Any, after: int, player: int | None = None) -> GameRecord:
    """Make the finished game the table's record: replayed as any other, it makes or confirms the result.

    A player's is handed in as their record (``reports.hand_in_record``).
    """
    tournament, row = _running(game_id, by, player)
    game = live_game(tournament, row)
    if game.plies != after:
        raise _overtaken(tournament, _last(row))
    engine, start = prepare(game.record)
    if engine.outcome(engine.run(start, game.record.moves)) is None:
        raise Refused(_("The game is not over yet, so it cannot prove a result."))
    text = json.dumps(game.record.document())
    if player is not None:
        record = reports.hand_in_record(row.table_id, player, content=text.encode())
    else:
        record = GameRecord.objects.create(table_id=row.table_id, text=text, uploaded_by=person(by))
        queue.send("check_record", record.pk)
    row.state, row.record = LiveGame.State.DONE, record
    row.save(update_fields=["state", "record"])
    bump_version(tournament)
    return record


@audited
def drop(game_id: int, *, by: Any) -> None:
    """Stop entering a game; it is shown no more. What was entered is kept."""
    tournament, row = _running(game_id, by)
    row.state = LiveGame.State.DROPPED
    row.save(update_fields=["state"])
    bump_version(tournament)


def _running(game_id: int, by: Any, player: int | None = None) -> tuple[Tournament, LiveGame]:
    """Lock a game that is being entered, and its tournament. Raises Refused, and Overtaken once no more moves can be
    entered."""
    tournament_id = LiveGame.objects.values_list("table__round__tournament", flat=True).get(pk=game_id)
    tournament = lock(tournament_id)
    row = LiveGame.objects.select_related("table__round").get(pk=game_id)
    _let(by, player, tournament, row.table)
    if row.dealt and player is not None:
        raise Refused(_("The program dealt these cards. Play from your personal link, under “My cards”."))
    if row.state != LiveGame.State.RUNNING:
        raise Overtaken(_("This game is %(state)s. No more moves can be entered.") % {"state": row.get_state_display()})
    return tournament, row


def _let(by: Any, player: int | None, tournament: Tournament, table: Table) -> None:
    """Raise PermissionDenied or Refused where somebody may not enter this table's game now."""
    refuse_without_engine(tournament)
    if player is None:
        require(by, Action.RESULTS, tournament, table=table.number)
        if not table.round.is_shown:
            raise Refused(_("The round is not published yet. Games can be entered once it is."))
        return
    if not ReportRule.objects.filter(tournament=tournament, moves=True).exists():
        raise Refused(_("In this tournament players do not enter their moves."))
    if table.round.state != Round.State.PUBLISHED:
        raise Refused(_("The round is not being played, so no moves can be entered."))
    if not Seat.objects.filter(table=table, entry=player).exists():
        raise Refused(_("You do not sit at this table, so you cannot enter its moves."))
    if current_result(table) is not None:
        raise Refused(_("The result of this table is already in. If it is wrong, dispute it."))


def _last(row: LiveGame) -> LivePly | None:
    return row.plies.select_related("entered_by", "player").order_by("-number").first()


def _refused(hides: bool, error: GameError) -> Refused:
    """Return the refusal of an entry; where it hides hands, without what a player holds."""
    if hides and error.rule == "K 2.2":
        notice = Notice("kwartet-cannot-ask", seat=error.notice.params["seat"])
        return Refused(sentence(notice), rule=error.rule, notice=notice)
    return Refused.of(error)


def _overtaken(tournament: Tournament, last: LivePly | None) -> Overtaken:
    if last is None:
        return Overtaken(_("Moves have been taken back in the meantime. Check the position again."))
    who = str(last.entered_by) if last.entered_by else ""
    if last.player is not None:
        who = shown_names.people(tournament.pk, only=[last.player.number])[last.player.number].name
    return Overtaken(
        _("The last move is now %(number)d. %(move)s, entered by %(who)s. Check the position again.")
        % {"number": last.number, "move": last.text, "who": who or _("somebody")}
    )
